import { isObject } from "../common/canonical.js";
import { isAddress, isBoolean, isFunction, isPlain, type Kinds } from "../common/options.js";
import { needed, utf8 } from "../common/runtime.js";
import type { PlainValues, PlanDocument, Receipt, Report } from "../common/types.js";
import { LIMITS, type Limits } from "./limits.js";
import { answered, type Fetch, send, unexpected } from "./request.js";
import { again, isRetries, type Retries } from "./retry.js";

/** What goes into a report beside the answers. */
export interface RespondOptions {
  /** A value for every plain column of the plan, which the report carries without noise; a kept report already has them. */
  readonly plain?: PlainValues;
  /**
   * That the person stopped midway: questions of the plan that are `partial` and not among the answers leave as "not reached".
   * Without it, a missing answer is refused as ever.
   */
  readonly stopped?: boolean;
}

/** Where a report is sent, how long and how often to try, and which `fetch` to use (the global one unless given). */
export interface SubmitOptions extends Limits, Retries, RespondOptions {
  readonly endpoint: string | URL;
  readonly fetch?: Fetch;
}

export const RESPOND: Kinds<RespondOptions> = { plain: isPlain, stopped: isBoolean };
export const SUBMIT: Kinds<SubmitOptions> = {
  ...LIMITS,
  ...RESPOND,
  endpoint: isAddress,
  retries: isRetries,
  fetch: isFunction,
};

/** Whether the collector had stored the report before. */
type Stored = Receipt["stored"];

/** A request under way, which is aborted once none of its callers waits for it. */
interface Flight {
  readonly arrived: Promise<Stored>;
  readonly ended: AbortController;
  waiting: number;
}

const flights = new Map<string, Flight>();

/**
 * Posts a report, padded with blanks to `length` bytes: the same report always makes the same bytes, and the size of the request
 * does not depend on the categories in it. A call while the same report is under way to the same endpoint joins it.
 */
export async function post(
  report: Report,
  length: number,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<Stored> {
  const way = `${report.id} ${options.endpoint}`;
  const flight = flights.get(way) ?? departing(way, report, length, options);
  const leave = () => {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    flights.delete(way);
    flight.ended.abort(signal.reason);
  };
  flight.waiting += 1;
  signal.addEventListener("abort", leave);
  try {
    return await flight.arrived;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function departing(way: string, report: Report, length: number, options: SubmitOptions): Flight {
  const ended = new (needed("AbortController"))();
  const body = utf8(written(report).padEnd(length));
  const arrived = arriving(body, options, ended.signal).finally(() => {
    if (!ended.signal.aborted) flights.delete(way);
  });
  const flight = { arrived, ended, waiting: 0 };
  flights.set(way, flight);
  return flight;
}

/** Sends a report, with retries, until a collector acknowledges it or no further attempt can be expected to succeed. */
function arriving(
  body: Uint8Array<ArrayBuffer>,
  { endpoint, fetch = needed("fetch"), ...options }: SubmitOptions,
  signal: AbortSignal,
): Promise<Stored> {
  const init: RequestInit = { method: "POST", cache: "no-store", keepalive: body.length <= LINGERING, body, signal };
  return again(async () => stored(await send(endpoint, init, fetch)), options, signal);
}

/** The most bytes of a request that may outlive its page (`keepalive`). */
const LINGERING = 2 ** 16;

/** Reads the receipt for one report; any other response is refused, whatever its status. */
async function stored(response: Response): Promise<Stored> {
  const receipt = await answered(response);
  if (isObject(receipt) && Object.hasOwn(receipt, "accepted") && Object.hasOwn(receipt, "repeated")) {
    const { accepted, repeated } = receipt;
    if (accepted === 1 && repeated === 0) return "new";
    if (accepted === 0 && repeated === 1) return "same";
  }
  throw unexpected(response, `what is no receipt, status ${response.status}`);
}

/** The length in bytes of the longest possible report of a plan, of which these are the longest numbers. */
export function longest({ fingerprint, plain }: PlanDocument, perturbed: readonly number[]): number {
  const last = plain && { plain: plain.map(({ categories }) => categories.length - 1) };
  return written({ id: "A".repeat(22), perturbed, ...last, plan: fingerprint }).length;
}

function written({ id, perturbed, plain, plan }: Report): string {
  return JSON.stringify({ id, perturbed, plain, plan });
}
