/**
 * What people are shown of an estimate: the number within its interval, and so one that can be; or that there are too few reports to tell.
 * Collectors, files and the package give the unbiased estimates, which may be below 0 or above 1.
 */

/** A share or a difference with its interval, wherever it comes from. */
export interface Estimated {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Of all that is possible, the part that an interval has to leave out to tell anything. */
const LEAST_LEFT_OUT = 0.05;

/**
 * The share as people are shown it. None, `null`, where the standard error is 1/2 or more, which no number between 0 and 1 can have,
 * or the interval leaves out hardly anything.
 */
export function shownShare(cell: Estimated, standardError: number): number | null {
  return shown(cell, standardError, 1);
}

/**
 * The difference of two groups' shares as people are shown it, between −1 and 1, by the same rule. None where one of the shares is not
 * shown, nor where the interval has shrunk to a point at an end, as where all of it lay outside.
 */
export function shownDifference(
  difference: Estimated,
  standardError: number,
  shares: readonly (number | null)[],
): number | null {
  const isPoint = difference.lower === difference.upper;
  return isPoint || shares.includes(null) ? null : shown(difference, standardError, 2);
}

function shown({ estimate, lower, upper }: Estimated, standardError: number, possible: number): number | null {
  const tells = 2 * standardError < possible && upper - lower <= (1 - LEAST_LEFT_OUT) * possible;
  return tells ? Math.min(Math.max(estimate, lower), upper) : null;
}
