/** What the person can do once this device has its report: see the totals, or start afresh for another person. */

import type { Plan } from "candor";
import { sentences } from "candor/sentences";
import { button, element } from "../page/element";
import type { Words } from "./words";

/** The available actions. */
export interface Actions {
  resend(): void;
  startAfresh(): void;
  /** The address of the totals. */
  readonly totals?: string;
}

/** Makes the buttons and links of the available actions. */
export function afterwards(plan: Plan, { totals, startAfresh }: Actions, words: Words): HTMLElement {
  const { again } = sentences(plan, words.language);
  const afresh = element(
    "div",
    { class: "afresh" },
    element("p", { class: "note" }, words.afresh + words.between + again),
    button(words.startAfresh, startAfresh),
  );
  const seeTotals =
    totals === undefined ? [] : [element("a", { class: "button primary", href: totals }, words.seeTotals)];
  return element("div", { class: "afterwards" }, ...seeTotals, afresh);
}

/**
 * Makes the text for anybody who comes later and may be another person: it says neither that somebody answered nor what was sent.
 */
export function nothingAsked(plan: Plan, actions: Actions, words: Words): HTMLElement {
  return element(
    "div",
    { class: "departure" },
    element("h3", { class: "title", tabindex: -1 }, words.nothingAskedHere),
    element("p", { class: "lede" }, words.onePerDevice),
    afterwards(plan, actions, words),
  );
}
