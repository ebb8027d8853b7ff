import { CandorError } from "../common/errors.js";
import type { Law } from "../verify/forms.js";

/** Draws the reports of a law. */
export interface Sampler {
  /**
   * Returns the perturbed numbers of a report and the four of its id; in a wave also eight of the mark of its answers and eight
   * of the family's secret. Without categories it returns only a label, in a wave with the secret. The array is empty where the
   * system gives no randomness.
   */
  perturb(categories?: Uint32Array, secret?: Uint32Array, label?: number): Uint32Array;
}

/** Hashes and draws reports for one plan. */
export interface Perturbing {
  /** Returns the SHA-256 of bytes as eight numbers. */
  sha256(bytes: Uint8Array): Uint32Array;
  /** Makes the sampler of a checked law; a wave also passes the digest of the mechanism that all waves of its family share. */
  sampler(law: Law, mechanism: Uint32Array | undefined): Sampler;
}

/** Opens a `Perturbing` for each plan: the wasm module, or the same mechanism in JavaScript. */
export interface Engine {
  /** Whether a report takes the same steps whatever the answers and the noise are. */
  readonly fixedWork: boolean;
  open(): Perturbing;
}

/** Opens an engine and guards its calls: after its first fault every call fails. */
export function opened(engine: Engine): Perturbing {
  let failed = false;
  const guarded = <T>(run: () => T): T => {
    if (failed) throw discarded();
    try {
      return run();
    } catch (fault) {
      failed = true;
      throw discarded(fault);
    }
  };
  const perturbing = guarded(() => engine.open());
  return {
    sha256: (bytes) => guarded(() => perturbing.sha256(bytes)),
    sampler(...of) {
      const sampler = guarded(() => perturbing.sampler(...of));
      return {
        perturb(...record) {
          const numbers = guarded(() => sampler.perturb(...record));
          if (numbers.length > 0) return numbers;
          const message = "the system gave no randomness";
          throw new CandorError("entropy-unavailable", message);
        },
      };
    },
  };
}

function discarded(cause?: unknown): CandorError {
  return new CandorError("internal", "the perturbing module failed and was discarded; load the plan again", { cause });
}
