import { Kept } from "./kept.js";
import type { Mechanism } from "./mechanism.js";
import type { Plan } from "./plan.js";
import { promisesOf } from "./promises.js";
import { longest, post, type SubmitOptions } from "./submit.js";
import type { Answers, Attribute, KeptReport, PlanDocument, Promises, Receipt, Report } from "./types.js";

/** A plan and its verified mechanism. */
export class LoadedPlan implements Plan {
  readonly survey: string;
  declare readonly title?: string;
  readonly fingerprint: string;
  readonly attributes: readonly Attribute[];
  readonly promises: Promises;
  readonly #mechanism: Mechanism;
  readonly #sending = new Map<string, Promise<Receipt>>();
  readonly #kept: Kept;
  readonly #length: number;
  #drawn: Promise<Report> | undefined;

  constructor(document: PlanDocument, mechanism: Mechanism) {
    this.survey = document.survey;
    if (document.title !== undefined) this.title = document.title;
    this.fingerprint = document.fingerprint;
    this.attributes = mechanism.attributes;
    this.promises = promisesOf(document, mechanism);
    this.#mechanism = mechanism;
    this.#kept = new Kept(document.fingerprint);
    this.#length = longest(mechanism.attributes, document.fingerprint);
    Object.freeze(this);
  }

  respond(answers: Answers): Promise<Report> {
    const draw = () => this.#mechanism.perturb(answers);
    return (this.#drawn ??= this.#kept.first(draw).catch((refusal) => {
      this.#drawn = undefined;
      throw refusal;
    }));
  }

  submit(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    const endpoint = String(options.endpoint);
    const sending = this.#sending.get(endpoint) ?? this.#send(answers, options);
    this.#sending.set(endpoint, sending);
    return sending;
  }

  async #send(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    try {
      const receipt = await post(await this.respond(answers), this.#length, options);
      // The collector has it: where that cannot be noted, the next submit learns it again.
      await this.#kept.received().catch(() => {});
      return receipt;
    } finally {
      this.#sending.delete(String(options.endpoint));
    }
  }

  kept(): Promise<KeptReport | undefined> {
    return this.#kept.report();
  }

  async forget(): Promise<void> {
    await this.#kept.forget();
    this.#drawn = undefined;
  }

  perturb(answers: Answers): Report {
    return this.#mechanism.perturb(answers);
  }
}
