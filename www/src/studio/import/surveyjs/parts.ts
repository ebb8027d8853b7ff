/** The parts of a SurveyJS survey: pages, panels, and elements in these. */

/** A part of its JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** An element with a name and a type, and all conditions that may hide it: those of its page and of the panels around it, and its own. */
export interface Element extends Json {
  readonly conditions: readonly string[];
}

/** The members in which a survey, a page or a panel has its parts. */
const INSIDE = ["pages", "elements", "questions"];

/** The elements of a list that are objects; none of what is no list. */
export function listed(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "object" && each !== null) : [];
}

/** The pages of a survey, or the elements of a page or panel. */
export function partsOf(part: Json): readonly Json[] {
  return INSIDE.flatMap((member) => part[member]).filter((each) => each !== undefined) as Json[];
}

/** A survey, or a part of it, with a change made to each of its parts and to itself. */
export function changed(part: Json, change: (part: Json) => Json): Json {
  const inside = INSIDE.filter((member) => Array.isArray(part[member]));
  const parts = inside.map(
    (member) => [member, (part[member] as Json[]).map((each) => changed(each, change))] as const,
  );
  return change({ ...part, ...Object.fromEntries(parts) });
}

/** Whether an element is none that has others in it. */
export function isQuestion(element: Json): boolean {
  return !("elements" in element || "questions" in element) && "name" in element && "type" in element;
}

/** Finds all elements with a name and a type, also within pages and panels, of which the conditions may hide them. */
export function questionsOf(part: Json, around: readonly string[] = []): readonly Element[] {
  return partsOf(part).flatMap((each) => {
    const conditions = each.visibleIf === undefined ? around : [...around, String(each.visibleIf)];
    return isQuestion(each) ? [{ ...each, conditions }] : questionsOf(each, conditions);
  });
}

/** Whether an element only shows its text, to everybody. */
export function isNote({ type, visibleIf }: Json): boolean {
  return type === "html" && visibleIf === undefined;
}
