import type { Mechanism } from "./mechanism.js";
import { sentences } from "./sentences/index.js";
import type { Attribute, PlanBlock, PlanDocument, Promises } from "./types.js";

/** The promises of a verified plan: the three ε of the mechanism, and chances computed exactly from its integers. */
export function promisesOf({ blocks }: PlanDocument, { attributes, levels }: Mechanism): Promises {
  const [record, ...pairs] = levels as [number, ...number[]];
  const asAnswered = chancesAsAnswered(blocks, attributes);
  const promise = ({ name }: Attribute, i: number) =>
    Object.freeze({ name, column: pairs[2 * i]!, attribute: pairs[2 * i + 1]!, asAnswered: asAnswered[i]! });
  const promises = { record, replaced: chanceReplaced(blocks), attributes: Object.freeze(attributes.map(promise)) };
  return Object.freeze({
    ...promises,
    sentences: (language = "en") => sentences(language, promises, attributes),
  });
}

/** Every block's weights sum to this. */
const WHOLE = 2n ** 64n;

/** The chance that every block draws its uniform part, rounded down. */
function chanceReplaced(blocks: readonly PlanBlock[]): number {
  const uniform = blocks.reduce((product, block) => product * BigInt(block.uniform), 1n);
  return share(uniform, WHOLE ** BigInt(blocks.length));
}

/**
 * The chance that each answer is sent as given, rounded up: of a pattern that changes m of the n attributes of its
 * class (n − m)/n, of the uniform part 1/a. Every pattern is read once, however many classes there are.
 */
function chancesAsAnswered(blocks: readonly PlanBlock[], attributes: readonly Attribute[]): readonly number[] {
  const chances: number[] = [];
  for (const block of blocks) {
    const uniform = BigInt(block.uniform);
    const changed = block.classes.map(() => 0n);
    for (const { changes, weight } of block.patterns) {
      const chance = BigInt(weight);
      for (const [i, m] of changes) changed[i!]! += m === 1 ? chance : chance * BigInt(m!);
    }
    block.classes.forEach((members, i) => {
      const n = BigInt(members.length);
      const unchanged = (WHOLE - uniform) * n - changed[i]!;
      for (const position of members) {
        const attribute = block.attributes[position]!;
        const a = BigInt(attributes[attribute]!.categories.length);
        chances[attribute] = -share(-(unchanged * a + uniform * n), WHOLE * n * a);
      }
    });
  }
  return chances;
}

/** A quotient as a double, rounded down to 2⁻⁵² of the unit. */
function share(part: bigint, whole: bigint): number {
  const scaled = part << 52n;
  const floor = scaled / whole - (scaled % whole < 0n ? 1n : 0n);
  return Number(floor) / 2 ** 52;
}
