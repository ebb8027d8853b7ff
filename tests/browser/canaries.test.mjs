/** Leaks: answers that are easy to recognise are given, and then searched for wherever a page leaves traces. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { designed } from "../program.mjs";
import { html, served } from "./site.mjs";
import { faults, openBrowser, openPage, traces } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A text and a number that occur nowhere by chance, and 48 answers whose positions form a pattern of 48 bits. */
const TEXT = "zq-canary-4711";
const NUMBER = 31.415926535897;
const PATTERN = [..."110100100111010001011100101101110001010011110010"].map(Number);

const SURVEY = {
  survey: "canaries",
  wave_of: "canaries",
  attributes: [
    { name: "said", categories: ["other", TEXT] },
    { name: "age", bins: [18, 30, 45, 60] },
    ...PATTERN.map((_, i) => ({ name: `q${i}`, categories: ["no", "yes"] })),
  ],
  privacy: { record_epsilon: 4, method: "optimal" },
};
const ANSWERS = {
  said: TEXT,
  age: NUMBER,
  ...Object.fromEntries(PATTERN.map((bit, i) => [`q${i}`, bit ? "yes" : "no"])),
};
const POSITIONS = [1, 1, ...PATTERN];

let browser;
let files;

before(async () => {
  files = {
    "index.html": html("", 'src="page.js"'),
    "page.js":
      'import { loadPlan } from "./index.js"; import { sentences } from "./sentences.js"; globalThis.sentences = sentences; globalThis.plan = await loadPlan("/plan.json"); document.title = "ready";',
    "plan.json": designed(SURVEY),
    "index.js": readFileSync(join(ROOT, "pkg/dist/index.js")),
    "sentences.js": readFileSync(join(ROOT, "pkg/dist/sentences.js")),
  };
  browser = await openBrowser();
});

after(() => browser?.close());

/** A page with the plan loaded, its requests, and the lines in its console. */
async function observed(run) {
  await served(files, {}, async (address) => {
    const page = await openPage(browser);
    await page.addInitScript(lookIntoMemory);
    const heard = [];
    const left = [];
    page.on("console", (message) => heard.push(message.text()));
    await page.goto(address);
    await page.waitForFunction(() => document.title === "ready");
    page.on("request", (request) => left.push(request));
    await run({ page, heard, left });
    assert.deepEqual(faults(page), []);
    await page.context().close();
  });
}

/** Runs in the page: `found()` searches the module's memory; so does every call of getRandomValues, which stores what it finds in `during`. */
function lookIntoMemory() {
  const { Instance } = WebAssembly;
  function Watched(module, imports) {
    const instance = new Instance(module, imports);
    globalThis.memory = instance.exports.memory;
    return instance;
  }
  WebAssembly.Instance = Watched;
  const bytesOf = (list) => new Uint8Array(list.buffer);
  // Whether the memory has these bytes anywhere: looks for the first that is not 0, of which memory is full.
  const contains = (needle) => {
    const hay = new Uint8Array(memory.buffer);
    const first = needle.findIndex((byte) => byte !== 0);
    for (let at = hay.indexOf(needle[first]); at >= 0; at = hay.indexOf(needle[first], at + 1)) {
      if (needle.every((byte, i) => hay[at - first + i] === byte)) return true;
    }
    return false;
  };
  // Searches for any 32 answers in a row, as the module's numbers and as bytes, and for the typed number. A report repeats 32
  // answers of two categories with a probability below 1e-7.
  globalThis.found = ({ positions, number }) => {
    const windows = positions.slice(0, -31).map((_, i) => positions.slice(i, i + 32));
    return {
      words: windows.some((window) => contains(bytesOf(Uint32Array.from(window)))),
      bytes: windows.some((window) => contains(Uint8Array.from(window))),
      number: contains(bytesOf(Float64Array.of(number))),
    };
  };
  const draw = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => {
    if (globalThis.sought) globalThis.during = found(sought);
    return draw(bytes);
  };
}

test("the module's memory holds the answers while they are perturbed, and no more afterwards", async () => {
  await observed(async ({ page }) => {
    for (const way of ["respond", "perturb"]) {
      const [during, afterwards] = await page.evaluate(
        async ([way, answers, sought]) => {
          globalThis.sought = sought;
          await plan[way](answers);
          return [globalThis.during, found(sought)];
        },
        [way, ANSWERS, { positions: POSITIONS, number: NUMBER }],
      );
      assert.equal(during.words, true, "the search finds what is there");
      assert.deepEqual(afterwards, { words: false, bytes: false, number: false }, way);
    }
  });
});

test("refused answers stay nowhere in memory either", async () => {
  await observed(async ({ page }) => {
    const afterwards = await page.evaluate(
      async ([answers, sought]) => {
        await plan.respond({ ...answers, q47: "perhaps" }).catch(() => {});
        return found(sought);
      },
      [ANSWERS, { positions: POSITIONS, number: NUMBER }],
    );
    assert.deepEqual(afterwards, { words: false, bytes: false, number: false });
  });
});

test("nothing is requested before submit, and then one report without an answer in it or about it", async () => {
  await observed(async ({ page, heard, left }) => {
    await page.evaluate(async (answers) => {
      for (let i = 0; i < 5; i += 1) plan.perturb(answers);
      sentences(plan, "ja");
      await plan.respond(answers);
      await plan.kept();
      await plan.ledger();
    }, ANSWERS);
    assert.equal(left.length, 0);
    await page.route("**/reports", (route) => route.fulfill({ status: 201, body: '{"accepted":1,"repeated":0}' }));
    await page.evaluate((answers) => plan.submit(answers, { endpoint: "/reports" }), ANSWERS);
    assert.equal(left.length, 1);
    const [request] = left;
    const told = [request.url(), JSON.stringify(await request.allHeaders()), request.postData()].join("\n");
    for (const canary of [TEXT, String(NUMBER), POSITIONS.join(",")]) assert.ok(!told.includes(canary), told);
    assert.deepEqual(heard, []);
  });
});

test("nothing that is kept holds an answer, also of a wave", async () => {
  await observed(async ({ page }) => {
    await page.evaluate((answers) => plan.respond(answers), ANSWERS);
    const kept = await traces(page);
    assert.deepEqual(kept.map(([key]) => key.split(" ")[0]).sort(), ["candor", "family", "report"]);
    const told = JSON.stringify(kept);
    for (const canary of [TEXT, String(NUMBER), POSITIONS.join(","), POSITIONS.join("")])
      assert.ok(!told.includes(canary), told);
  });
});

test("no failure on the way tells an answer", async () => {
  await observed(async ({ page, heard }) => {
    const told = await page.evaluate(async (answers) => {
      const failures = [
        plan.submit({ ...answers, q0: "perhaps" }, { endpoint: "/reports" }),
        plan.submit({ ...answers, unknown: "zq-canary-4711" }, { endpoint: "/reports" }),
        plan.submit(answers, { endpoint: "http://127.0.0.1:9/reports", retries: 0 }),
        plan.submit(answers, { endpoint: "/nowhere" }),
        plan.submit(answers, {
          endpoint: "/reports",
          retries: 0,
          fetch: async () => {
            throw new Error("lost");
          },
        }),
      ];
      const settled = await Promise.allSettled(failures);
      return settled.map(({ status, reason }) =>
        [status, String(reason), reason?.stack, JSON.stringify(reason), reason?.cause?.stack].join("\n"),
      );
    }, ANSWERS);
    assert.equal(told.length, 5);
    for (const text of [...told, ...heard]) {
      assert.ok(!text.includes("fulfilled"), text);
      for (const canary of [String(NUMBER), "perhaps", POSITIONS.join(",")]) assert.ok(!text.includes(canary), text);
    }
    const ofOthers = told.filter((_, i) => i !== 1).join();
    assert.ok(!ofOthers.includes(`"${TEXT}"`), ofOthers);
  });
});
