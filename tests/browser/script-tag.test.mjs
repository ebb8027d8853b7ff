/** The package in Chromium: from a script tag with an integrity hash, and without its module, which the page supplies. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { PLANS } from "../known-answers/cases.mjs";
import { html, served, withChangedByte } from "./site.mjs";
import { faults, openBrowser, openPage } from "./stage.mjs";

const [PLAN] = PLANS.slice(1);
const ANSWERS = Object.fromEntries(
  PLAN.attributes.map(({ name, categories: [first] }) => [name, first.value ?? first]),
);
const built = (file) => readFileSync(new URL(`../../pkg/dist/${file}`, import.meta.url));
const SCRIPT = built("iife.js");
const INTEGRITY = `sha384-${createHash("sha384").update(SCRIPT).digest("base64")}`;

/** A page with only classic scripts, which a policy allows by their nonce. */
const PAGE = `<!doctype html><title>waiting</title><link rel="icon" href="data:,">
  <script src="candor.js" integrity="${INTEGRITY}" nonce="n"></script>
  <script nonce="n">globalThis.candor?.loadPlan(${JSON.stringify(PLAN)}, { maxRecordEpsilon: 99 })
    .then((plan) => plan.respond(${JSON.stringify(ANSWERS)}))
    .then(({ plan }) => { document.title = plan; }, ({ code }) => { document.title = code; });
    if (!globalThis.candor) document.title = "refused";</script>`;

const browser = await openBrowser();
after(() => browser.close());

/** The title that a page gives itself, and the addresses that it requested. */
async function titled(files, headers) {
  const seen = {};
  await served(files, headers, async (address, asked) => {
    const page = await openPage(browser);
    await page.goto(address);
    await page.waitForFunction(() => document.title !== "waiting");
    Object.assign(seen, { title: await page.title(), asked, faults: faults(page) });
    await page.context().close();
  });
  return seen;
}

test("a script tag with the printed hash gives the global, under a policy that names its nonce", async () => {
  const policy = "default-src 'none'; script-src 'nonce-n' 'wasm-unsafe-eval'; img-src data:";
  const seen = await titled({ "index.html": PAGE, "candor.js": SCRIPT }, { "content-security-policy": policy });
  assert.deepEqual(seen, { title: PLAN.fingerprint, asked: ["GET /", "GET /candor.js"], faults: [] });
});

test("a changed byte is refused", async () => {
  const { title } = await titled({ "index.html": PAGE, "candor.js": withChangedByte(SCRIPT) }, {});
  assert.equal(title, "refused");
});

test("candor/slim takes the module from its address", async () => {
  const page = html(`import { init, loadPlan } from "./slim.js";
    await init(fetch("candor.wasm"));
    const plan = await loadPlan(${JSON.stringify(PLAN)}, { maxRecordEpsilon: 99 });
    document.title = (await plan.respond(${JSON.stringify(ANSWERS)})).plan;`);
  const files = { "index.html": page, "slim.js": built("slim.js"), "candor.wasm": built("candor.wasm") };
  const seen = await titled(files, {});
  assert.deepEqual(seen, { title: PLAN.fingerprint, asked: ["GET /", "GET /slim.js", "GET /candor.wasm"], faults: [] });
});
