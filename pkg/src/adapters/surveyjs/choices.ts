import { CandorError } from "../../common/errors.js";
import type { ImportedAnswers, ImportedCategory, Json, Read } from "./imported.js";

/** Members that allow answers beyond the listed choices. */
const UNLISTED = ["choicesByUrl", "choicesFromQuestion", "choicesMax", "allowCustomChoices"];

/** Members that do so where several may be ticked, in which these are no answers of their own. */
const BESIDE = ["showOtherItem", "hasOther", "showRefuseItem", "showDontKnowItem"];

/** The answers that SurveyJS adds to the choices, in its order: the members that show one and give its text, and its value. */
const ADDED = [
  [["showNoneItem", "hasNone"], "noneText", "none", "None"],
  [["showRefuseItem"], "refuseText", "refused", "Refuse to answer", "refused"],
  [["showDontKnowItem"], "dontKnowText", "dontknow", "Don't know", "dont-know"],
  [["showOtherItem", "hasOther"], "otherText", "other", undefined, "other"],
] as const;

/** Reads the answers to a question. Throws `invalid-survey` where they are no finite list. */
export function answersOf(question: Json, read: Read): ImportedAnswers {
  const name = String(question.name);
  const optional = question.isRequired !== true;
  switch (question.type) {
    case "radiogroup":
    case "dropdown":
    case "buttongroup":
      return { categories: listed(question, UNLISTED, read), optional };
    case "boolean": {
      const { valueFalse = false, valueTrue = true, labelFalse, labelTrue } = question;
      const categories = [
        { value: String(valueFalse), label: read(labelFalse) ?? "No" },
        { value: String(valueTrue), label: read(labelTrue) ?? "Yes" },
      ];
      return { categories, optional };
    }
    case "rating":
      return { categories: items(question.rateValues ?? rates(question), read), optional };
    case "checkbox":
    case "tagbox":
      return several(question, optional, read);
    case "matrix": {
      const { cellType = "radio", columns, rows, isAllRowRequired, eachRowRequired = isAllRowRequired } = question;
      if (cellType !== "radio") throw refused(name, 'takes several answers in each row. Leave "cellType" out');
      return {
        rows: items(rows, read).map(({ value, label }) => ({ name: value, question: label })),
        categories: items(columns, read),
        optional: eachRowRequired !== true,
      };
    }
    case "ranking":
      return inOrder(question, optional, read);
    default:
      throw refused(name, `of type ${question.type} has no finite list of answers; a number needs \`bins\``);
  }
}

/** A question of which several choices may be ticked. That nothing is ticked is an answer, unless something has to be. */
function several(question: Json, mayBeEmpty: boolean, read: Read): ImportedAnswers {
  const categories = listed(question, [...UNLISTED, ...BESIDE], read);
  const least = Math.max(Number(question.minSelectedChoices ?? 0), mayBeEmpty ? 0 : 1);
  const most = Number(question.maxSelectedChoices ?? 0);
  const isLimit = most > 0 && most < categories.filter(({ excludes }) => !excludes).length;
  return {
    choose: "any",
    ...(least > 0 && { at_least: least }),
    ...(isLimit && { at_most: most }),
    categories,
    optional: false,
  };
}

/** A question whose choices are put in order: all of them, or as many as may be selected. */
function inOrder(question: Json, optional: boolean, read: Read): ImportedAnswers {
  checkListed(question, UNLISTED);
  const rank = items(question.choices, read);
  const most = question.selectToRankEnabled ? Number(question.maxSelectedChoices ?? 0) : 0;
  const places = most > 0 ? most : rank.length;
  if (Math.min(places, rank.length) < 2)
    throw refused(String(question.name), 'puts fewer than two choices in order. Ask for one ("radiogroup")');
  return { rank, ...(places < rank.length && { places }), optional };
}

/** The listed choices of a question, and those that SurveyJS adds. */
function listed(question: Json, unlisted: readonly string[], read: Read): ImportedCategory[] {
  const name = String(question.name);
  checkListed(question, unlisted);
  const isSeveral = unlisted.length > UNLISTED.length;
  const added = ADDED.filter(([shows]) => shows.some((property) => question[property]));
  return [
    ...items(question.choices, read, isSeveral),
    ...added.map(([[shows], member, value, otherwise, role]) => {
      const label = read(question[member]) ?? otherwise;
      if (label === undefined)
        throw refused(name, `shows "other" (${shows}), for which it has no field. Give it "${member}": "Other"`);
      return { value, label, ...(role && { role }), ...(isSeveral && { excludes: "others" as const }) };
    }),
  ];
}

function checkListed(question: Json, unlisted: readonly string[]): void {
  const found = unlisted.find((property) => question[property]);
  if (found !== undefined) throw refused(String(question.name), `has answers beyond its choices (${found}); list them`);
}

function rates({ rateMin = 1, rateMax, rateCount = 5, rateStep = 1 }: Json): number[] {
  const [least, step] = [Number(rateMin), Number(rateStep)];
  const most = rateMax === undefined ? least + (Number(rateCount) - 1) * step : Number(rateMax);
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, i) => least + i * step);
}

/** A list of values, or of objects with a value and a text. */
function items(given: unknown, read: Read, isSeveral = false): ImportedCategory[] {
  return (Array.isArray(given) ? given : []).map((item) => {
    const { value, text: label, isExclusive } = typeof item === "object" ? (item as Json) : ({ value: item } as Json);
    return {
      value: String(value),
      label: read(label) ?? String(value),
      ...(isSeveral && isExclusive === true && { excludes: "others" as const }),
    };
  });
}

export function refused(name: string, rule: string): CandorError {
  return new CandorError("invalid-survey", `question "${name}" ${rule}`, { attribute: name });
}
