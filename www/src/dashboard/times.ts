/** Says when the survey was published, when its totals change, and what they tell of one person. */

import { dayOf } from "../page/days";
import { counted } from "../page/numbers";
import { told } from "../page/told";
import type { Listed, Release } from "./listed";
import type { Words } from "./words";

/** Tells readers the day of publication, the rule by which totals are released, and what whoever sees totals alone can learn. */
export function times({ published, release, totals }: Listed, words: Words): string {
  const day = published === null ? [] : [words.published(dayOf(published, words.language, "UTC"))];
  return [...day, steps(release, words), ...(totals ? [told(totals, words.language)] : [])].join(words.between);
}

function steps({ after, reports, minutes, at_close }: Release, words: Words): string {
  if (at_close) return words.atClose(counted(after));
  if (after <= 1 && reports <= 1 && minutes === 0) return words.everyReport;
  if (minutes === 0) return words.inSteps(counted(after), counted(reports));
  return words.inStepsAndTime(counted(after), counted(reports), counted(minutes));
}
