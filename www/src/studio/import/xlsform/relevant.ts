/** What the column `relevant` of an XLSForm says: after which answers a question is asked. */

import type { AttributeDocument } from "../../document/types";
import { CHOSEN } from "../../draft";
import { comparisonIn, type Takes, type Variable } from "../comparison";
import { type Earlier, has, meaningOf, type Wanted } from "../condition";
import { type Expression, expressionIn } from "../expression";

/** The condition that an expression is; undefined where it says something else. `takesOf` says which numbers the answer to a question may be. */
export function wantedIn(
  relevant: string,
  attributes: readonly AttributeDocument[],
  takesOf: (name: string) => Takes | undefined,
  earlier: Earlier,
): Wanted | undefined {
  const resolve = (name: string): Variable => {
    const bins = attributes.find((attribute) => attribute.name === name)?.bins;
    const takes = takesOf(name);
    const number = bins && takes && { bins, takes };
    return { name: attributeCalled(name, attributes), number, valueOf: (answer) => answer };
  };
  return meaningOf(expressionIn(relevant), earlier, (part) => {
    if (part.kind === "call" && part.name === "selected") return selected(part.parts, attributes, earlier);
    if (part.kind !== "comparison") return undefined;
    return placed(part.left, part.operator, part.right, earlier) ?? comparisonIn(part, resolve, earlier);
  });
}

/** `selected-at(${question}, 0) = 'item'`, of a ranking. */
function placed(left: Expression, operator: string, right: Expression, earlier: Earlier): Wanted | undefined {
  if (left.kind !== "call" || left.name !== "selected-at" || operator !== "=" || right.kind !== "value")
    return undefined;
  const [variable, place] = left.parts;
  if (variable?.kind !== "variable" || place?.kind !== "value") return undefined;
  return has(earlier, `${variable.name}.${right.value}`, [String(Number(place.value) + 1)]);
}

/** `selected(${question}, 'choice')`, of one choice or of several. */
function selected(
  [variable, value, ...others]: readonly Expression[],
  attributes: readonly AttributeDocument[],
  earlier: Earlier,
): Wanted | undefined {
  if (variable?.kind !== "variable" || value?.kind !== "value" || others.length > 0) return undefined;
  const { name } = variable;
  const isSeveral = attributes.some((attribute) => attribute.name === name && attribute.choose === "any");
  if (isSeveral) return has(earlier, `${name}.${value.value}`, [CHOSEN]);
  return has(earlier, attributeCalled(name, attributes), [value.value]);
}

/** The attribute that a name of the form means: rows of a grid have the name of their group before their own. */
function attributeCalled(name: string, attributes: readonly AttributeDocument[]): string {
  const grid = attributes.find(({ rows = [] }) => rows.some((row) => row.name === name));
  return grid ? `${grid.name}.${name}` : name;
}
