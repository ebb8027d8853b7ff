/** Invitations and withdrawals of the packed package with the collector: two programs that share no code for blind signatures. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { CANDOR, candor } from "../program.mjs";
import { Project } from "./installed.mjs";

const project = new Project();
const entry = (name) => import(pathToFileURL(project.path(`node_modules/candor/dist/${name}.js`)));
const [{ loadPlan }, { loadPlan: loadInJavaScript }, { invited }, { withdrawable }] = await Promise.all(
  ["index", "js", "invited", "withdrawable"].map(entry),
);
const running = [];
after(() => {
  for (const collector of running) collector.kill();
  project.remove();
});

/** A collector for a plan with this kind of invitations and other members of its survey, and links to it. */
async function collecting(kind, number, more = {}) {
  const attributes = [{ name: "content", categories: ["no", "yes"], epsilon: 1 }];
  const document = project.design({ survey: `staff-${kind}`, attributes, ...(kind && { invitations: kind }), ...more });
  const [plan, database] = [project.path(`staff-${kind}.plan.json`), project.path(`${running.length}.db`)];
  const page = ["--page", "https://survey.example/"];
  const links = kind ? candor("database", "invite", plan, "--number", number, "--database", database, ...page) : "";
  const at = ["--release-after=1", "--release-reports=1", "--release-minutes=0", "--public", "--listen", "127.0.0.1:0"];
  const process = spawn(CANDOR, ["serve", "--plan", plan, "--database", database, ...at]);
  running.push(process);
  const [line] = await new Promise((resolve) =>
    createInterface(process.stdout).once("line", (...lines) => resolve(lines)),
  );
  return { document, links: links.trim().split("\n"), collector: `${line.replace("listening on ", "")}/` };
}

/** The storage of one device. */
function device() {
  const kept = new Map();
  const read = async (keys) => keys.map((key) => kept.get(key));
  return {
    kept,
    read,
    update: async (keys, change) => {
      const texts = change(await read(keys));
      for (const [i, key] of keys.entries()) kept.set(key, texts[i]);
      return texts;
    },
  };
}

const answers = { content: "yes" };

test("an invitation of either kind lets one device send one report", async () => {
  for (const kind of ["plain", "blind"]) {
    const { document, links, collector } = await collecting(kind, 3);
    const endpoint = `${collector}reports`;
    const [own, other] = [device(), device()];
    const plan = await loadPlan(document, { storage: own });
    assert.equal(plan.invitations, kind);
    await assert.rejects(plan.submit(answers, { endpoint }), { code: "not-invited", status: 403 });
    const fetch = await invited(plan, { link: links[0], collector, storage: own });
    const receipt = await plan.submit(answers, { endpoint, fetch });
    assert.equal(receipt.stored, "new");
    // After a reload the link has no fragment any more.
    const again = await invited(await loadPlan(document, { storage: own }), {
      link: "https://survey.example/",
      collector,
      storage: own,
    });
    assert.equal((await plan.submit(answers, { endpoint, fetch: again })).stored, "same");
    // The same link on another device.
    const second = await loadPlan(document, { storage: other });
    const using = async () => {
      const fetch = await invited(second, { link: links[0], collector, storage: other });
      return second.submit(answers, { endpoint, fetch });
    };
    await assert.rejects(using, { code: "invitation-used", status: 409 });
    const mine = await invited(second, { link: new URL(links[1]), collector, storage: other });
    assert.equal((await second.submit(answers, { endpoint, fetch: mine })).stored, "new");
    const none = { link: "https://survey.example/#", collector, storage: device() };
    await assert.rejects(invited(plan, none), { code: "not-invited" });
  }
});

test("a blind invitation is asked for again where its answer was lost, and only under the key of the link", async () => {
  const { document, links, collector } = await collecting("blind", 2);
  const own = device();
  const plan = await loadPlan(document, { storage: own });
  const asked = [];
  const losing = async (url, init) => {
    const response = await fetch(url, init);
    if (init.method === "POST" && asked.push(init.body) === 1) throw new TypeError("the connection broke");
    return response;
  };
  const options = { link: links[0], collector, storage: own, fetch: losing };
  await assert.rejects(invited(plan, options), { code: "unreachable", retryable: true });
  const bringing = await invited(plan, options);
  assert.equal(asked[0], asked[1]);
  const sent = [];
  const listening = (url, init) => {
    sent.push(new Headers(init.headers).get("candor-invitation"));
    return losing(url, init);
  };
  await plan.submit(answers, { endpoint: `${collector}reports`, fetch: bringing });
  // The report's credential and the invitation have nothing in common.
  const kept = JSON.parse(own.kept.get(`invitation ${plan.fingerprint}`));
  assert.equal(kept.credential.length, 427);
  assert.ok(!kept.credential.includes(kept.invitation) && !asked[0].includes(kept.credential.slice(0, 20)));
  const stranger = { link: links[1].replace(/key=.{4}/, "key=AAAA"), collector, storage: device(), fetch: listening };
  await assert.rejects(invited(plan, stranger), { code: "invalid-invitation" });
  assert.deepEqual(sent, [null]);
});

const THREE = {
  attributes: ["content", "leaving", "paid"].map((name) => ({ name, categories: ["no", "yes"] })),
  privacy: { record_epsilon: 1 },
};

test("the label of a report follows from a blind invitation, so that a forger cannot choose it", async () => {
  const { document, links, collector } = await collecting("blind", 7, THREE);
  const [endpoint, given] = [`${collector}reports`, { content: "no", leaving: "no", paid: "no" }];
  assert.equal(document.labels, "invited");
  for (const [engine, link] of [
    [loadPlan, links[0]],
    [loadInJavaScript, links[1]],
  ]) {
    const own = device();
    const plan = await engine(document, { storage: own });
    await assert.rejects(plan.submit(given, { endpoint }), { code: "not-invited" });
    assert.equal(await plan.kept(), undefined);
    const fetch = await invited(plan, { link, collector, storage: own });
    assert.equal((await plan.submit(given, { endpoint, fetch })).stored, "new");
    assert.equal((await plan.submit(given, { endpoint, fetch })).stored, "same");
  }
  // Reports with every other label, by somebody who knows the credential. Each refusal leaves the invitation as it was.
  const own = device();
  const plan = await loadPlan(document, { storage: own });
  const fetch = await invited(plan, { link: links[2], collector, storage: own });
  const { label } = JSON.parse(own.kept.get(`report ${plan.fingerprint}`));
  const forged = new Map();
  while (forged.size < 3) {
    const report = plan.perturb(given);
    forged.set(report.perturbed[0], report);
  }
  for (const [of, report] of forged) {
    const headers = { "content-type": "application/json" };
    const response = await fetch(endpoint, { method: "POST", headers, body: JSON.stringify(report) });
    if (of === label) continue;
    assert.deepEqual([response.status, (await response.json()).code], [422, "invalid-report"]);
  }
  assert.ok(label < 3 && forged.size === 3);
});

test("an invitation gives its label in place of another, until there is a report", async () => {
  const { document, links, collector } = await collecting("blind", 2, { ...THREE, ask: "drawn" });
  const own = device();
  const plan = await loadPlan(document, { storage: own });
  await assert.rejects(plan.questions(), { code: "not-invited" });
  const key = `report ${plan.fingerprint}`;
  const using = (link) => invited(plan, { link, collector, storage: own });
  const fetch = await using(links[0]);
  const kept = JSON.parse(own.kept.get(key));
  own.kept.set(key, JSON.stringify({ ...kept, label: (kept.label + 1) % 3 }));
  await using(links[0]);
  assert.equal(JSON.parse(own.kept.get(key)).label, kept.label);
  const asked = await plan.questions();
  const given = Object.fromEntries(asked.map(({ name }) => [name, "yes"]));
  assert.equal((await plan.submit(given, { endpoint: `${collector}reports`, fetch })).stored, "new");
  await using(links[1]);
  assert.equal((await plan.kept()).report.perturbed[0], kept.label);
});

test("a device withdraws its report, and nobody else does", async () => {
  const { document, collector } = await collecting(undefined);
  const endpoint = `${collector}reports`;
  const [own, other] = [device(), device()];
  const plan = await loadPlan(document, { storage: own });
  const mine = await withdrawable(plan, { collector, storage: own });
  await assert.rejects(mine.withdraw(), { code: "not-found" });
  await plan.submit(answers, { endpoint, fetch: mine.fetch });
  const second = await loadPlan(document, { storage: other });
  await second.submit(answers, { endpoint });
  // A report that was sent without a secret stays; so does that of another device.
  await assert.rejects((await withdrawable(second, { collector, storage: other })).withdraw(), {
    code: "not-found",
    status: 404,
  });
  const reports = async () => (await (await fetch(`${collector}surveys`)).json())[0].reports;
  assert.equal(await reports(), 2);
  await (await withdrawable(plan, { collector, storage: own })).withdraw();
  await assert.rejects(mine.withdraw(), { code: "not-found", status: 404 });
  // Totals leave it out at the next step, which comes when more reports stay than they had.
  for (const expected of [2, 3]) {
    assert.equal(await reports(), 2);
    await (await loadPlan(document, { storage: device() })).submit(answers, { endpoint });
    assert.equal(await reports(), expected);
  }
});

test("a survey says when it opens and closes, and its collector keeps to that", async () => {
  const period = { opens: "2999-01-01T00:00:00Z", closes: "2999-02-01T00:00:00Z" };
  for (const [said, code] of [
    [period, "plan-not-open"],
    [{ closes: "2026-01-01T00:00:00Z" }, "plan-closed"],
  ]) {
    const { document, collector } = await collecting(undefined, 0, said);
    const plan = await loadPlan(document, { storage: device() });
    assert.deepEqual([plan.opens, plan.closes], [said.opens, said.closes]);
    await assert.rejects(plan.submit(answers, { endpoint: `${collector}reports` }), {
      code,
      status: 409,
      retryable: false,
    });
  }
});

test("an entry of their own: who invites nobody loads neither", () => {
  const index = readFileSync(project.path("node_modules/candor/dist/index.js"), "utf8");
  for (const header of ["candor-invitation", "candor-withdrawal"]) assert.ok(!index.includes(header));
});
