import { chacha20orig } from "@noble/ciphers/chacha.js";

/** A generator of 64-bit random words: ChaCha20 under a seed, the same words as the wasm module's generator. */
export class Words {
  readonly #seed: Uint8Array;
  #block = new Uint32Array();
  #blocks = 0;
  #next = 0;
  /** The lower and the upper half of the word drawn last. */
  low = 0;
  high = 0;

  constructor(seed: Uint8Array) {
    this.#seed = seed;
  }

  draw(): void {
    if (this.#next === this.#block.length) this.#fill();
    this.low = this.#block[this.#next]!;
    this.high = this.#block[this.#next + 1]!;
    this.#next += 2;
  }

  /** Fills an array with random words in little-endian order. */
  fill(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < bytes.length; at += 8) {
      this.draw();
      view.setUint32(at, this.low, true);
      view.setUint32(at + 4, this.high, true);
    }
  }

  /**
   * Draws a uniform number below a bound of at most 2³¹: the high part of word × bound, redrawn while the low part lies among the
   * 2⁶⁴ mod bound values that would bias the result [Lemire19, Algorithm 5]. Draws no word where the bound is 1.
   */
  below(bound: number): number {
    if (bound === 1) return 0;
    for (;;) {
      this.draw();
      // All of these stay below 2⁵³: they are products of 16 and 31 bits plus a carry.
      const first = (this.low & 0xffff) * bound;
      const second = (this.low >>> 16) * bound + Math.floor(first / 2 ** 16);
      const third = (this.high & 0xffff) * bound + Math.floor(second / 2 ** 16);
      const fourth = (this.high >>> 16) * bound + Math.floor(third / 2 ** 16);
      const rest = [fourth & 0xffff, third & 0xffff, second & 0xffff, first & 0xffff] as const;
      // The low part can be below the bound only where its upper half is 0, which is so once in 2³².
      const fair = rest[0] > 0 || rest[1] > 0 || BigInt(rest[2] * 2 ** 16 + rest[3]) >= (1n << 64n) % BigInt(bound);
      if (fair) return Math.floor(fourth / 2 ** 16);
    }
  }

  #fill(): void {
    const bytes = new Uint8Array(BYTES);
    chacha20orig(this.#seed, new Uint8Array(8), bytes, bytes, (this.#blocks * BYTES) / 64);
    this.#blocks += 1;
    const view = new DataView(bytes.buffer);
    this.#block = Uint32Array.from({ length: BYTES / 4 }, (_, i) => view.getUint32(4 * i, true));
    this.#next = 0;
  }
}

/** How many bytes of the key stream are computed at a time. */
const BYTES = 1024;

/**
 * A generator with a fresh seed of the system. `undefined` where the system gives no randomness, or leaves a quarter of the seed
 * zero, as a broken source does that fills nothing or only a part; true randomness does that once in 2⁶².
 */
export function fresh(): Words | undefined {
  const seed = new Uint8Array(32);
  try {
    globalThis.crypto.getRandomValues(seed);
  } catch {
    seed.fill(0);
  }
  const quarters = [0, 8, 16, 24].map((start) => seed.subarray(start, start + 8));
  return quarters.every((quarter) => quarter.some((byte) => byte !== 0)) ? new Words(seed) : undefined;
}
