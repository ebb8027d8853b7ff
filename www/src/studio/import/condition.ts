/**
 * Conditions of other programs as those that the studio has: some answers to each of several earlier questions. They are built up from comparisons
 * by `all`, `any` and `not`; what cannot be said so is undefined.
 */

import { rangesBetween } from "../document/bins";
import { ranks } from "../document/ranks";
import type { AttributeDocument, CategoryDocument } from "../document/types";
import { CHOSEN, NO_ANSWER, UNCHOSEN } from "../draft";
import type { Expression } from "./expression";

/** The wanted values of attributes, by name. */
export type Wanted = ReadonlyMap<string, readonly string[]>;

/** An attribute of an earlier question. */
interface Asked {
  /** The values that it can have where it is asked. */
  readonly values: readonly string[];
  readonly isFollowUp: boolean;
}

/** The attributes of earlier questions, by name. */
export type Earlier = ReadonlyMap<string, Asked>;

/** The attributes of questions. */
function earlierIn(attributes: readonly AttributeDocument[]): Earlier {
  return new Map(attributes.flatMap(askedIn));
}

function askedIn(attribute: AttributeDocument): (readonly [string, Asked])[] {
  const { name, choose, categories = [], bins, places, rank, rows, optional, asked_if } = attribute;
  const told = (category: CategoryDocument) => (typeof category === "string" ? category : category.value);
  const listed = categories.map(told);
  const none = optional ? [NO_ANSWER] : [];
  const asked = (values: readonly string[]): Asked => ({ values, isFollowUp: asked_if !== undefined });
  if (choose === "any") {
    const made = asked([UNCHOSEN, CHOSEN, ...none]);
    return listed.map((value) => [`${name}.${value}`, made]);
  }
  if (rank) {
    const placed = asked([...ranks(rank.length, places), ...none]);
    return rank.map((item) => [`${name}.${told(item)}`, placed]);
  }
  const ranges = bins ? rangesBetween(bins).map(({ value }) => value) : [];
  const any = asked([...ranges, ...listed, ...none]);
  return rows ? rows.map((row) => [`${name}.${row.name}`, any]) : [[name, any]];
}

/** That an attribute has one of these values; undefined where it is not asked before, or cannot have one of them. */
export function has(earlier: Earlier, name: string, values: readonly string[]): Wanted | undefined {
  const possible = earlier.get(name)?.values;
  if (possible === undefined || !values.every((value) => possible.includes(value))) return undefined;
  return new Map([[name, possible.filter((value) => values.includes(value))]]);
}

/** That all of these hold. */
export function all(conditions: readonly (Wanted | undefined)[]): Wanted | undefined {
  const wanted = new Map<string, readonly string[]>();
  for (const condition of conditions) {
    if (condition === undefined) return undefined;
    for (const [name, values] of condition) {
      const both = (wanted.get(name) ?? values).filter((value) => values.includes(value));
      wanted.set(name, both);
    }
  }
  return wanted;
}

/** That one of these holds, which can be said only where all are about one attribute. */
export function any(earlier: Earlier, conditions: readonly (Wanted | undefined)[]): Wanted | undefined {
  const [first] = conditions;
  if (conditions.length === 1 || first === undefined) return first;
  const [name = ""] = first.keys();
  if (!conditions.every((condition) => condition?.size === 1 && condition.has(name))) return undefined;
  const values = conditions.flatMap((condition) => condition?.get(name) ?? []);
  return has(earlier, name, values);
}

/** That this does not hold, of one attribute that everybody is asked: of a follow-up it would also hold where that is not asked. */
export function not(earlier: Earlier, condition: Wanted | undefined): Wanted | undefined {
  const [only, ...others] = condition ?? [];
  if (only === undefined || others.length > 0) return undefined;
  const [name, values] = only;
  const asked = earlier.get(name);
  if (asked === undefined || asked.isFollowUp) return undefined;
  const rest = asked.values.filter((value) => !values.includes(value));
  return has(earlier, name, rest);
}

/** What an expression says, if `leaf` knows what its comparisons and calls say. */
export function meaningOf(
  expression: Expression | undefined,
  earlier: Earlier,
  leaf: (part: Expression) => Wanted | undefined,
): Wanted | undefined {
  if (expression === undefined) return undefined;
  const of = (part: Expression) => meaningOf(part, earlier, leaf);
  switch (expression.kind) {
    case "and":
      return all(expression.parts.map(of));
    case "or":
      return any(earlier, expression.parts.map(of));
    case "not":
      return not(earlier, of(expression.part));
    default:
      return leaf(expression);
  }
}

/**
 * A question that follows those before it under some conditions, each of which `wantedIn` reads; undefined where they are none that the studio has,
 * or never hold.
 */
export function following<Condition>(
  attribute: AttributeDocument,
  before: readonly AttributeDocument[],
  conditions: readonly Condition[],
  wantedIn: (condition: Condition, earlier: Earlier) => Wanted | undefined,
): AttributeDocument | undefined {
  if (conditions.length === 0) return attribute;
  const earlier = earlierIn(before);
  const wanted = all(conditions.map((condition) => wantedIn(condition, earlier)));
  const deciding = [...(wanted ?? [])].filter(([name, values]) => decides(values, earlier.get(name)));
  if (wanted === undefined || deciding.some(([, values]) => values.length === 0)) return undefined;
  return deciding.length === 0 ? attribute : { ...attribute, asked_if: Object.fromEntries(deciding) };
}

/** Whether it matters that an attribute has one of these values: not where everybody is asked and may have no other. */
function decides(values: readonly string[], asked: Asked | undefined): boolean {
  return asked === undefined || asked.isFollowUp || values.length < asked.values.length;
}
