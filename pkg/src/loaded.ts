import type { Mechanism } from "./mechanism.js";
import type { Plan } from "./plan.js";
import { post, type SubmitOptions } from "./submit.js";
import type { Answers, Attribute, PlanDocument, Promises, Receipt, Report } from "./types.js";

/** A plan and its verified mechanism. */
export class LoadedPlan implements Plan {
  readonly survey: string;
  declare readonly title?: string;
  readonly fingerprint: string;
  readonly attributes: readonly Attribute[];
  readonly promises: Promises;
  readonly #mechanism: Mechanism;
  readonly #sending = new Map<string, Promise<Receipt>>();
  #report: Report | undefined;

  constructor(document: PlanDocument, mechanism: Mechanism) {
    this.survey = document.survey;
    if (document.title !== undefined) this.title = document.title;
    this.fingerprint = document.fingerprint;
    this.attributes = mechanism.attributes;
    this.promises = promises(mechanism);
    this.#mechanism = mechanism;
    Object.freeze(this);
  }

  async respond(answers: Answers): Promise<Report> {
    return (this.#report ??= this.perturb(answers));
  }

  submit(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    const endpoint = String(options.endpoint);
    const sending = this.#sending.get(endpoint) ?? this.#send(answers, options);
    this.#sending.set(endpoint, sending);
    return sending;
  }

  async #send(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    try {
      return await post(await this.respond(answers), options);
    } finally {
      this.#sending.delete(String(options.endpoint));
    }
  }

  perturb(answers: Answers): Report {
    return this.#mechanism.perturb(answers);
  }
}

function promises({ attributes, levels }: Mechanism): Promises {
  const [record, ...pairs] = levels as [number, ...number[]];
  const promise = ({ name }: Attribute, index: number) =>
    Object.freeze({ name, column: pairs[2 * index]!, attribute: pairs[2 * index + 1]! });
  return Object.freeze({ record, attributes: Object.freeze(attributes.map(promise)) });
}
