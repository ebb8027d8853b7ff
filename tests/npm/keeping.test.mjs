/** Where reports are kept outside of browsers, in which order, and from whose answers they were drawn. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, beforeEach, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";
import { Shelf } from "./shelf.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const document = project.design(HEALTH);
const endpoint = "/reports";
const fetch = async () => Response.json({ accepted: 1, repeated: 0 });

let plan;

beforeEach(async () => {
  plan = await loadPlan(document, { storage: "memory" });
  await plan.forget();
});

test("a process that was given no storage answers for nobody, and is told of perturb", async () => {
  const plan = await loadPlan(document);
  for (const call of [plan.respond(ANSWERS), plan.submit(ANSWERS, { endpoint, fetch }), plan.resend({ endpoint })]) {
    await assert.rejects(call, { name: "CandorError", code: "no-storage", message: /`perturb`/ });
  }
  assert.equal(plan.perturb(ANSWERS).plan, document.fingerprint);
});

test("a server's localStorage is not one person's", () => {
  project.write("document.json", JSON.stringify(document));
  const program = project.write(
    "server.js",
    `import { readFileSync } from "node:fs";
     import { loadPlan } from "candor";
     const texts = new Map();
     globalThis.localStorage = {
       getItem: (key) => texts.get(key) ?? null,
       setItem: (key, text) => void texts.set(key, text),
       removeItem: (key) => void texts.delete(key),
     };
     const plan = await loadPlan(JSON.parse(readFileSync("document.json", "utf8")));
     console.log(await plan.respond(${JSON.stringify(ANSWERS)}).catch(({ code }) => code));`,
  );
  const said = execFileSync(process.execPath, [program], { cwd: project.folder, encoding: "utf8" });
  assert.equal(said, "no-storage\n");
});

test("persons with storages of their own have reports of their own", async () => {
  const shelves = [new Shelf(), new Shelf()];
  const reports = [];
  for (const storage of shelves) {
    const plan = await loadPlan(document, { storage });
    const report = await plan.respond(ANSWERS);
    assert.deepEqual(await plan.kept(), { report, received: false, where: "given" });
    reports.push(report);
  }
  assert.notEqual(reports[0].id, reports[1].id);
  const again = await loadPlan(document, { storage: shelves[0] });
  assert.deepEqual(await again.respond({ smoker: "no", age: 61 }), reports[0]);
  const [[key, text], ...others] = [...shelves[0].texts];
  assert.deepEqual([key, others], [`report ${document.fingerprint}`, []]);
  const { digest, ...kept } = JSON.parse(text);
  assert.deepEqual(kept, { report: { ...reports[0] }, received: false });
  assert.match(digest, /^[\w-]{43}$/);
});

test("a storage that fails, or gives nothing, keeps nothing", async () => {
  const cause = new Error("the disk is full");
  const failing = { read: async () => [], update: () => Promise.reject(cause) };
  const plan = await loadPlan(document, { storage: failing });
  await assert.rejects(plan.respond(ANSWERS), { name: "CandorError", code: "not-kept", retryable: true, cause });
  const empty = await loadPlan(document, { storage: { read: async () => {}, update: async () => {} } });
  await assert.rejects(empty.respond(ANSWERS), { name: "CandorError", code: "not-kept" });
});

test("a storage whose transaction starts again keeps a report of the same answers", async () => {
  const clear = project.design({
    survey: "clear",
    attributes: [{ name: "a", categories: ["x", "y"], epsilon: 20 }],
    privacy: { method: "independent" },
  });
  const again = new Shelf();
  const { update } = again;
  again.update = (keys, change) =>
    update.call(again, keys, (kept) => {
      change(kept);
      return change(kept);
    });
  const plan = await loadPlan(clear, { storage: again, maxRecordEpsilon: 40 });
  const report = await plan.respond({ a: "y" });
  // Another category is reported in less than one of 10 million runs.
  assert.deepEqual([report.perturbed, report.fromTheseAnswers], [[1], true]);
});

test("a report says whether it was drawn from the answers of the call", async () => {
  const first = await plan.respond(ANSWERS);
  assert.equal(first.fromTheseAnswers, true);
  assert.equal((await plan.respond({ ...ANSWERS })).fromTheseAnswers, true);
  const edited = { ...ANSWERS, smoker: "no" };
  assert.equal((await plan.respond(edited)).fromTheseAnswers, false);
  assert.deepEqual(await plan.submit(edited, { endpoint, fetch }), {
    id: first.id,
    stored: "new",
    fromTheseAnswers: false,
  });
  assert.deepEqual(Object.keys(first), ["id", "perturbed", "plan"]);
  await plan.forget();
  assert.equal((await plan.respond(edited)).fromTheseAnswers, true);
});

test("of a report that was drawn elsewhere nothing is said", async () => {
  const storage = new Shelf();
  const { loadPlan: elsewhere } = await import(`${project.path("node_modules/candor/dist/index.js")}?elsewhere`);
  await (await elsewhere(document, { storage })).respond(ANSWERS);
  const plan = await loadPlan(document, { storage });
  assert.equal((await plan.respond(ANSWERS)).fromTheseAnswers, undefined);
});

test("what is asked first is done first, and two plans of one document agree", async () => {
  const other = await loadPlan(document, { storage: "memory" });
  const [first, , second, kept] = await Promise.all([
    plan.respond(ANSWERS),
    other.forget(),
    plan.respond({ smoker: "no", age: 61 }),
    other.kept(),
  ]);
  assert.notEqual(first.id, second.id);
  assert.equal(second.fromTheseAnswers, true);
  assert.deepEqual(kept.report, second);
  await plan.forget();
  assert.equal(await other.kept(), undefined);
  assert.notEqual((await other.respond(ANSWERS)).id, second.id);
});
