import type { SubmitOptions } from "./submit.js";
import type { Answers, Attribute, Promises, Receipt, Report } from "./types.js";

/** A plan whose promises were recomputed on this device. */
export interface Plan {
  readonly survey: string;
  readonly title?: string;
  readonly fingerprint: string;
  readonly attributes: readonly Attribute[];
  readonly promises: Promises;

  /**
   * The report of these answers. Noise is drawn once per loaded plan: later calls give the first report
   * again, whatever their answers, because averages over several reports would undo the noise. Answers
   * that are refused draw nothing.
   */
  respond(answers: Answers): Promise<Report>;

  /**
   * Sends the report of `respond`. After a failure, calling again resends the same bytes; a call while
   * one is under way to the same endpoint joins it.
   */
  submit(answers: Answers, options: SubmitOptions): Promise<Receipt>;

  /** A report with fresh noise at every call: for simulations and migrations only, never for one person twice. */
  perturb(answers: Answers): Report;
}
