/** Codes of the Rust crate, the command line and the collector; `docs/errors.md` says what each means. */
export type SharedCode =
  | "broken-promise"
  | "cap-exceeded"
  | "category-out-of-range"
  | "duplicate-attribute"
  | "duplicate-category"
  | "duplicate-table-attribute"
  | "empty-sample"
  | "entropy-unavailable"
  | "fingerprint-mismatch"
  | "id-conflict"
  | "incomplete-body"
  | "infeasible-request"
  | "internal"
  | "invalid-bins"
  | "invalid-clusters"
  | "invalid-confidence"
  | "invalid-counts"
  | "invalid-csv"
  | "invalid-epsilon"
  | "invalid-groups"
  | "invalid-key"
  | "invalid-module"
  | "invalid-name"
  | "invalid-parquet"
  | "invalid-plan"
  | "invalid-population"
  | "invalid-report"
  | "invalid-survey"
  | "invalid-tolerance"
  | "invalid-weight"
  | "io"
  | "levels-conflict"
  | "method-not-allowed"
  | "missing-answer"
  | "needs-a-file"
  | "no-attributes"
  | "not-found"
  | "plan-mismatch"
  | "plan-too-large"
  | "raised-epsilon"
  | "shutting-down"
  | "signature-mismatch"
  | "solver-failed"
  | "too-few-categories"
  | "too-few-replicates"
  | "too-large"
  | "too-many-categories"
  | "too-many-change-sets"
  | "too-many-orbits"
  | "too-many-patterns"
  | "understated-promise"
  | "unidentifiable-table"
  | "unknown-attribute"
  | "unknown-category"
  | "unknown-column"
  | "unknown-method"
  | "unknown-parameter"
  | "unread-attribute"
  | "unsupported-media-type"
  | "unsupported-version"
  | "weight-sum";

/** Codes of this package alone. */
export type PackageCode =
  | "budget-exceeded"
  | "form-mismatch"
  | "kept-report-broken"
  | "not-kept"
  | "signature-unavailable"
  | "unexpected-response"
  | "unknown-language"
  | "unreachable"
  | "wasm-unavailable";

/** Why something was refused: stable from release to release. A later collector may give a code that is not listed. */
export type ErrorCode = SharedCode | PackageCode;

/**
 * Why a plan, an answer or a report was refused.
 *
 * `code` is stable; `message` names the rule that was broken. It never holds an answer.
 */
export class CandorError extends Error {
  override readonly name = "CandorError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
