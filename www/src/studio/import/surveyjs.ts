/** Imports questions of a SurveyJS survey, with the package's importer. */

import { CandorError } from "candor";
import { surveyOf } from "candor/surveyjs";
import type { AttributeDocument } from "../document/types";
import { binsAt } from "./comparison";
import { type Imported, imported, type LeftOut, type Why } from "./imported";

type Json = Readonly<Record<string, unknown>>;

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
export function fromSurveyjs(given: Json, language: string): Imported {
  const json = withOther(given);
  const leftOut: LeftOut[] = [];
  const all = questionsOf(given);
  const isNumber = ({ type, inputType }: Json) => type === "text" && (inputType === "number" || inputType === "range");
  const bins = Object.fromEntries(all.filter(isNumber).map(({ name }) => [String(name), binsAt()]));
  const read = (names: readonly string[]) => surveyOf(json, { survey: "imported", privacy: {}, names, bins });
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
  // All at once, since one may be asked only after some answers to others.
  const attributes = read(names).attributes as readonly AttributeDocument[];
  for (const { name, asked_if } of attributes) {
    const { visibleIf, ...question } = all.find((each) => each.name === name) ?? {};
    if (OTHER.some((member) => question[member])) leftOut.push({ name, why: "other-text", partly: true });
    if (visibleIf !== undefined && asked_if === undefined)
      leftOut.push({ name, why: "condition", said: String(visibleIf), partly: true });
  }
  const { title } = json;
  return imported({ title: typeof title === "string" ? title : undefined, attributes, leftOut }, language);
}

function reasonOf({ type, choicesByUrl, choicesFromQuestion }: Json): Pick<LeftOut, "why" | "said"> {
  if (choicesByUrl !== undefined || choicesFromQuestion !== undefined) return { why: "elsewhere" };
  const why = REASONS[String(type)];
  return why === undefined ? { why: "type", said: String(type) } : { why };
}

/** Finds all elements with a name and a type, also within pages and panels. */
function questionsOf(part: Json): Json[] {
  const inside = [part.pages, part.elements, part.questions].flat().filter((each) => each !== undefined) as Json[];
  return inside.flatMap((each) =>
    "elements" in each || "questions" in each || !("name" in each && "type" in each) ? questionsOf(each) : [each],
  );
}
