/** Colours and widths in which a page is looked at: all of them nightly, in every run each colour and the extreme widths once. */

import { every } from "../nightly.mjs";

export function looks(widths = [1280, 360]) {
  const all = ["light", "dark"].flatMap((colorScheme) => widths.map((width) => ({ colorScheme, width })));
  return every(all, [
    { colorScheme: "light", width: Math.max(...widths) },
    { colorScheme: "dark", width: Math.min(...widths) },
  ]);
}
