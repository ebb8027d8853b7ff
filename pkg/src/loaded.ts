import { alone, type Drawing } from "./drawing.js";
import { CandorError } from "./errors.js";
import { Family } from "./family.js";
import { Kept } from "./kept.js";
import { within } from "./limits.js";
import type { Mechanism } from "./mechanism.js";
import { chosen } from "./options.js";
import type { Plan } from "./plan.js";
import { promisesOf } from "./promises.js";
import { Questions } from "./questions.js";
import { longest, post, SUBMIT, type SubmitOptions } from "./submit.js";
import { told } from "./told.js";
import type {
  Answers,
  Attribute,
  Drawn,
  KeptReport,
  Ledger,
  PlanDocument,
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
  readonly ask: "all" | "drawn";
  readonly attributes: readonly Attribute[];
  readonly #document: PlanDocument;
  #promises: Promises | undefined;
  readonly #mechanism: Mechanism;
  readonly #kept: Kept;
  readonly #family: Family | undefined;
  readonly #drawing: Drawing;
  /** What labels ask, where a device asks only what it draws. */
  readonly #questions: Questions | undefined;
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
    this.#drawing = this.#family ?? alone(mechanism);
    this.ask = document.ask ?? "all";
    this.attributes = mechanism.attributes;
    if (this.ask === "drawn") this.#questions = new Questions(document.forms, this.attributes);
    this.#document = document;
    this.#mechanism = mechanism;
    this.#kept = Kept.of(document.fingerprint, storage);
    this.#length = longest(document, mechanism.attributes);
    Object.freeze(this);
  }

  /** Their chances are sums over all of the plan, which nobody waits for who does not ask. */
  get promises(): Promises {
    this.#promises ??= promisesOf(this.#document, this.#mechanism);
    return this.#promises;
  }

  // Answers and options are read before anything is waited for: whoever changes them afterwards changes nothing.

  async questions(): Promise<readonly Attribute[]> {
    return this.#questions ? this.#questions.of(await this.#kept.label(this.#drawing)) : this.attributes;
  }

  async respond(answers: Answers): Promise<Drawn> {
    return this.#drawn(this.#given(answers));
  }

  async submit(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    const how = chosen(options, SUBMIT, "endpoint");
    const given = this.#given(answers);
    return within(how, async (signal) => {
      const report = await this.#drawn(given);
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

  /** The categories of answers; judged where it is known what is asked, later where that is drawn. */
  #given(answers: Answers): Uint32Array {
    const { encoder } = this.#mechanism;
    return this.#questions ? encoder.given(answers) : encoder.encode(answers);
  }

  #drawn(given: Uint32Array): Promise<Drawn> {
    const questions = this.#questions;
    const settle = (given: Uint32Array, label: number) =>
      void this.#mechanism.encoder.settled(given, questions!.asked(label));
    return this.#kept.first(given, this.#drawing, questions && settle);
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
    return told(this.#document.forms, this.attributes, report);
  }

  perturb(answers: Answers, questions = this.attributes): Report {
    const { encoder } = this.#mechanism;
    if (questions === this.attributes) return this.#mechanism.perturb(encoder.encode(answers));
    const label = this.#questions?.label(questions);
    if (label === undefined) throw new CandorError("invalid-options", "this plan asks everything of every device");
    return this.#mechanism.perturb(encoder.settled(encoder.given(answers), this.#questions!.asked(label)), label);
  }
}
