/**
 * Shows questions and their answers in an order at random, where the plan wants one.
 *
 * ```ts
 * for (const { attribute, categories } of await shown(plan)) show(attribute, categories);
 * ```
 */
export { type Shown, shown } from "../plan/order.js";
