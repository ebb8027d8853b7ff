import { CandorError, type SharedCode } from "./errors.js";

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
  } catch {
    throw new CandorError("unreachable", "the request got no whole response");
  }
}

/** The text of a response that may break off or never end; `undefined` where it is longer than `most` bytes. */
export function received(response: Response, most: number): Promise<string | undefined> {
  return arrival(async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      // A UTF-16 unit is at least a byte of UTF-8: what is longer now is too long already.
      if (text.length > most) return void (await reader.cancel());
    }
    return text;
  });
}

/** The error a problem document (RFC 9457) with a code names. */
async function refusal(response: Response): Promise<CandorError> {
  try {
    const problem: unknown = JSON.parse((await received(response, 2 ** 16))!);
    if (isProblem(problem) && !OWN.test(problem.code)) return new CandorError(problem.code, problem.detail);
  } catch {
    // It is no such document.
  }
  return new CandorError("unexpected-response", `the request was answered with status ${response.status}`);
}

/** What only this device can say: a page that believed it of a collector might forget its report and draw another. */
const OWN = /^(budget-|entropy-|internal|kept-|not-kept)/;

function isProblem(body: unknown): body is { code: SharedCode; detail: string } {
  return isText(body, "code") && isText(body, "detail");
}

function isText(body: unknown, member: string): boolean {
  return typeof body === "object" && typeof (body as Record<string, unknown> | null)?.[member] === "string";
}
