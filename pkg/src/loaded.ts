import { Family } from "./family.js";
import { Kept } from "./kept.js";
import type { Mechanism } from "./mechanism.js";
import type { Plan } from "./plan.js";
import { promisesOf } from "./promises.js";
import { longest, post, type SubmitOptions } from "./submit.js";
import type { Answers, Attribute, KeptReport, Ledger, PlanDocument, Promises, Receipt, Report } from "./types.js";

/** A plan and its verified mechanism. */
export class LoadedPlan implements Plan {
  readonly survey: string;
  declare readonly title?: string;
  readonly fingerprint: string;
  declare readonly waveOf?: string;
  readonly attributes: readonly Attribute[];
  readonly promises: Promises;
  readonly #mechanism: Mechanism;
  readonly #sending = new Map<string, Promise<Receipt>>();
  readonly #kept: Kept;
  readonly #family: Family | undefined;
  readonly #length: number;
  #drawn: Promise<Report> | undefined;

  constructor(document: PlanDocument, mechanism: Mechanism, maxFamilyEpsilon: number) {
    this.survey = document.survey;
    if (document.title !== undefined) this.title = document.title;
    this.fingerprint = document.fingerprint;
    if (document.wave_of !== undefined) {
      this.waveOf = document.wave_of;
      this.#family = new Family(document.wave_of, mechanism, maxFamilyEpsilon);
    }
    this.attributes = mechanism.attributes;
    this.promises = promisesOf(document, mechanism);
    this.#mechanism = mechanism;
    this.#kept = new Kept(document.fingerprint);
    this.#length = longest(mechanism.attributes, document.fingerprint);
    Object.freeze(this);
  }

  respond(answers: Answers): Promise<Report> {
    this.#drawn ??= this.#first(answers).catch((refusal) => {
      this.#drawn = undefined;
      throw refusal;
    });
    return this.#drawn;
  }

  #first(answers: Answers): Promise<Report> {
    if (this.#family) return this.#kept.firstOfWave(this.#family, answers);
    return this.#kept.first(() => this.#mechanism.perturb(answers));
  }

  submit(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    const endpoint = String(options.endpoint);
    const sending = this.#sending.get(endpoint) ?? this.#send(answers, options);
    this.#sending.set(endpoint, sending);
    return sending;
  }

  async #send(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    try {
      const report = await this.respond(answers);
      const receipt = await post(report, this.#length, options);
      // The collector has it: where that cannot be noted, the next submit learns it again.
      await this.#kept.received(report).catch(() => {});
      return receipt;
    } finally {
      this.#sending.delete(String(options.endpoint));
    }
  }

  async ledger(): Promise<Ledger | undefined> {
    return this.#family && this.#kept.ledger(this.#family);
  }

  kept(): Promise<KeptReport | undefined> {
    return this.#kept.report();
  }

  async forget(): Promise<void> {
    await this.#kept.forget();
    this.#drawn = undefined;
    this.#sending.clear();
  }

  perturb(answers: Answers): Report {
    return this.#mechanism.perturb(answers);
  }
}
