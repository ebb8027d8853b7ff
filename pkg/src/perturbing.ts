import { CandorError } from "./errors.js";
import { isRefusal } from "./inflate.js";

/** A plan that was verified, inside what perturbs. */
export interface Verified {
  /** Record ε, then column ε and attribute ε of every attribute, recomputed from the plan's integers. */
  readonly promises: Float64Array;
  /**
   * The perturbed numbers of a report and four of its id; in a wave eight of the truth's mark and eight of the family's secret.
   * Without categories a label, and in a wave the secret.
   */
  perturb(categories?: Uint32Array, secret?: Uint32Array, label?: number): Uint32Array;
}

/** What verifies plans and draws reports: the wasm module, or the same mechanism in JavaScript. */
export interface Verifier {
  verify(written: Uint8Array, texts: string, numbers: Float64Array, maxRecordEpsilon: number): Verified;
}

/** A verifier that runs. After a fault its instance is discarded and replaced; everything made by an earlier one is refused from then on. */
export class Perturbing {
  readonly #verifier: Verifier;
  readonly #reset: () => void;
  /** Whether a report takes the same steps whatever was answered and whatever the noise did. */
  readonly fixedWork: boolean;
  #instance = 0;

  constructor(verifier: Verifier, fixedWork: boolean, reset: () => void) {
    this.#verifier = verifier;
    this.fixedWork = fixedWork;
    this.#reset = reset;
  }

  verify(...document: Parameters<Verifier["verify"]>): Verified {
    const made = this.#instance;
    const verified = this.#call(made, () => this.#verifier.verify(...document));
    const promises = this.#call(made, () => verified.promises);
    return { promises, perturb: (...record) => this.#call(made, () => verified.perturb(...record)) };
  }

  /** Calls into instance `made`. Refusals become `CandorError`; any other fault discards the instance. */
  #call<T>(made: number, run: () => T): T {
    if (made !== this.#instance) throw discarded();
    try {
      return run();
    } catch (thrown) {
      if (isRefusal(thrown)) throw new CandorError(thrown.code, thrown.message);
      this.#instance += 1;
      this.#reset();
      throw discarded(thrown);
    }
  }
}

function discarded(cause?: unknown): CandorError {
  return new CandorError("internal", "the perturbing module failed and was discarded; load the plan again", { cause });
}
