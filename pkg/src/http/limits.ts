import { CandorError } from "../common/errors.js";
import "../common/host.js";
import { isFunction, isNumber, type Kinds } from "../common/options.js";
import { needed } from "../common/runtime.js";

/** Options that limit how long a call may take. */
export interface Limits {
  /** Ends the call with `aborted`. */
  readonly signal?: AbortSignal;
  /** Milliseconds after which the call ends with `timed-out`; 30,000 unless given, `Infinity` for none. */
  readonly timeout?: number;
}

export const LIMITS: Kinds<Limits> = {
  // Not `instanceof`, since the signal may come from another realm.
  signal: (value) => isFunction((value as AbortSignal | null)?.addEventListener),
  timeout: (value) => isNumber(value) && (value as number) >= 0,
};

/**
 * Runs a function under a signal that is aborted by the caller's signal or by the timeout; then rejects at once, without waiting
 * for the function.
 */
export async function within<T>(
  { signal, timeout = 30_000 }: Limits,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new (needed("AbortController"))();
  const stop = () => ended.abort(aborted(signal?.reason));
  const expire = () =>
    ended.abort(new CandorError("timed-out", `the call took more than ${timeout} ms`, { retryable: true }));
  const timer = timeout < LONGEST ? needed("setTimeout")(expire, timeout) : undefined;
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    throwIfEnded(ended.signal);
    return await Promise.race([abortion(ended.signal), run(ended.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Throws the reason of a signal if it was aborted. */
export function throwIfEnded(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal);
}

/** The reason why a signal was aborted, or an `aborted` error, since React Native's signals have no reasons. */
function reasonOf({ reason }: AbortSignal): unknown {
  return reason ?? aborted();
}

function aborted(cause?: unknown): CandorError {
  return new CandorError("aborted", "the call was aborted", { cause });
}

/** Rejects when a signal is aborted, with its reason. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(reasonOf(signal)));
  });
}

/** Waits; rejects as soon as the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await Promise.race([waited, abortion(signal)]);
  } finally {
    clearTimeout(timer);
  }
}

/** The milliseconds from which on timers overflow. */
const LONGEST = 2 ** 31;
