/** When totals change, in words. */

import { counted } from "../page/numbers";
import type { Release } from "./listed";

/** What a reader should know of totals that are told in steps. */
export function steps({ after, reports, minutes }: Release): string {
  if (after <= 1 && reports <= 1 && minutes === 0) return "Totals change with every report here.";
  const pause = minutes > 0 ? ` and at most every ${counted(minutes, "minute")}` : "";
  return `Totals are of the reports of one moment. They are shown from ${counted(after, "report")} on and change after at least
    ${counted(reports, "new report")}${pause}: the difference of two totals is never that of fewer reports, but for one that its device withdrew.`;
}
