import { isObject } from "./canonical.js";
import { CandorError, type Circumstances, type SharedCode } from "./errors.js";
import "./host.js";

/** The `fetch` this package is given or finds. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** Sends a request that carries nothing of the person's and follows no redirect. */
export async function send(url: string | URL, init: RequestInit, fetch: Fetch): Promise<Response> {
  const response = await arrival(async () => fetch(url, { ...init, ...anonymous }));
  if (response.ok) return response;
  throw await refusal(response);
}

const anonymous = { credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" } as const;

async function arrival<T>(arriving: () => Promise<T>): Promise<T> {
  try {
    return await arriving();
  } catch (cause) {
    throw new CandorError("unreachable", "the request got no whole response", { cause, retryable: true });
  }
}

/** The text of a response that may break off or never end; `undefined` where it is longer than `most` bytes. */
export function received(response: Response, most: number): Promise<string | undefined> {
  return arrival(async () => {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = "";
    while (reader) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) break;
      // A UTF-16 unit is at least a byte of UTF-8: what is longer now is too long already.
      if (text.length > most) return void (await reader.cancel());
    }
    return text;
  });
}

/** The JSON of a short response; `undefined` where it is none. */
export async function answered(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await received(response, 2 ** 16)) ?? "");
  } catch {
    return undefined;
  }
}

/** What answered is no collector, or no collector's answer. */
export function unexpected(response: Response, answer: string): CandorError {
  return new CandorError("unexpected-response", `the request was answered with ${answer}`, circumstances(response));
}

/** The error a problem document (RFC 9457) with a code names. */
async function refusal(response: Response): Promise<CandorError> {
  const problem = await answered(response);
  if (!isProblem(problem) || OWN.test(problem.code)) return unexpected(response, `status ${response.status}`);
  return new CandorError(problem.code, problem.detail, circumstances(response));
}

/** The status, and whether and when the same request may have another answer. */
function circumstances({ ok, status, headers }: Response): Circumstances {
  const retryable = ok || status === 408 || status === 429 || status >= 500;
  const after = headers.get("retry-after") ?? "";
  const retryAfter = /^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - Date.now());
  return { status, retryable, ...(Number.isFinite(retryAfter) && { retryAfter }) };
}

/** What only this device can say: a page that believed it of a collector might forget its report and draw another. */
const OWN =
  /^(aborted|budget-|entropy-|internal|invalid-(answers|options)|kept-|no-storage|not-(asked|kept)|timed-out|unreachable)/;

function isProblem(body: unknown): body is { code: SharedCode; detail: string } {
  return isText(body, "code") && isText(body, "detail");
}

function isText(body: unknown, member: string): boolean {
  return isObject(body) && Object.hasOwn(body, member) && typeof body[member] === "string";
}
