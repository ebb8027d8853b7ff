/** Requests to servers: plans by their address, and reports in one exact form. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, afterEach, beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { PLANS } from "../known-answers/cases.mjs";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const document = project.design(HEALTH);
const ONCE = { retries: 0 };
let plan;
let server;
let origin;
let requests;
let respond;

beforeEach(async () => {
  requests = [];
  respond = (response) =>
    response.writeHead(201, { "content-type": "application/json" }).end('{"accepted":1,"repeated":0}');
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method, url: request.url, headers: request.headers, body });
    respond(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${server.address().port}`;
  plan = await loadPlan(document, { storage: "memory" });
  await plan.forget();
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const problem = (status, body) => (response) =>
  response.writeHead(status, { "content-type": "application/problem+json" }).end(JSON.stringify(body));

test("a plan is loaded from its address", async () => {
  respond = (response) => response.end(JSON.stringify(document));
  for (const address of [`${origin}/plan.json`, new URL(`${origin}/plan.json`)]) {
    assert.equal((await loadPlan(address)).fingerprint, document.fingerprint);
  }
  assert.deepEqual(
    requests.map(({ method, url }) => `${method} ${url}`),
    ["GET /plan.json", "GET /plan.json"],
  );
});

test("an address that holds no plan is refused with a code", async () => {
  respond = (response) => response.end("<!doctype html>");
  await assert.rejects(loadPlan(`${origin}/`), { name: "CandorError", code: "invalid-plan" });
  respond = problem(404, { code: "not-found", detail: "there is no such plan" });
  await assert.rejects(loadPlan(`${origin}/`), { code: "not-found", message: "there is no such plan" });
  respond = (response) => response.writeHead(502).end("bad gateway");
  await assert.rejects(loadPlan(`${origin}/`, ONCE), { code: "unexpected-response" });
  await assert.rejects(loadPlan("http://127.0.0.1:9/plan.json", ONCE), { code: "unreachable" });
});

test("what is no plan's address is refused at once, with the mistake and the remedy", async () => {
  const refused = async (source, code, message) => {
    await assert.rejects(loadPlan(source), (error) => {
      assert.deepEqual([error.name, error.code, error.retryable], ["CandorError", code, false]);
      return message.test(error.message);
    });
  };
  await refused(JSON.stringify(document), "invalid-plan", /given as text: JSON\.parse/);
  await refused(Promise.resolve(JSON.stringify(document)), "invalid-plan", /given as text: JSON\.parse/);
  for (const address of ["plan.json", "/plan.json", "./plan.json", new URL("plan.json", import.meta.url)])
    await refused(address, "unreachable", /cannot be fetched here: give an absolute address, or read the file/);
  const page = (status) => (response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("<!doctype html>");
  respond = page(404);
  await refused(`${origin}/`, "unexpected-response", /status 404 and HTML, as pages are/);
  respond = page(200);
  await refused(`${origin}/`, "invalid-plan", /HTML, as pages are/);
  const sent = plan.submit(ANSWERS, { endpoint: `${origin}/`, retries: 0 });
  await assert.rejects(sent, { code: "unexpected-response", message: /HTML, as pages are/ });
  assert.equal(requests.length, 3);
});

test("a response that inflates without end is cut while it inflates, and given up", async () => {
  const [block, most] = [gzipSync(Buffer.alloc(2 ** 26)), 2 ** 20];
  let [written, closed] = [0, undefined];
  respond = (response) => {
    closed = once(response, "close");
    response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" });
    const more = () => {
      if (response.destroyed || written > 2 ** 30) return;
      written += block.length;
      if (response.write(block)) setImmediate(more);
    };
    response.on("drain", more);
    more();
  };
  await assert.rejects(loadPlan(`${origin}/`, { maxBytes: most, timeout: Infinity }), { code: "cap-exceeded" });
  await closed;
  // A gigabyte, which would inflate to a thousand.
  assert.ok(written < 2 ** 26, `${written} bytes`);
});

test("a plan that did not arrive is fetched again where that may help, and no longer than is wanted", async () => {
  const answers = [
    (response) => response.destroy(),
    problem(503, { code: "shutting-down", detail: "come back" }),
    (response) => response.end(JSON.stringify(document)),
  ];
  respond = (response) => answers[requests.length - 1](response);
  assert.equal((await loadPlan(`${origin}/plan.json`)).fingerprint, document.fingerprint);
  assert.equal(requests.length, 3);
  const tries = async (options, code) => {
    requests = [];
    await assert.rejects(loadPlan(`${origin}/plan.json`, options), { name: "CandorError", code });
    return requests.length;
  };
  respond = problem(503, { code: "shutting-down", detail: "come back" });
  assert.equal(await tries({ retries: 1 }, "shutting-down"), 2);
  // The deadline may pass before the first try arrives.
  assert.ok((await tries({ timeout: 100 }, "timed-out")) <= 1);
  const person = new AbortController();
  respond = (response) => {
    problem(503, { code: "shutting-down", detail: "come back" })(response);
    person.abort();
  };
  assert.equal(await tries({ signal: person.signal }, "aborted"), 1);
  respond = (response) => response.writeHead(429, { "retry-after": "20" }).end();
  assert.equal(await tries({}, "unexpected-response"), 1);
  respond = problem(404, { code: "not-found", detail: "there is no such plan" });
  assert.equal(await tries({}, "not-found"), 1);
  respond = (response) => response.end(JSON.stringify({ ...document, title: "another" }));
  assert.equal(await tries({}, "fingerprint-mismatch"), 1);
});

test("a plan that breaks off, is missing from its response, or never ends is refused with a code", async () => {
  const text = JSON.stringify(document);
  respond = (response) =>
    response.writeHead(200, { "content-length": text.length }).write(text.slice(0, 99), () => response.destroy());
  await assert.rejects(loadPlan(`${origin}/`, ONCE), { name: "CandorError", code: "unreachable" });
  respond = (response) => response.writeHead(204).end();
  await assert.rejects(loadPlan(`${origin}/`), { name: "CandorError", code: "invalid-plan" });
  respond = endlessly(200);
  await assert.rejects(loadPlan(`${origin}/`, { maxBytes: 10_000 }), { name: "CandorError", code: "cap-exceeded" });
});

/** A response without end. */
const endlessly = (status) => (response) => {
  const more = () => !response.destroyed && response.write(" ".repeat(10_000), () => setImmediate(more));
  response.writeHead(status, { "content-type": "application/problem+json" });
  more();
};

test("a plan read from its address has no members that JSON cannot say", async () => {
  const text = JSON.stringify(document);
  for (const hostile of [
    text.replace(`"record":${document.privacy.record}`, '"record":1e400'),
    text.replace('"method":', '"__proto__":{"method":"independent"},"method":'),
    text.replace('"name":"smoker"', '"name":"smoker","__proto__":{"optional":true}'),
    text.replace('"name":"smoker"', '"name":"smoker","constructor":1'),
    "[".repeat(1_000_000),
    "",
  ]) {
    assert.notEqual(hostile, text);
    respond = (response) => response.end(hostile);
    await assert.rejects(loadPlan(`${origin}/`), { name: "CandorError", code: "invalid-plan" });
  }
});

test("a report is posted as its canonical bytes, and nothing else goes with it", async () => {
  const { id, stored } = await plan.submit(ANSWERS, { endpoint: `${origin}/reports` });
  const report = await plan.respond(ANSWERS);
  assert.deepEqual({ id, stored }, { id: report.id, stored: "new" });
  const [{ method, url, headers, body }] = requests;
  assert.equal(`${method} ${url}`, "POST /reports");
  assert.equal(
    body.trimEnd(),
    `{"id":"${report.id}","perturbed":[${report.perturbed}],"plan":"${document.fingerprint}"}`,
  );
  for (const name of ["content-type", "cookie", "referer", "authorization"]) assert.equal(headers[name], undefined);
});

test("requests carry no credentials and no referrer, follow no redirect, and are not stored", async () => {
  let init;
  const fetch = async (...request) => {
    init = request[1];
    return Response.json({ accepted: 0, repeated: 1 });
  };
  const receipt = await plan.submit(ANSWERS, { endpoint: "/reports", fetch });
  assert.equal(receipt.stored, "same");
  const { body, signal, ...rest } = init;
  assert.equal(signal.aborted, false);
  assert.deepEqual(rest, {
    method: "POST",
    cache: "no-store",
    credentials: "omit",
    keepalive: true,
    referrerPolicy: "no-referrer",
    redirect: "error",
  });
});

test("a redirect is not followed", async () => {
  respond = (response) => response.writeHead(307, { location: `${origin}/elsewhere` }).end();
  await assert.rejects(plan.submit(ANSWERS, { endpoint: `${origin}/reports`, retries: 0 }), { code: "unreachable" });
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/reports"],
  );
});

test("after a failure the same bytes are sent again", async () => {
  const endpoint = `${origin}/reports`;
  respond = (response) => response.destroy();
  const once = { endpoint, retries: 0 };
  await assert.rejects(plan.submit(ANSWERS, once), { code: "unreachable", retryable: true });
  respond = (response) => response.writeHead(503).end();
  await assert.rejects(plan.submit(ANSWERS, once), { code: "unexpected-response", status: 503, retryable: true });
  respond = (response) => response.writeHead(200).end('{"accepted":0,"repeated":1}');
  assert.equal((await plan.submit({ smoker: "no", age: 50 }, { endpoint })).stored, "same");
  assert.equal(requests.length, 3);
  assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
});

test("a second submit while one is under way joins it; a later one is a request of its own", async () => {
  const endpoint = `${origin}/reports`;
  const [first, second] = await Promise.all([plan.submit(ANSWERS, { endpoint }), plan.submit(ANSWERS, { endpoint })]);
  assert.deepEqual(first, second);
  assert.equal(requests.length, 1);
  await plan.submit(ANSWERS, { endpoint });
  assert.equal(requests.length, 2);
  assert.equal(requests[0].body, requests[1].body);
});

test("the collector's refusals keep their code", async () => {
  for (const [status, code] of [
    [409, "id-conflict"],
    [413, "too-large"],
    [422, "plan-mismatch"],
  ]) {
    respond = problem(status, {
      type: `urn:candor:${code}`,
      title: "Refused",
      status,
      detail: "a rule was broken",
      code,
    });
    const refused = plan.submit(ANSWERS, { endpoint: `${origin}/reports` });
    await assert.rejects(refused, {
      name: "CandorError",
      code,
      message: "a rule was broken",
      status,
      retryable: false,
    });
  }
});

test("a collector cannot say what only this device can, nor anything without end", async () => {
  const endpoint = `${origin}/reports`;
  for (const code of [
    "kept-report-broken",
    "not-kept",
    "no-storage",
    "budget-exceeded",
    "entropy-unavailable",
    "internal",
  ]) {
    respond = problem(422, { code, detail: "forget your report and draw another" });
    await assert.rejects(plan.submit(ANSWERS, { endpoint }), { code: "unexpected-response", message: /status 422$/ });
  }
  for (const body of [null, 7, [], {}, { code: 7, detail: {} }, { code: "x" }]) {
    respond = problem(400, body);
    await assert.rejects(plan.submit(ANSWERS, { endpoint }), { code: "unexpected-response" });
  }
  respond = endlessly(500);
  await assert.rejects(plan.submit(ANSWERS, { endpoint, retries: 0 }), { code: "unexpected-response" });
  const fetch = () => {
    throw new Error("a fetch that fails at once");
  };
  await assert.rejects(plan.submit(ANSWERS, { endpoint, fetch, retries: 0 }), {
    name: "CandorError",
    code: "unreachable",
  });
  assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
});

test("a report of the person before, still on its way, is not taken for that of the next", async () => {
  const endpoint = `${origin}/reports`;
  const arrived = [];
  respond = (response) => void arrived.push(response);
  const first = plan.submit(ANSWERS, { endpoint });
  while (arrived.length < 1) await new Promise(setImmediate);
  await plan.forget();
  const second = plan.submit(ANSWERS, { endpoint });
  while (arrived.length < 2) await new Promise(setImmediate);
  assert.notEqual(requests[0].body, requests[1].body);
  arrived[0].writeHead(201).end('{"accepted":1,"repeated":0}');
  await first;
  assert.equal((await plan.kept()).received, false);
  arrived[1].writeHead(201).end('{"accepted":1,"repeated":0}');
  assert.equal((await second).id, (await plan.kept()).report.id);
  assert.equal((await plan.kept()).received, true);
});

test("answers that are refused send nothing", async () => {
  await assert.rejects(plan.submit({ smoker: "maybe" }, { endpoint: `${origin}/reports` }), {
    code: "unknown-category",
  });
  assert.equal(requests.length, 0);
});

test("the size of the request is the same for every answer", async () => {
  const wide = project.design({
    survey: "wide",
    attributes: [{ name: "district", categories: Array.from({ length: 1200 }, (_, i) => `${i}`), epsilon: 1 }],
  });
  const crowd = await loadPlan(wide, { storage: "memory" });
  const sizes = new Set();
  const answers = new Set();
  for (let i = 0; i < 60; i += 1) {
    await crowd.submit({ district: `${i * 20}` }, { endpoint: `${origin}/reports` });
    const { body, headers } = requests.at(-1);
    sizes.add(`${headers["content-length"]} ${body.length}`);
    answers.add(String(JSON.parse(body).perturbed[0]).length);
    await crowd.forget();
  }
  // Without padding, one of 60 reports would have fewer than four digits, except with a probability below 1e-7.
  assert.ok(answers.size > 1);
  assert.equal(sizes.size, 1);
});

test("the size of the request is the same for every answer and every draw of a labelled plan", async () => {
  for (const labelled of PLANS.slice(6, 8)) {
    const { attributes } = labelled;
    const crowd = await loadPlan(labelled, { maxRecordEpsilon: 20, storage: "memory" });
    const [sizes, lengths] = [new Set(), new Set()];
    for (let i = 0; i < 60; i += 1) {
      const answers = Object.fromEntries(
        attributes.map(({ name, categories }) => [name, categories[i % categories.length]]),
      );
      await crowd.submit(answers, { endpoint: `${origin}/reports` });
      const { body, headers } = requests.at(-1);
      sizes.add(`${headers["content-length"]} ${body.length}`);
      lengths.add(body.trimEnd().length);
      await crowd.forget();
    }
    assert.ok(lengths.size > 1);
    assert.equal(sizes.size, 1, labelled.survey);
  }
});

test("the console hears nothing", async (t) => {
  const written = ["log", "info", "warn", "error", "debug"].map((name) => t.mock.method(console, name, () => {}));
  await plan.submit(ANSWERS, { endpoint: `${origin}/reports` });
  await assert.rejects((await loadPlan(document)).respond(ANSWERS), { code: "no-storage" });
  await assert.rejects(loadPlan({}));
  assert.deepEqual(
    written.map(({ mock }) => mock.callCount()),
    [0, 0, 0, 0, 0],
  );
});
