/**
 * Adapts surveys written with SurveyJS 2 and 3: converts their questions to a survey document, and has a running survey send its
 * answers perturbed.
 *
 * ```js
 * const { plan } = await design(surveyOf(json, { survey: "health", privacy: { record_epsilon: 2 } }));   // once, by the author
 * const model = new Model(json);                                                                        // in the page
 * await protect(model, loadPlan("/plan.json"), { endpoint: "/reports" });
 * ```
 */

import { answersOf, applicable, reached } from "../adapters/form/answers.js";
import { Delivery } from "../adapters/form/delivery.js";
import { leaveUnsaved } from "../adapters/form/unsaved.js";
import { confine } from "../adapters/surveyjs/confinement.js";
import type { ExpressionParser } from "../adapters/surveyjs/expression.js";
import { surveyOf } from "../adapters/surveyjs/import.js";
import type { Json } from "../adapters/surveyjs/imported.js";
import { checkAsked } from "../adapters/surveyjs/matching.js";
import { answerName, askedName, choiceValue } from "../common/compounds.js";
import { CandorError } from "../common/errors.js";
import { taken } from "../common/options.js";
import type { Attribute, Receipt } from "../common/types.js";
import type { SubmitOptions } from "../http/submit.js";
import type { Plan } from "../plan/plan.js";

export type {
  ImportedAnswers,
  ImportedAttribute,
  ImportedCategory,
  ImportedRow,
  ImportedSurvey,
  ImportSettings,
} from "../adapters/surveyjs/imported.js";
export { surveyOf };

/** The part of a SurveyJS model that is used. */
export interface SurveyModel {
  data: Record<string, unknown>;
  readonly partialSendEnabled?: boolean;
  readonly sendResultOnPageNext?: boolean;
  readonly surveyPostId?: string;
  readonly onPartialSend: { readonly isEmpty: boolean };
  readonly onServerValidateQuestions: { readonly isEmpty: boolean };
  readonly onCompleting: {
    /** Adds a handler that is called before the survey is completed. */
    add(
      handler: (
        model: unknown,
        options: { allow?: boolean; allowComplete: boolean; readonly isCompleteOnTrigger: boolean },
      ) => void,
    ): void;
  };
  /** The element that the survey is rendered in already, and the event of its rendering. */
  readonly rootElement?: Element;
  readonly onAfterRenderSurvey: {
    /** Adds a handler that is called with the element that the survey is rendered in. */
    add(handler: (model: unknown, options: { readonly htmlElement: Element }) => void): void;
  };
  /** Returns the survey's JSON. */
  toJSON(): unknown;
  /** Returns the answer to a question. */
  getValue(name: string): unknown;
  /** Clears the answer to a question. */
  clearValue(name: string): void;
  /** Returns a question, which can be hidden and made read-only. */
  getQuestionByName(name: string): SurveyQuestion | null;
  /** Completes the survey. */
  doComplete(): unknown;
  /** Shows a message over the survey. */
  notify(message: string, type: string): void;
}

/** The part of a SurveyJS question that is used. */
export interface SurveyQuestion {
  visible: boolean;
  readOnly: boolean;
  visibleIf: string;
  clearIfInvisible: string;
  showOtherItem?: boolean;
  storeOthersAsComment?: unknown;
  /** The comment of somebody who chose "other". */
  comment: string;
  readonly otherItem?: { showCommentArea?: boolean; isCommentRequired?: boolean };
  /** The least number of choices. */
  minSelectedChoices?: number;
  /** The rows of a matrix. */
  rows?: readonly { readonly value: unknown }[];
  /** Whether the question is visible, given the answers so far. */
  readonly isVisible: boolean;
  readonly isParentVisible: boolean;
}

/** Where reports are sent, a callback for the receipt, and the wording of messages. */
export interface ProtectOptions extends SubmitOptions {
  /** Called once a collector has acknowledged the report. */
  readonly received?: (receipt: Receipt) => void;
  /**
   * Returns the message for an error, in the page's language; `kept` says that the report is kept and will be sent later. English
   * unless given.
   */
  readonly message?: (error: CandorError, kept: boolean) => string;
}

/**
 * Removes the plan's questions from `model.data`, and sends them perturbed when the survey is completed. The survey completes
 * once a collector has acknowledged the report; handlers of `onComplete`, and whatever saves `data` on the way, get the other
 * questions only. Private answers are cleared when the page is left, and once the report is kept on the device, before it is
 * sent; their questions are then read-only. A report that does not arrive is sent when the network is back, when a page protects
 * a survey of its plan again, and when the survey is completed once more. Browsers do not save the survey's fields into their
 * session files. Questions and rows of a matrix that this device is not to ask are hidden, and a ranking takes no fewer choices than
 * it has places. A question that is hidden forgets its answer, and "other" is an answer like any: it asks for no comment.
 *
 * A survey that is completed before its end, by a trigger or by `model.doComplete(true)` of a button of yours, sends what was reached: the answers
 * up to the last one that is given. What comes later leaves as "not reached" where the plan lets people stop before it, and else is missing.
 *
 * Throws `form-mismatch` where the survey does not ask what the plan asks, or could disclose answers by itself: where it sends
 * partial results, posts to a service or is validated by a server, where a text or an expression reads a private answer for
 * anything but the visibility of private questions, and where a type, a member or a function is not known to leave private
 * answers alone.
 */
export async function protect(
  model: SurveyModel,
  source: Plan | PromiseLike<Plan>,
  options: ProtectOptions,
): Promise<Plan> {
  const { received, message = inEnglish, ...sending } = taken(options);
  const parser = parserOf(model);
  if (model.rootElement) leaveUnsaved(model.rootElement);
  model.onAfterRenderSurvey.add((_, { htmlElement }) => void leaveUnsaved(htmlElement));
  checkKept(model);
  const plan = await source;
  const names = [...new Set(plan.attributes.map(askedName))];
  const json = model.toJSON();
  checkAsked(plan, json);
  confine(parser, json as Json, names, plan.ask === "all");
  hide(model, names);
  const questions = await plan.questions();
  for (const name of names) {
    const question = model.getQuestionByName(name);
    const own = questions.filter((asked) => askedName(asked) === name);
    if (question) limit(question, own);
  }
  const forget = () => {
    for (const name of names) model.clearValue(name);
  };
  // Browsers may restore a page as it was left. Outside of pages there is no such event.
  globalThis.addEventListener?.("pagehide", forget);
  let state: "open" | "sending" | "kept" | "received" = "open";
  const fail = (error: CandorError) => model.notify(message(error, state === "kept"), "error");
  const delivery = new Delivery(plan, sending, {
    kept() {
      forget();
      // Read-only questions are not required when the survey is completed once more.
      for (const name of names) Object.assign(model.getQuestionByName(name) ?? {}, { readOnly: true });
    },
    received(receipt) {
      state = "received";
      received?.(receipt);
      model.doComplete();
    },
    failed(error) {
      state = "kept";
      fail(error);
    },
  });
  const send = async (stopped: boolean) => {
    const given = Object.fromEntries(questions.map((question) => answered(model, question)));
    const read = stopped ? reached : answersOf;
    // SurveyJS may show what hangs on an answer left of a question that is hidden.
    await delivery.send(read(applicable(plan, questions, given), given), { stopped });
  };
  model.onCompleting.add((_, options) => {
    if (state === "received") return;
    options.allowComplete = false;
    if (state === "sending") return;
    const sent = state === "kept" ? delivery.resend() : send(options.isCompleteOnTrigger);
    state = "sending";
    sent.catch((error: CandorError) => {
      state = "open";
      fail(error);
    });
  });
  return plan;
}

/** Has a question forget its answer when it is hidden, ask for no comment, and ask only what this device is to ask. */
function limit(question: SurveyQuestion, asked: readonly Attribute[]): void {
  question.clearIfInvisible = "onHiddenContainer";
  if (question.showOtherItem) {
    question.storeOthersAsComment = true;
    Object.assign(question.otherItem!, { showCommentArea: false, isCommentRequired: false });
    question.comment = "";
  }
  // `visibleIf` would show the question again.
  if (asked.length === 0) Object.assign(question, { visibleIf: "", visible: false });
  const { compound, optional } = asked[0] ?? {};
  // That of an optional question would not let people leave it out.
  if (compound?.kind === "ranking" && !optional) question.minSelectedChoices = compound.places;
  if (compound?.kind !== "rows") return;
  const rows = question.rows!.filter(({ value }) => asked.some((row) => choiceValue(row) === String(value)));
  if (rows.length < question.rows!.length) question.rows = rows;
}

/**
 * The name under which a question is answered and its answer, if it is visible: one given before it was hidden does not count.
 * Values become texts, where the question does not take a number.
 */
function answered(model: SurveyModel, attribute: Attribute): readonly [string, unknown] {
  const { bins, compound } = attribute;
  const asked = askedName(attribute);
  const question = model.getQuestionByName(asked);
  const value = question?.isVisible && question.isParentVisible ? model.getValue(asked) : undefined;
  const own = compound?.kind === "rows" ? (value as Json | undefined)?.[choiceValue(attribute)] : value;
  const text = (each: unknown) => (bins || each === undefined || each === null ? each : String(each));
  return [answerName(attribute), Array.isArray(own) ? own.map(text) : text(own)];
}

function inEnglish({ message }: CandorError, kept: boolean): string {
  return kept ? `${message}. Your report is kept on this device and sent later.` : message;
}

/** Removes the private answers from the survey's `data`, whoever reads it. */
function hide(model: SurveyModel, names: readonly string[]): void {
  const found = (owner: object | null): PropertyDescriptor =>
    owner ? (Object.getOwnPropertyDescriptor(owner, "data") ?? found(Object.getPrototypeOf(owner))) : {};
  const { get, set } = found(model);
  if (get === undefined) throw unsafe("this is not a SurveyJS model");
  const open = () =>
    Object.fromEntries(Object.entries(get.call(model) as object).filter(([name]) => !names.includes(name)));
  Object.defineProperty(model, "data", { get: open, configurable: true, ...(set && { set: set.bind(model) }) });
}

/** The model's expression parser, which its types do not show. */
function parserOf(model: unknown): ExpressionParser {
  if (typeof (model as ExpressionParser | undefined)?.createExpressionRunner === "function")
    return model as ExpressionParser;
  throw unsafe("this is not a model of SurveyJS 2 or 3. Give `new Model(json)`");
}

function checkKept(model: SurveyModel): void {
  if (model.partialSendEnabled || model.sendResultOnPageNext || !model.onPartialSend.isEmpty)
    throw unsafe('this survey sends partial results. Leave "partialSendEnabled" and handlers of "onPartialSend" out');
  if (model.surveyPostId) throw unsafe('this survey posts its results to a service. Leave "surveyPostId" out');
  if (!model.onServerValidateQuestions.isEmpty)
    throw unsafe('this survey sends answers to be validated. Leave handlers of "onServerValidateQuestions" out');
}

function unsafe(rule: string): CandorError {
  return new CandorError("form-mismatch", rule);
}
