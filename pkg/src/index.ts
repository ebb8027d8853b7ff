/**
 * Answers are perturbed on this device; only the perturbed record leaves it.
 *
 * ```ts
 * const plan = await loadPlan("/plan.json", { maxRecordEpsilon: 4 });
 * await plan.submit({ smoker: "yes", age: 27 }, { endpoint: "/reports" });
 * ```
 */
export { CandorError, type Circumstances, type ErrorCode, type PackageCode, type SharedCode } from "./errors.js";
export type { Limits } from "./limits.js";
export { type LoadOptions, loadPlan } from "./load-plan.js";
export type { Plan, RespondOptions } from "./plan.js";
export type { Fetch } from "./request.js";
export type { SubmitOptions } from "./submit.js";
export type {
  Answers,
  Attribute,
  AttributePromise,
  Category,
  Combination,
  Drawn,
  KeptReport,
  Ledger,
  LocalizedText,
  Names,
  PlainValues,
  PlanAttribute,
  PlanBlock,
  PlanCategory,
  PlanColumn,
  PlanDocument,
  PlanForm,
  PlanPattern,
  PlanPrivacy,
  PlanPromise,
  PlanUnit,
  Promises,
  Receipt,
  Report,
  ReportStorage,
  StorageChoice,
  Texts,
  Told,
  ToldPlain,
  ToldUnit,
} from "./types.js";
