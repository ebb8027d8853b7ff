/** Codes of the Rust crate, the command line and the collector; `docs/errors.md` says what each means. */
export type SharedCode =
  | "broken-promise"
  | "cap-exceeded"
  | "category-out-of-range"
  | "damaged-database"
  | "database-unavailable"
  | "disk-full"
  | "duplicate-attribute"
  | "duplicate-category"
  | "duplicate-table-attribute"
  | "empty-sample"
  | "entropy-unavailable"
  | "exposed-database"
  | "fingerprint-mismatch"
  | "forbidden"
  | "id-conflict"
  | "incomplete-body"
  | "infeasible-request"
  | "internal"
  | "invalid-bins"
  | "invalid-certificate"
  | "invalid-choices"
  | "invalid-clusters"
  | "invalid-compound"
  | "invalid-confidence"
  | "invalid-configuration"
  | "invalid-counts"
  | "invalid-csv"
  | "invalid-day"
  | "invalid-epsilon"
  | "invalid-follow-up"
  | "invalid-groups"
  | "invalid-hypothesis"
  | "invalid-invitation"
  | "invalid-key"
  | "invalid-language"
  | "invalid-module"
  | "invalid-name"
  | "invalid-order"
  | "invalid-parquet"
  | "invalid-period"
  | "invalid-plan"
  | "invalid-population"
  | "invalid-report"
  | "invalid-request"
  | "invalid-score"
  | "invalid-survey"
  | "invalid-text"
  | "invalid-tolerance"
  | "invalid-weight"
  | "invalid-weights"
  | "invitation-used"
  | "io"
  | "levels-conflict"
  | "method-not-allowed"
  | "missing-answer"
  | "name-taken"
  | "needs-a-file"
  | "no-attributes"
  | "no-finite-estimate"
  | "no-invitations"
  | "not-for-labels"
  | "not-found"
  | "not-included"
  | "not-invited"
  | "not-reproduced"
  | "overloaded"
  | "plan-closed"
  | "plan-mismatch"
  | "plan-not-open"
  | "plan-too-large"
  | "raised-epsilon"
  | "renamed-command"
  | "retention-fixed"
  | "shutting-down"
  | "signature-mismatch"
  | "solver-failed"
  | "stopped"
  | "too-few-categories"
  | "too-few-replicates"
  | "too-few-reports"
  | "too-large"
  | "too-many-categories"
  | "too-many-change-sets"
  | "too-many-orbits"
  | "too-many-patterns"
  | "unauthorized"
  | "undefined-statistic"
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
  | "uri-too-long"
  | "weight-sum";

/** Codes of this package alone. */
export type PackageCode =
  | "aborted"
  | "budget-exceeded"
  | "form-mismatch"
  | "invalid-answers"
  | "invalid-options"
  | "kept-report-broken"
  | "no-storage"
  | "not-asked"
  | "not-kept"
  | "signature-unavailable"
  | "timed-out"
  | "unexpected-response"
  | "unknown-language"
  | "unreachable"
  | "unsupported-runtime"
  | "wasm-unavailable";

/**
 * A code that says why something was refused, stable from release to release. A later collector may send a code that is not
 * listed.
 */
export type ErrorCode = SharedCode | PackageCode;

/** Details of an error besides its code. */
export interface Circumstances {
  /** The question whose answer was refused. */
  readonly attribute?: string;
  /** The HTTP status of the refusing response. */
  readonly status?: number;
  /** How many milliseconds the collector asks to wait before the next request. */
  readonly retryAfter?: number;
  /** Whether the same call may succeed later. */
  readonly retryable?: boolean;
  /** The underlying error. */
  readonly cause?: unknown;
}

/**
 * The error with which a plan, an answer or a report was refused.
 *
 * `code` is stable; `message` names the rule that was broken. It never contains an answer.
 */
export class CandorError extends Error {
  override readonly name = "CandorError";
  readonly code: ErrorCode;
  declare readonly attribute?: string;
  declare readonly status?: number;
  declare readonly retryAfter?: number;
  readonly retryable: boolean = false;

  constructor(code: ErrorCode, message: string, known: Circumstances = {}) {
    super(message, known);
    this.code = code;
    Object.assign(this, known);
  }
}
