/** Ring: pages. The page for frames, which a collector serves to a page of another site that listens to everything it can. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { every } from "../nightly.mjs";
import { CHROMIUM } from "./chromium.mjs";
import { closing } from "./closing.mjs";
import { Collector } from "./collector.mjs";
import { audited, CANARY, inside, OVERHEAR, spied } from "./enclosed.mjs";
import { assertGone, FAULTS, held, overheard, reports } from "./faults.mjs";
import { html, served } from "./site.mjs";
import { faults, openBrowser, openPage, traces } from "./stage.mjs";

const SURVEY = fileURLToPath(new URL("../../examples/elements/survey.json", import.meta.url));
/**
 * A browser as people use it. Its frames have separate storage for each site that embeds them; the library that drives it would switch that off,
 * with everything else that the same switch names.
 */
const ORDINARY = {
  ...CHROMIUM,
  args: [...CHROMIUM.args, "--disable-features=MediaRouter,OptimizationHints,PaintHolding"],
};

const collector = await Collector.open({ survey: SURVEY });
after(() => collector.close());
const { fingerprint } = await collector.plan();
const ordinary = await openBrowser(ORDINARY);
after(() => ordinary.close());

/** A page of another site, `localhost` while the collector is 127.0.0.1, with a frame that shows an address. */
function around(
  address,
  run,
  { sandbox = "allow-scripts allow-same-origin", browser = ordinary, first = () => {} } = {},
) {
  const frame = `<iframe title="Survey" src="${address}" sandbox="${sandbox}" style="width:100%;height:80px;border:0"></iframe>`;
  const page =
    spied(`<!doctype html><html lang="en"><head><title>Around</title></head><body><main><h1>Around</h1>${frame}</main>
    <script>
      const { origin } = new URL(document.querySelector("iframe").src);
      globalThis.messages = [];
      addEventListener("message", (event) => {
        messages.push(event.data);
        if (event.origin === origin && event.data.kind === "size")
          document.querySelector("iframe").style.height = event.data.height + "px";
      });
    </script></body></html>`);
  const files = { "index.html": page, "overhear.js": OVERHEAR, "elsewhere.html": html("") };
  return served(files, { "referrer-policy": "unsafe-url" }, async (origin, asked) => {
    const tab = await openPage(browser);
    await tab.addInitScript(first);
    const lines = overheard(tab);
    const address = origin.replace("127.0.0.1", "localhost");
    await tab.goto(address);
    await run(tab, { lines, asked, elsewhere: `${address}elsewhere.html` });
    await tab.context().close();
  });
}

/** The faults that every run plays in a frame; elements-faults.test.mjs plays all of them in every run. */
const OFTEN = Object.entries(FAULTS).filter(([name]) => ["no network", "a reload, before and after"].includes(name));

const embedded = (more = "") => `${collector.origin}/embed.html#plan=${encodeURIComponent(fingerprint)}${more}`;

async function answered(page) {
  const frame = await inside(page, "Do you smoke?");
  await frame.getByText("Yes", { exact: true }).click();
  await frame.getByRole("spinbutton").click();
  await page.keyboard.type(CANARY);
  await frame.getByLabel("More than once").check();
  return frame;
}

test("a page around the frame learns its height and that a report was sent, and nothing else", async () => {
  await around(embedded(), async (page, { lines, asked }) => {
    const frame = await answered(page);
    assert.deepEqual(await audited(frame), []);
    const [height, before] = await page.evaluate(() => [
      document.querySelector("iframe").offsetHeight,
      messages.length,
    ]);
    assert.ok(height > 400, "the frame is as high as its content");
    assert.ok(before > 0);
    await frame.getByRole("button", { name: "send" }).click();
    await inside(page, "Your report has arrived");
    await page.waitForFunction(() => messages.some(({ kind }) => kind === "candor-sent"));
    const messages = await page.evaluate(() => globalThis.messages);
    for (const message of messages)
      assert.deepEqual(Object.keys(message).sort(), message.kind === "size" ? ["height", "kind"] : ["kind"]);
    assert.equal(messages.filter(({ kind }) => kind === "candor-sent").length, 1);
    const reach = await page.evaluate(() => {
      const { contentDocument, contentWindow } = document.querySelector("iframe");
      try {
        return [contentDocument, contentWindow.document];
      } catch ({ name }) {
        return [contentDocument, name];
      }
    });
    assert.deepEqual(reach, [null, "SecurityError"]);
    const heard = JSON.stringify(await page.evaluate(() => globalThis.heard));
    assert.ok(!heard.includes("keydown") && !heard.includes("click"), heard);
    await assertGone(page, [...lines, ...asked]);
    const start = `POST ${collector.origin}/reports `;
    const post = lines.find((line) => line.startsWith(start)).slice(start.length);
    assert.ok(post.startsWith(" {"), "the collector does not learn which page has the frame");
    assert.deepEqual(Object.keys(JSON.parse(post)), ["id", "perturbed", "plan"]);
    assert.deepEqual(faults(page), []);
  });
  assert.equal(await collector.reports(), 1);
});

for (const [name, fault] of every(Object.entries(FAULTS), OFTEN))
  test(`${name}: nothing of an answer is left or sent, in the frame or around it`, async () => {
    await around(embedded(), async (page, { lines, elsewhere }) => {
      const before = await collector.reports();
      await fault({ page, lines, elsewhere });
      await assertGone(page, lines);
      assert.equal(await collector.reports(), before + 1);
    });
  });

test("while the plan is on its way, there is nothing to fill in", async () => {
  await around(embedded(), async (page, { lines }) => {
    const arrive = await held(page, "**/plans/**");
    await page.reload({ waitUntil: "commit" });
    const frame = await inside(page, "Checking the survey’s promises");
    assert.equal(await frame.locator("input, button").count(), 0);
    arrive();
    await inside(page, "Do you smoke?");
    assert.deepEqual(reports(lines), []);
  });
});

test("the frame's storage works, and is another one in each site around it", async () => {
  await around(embedded(), async (page) => {
    const frame = await answered(page);
    await frame.getByRole("button", { name: "send" }).click();
    await inside(page, "Your report has arrived");
    await page.reload();
    await inside(page, "Nothing is asked here");
    assert.ok(!JSON.stringify(await traces(page)).includes("report"), "nothing is kept for the page around");
    // Opened by itself, the same page belongs to its own site: it has other storage, and asks.
    await page.goto(embedded());
    await inside(page, "Do you smoke?");
  });
});

/** Runs in the page: opens closed shadow roots to this test. */
function openShadows() {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    return attachShadow.call(this, { ...options, mode: "open" });
  };
}

test("without an origin the frame keeps nothing, and so asks nothing", async () => {
  await around(
    embedded(),
    async (page, { lines }) => {
      const [, frame] = page.frames();
      await frame
        .getByText(
          /^The survey cannot be opened\. Nothing was asked and nothing was sent\. This browser stores .* \(no-storage\)$/,
        )
        .waitFor();
      assert.equal(page.frames().length, 2);
      assert.equal(await frame.locator("input").count(), 0);
      assert.deepEqual(reports(lines), []);
    },
    { sandbox: "allow-scripts", first: openShadows },
  );
});

test("where a browser keeps nothing for frames, nothing is asked", async () => {
  const browser = await openBrowser(CHROMIUM);
  closing(browser);
  await around(
    embedded(),
    async (page, { lines }) => {
      const frame = await inside(page, "no-storage");
      assert.equal(await frame.locator("input").count(), 0);
      assert.deepEqual(reports(lines), []);
    },
    { browser },
  );
});

/** Replaces the frame in a page by another one. */
const replaced = (page, address) =>
  page.evaluate((address) => {
    const frame = document.querySelector("iframe");
    const other = frame.cloneNode();
    other.src = address;
    frame.replaceWith(other);
  }, address);

test("the fragment says the language, the pace and a lower cap, and raises none", async () => {
  await around(embedded("&lang=ar&pace=one"), async (page) => {
    const frame = await inside(page, "السؤال 1 من 3");
    assert.equal(await frame.evaluate(() => document.documentElement.dir), "rtl");
    for (const [address, code] of [
      [embedded("&max-record-epsilon=much"), "invalid-options"],
      [embedded("&max-record-epsilon=1"), "cap-exceeded"],
      [embedded("&pace=two"), "invalid-options"],
      [embedded().replace(/.{6}$/, "000000"), "not-found"],
      [`${collector.origin}/embed.html`, "invalid-options"],
    ]) {
      await replaced(page, address);
      assert.equal((await inside(page, code)).parentFrame().url(), address);
    }
  });
});

test("the respondents' own page is not to be framed", async () => {
  await around(`${collector.origin}/`, async (page) => {
    await page.waitForLoadState("networkidle");
    const [, frame] = page.frames();
    assert.equal(await frame.locator("#survey").count(), 0);
  });
});
