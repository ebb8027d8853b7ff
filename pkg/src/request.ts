import { CandorError } from "./errors.js";

/** The `fetch` this package is given or finds. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** Sends a request that carries nothing of the person's and follows no redirect. */
export async function send(url: string | URL, init: RequestInit, fetch: Fetch): Promise<Response> {
  const response = await arrival(fetch(url, { ...init, ...anonymous }));
  if (response.ok) return response;
  throw await refusal(response);
}

const anonymous = { credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" } as const;

async function arrival(response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch {
    throw new CandorError("unreachable", "the request got no response");
  }
}

/** The error a problem document (RFC 9457) with a code names. */
async function refusal(response: Response): Promise<CandorError> {
  const problem: unknown = await response.json().catch(() => null);
  if (isProblem(problem)) return new CandorError(problem.code, problem.detail);
  return new CandorError("unexpected-response", `the request was answered with status ${response.status}`);
}

function isProblem(body: unknown): body is { code: string; detail: string } {
  return isText(body, "code") && isText(body, "detail");
}

function isText(body: unknown, member: string): boolean {
  return typeof body === "object" && typeof (body as Record<string, unknown> | null)?.[member] === "string";
}
