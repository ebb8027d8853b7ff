import { CandorError } from "../common/errors.js";
import { attempt } from "../common/refusal.js";
import { needed } from "../common/runtime.js";

/**
 * The bounds of a posterior belief about 100 people: somebody who believed something of `before` of them (a whole number from 1
 * to 99), and then sees a report that changes odds by a factor of at most e^ε, can believe it of `least` to `most` of them. Whole
 * numbers, rounded outward.
 */
export function posterior(epsilon: number, before: number): { readonly least: number; readonly most: number } {
  // Whether ε is too small to raise the odds of `fewer` above those of `more`. The ratio of the odds is 1 or at least 1.04, so
  // that 64 units in the last place cover its error and that of Math.log.
  const covered = (more: number, fewer: number) =>
    epsilon <= Math.log((more * (100 - fewer)) / ((100 - more) * fewer)) * (1 - 64 * Number.EPSILON);
  checkEpsilon(epsilon);
  if (!(Number.isInteger(before) && before > 0 && before < 100))
    throw new CandorError("invalid-options", "a belief is a whole number of 100, from 1 to 99");
  let [least, most] = [before, before];
  while (most < 100 && !covered(most, before)) most += 1;
  while (least > 0 && !covered(before, least)) least -= 1;
  return { least, most };
}

/**
 * Writes e^ε, the largest factor by which odds change, in the number format of a language. It is rounded up, to one decimal below
 * 10 and to a whole number from 10 on.
 */
export function factor(language: string, epsilon: number): string {
  checkEpsilon(epsilon);
  // Two units in the last place cover the error of Math.exp.
  const times = Math.exp(epsilon) * (1 + 2 * Number.EPSILON);
  const rounded = times < 10 ? Math.ceil(times * 10) / 10 : Math.ceil(times);
  const { NumberFormat } = needed("Intl");
  const written = () => new NumberFormat(language, { maximumFractionDigits: 1 }).format(rounded);
  return attempt(written, "unknown-language", "there is no such language");
}

function checkEpsilon(epsilon: unknown): void {
  if (typeof epsilon !== "number") throw new CandorError("invalid-options", "ε is a number");
}
