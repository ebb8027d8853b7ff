/** The places that the items of a ranking can be given. */

import { isWritten, NOT_RANKED, type Question } from "../draft";

/** The places of this many items, as documents write them; that an item has none of them comes last, where there are fewer. */
export function ranks(items: number, places = items): readonly string[] {
  const all = Array.from({ length: Math.min(places, items) }, (_, place) => String(place + 1));
  return places < items ? [...all, NOT_RANKED] : all;
}

/** What can be answered of each item of a ranking. */
export function ranksOf({ choices, places }: Pick<Question, "choices" | "places">): readonly string[] {
  return ranks(choices.filter(({ value, label }) => value !== "" || isWritten(label)).length, places);
}
