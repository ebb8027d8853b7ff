/** What pages served over https, and other runtimes, have for whoever is invited or may withdraw. */
import { attempt } from "./attempt.js";
import { CandorError } from "./errors.js";
import { needed, utf8 } from "./runtime.js";

/** An address below that of a collector. */
export function below(collector: string | URL, path: string): URL {
  const Address = needed("URL");
  const rule = `"${collector}" is no address of a collector here: give an absolute one`;
  return attempt(() => new Address(path, new Address(collector, globalThis.location?.href)), "invalid-options", rule);
}

/** Randomness of the system; `entropy-unavailable` where it gives none. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return attempt(
    () => globalThis.crypto.getRandomValues(new Uint8Array(length)),
    "entropy-unavailable",
    "the system gave no randomness, so nothing was drawn",
  );
}

/** SHA-256 of a text. */
export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle().digest("SHA-256", utf8(text)));
}

/** What digests, signs and verifies. */
export function subtle(): SubtleCrypto {
  const own = globalThis.crypto?.subtle;
  if (own) return own;
  throw new CandorError(
    "unsupported-runtime",
    "there is no crypto.subtle here; a page has it that is served over https",
  );
}
