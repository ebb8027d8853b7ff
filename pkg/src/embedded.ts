import { fromBase64 } from "./base64.js";
import { CandorError } from "./errors.js";

const { process } = globalThis as {
  process?: { getBuiltinModule?(name: string): { inflateSync(bytes: Uint8Array): BufferSource } | undefined };
};

/** The wasm module that stands in this file, deflated and in base64: the build puts it at the end. */
declare const DEFLATED: string;

/** That module, compiled. `wasm-unavailable` where none may be compiled. */
export async function opened(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(await inflate(fromBase64(DEFLATED)));
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
