/** Reads questions from a file of any supported kind. The importer of each kind is loaded on demand. */

import { draftOf } from "../document/read";
import { checkLength, textOfFile } from "../files";
import { aroundIn, type Imported, Unrecognised } from "./imported";
import type { Sheet } from "./sheet";

/** Reads the questions of a file, in a language. Throws an error that says why there are none. */
export async function questionsOfFile(file: File, language: string): Promise<Imported> {
  checkLength(file);
  if (/\.xlsx$/i.test(file.name)) return fromSheets(await sheetsOf(file), language);
  return questionsOfText(await textOfFile(file), language);
}

/** Reads the questions of a text: JSON, XML, or rows. */
export async function questionsOfText(text: string, language: string): Promise<Imported> {
  const start = text.trimStart().charAt(0);
  if (start === "{") return fromJson(JSON.parse(text), language);
  if (start === "<") return (await import("./limesurvey/import")).fromLss(text, language);
  const { parse } = (await import("papaparse")).default;
  const { data } = parse<string[]>(text, { skipEmptyLines: "greedy", delimitersToGuess: ["\t", ",", ";", "|"] });
  const { fromLimesurveyText, isLimesurveyText } = await import("./limesurvey/import");
  if (isLimesurveyText(data)) return fromLimesurveyText(data, language);
  return fromSheets([{ sheet: "", rows: data }], language);
}

async function fromJson(json: unknown, language: string): Promise<Imported> {
  const { fromQsf, isQsf } = await import("./qualtrics/import");
  if (isQsf(json)) return fromQsf(json, language);
  const { fromSurveyjs, isSurveyjs } = await import("./surveyjs/import");
  if (isSurveyjs(json)) return fromSurveyjs(json, language);
  const draft = draftOf(json, language);
  const { questions, title } = draft;
  return { ...aroundIn(draft), ...(Object.keys(title).length > 0 && { title }), questions, leftOut: [] };
}

async function sheetsOf(file: File): Promise<readonly Sheet[]> {
  const { default: readSheets } = await import("read-excel-file/browser");
  const text = (cell: unknown) => (cell === null || cell === undefined ? "" : String(cell));
  return (await readSheets(file)).map(({ sheet, data }) => ({ sheet, rows: data.map((row) => row.map(text)) }));
}

/** Reads an XLSForm, or else the first sheet with questions; the sheets are told by their columns. */
async function fromSheets(sheets: readonly Sheet[], language: string): Promise<Imported> {
  const { fromXlsform, isXlsform } = await import("./xlsform/import");
  if (isXlsform(sheets)) return fromXlsform(sheets, language);
  const { fromRows } = await import("./rows");
  const read = sheets.map(({ rows }) => fromRows(rows, language));
  const found = read.find((each) => each !== undefined && each.questions.length > 0);
  if (found) return found;
  // One whose rows all have too few choices names them.
  const [only, ...others] = read;
  if (only && others.length === 0) return only;
  throw new Unrecognised(
    sheets.map(({ sheet, rows: [columns = []] }) => ({ sheet, columns: columns.filter((column) => column !== "") })),
  );
}
