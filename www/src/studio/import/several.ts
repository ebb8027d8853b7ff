/** Questions with several choices, of which other programs say how many can be made, and whether some must be. */

import type { AttributeDocument, CategoryDocument } from "../document/types";

/** The choices of a question, with its limits. */
export interface Several {
  readonly categories: readonly CategoryDocument[];
  readonly atLeast: number;
  readonly atMost: number;
  /** Whether it must be answered, so that one choice is made at least. */
  readonly required: boolean;
}

/** The members of a question with several choices. Where it need not be answered, no choice is an answer, unless that breaks its limit. */
export function limited({
  categories,
  atLeast,
  atMost,
  required,
}: Several): Pick<AttributeDocument, "choose" | "at_least" | "at_most" | "categories" | "optional"> {
  const ordinary = categories.filter((category) => typeof category === "string" || category.excludes === undefined);
  const least = Math.min(Math.max(atLeast, required ? 1 : 0), ordinary.length);
  const most = Math.max(atMost, 1);
  return {
    choose: "any",
    ...(least > 0 && { at_least: least }),
    ...(most < ordinary.length && { at_most: most }),
    categories,
    ...(!required && least > 0 && { optional: true }),
  };
}
