import { CandorError } from "../common/errors.js";
import type { Ledger, Report, Texts } from "../common/types.js";
import type { Drawing } from "./drawing.js";
import type { InWave, Mechanism } from "./mechanism.js";

/**
 * What this device stores for a family of surveys: the secret under which the same answers leave as the same perturbed record in
 * every wave, and a ledger in whole millionths of ε. A record of answers costs ε when it first leaves under a mechanism; its
 * stored mark shows later that it was paid for.
 */
export class Family implements Drawing {
  readonly keys: readonly string[];
  readonly #name: string;
  readonly #cap: number;
  readonly #cost: number;
  readonly #mechanism: Mechanism;

  constructor(name: string, mechanism: Mechanism, maxFamilyEpsilon: number) {
    this.keys = [`family ${name}`];
    this.#name = name;
    this.#mechanism = mechanism;
    this.#cap = Math.floor(maxFamilyEpsilon * 1e6);
    this.#cost = microEpsilon(mechanism.levels[0]!);
  }

  /** Derives the label of every wave from the secret alone. */
  label([kept]: Texts): { label: number; beside: Texts } {
    const state = this.#read(kept);
    const { label, secret } = this.#mechanism.labelInWave(state.secret);
    return { label, beside: [JSON.stringify({ ...state, secret })] };
  }

  /** Draws the report of a wave, whose label follows from the secret. Throws `budget-exceeded` where it would cost too much. */
  draw(categories: Uint32Array, _: number | undefined, [kept]: Texts): { report: Report; beside: Texts } {
    const state = this.#read(kept);
    const { report, mark, secret } = this.#mechanism.perturbInWave(categories, state.secret);
    return { report, beside: [JSON.stringify(this.#paid({ ...state, secret }, mark))] };
  }

  ledger([kept]: Texts): Ledger {
    return { family: this.#name, spent: this.#read(kept).spent, cap: this.#cap };
  }

  #paid(state: State, mark: InWave["mark"]): State {
    if (state.marks.includes(mark)) return state;
    const spent = state.spent + this.#cost;
    if (!(spent <= this.#cap)) {
      throw new CandorError(
        "budget-exceeded",
        `family "${this.#name}" has spent ${state.spent} of ${this.#cap} millionths of ε on this device; this answer would cost ${this.#cost} more`,
      );
    }
    return { ...state, spent, marks: [...state.marks, mark] };
  }

  #read(kept: string | undefined): State {
    if (kept === undefined) return { spent: 0, marks: [] };
    try {
      const state = JSON.parse(kept) as State & { secret: string };
      const { secret, spent, marks } = state;
      if (Number.isSafeInteger(spent) && spent >= 0 && /^[\w-]{43}$/.test(secret) && Array.isArray(marks)) return state;
    } catch {
      // What cannot be parsed is refused below.
    }
    throw new CandorError("kept-report-broken", `what this device keeps for family "${this.#name}" cannot be read`);
  }
}

interface State {
  /** Absent until something is drawn. */
  readonly secret?: string;
  /** In whole millionths of ε. */
  readonly spent: number;
  readonly marks: readonly string[];
}

/** Converts ε to whole millionths, rounded up exactly: doubles of this size are multiples of 2⁻⁶⁰ or are rounded up to one. */
function microEpsilon(epsilon: number): number {
  const scaled = BigInt(Math.ceil(epsilon * 2 ** 60)) * 1_000_000n;
  return Number((scaled + 2n ** 60n - 1n) >> 60n);
}
