/** Imports questions of a SurveyJS survey, with the package's importer. */

import { CandorError } from "candor";
import { surveyOf } from "candor/surveyjs";
import type { AttributeDocument } from "../../document/types";
import { type Imported, imported } from "../imported";
import { spokenIn } from "../language";
import { binsAt, bothEnds, type Ends, endsAt } from "../number";
import type { LeftOut, Why } from "../reasons";
import { isNote, type Json, listed, questionsOf } from "./parts";
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

/** A survey, or a part of it, in which "other" is an answer like any other: the text that is entered for it is not asked. */
function withOther(part: Json): Json {
  const inside = ["pages", "elements", "questions"].filter((member) => Array.isArray(part[member]));
  const parts = inside.map((member) => [member, (part[member] as Json[]).map(withOther)] as const);
  const isSeveral = part.type === "checkbox" || part.type === "tagbox";
  const other = OTHER.some((member) => part[member]) ? { otherText: part.otherText ?? "Other" } : {};
  return { ...part, ...Object.fromEntries(parts), ...(isSeveral ? withAdded(part) : other) };
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

/** Reads every question whose answers are a list or a number; the author must still enter a number's edges. */
export function fromSurveyjs(written: Json, language: string): Imported {
  const codes = codesIn(written).filter((code) => code !== "default");
  const spoken = spokenIn([typeof written.locale === "string" ? written.locale : "en", ...codes], language);
  const given = tagged(written, spoken.tags) as Json;
  const languages = [...spoken.tags.values()];
  const several = languages.length > 1 ? { languages } : {};
  const json = withOther(given);
  const leftOut: LeftOut[] = [...spoken.unknown];
  const all = questionsOf(given).filter((each) => !isNote(each));
  const isNumber = ({ type, inputType }: Json) => type === "text" && (inputType === "number" || inputType === "range");
  const bins = Object.fromEntries(all.filter(isNumber).map((each) => [String(each.name), binsAt([], endsOf(each))]));
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
  const questionOf = (name: string) => all.find((each) => each.name === name) ?? {};
  // All at once, since one may be asked only after some answers to others.
  const attributes = read(names).attributes as readonly AttributeDocument[];
  for (const { name, asked_if } of attributes) {
    const { visibleIf, ...question } = questionOf(name);
    if (OTHER.some((member) => question[member])) leftOut.push({ name, why: "other-text", partly: true });
    if (visibleIf !== undefined && asked_if === undefined)
      leftOut.push({ name, why: "condition", said: String(visibleIf), partly: true });
    if (offersSome(question)) leftOut.push({ name, why: "some-choices", partly: true });
  }
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

/** The limits of a number, which its rules may have, too. */
function endsOf({ min, max, validators }: Json): Ends {
  const rules = listed(validators).filter(({ type }) => type === "numeric");
  return [endsAt(min, max), ...rules.map(({ minValue, maxValue }) => endsAt(minValue, maxValue))].reduce(bothEnds);
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
