import type { CandorError } from "./errors.js";
import { pause, throwIfEnded } from "./limits.js";
import { isNumber } from "./options.js";

/** How often more something is tried where that may succeed later. */
export interface Retries {
  /** 3 unless given. */
  readonly retries?: number;
}

export const isRetries = (value: unknown): boolean => isNumber(value) && (value as number) >= 0;

/** Tries until it succeeds, or cannot be expected to; between two tries it waits, as long as the answer asks for. */
export async function again<T>(attempt: () => Promise<T>, { retries = 3 }: Retries, signal: AbortSignal): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (failure) {
      throwIfEnded(signal);
      const { retryable, retryAfter = 0 } = failure as CandorError;
      if (!retryable || tried >= retries || retryAfter > PATIENCE) throw failure;
      await pause(Math.max(retryAfter, delay(tried)), signal);
    }
  }
}

/** The most milliseconds that an answer is waited for where it asks for that. */
const PATIENCE = 10_000;

/** Milliseconds before the next try, twice as many each time. Pages that failed together differ by how long they are open. */
function delay(tried: number): number {
  return Math.min(PATIENCE, 2 ** tried * (250 + (((globalThis.performance?.now() ?? 0) * 100) % 250)));
}
