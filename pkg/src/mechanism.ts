import { fromBase64url, toBase64url } from "./base64.js";
import { Encoder } from "./encode.js";
import { type ForModule, partsOf } from "./parts.js";
import type { Perturbing, Verified } from "./perturbing.js";
import type { PlanAttribute, PlanCategory, PlanDocument, Question, Report } from "./types.js";

/** The mechanism of a plan: its verified twin inside the perturbing module, and how answers reach it. */
export class Mechanism {
  /** The questions as written, own members alone: nothing that a page adds to all objects is part of one. */
  readonly questions: readonly Question[];
  /** Record ε, then column ε and attribute ε of every attribute, recomputed from the plan's integers. */
  readonly levels: readonly number[];
  /** How answers become categories. */
  readonly encoder: Encoder;
  readonly #plan: string;
  readonly #verified: Verified;
  /** Whether a report takes the same steps whatever was answered. */
  readonly fixedWork: boolean;

  /** A large plan is read, verified and made ready in turns of their own: what waits meanwhile comes in between. */
  static async of(document: PlanDocument, maxRecordEpsilon: number, module: Perturbing): Promise<Mechanism> {
    const parts = partsOf(document);
    const turn = () => parts.numbers.length > LARGE && new Promise((next) => setTimeout(next));
    await turn();
    const mechanism = new Mechanism(document, parts, maxRecordEpsilon, module);
    await turn();
    return mechanism;
  }

  private constructor(
    document: PlanDocument,
    { written, texts, numbers }: ForModule,
    maxRecordEpsilon: number,
    module: Perturbing,
  ) {
    this.#verified = module.verify(written, texts, numbers, maxRecordEpsilon);
    this.fixedWork = module.fixedWork;
    this.levels = [...this.#verified.promises];
    this.questions = document.attributes.map(own);
    this.#plan = document.fingerprint;
    this.encoder = new Encoder(this.questions);
  }

  /** A report with fresh noise, under a label that was drawn before or a new one. The categories are overwritten. */
  perturb(categories: Uint32Array, label?: number): Report {
    return this.#report(this.#numbers(categories, undefined, label));
  }

  /** The label that says what this device is asked. */
  label(): number {
    return this.#verified.perturb()[0]!;
  }

  /** The label of all waves of a family, under its secret, or under a fresh one where there is none. */
  labelInWave(secret: string | undefined): { readonly label: number; readonly secret: string } {
    const numbers = this.#verified.perturb(undefined, words(secret));
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
      return this.#verified.perturb(categories, words(secret), label);
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
}

/** The numbers of a plan that takes some ten milliseconds to read. */
const LARGE = 5000;

/** A report, the mark by which its truth is known again, and the secret of both. */
export interface InWave {
  readonly report: Report;
  readonly mark: string;
  readonly secret: string;
}

/** A question as written, own members alone, with every category as an object. */
export function own(question: PlanAttribute): Question {
  const categories = question.categories.map((category) =>
    bare<PlanCategory>(typeof category === "string" ? { value: category } : category),
  );
  return bare<Question>({ ...question, categories });
}

/** A copy without what all objects inherit. */
function bare<T>(members: T): T {
  return { __proto__: null, ...members } as T;
}

/** The numbers of bytes in base64url, the first byte the most significant; none of none. */
function words(base64url: string | undefined): Uint32Array | undefined {
  if (base64url === undefined) return undefined;
  const view = new DataView(fromBase64url(base64url).buffer);
  return Uint32Array.from({ length: view.byteLength >> 2 }, (_, index) => view.getUint32(4 * index));
}
