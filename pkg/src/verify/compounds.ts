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
  if (kind !== "choices" && (at_least ?? at_most ?? excluding[0]) !== undefined) return false;
  if (kind === "rows") return true;
  const places = placesOf(categories);
  const ranks = attributes.slice(0, places).map((_, place) => `${place + 1}`);
  if (places < attributes.length) ranks.push("not ranked");
  const values = kind === "choices" ? ["no", "yes"] : ranks;
  const added = Number(optional === true) + Number(asked_if !== undefined);
  const own = categories.slice(0, categories.length - added);
  const ordinary = attributes.length - excluding.length;
  const most = at_most ?? ordinary;
  return (
    JSON.stringify(own) === JSON.stringify(values.map((value) => ({ value }))) &&
    (places > 1 || kind === "choices") &&
    excluding.every((i, place) => attributes.includes(i) && !(excluding[place - 1]! >= i)) &&
    most > 0 &&
    (at_most ?? 0) < ordinary &&
    (at_least ?? 1) > 0 &&
    (at_least ?? 1) <= most
  );
}
