import { CandorError } from "./errors.js";
import { type Fetch, send } from "./request.js";
import type { Receipt, Report } from "./types.js";

/** Where a report is sent, and with which `fetch` (the global one if none is given). */
export interface SubmitOptions {
  readonly endpoint: string | URL;
  readonly fetch?: Fetch;
}

/** Posts a report; the same report always makes the same bytes. */
export async function post(report: Report, { endpoint, fetch = globalThis.fetch }: SubmitOptions): Promise<Receipt> {
  const { answers, id, plan } = report;
  const response = await send(endpoint, { ...request, body: JSON.stringify({ answers, id, plan }) }, fetch);
  return { id, stored: stored(response.status) };
}

const request: RequestInit = {
  method: "POST",
  headers: { "content-type": "application/json" },
  cache: "no-store",
};

function stored(status: number): Receipt["stored"] {
  if (status === 201) return "new";
  if (status === 200) return "same";
  throw new CandorError("unexpected-response", `the collector answered with status ${status}`);
}
