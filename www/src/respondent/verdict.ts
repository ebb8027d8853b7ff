/** Whether an answer left as it was given: a badge of shape and words, not of colour alone. */

import { element } from "../page/element";

/** What is said of an answer that left as it was given, or changed. */
export function verdict(kept: boolean, said: string): HTMLElement {
  return element("span", { class: kept ? "verdict" : "verdict changed" }, said);
}
