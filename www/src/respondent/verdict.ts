/** Whether an answer left as it was given: a badge of shape and words, not of colour alone. */

import { element } from "../page/element";

/** "as you said" or "changed". */
export function verdict(kept: boolean): HTMLElement {
  return element("span", { class: kept ? "verdict" : "verdict changed" }, kept ? "as you said" : "changed");
}
