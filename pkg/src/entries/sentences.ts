/**
 * Explains what a plan promises, in plain words and figures. It has an entry point of its own, since pages with their own wording
 * do not need it.
 *
 * ```ts
 * import { loadPlan } from "candor";
 * import { sentences } from "candor/sentences";
 * const plan = await loadPlan("/plan.json");
 * document.querySelector("#promise").textContent = sentences(plan, "fr").record;
 * ```
 */
export { factor, posterior } from "../sentences/odds.js";
export { type Promising, type Sentences, sentences } from "../sentences/sentences.js";
