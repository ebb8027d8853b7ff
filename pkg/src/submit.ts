import { CandorError } from "./errors.js";
import { type Fetch, send } from "./request.js";
import type { Attribute, Receipt, Report } from "./types.js";

/** Where a report is sent, and with which `fetch` (the global one if none is given). */
export interface SubmitOptions {
  readonly endpoint: string | URL;
  readonly fetch?: Fetch;
}

/**
 * Posts a report, blanks added up to `length` bytes: the same report always makes the same bytes, and the size of the
 * request tells nothing of the categories in it.
 */
export async function post(
  report: Report,
  length: number,
  { endpoint, fetch = globalThis.fetch }: SubmitOptions,
): Promise<Receipt> {
  const response = await send(endpoint, { ...request, body: written(report).padEnd(length) }, fetch);
  return { id: report.id, stored: stored(response.status) };
}

/** The bytes of the longest report there can be. */
export function longest(attributes: readonly Attribute[], plan: string): number {
  const perturbed = attributes.map(({ categories }) => categories.length - 1);
  return written({ id: "A".repeat(22), perturbed, plan }).length;
}

function written({ id, perturbed, plan }: Report): string {
  return JSON.stringify({ id, perturbed, plan });
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
