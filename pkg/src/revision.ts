import { base64url } from "./base64.js";
import { canonical } from "./canonical.js";
import { CandorError } from "./errors.js";
import type { Mechanism } from "./mechanism.js";
import type { PlainColumns } from "./plain.js";
import type { PlanDocument, Question } from "./types.js";

const FINGERPRINT = /^sha256:[\da-f]{64}$/;

/** What a plan corrects, and by which its reports are known to say what reports of those plans do. */
export class Revision {
  /** The fingerprints of the plans that it corrects, the latest first. */
  readonly plans: readonly string[];
  readonly #answered: () => string;
  #digest: Promise<string | undefined> | undefined;

  constructor({ ask, forms, revises = [] }: PlanDocument, { questions }: Mechanism, { columns }: PlainColumns) {
    if (!revises.every((plan, i) => FINGERPRINT.test(plan) && revises.indexOf(plan) === i))
      throw new CandorError("invalid-plan", '"revises" is no list of fingerprints, each once');
    this.plans = revises;
    // Names, values and bins in their order, and the law: whatever decides what a report says of a person, and nothing that people read.
    this.#answered = () => canonical({ ask, attributes: questions.map(answered), forms, plain: columns.map(answered) });
  }

  /** SHA-256 of that; none where the platform has none, as in a page that is not served over https. */
  digest(): Promise<string | undefined> {
    this.#digest ??= digestOf(this.#answered());
    return this.#digest;
  }
}

function answered({ bins, categories, name, optional }: Question) {
  return { bins, categories: categories.map(({ value }) => value), name, optional };
}

async function digestOf(text: string): Promise<string | undefined> {
  try {
    return base64url(new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
  } catch {
    return undefined;
  }
}
