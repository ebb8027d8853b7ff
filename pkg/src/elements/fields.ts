import type { Attribute } from "../types.js";
import type { Question } from "./question.js";
import type { Spoken } from "./words/index.js";

/** What a form does with a question: reached from here alone, as the page has the element itself. */
export interface Field {
  name(): string;
  /** What is asked there now. */
  question(): Question | undefined;
  ask(attribute: Attribute, language: string | undefined, spoken: Spoken, isPlain: boolean): Promise<Question>;
  say(text: string, spoken: Spoken): Promise<void>;
  /** Says why nothing is asked; `detail` is in English. */
  refuse(text: string, detail: string | undefined): void;
  leave(): void;
}

export const fields = new WeakMap<Element, Field>();
