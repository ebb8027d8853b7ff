/** Access to globals that not every runtime has. */
import { CandorError } from "./errors.js";

/** Returns a global of the runtime; throws `unsupported-runtime` where it is missing. */
export function needed<N extends keyof typeof globalThis>(name: N): NonNullable<(typeof globalThis)[N]> {
  const own = globalThis[name];
  if (own) return own;
  throw new CandorError("unsupported-runtime", `this runtime has no ${name}: use a polyfill`);
}

/** Encodes a text as UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new (needed("TextEncoder"))().encode(text);
}
