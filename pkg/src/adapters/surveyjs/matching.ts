import { asked, askedName, choiceValue } from "../../common/compounds.js";
import { CandorError } from "../../common/errors.js";
import { offered } from "../../common/offered.js";
import type { Attribute, Condition } from "../../common/types.js";
import type { Plan } from "../../plan/plan.js";
import { surveyOf } from "./import.js";
import type { ImportedAttribute } from "./imported.js";

const AGAIN = "design the plan from this survey again";

/** Checks that the plan's questions are those of the survey, with the same answers. */
export function checkAsked({ attributes, survey }: Plan, json: unknown): void {
  const bins = Object.fromEntries(attributes.flatMap(({ name, bins }) => (bins === undefined ? [] : [[name, bins]])));
  const groups = asked(attributes);
  const names = groups.map(([first]) => askedName(first));
  const found = surveyOf(json, { survey, privacy: {}, names, bins }).attributes;
  names.forEach((attribute, i) => {
    const rule = whether(groups[i]!, found[i]!) ?? what(groups[i]!, found[i]!);
    if (rule !== undefined) throw new CandorError("form-mismatch", `question "${attribute}" ${rule}`, { attribute });
  });
}

type Group = readonly [Attribute, ...Attribute[]];

/** Says how the survey differs from the plan in whom it asks a question, and who may leave it unanswered; and what to do. */
function whether([{ askedIf, optional }]: Group, asked: ImportedAttribute): string | undefined {
  // A plan without conditions lets people leave out what is hidden from them.
  const isHidden = askedIf === undefined && asked.asked_if !== undefined;
  // Nothing ticked is no answer where the plan lets people give none.
  const mayBeEmpty = asked.optional || (asked.choose && !asked.at_least);
  if (isHidden && !optional)
    return `is asked only after some answers here, but of everybody by the plan. ${upper(AGAIN)}`;
  if (askedIf !== undefined && !isAlike(askedIf, asked.asked_if ?? {}))
    return `is asked after other answers in the plan. Give it that "visibleIf", or ${AGAIN}`;
  if (!optional && asked.optional)
    return `may be left unanswered here, but the plan needs an answer. Give it "isRequired": true and no "visibleIf", or ${AGAIN}`;
  if (optional && !mayBeEmpty && !isHidden)
    return `has to be answered here, but the plan lets people leave it out. Remove "isRequired", or ${AGAIN}`;
  return undefined;
}

/** Says how the answers to a question differ from those of the plan, and what to do. */
function what(group: Group, asked: ImportedAttribute): string | undefined {
  const [planned, own] = [inPlan(group), inSurvey(asked)];
  if (planned === own || asked.bins) return undefined;
  return `has other answers in the plan: there ${planned}, here ${own}. Make them the same, or ${AGAIN}`;
}

/** The answers to a question of a plan in words. */
function inPlan(group: Group): string {
  const [{ compound, optional }] = group;
  const own = offered(group[0]).slice(0, optional ? -1 : undefined);
  if (compound?.kind === "ranking")
    return inOrder(
      compound.places,
      group.map((item) => ({ value: choiceValue(item) })),
    );
  if (compound?.kind !== "choices") return said(own, compound && group.map(choiceValue));
  const { atLeast, atMost, excluding } = compound;
  return several(
    group.map((choice) => ({ value: choiceValue(choice), excludes: excluding.includes(choice.name) })),
    atLeast,
    atMost,
  );
}

/** The answers to a question of a survey in the same words. */
function inSurvey({ at_least = 0, at_most, categories = [], choose, places, rank, rows }: ImportedAttribute): string {
  if (rank) return inOrder(places ?? rank.length, rank);
  if (!choose)
    return said(
      categories,
      rows?.map(({ name }) => name),
    );
  return several(categories, at_least, at_most ?? categories.filter(({ excludes }) => !excludes).length);
}

/** What can be answered, and in which rows; their order may be random. */
function said(answers: readonly { readonly value: string }[], rows?: readonly string[]): string {
  const all = listed(answers.map(({ value }) => value));
  return rows ? `${all} in each of ${listed([...rows].sort())}` : all;
}

function inOrder(places: number, items: readonly { readonly value: string }[]): string {
  return `${places} in order of ${said(items)}`;
}

function several(choices: readonly { readonly value: string; excludes?: unknown }[], least: number, most: number) {
  const alone = choices.filter(({ excludes }) => excludes);
  return `${least} to ${most} of ${said(choices)}${alone.length > 0 ? ` (alone: ${said(alone)})` : ""}`;
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
