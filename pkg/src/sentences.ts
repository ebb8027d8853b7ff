/**
 * What a plan promises, in words that people understand and in figures. A file of its own, as a page that says it otherwise needs none of it.
 *
 * ```ts
 * import { loadPlan } from "candor";
 * import { sentences } from "candor/sentences";
 * const plan = await loadPlan("/plan.json");
 * document.querySelector("#promise").textContent = sentences(plan, "fr").record;
 * ```
 */
export { factor, posterior } from "./sentences/odds.js";
export { type Promising, type Sentences, sentences } from "./sentences/sentences.js";
