/** Whether an answer left as it was given: a badge of shape and words, not of colour alone. */

import { element } from "../page/element";

/** "as you said" or "changed", or other words for that. */
export function verdict(kept: boolean, words = kept ? "as you said" : "changed"): HTMLElement {
  return element("span", { class: kept ? "verdict" : "verdict changed" }, words);
}
