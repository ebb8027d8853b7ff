import { base64url, fromBase64url } from "../../common/base64.js";
import { CandorError } from "../../common/errors.js";
import { randomBytes, subtle } from "../../common/platform.js";
import { attempt } from "../../common/refusal.js";

// RSABSSA-SHA384-PSS-Randomized with 2048 bits (RFC 9474, sections 4 and 5). The platform hashes, imports the key and verifies;
// blinding and unblinding, for which it has no function, are computed here with big integers. These do not run in constant time:
// the time depends on secrets of this device, and only this device can measure it.

/** Lengths in bytes: of a modulus, of a hash and its salt, and of random values. */
const BYTES = 256;
const HASH = 48;
const RANDOM = 32;

/** A random number and its blinding, all in base64url. Only `blinded` is sent. */
export interface Blinding {
  readonly number: string;
  readonly randomizer: string;
  readonly inverse: string;
  readonly blinded: string;
}

const PSS = { name: "RSA-PSS", hash: "SHA-384" };

/** A collector's public key, which blinds numbers and verifies signatures. */
export class PublicKey {
  readonly #key: CryptoKey;
  readonly #n: bigint;
  readonly #e: bigint;

  private constructor(key: CryptoKey, n: bigint, e: bigint) {
    this.#key = key;
    this.#n = n;
    this.#e = e;
  }

  static async of(published: string): Promise<PublicKey> {
    const own = subtle();
    try {
      const key = await own.importKey("spki", fromBase64url(published), PSS, true, ["verify"]);
      const { n, e } = await own.exportKey("jwk", key);
      return new PublicKey(key, whole(fromBase64url(n!)), whole(fromBase64url(e!)));
    } catch (cause) {
      throw new CandorError("invalid-invitation", "the collector's key is not an RSA public key", { cause });
    }
  }

  /** Draws a number and blinds it. */
  async blind(): Promise<Blinding> {
    const [number, randomizer] = [randomBytes(RANDOM), randomBytes(RANDOM)];
    const encoded = whole(await encode(joined(randomizer, number)));
    const [factor, inverse] = this.#factor();
    const blinded = bytes((encoded * power(factor, this.#e, this.#n)) % this.#n);
    return {
      number: base64url(number),
      randomizer: base64url(randomizer),
      inverse: base64url(bytes(inverse)),
      blinded: base64url(blinded),
    };
  }

  /**
   * Unblinds the collector's answer and verifies it; returns the credential of a report: the number, its randomizer and the
   * signature.
   */
  async credential({ number, randomizer, inverse }: Blinding, answer: string): Promise<string> {
    const [own, before, left] = [number, randomizer, inverse].map((kept) =>
      attempt(() => fromBase64url(kept), "kept-report-broken", "the invitation stored here cannot be read"),
    ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
    const given = attempt(() => whole(fromBase64url(answer)), "invalid-invitation", "the response is not a signature");
    const signature = bytes((given * whole(left)) % this.#n);
    const how = { name: PSS.name, saltLength: HASH };
    if (!(await subtle().verify(how, this.#key, signature, joined(before, own))))
      throw new CandorError(
        "invalid-invitation",
        "the collector's response is not a signature by the invitation's key",
      );
    return base64url(joined(own, before, signature));
  }

  /** Draws a random number below the modulus that has an inverse, as all but two in 2¹⁰²³ have, and returns both. */
  #factor(): [bigint, bigint] {
    for (;;) {
      const factor = whole(randomBytes(BYTES));
      const inverse = factor < this.#n ? inverted(factor, this.#n) : undefined;
      if (inverse !== undefined) return [factor, inverse];
    }
  }
}

/** EMSA-PSS-ENCODE (RFC 8017, section 9.1.1), with one bit less than the modulus. */
async function encode(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const salt = randomBytes(HASH);
  const hash = await sha384(joined(new Uint8Array(8), await sha384(message), salt));
  const block = new Uint8Array(BYTES - HASH - 1);
  block[block.length - HASH - 1] = 1;
  block.set(salt, block.length - HASH);
  const mask = await mask1(hash, block.length);
  for (let i = 0; i < block.length; i += 1) block[i]! ^= mask[i]!;
  block[0]! &= 0x7f;
  return joined(block, hash, Uint8Array.of(0xbc));
}

/** MGF1 (RFC 8017, appendix B.2.1). */
async function mask1(seed: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = Array.from({ length: Math.ceil(length / HASH) }, (_, i) =>
    sha384(joined(seed, Uint8Array.of(0, 0, 0, i))),
  );
  return joined(...(await Promise.all(blocks))).slice(0, length);
}

async function sha384(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle().digest(PSS.hash, message));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, left] = [base, exponent]; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** The modular inverse, by the extended Euclidean algorithm; `undefined` where there is none. */
function inverted(number: bigint, modulus: bigint): bigint | undefined {
  let [left, right, x, y] = [number, modulus, 1n, 0n];
  while (right > 0n) {
    const quotient = left / right;
    [left, right, x, y] = [right, left - quotient * right, y, x - quotient * y];
  }
  return left === 1n ? ((x % modulus) + modulus) % modulus : undefined;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function whole(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}

function bytes(number: bigint): Uint8Array<ArrayBuffer> {
  const digits = number.toString(16).padStart(2 * BYTES, "0");
  return Uint8Array.from({ length: BYTES }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}
