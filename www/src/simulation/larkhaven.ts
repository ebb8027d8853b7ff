/**
 * Larkhaven, an invented town. Its people answer survey.json with shares of a plausible size and
 * with the links such answers have: means, daring and strain are drawn first, the answers follow.
 * Nobody in it exists, and its numbers describe no real place.
 */

import type { Answer } from "../page/categories";
import { happens, normal, pick } from "./chance";

/** One inhabitant's true answers, by the survey's attribute names. */
export function inhabitant(): Record<string, Answer> {
  const means = normal();
  const daring = normal();
  const strain = normal();
  const orientation = pick<Answer>([["straight", 82], ["gay", 4], ["bisexual", 6], ["another", 2], [null, 6]]);
  const minority = orientation !== "straight" && orientation !== null;
  return {
    taxes: yesNo(happens(-1.4 + 0.7 * daring + 0.6 * means)),
    drugs: drugs(daring),
    alcohol: alcohol(0.5 * daring + 0.4 * strain + 0.15 * means + normal()),
    harassment: yesNo(happens(-1.7 - 0.4 * means + 0.6 * strain + (minority ? 1.2 : 0))),
    income: Math.round(Math.exp(7.55 + 0.5 * means)),
    orientation,
    voting: yesNo(happens(0.9 + 0.8 * means - 0.3 * daring)),
  };
}

function yesNo(yes: boolean): string {
  return yes ? "yes" : "no";
}

function drugs(daring: number): string {
  return pick([["none", 1], ["cannabis", Math.exp(-1.9 + 0.9 * daring)], ["others", Math.exp(-3.1 + 1.3 * daring)]]);
}

function alcohol(thirst: number): string {
  if (thirst < -0.6) return "none";
  if (thirst < 0.8) return "1-7";
  return thirst < 1.7 ? "8-14" : "15+";
}
