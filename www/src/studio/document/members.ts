/** What conditions and tables are about: a question, or one of the choices, items or rows that a question consists of. */

import { type Draft, type Question, refOf, type Text } from "../draft";
import { inFirst, namesOf, rowNames, valuedChoices } from "./names";

/** One attribute of the survey that a draft describes. */
export interface Member {
  readonly question: Question;
  /** The id of the choice, item or row. */
  readonly part?: string;
  readonly ref: string;
  /** Its name in the document. */
  readonly name: string;
  /** Its text in the survey's first language. */
  readonly label: string;
  /** The same without the text of its question, where it is a choice or row of one. */
  readonly own: string;
}

/** All attributes, in order. */
export function membersOf(draft: Draft): readonly Member[] {
  const names = namesOf(draft);
  return draft.questions.flatMap((question, place) => membersIn(question, names[place] ?? "", draft.languages));
}

/** The attributes of a question with this name. */
export function membersIn(question: Question, name: string, languages: readonly string[]): readonly Member[] {
  const text = inFirst(question.text, languages) || name;
  if (!isCompound(question)) return [{ question, ref: refOf(question.id), name, label: text, own: text }];
  return partsOf(question, languages).map(({ id, name: own, text: label }) => ({
    question,
    part: id,
    ref: refOf(question.id, id),
    name: `${name}.${own}`,
    label: partOf(text, inFirst(label, languages) || own),
    own: inFirst(label, languages) || own,
  }));
}

/** Whether a question consists of several attributes. */
export function isCompound({ kind }: Question): boolean {
  return kind === "several" || kind === "ranking" || kind === "grid";
}

/** The title of a choice, item or row, after that of its question. */
export function partOf(question: string, part: string): string {
  return `${question} – ${part}`;
}

function partsOf(
  question: Question,
  languages: readonly string[],
): readonly { readonly id: string; readonly name: string; readonly text: Text }[] {
  if (question.kind !== "grid")
    return valuedChoices(question, languages).map(({ choice: { id, label }, value }) => ({
      id,
      name: value,
      text: label,
    }));
  const names = rowNames(question, languages);
  return question.rows.map(({ id, text }, place) => ({ id, name: names[place] ?? "", text }));
}
