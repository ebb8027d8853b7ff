import type {
  Answers,
  Attribute,
  Compound,
  Drawn,
  KeptReport,
  Ledger,
  Names,
  Promises,
  Receipt,
  Report,
  ReportStorage,
  Section,
  SurveyTexts,
  Told,
} from "../common/types.js";
import type { RespondOptions, SubmitOptions } from "../http/submit.js";

/** A plan whose promises were recomputed on this device. */
export interface Plan {
  readonly survey: string;
  readonly title?: string;
  readonly fingerprint: string;
  /** The language of the title, the questions and the labels given here: one of `languages`, if there is any. */
  readonly language?: string;
  /** The languages of the plan's texts, sorted by tag; empty where the texts are the same for everybody. */
  readonly languages: readonly string[];
  /**
   * The family of surveys that this is a wave of: the same answers leave as the same perturbed record in each of them
   * (memoization).
   */
  readonly waveOf?: string;
  /**
   * The fingerprints of the plans that it corrects, the latest first. If this device has answered one of them that has the
   * same question names and values, the same law and the same plain columns, that report counts for this plan: it is kept and
   * sent as it is. If any of these differ, another report is drawn. The `revision` of `respond`'s result says which happened.
   */
  readonly revises: readonly string[];
  /** Whether a device is asked every question, or only the questions that it draws: see `questions`. */
  readonly ask: "all" | "drawn";
  /**
   * When the collector begins and stops taking reports, by its clock: UTC, like `2026-03-01T08:00:00Z`. `submit` fails with
   * `plan-not-open` before and with `plan-closed` after; this device's clock plays no part.
   */
  readonly opens?: string;
  readonly closes?: string;
  /**
   * How invitations work if only invited people may answer, each once: "plain", where the collector sees which invitation a
   * report came with, or "blind", where it cannot tell. Absent where everybody may answer.
   */
  readonly invitations?: "plain" | "blind";
  readonly attributes: readonly Attribute[];
  /** The questions that consist of several attributes, "tick all that apply" and grids, in the order of these. */
  readonly compounds: readonly Compound[];
  /**
   * The plain columns: what every report carries without noise, such as a region. The page fills them in or asks for them;
   * whoever has a report can read them.
   */
  readonly plain: readonly Attribute[];
  /** The headings of questions, in the order of these. */
  readonly sections: readonly Section[];
  /** What is shown before and after the questions, and what a person is to agree to. */
  readonly texts: SurveyTexts;
  readonly promises: Promises;
  /** The texts of questions and plain columns in a language, or in `language` where the plan does not have it. */
  names(language: string): Names;

  /**
   * Returns the questions that this device is to ask, in the order of `attributes`: all of them or, where `ask` is "drawn", those
   * that it drew. What it drew is kept first, so that reloads, other tabs and later calls return the same, until `forget`. In a
   * family every wave that asks the same draws the same. Throws what `respond` throws where nothing can be kept.
   */
  questions(): Promise<readonly Attribute[]>;

  /**
   * Returns the questions that these answers so far lead to, in the order of `attributes`: a follow-up question is asked if its
   * conditions hold (`askedIf`). Unusable answers, and answers to questions that are not asked, count as none. Call it again
   * after every answer, and forget the answers to questions that it does not return: these leave as "not asked", and an answer
   * to one is refused.
   */
  applicable(answers: Answers): readonly Attribute[];

  /**
   * Returns the report of the person at this device. Noise is drawn once per device and plan: the report is kept before it is
   * returned, and later calls, reloads and other tabs return the same report, whatever their answers, because averages over
   * several reports would undo the noise; `fromTheseAnswers` says whether it was drawn from these answers. Answers are read
   * before the call returns; refused answers draw nothing. Where `ask` is "drawn", leave out the questions that `questions` did
   * not return: answers to them are refused with `not-asked`. Leave out those that `applicable` does not return: otherwise
   * `invalid-follow-up` is thrown, as for one that is asked and has no answer. Somebody who stops midway (`stopped`) leaves out
   * what was not reached, but `null` is still no answer. For a plan with plain columns `options` must give a value for each.
   *
   * In a wave of a family, unchanged answers leave as the same perturbed record as in earlier waves, at no cost; changed answers
   * spend record ε, and `budget-exceeded` is thrown where the family's waves would cost more than the page allows.
   *
   * Throws `not-kept` where the device refuses to keep the report, and `no-storage` where there is neither a browser's storage
   * nor one given to `loadPlan`. Where many people answer through one process, use `perturb`.
   */
  respond(answers: Answers, options?: RespondOptions): Promise<Drawn>;

  /**
   * Draws a report like `respond` and sends it. What may succeed later is retried a few times, with pauses. Calling is
   * idempotent: after a failure it resends the same bytes, and a call while one is under way to the same endpoint joins it. Ends
   * after `timeout` or by `signal`; a report drawn by then is kept. The size of the request depends on the plan alone.
   */
  submit(answers: Answers, options: SubmitOptions): Promise<Receipt>;

  /** Sends the kept report if no collector has acknowledged it; resolves with `undefined` where there is no such report. */
  resend(options: SubmitOptions): Promise<Receipt | undefined>;

  /**
   * Returns what the family's waves have cost on this device, in this origin; `undefined` where the plan belongs to no family.
   */
  ledger(): Promise<Ledger | undefined>;

  /** Returns the storage that the report is kept in, for what else belongs to the same person. */
  storage(): Promise<ReportStorage>;

  /** Returns the report that this device has drawn for this plan, in this page, before a reload or in another tab. */
  kept(): Promise<KeptReport | undefined>;

  /**
   * Deletes the kept report, for another person at the same device. For the same person this costs privacy: a second report
   * spends record ε once more (composition), and whoever has both can change their odds by e^(2ε) instead of e^ε. What a family
   * has spent stays in its ledger.
   */
  forget(): Promise<void>;

  /**
   * Decodes a report of this plan, or one that counts for it, for people to read: which questions its device used, and which
   * combinations of their categories it names. Throws `plan-mismatch` for a report of another plan, and `invalid-report` or
   * `category-out-of-range` for one that no device draws under this plan.
   */
  told(report: Report): Told;

  /**
   * Draws a report with fresh noise at every call: for simulations and migrations only, never twice for one person. It takes
   * answers to all questions, whatever `ask` is, or only to these `questions` of this device, as an example of what it may send.
   */
  perturb(answers: Answers, questions?: readonly Attribute[], options?: RespondOptions): Report;
}
