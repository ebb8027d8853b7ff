/** The built package in Chromium: in a page, in a web worker, under a strict policy, and through Vite. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build, createServer as createVite } from "vite";
import { designed } from "../program.mjs";
import { html, served, withChangedByte } from "./site.mjs";
import { faults, keptEntry, openBrowser, openPage, traces } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PACKAGE = join(ROOT, "pkg/dist/index.js");

const SURVEY = {
  survey: "habits",
  attributes: [
    { name: "smoker", categories: ["no", "yes"], epsilon: 1 },
    { name: "age", bins: [18, 30, 45, 60], epsilon: 1 },
  ],
};

/** A script that uses the package and puts its report into the title of the page. */
const RESPOND = `
  const plan = await loadPlan(document_);
  const report = await plan.respond({ smoker: "yes", age: 27 });`;

let browser;
let folder;
let plan;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "candor-browser-"));
  plan = JSON.parse(designed(SURVEY));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Opens an address and returns the report that the page puts into its title. */
async function reported(address) {
  const page = await openPage(browser);
  await page.goto(address);
  await page.waitForFunction(() => document.title.startsWith("{"));
  const report = JSON.parse(await page.title());
  assert.equal(report.plan, plan.fingerprint);
  assert.equal(report.perturbed.length, 2);
  assert.deepEqual(faults(page), []);
  await page.context().close();
}

const INLINE_PLAN = () => `const document_ = ${JSON.stringify(plan)};`;

test("a page imports the file as it is, and nothing else is fetched", async () => {
  const page = html(
    `import { loadPlan } from "./candor.js"; ${INLINE_PLAN()} ${RESPOND} document.title = JSON.stringify(report);`,
  );
  await served({ "index.html": page, "candor.js": readFileSync(PACKAGE) }, {}, async (address, asked) => {
    await reported(address);
    assert.deepEqual(asked, ["GET /", "GET /candor.js"]);
  });
});

test("it runs under a policy that lets the page connect to nothing", async () => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'; img-src data:";
  const files = {
    "index.html": html("", 'src="page.js"'),
    "page.js": `import { loadPlan } from "./candor.js"; ${INLINE_PLAN()} ${RESPOND} document.title = JSON.stringify(report);`,
    "candor.js": readFileSync(PACKAGE),
  };
  await served(files, { "content-security-policy": policy }, (address) => reported(address));
});

test("without 'wasm-unsafe-eval' the error says what the policy must allow", async () => {
  const files = {
    "index.html": html("", 'src="page.js"'),
    "page.js": `import { loadPlan } from "./candor.js"; ${INLINE_PLAN()}
      document.title = await loadPlan(document_).catch(({ code }) => code);`,
    "candor.js": readFileSync(PACKAGE),
  };
  const policy = "default-src 'none'; script-src 'self'; img-src data:";
  await served(files, { "content-security-policy": policy }, async (address) => {
    const page = await openPage(browser);
    await page.goto(address);
    await page.waitForFunction(() => document.title !== "waiting");
    assert.equal(await page.title(), "wasm-unavailable");
    await page.context().close();
  });
});

test("without 'wasm-unsafe-eval' a page that chose it has the mechanism in JavaScript, and one that has candor/js as well", async () => {
  const built = (name) => readFileSync(join(ROOT, "pkg/dist", name));
  const policy = "default-src 'none'; script-src 'self'; connect-src 'none'; img-src data:";
  for (const [entry, fallback] of [
    ["index.js", `, { fallback: "js" }`],
    ["js.js", ""],
  ]) {
    const files = {
      "index.html": html("", 'src="page.js"'),
      "page.js": `import { loadPlan } from "./candor.js"; ${INLINE_PLAN()}
        const plan = await loadPlan(document_${fallback});
        const report = await plan.respond({ smoker: "yes", age: 27 });
        document.title = JSON.stringify(plan.promises.fixedWork ? {} : report);`,
      "candor.js": built(entry),
      "javascript.js": built("javascript.js"),
    };
    await served(files, { "content-security-policy": policy }, async (address, asked) => {
      await reported(address);
      assert.equal(asked.includes("GET /javascript.js"), entry === "index.js");
    });
  }
});

test("a page's integrity hash covers the module, and a changed byte is refused", async () => {
  const source = readFileSync(PACKAGE);
  const integrity = `sha256-${createHash("sha256").update(source).digest("base64")}`;
  const map = `<script type="importmap">{"imports":{"candor":"./candor.js"},"integrity":{"./candor.js":"${integrity}"}}</script>`;
  const page =
    map +
    html(`const { loadPlan } = await import("candor").catch(() => { document.title = "refused"; throw 0; });
    ${INLINE_PLAN()} ${RESPOND} document.title = JSON.stringify(report);`);
  await served({ "index.html": page, "candor.js": source }, {}, (address) => reported(address));
  await served({ "index.html": page, "candor.js": withChangedByte(source) }, {}, async (address) => {
    const page = await openPage(browser);
    await page.goto(address);
    await page.waitForFunction(() => document.title !== "waiting");
    assert.equal(await page.title(), "refused");
    await page.context().close();
  });
});

test("a web worker perturbs", async () => {
  const files = {
    "index.html": html(`const worker = new Worker("./worker.js", { type: "module" });
      worker.onmessage = ({ data }) => { document.title = JSON.stringify(data); };`),
    "worker.js": `import { loadPlan } from "./candor.js"; ${INLINE_PLAN()} ${RESPOND} postMessage(report);`,
    "candor.js": readFileSync(PACKAGE),
  };
  await served(files, {}, (address) => reported(address));
});

test("a report is posted without cookie and referrer, once, and the plan comes from its address", async () => {
  const script = `import { loadPlan } from "./candor.js"; document.cookie = "who=me";
    const plan = await loadPlan("plan.json");
    const receipt = await plan.submit({ smoker: "yes", age: 27 }, { endpoint: "/reports" }).catch(({ code }) => code);
    document.title = JSON.stringify({ receipt, ...(await plan.kept()).report });`;
  const files = { "index.html": html(script), "candor.js": readFileSync(PACKAGE), "plan.json": JSON.stringify(plan) };
  await served(files, {}, async (address, asked) => {
    const page = await openPage(browser);
    let posted;
    await page.route("**/reports", (route) => {
      posted = route.request();
      return route.fulfill({ status: 201, contentType: "application/json", body: '{"accepted":1,"repeated":0}' });
    });
    await page.goto(address);
    await page.waitForFunction(() => document.title.startsWith("{"));
    const { receipt, ...report } = JSON.parse(await page.title());
    assert.deepEqual(receipt, { id: report.id, stored: "new", fromTheseAnswers: true });
    assert.equal(posted.postData().trimEnd(), JSON.stringify(report));
    const headers = await posted.allHeaders();
    for (const name of ["content-type", "cookie", "referer"]) assert.equal(headers[name], undefined);
    assert.deepEqual(asked, ["GET /", "GET /candor.js", "GET /plan.json"]);
    assert.deepEqual(await traces(page), [keptEntry(plan, report, true), ["candor", "indexeddb"], "who=me"]);
    await page.context().close();
  });
});

/** A Vite project with the package installed, whose page and worker use it. */
function viteProject() {
  const root = mkdtempSync(join(folder, "vite-"));
  const installed = join(root, "node_modules/candor");
  mkdirSync(join(installed, "dist"), { recursive: true });
  copyFileSync(join(ROOT, "pkg/package.json"), join(installed, "package.json"));
  for (const file of ["index.js", "javascript.js"])
    copyFileSync(join(ROOT, "pkg/dist", file), join(installed, "dist", file));
  writeFileSync(join(root, "package.json"), JSON.stringify({ name: "vite-project", private: true, type: "module" }));
  writeFileSync(join(root, "index.html"), html("", 'src="/main.js"'));
  writeFileSync(
    join(root, "main.js"),
    `import { loadPlan } from "candor"; ${INLINE_PLAN()} ${RESPOND}
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => { document.title = JSON.stringify(data); };
    worker.postMessage(report.plan);`,
  );
  writeFileSync(
    join(root, "worker.js"),
    `import { loadPlan } from "candor"; ${INLINE_PLAN()}
    onmessage = async () => { ${RESPOND} postMessage(report); };`,
  );
  return { root, configFile: false, logLevel: "error", worker: { format: "es" } };
}

test("Vite's development server needs no configuration", async () => {
  const server = await createVite({ ...viteProject(), server: { host: "127.0.0.1", port: 0 } });
  await server.listen();
  try {
    await reported(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
});

test("Vite's build needs no configuration", async () => {
  const project = viteProject();
  await build(project);
  const output = join(project.root, "dist");
  const assets = readdirSync(join(output, "assets"));
  assert.ok(
    assets.every((name) => extname(name) === ".js"),
    assets.join(),
  );
  const files = Object.fromEntries([
    ["index.html", readFileSync(join(output, "index.html"), "utf8").replaceAll("/assets/", "/")],
    ...assets.map((name) => [name, readFileSync(join(output, "assets", name), "utf8").replaceAll("/assets/", "/")]),
  ]);
  await served(files, {}, (address) => reported(address));
});
