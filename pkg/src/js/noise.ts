/**
 * The noise of a form: for every unit which cells its subset holds, told by how far they lie after the true cell, drawn without
 * sight of any answer [Mathematics, §4, §10], word by word as in `src/perturb/noise.rs`. How long it takes is not hidden here.
 */

import type { Block } from "../verify/document.js";
import type { Shape } from "../verify/law.js";
import type { Words } from "./words.js";

/** What is to be drawn for a block: where its patterns with weight begin among the words, in halves, and their counts. */
export interface Draws {
  readonly block: Block;
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  /** Of every class, for each such pattern. */
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

/** How far after the true cell the reported one lies, or of a subset 1 or 0 for every cell from the true one on. */
export type Noise = number | Uint8Array;

/** Fresh noise for every unit of a form. */
export function noiseOf(draws: readonly Draws[], shapes: readonly Shape[], words: Words): Noise[] {
  const noise: Noise[] = shapes.map(() => 0);
  for (const { block, counts, highs, lows } of draws) {
    words.draw();
    const picked = counts[last(lows, highs, words)];
    block.classes.forEach((positions, class_) => {
      let left = picked?.[class_] ?? 0;
      positions.forEach((position, passed) => {
        const unit = block.units[position]!;
        const { cells, subset } = shapes[unit]!;
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

/** The last pattern that begins at the word or before it; −1 where the word lies in the uniform part, before all. */
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
 * A uniformly random subset without the true cell, which is the first, or with it: so many of the others are marked one after
 * the other [Knuth97, §3.4.2, Algorithm S], and a random one of these gives way to the true cell where that is held.
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
