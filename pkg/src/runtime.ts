/** What is needed of a runtime that not every one has. */
import { CandorError } from "./errors.js";

/** What the runtime has under a global name; `unsupported-runtime` where that is nothing. */
export function needed<N extends keyof typeof globalThis>(name: N): NonNullable<(typeof globalThis)[N]> {
  const own = globalThis[name];
  if (own) return own;
  throw new CandorError("unsupported-runtime", `this runtime has no ${name}: use a polyfill`);
}

/** A text in UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new (needed("TextEncoder"))().encode(text);
}
