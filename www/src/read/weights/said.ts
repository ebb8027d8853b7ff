/** A note on what weights do not apply to. */

import { element } from "../../page/element";
import type { Source } from "../source";
import type { Words } from "../words";

/** A note that what follows is not weighted; none on a page without weights. */
export function unweightedNote({ isUnweighted }: Source, words: Words): HTMLElement[] {
  return isUnweighted ? [element("p", { class: "note unweighted" }, words.weights.unsaidNote)] : [];
}
