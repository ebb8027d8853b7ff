/**
 * Answers are perturbed on this device; only the perturbed record leaves it.
 *
 * ```ts
 * const plan = await loadPlan("/plan.json", { maxRecordEpsilon: 4 });
 * await plan.submit({ smoker: "yes", age: 27 }, { endpoint: "/reports" });
 * ```
 */
export {
  CandorError,
  type Circumstances,
  type ErrorCode,
  type PackageCode,
  type SharedCode,
} from "../common/errors.js";
export type {
  Answers,
  Attribute,
  AttributePromise,
  Category,
  Choices,
  Combination,
  Compound,
  CompoundQuestion,
  Condition,
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
  PlanCompound,
  PlanCondition,
  PlanDocument,
  PlanForm,
  PlanPattern,
  PlanPrivacy,
  PlanPromise,
  PlanRounded,
  PlanScore,
  PlanSection,
  PlanTexts,
  PlanUnit,
  Promises,
  Ranking,
  Receipt,
  Report,
  ReportStorage,
  Role,
  Rows,
  Section,
  StorageChoice,
  SurveyTexts,
  Texts,
  Told,
  ToldPlain,
  ToldUnit,
} from "../common/types.js";
export type { Limits } from "../http/limits.js";
export type { Fetch } from "../http/request.js";
export type { RespondOptions, SubmitOptions } from "../http/submit.js";
export { type LoadOptions, loadPlan } from "../plan/load-plan.js";
export type { Plan } from "../plan/plan.js";
