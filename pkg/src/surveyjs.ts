/**
 * Surveys written with SurveyJS 2 and 3: their questions become a plan's, and a survey that runs sends them perturbed.
 *
 * ```js
 * const { plan } = await design(surveyOf(json, { survey: "health", privacy: { record_epsilon: 2 } }));   // once, by the author
 * const model = new Model(json);                                                                        // in the page
 * await protect(model, loadPlan("/plan.json"), { endpoint: "/reports" });
 * ```
 */
import { CandorError } from "./errors.js";
import { answersOf } from "./form/answers.js";
import type { Plan } from "./plan.js";
import type { SubmitOptions } from "./submit.js";
import { surveyOf } from "./surveyjs/import.js";
import type { Attribute, Receipt } from "./types.js";

export type { ImportedAttribute, ImportedCategory, ImportedSurvey, ImportSettings } from "./surveyjs/import.js";
export { surveyOf };

/** What of a SurveyJS model is used. */
export interface SurveyModel {
  data: Record<string, unknown>;
  readonly partialSendEnabled?: boolean;
  readonly sendResultOnPageNext?: boolean;
  readonly surveyPostId?: string;
  readonly onPartialSend: { readonly isEmpty: boolean };
  readonly onCompleting: {
    /** Has a handler called before the survey is completed. */
    add(handler: (model: never, options: { allow?: boolean; allowComplete: boolean }) => void): void;
  };
  /** The survey as it was written. */
  toJSON(): unknown;
  /** What was answered. */
  getValue(name: string): unknown;
  /** Forgets what was answered. */
  clearValue(name: string): void;
  /** A question, which can be hidden. */
  getQuestionByName(name: string): { visible: boolean } | null;
  /** Completes the survey. */
  doComplete(): unknown;
  /** Shows a message over the survey. */
  notify(message: string, type: string): void;
}

/** Where reports are sent, and what is told. */
export interface ProtectOptions extends SubmitOptions {
  /** A collector has the report. */
  readonly received?: (receipt: Receipt) => void;
  /** The words for an error, in the language of the page; the error's own unless given. */
  readonly message?: (error: CandorError) => string;
}

/**
 * From here on the plan's questions are no part of `model.data`, and completing the survey sends them perturbed: it is
 * completed once a collector has the report, and what handlers of `onComplete` get, and what is saved of `data` on the
 * way, holds the other questions alone. Private answers are forgotten then, and when the page is left. Questions that this
 * device is not to ask are hidden.
 *
 * Throws `form-mismatch` where the survey does not ask what the plan asks, or would tell answers by itself: where it sends
 * partial results or posts to a service, or puts a private answer into an address or a calculated value.
 */
export async function protect(
  model: SurveyModel,
  source: Plan | PromiseLike<Plan>,
  { received, message = (error) => error.message, ...sending }: ProtectOptions,
): Promise<Plan> {
  checkKept(model);
  const plan = await source;
  const names = plan.attributes.map(({ name }) => name);
  const json = model.toJSON();
  checkAsked(plan, json);
  checkUnsaid(json, names);
  hide(model, names);
  const questions = await plan.questions();
  for (const name of names) {
    const question = model.getQuestionByName(name);
    if (question !== null && !questions.some((asked) => asked.name === name)) question.visible = false;
  }
  const forget = () => {
    for (const name of names) model.clearValue(name);
  };
  // Where the page is gone back to, browsers may show it as it was left. Without pages there is nothing to leave.
  globalThis.addEventListener?.("pagehide", forget);
  let state: "open" | "sending" | "sent" = "open";
  const send = async () => {
    try {
      const given = Object.fromEntries(questions.map(({ name, bins }) => [name, said(model.getValue(name), bins)]));
      const receipt = await plan.submit(answersOf(questions, given), sending);
      forget();
      state = "sent";
      received?.(receipt);
      model.doComplete();
    } catch (error) {
      if (state === "sending") state = "open";
      model.notify(message(error as CandorError), "error");
    }
  };
  model.onCompleting.add((_, options) => {
    if (state === "sent") return;
    options.allowComplete = false;
    if (state === "open") {
      state = "sending";
      void send();
    }
  });
  return plan;
}

/** A value of SurveyJS as a category's: those that are no text are written as one. */
function said(value: unknown, bins: Attribute["bins"]): unknown {
  return value === undefined || value === null || bins !== undefined ? value : String(value);
}

/** Takes the answers out of what everybody reads as the survey's data. */
function hide(model: SurveyModel, names: readonly string[]): void {
  let prototype: object | null = model;
  let data: PropertyDescriptor | undefined;
  while (prototype !== null && data === undefined) {
    data = Object.getOwnPropertyDescriptor(prototype, "data");
    prototype = Object.getPrototypeOf(prototype);
  }
  const { get, set } = data ?? {};
  if (get === undefined) throw unsafe("this is no model of SurveyJS");
  const open = () =>
    Object.fromEntries(Object.entries(get.call(model) as object).filter(([name]) => !names.includes(name)));
  const accessors = { get: open, configurable: true, ...(set && { set: (value: unknown) => set.call(model, value) }) };
  Object.defineProperty(model, "data", accessors);
}

function checkKept(model: SurveyModel): void {
  if (model.partialSendEnabled || model.sendResultOnPageNext || !model.onPartialSend.isEmpty)
    throw unsafe("this survey sends partial results, which hold answers");
  if (model.surveyPostId) throw unsafe("this survey posts its results to a service");
}

/** The plan's questions are those of the survey, with the same answers. */
function checkAsked({ attributes, survey }: Plan, json: unknown): void {
  const bins = Object.fromEntries(attributes.flatMap(({ name, bins }) => (bins === undefined ? [] : [[name, bins]])));
  const names = attributes.map(({ name }) => name);
  const asked = surveyOf(json, { survey, privacy: {}, names, bins }).attributes;
  attributes.forEach(({ name, optional, categories }, i) => {
    const own = asked[i]!.categories?.map(({ value }) => value);
    const planned = categories.map(({ value }) => value).slice(0, optional ? -1 : undefined);
    const same =
      own === undefined || (own.length === planned.length && own.every((value, at) => value === planned[at]));
    if (!same || optional !== asked[i]!.optional)
      throw new CandorError("form-mismatch", `question "${name}" has other answers in the plan`, { attribute: name });
  });
}

/** Where an expression in a survey becomes an address, or a value of its own. */
const SAYING = ["navigateToUrl", "navigateToUrlOnCondition", "choicesByUrl", "calculatedValues", "triggers"];

/** No private answer is said elsewhere. */
function checkUnsaid(json: unknown, names: readonly string[]): void {
  if (typeof json !== "object" || json === null) return;
  for (const [property, value] of Object.entries(json)) {
    const written = SAYING.includes(property) ? JSON.stringify(value) : "";
    const name = names.find((each) => new RegExp(`\\{\\s*${escaped(each)}[\\s.}\\]-]`).test(written));
    if (name !== undefined) throw unsafe(`"${property}" of this survey tells the answer to question "${name}"`);
    checkUnsaid(value, names);
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function unsafe(rule: string): CandorError {
  return new CandorError("form-mismatch", rule);
}
