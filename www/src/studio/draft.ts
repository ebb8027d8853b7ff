/** What is being written: a survey as its author sees it. It is plain JSON and never changed in place. */

import { fresh } from "./fresh";

/** A text in the survey's languages, by tag. */
export type Text = Readonly<Record<string, string>>;

/** One answer to choose from. */
export interface Choice {
  readonly id: string;
  /** Its value in documents and tables; "" for one that is made from its label. */
  readonly value: string;
  readonly label: Text;
}

/** One question. `choices` and `edges` are both kept, so that nothing is lost when its kind is changed and changed back. */
export interface Question {
  readonly id: string;
  /** Its name in tables; "" for one that is made from its text. */
  readonly name: string;
  readonly text: Text;
  readonly kind: "choice" | "number";
  readonly choices: readonly Choice[];
  /** Where one range of a number ends and the next begins, as typed. */
  readonly edges: readonly string[];
  /** Whether numbers below the first edge, and from the last on, are ranges too. */
  readonly open: readonly [below: boolean, above: boolean];
  readonly optional: boolean;
  /** What its document says besides, which is kept as it is. */
  readonly besides: Readonly<Record<string, unknown>>;
}

/** Which tables are to be read: every question and every pair, or these, by the questions' ids. */
export type Tables = "pairs" | readonly (readonly string[])[];

/** A survey being written. */
export interface Draft {
  /** Its name in addresses and files; "" for one that is made from its title. */
  readonly survey: string;
  readonly title: Text;
  /** Its languages, the first is the one that others fall back to. */
  readonly languages: readonly string[];
  readonly questions: readonly Question[];
  readonly epsilon: number;
  readonly tables: Tables;
  readonly respondents: number;
  /** Whether a device draws the questions first and asks only these. */
  readonly drawn: boolean;
  /** Where only the invited may answer: whether the collector can tell which invitation a report came with. */
  readonly invitations?: "blind" | "plain" | undefined;
  /** What its document says besides, of the survey and of its privacy, which is kept as it is. */
  readonly besides: Readonly<Record<"survey" | "privacy", Readonly<Record<string, unknown>>>>;
}

/** A draft in which nothing is written yet but one empty question. */
export function blank(language: string): Draft {
  return {
    survey: "",
    title: {},
    languages: [language],
    questions: [newQuestion()],
    epsilon: 2,
    tables: "pairs",
    respondents: 1000,
    drawn: false,
    besides: { survey: {}, privacy: {} },
  };
}

/** A question with two empty choices. */
export function newQuestion(): Question {
  return {
    id: fresh(),
    name: "",
    text: {},
    kind: "choice",
    choices: [newChoice(), newChoice()],
    edges: ["", ""],
    open: [true, true],
    optional: false,
    besides: {},
  };
}

/** A choice; `label` is in the language given. */
export function newChoice(label?: string, language?: string): Choice {
  return { id: fresh(), value: "", label: label === undefined || language === undefined ? {} : { [language]: label } };
}

/** Whether a text says something in some language. */
export function isWritten(text: Text): boolean {
  return Object.values(text).some((each) => each.trim() !== "");
}

/** Whether nothing of a question was written. */
export function isBlank({ text, choices, edges }: Question): boolean {
  return !isWritten(text) && !choices.some(({ label }) => isWritten(label)) && edges.every((edge) => edge === "");
}

/** Whether something of a question is still to be written. */
export function isIncomplete({ text, kind, choices, edges }: Question): boolean {
  const missing = kind === "choice" ? choices.some(({ label }) => !isWritten(label)) : edges.includes("");
  return missing || !isWritten(text);
}

/** The draft with one question changed. */
export function withQuestion(draft: Draft, id: string, change: Partial<Question>): Draft {
  const changed = (question: Question) => (question.id === id ? { ...question, ...change } : question);
  return { ...draft, questions: draft.questions.map(changed) };
}

/** The draft without one question, and without the tables that name it. */
export function withoutQuestion(draft: Draft, id: string): Draft {
  const tables = draft.tables === "pairs" ? draft.tables : draft.tables.filter((table) => !table.includes(id));
  return { ...draft, questions: draft.questions.filter((question) => question.id !== id), tables };
}

/** A list with the element at `from` at `to`. */
export function moved<Element>(list: readonly Element[], from: number, to: number): readonly Element[] {
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
