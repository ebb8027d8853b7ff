/** Converts drafts to survey documents, which `candor design` reads. They are not checked: their readers report faults. */

import {
  CHOSEN,
  type Choice,
  type Condition,
  type Draft,
  isWritten,
  NO_ANSWER,
  type Question,
  type Text,
  takesNumbers,
  UNCHOSEN,
} from "../draft";
import { aroundOf } from "./around";
import { binsOf, rangesBetween } from "./bins";
import { comparisonsOf } from "./comparisons";
import { membersIn, membersOf } from "./members";
import { inFirst, namesOf, rowNames, surveyName, valuedChoices } from "./names";
import { ranksOf } from "./ranks";
import type { AttributeDocument, CategoryDocument, ConditionDocument, SurveyDocument, Written } from "./types";

/** The path of the survey schema in the package, for editors. */
const SCHEMA = "node_modules/candor/survey.schema.json";

/** The text of a survey's file, with the schema by which editors complete and check it. */
export function fileOf(draft: Draft): string {
  return `${JSON.stringify({ $schema: SCHEMA, ...documentOf(draft) }, null, 2)}\n`;
}

/** A key that is equal for documents with equal plans, which comparisons do not affect. */
export function surveyKey({ comparisons: _, ...document }: SurveyDocument): string {
  return JSON.stringify(document);
}

/** Converts a draft. */
export function documentOf(draft: Draft): SurveyDocument {
  const { languages, questions, epsilon, reads, respondents, drawn, partial, invitations, besides } = draft;
  const names = namesOf(draft);
  const title = written(draft.title, languages);
  const tables = tablesOf(draft, names);
  const { comparisons: _, ...others } = besides.survey;
  const comparisons = comparisonsOf(draft);
  return {
    ...others,
    survey: surveyName(draft),
    ...(title !== undefined && { title }),
    attributes: questions.map((question, place) => {
      const told = attribute(question, names[place] ?? "", languages);
      const conditions = question.askedIf.flatMap((condition) => conditionOf(condition, draft, names));
      return conditions.length === 0 ? told : { ...told, asked_if: Object.fromEntries(conditions) };
    }),
    privacy: { ...besides.privacy, record_epsilon: epsilon, ...(reads !== undefined && { reads }) },
    ...(tables && { tables }),
    respondents,
    ...(drawn && { ask: "drawn" as const }),
    ...(partial && { partial: true as const }),
    ...(invitations && { invitations }),
    ...aroundOf(draft, names, (text) => written(text, languages)),
    ...(comparisons.length > 0 && { comparisons }),
  };
}

function written(text: Text, languages: readonly string[]): Written | undefined {
  const [only] = languages;
  const told = languages.map((tag) => [tag, text[tag]?.trim() ?? ""] as const).filter(([, each]) => each !== "");
  if (told.length === 0) return undefined;
  return languages.length === 1 && only !== undefined ? text[only]?.trim() : Object.fromEntries(told);
}

/** The tables by the names of what they are about. A question with itself stands for all pairs of its choices or rows. */
function tablesOf(draft: Draft, names: readonly string[]): (readonly string[])[] | undefined {
  const { tables, questions, languages } = draft;
  if (tables === "pairs") return undefined;
  const name = new Map(membersOf(draft).map((member) => [member.ref, member.name]));
  for (const [place, { id }] of questions.entries()) name.set(id, names[place] ?? "");
  const several = ([one, other]: readonly string[]) => {
    const place = questions.findIndex(({ id }) => id === one);
    const question = questions[place];
    if (question === undefined || one !== other) return undefined;
    const members = membersIn(question, names[place] ?? "", languages);
    return members.flatMap((first, at) => members.slice(at + 1).map((second) => [first.name, second.name]));
  };
  const singles = names.map((each) => [each]);
  return [...singles, ...tables.flatMap((table) => several(table) ?? [table.map((ref) => name.get(ref) ?? "")])];
}

function attribute(question: Question, name: string, languages: readonly string[]): AttributeDocument {
  const { besides, optional, random, kind, choices, reasons } = question;
  const text = written(question.text, languages);
  const told = {
    ...besides,
    name,
    ...(text !== undefined && { question: text }),
    ...(optional && { optional: true }),
    ...(random && kind !== "number" && { order: "random" as const }),
    ...(kind === "grid" && { rows: rowsOf(question, languages) }),
  };
  if (kind === "several") return { ...told, ...severalOf(question, languages) };
  if (kind === "ranking") return { ...told, ...rankingOf(question, languages) };
  if (!takesNumbers(question)) return { ...told, categories: categoriesOf(choices, languages) };
  const others = categoriesOf(reasons, languages);
  return { ...told, bins: binsOf(question), ...(others.length > 0 && { categories: others }) };
}

function rowsOf(question: Question, languages: readonly string[]) {
  const names = rowNames(question, languages);
  return question.rows.map((row, place) => {
    const text = written(row.text, languages);
    return { name: names[place] ?? "", ...(text !== undefined && { question: text }) };
  });
}

function severalOf(question: Question, languages: readonly string[]) {
  const { atLeast, atMost } = question;
  return {
    choose: "any" as const,
    ...(atLeast !== undefined && { at_least: atLeast }),
    ...(atMost !== undefined && { at_most: atMost }),
    categories: valuedChoices(question, languages).map(({ choice, value }) => category(choice, value, languages)),
  };
}

function rankingOf(question: Question, languages: readonly string[]) {
  const { places } = question;
  const items = valuedChoices(question, languages);
  return {
    rank: items.map(({ choice: { id, label }, value }) => category({ id, label, value }, value, languages)),
    ...(places !== undefined && { places }),
  };
}

function categoriesOf(choices: readonly Choice[], languages: readonly string[]): readonly CategoryDocument[] {
  return choices
    .filter(({ value, label }) => value !== "" || isWritten(label))
    .map((choice) => category(choice, choice.value || inFirst(choice.label, languages), languages));
}

/** A choice; as its value alone if its label is the same for everybody, and it is an ordinary answer. */
function category({ label, role, excludes }: Choice, value: string, languages: readonly string[]): CategoryDocument {
  const text = written(label, languages) ?? "";
  const told = {
    value,
    ...(text !== value && { label: text }),
    ...(role && { role }),
    ...(excludes && { excludes: "others" as const }),
  };
  return Object.keys(told).length === 1 ? value : told;
}

/** A condition of a question, by the name of what it is about. */
function conditionOf(
  { question: id, part, answers }: Condition,
  { questions, languages }: Draft,
  names: readonly string[],
): (readonly [string, ConditionDocument])[] {
  const place = questions.findIndex((each) => each.id === id);
  const [parent, name] = [questions[place], names[place]];
  if (parent === undefined || name === undefined) return [];
  const member = membersIn(parent, name, languages).find((each) => each.part === part);
  return [[member?.name ?? name, answersIn(parent, answers, languages)]];
}

function answersIn(parent: Question, answers: readonly string[], languages: readonly string[]): ConditionDocument {
  if (parent.kind === "several") return [UNCHOSEN, CHOSEN, NO_ANSWER].filter((each) => answers.includes(each));
  if (parent.kind === "ranking") return [...ranksOf(parent), NO_ANSWER].filter((each) => answers.includes(each));
  if (!takesNumbers(parent)) return valuesIn(parent.choices, answers, languages);
  const others = valuesIn(parent.reasons, answers, languages);
  const isOther = new Set([NO_ANSWER, ...parent.reasons.map(({ id }) => id)]);
  const numbers = answers.filter((each) => !isOther.has(each));
  const range = others.length === 0 ? rangeIn(parent, numbers) : undefined;
  return range ?? [...numbers, ...others];
}

/** Some of the choices of a question as values of its document, in its order. */
function valuesIn(
  choices: readonly Choice[],
  answers: readonly string[],
  languages: readonly string[],
): readonly string[] {
  const values = choices
    .filter(({ id }) => answers.includes(id))
    .map(({ value, label }) => value || inFirst(label, languages));
  return answers.includes(NO_ANSWER) ? [...values, NO_ANSWER] : values;
}

/** Some of the ranges of a question: from one edge to below another, where they adjoin and are ranges that there still are. */
function rangeIn(question: Question, answers: readonly string[]): ConditionDocument | undefined {
  const all = rangesBetween(binsOf(question));
  const places = [...all.keys()].filter((place) => answers.includes(all[place]?.value ?? ""));
  const [first, last] = [all[places[0] ?? -1], all[places.at(-1) ?? -1]];
  const adjoin = places.every((place, i) => i === 0 || place === (places[i - 1] ?? 0) + 1);
  const ends = {
    ...(typeof first?.from === "number" && { from: first.from }),
    ...(typeof last?.below === "number" && { below: last.below }),
  };
  return adjoin && places.length === answers.length && Object.keys(ends).length > 0 ? ends : undefined;
}
