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

import { answersOf, applicable } from "../adapters/form/answers.js";
import { deliver, draw } from "../adapters/form/delivery.js";
import { leaveUnsaved } from "../adapters/form/unsaved.js";
import { givenBy, keepToRules } from "../adapters/jspsych/compounds.js";
import { answerName, askedName } from "../common/compounds.js";
import { CandorError } from "../common/errors.js";
import { refuseOther } from "../common/options.js";
import type { Attribute, Choices, Drawn, Receipt } from "../common/types.js";
import type { SubmitOptions } from "../http/submit.js";
import { shown } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";

export { asked, choiceValue } from "../common/compounds.js";

/** The parameters of the extension when jsPsych is initialised. */
export interface InitialParameters {
  /**
   * A verified plan, or a promise of one. jsPsych does not wait for it: begin with a private trial only when the plan is loaded.
   */
  readonly plan: Plan | PromiseLike<Plan>;
}

/** The parameters of the extension for a trial. */
export interface TrialParameters {
  /** The question that the trial asks: all choices or items of one, all rows of a grid, or one row. */
  readonly question: string;
  /**
   * Extracts the answer from a response; the response itself unless given. Where several choices may be ticked it is a list of
   * their values or texts, for a ranking such a list of its items in order, for a grid an object with the value or position of an answer for each row: responses of
   * `survey-multi-select`, and of `survey-likert` with rows as names, are such answers.
   */
  readonly answer?: (response: unknown) => TrialAnswer;
  /** The message where a number of choices is ticked that does not fit their rule. English unless given. */
  readonly message?: (choices: Choices) => string;
}

/** The answer of a trial. */
export type TrialAnswer = string | number | null | readonly string[] | Readonly<Record<string, string | number | null>>;

/** The part of jsPsych that the extension uses. */
export interface Host {
  /** The data of the experiment. */
  readonly data: {
    /** The data of the last trial. */
    getLastTrialData(): {
      /** The rows as objects: the same ones that jsPsych keeps. */
      values(): Record<string, unknown>[];
    };
  };
  /** The element in which trials are shown. */
  getDisplayElement(): Element;
}

/** The columns of a trial that reveal its answer, or how long it took. */
const TELLING = ["response", "rt", "time_elapsed"];

/** The extension class, which jsPsych instantiates. */
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

  /** Stores the plan, and asks it which questions this device is to ask, and in which order. */
  async initialize(parameters: InitialParameters): Promise<void> {
    const plan = await parameters?.plan;
    refuseOther(plan);
    this.#plan = plan;
    this.#questions = (await shown(plan)).map(({ attribute }) => attribute);
  }

  /**
   * The questions that this device is to ask, given the answers so far, in the order in which it shows them. Leave out the trials of other questions, by a
   * `conditional_function`.
   */
  get questions(): readonly Attribute[] {
    if (this.#plan === undefined) return [];
    return applicable(this.#plan, this.#questions, Object.fromEntries(this.#given));
  }

  /** Throws for a trial whose question this device is not to ask. */
  on_start({ question }: TrialParameters): void {
    if (this.#plan === undefined)
      throw new CandorError("invalid-options", "the plan is not verified yet: await it before the experiment runs");
    if (this.#asked(question, this.questions).length > 0) return;
    throw new CandorError("unknown-attribute", `this device does not ask question "${question}"`, {
      attribute: question,
    });
  }

  /** Keeps browsers from saving the trial's fields into their session files, and the fields to the rules of the question. */
  on_load({ question, message = inEnglish }: TrialParameters): void {
    const display = this.#host.getDisplayElement();
    this.#release = leaveUnsaved(display);
    keepToRules(this.#asked(question), display, message);
  }

  /** Moves the answer out of the trial's row and deletes the columns that reveal it; the row then names the question. */
  on_finish({ question, answer = (response) => response as TrialAnswer }: TrialParameters): { private: string } {
    this.#release();
    const [row = {}] = this.#host.data.getLastTrialData().values();
    for (const [name, given] of givenBy(this.#asked(question), answer(row.response))) this.#given.set(name, given);
    for (const column of TELLING) delete row[column];
    return { private: question };
  }

  /**
   * Sends the report like `plan.submit`, and clears the answers once the report is kept, before it is sent. If it did not arrive,
   * calling again sends the same report.
   */
  async submit(options: SubmitOptions): Promise<Receipt> {
    if (this.#plan === undefined) throw new CandorError("invalid-options", "the extension was not initialised");
    if (this.#drawn === undefined) {
      const given = Object.fromEntries(this.#given);
      // That no trial asked a question is not that nothing was ticked.
      const answered = applicable(this.#plan, this.#questions, given).filter((each) =>
        this.#given.has(answerName(each)),
      );
      this.#drawn = await draw(this.#plan, answersOf(answered, given), options);
      this.#given.clear();
    }
    return deliver(this.#plan, this.#drawn, options);
  }

  /** The attributes of a question, or the one of this name, that are asked. */
  #asked(question: string, of = this.#questions): readonly Attribute[] {
    return of.filter((each) => answerName(each) === question || askedName(each) === question);
  }
}

function inEnglish({ atLeast, atMost, excluding }: Choices): string {
  return `Tick from ${atLeast} to ${atMost} of these${excluding.length > 0 ? ", or one that excludes the others" : ""}.`;
}
