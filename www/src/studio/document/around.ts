/** Converts what stands around the questions between drafts and documents: texts, sections, and scores of answers. */

import {
  AROUND,
  type Draft,
  newScore,
  newSection,
  type Question,
  questionIn,
  type Score,
  type Section,
  type Text,
} from "../draft";
import { isCompound, membersIn } from "./members";
import { nameOf, untaken } from "./names";
import type { ScoreDocument, SectionDocument, SurveyDocument, Written } from "./types";

/** The members of a draft, as documents write them. */
type Around = Pick<Draft, "texts" | "sections" | "scores">;

/** The members of a document, where they are not empty. */
type AroundDocument = Pick<SurveyDocument, "texts" | "sections" | "scores">;

/** How texts are converted. */
interface Reading {
  readonly questions: readonly Question[];
  readonly languages: readonly string[];
  textOf(text: Written | undefined): Text;
}

/** Reads what stands around questions; a section or score of what there is not is left out. */
export function aroundIn({ texts, sections, scores }: AroundDocument, reading: Reading): Around {
  const { textOf } = reading;
  const refs = refsByName(reading);
  const known = (names: readonly string[] | undefined) =>
    Array.isArray(names) ? names.flatMap((name) => refs.get(name) ?? []) : [];
  const section = ({ before, title, text, order }: SectionDocument): Section[] =>
    known([before]).map((ref) => ({
      ...newSection(questionIn(ref)),
      title: textOf(title),
      text: textOf(text),
      random: order === "random",
    }));
  const score = ({ name, of, codes, reversed }: ScoreDocument): Score => ({
    ...newScore(),
    name: String(name ?? ""),
    of: known(of),
    codes: Array.isArray(codes) ? codes.join(", ") : "",
    reversed: known(reversed),
  });
  const { welcome, consent, thanks } = texts ?? {};
  return {
    texts: { welcome: textOf(welcome), consent: textOf(consent), thanks: textOf(thanks) },
    sections: (sections ?? []).flatMap(section),
    scores: (scores ?? []).map(score),
  };
}

/** What scores call the questions, and the choices and rows of these, by name. */
function refsByName({ questions, languages }: Reading): ReadonlyMap<string, string> {
  const parts = questions
    .filter(isCompound)
    .flatMap((question) => membersIn(question, question.name, languages))
    .map(({ name, ref }) => [name, ref] as const);
  return new Map([...parts, ...questions.map(({ id, name }) => [name, id] as const)]);
}

/** Writes what stands around questions with these names; `written` converts texts. */
export function aroundOf(
  draft: Draft,
  names: readonly string[],
  written: (text: Text) => Written | undefined,
): AroundDocument {
  const { questions, sections, scores } = draft;
  const texts = Object.fromEntries(
    AROUND.flatMap((each) => {
      const text = written(draft.texts[each]);
      return text === undefined ? [] : [[each, text]];
    }),
  );
  const section = ({ before, title, text, random }: Section): SectionDocument => {
    const [heading, below] = [written(title), written(text)];
    return {
      before: names[questions.findIndex(({ id }) => id === before)] ?? "",
      ...(heading !== undefined && { title: heading }),
      ...(below !== undefined && { text: below }),
      ...(random && { order: "random" as const }),
    };
  };
  const byRef = namesByRef(draft, names);
  const known = (refs: readonly string[]) => refs.flatMap((ref) => byRef.get(ref) ?? []);
  const called = scoreNames(draft, names);
  const score = ({ of, codes, reversed }: Score, place: number): ScoreDocument => ({
    name: called[place] ?? "",
    of: known(of),
    ...(codes.trim() !== "" && { codes: numbersIn(codes) }),
    ...(reversed.length > 0 && { reversed: known(reversed) }),
  });
  return {
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(sections.length > 0 && { sections: sorted(draft).map(section) }),
    ...(scores.length > 0 && { scores: scores.map(score) }),
  };
}

/** The sections of a draft in the order of their questions, as documents list them. */
export function sorted({ questions, sections }: Draft): readonly Section[] {
  const place = ({ before }: Section) => questions.findIndex(({ id }) => id === before);
  return [...sections].sort((one, other) => place(one) - place(other));
}

function namesByRef({ questions, languages }: Draft, names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    questions.flatMap((question, place) => {
      const name = names[place] ?? "";
      return [
        [question.id, name] as const,
        ...membersIn(question, name, languages).map((each) => [each.ref, each.name] as const),
      ];
    }),
  );
}

/** The names of the scores: given by the author, or made so that nothing else has them. */
export function scoreNames({ scores }: Draft, names: readonly string[]): readonly string[] {
  const taken = new Set([...names, ...scores.map(({ name }) => name)]);
  return scores.map(({ name }, place) => {
    if (name !== "") return name;
    const made = untaken(nameOf("", `score-${place + 1}`), taken);
    taken.add(made);
    return made;
  });
}

/** The typed numbers; what is no number is NaN. */
export function numbersIn(codes: string): readonly number[] {
  return wordsIn(codes).map(Number);
}

/** What is typed between blanks, commas and semicolons. */
export function wordsIn(codes: string): readonly string[] {
  return codes.split(/[\s,;]+/).filter((word) => word !== "");
}
