/**
 * Imports questions of LimeSurvey, from its XML (.lss) or its tab-separated text (.txt): lists, yes/no, gender, five-point scales, several choices,
 * rankings, arrays with one answer in each row, and numbers, whose edges the author must still enter.
 */

import type { AttributeDocument, CategoryDocument } from "../../document/types";
import { comparedIn, type Edges, type Variable } from "../comparison";
import { following } from "../condition";
import { type Imported, imported } from "../imported";
import { choiceOf, joined } from "../language";
import { binsAt, endsAt } from "../number";
import type { LeftOut } from "../reasons";
import { limited } from "../several";
import type { Step } from "../steps";
import { type Asked, type AskedSurvey, type Coded, isAlways, OTHER, TEXT } from "./asked";
import { groupsOf } from "./groups";
import { variablesOf, wantedIn } from "./relevance";
import { askedInText } from "./text";
import { ARRAYS, answersIn, isBuiltIn, reasonFor, takesOf } from "./types";
import { askedInXml } from "./xml";

export { isLimesurveyText } from "./text";

/** Reads the questions of an .lss file. Throws `SyntaxError` for any other file. */
export function fromLss(xml: string, language: string): Imported {
  return questionsOf(askedInXml(xml, language), language);
}

/** Reads the questions of a tab-separated export. */
export function fromLimesurveyText(rows: readonly (readonly string[])[], language: string): Imported {
  return questionsOf(askedInText(rows, language), language);
}

function questionsOf({ title, welcome, thanks, spoken, questions }: AskedSurvey, language: string): Imported {
  const isEnglish = [...spoken.tags.values()].every((tag) => /^en\b/.test(tag));
  const numbers = questions.filter(({ type }) => type === "N");
  const number = (name: string) => {
    const bare = name.replace(/\.NAOK$/, "");
    const asked = numbers.find(({ code, address }) => code === bare || address === bare);
    return asked && { name: asked.code, takes: takesOf(asked) };
  };
  const { edges, leftOut: whole } = comparedIn(
    questions.flatMap(({ relevance }) => relevance),
    number,
  );
  const attributes: AttributeDocument[] = [];
  const leftOut: LeftOut[] = [...spoken.unknown];
  const steps: Step[] = [];
  const known = new Map<string, Variable>();
  const { groups, scattered } = groupsOf(questions);
  for (const asked of questions) {
    const { code: name } = asked;
    const within = [groups.get(asked.group) ?? asked.group];
    if (asked.type === TEXT && isAlways(asked.relevance[1] ?? "")) {
      steps.push({ name, groups: within, text: asked.text });
      continue;
    }
    steps.push({ name, groups: within });
    const made = shown(asked, attributeOf(asked, edges));
    if ("why" in made) {
      leftOut.push({ name, ...made });
      continue;
    }
    const conditions = asked.relevance.filter((each) => !isAlways(each));
    const follow = following(made, attributes, conditions, (each, earlier) => wantedIn(each, known, earlier));
    attributes.push(follow ?? { ...made, optional: true });
    if (!follow) leftOut.push({ name, why: "condition", said: conditions.join(" and "), partly: true });
    if (asked.other) leftOut.push({ name, why: "other-text", partly: true });
    if (scattered.has(asked)) leftOut.push({ name, why: "shuffled", partly: true });
    if (asked.isFiltered) leftOut.push({ name, why: "some-choices", partly: true });
    if (!isEnglish && isBuiltIn(asked)) leftOut.push({ name, why: "built-in", partly: true });
    for (const [variable, part] of variablesOf(asked, made)) known.set(variable, part);
  }
  leftOut.push(...whole);
  return imported({ title: title === "" ? undefined : title, welcome, thanks, attributes, steps, leftOut }, language);
}

/** A question whose choices, items or rows stand in an order at random if its settings say so. */
function shown<Made extends AttributeDocument | Pick<LeftOut, "why">>({ type, settings }: Asked, made: Made): Made {
  const { random_order, answer_order, subquestion_order } = settings;
  const isRandom = random_order === "1" || [answer_order, subquestion_order].includes("random");
  if (!isRandom || "why" in made || "bins" in made) return made;
  // An array of one row is a question whose answers keep their order.
  return ARRAYS.includes(type) && !("rows" in made) ? made : { ...made, order: "random" };
}

/** A question without its condition, or why it cannot be imported. */
function attributeOf(asked: Asked, edges: Edges): AttributeDocument | Pick<LeftOut, "why" | "said"> {
  const { code: name, type, text: question, mandatory, rows, settings } = asked;
  const told = { name, question };
  const optional = mandatory ? {} : { optional: true };
  const ends = endsAt(settings.min_num_value_n, settings.max_num_value_n);
  if (type === "N") return { ...told, bins: binsAt(edges.get(name), ends), ...optional };
  if (type === "M") return rows.length < 2 ? { why: "few" } : { ...told, ...severalOf(asked) };
  if (type === "R") return asked.answers.length < 2 ? { why: "few" } : { ...told, ...rankingOf(asked), ...optional };
  const answers = answersIn(asked);
  if (answers === undefined) return reasonFor(type);
  const categories = [...answers.map(({ text, written }) => choiceOf(text, written)), ...otherOf(asked)];
  if (categories.length < 2) return { why: "few" };
  if (!ARRAYS.includes(type)) return { ...told, categories, ...optional };
  const parts = rows.map((row) => ({ name: row.code, question: row.written }));
  const [only] = parts;
  if (only === undefined) return { why: "few" };
  if (parts.length > 1) return { ...told, rows: parts, categories, ...optional };
  return { ...told, question: joined(question, only.question), categories, ...optional };
}

/** The answer "other" of a list, if it has one. */
function otherOf({ other, type, otherText }: Asked): readonly CategoryDocument[] {
  if (!other || ARRAYS.includes(type)) return [];
  return [{ value: "-oth-", label: otherText, role: "other" }];
}

function severalOf({ rows, mandatory, other, otherText, settings }: Asked) {
  const alone = (settings.exclude_all_others ?? "").split(";").map((code) => code.trim());
  const added = { code: "other", text: OTHER, written: otherText };
  const choices: readonly Coded[] = other ? [...rows, added] : rows;
  const categories = choices.map((choice): CategoryDocument => {
    return alone.includes(choice.code) ? { ...coded(choice), excludes: "others" } : coded(choice);
  });
  return limited({
    categories,
    atLeast: limit(settings.min_answers, 0),
    atMost: limit(settings.max_answers, Number.POSITIVE_INFINITY),
    required: mandatory,
  });
}

/** The items of a ranking; all who rank fill as many places as there may be. */
function rankingOf({ answers, settings }: Asked) {
  const rank = answers.map(coded);
  const places = Math.max(limit(settings.max_answers, rank.length), 2);
  return { rank, ...(places < rank.length && { places }) };
}

function coded({ code, written }: Coded) {
  return { value: code, ...(written !== code && { label: written }) };
}

/** A setting that is a number, if it is written. */
function limit(setting: string | undefined, otherwise: number): number {
  return /^\s*\d+\s*$/.test(setting ?? "") ? Number(setting) : otherwise;
}
