/** Questions of a SurveyJS survey, by the importer of the package. */

import { CandorError } from "candor";
import { surveyOf } from "candor/surveyjs";
import { draftOf } from "../document";
import type { Imported } from "./imported";

type Json = Readonly<Record<string, unknown>>;

/** Whether a document is a survey of SurveyJS. */
export function isSurveyjs(json: unknown): json is Json {
  return typeof json === "object" && json !== null && ("pages" in json || "elements" in json || "questions" in json);
}

/** Every question whose answers are a list, or a number; a number's edges are still to be given. */
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

/** Whatever has a name and a type, within pages and panels too. */
function questionsOf(part: Json): Json[] {
  const inside = [part.pages, part.elements, part.questions].flat().filter((each) => each !== undefined) as Json[];
  return inside.flatMap((each) =>
    "elements" in each || "questions" in each || !("name" in each && "type" in each) ? questionsOf(each) : [each],
  );
}
