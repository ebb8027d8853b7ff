import type { SharedCode } from "../errors.js";

/** What is thrown for a document, a record or a random source that is refused: as the wasm module throws it. */
export function refusal(code: SharedCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What a law and its parts may not be. */
export function invalid(message: string): Error {
  return refusal("invalid-plan", message);
}
