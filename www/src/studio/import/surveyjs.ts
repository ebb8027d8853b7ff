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
  const questions = questionsOf(json).flatMap(({ name, type, inputType }) => {
    const isNumber = type === "text" && (inputType === "number" || inputType === "range");
    try {
      const bins = isNumber ? { [String(name)]: [null, null] } : {};
      const survey = surveyOf(json, { survey: "imported", privacy: {}, names: [String(name)], bins });
      return draftOf(survey, language).questions;
    } catch (failure) {
      if (!(failure instanceof CandorError)) throw failure;
      leftOut.push(String(name));
      return [];
    }
  });
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
