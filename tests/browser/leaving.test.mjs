/** A report is sent even if its page is left, also to a collector of another origin. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Collector } from "./collector.mjs";
import { html, served } from "./site.mjs";
import { openBrowser, openPage } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const collector = await Collector.open();
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());
const plan = await collector.plan();
const answers = Object.fromEntries(
  plan.attributes.map(({ name, categories: [category] }) => [name, category.value ?? category]),
);
const files = {
  "index.html": html('globalThis.candor = await import("./candor.js"); document.title = "ready";'),
  "candor.js": readFileSync(join(ROOT, "pkg/dist/index.js")),
};

/** Runs a test with a page whose origin is not the collector's. */
async function withPage(run) {
  await served(files, {}, async (address) => {
    const page = await openPage(browser);
    await page.goto(address);
    await page.waitForFunction(() => document.title === "ready");
    await run(page);
    await page.context().close();
  });
}

test("a collector of another origin takes the report, and its receipt can be read", async () => {
  await withPage(async (page) => {
    const receipt = await page.evaluate(
      async ([plan, answers, endpoint]) => (await candor.loadPlan(plan)).submit(answers, { endpoint }),
      [plan, answers, `${collector.origin}/reports`],
    );
    assert.equal(receipt.stored, "new");
    assert.equal(await collector.reports(), 1);
  });
});

test("the page is left while the request is made: it goes on, and no leave was asked first", async () => {
  const asked = [];
  let arrive;
  const arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  let leave;
  const left = new Promise((resolve) => {
    leave = resolve;
  });
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return response.end();
    let body = "";
    for await (const chunk of request) body += chunk;
    await left;
    asked.push({ method: request.method, type: request.headers["content-type"], whole: !response.destroyed, body });
    response.end();
    arrive();
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    await withPage(async (page) => {
      await page
        .evaluate(
          async ([plan, answers, endpoint]) => {
            const leaving = (...request) => {
              const response = fetch(...request);
              location.href = "about:blank";
              return response;
            };
            await (await candor.loadPlan(plan)).submit(answers, { endpoint, fetch: leaving });
          },
          [plan, answers, `http://127.0.0.1:${server.address().port}/reports`],
        )
        .catch(() => {});
      await page.waitForURL("about:blank");
      // If the request had ended with its page, the browser's next request would arrive after it was cut off.
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      leave();
      await arrived;
      assert.deepEqual(
        asked.map(({ method, type, whole }) => [method, type, whole]),
        [["POST", undefined, true]],
      );
      assert.equal(JSON.parse(asked[0].body).plan, plan.fingerprint);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
