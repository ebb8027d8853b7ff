import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Derives the noise, the label or the mark of a wave from the secret of a device: HMAC-SHA256 [RFC 2104] of the purpose, the
 * mechanism and the record (4 bytes a category), as in `src/report/wave.rs`.
 */
export function derived(
  secret: Uint8Array,
  purpose: "label" | "mark" | "noise",
  mechanism: Uint8Array,
  categories: readonly number[],
): Uint8Array {
  const record = new DataView(new ArrayBuffer(4 * categories.length));
  categories.forEach((category, i) => void record.setUint32(4 * i, category, true));
  const authentication = hmac.create(sha256, secret);
  authentication.update(new TextEncoder().encode(`candor wave ${purpose}`)).update(mechanism);
  return authentication.update(new Uint8Array(record.buffer)).digest();
}
