/** All texts of a survey, each with a key: made of names of the document, so that it stays the same while texts are translated. */

import { AROUND, type Choice, type Draft, isWritten, type Question, type Text, takesNumbers } from "../draft";
import { inFirst, namesOf, rowNames, untaken } from "./names";

/** One text. */
export interface KeyedText {
  /** What it is, and the name of the question that it belongs to: `title`, `question smoker`, `choice smoker: yes`. */
  readonly key: string;
  readonly text: Text;
  /** Whether respondents see it: the rows of a question that was a grid once are kept, and shown to nobody. */
  readonly isShown: boolean;
}

/** The draft with every text replaced. */
export function withTexts(draft: Draft, replaced: (text: KeyedText) => Text): Draft {
  const { languages, questions, sections, title } = draft;
  const names = namesOf(draft);
  const taken = new Set<string>();
  const visit = (wanted: string, text: Text, isShown = true) => {
    const key = untaken(wanted, taken);
    taken.add(key);
    return replaced({ key, text, isShown });
  };
  const visitChoices = (what: string, name: string, choices: readonly Choice[], isShown: boolean) =>
    choices.map((choice, place) => {
      const value = choice.value || inFirst(choice.label, languages) || String(place + 1);
      return { ...choice, label: visit(`${what} ${name}: ${value}`, choice.label, isShown) };
    });
  const visitQuestion = (question: Question, name: string): Question => {
    const rows = rowNames(question, languages);
    return {
      ...question,
      text: visit(`question ${name}`, question.text),
      rows: question.rows.map((row, place) => ({
        ...row,
        text: visit(`row ${name}: ${rows[place]}`, row.text, question.kind === "grid"),
      })),
      choices: visitChoices("choice", name, question.choices, !takesNumbers(question)),
      reasons: visitChoices("answer", name, question.reasons, takesNumbers(question)),
    };
  };
  const nameOf = new Map(questions.map(({ id }, place) => [id, names[place] ?? ""]));
  return {
    ...draft,
    title: visit("title", title),
    texts: Object.fromEntries(AROUND.map((each) => [each, visit(each, draft.texts[each])])) as Draft["texts"],
    sections: sections.map((section) => ({
      ...section,
      title: visit(`heading before ${nameOf.get(section.before)}`, section.title),
      text: visit(`text before ${nameOf.get(section.before)}`, section.text),
    })),
    questions: questions.map((question, place) => visitQuestion(question, names[place] ?? "")),
  };
}

/** The texts that respondents see and that are written in some language. */
export function textsOf(draft: Draft): readonly KeyedText[] {
  const found: KeyedText[] = [];
  withTexts(draft, (each) => {
    if (each.isShown && isWritten(each.text)) found.push(each);
    return each.text;
  });
  return found;
}
