/** The ticks of scales of shares that begin at 0. */

/** The steps of the scale; the largest of which at least `FEWEST` fit is used. */
const STEPS: readonly number[] = [0.25, 0.1, 0.05, 0.02, 0.01];
const FEWEST = 2;

/** Ticks from 0 to at least the highest of these shares. */
export function ticksTo(shares: readonly number[]): number[] {
  const most = Math.max(0.02, ...shares);
  const step = STEPS.find((each) => most >= FEWEST * each) ?? 0.01;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step);
}
