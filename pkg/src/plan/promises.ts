import type { Attribute, PlanDocument, PlanForm, Promises } from "../common/types.js";
import type { Mechanism } from "../device/mechanism.js";
import { dependents } from "../verify/dependents.js";
import { changedOf } from "../verify/epsilon.js";
import { placesOf, unitsOf } from "../verify/forms.js";
import { WHOLE } from "../verify/law.js";

/** Computes the promises of a verified plan: the mechanism's three kinds of ε, and chances computed exactly from its integers. */
export function promisesOf(
  { attributes: questions, compounds, forms }: PlanDocument,
  { fixedWork, levels }: Mechanism,
  attributes: readonly Attribute[],
  plain: readonly Attribute[],
): Promises {
  const [record, ...pairs] = levels.map(roundedUp);
  const chances = chancesOf(forms, attributes);
  const joint = dependents(questions, compounds);
  const promise = ({ name }: Attribute, i: number) => {
    const others = [...joint[i]!].filter((other) => other !== i).map((other) => attributes[other]!.name);
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
    used: usedIn(forms, attributes.length),
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
function chanceReplaced({ blocks, weight }: PlanForm): number {
  const uniform = blocks.reduce((product, block) => product * BigInt(block.uniform), BigInt(weight));
  return share(uniform, WHOLE ** BigInt(blocks.length + 1));
}

/** The least and the most attributes that a form asks. */
function usedIn(forms: readonly PlanForm[], attributes: number): readonly [number, number] {
  const asked = forms.map((form) => unitsOf(form, attributes).reduce((sum, unit) => sum + unit.attributes.length, 0));
  return Object.freeze([
    asked.reduce((least, asked) => Math.min(least, asked)),
    asked.reduce((most, asked) => Math.max(most, asked)),
  ] as const);
}

/** The chances that are promised about an answer, both rounded up. */
interface Chances {
  readonly asked: number;
  readonly asAnswered: number | undefined;
}

/** The chances of every answer: sums over the forms, each summand rounded up. */
function chancesOf(forms: readonly PlanForm[], attributes: readonly Attribute[]): readonly Chances[] {
  const asked = attributes.map(() => 0);
  const asAnswered: (number | undefined)[] = attributes.map(() => 0);
  for (const form of forms) {
    const kept = chancesKept(form, attributes);
    const weight = BigInt(form.weight);
    for (const [attribute, uses] of placesOf(form, attributes.length)) {
      for (const { unit, taken, of } of uses) {
        const [part, whole] = [weight * BigInt(taken), WHOLE * BigInt(of)];
        const chance = kept[unit];
        asked[attribute]! += -share(-part, whole);
        const before = asAnswered[attribute];
        asAnswered[attribute] =
          chance === undefined || before === undefined
            ? undefined
            : before - share(-part * chance[0], whole * chance[1]);
      }
    }
  }
  return attributes.map((_, i) => {
    const kept = asAnswered[i];
    return { asked: Math.min(1, asked[i]!), asAnswered: kept === undefined ? undefined : Math.min(1, kept) };
  });
}

/**
 * The chance, as a fraction, that each unit of a form reports the answer as it was given: (n − m)/n under a pattern in which m of
 * the n units of its class miss, and 1/a under the uniform part. `undefined` where a unit reports more than one category of one
 * attribute. Every pattern is read once, however many classes there are.
 */
function chancesKept(
  form: PlanForm,
  attributes: readonly Attribute[],
): readonly (readonly [bigint, bigint] | undefined)[] {
  const units = unitsOf(form, attributes.length);
  const chances: (readonly [bigint, bigint] | undefined)[] = units.map(() => undefined);
  for (const block of form.blocks) {
    const uniform = BigInt(block.uniform);
    const changed = changedOf(block);
    block.classes.forEach((members, i) => {
      const n = BigInt(members.length);
      const unchanged = (WHOLE - uniform) * n - changed[i]!;
      for (const position of members) {
        const unit = block.units[position]!;
        const { attributes: own, subset_size } = units[unit]!;
        if (own.length > 1 || subset_size > 1) continue;
        const a = BigInt(attributes[own[0]!]!.categories.length);
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
