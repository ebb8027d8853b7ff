/**
 * Elements that ask a survey in a page of one's own, and fail closed.
 *
 * ```html
 * <script type="module">import "candor/elements";</script>
 * <candor-survey plan="/plan.json" endpoint="/reports" max-record-epsilon="4"></candor-survey>
 * ```
 */
import type { ElementEvents } from "./elements/events.js";
import { CandorQuestion } from "./elements/field.js";
import { CandorForm } from "./elements/form.js";
import { CandorSurvey } from "./elements/survey.js";

export type { ElementEvents } from "./elements/events.js";
export type {
  CandorIntrinsicElements,
  FormAttributes,
  QuestionAttributes,
  SurveyAttributes,
} from "./elements/jsx.js";
export type { Opening } from "./elements/survey.js";
export { CandorForm, CandorQuestion, CandorSurvey };

declare global {
  /** By what a page may use of each, not by class: a program that imports and requires the package declares the same twice. */
  interface HTMLElementTagNameMap {
    "candor-survey": HTMLElement & Pick<CandorSurvey, "open">;
    "candor-form": HTMLElement;
    "candor-question": HTMLElement;
  }
  interface HTMLElementEventMap extends ElementEvents {}
}

/** Defines the elements, once; on a server there is nothing to do. A form looks for its questions, which come first. */
const ELEMENTS = { "candor-question": CandorQuestion, "candor-form": CandorForm, "candor-survey": CandorSurvey };
for (const [name, element] of Object.entries(ELEMENTS))
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
