import { isObject } from "./canonical.js";
import { CandorError, type Circumstances, type SharedCode } from "./errors.js";
import "./host.js";
import { needed } from "./runtime.js";

/** The `fetch` this package is given or finds. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** Sends a request that carries nothing of the person's and follows no redirect. */
export function send(url: string | URL, init: RequestInit, fetch: Fetch): Promise<Response> {
  const asked = async () => {
    const response = await fetch(url, { ...init, ...anonymous });
    if (response.ok) return response;
    throw await refusal(response);
  };
  // Where another `fetch` looks for an address is its own matter.
  return arrival(asked, fetch === globalThis.fetch && url);
}

const anonymous = { credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" } as const;

async function arrival<T>(arriving: () => Promise<T>, url?: string | URL | false): Promise<T> {
  try {
    return await arriving();
  } catch (cause) {
    if (cause instanceof CandorError) throw cause;
    const retryable = !url || isAskable(url);
    const rule = retryable
      ? "the request got no whole response"
      : `"${url}" cannot be fetched here: give an absolute address, or read the file`;
    throw new CandorError("unreachable", rule, { cause, retryable });
  }
}

/** Whether an address has a server. A relative one has none where there is no page, as in Node; nor has a file. */
function isAskable(url: string | URL): boolean {
  try {
    const Asked = globalThis.Request;
    return !Asked || !new Asked(url).url.startsWith("file:");
  } catch {
    return false;
  }
}

/** The text of a response that may break off or never end; `undefined` where it is longer than `most` bytes. */
export async function received(response: Response, most: number): Promise<string | undefined> {
  const decoder = new (needed("TextDecoder"))();
  let text = "";
  const whole = await each(response, most, (bytes) => {
    text += decoder.decode(bytes, { stream: true });
  });
  return whole ? text + decoder.decode() : undefined;
}

/**
 * Takes the bytes of a response as they come and, where they were compressed, are inflated; whether they were at most so many.
 * No more is read then, and the connection is given up.
 */
export function each(
  response: Response,
  most: number,
  take: (bytes: Uint8Array<ArrayBuffer>) => void,
): Promise<boolean> {
  return arrival(async () => {
    const reader = response.body?.getReader();
    let left = most;
    for (let next = await reader?.read(); next?.value; next = await reader!.read()) {
      left -= next.value.length;
      if (!(left >= 0)) {
        // Who serves it may take its time to notice, which is not waited for.
        reader!.cancel().catch(() => {});
        return false;
      }
      take(next.value);
    }
    return true;
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

/** What answers where there is no plan, or no collector. */
export const PAGE = "HTML, as pages are";

/** What answered is no collector, or no collector's answer. */
export function unexpected(response: Response, answer: string): CandorError {
  const page = response.headers?.get("content-type")?.includes("html") ? ` and ${PAGE}` : "";
  return new CandorError(
    "unexpected-response",
    `the request was answered with ${answer}${page}`,
    circumstances(response),
  );
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
  const after = headers?.get("retry-after") ?? "";
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
