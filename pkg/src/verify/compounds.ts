/**
 * Checks compound questions, which are answered at once and consist of several attributes: choices of which several may be ticked,
 * and rows on one scale; like `src/schema/compound.rs`.
 */

import { CandorError } from "../common/errors.js";
import type { Compound, Question } from "./document.js";

/** Checks what compounds consist of, and the rules about how many choices may be ticked. */
export function checkCompounds(compounds: readonly Compound[], questions: readonly Question[]): void {
  const names = new Set(questions.map(({ name }) => name));
  let next = 0;
  for (const compound of compounds) {
    const { attributes, name } = compound;
    const must = (holds: boolean, rule: string) => {
      if (!holds) throw new CandorError("invalid-compound", `compound "${name}": ${rule}`);
    };
    const [first = -1] = attributes;
    const areNeighbours = attributes.length > 1 && attributes.every((attribute, i) => attribute === first + i);
    must(
      areNeighbours && first >= next && first + attributes.length <= questions.length,
      "it must consist of two or more neighbouring attributes, after those of the compound before it",
    );
    next = first + attributes.length;
    const members = questions.slice(first, next);
    const isPrefix = members.every((member) => member.name.startsWith(`${name}.`) && member.name !== `${name}.`);
    must(
      isPrefix && names.size < names.add(name).size,
      `its attributes must be named "${name}.…", and nothing else "${name}"`,
    );
    must(isSame(members, asking), "its attributes must have the same conditions, and all be optional or none");
    checkKind(compound, members, must);
  }
}

/** Checks the rules of a kind of compound. */
function checkKind(
  { at_least, at_most, attributes, excluding = [], kind }: Compound,
  members: readonly Question[],
  must: (holds: boolean, rule: string) => void,
): void {
  if (kind === "rows") {
    must((at_least ?? at_most ?? excluding[0]) === undefined, "rows have no at_least, at_most or excluding");
    must(isSame(members, answering), "its rows must have the same bins and categories");
    return;
  }
  must(members.every(isChoice), 'its choices must have the categories "no" and "yes", without labels');
  const ordinary = attributes.length - excluding.length;
  const areMembers = excluding.every((i, place) => attributes.includes(i) && !(excluding[place - 1]! >= i));
  must(areMembers && ordinary > 0, '"excluding" must be some of its attributes, in order');
  must(at_most === undefined || (at_most > 0 && at_most < ordinary), `"at_most" must be from 1 to ${ordinary - 1}`);
  const most = at_most ?? ordinary;
  must(at_least === undefined || (at_least > 0 && at_least <= most), `"at_least" must be from 1 to ${most}`);
}

const asking = ({ asked_if, optional }: Question): unknown => [asked_if, optional];
const answering = ({ bins, categories }: Question): unknown => [bins, categories];

/** Whether all questions are the same in this respect. */
function isSame(questions: readonly Question[], respect: (question: Question) => unknown): boolean {
  return new Set(questions.map((question) => JSON.stringify(respect(question)))).size === 1;
}

function isChoice({ asked_if, bins, categories, optional }: Question): boolean {
  const own = categories.slice(0, categories.length - Number(optional ?? false) - Number(asked_if !== undefined));
  const texts = own.map(({ label, role, value }) => (label === undefined && role === undefined ? value : ""));
  return bins === undefined && JSON.stringify(texts) === '["no","yes"]';
}
