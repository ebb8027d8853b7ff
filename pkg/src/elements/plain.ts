/**
 * Plain columns, which leave without noise. The page fills in those that it knows; the others are asked apart from the private
 * questions, and marked.
 */

import type { Attribute, PlainValues } from "../common/types.js";
import { Encoder } from "../device/encode.js";
import type { Plan } from "../plan/plan.js";

/**
 * The plain columns that the page has not filled in. Throws `unknown-attribute` and `unknown-category` for wrong values of the
 * others.
 */
export function unfilled({ plain }: Plan, filled: PlainValues): readonly Attribute[] {
  new Encoder(plain).given(filled);
  return plain.filter(({ name }) => !Object.hasOwn(filled, name));
}

/** The values that the page filled in, as texts for people. */
export function readable({ plain }: Plan, filled: PlainValues): readonly string[] {
  return plain.flatMap(({ name, question = name, categories }) => {
    const category = categories.find(({ value }) => value === filled[name]);
    return category ? [`${question}: ${category.label}`] : [];
  });
}
