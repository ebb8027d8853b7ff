/** A device draws once and keeps the report wherever it can: across reloads, tabs and crashes, and when storage is missing or full. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { designed } from "../program.mjs";
import { html, served } from "./site.mjs";
import { keptEntry, openBrowser, openPage, traces, watch } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Enough categories that two draws are the same with a probability below 1e-9. */
const SURVEY = {
  survey: "keeping",
  attributes: ["a", "b", "c"].map((name) => ({
    name,
    categories: Array.from({ length: 2000 }, (_, i) => `${i}`),
    epsilon: 0.1,
  })),
};
const ANSWERS = { a: "1", b: "2", c: "3" };

let browser;
let files;
let plan;

before(async () => {
  const text = designed(SURVEY);
  plan = JSON.parse(text);
  const script =
    'import { loadPlan } from "./candor.js"; globalThis.load = (options) => loadPlan("/plan.json", options); document.title = "ready";';
  files = {
    "index.html": html("", 'src="page.js"'),
    "page.js": script,
    "plan.json": text,
    "candor.js": readFileSync(join(ROOT, "pkg/dist/index.js")),
  };
  browser = await openBrowser();
});

after(() => browser?.close());

/** Runs a test with pages of a site that has the package; `crippled` removes something from the page that the browser has. */
async function withSite(run, crippled = () => {}) {
  await served(files, {}, async (address) => {
    const first = await openPage(browser);
    const context = first.context();
    await context.addInitScript(crippled);
    const open = async (page) => {
      watch(page);
      await page.goto(address);
      await page.waitForFunction(() => document.title === "ready");
      return page;
    };
    await open(first);
    await run({ first, another: async () => open(await context.newPage()), open });
    await context.close();
  });
}

const respond = (page, answers = ANSWERS) => page.evaluate(async (answers) => (await load()).respond(answers), answers);
const kept = (page) => page.evaluate(async () => (await load()).kept());

for (const [where, crippled] of [
  ["indexeddb", () => {}],
  ["localstorage", () => Object.defineProperty(globalThis, "indexedDB", { value: undefined })],
  [
    "localstorage",
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    },
  ],
]) {
  test(`a report outlasts reload, tab and crash: ${where}, ${crippled}`, async () => {
    await withSite(async ({ first, another, open }) => {
      const drawn = await respond(first);
      assert.deepEqual(await kept(first), { report: drawn, received: false, where });
      assert.deepEqual(await respond(await open(first), { a: "9", b: "9", c: "9" }), drawn);
      const second = await another();
      await first.close({ runBeforeUnload: false });
      assert.deepEqual(await respond(second), drawn);
      await second.evaluate(async () => (await load()).forget());
      assert.equal(await kept(second), undefined);
      assert.notDeepEqual(await respond(second), drawn);
    }, crippled);
  });
}

for (const [where, crippled] of [
  ["indexeddb", () => {}],
  ["localstorage", () => Object.defineProperty(globalThis, "indexedDB", { value: undefined })],
]) {
  test(`tabs that draw at the same moment have one report: ${where}`, async () => {
    await withSite(async ({ first, another }) => {
      const tabs = [first, await another(), await another(), await another()];
      const reports = await Promise.all(tabs.map((tab, i) => respond(tab, { a: `${i}`, b: `${i}`, c: `${i}` })));
      assert.equal(new Set(reports.map((report) => JSON.stringify(report))).size, 1);
      assert.deepEqual(
        await Promise.all(tabs.map(kept)),
        reports.map((report) => ({ report, received: false, where })),
      );
    }, crippled);
  });
}

/** Makes the database unavailable until `back` is called. */
function fail() {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => {
    throw new DOMException("busy", "UnknownError");
  };
  globalThis.back = () => {
    IDBFactory.prototype.open = open;
  };
}

test("a database that fails for a moment is asked again, and nothing else is drawn", async () => {
  await withSite(async ({ first, open }) => {
    const drawn = await respond(first);
    await open(first);
    await first.evaluate(fail);
    const requests = [];
    first.on("request", (request) => requests.push(request.method()));
    const [code, later] = await first.evaluate(async () => {
      const plan = await load();
      const others = { a: "9", b: "9", c: "9" };
      const code = await plan.submit(others, { endpoint: "/reports" }).catch(({ code }) => code);
      back();
      return [code, await plan.respond(others)];
    });
    assert.deepEqual([code, later], ["not-kept", drawn]);
    assert.deepEqual(requests, ["GET"]);
  });
});

test("a report that localStorage keeps stays the one when there is a database", async () => {
  await withSite(async ({ first, another, open }) => {
    await first.evaluate(fail);
    const drawn = await respond(first);
    assert.deepEqual(await kept(first), { report: drawn, received: false, where: "localstorage" });
    for (const page of [await another(), await open(first)]) assert.deepEqual(await respond(page), drawn);
  });
});

test("what is kept is the report and nothing of the answers", async () => {
  await withSite(async ({ first }) => {
    const report = await respond(first);
    assert.deepEqual(await traces(first), [keptEntry(plan, report, false), ["candor", "indexeddb"]]);
  });
});

test("where nothing can be kept nothing is drawn, unless the page takes its own memory", async () => {
  await withSite(
    async ({ first }) => {
      const [code, drawn, again, kept] = await first.evaluate(async (answers) => {
        const code = await (await load()).respond(answers).catch(({ code }) => code);
        const plan = await load({ storage: "memory" });
        return [code, await plan.respond(answers), await plan.respond(answers), await plan.kept()];
      }, ANSWERS);
      assert.equal(code, "no-storage");
      assert.deepEqual(again, drawn);
      assert.deepEqual(kept, { report: drawn, received: false, where: "memory" });
    },
    () => {
      Object.defineProperty(globalThis, "indexedDB", { value: undefined });
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    },
  );
});

for (const [kind, crippled] of [
  [
    "IndexedDB",
    () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
  [
    "a database that aborts",
    () => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...words) {
        put.apply(this, words);
        this.transaction.abort();
      };
    },
  ],
  [
    "localStorage",
    () => {
      Object.defineProperty(globalThis, "indexedDB", { value: undefined });
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, text) {
        if (text.length > 0) throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, key, text);
      };
    },
  ],
]) {
  test(`a report that cannot be kept is not sent: ${kind}`, async () => {
    await withSite(async ({ first }) => {
      const requests = [];
      first.on("request", (request) => requests.push(request.method()));
      const code = await first.evaluate(
        async (answers) => (await load()).submit(answers, { endpoint: "/reports" }).catch(({ code }) => code),
        ANSWERS,
      );
      assert.equal(code, "not-kept");
      assert.deepEqual(requests, ["GET"]);
      assert.equal(await kept(first), undefined);
    }, crippled);
  });
}

test("a kept report that was tampered with is named, and can be forgotten", async () => {
  await withSite(
    async ({ first, open }) => {
      await respond(first);
      await first.evaluate((key) => localStorage.setItem(key, "{"), `candor report ${plan.fingerprint}`);
      await open(first);
      assert.equal(
        await first.evaluate(async (answers) => (await load()).respond(answers).catch(({ code }) => code), ANSWERS),
        "kept-report-broken",
      );
      await first.evaluate(async () => (await load()).forget());
      await respond(first);
    },
    () => Object.defineProperty(globalThis, "indexedDB", { value: undefined }),
  );
});
