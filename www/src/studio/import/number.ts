/** The ranges of imported numbers: their edges are those that conditions name, and the limits of what may be entered. */

/** From which number on, and up to below which one, a number may be entered, where there are such limits. */
export interface Ends {
  readonly from?: number | undefined;
  readonly below?: number | undefined;
}

/** The ends for the least and the largest number as a file writes them. Ranges end below their upper edge, which is the next whole number. */
export function endsAt(least: unknown, most: unknown): Ends {
  const [from, last] = [numberIn(least), numberIn(most)];
  return { from, below: last === undefined ? undefined : above(last) };
}

/** The first whole number above this one. */
export function above(number: number): number {
  return Math.floor(number) + 1;
}

/** The ends within which both are. */
export function bothEnds(one: Ends, other: Ends): Ends {
  const given = (numbers: readonly (number | undefined)[]) => numbers.filter((each) => each !== undefined);
  const [from, below] = [given([one.from, other.from]), given([one.below, other.below])];
  return {
    from: from.length > 0 ? Math.max(...from) : undefined,
    below: below.length > 0 ? Math.min(...below) : undefined,
  };
}

/** A number that a file writes, if survey documents can: it has at most 15 digits. */
export function numberIn(written: unknown): number | undefined {
  const text = String(written ?? "").trim();
  const digits = text.replace(/\D/g, "");
  return /^-?\d+(\.\d+)?$/.test(text) && digits.length <= 15 ? Number(text) : undefined;
}

/**
 * The bins of a number with these edges between its ends, which are open where there is no limit. A limit that is no end, such as one on the wrong
 * side of an edge or of the other limit, is left out. Without an edge between, the author must enter some.
 */
export function binsAt(edges: readonly number[] = [], { from, below }: Ends = {}): readonly (number | null)[] {
  const isReversed = from !== undefined && below !== undefined && from >= below;
  const first = from === undefined || isReversed || edges.some((edge) => edge < from) ? null : from;
  const last = below === undefined || isReversed || edges.some((edge) => edge > below) ? null : below;
  const between = [...new Set(edges)].filter((edge) => edge !== first && edge !== last);
  return [first, ...between.sort((one, other) => one - other), last];
}
