import { Plan as Verified } from "../dist/wasm/candor.js";
import { fromBase64url, toBase64url } from "./base64.js";
import { Encoder } from "./encode.js";
import { call, running, start } from "./module.js";
import { type ForModule, partsOf } from "./parts.js";
import type { Attribute, PlanAttribute, PlanDocument, Report } from "./types.js";

/** The mechanism of a plan: its verified twin inside the perturbing module, and how answers reach it. */
export class Mechanism {
  readonly attributes: readonly Attribute[];
  /** Record ε, then column ε and attribute ε of every attribute, recomputed from the plan's integers. */
  readonly levels: readonly number[];
  /** How answers become categories. */
  readonly encoder: Encoder;
  readonly #plan: string;
  readonly #verified: Verified;
  readonly #instance = running();

  /** The module must be running. A large plan is read and verified in two turns: what waits meanwhile comes in between. */
  static async of(document: PlanDocument, maxRecordEpsilon: number): Promise<Mechanism> {
    const parts = partsOf(document);
    if (parts.numbers.length > LARGE) await new Promise((next) => setTimeout(next));
    return new Mechanism(document, parts, maxRecordEpsilon);
  }

  private constructor(document: PlanDocument, { written, texts, numbers }: ForModule, maxRecordEpsilon: number) {
    this.#verified = this.#call(() => Verified.verify(written, texts, numbers, maxRecordEpsilon));
    this.levels = [...this.#call(() => this.#verified.promises)];
    this.attributes = Object.freeze(
      document.attributes.map((written) => attribute({ __proto__: null, ...written } as PlanAttribute)),
    );
    this.#plan = document.fingerprint;
    this.encoder = new Encoder(this.attributes);
  }

  static start(): Promise<void> {
    return start();
  }

  /** A report with fresh noise, under a label that was drawn before or a new one. The categories are overwritten. */
  perturb(categories: Uint32Array, label?: number): Report {
    return this.#report(this.#numbers(categories, undefined, label));
  }

  /** The label that says what this device is asked. */
  label(): number {
    return this.#call(() => this.#verified.perturb())[0]!;
  }

  /** The label of all waves of a family, under its secret, or under a fresh one where there is none. */
  labelInWave(secret: string | undefined): { readonly label: number; readonly secret: string } {
    const numbers = this.#call(() => this.#verified.perturb(undefined, words(secret)));
    return { label: numbers[0]!, secret: toBase64url(numbers.subarray(1)) };
  }

  /** A report of a wave, drawn under the secret of its family, or under a fresh one where there is none. */
  perturbInWave(categories: Uint32Array, secret: string | undefined): InWave {
    const numbers = this.#numbers(categories, secret);
    return {
      report: this.#report(numbers.subarray(0, -16)),
      mark: toBase64url(numbers.subarray(-16, -8)),
      secret: toBase64url(numbers.subarray(-8)),
    };
  }

  #numbers(categories: Uint32Array, secret?: string, label?: number): Uint32Array {
    try {
      return this.#call(() => this.#verified.perturb(categories, words(secret), label));
    } finally {
      categories.fill(0);
    }
  }

  /** The perturbed numbers, which are as many as their label says, and four of the id. */
  #report(numbers: Uint32Array): Report {
    return Object.freeze({
      id: toBase64url(numbers.subarray(-4)),
      perturbed: Object.freeze([...numbers.subarray(0, -4)]),
      plan: this.#plan,
    });
  }

  #call<T>(run: () => T): T {
    return call(this.#instance, run);
  }
}

/** The numbers of a plan that takes some ten milliseconds to read. */
const LARGE = 5000;

/** A report, the mark by which its truth is known again, and the secret of both. */
export interface InWave {
  readonly report: Report;
  readonly mark: string;
  readonly secret: string;
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

/** The numbers of bytes in base64url, the first byte the most significant; none of none. */
function words(base64url: string | undefined): Uint32Array | undefined {
  if (base64url === undefined) return undefined;
  const view = new DataView(fromBase64url(base64url).buffer);
  return Uint32Array.from({ length: view.byteLength >> 2 }, (_, index) => view.getUint32(4 * index));
}
