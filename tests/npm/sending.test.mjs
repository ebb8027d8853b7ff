/** Which responses are receipts, which requests are tried again, and what ends a call that would not end by itself. */

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const document = project.design(HEALTH);
let plan;

beforeEach(async () => {
  plan = await loadPlan(document, { storage: "memory" });
  await plan.forget();
});

const endpoint = "/reports";
const NEW = () => Response.json({ accepted: 1, repeated: 0 }, { status: 201 });

/** A fetch that gives these responses one after the other, and the requests that it got. */
function answering(...responses) {
  const asked = [];
  const fetch = async (_, init) => {
    asked.push(init);
    return responses[asked.length - 1]();
  };
  return { asked, fetch };
}

/** A fetch that no collector ever answers, and the number of its requests that are still open. */
function hanging() {
  const requests = { asked: 0, open: 0 };
  const fetch = (_, { signal }) => {
    requests.asked += 1;
    requests.open += 1;
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        requests.open -= 1;
        reject(signal.reason);
      });
    });
  };
  return { requests, fetch };
}

const until = async (come) => {
  while (!come()) await new Promise(setImmediate);
};

for (const [what, answer] of Object.entries({
  "a captive portal's page": () => new Response("<!doctype html><title>Log in</title>", { status: 200 }),
  nothing: () => new Response(null, { status: 201 }),
  "no receipt": () => Response.json({}),
  "a receipt of no report": () => Response.json({ accepted: 0, repeated: 0 }),
  "a receipt of two": () => Response.json({ accepted: 1, repeated: 1 }),
  "a receipt in other kinds": () => Response.json({ accepted: "1", repeated: 0 }),
  "a receipt of fractions": () => Response.json({ accepted: 0.5, repeated: 0.5 }),
  "a list": () => Response.json([{ accepted: 1, repeated: 0 }]),
})) {
  test(`${what} is no receipt: the report stays unsent and is sent again`, async () => {
    const portal = answering(answer);
    await assert.rejects(plan.submit(ANSWERS, { endpoint, fetch: portal.fetch, retries: 0 }), {
      name: "CandorError",
      code: "unexpected-response",
      status: answer().status,
      retryable: true,
    });
    assert.equal((await plan.kept()).received, false);
    const { asked, fetch } = answering(answer, NEW);
    assert.equal((await plan.submit(ANSWERS, { endpoint, fetch })).stored, "new");
    assert.equal((await plan.kept()).received, true);
    for (const { body } of asked) assert.deepEqual(body, portal.asked[0].body);
  });
}

test("what may succeed later is tried again, and a given number of times", async () => {
  const lost = () => {
    throw new TypeError("no network");
  };
  const status = (status) => () => new Response(null, { status });
  for (const failure of [lost, status(408), status(429), status(500), status(503)]) {
    const { asked, fetch } = answering(failure, NEW);
    assert.equal((await plan.submit(ANSWERS, { endpoint, fetch })).stored, "new");
    assert.equal(asked.length, 2);
  }
  const down = answering(lost, lost, lost);
  await assert.rejects(plan.submit(ANSWERS, { endpoint, fetch: down.fetch, retries: 1 }), (error) => {
    assert.deepEqual([error.code, error.retryable, error.cause.message], ["unreachable", true, "no network"]);
    return true;
  });
  assert.equal(down.asked.length, 2);
});

test("what will not succeed later is not tried again", async () => {
  for (const status of [400, 404, 409, 413, 415, 422]) {
    const { asked, fetch } = answering(() => new Response(null, { status }));
    await assert.rejects(plan.submit(ANSWERS, { endpoint, fetch }), { status, retryable: false });
    assert.equal(asked.length, 1);
  }
});

test("a collector that asks for a pause gets it, or where it is long, the caller is told", async (t) => {
  const busy = (after) => () => new Response(null, { status: 429, headers: { "retry-after": after } });
  const { fetch } = answering(busy("1"), NEW);
  const before = performance.now();
  await plan.submit(ANSWERS, { endpoint, fetch });
  assert.ok(performance.now() - before > 990);
  const { asked, fetch: overloaded } = answering(busy("120"));
  await assert.rejects(plan.submit(ANSWERS, { endpoint, fetch: overloaded }), {
    code: "unexpected-response",
    status: 429,
    retryAfter: 120_000,
    retryable: true,
  });
  assert.equal(asked.length, 1);
  t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
  const dated = busy(new Date(Date.now() + 60_000).toUTCString());
  await assert.rejects(plan.submit(ANSWERS, { endpoint, fetch: answering(dated).fetch }), { retryAfter: 60_000 });
});

test("a collector that does not answer ends with the time, and the report is kept", async () => {
  const { requests, fetch } = hanging();
  await assert.rejects(plan.submit(ANSWERS, { endpoint, fetch, timeout: 50 }), {
    name: "CandorError",
    code: "timed-out",
    retryable: true,
  });
  await until(() => requests.open === 0);
  assert.equal((await plan.kept()).received, false);
  const { fetch: answered } = answering(NEW);
  assert.equal((await plan.submit(ANSWERS, { endpoint, fetch: answered })).stored, "new");
});

test("a call can be aborted: before it draws, while it waits for an answer, and between two tries", async () => {
  await assert.rejects(plan.submit(ANSWERS, { endpoint, signal: AbortSignal.abort() }), { code: "aborted" });
  assert.equal(await plan.kept(), undefined);
  const { requests, fetch } = hanging();
  const person = new AbortController();
  const submitting = plan.submit(ANSWERS, { endpoint, fetch, signal: person.signal });
  await until(() => requests.open === 1);
  const reason = new Error("the person pressed Cancel");
  person.abort(reason);
  await assert.rejects(submitting, { name: "CandorError", code: "aborted", cause: reason });
  await until(() => requests.open === 0);
  const busy = answering(() => new Response(null, { status: 429, headers: { "retry-after": "9" } }));
  const another = new AbortController();
  const waiting = plan.submit(ANSWERS, { endpoint, fetch: busy.fetch, signal: another.signal });
  await until(() => busy.asked.length === 1);
  another.abort();
  await assert.rejects(waiting, { code: "aborted" });
});

test("whoever joined a request is not aborted with another, and the next call is a request of its own", async () => {
  const { requests, fetch } = hanging();
  const [first, second] = [new AbortController(), new AbortController()];
  const calls = [first, second].map(({ signal }) => plan.submit(ANSWERS, { endpoint, fetch, signal }));
  await until(() => requests.open === 1);
  // The second call only waits for promises, which settle before anything else happens.
  await new Promise(setImmediate);
  first.abort();
  await assert.rejects(calls[0], { code: "aborted" });
  assert.deepEqual(requests, { asked: 1, open: 1 });
  second.abort();
  const third = plan.submit(ANSWERS, { endpoint, fetch: answering(NEW).fetch });
  await assert.rejects(calls[1], { code: "aborted" });
  assert.equal((await third).stored, "new");
});

test("a plan that does not arrive ends with the time, or by a signal", async () => {
  const never = new Promise(() => {});
  await assert.rejects(loadPlan(never, { timeout: 20 }), { name: "CandorError", code: "timed-out" });
  await assert.rejects(loadPlan(never, { signal: AbortSignal.timeout(20) }), { code: "aborted" });
  const cause = new Error("the page's own");
  await assert.rejects(loadPlan(Promise.reject(cause)), { name: "CandorError", code: "unreachable", cause });
});

test("a report that is kept and unsent is sent without answers, once", async () => {
  const { asked, fetch } = answering(NEW, NEW);
  assert.equal(await plan.resend({ endpoint, fetch }), undefined);
  const { id } = await plan.respond(ANSWERS);
  assert.deepEqual(await plan.resend({ endpoint, fetch }), { id, stored: "new", fromTheseAnswers: undefined });
  assert.equal(await plan.resend({ endpoint, fetch }), undefined);
  assert.equal(asked.length, 1);
});
