import { CandorError } from "./errors.js";
import type { Law } from "./verify/law.js";

/** Draws the reports of a law. */
export interface Sampler {
  /**
   * The perturbed numbers of a report and four of its id; in a wave eight of the truth's mark and eight of the family's secret.
   * Without categories a label, and in a wave the secret. Nothing where the system gives no randomness.
   */
  perturb(categories?: Uint32Array, secret?: Uint32Array, label?: number): Uint32Array;
}

/** What one plan is verified with, and its reports are drawn by. */
export interface Perturbing {
  /** Of bytes, as eight numbers. */
  sha256(bytes: Uint8Array): Uint32Array;
  /** Of a law that was checked; for a wave with the digest of what all waves of its family share. */
  sampler(law: Law, mechanism: Uint32Array | undefined): Sampler;
}

/** Where that comes from: the wasm module, or the same mechanism in JavaScript. */
export interface Engine {
  /** Whether a report takes the same steps whatever was answered and whatever the noise did. */
  readonly fixedWork: boolean;
  open(): Perturbing;
}

/** What an engine opens, until the first fault of it; then it is refused for ever. */
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
