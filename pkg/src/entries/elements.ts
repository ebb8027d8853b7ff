/**
 * Custom elements that ask a survey in an author's own page, and fail closed.
 *
 * ```html
 * <script type="module">import "candor/elements";</script>
 * <candor-survey plan="/plan.json" endpoint="/reports" max-record-epsilon="4"></candor-survey>
 * ```
 */
import type { ElementEvents } from "../elements/events.js";
import { CandorQuestion } from "../elements/field.js";
import { CandorForm } from "../elements/form.js";
import { CandorSurvey } from "../elements/survey.js";

export type { ElementEvents } from "../elements/events.js";
export type {
  CandorIntrinsicElements,
  FormAttributes,
  QuestionAttributes,
  SurveyAttributes,
} from "../elements/jsx.js";
export type { Opening } from "../elements/opening.js";
export { CandorForm, CandorQuestion, CandorSurvey };

declare global {
  /**
   * Declared by the members that a page may use, not by class: a program that both imports and requires the package declares the
   * same twice.
   */
  interface HTMLElementTagNameMap {
    "candor-survey": HTMLElement & Pick<CandorSurvey, "open">;
    "candor-form": HTMLElement;
    "candor-question": HTMLElement;
  }
  interface HTMLElementEventMap extends ElementEvents {}
}

/** Defines the elements once; does nothing on a server. Questions are defined first, since forms look for them. */
const ELEMENTS = { "candor-question": CandorQuestion, "candor-form": CandorForm, "candor-survey": CandorSurvey };
for (const [name, element] of Object.entries(ELEMENTS))
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
