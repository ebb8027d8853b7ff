import { fromBase64url, toBase64url } from "../common/base64.js";
import { placesOf } from "../common/compounds.js";
import { CandorError } from "../common/errors.js";
import { utf8 } from "../common/runtime.js";
import type { PlanAttribute, PlanCategory, PlanCompound, PlanDocument, Question, Report } from "../common/types.js";
import type { Engine } from "../engine/engine.js";
import type { Levels } from "../verify/epsilon.js";
import type { Law } from "../verify/forms.js";
import { Encoder } from "./encode.js";
import { type Verified, verified } from "./verify.js";

/** The mechanism of a verified plan, with the encoder that turns answers into categories for it. */
export class Mechanism {
  /** The questions as written, with their own members only: what a page adds to `Object.prototype` is not part of them. */
  readonly questions: readonly Question[];
  /** Those of which a ranking says what it is: exactly as many choices as there are places, in order. */
  readonly compounds: readonly PlanCompound[];
  readonly law: Law;
  /** For every question, the positions of it and of all that depend on it. */
  readonly joint: readonly ReadonlySet<number>[];
  /** Record ε, then column ε and attribute ε of every attribute, recomputed from the plan's integers. */
  readonly levels: Levels;
  /** Turns answers into categories. */
  readonly encoder: Encoder;
  /** Whether a report takes the same steps whatever the answers and the noise are. */
  readonly fixedWork: boolean;
  readonly #plan: string;
  readonly #verified: Verified;

  /** Verifies a document and makes its mechanism. */
  static async of(document: PlanDocument, maxRecordEpsilon: number, engine: Engine): Promise<Mechanism> {
    return new Mechanism(document, await verified(document, maxRecordEpsilon, engine), engine);
  }

  private constructor(document: PlanDocument, verified: Verified, { fixedWork }: Engine) {
    this.#verified = verified;
    this.fixedWork = fixedWork;
    this.law = verified.law;
    this.joint = verified.joint;
    this.levels = verified.levels;
    this.questions = document.attributes.map(own);
    this.compounds = (document.compounds ?? []).map((compound) => {
      const places = placesOf(this.questions[compound.attributes[0]!]!.categories);
      return bare({ ...compound, ...(compound.kind === "ranking" && { at_least: places, at_most: places }) });
    });
    this.#plan = document.fingerprint;
    this.encoder = new Encoder(this.questions, this.compounds);
  }

  /** Returns the SHA-256 of a text, in base64url. */
  digest(text: string): string {
    return toBase64url(this.#verified.sha256(utf8(text)));
  }

  /** Draws a report with fresh noise, under the given label or a new one. The categories are overwritten. */
  perturb(categories: Uint32Array, label?: number): Report {
    return this.#report(this.#numbers(categories, undefined, label));
  }

  /** Draws the label that decides what this device is asked. */
  label(): number {
    return this.#verified.sampler.perturb()[0]!;
  }

  /** Derives the label that follows from the credential of an invitation. */
  labelOf(credential: string): number {
    return this.#verified.labels!.perturb(undefined, words(this.digest(credential)))[0]!;
  }

  /** Derives the label of all waves of a family from its secret, or from a fresh one if none is given. */
  labelInWave(secret: string | undefined): { readonly label: number; readonly secret: string } {
    const numbers = this.#verified.sampler.perturb(undefined, words(secret));
    return { label: numbers[0]!, secret: toBase64url(numbers.subarray(1)) };
  }

  /** Draws a report of a wave under the secret of its family, or under a fresh one if none is given. */
  perturbInWave(categories: Uint32Array, secret: string | undefined): InWave {
    const numbers = this.#numbers(categories, secret);
    return {
      report: this.#report(numbers.subarray(0, -16)),
      mark: toBase64url(numbers.subarray(-16, -8)),
      secret: toBase64url(numbers.subarray(-8)),
    };
  }

  #numbers(categories: Uint32Array, secret?: string, label?: number): Uint32Array {
    const { labels } = this.law;
    try {
      if (label !== undefined && label >= labels)
        throw new CandorError("invalid-report", `not a report: its label is ${label}, of ${labels}`);
      return this.#verified.sampler.perturb(categories, words(secret), label);
    } finally {
      categories.fill(0);
    }
  }

  /** Makes a report of its perturbed numbers (how many depends on the label) and the four numbers of its id. */
  #report(numbers: Uint32Array): Report {
    return Object.freeze({
      id: toBase64url(numbers.subarray(-4)),
      perturbed: Object.freeze([...numbers.subarray(0, -4)]),
      plan: this.#plan,
    });
  }
}

/** A report, the mark by which the same answers are recognized later, and the secret that both were derived from. */
export interface InWave {
  readonly report: Report;
  readonly mark: string;
  readonly secret: string;
}

/** A copy of a question with its own members only, and with every category as an object. */
export function own(question: PlanAttribute): Question {
  const categories = question.categories.map((category) =>
    bare<PlanCategory>(typeof category === "string" ? { value: category } : category),
  );
  return bare<Question>({ ...question, categories });
}

/** A copy without a prototype. */
function bare<T>(members: T): T {
  return { __proto__: null, ...members } as T;
}

/** Reads base64url as big-endian 32-bit numbers; `undefined` stays `undefined`. */
function words(base64url: string | undefined): Uint32Array | undefined {
  if (base64url === undefined) return undefined;
  const view = new DataView(fromBase64url(base64url).buffer);
  return Uint32Array.from({ length: view.byteLength >> 2 }, (_, index) => view.getUint32(4 * index));
}
