import { CandorError } from "../../common/errors.js";
import type { LocalizedText } from "../../common/types.js";
import { conditionsOf } from "./conditions.js";

/** Settings that a SurveyJS survey does not contain. */
export interface ImportSettings {
  /** The survey's name. */
  readonly survey: string;
  readonly title?: LocalizedText;
  /** The tags of the languages to import; only what SurveyJS calls `default` unless given. */
  readonly languages?: readonly string[];
  /** The privacy requested of the plan, such as `{ record_epsilon: 2 }`. */
  readonly privacy: Readonly<Record<string, unknown>>;
  /** The names of the private questions; all of the survey unless given. */
  readonly names?: readonly string[];
  /** The bin edges of questions that take a number. */
  readonly bins?: Readonly<Record<string, readonly (number | null)[]>>;
}

/** A question of a survey document. */
export interface ImportedAttribute {
  readonly name: string;
  readonly question: LocalizedText;
  readonly categories?: readonly ImportedCategory[];
  readonly bins?: readonly (number | null)[];
  readonly optional: boolean;
  /** The answers to earlier questions after which it is asked. */
  readonly asked_if?: Readonly<Record<string, readonly string[]>>;
}

/** A choice of a question: its value, and its label for people. */
export interface ImportedCategory {
  readonly value: string;
  readonly label: LocalizedText;
}

/** A survey document, for `design` and `candor design`. */
export interface ImportedSurvey {
  readonly survey: string;
  readonly title?: LocalizedText;
  readonly attributes: readonly ImportedAttribute[];
  readonly privacy: Readonly<Record<string, unknown>>;
}

/** A part of a survey's JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** Members that allow answers beyond the listed choices. */
const UNLISTED = [
  "showOtherItem",
  "hasOther",
  "showNoneItem",
  "hasNone",
  "showRefuseItem",
  "showDontKnowItem",
  "choicesByUrl",
  "choicesFromQuestion",
  "choicesMax",
  "allowCustomChoices",
];

/**
 * Converts a SurveyJS survey to a survey document: single choices, ratings, yes/no questions, and numbers whose bins are given.
 * Questions that are not required, or may be hidden, become optional; those that are visible only if earlier questions have some
 * of their answers (`visibleIf` with "=", "anyof", ">=", "<" and "and") become follow-ups. A text that SurveyJS has only in some of the `languages` is
 * given in all of them; where one is missing it is the text in the default language.
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

/** Reads a text that may be given in several languages. */
type Read = (given: unknown) => LocalizedText | undefined;

function attribute(
  question: Json,
  bins: readonly (number | null)[] | undefined,
  read: Read,
  earlier: readonly ImportedAttribute[],
): ImportedAttribute {
  const name = String(question.name);
  const expressions = question.visibleIf as readonly unknown[];
  const conditions = expressions.length > 0 ? conditionsOf(expressions.map(String), earlier) : undefined;
  const told = {
    name,
    question: read(question.title) ?? name,
    optional: mayBeLeftOut(question, expressions.length > 0 && conditions === undefined),
    ...(conditions && { asked_if: conditions }),
  };
  if (bins !== undefined && question.type === "text" && !["number", "range"].includes(String(question.inputType)))
    throw refused(name, 'takes text, such as "12", in place of a number. Give it "inputType": "number"');
  if (bins !== undefined) return { ...told, bins };
  return { ...told, categories: choices(question, read) };
}

/** Whether somebody whom it is asked may complete the survey without answering this question. */
function mayBeLeftOut({ isRequired, visible }: Json, mayBeHidden: boolean): boolean {
  return isRequired !== true || mayBeHidden || visible === false;
}

function choices(question: Json, read: Read): ImportedCategory[] {
  const name = String(question.name);
  switch (question.type) {
    case "radiogroup":
    case "dropdown":
    case "buttongroup": {
      const unlisted = UNLISTED.find((property) => question[property]);
      if (unlisted !== undefined) throw refused(name, `has answers beyond its choices (${unlisted}); list them`);
      return listed(question.choices, read);
    }
    case "boolean": {
      const { valueFalse = false, valueTrue = true, labelFalse, labelTrue } = question;
      return [
        { value: String(valueFalse), label: read(labelFalse) ?? "No" },
        { value: String(valueTrue), label: read(labelTrue) ?? "Yes" },
      ];
    }
    case "rating":
      return listed(question.rateValues ?? rates(question), read);
    case "checkbox":
    case "tagbox":
    case "ranking":
      throw refused(name, `of type ${question.type} takes several answers. Ask each as a yes/no question ("boolean")`);
    default:
      throw refused(name, `of type ${question.type} has no finite list of answers; a number needs \`bins\``);
  }
}

function rates({ rateMin = 1, rateMax, rateCount = 5, rateStep = 1 }: Json): number[] {
  const [least, step] = [Number(rateMin), Number(rateStep)];
  const most = rateMax === undefined ? least + (Number(rateCount) - 1) * step : Number(rateMax);
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, i) => least + i * step);
}

function listed(given: unknown, read: Read): ImportedCategory[] {
  return (Array.isArray(given) ? given : []).map((choice) => {
    const { value, text: label } = typeof choice === "object" ? (choice as Json) : { value: choice, text: undefined };
    return { value: String(value), label: read(label) ?? String(value) };
  });
}

/** Reads a text in these languages, or only in the default language. */
function text(given: unknown, languages?: readonly string[]): LocalizedText | undefined {
  if (typeof given !== "object" || given === null) return given === undefined ? undefined : String(given);
  const texts = given as Json;
  const otherwise = texts.default ?? Object.values(texts)[0];
  if (languages === undefined) return text(otherwise);
  return Object.fromEntries(languages.map((tag) => [tag, String(texts[tag] ?? otherwise)]));
}

function refused(name: string, rule: string): CandorError {
  return new CandorError("invalid-survey", `question "${name}" ${rule}`, { attribute: name });
}
