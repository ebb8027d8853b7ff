import type { Attribute, Promises } from "../common/types.js";
import type { Mechanism } from "../device/mechanism.js";
import { changedOf } from "../verify/epsilon.js";
import { asked, type Form, type Law, poolOf } from "../verify/forms.js";
import { WHOLE } from "../verify/law.js";

/** Computes the promises of a verified plan: the mechanism's three kinds of ε, and chances computed exactly from its integers. */
export function promisesOf(
  { fixedWork, joint, law, levels }: Mechanism,
  attributes: readonly Attribute[],
  plain: readonly Attribute[],
): Promises {
  const [record, ...pairs] = levels.map(roundedUp);
  const { forms } = law;
  const chances = chancesOf(law);
  const promise = ({ name }: Attribute, i: number) => {
    const others = [...joint[i]!].flatMap((other) => (other === i ? [] : (attributes[other]?.name ?? [])));
    return Object.freeze({
      name,
      column: pairs[2 * i]!,
      attribute: pairs[2 * i + 1]!,
      ...(others.length > 0 && { with: Object.freeze(others) }),
      ...chances[i]!,
    });
  };
  return Object.freeze({
    record: record!,
    replaced: forms.reduce((sum, form) => sum + chanceReplaced(form), 0),
    used: usedIn(law, attributes.length),
    fixedWork,
    attributes: Object.freeze(attributes.map(promise)),
    plain: Object.freeze(plain.map(({ name }) => name)),
  });
}

/** Rounds a level up to 12 significant digits, as `src/exact/decimal.rs` does. */
function roundedUp(level: number): number {
  let scale = 1;
  while (level * scale < 1e11 && scale < 1e22) scale *= 10;
  const near = Math.floor(level * scale);
  return [near - 1, near, near + 1].map((count) => count / scale).find((rounded) => rounded >= level)!;
}

/** The probability that a form is drawn and each of its blocks draws its uniform part, rounded down. */
function chanceReplaced({ blocks, weight }: Form): number {
  const uniform = blocks.reduce((product, block) => product * block.uniform, weight);
  return share(uniform, WHOLE ** BigInt(blocks.length + 1));
}

/** The least and the most attributes that a form asks. */
function usedIn(law: Law, attributes: number): readonly [number, number] {
  const used = law.forms.map(({ units }) => [...asked(law, units)].filter((column) => column < attributes).length);
  used.sort((one, other) => one - other);
  return Object.freeze([used[0]!, used.at(-1)!] as const);
}

/** The chances that are promised about an answer, both rounded up. */
interface Chances {
  readonly asked: number;
  readonly asAnswered: number | undefined;
}

/**
 * The chances of every answer: sums over the forms and their units, each summand rounded up. An answer that a score needs is used
 * with it, and is not sent as it was given.
 */
function chancesOf(law: Law): readonly Chances[] {
  const [used, asAnswered] = [law.sizes.map(() => 0), law.sizes.map(() => 0)];
  for (const form of law.forms) {
    const kept = chancesKept(form);
    const own = law.sizes.map(() => 0);
    form.units.forEach(({ attributes }, unit) => {
      for (const pool of attributes.map((attribute) => poolOf(form, attribute))) {
        const [part, whole] = [-form.weight, WHOLE * BigInt(pool.length)];
        for (const column of pool)
          for (const i of asked(law, [{ attributes: [column] }])) {
            const chance = i === column ? kept[unit] : undefined;
            own[i]! -= share(part, whole);
            asAnswered[i]! -= chance ? share(part * chance[0], whole * chance[1]) : Number.NaN;
          }
      }
    });
    own.forEach((chance, i) => {
      used[i]! += Math.min(chance, -share(-form.weight, WHOLE));
    });
  }
  return asAnswered.map((kept, i) => ({
    asked: Math.min(1, used[i]!),
    asAnswered: Number.isNaN(kept) ? undefined : Math.min(1, kept),
  }));
}

/**
 * The chance, as a fraction, that each unit of a form reports the answer as it was given: (n − m)/n under a pattern in which m of
 * the n units of its class miss, and 1/a under the uniform part. `undefined` where a unit reports more than one category of one
 * attribute. Every pattern is read once, however many classes there are.
 */
function chancesKept({ blocks, units }: Form): readonly (readonly [bigint, bigint] | undefined)[] {
  const chances: (readonly [bigint, bigint] | undefined)[] = units.map(() => undefined);
  for (const block of blocks) {
    const { uniform } = block;
    const changed = changedOf(block);
    block.classes.forEach((members, i) => {
      const n = BigInt(members.length);
      const unchanged = (WHOLE - uniform) * n - changed[i]!;
      for (const position of members) {
        const unit = block.units[position]!;
        const { attributes, cells, subset_size } = units[unit]!;
        if (attributes.length > 1 || subset_size > 1) continue;
        const a = BigInt(cells);
        chances[unit] = [unchanged * a + uniform * n, WHOLE * n * a];
      }
    });
  }
  return chances;
}

/** A quotient as a double, rounded down to a multiple of 2⁻⁵². */
function share(part: bigint, whole: bigint): number {
  const scaled = part << 52n;
  const floor = scaled / whole - (scaled % whole < 0n ? 1n : 0n);
  return Number(floor) / 2 ** 52;
}
