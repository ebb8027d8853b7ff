/** When totals change, in words. */

import { counted } from "../page/numbers";
import type { Release } from "./listed";
import type { Words } from "./words";

/** What a reader should know of totals that are told in steps. */
export function steps({ after, reports, minutes }: Release, words: Words): string {
  if (after <= 1 && reports <= 1 && minutes === 0) return words.everyReport;
  if (minutes === 0) return words.inSteps(counted(after), counted(reports));
  return words.inStepsAndTime(counted(after), counted(reports), counted(minutes));
}
