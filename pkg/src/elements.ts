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
  interface HTMLElementTagNameMap {
    "candor-survey": CandorSurvey;
    "candor-form": CandorForm;
    "candor-question": CandorQuestion;
  }
  interface HTMLElementEventMap extends ElementEvents {}
}

/** Defines the elements, once; on a server there is nothing to do. A form looks for its questions, which come first. */
const ELEMENTS = { "candor-question": CandorQuestion, "candor-form": CandorForm, "candor-survey": CandorSurvey };
for (const [name, element] of Object.entries(ELEMENTS))
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
