import { CandorError } from "../../common/errors.js";
import type { Attribute } from "../../common/types.js";
import type { Plan } from "../../plan/plan.js";
import { type ImportedAttribute, surveyOf } from "./import.js";

const AGAIN = "design the plan from this survey again";

/** Checks that the plan's questions are those of the survey, with the same answers. */
export function checkAsked({ attributes, survey }: Plan, json: unknown): void {
  const bins = Object.fromEntries(attributes.flatMap(({ name, bins }) => (bins === undefined ? [] : [[name, bins]])));
  const names = attributes.map(({ name }) => name);
  const asked = surveyOf(json, { survey, privacy: {}, names, bins }).attributes;
  attributes.forEach((attribute, i) => {
    const rule = difference(attribute, asked[i]!);
    if (rule !== undefined)
      throw new CandorError("form-mismatch", `question "${attribute.name}" ${rule}`, { attribute: attribute.name });
  });
}

/** Says how the survey's question differs from the plan's, and what to do. */
function difference({ optional, categories }: Attribute, asked: ImportedAttribute): string | undefined {
  if (!optional && asked.optional)
    return `may be left unanswered here, but the plan needs an answer. Give it "isRequired": true and no "visibleIf", or ${AGAIN}`;
  if (optional && !asked.optional)
    return `has to be answered here, but the plan lets people leave it out. Remove "isRequired", or ${AGAIN}`;
  const own = asked.categories?.map(({ value }) => value);
  const planned = categories.map(({ value }) => value).slice(0, optional ? -1 : undefined);
  if (own === undefined || (own.length === planned.length && own.every((value, at) => value === planned[at])))
    return undefined;
  return `has other answers in the plan: there ${listed(planned)}, here ${listed(own)}. Make them the same, or ${AGAIN}`;
}

function listed(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
