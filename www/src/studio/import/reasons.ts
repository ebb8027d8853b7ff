/** What an import left out, as the reasons that the studio has words for. */

import type { Words } from "../words/en";

/** Why a question, or a part of it, is not imported. */
export type Why = keyof Words["importReasons"];

/** A question that was left out, or one of which something was, by the name that people know. */
export interface LeftOut {
  readonly name: string;
  readonly why: Why;
  /** What it says where the studio cannot read it: a condition, a rule, a type or a language. */
  readonly said?: string;
  /** Whether the question is imported, without this. */
  readonly partly?: boolean;
}
