/** Display logic of Qualtrics: groups of expressions, each of which says that a choice is selected, or that it is not. */

import { all, any, type Earlier, has, not, type Wanted } from "../condition";
import { entriesOf, isObject, type Json } from "./file";

/** What a choice of an earlier question stands for: an attribute, and a value of it. */
export interface Located {
  readonly name: string;
  readonly value: string;
}

/** The choices of earlier questions by their addresses, such as `QID4/SelectableChoice/1`. */
export type Addresses = ReadonlyMap<string, Located>;

/** The condition that display logic is; undefined where it says something else. */
export function wantedIn(logic: unknown, addresses: Addresses, earlier: Earlier): Wanted | undefined {
  if (!isObject(logic) || (logic.Type !== undefined && logic.Type !== "BooleanExpression")) return undefined;
  const groups = numbered(logic).map((group) => numbered(group));
  const joined = groups.flatMap((group, place) => {
    const [first, ...others] = group.map((expression) => ({
      isOther: conjunctionOf(expression) === "or",
      wanted: expressionIn(expression, addresses, earlier),
    }));
    if (first === undefined) return [];
    return [{ isOther: place > 0 && first.isOther, wanted: alternatives(earlier, [first, ...others]) }];
  });
  return joined.length === 0 ? undefined : alternatives(earlier, joined);
}

interface Joined {
  /** Whether "or" stands before it; otherwise "and" does. */
  readonly isOther: boolean;
  readonly wanted: Wanted | undefined;
}

/** What "and" joins holds together; "or" stands between. */
function alternatives(earlier: Earlier, parts: readonly Joined[]): Wanted | undefined {
  const together: (Wanted | undefined)[][] = [];
  for (const [place, { isOther, wanted }] of parts.entries()) {
    if (place === 0 || isOther) together.push([wanted]);
    else together.at(-1)?.push(wanted);
  }
  return any(earlier, together.map(all));
}

/** The members with numbers as their names, in order. */
function numbered(group: Json): readonly Json[] {
  return entriesOf(group).flatMap(([key, value]) => (/^\d+$/.test(key) && isObject(value) ? [value] : []));
}

/** "Conjuction" is how Qualtrics writes it. */
function conjunctionOf({ Conjuction: written, Conjunction: otherwise }: Json): string {
  return String(written ?? otherwise ?? "And").toLowerCase();
}

function expressionIn(
  { LogicType, Operator, LeftOperand, ChoiceLocator }: Json,
  addresses: Addresses,
  earlier: Earlier,
): Wanted | undefined {
  if (LogicType !== "Question") return undefined;
  const located = addresses.get(String(ChoiceLocator ?? LeftOperand).replace(/^q:\/\//, ""));
  const wanted = located && has(earlier, located.name, [located.value]);
  if (Operator === "Selected") return wanted;
  return Operator === "NotSelected" ? not(earlier, wanted) : undefined;
}
