/** Platform functions for invitations and withdrawals, available in pages served over https and in other runtimes. */

import { CandorError } from "./errors.js";
import { attempt } from "./refusal.js";
import { needed, utf8 } from "./runtime.js";

/** An address below the collector's. */
export function below(collector: string | URL, path: string): URL {
  const Address = needed("URL");
  const rule = `"${collector}" is no address of a collector here: give an absolute one`;
  return attempt(() => new Address(path, new Address(collector, globalThis.location?.href)), "invalid-options", rule);
}

/** Random bytes of the system; throws `entropy-unavailable` where it gives none. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return attempt(
    () => globalThis.crypto.getRandomValues(new Uint8Array(length)),
    "entropy-unavailable",
    "the system gave no randomness, so nothing was drawn",
  );
}

/** Returns the SHA-256 of a text. */
export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle().digest("SHA-256", utf8(text)));
}

/** The platform's `SubtleCrypto`. */
export function subtle(): SubtleCrypto {
  const own = globalThis.crypto?.subtle;
  if (own) return own;
  throw new CandorError(
    "unsupported-runtime",
    "there is no crypto.subtle here; a page has it that is served over https",
  );
}
