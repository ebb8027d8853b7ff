/** Says when the survey was published and when its totals change. */

import { dayOf } from "../page/days";
import { counted } from "../page/numbers";
import type { Listed, Release } from "./listed";
import type { Words } from "./words";

/** Tells readers the day of publication and the rule by which totals are released. */
export function times({ published, release }: Listed, words: Words): string {
  const day = published === null ? "" : words.published(dayOf(published, words.language, "UTC")) + words.between;
  return day + steps(release, words);
}

function steps({ after, reports, minutes }: Release, words: Words): string {
  if (after <= 1 && reports <= 1 && minutes === 0) return words.everyReport;
  if (minutes === 0) return words.inSteps(counted(after), counted(reports));
  return words.inStepsAndTime(counted(after), counted(reports), counted(minutes));
}
