import { CandorError } from "../common/errors.js";

/** The wasm module as text, which the build appends to this file. */
declare const MODULE: string;

/** Compiles the embedded module. Throws `wasm-unavailable` where WebAssembly cannot run. */
export async function opened(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytesOf(MODULE));
  } catch (cause) {
    throw new CandorError("wasm-unavailable", `WebAssembly cannot run here; ${remedy()}`, { cause });
  }
}

/** Says how to make WebAssembly run: in a page by its policy, elsewhere by another entry point. */
function remedy(): string {
  return globalThis.location
    ? "a content security policy must allow 'wasm-unsafe-eval' in script-src"
    : "give candor/slim a module, or use candor/js";
}

/** Decodes the text that `textOf` in `build/assemble.js` writes. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let [length, above] = [0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 34) above = 90 * (code - 31);
    else {
      bytes[length] = above + code - 35 - Number(code > 60) - Number(code > 92);
      length += 1;
      above = 0;
    }
  }
  return bytes.subarray(0, length);
}
