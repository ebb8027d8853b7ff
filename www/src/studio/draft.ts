/** A draft: a survey as its author sees it. It is plain JSON and never mutated. */

import type { Role } from "candor";
import { fresh } from "./fresh";

/** A text in the survey's languages, by tag. */
export type Text = Readonly<Record<string, string>>;

/** One answer to choose from. */
export interface Choice {
  readonly id: string;
  /** Its value in documents and tables; "" if it is made from the label. */
  readonly value: string;
  readonly label: Text;
  /** What it is, where it is no ordinary answer. */
  readonly role?: Role | undefined;
  /** Whether it can only be chosen alone, of several choices. */
  readonly excludes?: boolean | undefined;
}

/** One row of a grid. */
export interface Row {
  readonly id: string;
  /** Its name in tables, after that of its question; "" if it is made from the text. */
  readonly name: string;
  readonly text: Text;
}

/** A condition of a follow-up: the answers to an earlier question after which it is asked. */
export interface Condition {
  /** The id of the earlier question. */
  readonly question: string;
  /** The id of its choice or row, if it consists of several. */
  readonly part?: string | undefined;
  /** Ids of its choices, ranges of its numbers or places of an item as documents write them, `CHOSEN`, `UNCHOSEN` or `NO_ANSWER`. */
  readonly answers: readonly string[];
}

/** The answer of those who leave an optional question out, as documents write it. */
export const NO_ANSWER = "no answer";

/** Whether one of several choices was made, as documents write it. */
export const [UNCHOSEN, CHOSEN] = ["no", "yes"] as const;

/** What an item without a place is, as documents write it. */
export const NOT_RANKED = "not ranked";

/** How a question is answered: with one choice, with several, with choices in order, row by row on one scale, or with a number. */
export type Kind = "choice" | "several" | "ranking" | "grid" | "number";

/** One question. What belongs to another kind is kept, so that nothing is lost when its kind is changed and changed back. */
export interface Question {
  readonly id: string;
  /** Its name in tables; "" if it is made from the text. */
  readonly name: string;
  readonly text: Text;
  readonly kind: Kind;
  /** The choices; of a ranking, its items; of a grid, the scale of every row. */
  readonly choices: readonly Choice[];
  /** The least and the largest number of several choices, where there are limits. */
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** How many items of a ranking are put in order, where that is not all. */
  readonly places?: number | undefined;
  /** The rows of a grid. */
  readonly rows: readonly Row[];
  /** Whether the rows of a grid are answered with numbers. */
  readonly ofNumbers: boolean;
  /** The edges between ranges of a number, as typed. */
  readonly edges: readonly string[];
  /** Whether there are open ranges below the first edge and from the last edge on. */
  readonly open: readonly [below: boolean, above: boolean];
  /** What can be answered in place of a number, such as that one prefers not to say. */
  readonly reasons: readonly Choice[];
  readonly optional: boolean;
  /** Whether each device shows its choices or rows in an order that it draws for itself. */
  readonly random: boolean;
  /** The conditions under which it is asked, all of which must hold; empty if it is always asked. */
  readonly askedIf: readonly Condition[];
  /** Other members of its document, which are kept unchanged. */
  readonly besides: Readonly<Record<string, unknown>>;
}

/** The texts around the questions: before the first, agreed to in order to send, and after the report has arrived. */
export const AROUND = ["welcome", "consent", "thanks"] as const;

/** Which of the texts around the questions it is. */
export type Around = (typeof AROUND)[number];

/** Questions under one heading, up to the next section. */
export interface Section {
  readonly id: string;
  /** The id of its first question. */
  readonly before: string;
  readonly title: Text;
  readonly text: Text;
  /** Whether each device shows its questions in an order that it draws for itself. */
  readonly random: boolean;
}

/** A sum over questions of the numbers that their answers stand for. */
export interface Score {
  readonly id: string;
  /** Its name in tables; "" if it is made. */
  readonly name: string;
  /** What it adds up, as `refOf` makes it; a question with choices or rows stands for all of these. */
  readonly of: readonly string[];
  /** The numbers of the valid answers as typed; "" if these are 1, 2, … */
  readonly codes: string;
  /** Those whose numbers are in reverse. */
  readonly reversed: readonly string[];
}

/** The tables to be read: every question and every pair, or these tables, as lists of what `refOf` makes. */
export type Tables = "pairs" | readonly (readonly string[])[];

/** One of two groups that are compared. */
export interface Group {
  /** The answer that its people give to the question that makes the groups, as conditions name it. */
  readonly answer: string;
  /** How many of 100 people are in it. */
  readonly size: number;
  /** How many of 100 people in it are expected to give the answer that is compared; undefined until that is said. */
  readonly share?: number | undefined;
}

/** A difference that the survey is to find: one group gives an answer more often than another. */
export interface Comparison {
  readonly id: string;
  /** The question that is compared, as `refOf` makes it, and its answer, as conditions name it. */
  readonly outcome: string;
  readonly answer: string;
  /** The question that makes the groups, as `refOf` makes it. */
  readonly by: string;
  readonly groups: readonly [Group, Group];
}

/** A survey being written. */
export interface Draft {
  /** Its name in addresses and files; "" if it is made from the title. */
  readonly survey: string;
  readonly title: Text;
  /** Its languages; the first is the fallback for the others. */
  readonly languages: readonly string[];
  readonly questions: readonly Question[];
  readonly texts: Readonly<Record<Around, Text>>;
  readonly sections: readonly Section[];
  readonly scores: readonly Score[];
  readonly epsilon: number;
  readonly tables: Tables;
  /** What it is to find; documents have those that are complete. */
  readonly comparisons: readonly Comparison[];
  readonly respondents: number;
  /** `best-guess`, perhaps with its limit, if the design is for the best guess of all tables together. */
  readonly reads?: string | undefined;
  /** Whether a device draws the questions first and asks only these. */
  readonly drawn: boolean;
  /** Whether people may stop midway, with one report in which the rest is not reached. */
  readonly partial: boolean;
  /**
   * The kind of invitations, if only invited people may answer: whether the collector can tell which invitation a report came
   * with.
   */
  readonly invitations?: "blind" | "plain" | undefined;
  /** Other members of its document and of the document's privacy, which are kept unchanged. */
  readonly besides: Readonly<Record<"survey" | "privacy", Readonly<Record<string, unknown>>>>;
}

/** Makes a draft with one empty question. */
export function blank(language: string): Draft {
  return {
    survey: "",
    title: {},
    languages: [language],
    questions: [newQuestion()],
    texts: { welcome: {}, consent: {}, thanks: {} },
    sections: [],
    scores: [],
    epsilon: 2,
    tables: "pairs",
    comparisons: [],
    respondents: 1000,
    drawn: false,
    partial: false,
    besides: { survey: {}, privacy: {} },
  };
}

/** Makes a question with two empty choices, and two empty rows in case that it becomes a grid. */
export function newQuestion(): Question {
  return {
    id: fresh(),
    name: "",
    text: {},
    kind: "choice",
    choices: [newChoice(), newChoice()],
    rows: [newRow(), newRow()],
    ofNumbers: false,
    edges: ["", ""],
    open: [true, true],
    reasons: [],
    optional: false,
    random: false,
    askedIf: [],
    besides: {},
  };
}

/** Makes a choice; `label` is in `language`. */
export function newChoice(label?: string, language?: string): Choice {
  return { id: fresh(), value: "", label: label === undefined || language === undefined ? {} : { [language]: label } };
}

/** Makes an empty row. */
export function newRow(): Row {
  return { id: fresh(), name: "", text: {} };
}

/** Makes a section that begins with a question. */
export function newSection(before: string): Section {
  return { id: fresh(), before, title: {}, text: {}, random: false };
}

/** Makes a score of nothing yet. */
export function newScore(): Score {
  return { id: fresh(), name: "", of: [], codes: "", reversed: [] };
}

/** Whether a text is non-empty in some language. */
export function isWritten(text: Text): boolean {
  return Object.values(text).some((each) => each.trim() !== "");
}

/** Whether a question, or each row of it, is answered with a number. */
export function takesNumbers({ kind, ofNumbers }: Question): boolean {
  return kind === "number" || (kind === "grid" && ofNumbers);
}

/** Whether a question is still empty. */
export function isBlank({ text, choices, rows, edges }: Question): boolean {
  const written = [text, ...choices.map(({ label }) => label), ...rows.map((row) => row.text)].some(isWritten);
  return !written && edges.every((edge) => edge === "");
}

/** Whether some text or edge of a question is still missing. */
export function isIncomplete(question: Question): boolean {
  const { text, kind, choices, rows, edges } = question;
  const missing = takesNumbers(question) ? edges.includes("") : choices.some(({ label }) => !isWritten(label));
  return missing || !isWritten(text) || (kind === "grid" && rows.some((row) => !isWritten(row.text)));
}

/** What tables call a question, or one of its choices or rows. */
export function refOf(question: string, part?: string): string {
  return part === undefined ? question : `${question}/${part}`;
}

/** The id of the question that a table is about, of what `refOf` made. */
export function questionIn(ref: string): string {
  return ref.split("/")[0] ?? "";
}

/** Returns the draft with one question changed. */
export function withQuestion(draft: Draft, id: string, change: Partial<Question>): Draft {
  const changed = (question: Question) => (question.id === id ? { ...question, ...change } : question);
  return { ...draft, questions: draft.questions.map(changed) };
}

/**
 * Returns the draft without one question, and without the tables, comparisons, conditions and scores that contain it. A section that it begins then begins with
 * the next question.
 */
export function withoutQuestion(draft: Draft, id: string): Draft {
  const isElsewhere = (ref: string) => questionIn(ref) !== id;
  const tables = draft.tables === "pairs" ? draft.tables : draft.tables.filter((table) => table.every(isElsewhere));
  const comparisons = draft.comparisons.filter(({ outcome, by }) => isElsewhere(outcome) && isElsewhere(by));
  const questions = draft.questions
    .filter((question) => question.id !== id)
    .map((each) => ({ ...each, askedIf: each.askedIf.filter(({ question }) => question !== id) }));
  const scores = draft.scores.map((score) => ({
    ...score,
    of: score.of.filter(isElsewhere),
    reversed: score.reversed.filter(isElsewhere),
  }));
  const sections = handedOn(draft, id).filter(({ before }) => before !== id);
  return { ...draft, questions, tables, comparisons, scores, sections };
}

/** Returns the draft with the question at `from` moved to `to`; a section that it begins stays where it is, unless it has no other question. */
export function withMovedQuestion(draft: Draft, from: number, to: number): Draft {
  const id = draft.questions[from]?.id ?? "";
  return { ...draft, questions: moved(draft.questions, from, to), sections: handedOn(draft, id) };
}

/** The sections, with the one that begins with this question beginning with the next, if that is in it, too. */
function handedOn({ questions, sections }: Draft, id: string): readonly Section[] {
  const next = questions[questions.findIndex((question) => question.id === id) + 1]?.id;
  if (next === undefined || sections.some(({ before }) => before === next)) return sections;
  return sections.map((section) => (section.before === id ? { ...section, before: next } : section));
}

/** Returns the list with the element at `from` moved to `to`. */
export function moved<Element>(list: readonly Element[], from: number, to: number): readonly Element[] {
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
