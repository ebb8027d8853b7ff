/**
 * An extension of jsPsych 8: the answers of marked trials leave as one perturbed report, and never enter its data.
 *
 * ```js
 * const plan = await loadPlan("/plan.json");
 * const jsPsych = initJsPsych({ extensions: [{ type: CandorExtension, params: { plan } }] });
 * const trial = { type: htmlButtonResponse, stimulus: "Do you smoke?", choices: ["No", "Yes"],
 *   extensions: [{ type: CandorExtension, params: { question: "smoker", answer: (chosen) => ["no", "yes"][chosen] } }] };
 * await jsPsych.run([trial]);
 * await jsPsych.extensions.candor.submit({ endpoint: "/reports" });
 * ```
 */
import { CandorError } from "./errors.js";
import { answersOf } from "./form/answers.js";
import { deliver, draw } from "./form/delivery.js";
import { leaveUnsaved } from "./form/unsaved.js";
import { refuseOther } from "./options.js";
import type { Plan } from "./plan.js";
import type { SubmitOptions } from "./submit.js";
import type { Attribute, Drawn, Receipt } from "./types.js";

/** What the extension is told where jsPsych is initialised. */
export interface InitialParameters {
  /** A verified plan, or one on its way, of which jsPsych waits for none: begin with a private trial only where it is there. */
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
  /** Where trials are shown. */
  getDisplayElement(): Element;
}

/** Columns of a trial that tell its answer, or how long it took. */
const TELLING = ["response", "rt", "time_elapsed"];

/** The extension, which jsPsych makes. */
export default class CandorExtension {
  static readonly info = { name: "candor", version: "0.1.0", data: { private: { type: 1 } } };

  readonly #host: Host;
  readonly #given = new Map<string, unknown>();
  #drawn: Drawn | undefined;
  #release = () => {};
  #plan: Plan | undefined;
  #questions: readonly Attribute[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** Takes the plan, and learns which questions are to be asked. */
  async initialize(parameters: InitialParameters): Promise<void> {
    const plan = await parameters?.plan;
    refuseOther(plan);
    this.#plan = plan;
    this.#questions = await this.#plan.questions();
  }

  /** The questions that this device is to ask: leave out the trials of others, by a `conditional_function`. */
  get questions(): readonly Attribute[] {
    return this.#questions;
  }

  /** Refuses a trial whose question this device is not to ask. */
  on_start({ question }: TrialParameters): void {
    if (this.#plan === undefined)
      throw new CandorError("invalid-options", "the plan is not verified yet: await it before the experiment runs");
    if (this.#questions.some(({ name }) => name === question)) return;
    throw new CandorError("unknown-attribute", `this device is to ask no question "${question}"`, {
      attribute: question,
    });
  }

  /** Has browsers write nothing of the trial's fields into their session files. */
  on_load(): void {
    this.#release = leaveUnsaved(this.#host.getDisplayElement());
  }

  /** Takes the answer, and what tells of it, out of the trial's row; the row says which question it was. */
  on_finish({ question, answer = (response) => response as string }: TrialParameters): { private: string } {
    this.#release();
    const [row = {}] = this.#host.data.getLastTrialData().values();
    this.#given.set(question, answer(row.response));
    for (const column of TELLING) delete row[column];
    return { private: question };
  }

  /**
   * Sends the report, as `plan.submit` does, and forgets the answers once it is kept, before it is sent. Where it did not arrive, calling
   * again sends the same report.
   */
  async submit(options: SubmitOptions): Promise<Receipt> {
    if (this.#plan === undefined) throw new CandorError("invalid-options", "the extension was not initialised");
    if (this.#drawn === undefined) {
      const answers = answersOf(this.#questions, Object.fromEntries(this.#given));
      this.#drawn = await draw(this.#plan, answers, options);
      this.#given.clear();
    }
    return deliver(this.#plan, this.#drawn, options);
  }
}
