/** Imports questions of a SurveyJS survey, with the package's importer. */

import { CandorError } from "candor";
import { surveyOf } from "candor/surveyjs";
import { draftOf } from "../document";
import type { Imported } from "./imported";

type Json = Readonly<Record<string, unknown>>;

/** Whether a document is a SurveyJS survey. */
export function isSurveyjs(json: unknown): json is Json {
  return typeof json === "object" && json !== null && ("pages" in json || "elements" in json || "questions" in json);
}

/** Reads every question whose answers are a list or a number; the author must still enter a number's edges. */
export function fromSurveyjs(json: Json, language: string): Imported {
  const leftOut: string[] = [];
  const all = questionsOf(json);
  const isNumber = ({ type, inputType }: Json) => type === "text" && (inputType === "number" || inputType === "range");
  const bins = Object.fromEntries(all.filter(isNumber).map(({ name }) => [String(name), [null, null]]));
  const read = (names: readonly string[]) => surveyOf(json, { survey: "imported", privacy: {}, names, bins });
  const names = all.flatMap(({ name }) => {
    try {
      read([String(name)]);
      return [String(name)];
    } catch (failure) {
      if (!(failure instanceof CandorError)) throw failure;
      leftOut.push(String(name));
      return [];
    }
  });
  // All at once, since one may be asked only after some answers to others.
  const { questions } = draftOf(read(names), language);
  const { title } = json;
  return { ...(typeof title === "string" && { title }), questions, leftOut };
}

/** Finds all elements with a name and a type, also within pages and panels. */
function questionsOf(part: Json): Json[] {
  const inside = [part.pages, part.elements, part.questions].flat().filter((each) => each !== undefined) as Json[];
  return inside.flatMap((each) =>
    "elements" in each || "questions" in each || !("name" in each && "type" in each) ? questionsOf(each) : [each],
  );
}
