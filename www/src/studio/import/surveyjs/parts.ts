/** The parts of a SurveyJS survey: pages, panels, and elements in these. */

/** A part of its JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** The elements of a list that are objects; none of what is no list. */
export function listed(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "object" && each !== null) : [];
}

/** The pages of a survey, or the elements of a page or panel. */
export function partsOf(part: Json): readonly Json[] {
  return [part.pages, part.elements, part.questions].flat().filter((each) => each !== undefined) as Json[];
}

/** Whether an element is none that has others in it. */
export function isQuestion(element: Json): boolean {
  return !("elements" in element || "questions" in element) && "name" in element && "type" in element;
}

/** Finds all elements with a name and a type, also within pages and panels. */
export function questionsOf(part: Json): readonly Json[] {
  return partsOf(part).flatMap((each) => (isQuestion(each) ? [each] : questionsOf(each)));
}

/** Whether an element only shows its text, to everybody. */
export function isNote({ type, visibleIf }: Json): boolean {
  return type === "html" && visibleIf === undefined;
}
