/** Converts survey documents to drafts. */

import {
  type Choice,
  type Condition,
  type Draft,
  newChoice,
  newQuestion,
  newRow,
  type Question,
  type Row,
  type Tables,
  type Text,
  takesNumbers,
} from "../draft";
import { idsOf } from "./answers";
import { aroundIn } from "./around";
import { binsOf, rangesBetween, within } from "./bins";
import { comparisonsIn } from "./comparisons";
import { isCompound, type Member, membersIn } from "./members";
import { inFirst, nameOf } from "./names";
import type {
  AttributeDocument,
  CategoryDocument,
  RowDocument,
  ScoreDocument,
  SectionDocument,
  SurveyDocument,
  Written,
} from "./types";

/** The error for a survey that the studio cannot represent, for `reason`. */
export class Unopened extends Error {
  readonly reason: "no-survey" | "own-levels";

  constructor(reason: "no-survey" | "own-levels") {
    super(reason);
    this.reason = reason;
  }
}

/** Converts a survey document to a draft. Throws `Unopened`. */
export function draftOf(document: unknown, language: string): Draft {
  if (!isRecord(document) || !Array.isArray(document.attributes) || !document.attributes.every(isRecord))
    throw new Unopened("no-survey");
  if (document.attributes.some(({ epsilon }) => typeof epsilon === "number")) throw new Unopened("own-levels");
  const {
    survey,
    title,
    attributes,
    privacy,
    tables,
    respondents,
    ask,
    partial,
    invitations,
    texts,
    sections,
    scores,
    comparisons,
    ...besides
  } = document as unknown as SurveyDocument;
  const languages = languagesOf({ title, attributes, texts, sections }, language);
  const questions = withConditions(
    attributes.map((each) => questionOf(each, languages)),
    attributes,
    languages,
  );
  const members = questions.flatMap((question) => membersIn(question, question.name, languages));
  const compared = comparisonsIn(recordsIn(comparisons), members, languages);
  const { record_epsilon: epsilon, reads, ...rest } = isRecord(privacy) ? privacy : {};
  return {
    survey: String(survey ?? ""),
    title: textOf(title, languages),
    languages,
    questions,
    epsilon: typeof epsilon === "number" ? epsilon : 2,
    reads: reads === "unbiased" || reads === undefined ? undefined : String(reads),
    tables: tablesIn(tables, questions, languages),
    comparisons: compared.known,
    respondents: typeof respondents === "number" ? respondents : 1000,
    drawn: ask === "drawn",
    partial: partial === true,
    invitations,
    ...aroundIn(
      {
        ...(isRecord(texts) && { texts }),
        sections: recordsIn(sections) as unknown as readonly SectionDocument[],
        scores: recordsIn(scores) as unknown as readonly ScoreDocument[],
      },
      { questions, languages, textOf: (text) => textOf(text, languages) },
    ),
    besides: {
      survey: { ...besides, ...(compared.kept.length > 0 && { comparisons: compared.kept }) },
      privacy: rest,
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The elements of a list that are objects; none of what is no list. */
function recordsIn(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function languagesOf(
  { title, attributes, texts, sections }: Pick<SurveyDocument, "title" | "attributes" | "texts" | "sections">,
  otherwise: string,
): readonly string[] {
  const labels = attributes.flatMap(({ categories, rank }) =>
    [...recordsIn(categories), ...recordsIn(rank)].map(({ label }) => label),
  );
  const asked = attributes.flatMap(({ question, rows }) => [question, ...recordsIn(rows).map((row) => row.question)]);
  const around = [...Object.values(texts ?? {}), ...recordsIn(sections).flatMap((each) => [each.title, each.text])];
  const tags = new Set(
    [title, ...asked, ...labels, ...around].flatMap((text) => (isRecord(text) ? Object.keys(text) : [])),
  );
  return tags.size === 0 ? [otherwise] : [...tags];
}

/** Converts a text; one that is the same for everybody is used in every language. */
function textOf(text: Written | undefined | null, languages: readonly string[]): Text {
  if (isRecord(text)) return text as Text;
  if (text === undefined || text === null) return {};
  return Object.fromEntries(languages.map((tag) => [tag, String(text)]));
}

function questionOf(document: AttributeDocument, languages: readonly string[]): Question {
  const { name, question, categories, bins, rows, optional, order, asked_if: _, ...rest } = document;
  const told = {
    ...newQuestion(),
    name: String(name ?? ""),
    text: textOf(question, languages),
    optional: optional === true,
    random: order === "random",
    besides: rest,
  };
  const listed = Array.isArray(categories) ? categories : [];
  if (rows === undefined && rest.choose === "any") return { ...told, ...severalOf(document, languages), ...kept(rest) };
  if (rows === undefined && rest.rank !== undefined)
    return { ...told, ...rankingOf(document, languages), ...kept(rest) };
  const grid = rows === undefined ? {} : gridOf(rows, languages);
  const choices = listed.map((each) => choiceOf(each, languages, (label) => label));
  if (!Array.isArray(bins)) return { ...told, ...grid, choices };
  const edges = bins.filter((edge) => edge !== null).map(String);
  return {
    ...told,
    ...(rows === undefined ? { kind: "number" } : { ...grid, ofNumbers: true }),
    // Without an edge there are the empty fields of a new question.
    ...(edges.length > 0 && { edges }),
    open: [bins[0] === null, bins.at(-1) === null],
    reasons: choices,
  };
}

function severalOf({ categories, at_least, at_most }: AttributeDocument, languages: readonly string[]) {
  return {
    kind: "several" as const,
    choices: partsOf(categories, languages),
    atLeast: at_least ?? undefined,
    atMost: at_most ?? undefined,
  };
}

function rankingOf({ rank, places }: AttributeDocument, languages: readonly string[]) {
  return { kind: "ranking" as const, choices: partsOf(rank, languages), places: places ?? undefined };
}

/** Choices or items, whose values are parts of names. */
function partsOf(listed: AttributeDocument["categories"], languages: readonly string[]): readonly Choice[] {
  return (Array.isArray(listed) ? listed : []).map((each) => choiceOf(each, languages, (label) => nameOf(label, "")));
}

/** What a question with several choices or a ranking keeps unchanged. */
function kept(document: Partial<AttributeDocument>) {
  const { choose: _, at_least: __, at_most: ___, rank: ____, places: _____, ...besides } = document;
  return { besides };
}

function gridOf(rows: readonly RowDocument[], languages: readonly string[]) {
  const read = ({ name, question }: RowDocument): Row => ({
    ...newRow(),
    name: String(name ?? ""),
    text: textOf(question, languages),
  });
  return { kind: "grid" as const, rows: recordsIn(rows).map((row) => read(row as unknown as RowDocument)) };
}

/** Converts a category. Its value is left to be made from its label where it would be the same. */
function choiceOf(category: CategoryDocument, languages: readonly string[], made: (label: string) => string): Choice {
  const { value, label, role, excludes } = isRecord(category) ? category : { value: category };
  const text = textOf((label as Written | undefined) ?? String(value), languages);
  return {
    ...newChoice(),
    value: made(inFirst(text, languages)) === String(value) ? "" : String(value),
    label: text,
    ...(role !== undefined && { role }),
    ...(excludes === "others" && { excludes: true }),
  } as Choice;
}

/** Adds the conditions of the documents; those of a question that cannot be understood are kept as they are written. */
function withConditions(
  questions: readonly Question[],
  documents: readonly AttributeDocument[],
  languages: readonly string[],
): readonly Question[] {
  const members = questions.flatMap((question) => membersIn(question, question.name, languages));
  return questions.map((question, place) => {
    const { asked_if } = documents[place] ?? {};
    if (asked_if === undefined) return question;
    const askedIf = isRecord(asked_if)
      ? Object.entries(asked_if).map(([name, wanted]) => conditionOf(members, name, wanted, languages))
      : [undefined];
    const known = askedIf.filter((each) => each !== undefined);
    if (known.length === askedIf.length) return { ...question, askedIf: known };
    return { ...question, besides: { ...question.besides, asked_if } };
  });
}

function conditionOf(
  members: readonly Member[],
  name: string,
  wanted: unknown,
  languages: readonly string[],
): Condition | undefined {
  const parent = members.find((each) => each.name === name);
  if (parent === undefined) return undefined;
  const { question, part } = parent;
  const ranges = takesNumbers(question) ? rangesBetween(binsOf(question)) : [];
  const ids = idsOf(question, languages);
  const values = Array.isArray(wanted) ? wanted : isRecord(wanted) ? within(ranges, wanted) : [];
  const answers = values.map((value) => ids.get(String(value)));
  const known = answers.filter((id) => id !== undefined);
  if (known.length === 0 || known.length < answers.length) return undefined;
  return { question: question.id, ...(part !== undefined && { part }), answers: known };
}

/** The tables of several attributes; all pairs of the choices or rows of a question are the table of it with itself. */
function tablesIn(
  tables: SurveyDocument["tables"],
  questions: readonly Question[],
  languages: readonly string[],
): Tables {
  if (!Array.isArray(tables) || tables.length === 0) return "pairs";
  const ref = new Map(questions.map((question) => [question.name, question.id]));
  for (const question of questions)
    for (const member of membersIn(question, question.name, languages)) ref.set(member.name, member.ref);
  const known = tables
    .filter((table: unknown): table is string[] => Array.isArray(table) && table.length > 1)
    .map((table) => table.map((name) => ref.get(name) ?? ""))
    .filter((table) => table.every((each) => each !== ""));
  return questions.filter(isCompound).reduce((rest, question) => {
    const refs = new Set(membersIn(question, question.name, languages).map((member) => member.ref));
    const isOwn = (table: readonly string[]) => table.length === 2 && table.every((each) => refs.has(each));
    const own = new Set(rest.filter(isOwn).map((table) => [...table].sort().join()));
    if (own.size < (refs.size * (refs.size - 1)) / 2) return rest;
    return [...rest.filter((table) => !isOwn(table)), [question.id, question.id]];
  }, known);
}
