/** Reads questions from a file of any supported kind. The importer of each kind is loaded on demand. */

import { draftOf } from "../document";
import { checkLength, textOfFile } from "../files";
import type { Imported } from "./imported";

/** Reads the questions of a file, in a language. Throws an error that says why there are none. */
export async function questionsOfFile(file: File, language: string): Promise<Imported> {
  checkLength(file);
  if (/\.xlsx$/i.test(file.name)) return fromXlsx(file, language);
  return questionsOfText(await textOfFile(file), language);
}

/** Reads the questions of a text: JSON, XML, or rows. */
export async function questionsOfText(text: string, language: string): Promise<Imported> {
  const start = text.trimStart().charAt(0);
  if (start === "{") return fromJson(JSON.parse(text), language);
  if (start === "<") return (await import("./limesurvey")).fromLss(text, language);
  const { parse } = (await import("papaparse")).default;
  const { data } = parse<string[]>(text, { skipEmptyLines: "greedy", delimitersToGuess: ["\t", ",", ";", "|"] });
  const { fromLimesurveyText, isLimesurveyText } = await import("./limesurvey");
  if (isLimesurveyText(data)) return fromLimesurveyText(data, language);
  return (await import("./rows")).fromRows(data, language);
}

async function fromJson(json: unknown, language: string): Promise<Imported> {
  const { fromSurveyjs, isSurveyjs } = await import("./surveyjs");
  if (isSurveyjs(json)) return fromSurveyjs(json, language);
  const { questions, title } = draftOf(json, language);
  const [first] = Object.values(title);
  return { ...(first !== undefined && { title: first }), questions, leftOut: [] };
}

async function fromXlsx(file: File, language: string): Promise<Imported> {
  const { readSheet } = await import("read-excel-file/browser");
  const rows = await readSheet(file);
  const cells = rows.map((row) => row.map((cell) => (cell === null ? "" : String(cell))));
  return (await import("./rows")).fromRows(cells, language);
}
