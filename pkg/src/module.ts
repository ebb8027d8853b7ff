import { __wbg_reset_state, initSync } from "../dist/wasm/candor.js";
import deflated from "../dist/wasm/deflated.js";
import { CandorError } from "./errors.js";

/**
 * The perturbing module, compiled once per page or process. After a fault its instance is discarded and
 * replaced; everything made by an earlier instance is refused from then on.
 */
let started: Promise<void> | undefined;
let instance = 0;

/** Starts the module, if it is not running. */
export function start(): Promise<void> {
  started ??= compiled().then(
    (module) => void initSync({ module }),
    () => {
      started = undefined;
      throw new CandorError(
        "wasm-unavailable",
        "WebAssembly cannot run here; a content security policy must allow 'wasm-unsafe-eval' in script-src",
      );
    },
  );
  return started;
}

async function compiled(): Promise<WebAssembly.Module> {
  const inflated = new Response(bytes(deflated)).body!.pipeThrough(new DecompressionStream("deflate-raw"));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}

/** A loop takes a tenth of the time of `Uint8Array.from` with a function, 5 ms on a cold page. */
function bytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The number of the running instance. */
export function running(): number {
  return instance;
}

/** Calls into instance `made`. Refusals become `CandorError`; any other fault discards the instance. */
export function call<T>(made: number, run: () => T): T {
  if (made !== instance) throw discarded();
  try {
    return run();
  } catch (thrown) {
    if (isRefusal(thrown)) throw new CandorError(thrown.code, thrown.message);
    discard();
    throw discarded();
  }
}

function isRefusal(thrown: unknown): thrown is Error & { code: string } {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string";
}

function discard(): void {
  instance += 1;
  __wbg_reset_state();
}

function discarded(): CandorError {
  return new CandorError("internal", "the perturbing module failed and was discarded; load the plan again");
}
