import { CandorError } from "../../common/errors.js";
import type { LocalizedText } from "../../common/types.js";
import { answersOf, refused } from "./choices.js";
import { conditionsOf } from "./conditions.js";
import type { ImportedAttribute, ImportedSurvey, ImportSettings, Json, Read } from "./imported.js";

/**
 * Converts a SurveyJS survey to a survey document: single choices, checkboxes, rankings, matrices of single choices, ratings,
 * yes/no questions, and numbers whose bins are given. A ranking has as many places as choices may be selected. Questions that are not required, or may be hidden, become optional, but
 * checkboxes only where they may be hidden: that nothing is ticked is an answer. Questions that are visible only if earlier
 * ones have some of their answers (`visibleIf` with "=", of a ranking such as `{first[0]} = 'pay'`, "<>", "anyof", "contains", "notempty", ">=", "<", with "and", and with
 * "or" about one question) become follow-ups. A text that SurveyJS has only in some of the `languages` is given in all of them;
 * where one is missing it is the text in the default language.
 *
 * Throws `invalid-survey`, naming the question, where the answers to a question are no finite list.
 */
export function surveyOf(
  json: unknown,
  { survey, title, languages, privacy, names, bins = {} }: ImportSettings,
): ImportedSurvey {
  if (typeof json !== "object" || json === null)
    throw new CandorError("invalid-survey", "this is not a SurveyJS survey. Give its parsed JSON");
  const questions = elements(json as Json);
  const chosen = names ?? questions.map(({ name }) => String(name));
  const attributes: ImportedAttribute[] = [];
  for (const name of chosen) {
    const question = questions.find((each) => each.name === name);
    if (question === undefined) throw refused(name, "is not in the survey");
    attributes.push(attribute(question, bins[name], (given) => text(given, languages), attributes));
  }
  return { survey, ...(title === undefined ? {} : { title }), attributes, privacy };
}

/** Returns the pages of a survey, or the elements of a page or panel. */
export function partsOf(part: Json): Json[] {
  return [part.pages, part.elements, part.questions]
    .flat()
    .filter((each) => typeof each === "object" && each) as Json[];
}

/**
 * Returns all questions, also those in panels, with all conditions that may hide them: those of a panel may hide its questions. A
 * question with a condition of its own is visible as that says.
 */
function elements(part: Json, outer: readonly unknown[] = []): Json[] {
  return partsOf(part).flatMap((each) => {
    const visibleIf = [...outer, ...(each.visibleIf === undefined ? [] : [each.visibleIf])];
    return "elements" in each || "questions" in each || !("name" in each && "type" in each)
      ? elements(each, visibleIf)
      : [{ ...each, visibleIf, visible: each.visibleIf === undefined ? each.visible : undefined }];
  });
}

function attribute(
  question: Json,
  bins: readonly (number | null)[] | undefined,
  read: Read,
  earlier: readonly ImportedAttribute[],
): ImportedAttribute {
  const name = String(question.name);
  const expressions = question.visibleIf as readonly unknown[];
  const conditions = expressions.length > 0 ? conditionsOf(expressions.map(String), earlier) : undefined;
  const mayBeHidden = question.visible === false || (expressions.length > 0 && conditions === undefined);
  if (bins !== undefined && question.type === "text" && !["number", "range"].includes(String(question.inputType)))
    throw refused(name, 'takes text, such as "12", in place of a number. Give it "inputType": "number"');
  const answers = bins === undefined ? answersOf(question, read) : { bins, optional: question.isRequired !== true };
  return {
    name,
    question: read(question.title) ?? name,
    ...answers,
    optional: mayBeHidden || answers.optional,
    ...(conditions && { asked_if: conditions }),
  };
}

/** Reads a text in these languages, or only in the default language. */
function text(given: unknown, languages?: readonly string[]): LocalizedText | undefined {
  if (typeof given !== "object" || given === null) return given === undefined ? undefined : String(given);
  const texts = given as Json;
  const otherwise = texts.default ?? Object.values(texts)[0];
  if (languages === undefined) return text(otherwise);
  return Object.fromEntries(languages.map((tag) => [tag, String(texts[tag] ?? otherwise)]));
}
