import { drawnUnits } from "../forms.js";
import { type Document, read, type Unit } from "./document.js";
import { promisesOf } from "./epsilon.js";
import { type Law, lawOf } from "./law.js";
import { type Draws, drawsOf, type Noise, noiseOf } from "./noise.js";
import { invalid, refusal } from "./refusal.js";
import { sizesOf } from "./schema.js";
import { derived, digestOf, fingerprintOf } from "./secret.js";
import { fresh, Words } from "./words.js";

const VERSION = 1;

/** A verified plan: what the class `Plan` of the wasm module is, with the same refusals and, from the same words, the same reports. */
export class Plan {
  /** Record ε, then column ε and attribute ε of each attribute, recomputed from the integers. */
  readonly promises: Float64Array;
  readonly #law: Law;
  readonly #draws: readonly (readonly Draws[])[];
  readonly #names: readonly string[];
  /** Of what all waves of a family share that ask the same. */
  readonly #mechanism: Uint8Array | undefined;

  /** Verifies a plan document: the canonical text of all but its fingerprint, in bytes, and its parts. */
  static verify(written: Uint8Array, texts: string, numbers: Float64Array, maxRecordEpsilon: number): Plan {
    return new Plan(read(texts, numbers), written, maxRecordEpsilon);
  }

  private constructor(document: Document, written: Uint8Array, maxRecordEpsilon: number) {
    const { attributes, drawn, fingerprint, forms, mechanism, title, version } = document;
    if (version !== VERSION) {
      const message = `plan version ${version} is not supported; this is version ${VERSION}`;
      throw refusal("unsupported-version", message);
    }
    this.#law = lawOf(sizesOf(attributes, title), forms);
    if (drawn && this.#law.labels === 1)
      throw invalid('"ask" is "drawn", but the law has one label: it asks everything of every device');
    const digest = fingerprintOf(digestOf(written));
    if (fingerprint !== digest)
      throw refusal("fingerprint-mismatch", `the plan states fingerprint "${fingerprint}" but has ${digest}`);
    this.promises = promisesOf(this.#law);
    this.#names = attributes.map(({ name }) => name);
    checkPromises(document, this.#names, this.promises);
    const [record] = this.promises as unknown as [number];
    if (!(record <= maxRecordEpsilon))
      throw refusal("cap-exceeded", `record ε is ${record}, above the ${maxRecordEpsilon} that this page accepts`);
    this.#draws = forms.map(({ blocks }) => blocks.map(drawsOf));
    this.#mechanism = mechanism === undefined ? undefined : digestOf(mechanism);
  }

  /**
   * A report: its perturbed numbers and four of its id; in a wave eight of the truth's mark and eight of the secret. Without
   * categories the label that this device is asked under, and in a wave the secret.
   */
  perturb(categories?: Uint32Array, secret?: Uint32Array, label?: number): Uint32Array {
    if (categories !== undefined) this.#checkRecord(categories, label);
    let words = fresh();
    const id = new Uint8Array(16);
    if (categories !== undefined) words.fill(id);
    const own = new Uint8Array(32);
    if (this.#mechanism !== undefined) words.fill(own);
    if (secret !== undefined) own.fill(0).set(bytesOf(secret.subarray(0, 8)));
    if (label === undefined && this.#mechanism !== undefined && this.#law.labels > 1)
      words = new Words(derived(own, "label", this.#mechanism, []));
    const drawn = label ?? this.#label(words);
    const wave = this.#mechanism === undefined ? [] : numbersOf(own);
    if (categories === undefined) return Uint32Array.of(drawn, ...wave);
    const units = drawnUnits(this.#law.forms, this.#law.sizes.length, drawn)!;
    if (this.#mechanism === undefined)
      return Uint32Array.of(...this.#answer(drawn, units, categories, words), ...numbersOf(id));
    const asked = new Set(units.flatMap(({ attributes }) => attributes));
    const record = Array.from(categories, (category, i) => (asked.has(i) ? category : 0));
    const mark = derived(own, "mark", this.#mechanism, record);
    words = new Words(derived(own, "noise", this.#mechanism, record));
    const numbers = this.#answer(drawn, units, categories, words);
    return Uint32Array.of(...numbers, ...numbersOf(id), ...numbersOf(mark), ...wave);
  }

  #checkRecord(categories: Uint32Array, label: number | undefined): void {
    const { labels, sizes } = this.#law;
    if (categories.length !== sizes.length) {
      const message = `${categories.length} answers given for ${sizes.length} attributes`;
      throw refusal("missing-answer", message);
    }
    const place = categories.findIndex((category, i) => category >= sizes[i]!);
    if (place !== -1) {
      const rule = `is none of its ${sizes[place]} categories`;
      throw refusal("unknown-category", `the answer to question "${this.#names[place]}" ${rule}`);
    }
    if (label !== undefined && label >= labels)
      throw refusal("invalid-report", `not a report: its label is ${label}, of ${labels}`);
  }

  /** A random label: a word for the form where there are several, and a number for the attributes of its pools. */
  #label(words: Words): number {
    const { forms, ways } = this.#law;
    let [form, first] = [0, 0];
    if (forms.length > 1) {
      words.draw();
      const word = (BigInt(words.high) << 32n) | BigInt(words.low);
      for (let end = forms[0]!.weight; word >= end; end += forms[form]!.weight) {
        first += ways[form]!;
        form += 1;
      }
    }
    return first + words.below(ways[form]!);
  }

  /** The numbers of a report: its noise is drawn, then the answers are added. */
  #answer(label: number, units: readonly Unit[], categories: Uint32Array, words: Words): number[] {
    const { labels, shapes, sizes, ways } = this.#law;
    let [form, rest] = [0, label];
    while (rest >= ways[form]!) {
      rest -= ways[form]!;
      form += 1;
    }
    const own = shapes[form]!;
    const noise = noiseOf(this.#draws[form]!, own, words);
    const numbers = units.flatMap(({ attributes }, unit) => {
      const cell = attributes.reduce((cell, attribute) => cell * sizes[attribute]! + categories[attribute]!, 0);
      return moved(noise[unit]!, cell, own[unit]!.cells);
    });
    return labels > 1 ? [label, ...numbers] : numbers;
  }
}

/** The true cell shifted, or a subset's cells moved on by it, around the end, in bits, 32 a number. */
function moved(noise: Noise, cell: number, cells: number): number[] {
  if (typeof noise === "number") return [(cell + noise) % cells];
  const bits = new Array<number>(Math.ceil(cells / 32)).fill(0);
  noise.forEach((held, i) => {
    const place = (cell + i) % cells;
    bits[place >> 5]! |= held << (place & 31);
  });
  return bits;
}

/** Every stated ε is at least the recomputed one, and stands under the right name. */
function checkPromises(document: Document, names: readonly string[], [record, ...pairs]: Float64Array): void {
  const { lowerBound, promises } = document;
  if (promises.length !== names.length || promises.some(({ name }, i) => name !== names[i]))
    throw invalid("the promises must name every attribute once, in order");
  checkStated("record ε", document.record, record!);
  promises.forEach(({ attribute, column, name, requested, requestedAttribute }, i) => {
    const [ofColumn, whole] = [pairs[2 * i]!, pairs[2 * i + 1]!];
    checkStated(`column ε of "${name}"`, column, ofColumn);
    checkStated(`requested column ε of "${name}"`, requested, ofColumn);
    checkStated(`attribute ε of "${name}"`, attribute, whole);
    checkStated(`requested attribute ε of "${name}"`, requestedAttribute, whole);
  });
  if (lowerBound === undefined || (lowerBound >= 0 && lowerBound <= record!)) return;
  throw invalid(`record_lower_bound is ${lowerBound}; it must be between 0 and the record ε, ${record}`);
}

function checkStated(what: string, stated: number | undefined, recomputed: number): void {
  if (stated === undefined || stated >= recomputed) return;
  throw refusal("understated-promise", `${what} is stated as ${stated} but the weights only keep ${recomputed}`);
}

/** The number of every four bytes, the first the most significant. */
function numbersOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i));
}

/** The bytes of such numbers. */
function bytesOf(numbers: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, i) => void view.setUint32(4 * i, number));
  return new Uint8Array(view.buffer);
}
