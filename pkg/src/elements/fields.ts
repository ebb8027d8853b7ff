import type { Attribute } from "../common/types.js";
import type { Question } from "./question.js";
import type { Spoken } from "./words/index.js";

/** What a form can do with a question. Accessible only through this module, since the page can access the element itself. */
export interface Field {
  name(): string;
  /** The question that is shown, if any. */
  question(): Question | undefined;
  ask(attribute: Attribute, language: string | undefined, spoken: Spoken, isPlain: boolean): Promise<Question>;
  say(text: string, spoken: Spoken): Promise<void>;
  /** Shows why nothing is asked; `detail` is in English. */
  refuse(text: string, detail: string | undefined): void;
  leave(): void;
}

export const fields = new WeakMap<Element, Field>();
