/**
 * An extension of jsPsych 8: the answers of marked trials leave as one perturbed report, and never enter its data.
 *
 * ```js
 * const jsPsych = initJsPsych({ extensions: [{ type: CandorExtension, params: { plan: loadPlan("/plan.json") } }] });
 * const trial = { type: htmlButtonResponse, stimulus: "Do you smoke?", choices: ["No", "Yes"],
 *   extensions: [{ type: CandorExtension, params: { question: "smoker", answer: (chosen) => ["no", "yes"][chosen] } }] };
 * await jsPsych.run([trial]);
 * await jsPsych.extensions.candor.submit({ endpoint: "/reports" });
 * ```
 */
import { CandorError } from "./errors.js";
import { answersOf } from "./form/answers.js";
import type { Plan } from "./plan.js";
import type { SubmitOptions } from "./submit.js";
import type { Attribute, Receipt } from "./types.js";

/** What the extension is told where jsPsych is initialised. */
export interface InitialParameters {
  readonly plan: Plan | PromiseLike<Plan>;
}

/** What it is told of a trial. */
export interface TrialParameters {
  /** The question that the trial asks. */
  readonly question: string;
  /** The answer in a response; the response itself unless given. */
  readonly answer?: (response: unknown) => string | number | null;
}

/** What of jsPsych it uses. */
export interface Host {
  /** The data of the experiment. */
  readonly data: {
    /** The rows of the last trial. */
    getLastTrialData(): {
      /** As objects, which are those that jsPsych keeps. */
      values(): Record<string, unknown>[];
    };
  };
}

/** Columns of a trial that tell its answer, or how long it took. */
const TELLING = ["response", "rt", "time_elapsed"];

/** The extension, which jsPsych makes. */
export default class CandorExtension {
  static readonly info = { name: "candor", version: "0.1.0", data: { private: { type: 1 } } };

  readonly #host: Host;
  readonly #given = new Map<string, unknown>();
  #plan: Plan | undefined;
  #questions: readonly Attribute[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** Waits until the plan is verified: the experiment does not begin where it is refused. */
  async initialize({ plan }: InitialParameters): Promise<void> {
    this.#plan = await plan;
    this.#questions = await this.#plan.questions();
  }

  /** The questions that this device is to ask: leave out the trials of others, by a `conditional_function`. */
  get questions(): readonly Attribute[] {
    return this.#questions;
  }

  /** Refuses a trial whose question this device is not to ask. */
  on_start({ question }: TrialParameters): void {
    if (this.#questions.some(({ name }) => name === question)) return;
    throw new CandorError("unknown-attribute", `this device is to ask no question "${question}"`, {
      attribute: question,
    });
  }

  /** Nothing is done once a trial stands on the page. */
  on_load(): void {}

  /** Takes the answer, and what tells of it, out of the trial's row; the row says which question it was. */
  on_finish({ question, answer = (response) => response as string }: TrialParameters): { private: string } {
    const [row = {}] = this.#host.data.getLastTrialData().values();
    this.#given.set(question, answer(row.response));
    for (const column of TELLING) delete row[column];
    return { private: question };
  }

  /** Sends the report, as `plan.submit` does, and forgets the answers once it is received. */
  async submit(options: SubmitOptions): Promise<Receipt> {
    if (this.#plan === undefined) throw new CandorError("invalid-options", "the extension was not initialised");
    const receipt = await this.#plan.submit(answersOf(this.#questions, Object.fromEntries(this.#given)), options);
    this.#given.clear();
    return receipt;
  }
}
