/** Imports questions of a SurveyJS survey, with the package's importer. */

import { CandorError } from "candor";
import { surveyOf } from "candor/surveyjs";
import type { AttributeDocument } from "../../document/types";
import { type Imported, imported } from "../imported";
import { spokenIn } from "../language";
import { binsAt } from "../number";
import type { LeftOut, Why } from "../reasons";
import { comparedIn, endsOf, isNumber } from "./numbers";
import { changed, isNote, type Json, listed, questionsOf } from "./parts";
import { stepsOf } from "./steps";
import { codesIn, tagged, withoutHtml, writtenOf } from "./texts";

/** Whether a document is a SurveyJS survey. */
export function isSurveyjs(json: unknown): json is Json {
  return typeof json === "object" && json !== null && ("pages" in json || "elements" in json || "questions" in json);
}

/** Why a type of question cannot be imported. */
const REASONS: Readonly<Record<string, Why>> = {
  text: "text",
  comment: "text",
  multipletext: "several-fields",
  matrixdropdown: "several-answers",
  matrixdynamic: "repeated",
  paneldynamic: "repeated",
  ranking: "few",
  slider: "slider",
  file: "file",
  signaturepad: "file",
  html: "note",
  image: "note",
  expression: "computed",
};

/** Members by which SurveyJS adds "other" to choices. */
const OTHER = ["showOtherItem", "hasOther"];

/** Answers that SurveyJS adds to choices, and that are choices like others where several can be made: each with its text, and its value. */
const ADDED = [
  [OTHER, "otherText", "other", "Other", false],
  [["showRefuseItem"], "refuseText", "refused", "Refuse to answer", true],
  [["showDontKnowItem"], "dontKnowText", "dontknow", "Don't know", true],
] as const;

/** A part of a survey in which "other" is an answer like any other: the text that is entered for it is not asked. */
function withOther(part: Json): Json {
  const isSeveral = part.type === "checkbox" || part.type === "tagbox";
  const other = OTHER.some((member) => part[member]) ? { otherText: part.otherText ?? "Other" } : {};
  return { ...part, ...(isSeveral ? withAdded(part) : other) };
}

/** The choices of a question of several, with those that SurveyJS adds. */
function withAdded({ choices, ...question }: Json): Json {
  const added = ADDED.filter(([shows]) => shows.some((member) => question[member]));
  const all = added.map(([, member, value, otherwise, isExclusive]) => ({
    value,
    text: question[member] ?? otherwise,
    isExclusive,
  }));
  const hidden = Object.fromEntries(added.flatMap(([shows]) => shows.map((member) => [member, undefined] as const)));
  return { ...hidden, choices: [...(Array.isArray(choices) ? choices : []), ...all] };
}

/** Reads every question whose answers are a list or a number; the author must still enter the edges of a number that no condition compares with any. */
export function fromSurveyjs(written: Json, language: string): Imported {
  const codes = codesIn(written).filter((code) => code !== "default");
  const spoken = spokenIn([typeof written.locale === "string" ? written.locale : "en", ...codes], language);
  const given = tagged(written, spoken.tags) as Json;
  const languages = [...spoken.tags.values()];
  const several = languages.length > 1 ? { languages } : {};
  const all = questionsOf(given).filter((each) => !isNote(each));
  const { edges, atEdges, leftOut: whole } = comparedIn(all);
  const json = changed(given, ({ visibleIf, ...part }) => ({
    ...withOther(part),
    ...(visibleIf !== undefined && { visibleIf: atEdges(String(visibleIf)) }),
  }));
  const leftOut: LeftOut[] = [...spoken.unknown];
  const bins = Object.fromEntries(
    all.filter(isNumber).map((each) => [String(each.name), binsAt(edges.get(String(each.name)), endsOf(each))]),
  );
  const read = (names: readonly string[]) =>
    surveyOf(json, { survey: "imported", privacy: {}, names, bins, ...several });
  const names = all.flatMap((question) => {
    const name = String(question.name);
    try {
      read([name]);
      return [name];
    } catch (failure) {
      if (!(failure instanceof CandorError)) throw failure;
      leftOut.push({ name, ...reasonOf(question) });
      return [];
    }
  });
  const questionOf = (name: string) => all.find((each) => each.name === name) ?? { conditions: [] };
  // All at once, since one may be asked only after some answers to others.
  const attributes = read(names).attributes as readonly AttributeDocument[];
  for (const { name, asked_if } of attributes) {
    const { conditions, ...question } = questionOf(name);
    if (OTHER.some((member) => question[member])) leftOut.push({ name, why: "other-text", partly: true });
    if (conditions.length > 0 && asked_if === undefined)
      leftOut.push({ name, why: "condition", said: conditions.join(" and "), partly: true });
    if (offersSome(question)) leftOut.push({ name, why: "some-choices", partly: true });
  }
  leftOut.push(...whole.filter((each) => names.includes(each.name)));
  for (const trigger of listed(json.triggers).filter(({ type }) => type === "skip" || type === "complete"))
    leftOut.push({
      name: String(trigger.gotoName ?? trigger.type),
      why: "skip",
      said: String(trigger.expression ?? ""),
      partly: true,
    });
  const shown = attributes.map((each): AttributeDocument => {
    const isRandom = isAtRandom(questionOf(each.name)) && each.bins === undefined;
    return isRandom ? { ...each, order: "random" } : each;
  });
  const told = (text: unknown) => writtenOf(text, languages);
  return imported(
    {
      title: told(json.title),
      welcome: told(json.description),
      thanks: told(withoutHtml(json.completedHtml)),
      attributes: shown,
      steps: stepsOf(json, told),
      leftOut,
    },
    language,
  );
}

/** Whether choices, or the rows of a matrix, stand in an order at random. */
function isAtRandom({ type, choicesOrder, rowOrder, rowsOrder = rowOrder }: Json): boolean {
  return (type === "matrix" ? rowsOrder : choicesOrder) === "random";
}

/** Whether some choices, rows or columns are offered after some answers only. */
function offersSome(question: Json): boolean {
  const members = ["choicesVisibleIf", "choicesEnableIf", "rowsVisibleIf", "columnsVisibleIf"];
  const items = [question.choices, question.rows, question.columns].flatMap(listed);
  return (
    members.some((member) => question[member] !== undefined) ||
    items.some(({ visibleIf, enableIf }) => (visibleIf ?? enableIf) !== undefined)
  );
}

function reasonOf({ type, choicesByUrl, choicesFromQuestion }: Json): Pick<LeftOut, "why" | "said"> {
  if (choicesByUrl !== undefined || choicesFromQuestion !== undefined) return { why: "elsewhere" };
  const why = REASONS[String(type)];
  return why === undefined ? { why: "type", said: String(type) } : { why };
}
