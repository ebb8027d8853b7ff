/** Runs an example in a worker, which can be ended whatever it does, and which has no access to the page. */

import { make } from "../make.js";

/** The script that defines `exampleWorker`, a function that is all that the worker does. */
const WORKER = new URL("example-worker.js", document.currentScript.src);

let loading;

/**
 * The address of a worker's script, which is loaded when an example is run first. A page that was opened from a folder may not read files, but it may
 * load scripts, and make workers of texts.
 */
function workerAddress() {
  loading ??= new Promise((resolve, reject) => {
    const loaded = () => resolve(URL.createObjectURL(new Blob([`(${globalThis.exampleWorker})()`])));
    const failed = () => {
      loading = undefined;
      reject(new Error(`${WORKER} cannot be loaded`));
    };
    document.head.append(make("script", { src: WORKER, onload: loaded, onerror: failed }));
  });
  return loading;
}

/** Runs an example until it ends or `signal` is aborted; `print` is called with every line. Rejects with its error. */
export async function running(code, signal, print) {
  const worker = new Worker(await workerAddress());
  try {
    await new Promise((resolve, reject) => {
      const stop = () => reject(new Error("Stopped."));
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop);
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
      worker.addEventListener("message", ({ data: { printed, error } }) => {
        if (error !== undefined) reject(new Error(error));
        else if (printed === undefined) resolve();
        else print(printed);
      });
      worker.postMessage(code);
    });
  } finally {
    worker.terminate();
  }
}
