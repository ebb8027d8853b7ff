import type { PlanAttribute } from "../common/types.js";

/** A question that may have conditions. */
type Conditional = { readonly asked_if?: PlanAttribute["asked_if"] | undefined };

/** For every question, the positions of it and of all that depend on it, directly or through others. */
export function dependents(questions: readonly Conditional[]): readonly ReadonlySet<number>[] {
  return questions.map((_, question) => {
    const found = new Set([question]);
    questions.forEach(({ asked_if }, i) => {
      if (asked_if?.some(({ attribute }) => found.has(attribute))) found.add(i);
    });
    return found;
  });
}
