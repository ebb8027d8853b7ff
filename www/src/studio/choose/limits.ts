/**
 * How much a design for the best guess may cost tables by themselves: the limit on their expected squared error, in multiples of the
 * default design's.
 */

/** The limit of a survey that states none. */
export const USUAL_LIMIT = 1.5;

/** The limits that are compared, the usual one first. */
export const LIMITS = [USUAL_LIMIT, 1.1, 1.25, 2];

const BEST_GUESS = "best-guess";

/** What a survey says whose design is for the best guess within this limit. */
export function readsOf(limit: number): string {
  return limit === USUAL_LIMIT ? BEST_GUESS : `${BEST_GUESS}:${limit}`;
}

/** The limit in what a survey says. */
export function limitOf(reads: string): number {
  const [, limit] = reads.split(":");
  return limit === undefined ? USUAL_LIMIT : Number(limit);
}
