/**
 * Checks compound questions, which are answered at once and consist of several attributes: choices of which several may be ticked,
 * items that are put in order, and rows on one scale; like `src/schema/compound.rs`.
 */

import { placesOf } from "../common/compounds.js";
import { CandorError } from "../common/errors.js";
import type { Compound, Question } from "./document.js";

/** Checks what compounds consist of, and the rules about how many choices may be ticked. */
export function checkCompounds(compounds: readonly Compound[], questions: readonly Question[]): void {
  let next = 0;
  for (const compound of compounds) {
    const { attributes, name } = compound;
    const prefix = `${name}.`;
    const [first = -1] = attributes;
    const isNext = (i: number, place: number) => {
      const member = questions[i]?.name ?? "";
      return i === first + place && member.startsWith(prefix) && member > prefix;
    };
    const areItsOwn = first >= next && attributes.every(isNext);
    next = first + attributes.length;
    const members = questions.slice(first, next);
    if (areItsOwn && members.length > 1 && new Set(members.map(answering)).size === 1 && fits(compound, members[0]!))
      continue;
    throw new CandorError(
      "invalid-compound",
      `compound "${name}" must have neighbouring attributes "${prefix}…", alike, and a rule that fits them`,
    );
  }
}

/** What all attributes of a compound must have in common, as a text. */
function answering({ asked_if, bins, categories, optional }: Question): string {
  return JSON.stringify([asked_if, bins, categories, optional]);
}

/**
 * Whether the attributes of a compound, which are all like this one, are of its kind, and somebody can keep its rule about the
 * choices to tick.
 */
function fits(
  { at_least, at_most, attributes, excluding = [], kind }: Compound,
  { asked_if, categories, optional }: Question,
): boolean {
  const isFree = (at_least ?? at_most ?? excluding[0]) === undefined;
  if (kind === "rows") return isFree;
  const isChoices = kind === "choices";
  const places = placesOf(categories);
  const rank = (_: number, place: number) => (place < places ? `${place + 1}` : "not ranked");
  const values = isChoices ? ["no", "yes"] : attributes.map(rank).slice(0, places + 1);
  const added = Number(optional === true) + Number(asked_if !== undefined);
  const own = categories.slice(0, categories.length - added);
  const ordinary = attributes.length - excluding.length;
  const least = at_least ?? 1;
  return (
    JSON.stringify(own) === JSON.stringify(values.map((value) => ({ value }))) &&
    (isChoices || (isFree && places > 1)) &&
    excluding.every((i, place) => attributes.includes(i) && !(excluding[place - 1]! >= i)) &&
    (at_most ?? 0) < ordinary &&
    least > 0 &&
    least <= (at_most ?? ordinary)
  );
}
