/** The colours and widths in which pages are tested: nightly all of them, in other runs each colour and each extreme width once. */

import { every } from "../nightly.mjs";

export function looks(widths = [1280, 360]) {
  const all = ["light", "dark"].flatMap((colorScheme) => widths.map((width) => ({ colorScheme, width })));
  return every(all, [
    { colorScheme: "light", width: Math.max(...widths) },
    { colorScheme: "dark", width: Math.min(...widths) },
  ]);
}
