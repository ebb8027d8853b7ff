import { isObject } from "../common/canonical.js";
import { CandorError, type Circumstances, type SharedCode } from "../common/errors.js";
import "../common/host.js";
import { needed } from "../common/runtime.js";

/** The type of a `fetch` function, the platform's or the caller's. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** Sends a request without credentials or referrer, and follows no redirect. */
export function send(url: string | URL, init: RequestInit, fetch: Fetch): Promise<Response> {
  const asked = async () => {
    const response = await fetch(url, { ...init, ...anonymous });
    if (response.ok) return response;
    throw await refusal(response);
  };
  // Another `fetch` may resolve addresses in its own way, so its failures count as retryable.
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

/** Whether an address can be requested: not a file's, and not a relative one where there is no page, as in Node. */
function isAskable(url: string | URL): boolean {
  try {
    const Asked = globalThis.Request;
    return !Asked || !new Asked(url).url.startsWith("file:");
  } catch {
    return false;
  }
}

/** Reads the text of a response; `undefined` where it is longer than `most` bytes. Rejects where the response breaks off. */
export async function received(response: Response, most: number): Promise<string | undefined> {
  const decoder = new (needed("TextDecoder"))();
  let text = "";
  const whole = await each(response, most, (bytes) => {
    text += decoder.decode(bytes, { stream: true });
  });
  return whole ? text + decoder.decode() : undefined;
}

/**
 * Reads the bytes of a response, decompressed, as they arrive. Returns whether there were at most `most`; if there are more, it
 * stops reading and cancels the response.
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
        // Not awaited, since the server may take its time to notice.
        reader!.cancel().catch(() => {});
        return false;
      }
      take(next.value);
    }
    return true;
  });
}

/** Parses a short response as JSON; `undefined` where it is not JSON. */
export async function answered(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await received(response, 2 ** 16)) ?? "");
  } catch {
    return undefined;
  }
}

/** Describes what answers at an address without a plan or a collector. */
export const PAGE = "HTML, as pages are";

/** The error for a response that does not come from a collector, or is not one that a collector sends. */
export function unexpected(response: Response, answer: string): CandorError {
  const page = response.headers?.get("content-type")?.includes("html") ? ` and ${PAGE}` : "";
  return new CandorError(
    "unexpected-response",
    `the request was answered with ${answer}${page}`,
    circumstances(response),
  );
}

/** The error that a problem document (RFC 9457) with a code describes. */
async function refusal(response: Response): Promise<CandorError> {
  const problem = await answered(response);
  if (!isProblem(problem) || OWN.test(problem.code)) return unexpected(response, `status ${response.status}`);
  return new CandorError(problem.code, problem.detail, circumstances(response));
}

/** The status of a response, and whether and when to retry the request. */
function circumstances({ ok, status, headers }: Response): Circumstances {
  const retryable = ok || status === 408 || status === 429 || status >= 500;
  const after = headers?.get("retry-after") ?? "";
  const retryAfter = /^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - Date.now());
  return { status, retryable, ...(Number.isFinite(retryAfter) && { retryAfter }) };
}

/** Codes that only this device may give: a page that believed them from a collector might forget its report and draw another. */
const OWN =
  /^(aborted|budget-|entropy-|internal|invalid-(answers|options)|kept-|no-storage|not-(asked|kept)|timed-out|unreachable)/;

function isProblem(body: unknown): body is { code: SharedCode; detail: string } {
  return isText(body, "code") && isText(body, "detail");
}

function isText(body: unknown, member: string): boolean {
  return isObject(body) && Object.hasOwn(body, member) && typeof body[member] === "string";
}
