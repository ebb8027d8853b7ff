import { fromBase64 } from "./base64.js";
import { CandorError, type SharedCode } from "./errors.js";

/** A wasm module from its deflated bytes in base64. `wasm-unavailable` where none may be compiled. */
async function inflated(deflated: string): Promise<WebAssembly.Module> {
  const stream = new Response(fromBase64(deflated)).body!.pipeThrough(new DecompressionStream("deflate-raw"));
  try {
    return await WebAssembly.compile(await new Response(stream).arrayBuffer());
  } catch {
    throw new CandorError(
      "wasm-unavailable",
      "WebAssembly cannot run here; a content security policy must allow 'wasm-unsafe-eval' in script-src",
    );
  }
}

/** Starts a module once; a start that was refused can be tried again. */
export function starter(deflated: string, initialise: (module: WebAssembly.Module) => void): () => Promise<void> {
  let started: Promise<void> | undefined;
  return () =>
    (started ??= inflated(deflated).then(initialise, (unavailable) => {
      started = undefined;
      throw unavailable;
    }));
}

/** Whether the module refused something, which is no fault of it. */
export function isRefusal(thrown: unknown): thrown is Error & { code: SharedCode } {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string";
}
