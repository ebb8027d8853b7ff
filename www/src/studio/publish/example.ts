/** Makes valid answers to a plan, for examples. */

import type { PlanCompound, PlanDocument } from "candor";

/**
 * The first answer to every question that the first answers lead to; of several choices, the first ones that their rule wants, and of a ranking its
 * first items.
 */
export function exampleAnswers({
  attributes,
  compounds = [],
}: PlanDocument): Record<string, string | number | string[]> {
  const together = compounds.filter(({ kind }) => kind !== "rows");
  const compoundOf = (place: number) => together.find((compound) => compound.attributes.includes(place));
  const placesIn = ({ attributes: [first = 0] }: PlanCompound) =>
    (attributes[first]?.categories ?? []).filter((category) => Number(category) > 0).length;
  /** The choices that are made of a question, or its items in order. */
  const chosen = (compound: PlanCompound) => {
    const { at_least = 0, attributes: own, excluding = [], kind } = compound;
    const ordinary = own.filter((each) => !excluding.includes(each));
    return ordinary.slice(0, kind === "ranking" ? placesIn(compound) : at_least);
  };
  /** The category of an attribute. */
  const answer = (place: number) => {
    const compound = compoundOf(place);
    if (compound === undefined) return 0;
    const at = chosen(compound).indexOf(place);
    if (compound.kind === "choices") return at < 0 ? 0 : 1;
    return at < 0 ? placesIn(compound) : at;
  };
  const asked: boolean[] = [];
  for (const { asked_if = [] } of attributes)
    asked.push(
      asked_if.every(({ attribute, categories }) => asked[attribute] && categories.includes(answer(attribute))),
    );
  return Object.fromEntries(
    attributes.flatMap(({ name, bins, categories: [first] }, place): [string, string | number | string[]][] => {
      const compound = compoundOf(place);
      if (!asked[place] || (compound && compound.attributes[0] !== place)) return [];
      if (compound) {
        const names = chosen(compound).map((each) => attributes[each]?.name ?? "");
        return [[compound.name, names.map((own) => own.slice(compound.name.length + 1))]];
      }
      if (bins) return [[name, bins[0] ?? (bins[1] ?? 1) - 1]];
      return [[name, typeof first === "string" ? first : (first?.value ?? "")]];
    }),
  );
}
