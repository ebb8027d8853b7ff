/** The controls of the simulation: a button, a progress bar, a way to stop, and error messages. */

import { button, byId, element } from "../page/element";
import { counted, whole } from "../page/numbers";
import { reason } from "../page/refused";
import type { News, Order } from "../simulation/messages";
import type { SimulatedTruth } from "./truth";
import type { Words } from "./words";

const PEOPLE = 20000;

/** Adds the simulation's controls to the page; `stored` is called whenever reports have been stored. */
export function installSimulation(truth: SimulatedTruth, words: Words, stored: () => void): void {
  const start = button(words.simulate(whole(PEOPLE)), () => run(), "primary");
  const cancel = button(words.stop, () => worker?.postMessage({ order: "cancel" } satisfies Order));
  const progress = element("progress", {
    max: PEOPLE,
    value: 0,
    "aria-label": words.stored,
    hidden: true,
  });
  const status = element("p", { role: "status" });
  let worker: Worker | undefined;
  let done = 0;

  function run(): void {
    done = 0;
    worker = new Worker(new URL("../simulation/worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: news }: MessageEvent<News>) => hear(news));
    worker.addEventListener("error", () => finish(words.notStarted));
    worker.postMessage({ order: "start", people: PEOPLE } satisfies Order);
    show(true);
    status.textContent = words.simulating;
    cancel.focus();
  }

  function hear(news: News): void {
    switch (news.news) {
      case "stored": {
        const before = truth.people;
        truth.add(news.records);
        done += truth.people - before;
        progress.value = done;
        stored();
        break;
      }
      case "finished":
        finish(words.simulated(counted(done)));
        break;
      case "cancelled":
        finish(words.stopped(counted(done)));
        break;
      case "failed":
        finish(words.stopped(counted(done)) + words.between + (reason(news.code, words) ?? words.wrong(news.code)));
        break;
    }
  }

  function finish(sentence: string): void {
    worker?.terminate();
    worker = undefined;
    show(false);
    status.textContent = sentence;
    start.focus();
  }

  function show(running: boolean): void {
    start.hidden = running;
    cancel.hidden = !running;
    progress.hidden = !running;
    progress.value = done;
  }

  byId("simulation").replaceChildren(element("div", { class: "controls" }, start, cancel, progress), status);
  show(false);
}
