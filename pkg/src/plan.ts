import type { SubmitOptions } from "./submit.js";
import type {
  Answers,
  Attribute,
  Drawn,
  KeptReport,
  Ledger,
  Names,
  PlainValues,
  Promises,
  Receipt,
  Report,
  Told,
} from "./types.js";

/** What goes with answers. */
export interface RespondOptions {
  /** What the report carries in clear: a value for every plain column of the plan. */
  readonly plain?: PlainValues;
}

/** A plan whose promises were recomputed on this device. */
export interface Plan {
  readonly survey: string;
  readonly title?: string;
  readonly fingerprint: string;
  /** The language that the title, the questions and the labels are given in here: one of `languages`, if there is one. */
  readonly language?: string;
  /** The languages that the plan has them in, in the order of their tags; none where they are the same for everybody. */
  readonly languages: readonly string[];
  /** The family of surveys that this is a wave of: the same truth leaves as the same record in each of them. */
  readonly waveOf?: string;
  /**
   * The fingerprints of the plans that it corrects, the latest first. Where this device has answered one of them, and that asks the
   * same questions by name, with the same values, under the same law, beside the same plain columns, its report stands for one of this plan: it is kept and sent as
   * it is. Where something of that differs another is drawn. `revision` of what `respond` gives says which.
   */
  readonly revises: readonly string[];
  /** Whether a device is asked everything, or only what it draws: see `questions`. */
  readonly ask: "all" | "drawn";
  /**
   * From when on the collector takes reports, and from when on no more, by its clock: UTC, like `2026-03-01T08:00:00Z`. `submit`
   * fails with `plan-not-open` before and with `plan-closed` after; nothing is judged by this device's clock.
   */
  readonly opens?: string;
  readonly closes?: string;
  /**
   * That only the invited may answer, each once: "plain", where the collector sees which invitation brought a report, or "blind",
   * where it cannot tell. Absent where everybody may.
   */
  readonly invitations?: "plain" | "blind";
  readonly attributes: readonly Attribute[];
  /**
   * The plain columns: what every report carries as it is, without noise, such as a region. The page fills them in, or asks for
   * them; whoever has a report can read them.
   */
  readonly plain: readonly Attribute[];
  readonly promises: Promises;
  /** What questions and plain columns are called in a language, or in `language` where the plan has no other. */
  names(language: string): Names;

  /**
   * The questions that this device is to ask, in the order of `attributes`: all of them, or where `ask` is "drawn" those that
   * it drew, which are kept before they are given, so that reloads, other tabs and later calls give the same, until `forget`.
   * In a family every wave that asks the same draws the same. Throws what `respond` throws where nothing can be kept.
   */
  questions(): Promise<readonly Attribute[]>;

  /**
   * The report of the person at this device. Noise is drawn once per device and plan: the report is kept before
   * it is returned, and later calls, reloads and other tabs give it again, whatever their answers, because
   * averages over several reports would undo the noise; `fromTheseAnswers` says whether these made it. Answers are
   * read before the call returns; those that are refused draw nothing. Where `ask` is "drawn", what `questions` did not give
   * is left out: an answer to it is refused with `not-asked`. Of a plan with plain columns `options` give a value for each.
   *
   * In a wave of a family the same answers leave as in earlier waves, at no cost; changed answers spend record ε,
   * and `budget-exceeded` is thrown where the family's waves would cost more than the page allows.
   *
   * `not-kept` where the device refuses to keep it; `no-storage` where there is neither a browser's storage nor one that
   * `loadPlan` was given. Where many people answer through one process, use `perturb`.
   */
  respond(answers: Answers, options?: RespondOptions): Promise<Drawn>;

  /**
   * Sends the report of `respond`. What may succeed later is tried again a few times, with pauses; after a failure, calling
   * again resends the same bytes, and a call while one is under way to the same endpoint joins it. Ends after
   * `timeout` or by `signal`; what was drawn by then is kept. The size of the request depends on the plan alone.
   */
  submit(answers: Answers, options: SubmitOptions): Promise<Receipt>;

  /** Sends the report that is kept and that no collector has acknowledged; `undefined` where there is none. */
  resend(options: SubmitOptions): Promise<Receipt | undefined>;

  /** What the family's waves have cost on this device, in this origin; none where the plan belongs to no family. */
  ledger(): Promise<Ledger | undefined>;

  /** The report that this device has drawn for this plan, here, before a reload or in another tab. */
  kept(): Promise<KeptReport | undefined>;

  /**
   * Forgets the report, for another person at the same device. It costs privacy where it is the same person: a
   * second report spends record ε once more, and whoever has both can change their odds by e^(2ε) instead of e^ε. What
   * a family has spent is not forgotten.
   */
  forget(): Promise<void>;

  /**
   * What a report of this plan, or one that stands for it, says, for people to read: which questions its device used, and which combinations of their
   * categories it names. Throws `plan-mismatch` for a report of another plan, `invalid-report` and
   * `category-out-of-range` for what no device makes under this one.
   */
  told(report: Report): Told;

  /**
   * A report with fresh noise at every call: for simulations and migrations only, never for one person twice. It takes answers
   * to everything, whatever `ask` says, or to just these `questions` of this device, as an example of what it may send.
   */
  perturb(answers: Answers, questions?: readonly Attribute[], options?: RespondOptions): Report;
}
