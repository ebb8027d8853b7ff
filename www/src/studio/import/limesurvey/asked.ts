/** The questions of a LimeSurvey survey, as both of its files have them by other names: XML (.lss), and tab-separated text (.txt). */

import type { Written } from "../../document/types";
import { joined, type Spoken, spokenIn } from "../language";
import type { Group } from "../steps";

/** A question as LimeSurvey has it. */
export interface Asked {
  readonly code: string;
  /** Its old name in expressions, of the numbers of survey, group and question. */
  readonly address: string;
  readonly type: string;
  readonly text: Written;
  readonly mandatory: boolean;
  readonly other: boolean;
  /** The text of "other", which is LimeSurvey's own unless the author has given one. */
  readonly otherText: Written;
  readonly answers: readonly Coded[];
  /** Its subquestions: rows, or choices of several. */
  readonly rows: readonly Coded[];
  readonly group: Group;
  /** The expressions that must hold for it to be asked: its own, and that of its group. */
  readonly relevance: readonly string[];
  /** Whether some of its subquestions are shown after some answers only. */
  readonly isFiltered: boolean;
  /** Its advanced settings, such as `max_answers`. */
  readonly settings: Fields;
}

/** A text with its code. */
export interface Coded {
  readonly code: string;
  /** It in the survey's own language. */
  readonly text: string;
  readonly written: Written;
}

/** A survey as LimeSurvey has it. */
export interface AskedSurvey {
  readonly title: Written;
  readonly welcome: Written;
  readonly thanks: Written;
  readonly spoken: Spoken;
  readonly questions: readonly Asked[];
}

/** The type of a question that only shows its text. */
export const TEXT = "X";

/** LimeSurvey's own text of "other", which it translates. */
export const OTHER = "Other";

/** A row by the names of its fields. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** The survey's own language, and the others that it lists; texts without a language are in `otherwise`. */
export function spokenOf(base: string, others: string, otherwise: string): Spoken {
  return spokenIn([base, ...others.split(/\s+/).filter((code) => code !== "")], otherwise);
}

/** The group with this heading, as far as the survey shows headings: `N` the names, `D` the descriptions, `X` neither. */
export function groupWith(title: Written, text: Written, relevance = "", shown = ""): Group {
  return {
    ...(!/^[DX]$/.test(shown) && { title }),
    ...(!/^[NX]$/.test(shown) && { text }),
    isForSome: !isAlways(relevance),
  };
}

/** Whether an expression holds for everybody. */
export function isAlways(relevance: string): boolean {
  return ["", "1"].includes(relevance.trim());
}

/** What is said before the first question, where there is a page for it, and after the last. */
export function around(said: (field: string) => Written, showsWelcome = "") {
  const welcome = joined(said("surveyls_description"), said("surveyls_welcometext"), "\n\n");
  return { welcome: showsWelcome === "N" ? "" : welcome, thanks: said("surveyls_endtext") };
}

/** Whether a setting of a question, or the relevance of a subquestion, hides some of these. */
export function isFiltered(settings: Fields, parts: readonly Fields[]): boolean {
  const isConditional = ({ relevance = "" }: Fields) => !isAlways(relevance);
  return Boolean(settings.array_filter || settings.array_filter_exclude) || parts.some(isConditional);
}
