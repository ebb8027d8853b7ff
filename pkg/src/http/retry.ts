import type { CandorError } from "../common/errors.js";
import { isNumber } from "../common/options.js";
import { pause, throwIfEnded } from "./limits.js";

/** Options for retrying what may succeed later. */
export interface Retries {
  /** How often to retry at most; 3 unless given. */
  readonly retries?: number;
}

export const isRetries = (value: unknown): boolean => isNumber(value) && (value as number) >= 0;

/** Retries a failed attempt while it may succeed later; between attempts it waits at least as long as the response asks for. */
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

/** The longest pause in milliseconds: if a response asks for more, the attempt is not repeated. */
const PATIENCE = 10_000;

/**
 * The milliseconds before the next attempt, doubled each time (exponential backoff). The jitter comes from how long a page has
 * been open.
 */
function delay(tried: number): number {
  return Math.min(PATIENCE, 2 ** tried * (250 + (((globalThis.performance?.now() ?? 0) * 100) % 250)));
}
