/** The common result of all importers: questions, what stands around them, and what was left out. */

import { binsOf, rangesBetween } from "../document/bins";
import { draftOf } from "../document/read";
import type { AttributeDocument, Written } from "../document/types";
import { type Draft, type Question, type Text, takesNumbers } from "../draft";
import { isSaid, joined } from "./language";
import { pipedIn } from "./piped";
import type { LeftOut } from "./reasons";
import { sectionsOf } from "./sections";
import type { Step } from "./steps";

/** The questions of a file, and what stands around them. */
export interface Imported extends Pick<Draft, "questions" | "texts" | "sections" | "scores"> {
  readonly title?: Text;
  /** The languages of the texts, where the file has several. */
  readonly languages?: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** The error for a file that has no questions, with what it has: its sheets, each with its first row. */
export class Unrecognised extends Error {
  readonly seen: readonly Seen[];

  constructor(seen: readonly Seen[]) {
    super("no questions");
    this.seen = seen;
  }
}

/** A sheet of a workbook as far as it is told. */
export interface Seen {
  readonly sheet: string;
  readonly columns: readonly string[];
}

/** What an importer has read: the questions as survey documents have them. */
export interface Read {
  readonly title?: Written | undefined;
  readonly attributes: readonly AttributeDocument[];
  readonly leftOut: readonly LeftOut[];
  /** The questions, also those that are left out, and the texts between them, in the order of the file. */
  readonly steps?: readonly Step[];
  /** What is said before the first question, and after the last. */
  readonly welcome?: Written | undefined;
  readonly thanks?: Written | undefined;
}

/** Converts what was read to questions and what stands around them; texts that are the same for everybody are in `language`. */
export function imported({ title, attributes, steps = [], thanks, ...read }: Read, language: string): Imported {
  const { sections, welcome: before, leftOut: unsaid } = sectionsOf(steps, attributes);
  const said = [read.welcome, ...before].filter(isSaid);
  const welcome = said.length === 0 ? undefined : said.reduce((one, other) => joined(one, other, "\n\n"));
  const texts = { ...(welcome && { welcome }), ...(isSaid(thanks) && { thanks }) };
  const draft: Draft = draftOf(legible({ title, attributes, sections, texts }), language);
  return {
    ...aroundIn(draft),
    ...(title !== undefined && { title: draft.title }),
    questions: draft.questions.map(withRoom),
    leftOut: [...read.leftOut, ...unsaid, ...pipedIn({ attributes, sections, texts })],
  };
}

/** Control characters but tabs and ends of lines, and characters that turn the direction of the text around them: documents have none of them. */
const ILLEGIBLE = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A part of a document without illegible characters in any of its texts. */
function legible<Part>(part: Part): Part {
  const taken = (_: string, own: unknown) => (typeof own === "string" ? own.replace(ILLEGIBLE, "") : own);
  return JSON.parse(JSON.stringify(part), taken) as Part;
}

/** What stands around the questions of a draft, and its languages if it has several. */
export function aroundIn({ languages, texts, sections, scores }: Draft) {
  return { ...(languages.length > 1 && { languages }), texts, sections, scores };
}

/** A number with an empty field for an edge between its limits, where it has none. */
function withRoom(question: Question): Question {
  const { edges, open } = question;
  if (!takesNumbers(question) || edges.includes("") || rangesBetween(binsOf(question)).length > 1) return question;
  const place = open[0] ? 0 : 1;
  return { ...question, edges: [...edges.slice(0, place), "", ...edges.slice(place)] };
}
