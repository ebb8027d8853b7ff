/** Converts drafts to survey documents, which `candor design` reads, and back. */

import {
  type Choice,
  type Condition,
  type Draft,
  isWritten,
  NO_ANSWER,
  newChoice,
  newQuestion,
  type Question,
  type Tables,
  type Text,
} from "./draft";
import { nameOf, untaken } from "./names";

/** A text in one language, or in several by tag. */
export type Written = string | Text;

/** The answers after which a question is asked: values, or numbers from one edge to below another. */
export type ConditionDocument = readonly string[] | { readonly from?: number; readonly below?: number };

/** A question of a survey document. */
export interface AttributeDocument {
  readonly name: string;
  readonly question?: Written;
  readonly categories?: readonly (string | { readonly value: string; readonly label?: Written })[];
  readonly bins?: readonly (number | null)[];
  readonly optional?: boolean;
  /** Conditions by the names of earlier questions. */
  readonly asked_if?: Readonly<Record<string, ConditionDocument>>;
}

/** The part of a survey document that the studio writes. */
export interface SurveyDocument {
  readonly survey: string;
  readonly title?: Written | undefined;
  readonly attributes: readonly AttributeDocument[];
  readonly privacy: { readonly record_epsilon: number; readonly reads?: string } & Readonly<Record<string, unknown>>;
  readonly tables?: readonly (readonly string[])[];
  readonly respondents?: number;
  readonly ask?: "drawn";
  readonly invitations?: "blind" | "plain";
}

/** The first text that is not empty, in the order of the languages. */
export function inFirst(text: Text, languages: readonly string[]): string {
  return languages.map((tag) => text[tag]?.trim() ?? "").find((each) => each !== "") ?? "";
}

/** The names of the questions, in order: given by the author, or made from their texts. */
export function namesOf({ questions, languages }: Draft): readonly string[] {
  const taken = new Set(questions.map(({ name }) => name).filter((name) => name !== ""));
  return questions.map(({ name, text }, place) => {
    if (name !== "") return name;
    const made = untaken(nameOf(inFirst(text, languages), `question-${place + 1}`), taken);
    taken.add(made);
    return made;
  });
}

/** The name of the survey: given by the author, or made from its title. */
export function surveyName({ survey, title, languages }: Draft): string {
  return survey === "" ? nameOf(inFirst(title, languages), "survey") : survey;
}

/** The path of the survey schema in the package, for editors. */
const SCHEMA = "node_modules/candor/survey.schema.json";

/** The text of a survey's file, with the schema by which editors complete and check it. */
export function fileOf(draft: Draft): string {
  return `${JSON.stringify({ $schema: SCHEMA, ...documentOf(draft) }, null, 2)}\n`;
}

/** Converts a draft to a document without checking it: its readers report faults. */
export function documentOf(draft: Draft): SurveyDocument {
  const { languages, questions, epsilon, reads, respondents, drawn, invitations, besides } = draft;
  const names = namesOf(draft);
  const title = written(draft.title, languages);
  const tables = tablesOf(draft, names);
  return {
    ...besides.survey,
    survey: surveyName(draft),
    ...(title !== undefined && { title }),
    attributes: questions.map((question, place) => {
      const told = attribute(question, names[place] ?? "", languages);
      const conditions = conditionsOf(question, draft, names);
      return conditions.length === 0 ? told : { ...told, asked_if: Object.fromEntries(conditions) };
    }),
    privacy: { ...besides.privacy, record_epsilon: epsilon, ...(reads !== undefined && { reads }) },
    ...(tables && { tables }),
    respondents,
    ...(drawn && { ask: "drawn" as const }),
    ...(invitations && { invitations }),
  };
}

function written(text: Text, languages: readonly string[]): Written | undefined {
  const [only] = languages;
  const told = languages.map((tag) => [tag, text[tag]?.trim() ?? ""] as const).filter(([, each]) => each !== "");
  if (told.length === 0) return undefined;
  return languages.length === 1 && only !== undefined ? text[only]?.trim() : Object.fromEntries(told);
}

function tablesOf({ tables, questions }: Draft, names: readonly string[]): (readonly string[])[] | undefined {
  if (tables === "pairs") return undefined;
  const name = new Map(questions.map(({ id }, place) => [id, names[place] ?? ""]));
  const singles = names.map((each) => [each]);
  return [...singles, ...tables.map((table) => table.map((id) => name.get(id) ?? ""))];
}

function attribute(question: Question, name: string, languages: readonly string[]): AttributeDocument {
  const text = written(question.text, languages);
  const told = {
    ...question.besides,
    name,
    ...(text !== undefined && { question: text }),
    ...(question.optional && { optional: true }),
  };
  if (question.kind === "number") return { ...told, bins: binsOf(question) };
  return { ...told, categories: categoriesOf(question.choices, languages) };
}

/** The bin edges of a numeric question: the typed numbers, and `null` at an open end. */
export function binsOf({ edges, open: [below, above] }: Question): (number | null)[] {
  const typed = edges.map((edge) => edge.trim()).filter((edge) => edge !== "");
  return [...(below ? [null] : []), ...typed.map(Number), ...(above ? [null] : [])];
}

/** The ranges between the edges of a numeric question, as documents write them, with their ends. */
export function rangesBetween(
  bins: readonly (number | null)[],
): readonly { readonly value: string; readonly from: number | null; readonly below: number | null }[] {
  return bins.slice(1).map((below, place) => {
    const from = bins[place] ?? null;
    const value = from === null ? `<${below}` : below === null ? `≥${from}` : `[${from},${below})`;
    return { value, from, below };
  });
}

/** The conditions of a question by the names of the questions that they are about. */
function conditionsOf(
  { askedIf }: Question,
  { questions, languages }: Draft,
  names: readonly string[],
): (readonly [string, ConditionDocument])[] {
  return askedIf.flatMap(({ question, answers }) => {
    const place = questions.findIndex(({ id }) => id === question);
    const [parent, name] = [questions[place], names[place]];
    if (parent === undefined || name === undefined) return [];
    return [[name, parent.kind === "number" ? rangeIn(parent, answers) : valuesIn(parent, answers, languages)]];
  });
}

/** Some of the choices of a question as values of its document, in its order. */
function valuesIn({ choices }: Question, answers: readonly string[], languages: readonly string[]): readonly string[] {
  const values = choices
    .filter(({ id }) => answers.includes(id))
    .map(({ value, label }) => value || inFirst(label, languages));
  return answers.includes(NO_ANSWER) ? [...values, NO_ANSWER] : values;
}

/** Some of the ranges of a question: from one edge to below another where they adjoin. Ranges that there are no more stay as written. */
function rangeIn(question: Question, answers: readonly string[]): ConditionDocument {
  const all = rangesBetween(binsOf(question));
  const places = [...all.keys()].filter((place) => answers.includes(all[place]?.value ?? ""));
  const [first, last] = [all[places[0] ?? -1], all[places.at(-1) ?? -1]];
  const adjoin = places.every((place, i) => i === 0 || place === (places[i - 1] ?? 0) + 1);
  const ends = {
    ...(typeof first?.from === "number" && { from: first.from }),
    ...(typeof last?.below === "number" && { below: last.below }),
  };
  const isRange = adjoin && places.length === answers.length && Object.keys(ends).length > 0;
  return isRange ? ends : answers;
}

function categoriesOf(choices: readonly Choice[], languages: readonly string[]) {
  return choices
    .filter(({ value, label }) => value !== "" || isWritten(label))
    .map(({ value, label }) => {
      const first = inFirst(label, languages);
      if (value === "" && languages.length === 1) return first;
      return { value: value || first, label: written(label, languages) ?? "" };
    });
}

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
  const { survey, title, attributes, privacy, tables, respondents, ask, invitations, ...besides } =
    document as unknown as SurveyDocument;
  const languages = languagesOf({ title, attributes }, language);
  const questions = withConditions(
    attributes.map((each) => questionOf(each, languages)),
    attributes,
    languages,
  );
  const { record_epsilon: epsilon, reads, ...rest } = isRecord(privacy) ? privacy : {};
  return {
    survey: String(survey ?? ""),
    title: textOf(title, languages),
    languages,
    questions,
    epsilon: typeof epsilon === "number" ? epsilon : 2,
    reads: reads === "unbiased" || reads === undefined ? undefined : String(reads),
    tables: pairsOf(tables, questions),
    respondents: typeof respondents === "number" ? respondents : 1000,
    drawn: ask === "drawn",
    invitations,
    besides: { survey: besides, privacy: rest },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function languagesOf(
  { title, attributes }: Pick<SurveyDocument, "title" | "attributes">,
  otherwise: string,
): readonly string[] {
  const labels = attributes.flatMap(({ categories = [] }) =>
    categories.map((category) => (isRecord(category) ? (category.label as Written | undefined) : undefined)),
  );
  const texts = [title, ...attributes.map(({ question }) => question), ...labels];
  const tags = new Set(texts.flatMap((text) => (isRecord(text) ? Object.keys(text) : [])));
  return tags.size === 0 ? [otherwise] : [...tags];
}

/** Converts a text; one that is the same for everybody is used in every language. */
function textOf(text: Written | undefined | null, languages: readonly string[]): Text {
  if (isRecord(text)) return text as Text;
  if (text === undefined || text === null) return {};
  return Object.fromEntries(languages.map((tag) => [tag, String(text)]));
}

function questionOf(document: AttributeDocument, languages: readonly string[]): Question {
  const { name, question, categories, bins, optional, asked_if: _, ...besides } = document;
  const empty = newQuestion();
  const told = {
    ...empty,
    name: String(name ?? ""),
    text: textOf(question, languages),
    optional: optional === true,
    besides,
  };
  if (Array.isArray(bins)) {
    const edges = bins.filter((edge) => edge !== null).map(String);
    return { ...told, kind: "number", edges, open: [bins[0] === null, bins.at(-1) === null] };
  }
  const choices = (Array.isArray(categories) ? categories : []).map((category): Choice => {
    if (!isRecord(category)) return { ...newChoice(), label: textOf(String(category), languages) };
    const value = String(category.value);
    const label = (category.label as Written) ?? value;
    return { ...newChoice(), value: label === value ? "" : value, label: textOf(label, languages) };
  });
  return { ...told, choices };
}

/** Adds the conditions of the documents; those of a question that cannot be understood are kept as they are written. */
function withConditions(
  questions: readonly Question[],
  documents: readonly AttributeDocument[],
  languages: readonly string[],
): readonly Question[] {
  return questions.map((question, place) => {
    const { asked_if } = documents[place] ?? {};
    if (asked_if === undefined) return question;
    const askedIf = isRecord(asked_if)
      ? Object.entries(asked_if).map(([name, wanted]) => conditionOf(questions, name, wanted, languages))
      : [undefined];
    const known = askedIf.filter((each) => each !== undefined);
    if (known.length === askedIf.length) return { ...question, askedIf: known };
    return { ...question, besides: { ...question.besides, asked_if } };
  });
}

function conditionOf(
  questions: readonly Question[],
  name: string,
  wanted: unknown,
  languages: readonly string[],
): Condition | undefined {
  const parent = questions.find((each) => each.name === name);
  if (parent === undefined) return undefined;
  const ids = new Map([[NO_ANSWER, NO_ANSWER]]);
  const ranges = parent.kind === "number" ? rangesBetween(binsOf(parent)) : [];
  for (const { value } of ranges) ids.set(value, value);
  if (parent.kind === "choice")
    for (const { id, value, label } of parent.choices) ids.set(value || inFirst(label, languages), id);
  const values = Array.isArray(wanted) ? wanted : isRecord(wanted) ? within(ranges, wanted) : [];
  const answers = values.map((value) => ids.get(String(value)));
  const known = answers.filter((id) => id !== undefined);
  return known.length > 0 && known.length === answers.length ? { question: parent.id, answers: known } : undefined;
}

/** The values of the ranges between two edges, either of which may be missing; none where they are no edges. */
function within(
  ranges: ReturnType<typeof rangesBetween>,
  { from, below }: Readonly<Record<string, unknown>>,
): readonly string[] {
  const first = from === undefined ? 0 : ranges.findIndex((range) => range.from === from);
  const last = below === undefined ? ranges.length - 1 : ranges.findIndex((range) => range.below === below);
  return first < 0 ? [] : ranges.slice(first, last + 1).map(({ value }) => value);
}

function pairsOf(tables: SurveyDocument["tables"], questions: readonly Question[]): Tables {
  if (!Array.isArray(tables) || tables.length === 0) return "pairs";
  const id = new Map(questions.map((question) => [question.name, question.id]));
  return tables
    .filter((table: unknown): table is string[] => Array.isArray(table) && table.length > 1)
    .map((table) => table.map((name) => id.get(name) ?? ""))
    .filter((table) => table.every((each) => each !== ""));
}

/** A key that is equal for equal documents. */
export function surveyKey(document: SurveyDocument): string {
  return JSON.stringify(document);
}
