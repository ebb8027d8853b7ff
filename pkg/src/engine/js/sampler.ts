import { sha256 as digest } from "@noble/hashes/sha2.js";
import { asked, drawn, type Law, type RoundedScore } from "../../verify/forms.js";
import type { Sampler } from "../engine.js";
import { type Draws, drawsOf, type Noise, noiseOf } from "./noise.js";
import { derived } from "./secret.js";
import { fresh, Words } from "./words.js";

/** Returns the SHA-256 of bytes as eight numbers. */
export function sha256(bytes: Uint8Array): Uint32Array {
  return numbersOf(digest(bytes));
}

/**
 * Draws the reports of a law, like the class of this name in the wasm module: from the same random words it draws the same
 * reports.
 */
export class LawSampler implements Sampler {
  readonly #law: Law;
  /** The sampling tables of every form, by its blocks. */
  readonly #draws: ReadonlyMap<unknown, readonly Draws[]>;
  /** The digest that all waves of a family which ask the same have in common. */
  readonly #mechanism: Uint8Array | undefined;

  constructor(law: Law, mechanism: Uint32Array | undefined) {
    this.#law = law;
    this.#draws = new Map(law.forms.map(({ blocks }) => [blocks, blocks.map(drawsOf)]));
    this.#mechanism = mechanism && bytesOf(mechanism);
  }

  perturb(categories?: Uint32Array, secret?: Uint32Array, label?: number): Uint32Array {
    let words = fresh();
    if (words === undefined) return new Uint32Array();
    const id = new Uint8Array(16);
    if (categories !== undefined) words.fill(id);
    const own = new Uint8Array(32);
    if (this.#mechanism !== undefined) words.fill(own);
    if (secret !== undefined) own.fill(0).set(bytesOf(secret.subarray(0, 8)));
    if (label === undefined && this.#mechanism !== undefined && this.#law.labels > 1)
      words = new Words(derived(own, "label", this.#mechanism, []));
    const chosen = label ?? this.#label(words);
    const wave = this.#mechanism === undefined ? [] : numbersOf(own);
    if (categories === undefined) return Uint32Array.of(chosen, ...wave);
    if (this.#mechanism === undefined)
      return Uint32Array.of(...this.#answer(chosen, categories, words), ...numbersOf(id));
    const needed = asked(this.#law, drawn(this.#law, chosen)!.units);
    const record = Array.from(categories, (category, i) => (needed.has(i) ? category : 0));
    const mark = derived(own, "mark", this.#mechanism, record);
    words = new Words(derived(own, "noise", this.#mechanism, record));
    const numbers = this.#answer(chosen, categories, words);
    return Uint32Array.of(...numbers, ...numbersOf(id), ...numbersOf(mark), ...wave);
  }

  /** Draws a label: a word picks the form where there are several, and a number picks the attributes of its pools. */
  #label(words: Words): number {
    const { forms } = this.#law;
    let [form, first] = [0, 0];
    if (forms.length > 1) {
      words.draw();
      const word = (BigInt(words.high) << 32n) | BigInt(words.low);
      for (let end = forms[0]!.weight; word >= end; end += forms[form]!.weight) {
        first += forms[form]!.ways;
        form += 1;
      }
    }
    return first + words.below(forms[form]!.ways);
  }

  /** Draws the noise of a report and adds the answers to it. */
  #answer(label: number, categories: Uint32Array, words: Words): number[] {
    const { labels, scores, sizes } = this.#law;
    const form = drawn(this.#law, label)!;
    const noise = noiseOf(this.#draws.get(form.blocks)!, form, words);
    const numbers = form.units.flatMap(({ attributes, cells }, unit) => {
      const category = (column: number) =>
        categories[column] ?? rounded(scores[column - categories.length]!, categories, words);
      const cell = attributes.reduce((cell, column) => cell * sizes[column]! + category(column), 0);
      return moved(noise[unit]!, cell, cells);
    });
    return labels > 1 ? [label, ...numbers] : numbers;
  }
}

/**
 * Adds up a score and rounds it: the category is the number of thresholds that it exceeds, one of which is drawn for every gap
 * between levels; the last one where there is no score.
 */
function rounded({ attributes, levels, steps }: RoundedScore, categories: Uint32Array, words: Words): number {
  const own = attributes.map((attribute, i) => steps[i]![categories[attribute]!]);
  const sum = own.reduce<number>((sum, step = 0) => sum + step, 0);
  const exceeded = levels.slice(1).filter((level, gap) => {
    const lower = levels[gap]!;
    return sum > lower + words.below(level - lower);
  });
  return own.includes(undefined) ? levels.length : exceeded.length;
}

/** Adds the true cell to the noise, modulo the number of cells: gives the reported cell, or a subset as bits, 32 a number. */
function moved(noise: Noise, cell: number, cells: number): number[] {
  if (typeof noise === "number") return [(cell + noise) % cells];
  const bits = new Array<number>(Math.ceil(cells / 32)).fill(0);
  noise.forEach((held, i) => {
    const place = (cell + i) % cells;
    bits[place >> 5]! |= held << (place & 31);
  });
  return bits;
}

/** Reads bytes as big-endian 32-bit numbers. */
function numbersOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i));
}

/** Writes numbers as big-endian 32-bit words. */
function bytesOf(numbers: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, i) => void view.setUint32(4 * i, number));
  return new Uint8Array(view.buffer);
}
