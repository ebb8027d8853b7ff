/** Makes valid answers to a plan, for examples. */

import type { PlanDocument } from "candor";

/** The first answer to every question that the first answers lead to; of several choices, the first ones that their rule wants. */
export function exampleAnswers({
  attributes,
  compounds = [],
}: PlanDocument): Record<string, string | number | string[]> {
  const several = compounds.filter(({ kind }) => kind === "choices");
  const choicesOf = (place: number) => several.find((compound) => compound.attributes.includes(place));
  const isTicked = (place: number) => {
    const { attributes: own = [], at_least = 0, excluding = [] } = choicesOf(place) ?? {};
    return own
      .filter((each) => !excluding.includes(each))
      .slice(0, at_least)
      .includes(place);
  };
  const asked: boolean[] = [];
  for (const { asked_if = [] } of attributes)
    asked.push(
      asked_if.every(
        ({ attribute, categories }) => asked[attribute] && categories.includes(isTicked(attribute) ? 1 : 0),
      ),
    );
  return Object.fromEntries(
    attributes.flatMap(({ name, bins, categories: [first] }, place): [string, string | number | string[]][] => {
      const compound = choicesOf(place);
      if (!asked[place] || (compound && compound.attributes[0] !== place)) return [];
      if (compound) {
        const ticked = compound.attributes.filter(isTicked).map((each) => attributes[each]?.name ?? "");
        return [[compound.name, ticked.map((own) => own.slice(compound.name.length + 1))]];
      }
      if (bins) return [[name, bins[0] ?? (bins[1] ?? 1) - 1]];
      return [[name, typeof first === "string" ? first : (first?.value ?? "")]];
    }),
  );
}
