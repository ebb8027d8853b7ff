/** Makes valid answers to a plan, for examples. */

import type { PlanDocument } from "candor";

/** The first answer to every question that the first answers lead to. */
export function exampleAnswers({ attributes }: PlanDocument): Record<string, string | number> {
  const asked: boolean[] = [];
  for (const { asked_if = [] } of attributes)
    asked.push(asked_if.every(({ attribute, categories }) => asked[attribute] && categories.includes(0)));
  return Object.fromEntries(
    attributes
      .filter((_, place) => asked[place])
      .map(({ name, bins, categories: [first] }) => {
        if (bins) return [name, bins[0] ?? (bins[1] ?? 1) - 1];
        return [name, typeof first === "string" ? first : (first?.value ?? "")];
      }),
  );
}
