/**
 * Why a plan, an answer or a report was refused.
 *
 * `code` is stable: the codes of the Rust crate and the collector, and from this package
 *  - `wasm-unavailable`: this page or runtime does not let WebAssembly run,
 *  - `unreachable`: the plan's address or the collector gave no response,
 *  - `unexpected-response`: the response was not one of a plan's address or a collector,
 *  - `internal`: the perturbing module failed and was discarded; load the plan again.
 *
 * `message` names the rule that was broken. It never holds an answer.
 */
export class CandorError extends Error {
  override readonly name = "CandorError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
