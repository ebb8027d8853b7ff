import type { PlanAttribute, PlanCompound, PlanScore } from "../common/types.js";

/** A question that may have conditions. */
type Conditional = { readonly asked_if?: PlanAttribute["asked_if"] | undefined };

/** What a compound question consists of. */
type Grouped = Pick<PlanCompound, "attributes" | "kind">;

/**
 * For every question, the positions of it and of all that depend on it, directly or through others, and the columns of rounded
 * scores that any of these is part of. All choices of a question that takes several count as that question, and have the same
 * set; so do the items of a ranking.
 */
export function dependents(
  questions: readonly Conditional[],
  compounds: readonly Grouped[],
  scores: readonly Pick<PlanScore, "attributes">[],
): readonly ReadonlySet<number>[] {
  const sets: ReadonlySet<number>[] = [];
  questions.forEach((_, question) => {
    const compound = compounds.find(({ attributes, kind }) => kind !== "rows" && attributes.includes(question));
    const joint = compound?.attributes ?? [question];
    sets.push(sets[joint[0]!] ?? hanging(joint, questions, scores));
  });
  return sets;
}

/** These positions, and those of all questions that depend on one of them; then the columns of their scores. */
function hanging(
  joint: readonly number[],
  questions: readonly Conditional[],
  scores: readonly Pick<PlanScore, "attributes">[],
): ReadonlySet<number> {
  const found = new Set(joint);
  questions.forEach(({ asked_if }, i) => {
    if (asked_if?.some(({ attribute }) => found.has(attribute))) found.add(i);
  });
  scores.forEach(({ attributes }, i) => {
    if (attributes.some((item) => found.has(item))) found.add(questions.length + i);
  });
  return found;
}
