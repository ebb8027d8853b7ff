/**
 * `candor` with its mechanism in JavaScript: where there is no WebAssembly, as in React Native's Hermes. Same documents, same
 * promises, same reports; that a report takes the same time whatever was answered is not promised there.
 *
 * ```ts
 * import { loadPlan } from "candor/js";
 * const plan = await loadPlan("https://survey.example.org/plan.json", { storage });
 * ```
 */
export * from "./index.js";
