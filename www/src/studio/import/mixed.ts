/** Groups whose questions stand in an order at random: some are sections of their own, which can have that order. */

import type { AttributeDocument } from "../document/types";
import type { Group, Step } from "./steps";

/** What is known of the order of questions. */
export interface Mixed {
  /** The groups that are one section, in which no question follows from another. */
  readonly whole: ReadonlySet<Group>;
  /** The questions of the others, whose order at random is left out. */
  readonly parts: ReadonlySet<string>;
}

/** Finds the groups at random; a section ends with the end of those that are `marked`. */
export function mixedIn(
  steps: readonly Step[],
  attributes: readonly AttributeDocument[],
  marked: ReadonlySet<Group>,
): Mixed {
  const names = new Set(attributes.map(({ name }) => name));
  const whole = new Set<Group>();
  const parts = new Set<string>();
  for (const group of [...marked].filter(({ isRandom }) => isRandom)) {
    const inside = steps.filter(({ groups }) => groups.includes(group));
    const asked = inside.filter(({ name, text }) => text === undefined && names.has(name));
    const [first, ...others] = asked;
    if (first === undefined || others.length === 0) continue;
    const isDeeper = asked.some(({ groups }) => groups.findLast((each) => marked.has(each)) !== group);
    const isSplit = inside.slice(inside.indexOf(first)).some(({ text }) => text !== undefined);
    const own = asked.map(({ name }) => name);
    if (!isDeeper && !isSplit && !areLinked(attributes, own)) whole.add(group);
    else for (const name of own) parts.add(name);
  }
  return { whole, parts };
}

/** Whether one of these questions is asked after some answers to another of them. */
function areLinked(attributes: readonly AttributeDocument[], names: readonly string[]): boolean {
  const own = attributes.filter(({ name }) => names.includes(name));
  const parents = own.flatMap(({ asked_if = {} }) => Object.keys(asked_if));
  return parents.some((parent) => names.some((name) => parent === name || parent.startsWith(`${name}.`)));
}
