/** A badge that says whether an answer left as it was given, by shape and words and not by colour alone. */

import { element } from "../page/element";

/** Makes the badge of an answer that left as it was given, or changed. */
export function verdict(kept: boolean, said: string): HTMLElement {
  return element("span", { class: kept ? "verdict" : "verdict changed" }, said);
}
