/** Binary data that grows as it is written, the lowest byte of a number first. */

const UTF8 = new TextEncoder();

/** The bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return UTF8.encode(text);
}

export class Bytes {
  #view = new DataView(new ArrayBuffer(1 << 16));
  #length = 0;

  /** How many bytes were written. */
  get length(): number {
    return this.#length;
  }

  /** What was written. */
  get all(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#view.buffer, 0, this.#length);
  }

  byte(value: number): this {
    const at = this.#room(1);
    this.#view.setUint8(at, value);
    return this;
  }

  /** 16 bits without a sign. */
  short(value: number): this {
    const at = this.#room(2);
    this.#view.setUint16(at, value, true);
    return this;
  }

  /** 32 bits with a sign. */
  int(...values: readonly number[]): this {
    for (const value of values) {
      const at = this.#room(4);
      this.#view.setInt32(at, value, true);
    }
    return this;
  }

  /** 64 bits without a sign. */
  long(value: number): this {
    const at = this.#room(8);
    this.#view.setBigUint64(at, BigInt(value), true);
    return this;
  }

  /** A floating-point number of 64 bits. */
  double(value: number): this {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
    return this;
  }

  /** A text in UTF-8; filled up to a size, if one is given. */
  text(text: string, size?: number, fill = 0): this {
    const bytes = utf8(text);
    const length = size ?? bytes.length;
    if (bytes.length > length) throw new RangeError(`a text of ${bytes.length} bytes in ${length}`);
    const at = this.#room(length);
    const target = new Uint8Array(this.#view.buffer, at, length);
    target.fill(fill);
    target.set(bytes);
    return this;
  }

  /** Replaces 64 bits that were written before. */
  replaceLong(at: number, value: number): void {
    this.#view.setBigUint64(at, BigInt(value), true);
  }

  /** Makes room for so many bytes, which may replace the view, and returns where. */
  #room(size: number): number {
    const at = this.#length;
    this.#length += size;
    if (this.#length > this.#view.byteLength) {
      const larger = new Uint8Array(Math.max(2 * this.#view.byteLength, this.#length));
      larger.set(new Uint8Array(this.#view.buffer, 0, at));
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
