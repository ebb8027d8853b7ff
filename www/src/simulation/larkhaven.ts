/**
 * Larkhaven, an invented town. Its people answer survey.json with plausible shares and associations: means, daring and strain are
 * drawn first, and the answers depend on them. Nobody in it exists, and its numbers describe no real place.
 */

import type { Answer } from "../page/categories";
import { happens, normal, pick } from "./chance";

/** Draws one inhabitant's true answers, by the survey's attribute names. */
export function inhabitant(): Record<string, Answer> {
  const means = normal();
  const daring = normal();
  const strain = normal();
  return {
    taxes: yesNo(happens(-1.4 + 0.7 * daring + 0.6 * means)),
    drugs: drugs(daring),
    harassment: pick([
      [yesNo(happens(-1.5 - 0.4 * means + 0.8 * strain)), 93],
      [null, 7],
    ]),
    income: Math.round(Math.exp(7.55 + 0.5 * means)),
    voting: yesNo(happens(0.9 + 0.8 * means - 0.3 * daring)),
  };
}

function yesNo(yes: boolean): string {
  return yes ? "yes" : "no";
}

function drugs(daring: number): string {
  return pick([
    ["none", 1],
    ["cannabis", Math.exp(-1.9 + 0.9 * daring)],
    ["others", Math.exp(-3.1 + 1.3 * daring)],
  ]);
}
