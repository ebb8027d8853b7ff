import { CandorError } from "./errors.js";

/** The wasm module that stands in this file, as text: the build puts it at the end. */
declare const MODULE: string;

/** That module, compiled. `wasm-unavailable` where none may be compiled. */
export async function opened(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytesOf(MODULE));
  } catch (cause) {
    throw new CandorError("wasm-unavailable", `WebAssembly cannot run here; ${remedy()}`, { cause });
  }
}

/** What lets it run in a page, or elsewhere, where no policy forbids it. */
function remedy(): string {
  return globalThis.location
    ? "a content security policy must allow 'wasm-unsafe-eval' in script-src"
    : "give candor/slim a module, or use candor/js";
}

/** The bytes of what `textOf` in `assemble.js` writes. */
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
