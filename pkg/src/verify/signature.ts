import { fromBase64url } from "../common/base64.js";
import { CandorError } from "../common/errors.js";
import { utf8 } from "../common/runtime.js";
import type { PlanDocument } from "../common/types.js";

/**
 * Checks a plan's Ed25519 signature (RFC 8032), which covers the text `candor plan ` followed by the plan's fingerprint. It shows
 * whose plan this is; the privacy promises are recomputed from the plan's weights, whoever signed it.
 */
export async function checkSignature({ fingerprint, signature }: PlanDocument, publicKey: string): Promise<void> {
  if (signature === undefined) throw mismatch("the plan carries no signature");
  const message = utf8(`candor plan ${fingerprint}`);
  if (!(await verified(bytes(publicKey, 32), bytes(signature, 64), message))) {
    throw mismatch(`the plan's signature is not one of ${publicKey}`);
  }
}

async function verified(key: BufferSource, signature: BufferSource, message: BufferSource): Promise<boolean> {
  try {
    const { subtle } = globalThis.crypto;
    return await subtle.verify(
      "Ed25519",
      await subtle.importKey("raw", key, "Ed25519", false, ["verify"]),
      signature,
      message,
    );
  } catch (cause) {
    throw new CandorError("signature-unavailable", "Ed25519 needs https and a browser that has it", {
      cause,
    });
  }
}

function bytes(base64url: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = /^[\w-]*$/.test(base64url) ? fromBase64url(base64url) : new Uint8Array();
  if (bytes.length !== length) throw mismatch(`a key or signature must be ${length} bytes in base64url`);
  return bytes;
}

function mismatch(rule: string): CandorError {
  return new CandorError("signature-mismatch", rule);
}
