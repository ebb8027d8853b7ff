import { offered } from "../common/offered.js";
import { needed } from "../common/runtime.js";
import type { Attribute } from "../common/types.js";
import type { Spoken } from "./words/index.js";

/** The labels of a question's answers; bins are written as ranges. */
export function labelsOf(attribute: Attribute, { language, words }: Spoken): readonly string[] {
  const { bins, optional } = attribute;
  const categories = offered(attribute);
  const { format } = new (needed("Intl").NumberFormat)(language, { maximumFractionDigits: 20 });
  return categories.map(({ label }, i) => {
    if (optional && i === categories.length - 1) return words.declined;
    if (bins === undefined || i > bins.length - 2) return label;
    const [least, most] = [bins[i] ?? null, bins[i + 1] ?? null];
    if (least === null) return most === null ? words.anyNumber : words.under(format(most));
    return most === null ? words.from(format(least)) : words.between(format(least), format(most));
  });
}
