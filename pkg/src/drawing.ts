import type { Mechanism } from "./mechanism.js";
import type { Report, Texts } from "./types.js";

/** How the report of a plan is drawn, and what is kept beside it for that. */
export interface Drawing {
  /** What more is kept: of a wave, what its family shares. */
  readonly keys: readonly string[];
  /** The label that says what this device is asked, and what is kept from then on. */
  label(beside: Texts): { readonly label: number; readonly beside: Texts };
  /** The report of these categories, which are overwritten, and what is kept from then on; under a label of before, if there is one. */
  draw(
    categories: Uint32Array,
    label: number | undefined,
    beside: Texts,
  ): { readonly report: Report; readonly beside: Texts };
}

/** Of a plan that belongs to no family, with fresh noise. */
export function alone(mechanism: Mechanism): Drawing {
  return {
    keys: [],
    label: () => ({ label: mechanism.label(), beside: [] }),
    draw: (categories, label) => ({ report: mechanism.perturb(categories, label), beside: [] }),
  };
}
