import { CandorError } from "../common/errors.js";
import { isNumbers } from "../common/kinds.js";
import { chosen } from "../common/options.js";
import type {
  Answers,
  Attribute,
  Compound,
  Drawn,
  KeptReport,
  Ledger,
  Names,
  PlanDocument,
  Promises,
  Receipt,
  Report,
  ReportStorage,
  Section,
  StorageChoice,
  SurveyTexts,
  Told,
} from "../common/types.js";
import { decode } from "../device/decode.js";
import { alone, byInvitation, type Drawing } from "../device/drawing.js";
import { Family } from "../device/family.js";
import { Kept } from "../device/kept.js";
import type { Mechanism } from "../device/mechanism.js";
import { carrying, misfit, type PlainColumns } from "../device/plain.js";
import { Questions } from "../device/questions.js";
import { Revision } from "../device/revision.js";
import { throwIfEnded, within } from "../http/limits.js";
import { longest, post, RESPOND, type RespondOptions, SUBMIT, type SubmitOptions } from "../http/submit.js";
import { longestNumbers } from "../verify/forms.js";
import type { Localized } from "./localized.js";
import type { Plan } from "./plan.js";
import { promisesOf } from "./promises.js";

/** A plan and its verified mechanism. */
export class LoadedPlan implements Plan {
  readonly survey: string;
  declare readonly title?: string;
  readonly fingerprint: string;
  declare readonly language?: string;
  declare readonly languages: readonly string[];
  declare readonly waveOf?: string;
  readonly revises: readonly string[];
  declare readonly opens?: string;
  declare readonly closes?: string;
  declare readonly invitations?: "plain" | "blind";
  readonly ask: "all" | "drawn";
  declare readonly attributes: readonly Attribute[];
  declare readonly compounds: readonly Compound[];
  declare readonly plain: readonly Attribute[];
  declare readonly sections: readonly Section[];
  declare readonly texts: SurveyTexts;
  readonly #columns: PlainColumns;
  readonly #document: PlanDocument;
  #promises: Promises | undefined;
  readonly #mechanism: Mechanism;
  readonly #localized: Localized;
  readonly #kept: Kept;
  readonly #family: Family | undefined;
  readonly #drawing: Drawing;
  /** The questions of each label, where a device asks only what it draws. */
  readonly #questions: Questions | undefined;
  readonly #length: number;

  constructor(
    document: PlanDocument,
    mechanism: Mechanism,
    columns: PlainColumns,
    localized: Localized,
    maxFamilyEpsilon: number,
    storage: StorageChoice | undefined,
  ) {
    this.survey = document.survey;
    this.fingerprint = document.fingerprint;
    Object.assign(this, localized);
    for (const name of ["opens", "closes", "invitations"] as const)
      if (document[name] !== undefined) Object.assign(this, { [name]: document[name] });
    if (document.wave_of !== undefined) {
      this.waveOf = document.wave_of;
      this.#family = new Family(document.wave_of, mechanism, maxFamilyEpsilon);
    }
    this.#drawing = this.#family ?? (document.labels ? byInvitation(mechanism) : alone(mechanism));
    this.revises = Object.freeze([...(document.revises ?? [])]);
    this.ask = document.ask ?? "all";
    this.#columns = columns;
    if (this.ask === "drawn") this.#questions = new Questions(mechanism.law, this.attributes);
    this.#document = document;
    this.#mechanism = mechanism;
    this.#localized = localized;
    this.#kept = Kept.of(document.fingerprint, new Revision(document, mechanism, columns), storage);
    this.#length = longest(document, longestNumbers(mechanism.law));
    Object.freeze(this);
  }

  /** Computed on first use: the chances are sums over the whole plan. */
  get promises(): Promises {
    this.#promises ??= promisesOf(this.#mechanism, this.attributes, this.plain);
    return this.#promises;
  }

  names(language: string): Names {
    return {
      attributes: this.#localized.names(language, this.#mechanism.questions),
      plain: this.#localized.names(language, this.#columns.columns),
      compounds: this.#localized.names(language, this.#mechanism.compounds),
    };
  }

  // Answers and options are read before the first `await`, so that later changes to them have no effect.

  async questions(): Promise<readonly Attribute[]> {
    return this.#questions ? this.#questions.of(await this.#kept.label(this.#drawing)) : this.attributes;
  }

  applicable(answers: Answers): readonly Attribute[] {
    const applicable = this.#mechanism.encoder.applicable(answers);
    return this.attributes.filter((_, i) => applicable.has(i));
  }

  async respond(answers: Answers, options: RespondOptions = {}): Promise<Drawn> {
    const how = chosen(options, RESPOND);
    const carried = this.#carried(how);
    return this.#drawn(this.#given(answers, how), carried);
  }

  async submit(answers: Answers, options: SubmitOptions): Promise<Receipt> {
    const how = chosen(options, SUBMIT, "endpoint");
    const [given, plain] = [this.#given(answers, how), this.#carried(how)];
    return within(how, async (signal) => {
      const report = await this.#drawn(given, plain);
      const receipt = await this.#sent(report, report.fromTheseAnswers, how, signal);
      return report.revision ? { ...receipt, revision: report.revision } : receipt;
    });
  }

  async resend(options: SubmitOptions): Promise<Receipt | undefined> {
    const how = chosen(options, SUBMIT, "endpoint");
    return within(how, async (signal) => {
      const kept = await this.#kept.report();
      if (kept !== undefined && !kept.received) return this.#sent(kept.report, undefined, how, signal);
    });
  }

  /** The categories of the plain columns. */
  #carried({ plain = {} }: RespondOptions): readonly number[] {
    return this.#columns.encode(plain);
  }

  /**
   * The categories of answers. Missing answers are checked here where every question is asked, and later where the questions are
   * drawn.
   */
  #given(answers: Answers, { stopped }: RespondOptions): Uint32Array {
    const { encoder } = this.#mechanism;
    const given = encoder.given(answers, stopped);
    return this.#questions ? given : encoder.settled(given);
  }

  #drawn(given: Uint32Array, plain: readonly number[]): Promise<Drawn> {
    const settle = (given: Uint32Array, label: number) =>
      void this.#mechanism.encoder.settled(given, this.#questions?.asked(label));
    const isFirst = this.#questions ?? this.#document.labels;
    return this.#kept.first(given, plain, this.#drawing, isFirst && settle);
  }

  /** Takes the label that follows from the credential of an invitation, where labels do; for `candor/invited`. */
  async invite(credential: string): Promise<void> {
    if (this.#document.labels) await this.#kept.invited(this.#mechanism.labelOf(credential));
  }

  async #sent(
    report: Report,
    fromTheseAnswers: boolean | undefined,
    how: SubmitOptions,
    signal: AbortSignal,
  ): Promise<Receipt> {
    throwIfEnded(signal);
    const stored = await post(report, this.#length, how, signal);
    // The collector has the report. If that cannot be stored, the next submit finds out again.
    await this.#kept.received(report).catch(() => {});
    return { id: report.id, stored, fromTheseAnswers };
  }

  async ledger(): Promise<Ledger | undefined> {
    return this.#family && this.#kept.ledger(this.#family);
  }

  storage(): Promise<ReportStorage> {
    return this.#kept.store();
  }

  kept(): Promise<KeptReport | undefined> {
    return this.#kept.report();
  }

  forget(): Promise<void> {
    return this.#kept.forget();
  }

  told(report: Report): Told {
    if (!isNumbers(report?.perturbed)) throw misfit("it has no numbers");
    if (report.plan !== this.fingerprint && !this.#kept.hasStanding(report.plan))
      throw new CandorError("plan-mismatch", `the report is for plan ${report.plan}, not for ${this.fingerprint}`);
    const plain = this.#columns.told(report);
    const units = decode(this.#mechanism.law, this.attributes, this.#document.scores ?? [], report);
    return plain.length === 0 ? units : Object.freeze({ ...units, plain });
  }

  perturb(answers: Answers, questions = this.attributes, options: RespondOptions = {}): Report {
    const how = chosen(options, RESPOND);
    const plain = this.#carried(how);
    const { encoder } = this.#mechanism;
    const drawn = this.#questions ?? new Questions(this.#mechanism.law, this.attributes);
    const label = questions === this.attributes ? undefined : drawn.label(questions);
    const given = encoder.given(answers, how.stopped);
    const settled = encoder.settled(given, label === undefined ? label : drawn.asked(label));
    return carrying(this.#mechanism.perturb(settled, label), plain);
  }
}
