import { CandorError } from "./errors.js";
import { Family } from "./family.js";
import { Kept } from "./kept.js";
import { within } from "./limits.js";
import type { Mechanism } from "./mechanism.js";
import { chosen } from "./options.js";
import type { Plan } from "./plan.js";
import { promisesOf } from "./promises.js";
import { longest, post, SUBMIT, type SubmitOptions } from "./submit.js";
import { told } from "./told.js";
import type {
  Answers,
  Attribute,
  Drawn,
  KeptReport,
  Ledger,
  PlanDocument,
  PlanForm,
  Promises,
  Receipt,
  Report,
  StorageChoice,
  Told,
} from "./types.js";

/** A plan and its verified mechanism. */
export class LoadedPlan implements Plan {
  readonly survey: string;
  declare readonly title?: string;
  readonly fingerprint: string;
  declare readonly waveOf?: string;
  readonly attributes: readonly Attribute[];
  readonly promises: Promises;
  readonly #forms: readonly PlanForm[];
  readonly #mechanism: Mechanism;
  readonly #kept: Kept;
  readonly #family: Family | undefined;
  readonly #length: number;

  constructor(
    document: PlanDocument,
    mechanism: Mechanism,
    maxFamilyEpsilon: number,
    storage: StorageChoice | undefined,
  ) {
    this.survey = document.survey;
    if (document.title !== undefined) this.title = document.title;
    this.fingerprint = document.fingerprint;
    if (document.wave_of !== undefined) {
      this.waveOf = document.wave_of;
      this.#family = new Family(document.wave_of, mechanism, maxFamilyEpsilon);
    }
    this.attributes = mechanism.attributes;
    this.promises = promisesOf(document, mechanism);
    this.#forms = document.forms;
    this.#mechanism = mechanism;
    this.#kept = Kept.of(document.fingerprint, storage);
    this.#length = longest(document, mechanism.attributes);
    Object.freeze(this);
  }

  // Answers and options are read before anything is waited for: whoever changes them afterwards changes nothing.

  async respond(answers: Answers): Promise<Drawn> {
    return this.#drawn(this.#mechanism.encode(answers));
  }

  async submit(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    const how = chosen(options, SUBMIT, "endpoint");
    const categories = this.#mechanism.encode(answers);
    return within(how, async (signal) => {
      const report = await this.#drawn(categories);
      return this.#sent(report, report.fromTheseAnswers, how, signal);
    });
  }

  async resend(options: SubmitOptions): Promise<Receipt | undefined> {
    const how = chosen(options, SUBMIT, "endpoint");
    return within(how, async (signal) => {
      const kept = await this.#kept.report();
      if (kept !== undefined && !kept.received) return this.#sent(kept.report, undefined, how, signal);
    });
  }

  #drawn(categories: Uint32Array): Promise<Drawn> {
    if (this.#family) return this.#kept.firstOfWave(categories, this.#family);
    return this.#kept.first(categories, (categories) => this.#mechanism.perturb(categories));
  }

  async #sent(
    report: Report,
    fromTheseAnswers: boolean | undefined,
    how: SubmitOptions,
    signal: AbortSignal,
  ): Promise<Receipt> {
    signal.throwIfAborted();
    const stored = await post(report, this.#length, how, signal);
    // The collector has it: where that cannot be noted, the next submit learns it again.
    await this.#kept.received(report).catch(() => {});
    return { id: report.id, stored, fromTheseAnswers };
  }

  async ledger(): Promise<Ledger | undefined> {
    return this.#family && this.#kept.ledger(this.#family);
  }

  kept(): Promise<KeptReport | undefined> {
    return this.#kept.report();
  }

  forget(): Promise<void> {
    return this.#kept.forget();
  }

  told(report: Report): Told {
    if (report.plan !== this.fingerprint)
      throw new CandorError("plan-mismatch", `the report is for plan ${report.plan}, not for ${this.fingerprint}`);
    return told(this.#forms, this.attributes, report);
  }

  perturb(answers: Answers): Report {
    return this.#mechanism.perturb(this.#mechanism.encode(answers));
  }
}
