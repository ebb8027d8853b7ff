/** How the attributes of a plan are called on this page: by the text of their question, and of the choice, item or row that they are. */

import type { PlanCompound, PlanDocument } from "candor";
import { partOf } from "./document/members";
import { spoken } from "./spoken";

/** The question that an attribute is a choice, an item or a row of, if it is. */
export function compoundOf({ attributes, compounds = [] }: PlanDocument, name: string): PlanCompound | undefined {
  const position = attributes.findIndex((attribute) => attribute.name === name);
  return compounds.find((compound) => compound.attributes.includes(position));
}

/** The title of an attribute in a language. */
export function titleIn(plan: PlanDocument, name: string, language: string): string {
  const { question } = plan.attributes.find((attribute) => attribute.name === name) ?? {};
  const compound = compoundOf(plan, name);
  if (compound === undefined) return spoken(question ?? name, language);
  const own = spoken(question ?? name.slice(compound.name.length + 1), language);
  return partOf(spoken(compound.question ?? compound.name, language), own);
}
