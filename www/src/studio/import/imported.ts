/** The common result of all importers: questions, and what was left out, with the reasons. */

import { draftOf } from "../document/read";
import type { AttributeDocument, Written } from "../document/types";
import type { Draft, Question, Text } from "../draft";
import type { Words } from "../words/en";

/** Why a question, or a part of it, is not imported: one of the reasons that the studio has words for. */
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

/** The questions of a file. */
export interface Imported {
  readonly title?: Text;
  /** The languages of the texts, where the file has several. */
  readonly languages?: readonly string[];
  readonly questions: readonly Question[];
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
}

/** Converts what was read to questions; texts that are the same for everybody are in `language`. */
export function imported({ title, attributes, leftOut }: Read, language: string): Imported {
  const draft: Draft = draftOf({ title, attributes }, language);
  return {
    ...(title !== undefined && { title: draft.title }),
    ...(draft.languages.length > 1 && { languages: draft.languages }),
    questions: draft.questions,
    leftOut: [...leftOut, ...attributes.flatMap(pipedIn)],
  };
}

/** What a program puts something else in place of, such as an earlier answer. */
const PIPED = /\$?\{[^{}]+\}/;

/** That a text of a question has such a part, if one has. */
function pipedIn({ name, question, categories = [], rank = [], rows = [] }: AttributeDocument): readonly LeftOut[] {
  const labels = [...categories, ...rank].map((category) =>
    typeof category === "string" ? category : (category.label ?? ""),
  );
  const texts = [question ?? "", ...rows.map((row) => row.question ?? ""), ...labels];
  const written = texts.flatMap((text) => (typeof text === "string" ? [text] : Object.values(text)));
  const found = written.map((text) => PIPED.exec(text)?.[0]).find((code) => code !== undefined);
  return found === undefined ? [] : [{ name, why: "piped", said: found, partly: true }];
}

/** Extracts the text of an HTML fragment. */
export function plain(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}
