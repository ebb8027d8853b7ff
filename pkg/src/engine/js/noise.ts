/**
 * Draws the noise of a form: which cells the subset of every unit holds, as offsets from the true cell, without sight of any
 * answer [Mathematics, §4, §10], from the same random words as `src/perturb/noise.rs`. This code does not run in constant time.
 */

import type { Block } from "../../verify/document.js";
import type { Form } from "../../verify/forms.js";
import type { Words } from "./words.js";

/**
 * The sampling table of a block: the first word of each pattern with positive weight, as a lower and an upper half, and the
 * pattern's counts.
 */
export interface Draws {
  readonly block: Block;
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  /** For each such pattern, how many units of every class miss. */
  readonly counts: readonly Uint32Array[];
}

export function drawsOf(block: Block): Draws {
  const weighty = block.patterns.filter(({ weight }) => weight > 0n);
  const firsts: bigint[] = [];
  weighty.reduce((first, { weight }) => {
    firsts.push(first);
    return first + weight;
  }, block.uniform);
  const counts = weighty.map(({ changes }) => {
    const row = new Uint32Array(block.classes.length);
    for (const [class_, count] of changes) row[class_] = count;
    return row;
  });
  return {
    block,
    lows: Uint32Array.from(firsts, (first) => Number(first & 0xffff_ffffn)),
    highs: Uint32Array.from(firsts, (first) => Number(first >> 32n)),
    counts,
  };
}

/** The offset of the reported cell from the true one; for a subset, 1 or 0 for every cell, beginning with the true one. */
export type Noise = number | Uint8Array;

/** Draws fresh noise for every unit of a form. */
export function noiseOf(draws: readonly Draws[], { units }: Form, words: Words): Noise[] {
  const noise: Noise[] = units.map(() => 0);
  for (const { block, counts, highs, lows } of draws) {
    words.draw();
    const picked = counts[last(lows, highs, words)];
    block.classes.forEach((positions, class_) => {
      let left = picked?.[class_] ?? 0;
      positions.forEach((position, passed) => {
        const unit = block.units[position]!;
        const { cells, subset_size: subset } = units[unit]!;
        const marked = words.below(positions.length - passed) < left;
        left -= Number(marked);
        const anywhere = words.below(cells);
        if (subset > 1) {
          noise[unit] = subsetOf(cells, subset, picked === undefined ? anywhere >= subset : marked, words);
        } else {
          const elsewhere = 1 + words.below(cells - 1);
          noise[unit] = picked === undefined ? anywhere : marked ? elsewhere : 0;
        }
      });
    });
  }
  return noise;
}

/**
 * The index of the last pattern that begins at or before the word; −1 where the word lies in the uniform part, which comes first.
 */
function last(lows: Uint32Array, highs: Uint32Array, { high, low }: Words): number {
  let [from, to] = [0, lows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const begins = highs[middle]! < high || (highs[middle] === high && lows[middle]! <= low);
    if (begins) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/**
 * Draws a uniformly random subset that misses or hits the true cell, which is the first. `subset` of the other cells are selected
 * sequentially [Knuth97, §3.4.2, Algorithm S]; on a hit, the true cell replaces a random one of these.
 */
function subsetOf(cells: number, subset: number, missed: boolean, words: Words): Uint8Array {
  const held = new Uint8Array(cells);
  const givenUp = words.below(subset);
  let left = subset;
  held[0] = Number(!missed);
  for (let cell = 1; cell < cells; cell += 1) {
    const marked = words.below(cells - cell) < left;
    held[cell] = Number(marked && (missed || subset - left !== givenUp));
    left -= Number(marked);
  }
  return held;
}
