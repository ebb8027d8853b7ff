/** Makes valid answers to a plan, for examples. */

import type { PlanDocument } from "candor";

/** The first answer to every question. */
export function exampleAnswers({ attributes }: PlanDocument): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ name, bins, categories: [first] }) => {
      if (bins) return [name, bins[0] ?? (bins[1] ?? 1) - 1];
      return [name, typeof first === "string" ? first : (first?.value ?? "")];
    }),
  );
}
