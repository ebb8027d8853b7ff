import { CandorError } from "../../common/errors.js";
import { offered } from "../../common/offered.js";
import type { Attribute, Condition } from "../../common/types.js";
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
function difference(attribute: Attribute, asked: ImportedAttribute): string | undefined {
  const { optional, askedIf } = attribute;
  // A plan without conditions lets people leave out what is hidden from them.
  const isHidden = askedIf === undefined && asked.asked_if !== undefined;
  if (isHidden && !optional) return `is asked only after some answers here, but always by the plan. ${upper(AGAIN)}`;
  if (askedIf !== undefined && !isAlike(askedIf, asked.asked_if ?? {}))
    return `is asked after other answers in the plan. Give it that "visibleIf", or ${AGAIN}`;
  if (!optional && asked.optional)
    return `may be left unanswered here, but the plan needs an answer. Give it "isRequired": true and no "visibleIf", or ${AGAIN}`;
  if (optional && !asked.optional && !isHidden)
    return `has to be answered here, but the plan lets people leave it out. Remove "isRequired", or ${AGAIN}`;
  const own = asked.categories?.map(({ value }) => value);
  const planned = offered(attribute)
    .map(({ value }) => value)
    .slice(0, optional ? -1 : undefined);
  if (own === undefined || (own.length === planned.length && own.every((value, at) => value === planned[at])))
    return undefined;
  return `has other answers in the plan: there ${listed(planned)}, here ${listed(own)}. Make them the same, or ${AGAIN}`;
}

function isAlike(planned: readonly Condition[], asked: Readonly<Record<string, readonly string[]>>): boolean {
  const alike = ({ attribute, values }: Condition) => listed(asked[attribute] ?? []) === listed(values);
  return planned.length === Object.keys(asked).length && planned.every(alike);
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
