import type { Attribute } from "../common/types.js";
import type { Make } from "./make.js";
import type { Asking, Questions } from "./questions.js";
import type { Spoken } from "./words/index.js";

/** Makes what is shown before and after questions. */
export type Around = (make: Make) => readonly [before: readonly Node[], after: readonly Node[]];

/** What a form can do with the element of a question. Accessible only through this module, since the page can access the element itself. */
export interface Field {
  name(): string;
  /** The questions that are asked in it, if any. */
  questions(): Questions | undefined;
  /** Asks a question, with the others that depend on each other; calls `changed` after every input. `around` makes what comes before and after. */
  ask(attributes: readonly Attribute[], asking: Asking, changed: () => void, around: Around): Promise<Questions>;
  say(text: string, spoken: Spoken): Promise<void>;
  /** Shows why nothing is asked; `detail` is in English. */
  refuse(text: string, detail: string | undefined): void;
  leave(): void;
}

export const fields = new WeakMap<Element, Field>();
