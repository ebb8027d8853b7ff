/** What is asked of servers: plans by their address, reports in one exact form. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

let project;
let document;
let loadPlan;
let plan;
let server;
let origin;
let requests;
let respond;

before(async () => {
  project = new Project();
  document = project.design(HEALTH);
  ({ loadPlan } = await project.import());
});

after(() => project.remove());

beforeEach(async () => {
  requests = [];
  respond = (response) => response.writeHead(201, { "content-type": "application/json" }).end('{"accepted":1,"repeated":0}');
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method, url: request.url, headers: request.headers, body });
    respond(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${server.address().port}`;
  plan = await loadPlan(document);
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
  assert.deepEqual(requests.map(({ method, url }) => `${method} ${url}`), ["GET /plan.json", "GET /plan.json"]);
});

test("an address that holds no plan is refused with a code", async () => {
  respond = (response) => response.end("<!doctype html>");
  await assert.rejects(loadPlan(`${origin}/`), { name: "CandorError", code: "invalid-plan" });
  respond = problem(404, { code: "not-found", detail: "there is no such plan" });
  await assert.rejects(loadPlan(`${origin}/`), { code: "not-found", message: "there is no such plan" });
  respond = (response) => response.writeHead(502).end("bad gateway");
  await assert.rejects(loadPlan(`${origin}/`), { code: "unexpected-response" });
  await assert.rejects(loadPlan("http://127.0.0.1:9/plan.json"), { code: "unreachable" });
});

test("a report is posted as its canonical bytes, and nothing else goes with it", async () => {
  const { id, stored } = await plan.submit(ANSWERS, { endpoint: `${origin}/reports` });
  const report = await plan.respond(ANSWERS);
  assert.deepEqual({ id, stored }, { id: report.id, stored: "new" });
  const [{ method, url, headers, body }] = requests;
  assert.equal(`${method} ${url}`, "POST /reports");
  assert.equal(body.trimEnd(), `{"answers":[${report.answers}],"id":"${report.id}","plan":"${document.fingerprint}"}`);
  assert.equal(headers["content-type"], "application/json");
  for (const name of ["cookie", "referer", "authorization"]) assert.equal(headers[name], undefined);
});

test("requests carry no credentials and no referrer, follow no redirect, and are not stored", async () => {
  let init;
  const fetch = async (...request) => {
    init = request[1];
    return new Response(null, { status: 200 });
  };
  const receipt = await plan.submit(ANSWERS, { endpoint: "/reports", fetch });
  assert.equal(receipt.stored, "same");
  const { body, headers, ...rest } = init;
  assert.deepEqual(headers, { "content-type": "application/json" });
  assert.deepEqual(rest, {
    method: "POST",
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
  });
});

test("a redirect is not followed", async () => {
  respond = (response) => response.writeHead(307, { location: `${origin}/elsewhere` }).end();
  await assert.rejects(plan.submit(ANSWERS, { endpoint: `${origin}/reports` }), { code: "unreachable" });
  assert.deepEqual(requests.map(({ url }) => url), ["/reports"]);
});

test("after a failure the same bytes are sent again", async () => {
  const endpoint = `${origin}/reports`;
  respond = (response) => response.destroy();
  await assert.rejects(plan.submit(ANSWERS, { endpoint }), { code: "unreachable" });
  respond = (response) => response.writeHead(503).end();
  await assert.rejects(plan.submit(ANSWERS, { endpoint }), { code: "unexpected-response" });
  respond = (response) => response.writeHead(200).end("{}");
  assert.equal((await plan.submit({ smoker: "no", age: 50 }, { endpoint })).stored, "same");
  assert.equal(requests.length, 3);
  assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
});

test("a second submit while one is under way joins it; a later one is a request of its own", async () => {
  const endpoint = `${origin}/reports`;
  const [first, second] = await Promise.all([plan.submit(ANSWERS, { endpoint }), plan.submit(ANSWERS, { endpoint })]);
  assert.equal(first, second);
  assert.equal(requests.length, 1);
  await plan.submit(ANSWERS, { endpoint });
  assert.equal(requests.length, 2);
  assert.equal(requests[0].body, requests[1].body);
});

test("the collector's refusals keep their code", async () => {
  for (const [status, code] of [[409, "id-conflict"], [413, "too-large"], [422, "plan-mismatch"]]) {
    respond = problem(status, { type: `urn:candor:${code}`, title: "Refused", status, detail: "a rule was broken", code });
    const refused = plan.submit(ANSWERS, { endpoint: `${origin}/reports` });
    await assert.rejects(refused, { name: "CandorError", code, message: "a rule was broken" });
  }
});

test("answers that are refused send nothing", async () => {
  await assert.rejects(plan.submit({ smoker: "maybe" }, { endpoint: `${origin}/reports` }), { code: "unknown-category" });
  assert.equal(requests.length, 0);
});

test("the size of the request is the same for every answer", async () => {
  const wide = project.design({
    survey: "wide",
    attributes: [{ name: "district", categories: Array.from({ length: 1200 }, (_, i) => `${i}`), epsilon: 1 }],
  });
  const crowd = await loadPlan(wide);
  const sizes = new Set();
  const answers = new Set();
  for (let i = 0; i < 60; i += 1) {
    await crowd.submit({ district: `${i * 20}` }, { endpoint: `${origin}/reports` });
    const { body, headers } = requests.at(-1);
    sizes.add(`${headers["content-length"]} ${body.length}`);
    answers.add(String(JSON.parse(body).answers[0]).length);
    await crowd.forget();
  }
  // Without padding, one of 60 reports has fewer than four digits but for a chance below 1e-7.
  assert.ok(answers.size > 1);
  assert.equal(sizes.size, 1);
});

test("the console hears once that nothing can be kept here, and nothing else", async (t) => {
  const names = ["log", "info", "warn", "error", "debug"];
  const { loadPlan: fresh } = await import(`${project.path("node_modules/candor/dist/index.js")}?console`);
  const written = names.map((name) => t.mock.method(console, name, () => {}));
  for (let i = 0; i < 2; i += 1) await (await fresh(document)).submit(ANSWERS, { endpoint: `${origin}/reports` });
  await assert.rejects(fresh({}));
  const said = written.flatMap(({ mock }, i) => mock.calls.map(({ arguments: words }) => [names[i], ...words]));
  assert.equal(said.length, 1);
  assert.equal(said[0][0], "warn");
  assert.match(said[0][1], /^candor: this page can keep nothing/);
});
