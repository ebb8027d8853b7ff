import { asked } from "../common/compounds.js";
import { offered } from "../common/offered.js";
import { attempt } from "../common/refusal.js";
import { needed } from "../common/runtime.js";
import type { Attribute, Category } from "../common/types.js";
import { orderKey } from "../store/index.js";
import type { Plan } from "./plan.js";

/** A question as this device shows it. */
export interface Shown {
  readonly attribute: Attribute;
  /** The positions of the categories that can be chosen, in the order in which they are shown. */
  readonly categories: readonly number[];
}

/**
 * Returns the questions that this device is to ask (`questions`) in the order in which it is to show them. What the plan wants at
 * random is drawn once, before anything is answered, and kept until `forget`. It is neither sent nor part of the report.
 */
export async function shown(plan: Plan): Promise<readonly Shown[]> {
  const questions = await attempt(() => plan.questions(), "invalid-options", "this is no plan of loadPlan");
  const own = ({ attribute }: Shown) => questions.includes(attribute);
  let length = 0;
  const count = () => {
    length += 1;
    return 0;
  };
  const given = sorted(plan, count);
  if (length === 0) return given.filter(own);
  const keep = await plan.storage();
  const [text] = await keep.update([orderKey(plan.fingerprint)], ([kept]) => [
    kept?.split(",").length === length ? kept : different(length),
  ]);
  const numbers = text!.split(",").values();
  return sorted(plan, () => Number(numbers.next().value)).filter(own);
}

/** The answers that a question can be given, in the order in which this device shows them. */
export type Offered = (question: Attribute) => readonly Category[];

/** Returns the answers to each of these questions in their order. */
export function offeredIn(order: readonly Shown[]): Offered {
  return (question) => {
    const own = order.find(({ attribute }) => attribute === question);
    return own === undefined ? offered(question) : own.categories.map((place) => question.categories[place]!);
  };
}

/** Draws different numbers: each order of them is equally likely, and so is each order of what is sorted by some of them. */
function different(count: number): string {
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(needed("crypto").getRandomValues(new Uint32Array(1))[0]!);
  return [...numbers].join();
}

/** Sorts by one number for each item that is to be at random; the others stay last. */
function sort<Item>(
  items: readonly Item[],
  order: "random" | undefined,
  next: () => number,
  isLast: (item: Item) => unknown = () => false,
): readonly Item[] {
  if (order === undefined) return items;
  const keyed = items.map((item) => ({ item, key: isLast(item) ? 2 ** 32 : next() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
}

/** The questions sorted by these numbers. What is no ordinary answer, and choices that exclude all others, stay last. */
function sorted({ attributes, sections }: Plan, next: () => number): readonly Shown[] {
  const groups = asked(attributes).map((group) => {
    const { compound } = group[0];
    const isLast = ({ name }: Attribute) => compound?.kind === "choices" && compound.excluding.includes(name);
    return { place: attributes.indexOf(group[0]), members: sort(group, compound?.order, next, isLast) };
  });
  const starts = sections.map(({ before }) => attributes.findIndex(({ name }) => name === before));
  const within = [undefined, ...sections].flatMap((section, i) => {
    const [start = 0, end = attributes.length] = [starts[i - 1], starts[i]];
    return sort(
      groups.filter(({ place }) => start <= place && place < end),
      section?.order,
      next,
    );
  });
  return within
    .flatMap(({ members }) => members)
    .map((attribute) => {
      const { compound, optional, order } = attribute;
      const categories = offered(attribute);
      const isLast = (i: number) => categories[i]!.role ?? (optional && i === categories.length - 1);
      return { attribute, categories: sort([...categories.keys()], compound ? undefined : order, next, isLast) };
    });
}
