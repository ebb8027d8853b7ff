/**
 * `candor` with its mechanism in JavaScript, for engines without WebAssembly such as React Native's Hermes. Documents, promises
 * and reports are the same, except that fixed work is not promised: the time a report takes may depend on the answers.
 *
 * ```ts
 * import { loadPlan } from "candor/js";
 * const plan = await loadPlan("https://survey.example.org/plan.json", { storage });
 * ```
 */
export * from "./index.js";
