import { isObject } from "./canonical.js";
import { longestNumbers } from "./forms.js";
import { LIMITS, type Limits } from "./limits.js";
import { isAddress, isFunction, isPlain, type Kinds } from "./options.js";
import { answered, type Fetch, send, unexpected } from "./request.js";
import { again, isRetries, type Retries } from "./retry.js";
import { needed, utf8 } from "./runtime.js";
import type { Attribute, PlainValues, PlanDocument, Receipt, Report } from "./types.js";

/** Where a report is sent, how often and how long that is tried, and with which `fetch` (the global one if none is given). */
export interface SubmitOptions extends Limits, Retries {
  readonly endpoint: string | URL;
  /** What the report carries in clear, as in `respond`; a report that is kept has it already. */
  readonly plain?: PlainValues;
  readonly fetch?: Fetch;
}

export const SUBMIT: Kinds<SubmitOptions> = {
  ...LIMITS,
  endpoint: isAddress,
  plain: isPlain,
  retries: isRetries,
  fetch: isFunction,
};

/** Whether a collector had stored a report before. */
type Stored = Receipt["stored"];

/** A report on its way, which ends where none of its callers waits any more. */
interface Flight {
  readonly arrived: Promise<Stored>;
  readonly ended: AbortController;
  waiting: number;
}

const flights = new Map<string, Flight>();

/**
 * Posts a report, blanks added up to `length` bytes: the same report always makes the same bytes, and the size of the
 * request tells nothing of the categories in it. A call while the same is under way to the same endpoint joins it.
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

/** Sends until a collector has it, or cannot be expected to take it. */
function arriving(
  body: Uint8Array<ArrayBuffer>,
  { endpoint, fetch = needed("fetch"), ...options }: SubmitOptions,
  signal: AbortSignal,
): Promise<Stored> {
  const init: RequestInit = { method: "POST", cache: "no-store", keepalive: body.length <= LINGERING, body, signal };
  return again(async () => stored(await send(endpoint, init, fetch)), options, signal);
}

/** The most bytes that may be under way after a page was left. */
const LINGERING = 2 ** 16;

/** What a collector says of one report: anything else, with whatever status, is no receipt. */
async function stored(response: Response): Promise<Stored> {
  const receipt = await answered(response);
  if (isObject(receipt) && Object.hasOwn(receipt, "accepted") && Object.hasOwn(receipt, "repeated")) {
    const { accepted, repeated } = receipt;
    if (accepted === 1 && repeated === 0) return "new";
    if (accepted === 0 && repeated === 1) return "same";
  }
  throw unexpected(response, `what is no receipt, status ${response.status}`);
}

/** The bytes of the longest report there can be, whatever is drawn. */
export function longest({ forms, fingerprint, plain }: PlanDocument, attributes: readonly Attribute[]): number {
  const perturbed = longestNumbers(forms, attributes);
  const last = plain && { plain: plain.map(({ categories }) => categories.length - 1) };
  return written({ id: "A".repeat(22), perturbed, ...last, plan: fingerprint }).length;
}

function written({ id, perturbed, plain, plan }: Report): string {
  return JSON.stringify({ id, perturbed, plain, plan });
}
