/** The texts of a survey in several languages: which are missing in one of them, and what is shown in their place until they are written. */

import {
  AROUND,
  type Around,
  type Choice,
  type Draft,
  isWritten,
  type Question,
  type Text,
  takesNumbers,
} from "../draft";
import { sorted } from "./around";
import { withTexts } from "./texts";

/** A text that is written in another language: what it is, by its place from 1 on, and what to focus to write it. */
export interface Missing {
  readonly what:
    | { readonly kind: "title" }
    | { readonly kind: Around }
    | { readonly kind: "section" | "question"; readonly place: number }
    | { readonly kind: "choice" | "row" | "reason"; readonly place: number; readonly question: number };
  /** The selector of its field. */
  readonly field: string;
}

/** The text that a translator translates: in the first of the survey's languages in which there is one, but this. */
export function sourceOf(
  text: Text,
  { languages }: Draft,
  writing: string,
): { readonly tag: string; readonly text: string } | undefined {
  const tag = languages.find((each) => each !== writing && isIn(text, each));
  return tag === undefined || languages.indexOf(writing) < languages.indexOf(tag)
    ? undefined
    : { tag, text: text[tag] ?? "" };
}

/** The texts that are missing in a language, from above. */
export function missingIn(draft: Draft, language: string): readonly Missing[] {
  const lacks = (text: Text) => isWritten(within(text, draft.languages)) && !isIn(text, language);
  const when = (text: Text, missing: Missing) => (lacks(text) ? [missing] : []);
  return [
    ...when(draft.title, { what: { kind: "title" }, field: ".survey-title" }),
    ...draft.questions.flatMap((question, at) => {
      const sections = sorted(draft).flatMap(({ before, id, title, text }, place) =>
        before === question.id && (lacks(title) || lacks(text))
          ? [{ what: { kind: "section" as const, place: place + 1 }, field: `#section-${id} textarea` }]
          : [],
      );
      return [
        ...sections,
        ...when(question.text, {
          what: { kind: "question", place: at + 1 },
          field: `#question-${question.id} textarea`,
        }),
        ...linesOf(question).flatMap(({ kind, id, text }, place, all) =>
          when(text, {
            what: { kind, place: place + 1 - all.findIndex((each) => each.kind === kind), question: at + 1 },
            field: kind === "reason" ? `#reason-${id}` : `#line-${id}`,
          }),
        ),
      ];
    }),
    ...AROUND.flatMap((kind) => when(draft.texts[kind], { what: { kind }, field: `#text-${kind}` })),
  ];
}

interface LineOf {
  readonly kind: "choice" | "row" | "reason";
  readonly id: string;
  readonly text: Text;
}

/** The short texts of a question that are shown. */
function linesOf(question: Question): readonly LineOf[] {
  const labelled = (kind: "choice" | "reason", choices: readonly Choice[]): readonly LineOf[] =>
    choices.map(({ id, label }) => ({ kind, id, text: label }));
  const rows = question.kind === "grid" ? question.rows.map(({ id, text }): LineOf => ({ kind: "row", id, text })) : [];
  return [
    ...rows,
    ...(takesNumbers(question) ? labelled("reason", question.reasons) : labelled("choice", question.choices)),
  ];
}

/** The draft with every text in all its languages: one that is missing is that of the first language in which there is one. */
export function completed(draft: Draft): Draft {
  const { languages } = draft;
  return withTexts(draft, ({ text }) => {
    const first = languages.find((tag) => isIn(text, tag));
    if (first === undefined) return text;
    return Object.fromEntries(languages.map((tag) => [tag, isIn(text, tag) ? text[tag] : text[first]])) as Text;
  });
}

function isIn(text: Text, tag: string): boolean {
  return (text[tag] ?? "").trim() !== "";
}

function within(text: Text, languages: readonly string[]): Text {
  return Object.fromEntries(languages.map((tag) => [tag, text[tag] ?? ""]));
}
