import { fromBase64 } from "./base64.js";
import { CandorError, type SharedCode } from "./errors.js";

const { process } = globalThis as {
  process?: { getBuiltinModule?(name: string): { inflateSync(bytes: Uint8Array): BufferSource } | undefined };
};

/** A wasm module from its deflated bytes in base64. `wasm-unavailable` where none may be compiled. */
export async function inflated(deflated: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(await inflate(fromBase64(deflated)));
  } catch (cause) {
    throw new CandorError(
      "wasm-unavailable",
      "WebAssembly cannot run here; a content security policy must allow 'wasm-unsafe-eval' in script-src",
      { cause },
    );
  }
}

/** What the platform inflates, or where it cannot, a file that is loaded there alone. In Node, streams take twenty times as long as zlib. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<BufferSource> {
  try {
    const zlib = process?.getBuiltinModule?.("node:zlib");
    if (zlib) return zlib.inflateSync(bytes);
    const stream = new Response(bytes).body!.pipeThrough(new DecompressionStream("deflate"));
    return await new Response(stream).arrayBuffer();
  } catch {
    return (await import("./unzlib.js")).unzlibSync(bytes);
  }
}

/** Starts a module once; a start that was refused can be tried again. */
export function starter(
  opened: () => Promise<WebAssembly.Module>,
  initialise: (module: WebAssembly.Module) => void,
): () => Promise<void> {
  let started: Promise<void> | undefined;
  return () =>
    (started ??= opened().then(initialise, (unavailable) => {
      started = undefined;
      throw unavailable;
    }));
}

/** Whether the module refused something, which is no fault of it. */
export function isRefusal(thrown: unknown): thrown is Error & { code: SharedCode } {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string";
}
