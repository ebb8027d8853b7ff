/**
 * Hypothetical outcomes of a table: draws from the normal distribution around its estimates with their covariance, x + Lz where LLᵀ is the
 * covariance and z are independent standard normal numbers. The covariance of shares is singular, as they add up to 1: its factor leaves
 * out what others determine. Cost: N³ for N cells.
 */

import type { Order } from "./messages";

type Drawing = Extract<Order, { task: "outcomes" }>;

/** The cells of a table with what they are in each draw, which may be below 0 or above 1. */
export interface Drawn {
  readonly cells: readonly (readonly string[])[];
  readonly draws: readonly (readonly number[])[];
}

/** The part of the largest variance below which a variance is rounding. */
const ROUNDING = 1e-10;

/** Draws as many outcomes as are ordered: the same for the same estimates. */
export function drawn({ table: { attributes, cells, covariance = [] }, many }: Drawing): Drawn {
  const factor = factored(covariance);
  const next = normals([...attributes.join()].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) | 0, 1));
  const draws = Array.from({ length: many }, () => {
    const z = cells.map(next);
    const sum = (row: readonly number[]) => row.reduce((all, weight, place) => all + weight * (z[place] ?? 0), 0);
    return cells.map(({ estimate }, cell) => estimate + sum(factor[cell] ?? []));
  });
  return { cells: cells.map(({ categories }) => categories), draws };
}

/** The lower triangular Cholesky factor of a matrix that is positive semidefinite. */
function factored(matrix: readonly (readonly number[])[]): number[][] {
  const factor = matrix.map((row) => row.map(() => 0));
  const least = ROUNDING * Math.max(...matrix.map((row, place) => row[place] ?? 0));
  const rest = (row: number, column: number): number => {
    const [one, other] = [factor[row] ?? [], factor[column] ?? []];
    return one
      .slice(0, column)
      .reduce((left, value, place) => left - value * (other[place] ?? 0), matrix[row]?.[column] ?? 0);
  };
  for (let column = 0; column < matrix.length; column++) {
    const variance = rest(column, column);
    if (variance <= least) continue;
    for (let row = column; row < matrix.length; row++) {
      const own = factor[row];
      if (own) own[column] = rest(row, column) / Math.sqrt(variance);
    }
  }
  return factor;
}

/** Standard normal numbers from a seed, by xorshift (Marsaglia, 2003) and the Box–Muller transform. */
function normals(seed: number): () => number {
  let state = seed || 1;
  const uniform = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
  // The first numbers of a small seed are small.
  for (let warm = 0; warm < 16; warm++) uniform();
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
