import { CandorError } from "../common/errors.js";
import type { Report, Texts } from "../common/types.js";
import type { Mechanism } from "./mechanism.js";

/** Draws the report of a plan, and says what is stored beside it. */
export interface Drawing {
  /** Further storage keys: in a wave, that of its family. */
  readonly keys: readonly string[];
  /** Draws the label that decides what this device is asked; returns it with the texts to store from now on. */
  label(beside: Texts): { readonly label: number; readonly beside: Texts };
  /**
   * Draws a report from these categories, which are overwritten, under an earlier label if one is given; returns it with the
   * texts to store from now on.
   */
  draw(
    categories: Uint32Array,
    label: number | undefined,
    beside: Texts,
  ): { readonly report: Report; readonly beside: Texts };
}

/** The drawing of a plan whose labels follow from invitations: there is none before `candor/invited` has an invitation. */
export function byInvitation(mechanism: Mechanism): Drawing {
  const label = () => {
    throw new CandorError("not-invited", "use the invitation first (candor/invited)");
  };
  return { ...alone(mechanism), label };
}

/** The drawing of a plan that belongs to no family: it uses fresh noise and stores nothing more. */
export function alone(mechanism: Mechanism): Drawing {
  return {
    keys: [],
    label: () => ({ label: mechanism.label(), beside: [] }),
    draw: (categories, label) => ({ report: mechanism.perturb(categories, label), beside: [] }),
  };
}
