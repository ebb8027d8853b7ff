import { Plan as Verified } from "../dist/wasm/candor.js";
import { Encoder } from "./encode.js";
import { call, running, start } from "./module.js";
import { partsOf } from "./parts.js";
import type { Answers, Attribute, PlanAttribute, PlanDocument, Report } from "./types.js";

/** The mechanism of a plan: its verified twin inside the perturbing module, and how answers reach it. */
export class Mechanism {
  readonly attributes: readonly Attribute[];
  /** Record ε, then column ε and attribute ε of every attribute, recomputed from the plan's integers. */
  readonly levels: readonly number[];
  readonly #plan: string;
  readonly #encoder: Encoder;
  readonly #verified: Verified;
  readonly #instance = running();

  /** The module must be running. */
  constructor(document: PlanDocument, maxRecordEpsilon: number) {
    const { texts, numbers } = partsOf(document);
    this.#verified = this.#call(() => Verified.verify(texts, Float64Array.from(numbers), maxRecordEpsilon));
    this.levels = [...this.#call(() => this.#verified.promises)];
    this.attributes = Object.freeze(document.attributes.map(attribute));
    this.#plan = document.fingerprint;
    this.#encoder = new Encoder(this.attributes);
  }

  static start(): Promise<void> {
    return start();
  }

  /** A report with fresh noise. */
  perturb(answers: Answers): Report {
    const categories = this.#encoder.encode(answers);
    try {
      return report(this.#call(() => this.#verified.perturb(categories)), this.#plan);
    } finally {
      categories.fill(0);
    }
  }

  #call<T>(run: () => T): T {
    return call(this.#instance, run);
  }
}

function attribute({ name, question, optional = false, bins, categories }: PlanAttribute): Attribute {
  return Object.freeze({
    name,
    ...(question !== undefined && { question }),
    optional,
    ...(bins !== undefined && { bins: Object.freeze([...bins]) }),
    categories: Object.freeze(
      categories.map((category) =>
        Object.freeze(typeof category === "string" ? { value: category, label: category } : { ...category }),
      ),
    ),
  });
}

/** The module's numbers are the positions of the perturbed categories, and four of the id. */
function report(numbers: Uint32Array, plan: string): Report {
  const answers = Object.freeze([...numbers.subarray(0, -4)]);
  return Object.freeze({ answers, id: base64url(numbers.subarray(-4)), plan });
}

/** The bytes of the numbers, the first the most significant, without padding. */
function base64url(numbers: Uint32Array): string {
  const bytes = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, index) => bytes.setUint32(4 * index, number));
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
