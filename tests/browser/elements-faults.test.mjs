/** Ring: pages. The elements when something goes wrong: in the network, at the device, or before the page is ready. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { CANARY, inside, OVERHEAR, spied } from "./enclosed.mjs";
import { answerable, visiting } from "./example.mjs";
import { assertGone, FAULTS, filled, held, overheard, reports, send } from "./faults.mjs";
import { html } from "./site.mjs";
import { faults, openBrowser } from "./stage.mjs";

const pages = await answerable();
const files = {
  ...pages,
  "index.html": spied(pages["index.html"]),
  "form.html": spied(pages["form.html"]),
  "overhear.js": OVERHEAR,
  "elsewhere.html": html(""),
  "joined.html": html(""),
};
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

for (const [name, fault] of Object.entries(FAULTS))
  test(`${name}: nothing of an answer is left or sent, and one report arrives`, async () => {
    await visited(async (page, { origin }) => {
      const lines = overheard(page);
      await fault({ page, lines, elsewhere: `${origin}elsewhere.html` });
      await assertGone(page, lines);
      assert.deepEqual(faults(page), []);
    });
  });

test("while scripts or the plan are on their way, there is nothing to fill in", async () => {
  for (const addresses of ["**/assets/*.js", "**/plan.json"])
    await visited(async (page) => {
      const lines = overheard(page);
      const arrive = await held(page, addresses);
      await page.reload({ waitUntil: "commit" });
      if (addresses.endsWith("json")) await inside(page, "Checking the survey’s promises");
      else await page.getByRole("heading", { name: "Before you leave" }).waitFor();
      for (const frame of page.frames()) assert.equal(await frame.locator("input, button").count(), 0);
      await page.keyboard.press("Tab");
      await page.keyboard.type(CANARY);
      arrive();
      const frame = await inside(page, "Do you smoke?");
      assert.equal(await frame.getByRole("spinbutton").inputValue(), "");
      assert.deepEqual(reports(lines), []);
    });
});

test("an element that is taken out while it sends keeps the report, and sends it when it is back", async () => {
  await visited(async (page) => {
    const lines = overheard(page);
    const arrive = await held(page, "**/reports");
    await send(await filled(page));
    await inside(page, "Sending");
    await page.evaluate(() => {
      globalThis.survey = document.querySelector("candor-survey");
      survey.remove();
    });
    arrive();
    await page.evaluate(() => document.body.prepend(survey));
    await inside(page, "Nothing is asked here");
    assert.equal(new Set(reports(lines)).size, 1);
    await assertGone(page, lines);
  });
});

/** The page's own form, with its private questions answered. */
const joining = (run) =>
  visited(async (page, { origin }) => {
    const lines = overheard(page);
    await page.goto(`${origin}form.html`);
    await answered(page);
    await run(page, lines, origin);
    await assertGone(page, lines);
  });

async function answered(page) {
  await page.getByLabel("Email").fill("a@example.org");
  await (await inside(page, "Do you smoke?")).getByLabel("Yes").check();
  await (await inside(page, "Your monthly income")).getByRole("spinbutton").fill(CANARY);
  await (await inside(page, "Were you ill")).getByLabel("More than once").check();
}

const join = (page) => page.getByRole("button", { name: "Join" }).click();
const joined = (lines) =>
  lines.filter((line) => /^POST \S+\/joined.html /.test(line)).map((line) => line.split(" ").at(-1));
const value = (page) => page.evaluate(() => new FormData(document.forms.membership).get("report"));

test("a form that is submitted again and again sends one report", async () => {
  await joining(async (page, lines) => {
    await page.evaluate(() => {
      for (let i = 0; i < 5; i += 1) document.forms.membership.requestSubmit();
    });
    await page.waitForURL("**/joined.html");
    assert.equal(new Set(joined(lines)).size, 1);
    assert.match(decodeURIComponent(joined(lines)[0]), /^email=a@example.org&report={"id":/);
  });
});

test("a form that is gone back to, reloaded or open in another tab has the report that was drawn, and no answers", async () => {
  await joining(async (page, lines, origin) => {
    await page.reload();
    assert.equal(await (await inside(page, "Do you smoke?")).locator(":checked").count(), 0);
    await answered(page);
    const other = await page.context().newPage();
    overheard(other, lines);
    await other.goto(page.url());
    await inside(other, "Do you smoke?");
    await join(page);
    await page.waitForURL("**/joined.html");
    const [sent] = joined(lines);
    const report = new URLSearchParams(sent).get("report");
    await page.goto(`${origin}form.html`);
    await inside(page, "Each device sends one report");
    assert.equal(await value(page), report);
    await answered(other);
    await join(other);
    await other.waitForURL("**/joined.html");
    assert.equal(new URLSearchParams(joined(lines)[1]).get("report"), report);
  });
});

test("a form without a network loses nothing", async () => {
  await joining(async (page, lines, origin) => {
    await page.context().setOffline(true);
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("joined.html"));
    await join(page);
    await failed;
    await page.context().setOffline(false);
    const [first] = joined(lines);
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`${origin}form.html`);
    await inside(again, "Each device sends one report");
    assert.equal(await value(again), new URLSearchParams(first).get("report"));
  });
});

/** What a device may refuse while somebody answers, and the code with which nothing is sent then. */
const REFUSALS = {
  "entropy-unavailable": () => {
    Crypto.prototype.getRandomValues = () => {
      throw new DOMException("no randomness", "OperationError");
    };
  },
  "not-kept": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
};

/** Makes the page keep the code of the next `candor-failed`, which does not bubble. */
function listen() {
  globalThis.failed = new Promise((told) => {
    const once = ({ detail }) => told(`${detail.name} ${detail.code}`);
    addEventListener("candor-failed", once, { once: true, capture: true });
  });
}
const failed = (page) => page.evaluate(() => globalThis.failed);

for (const [code, refuse] of Object.entries(REFUSALS)) {
  for (const mode of ["own", "interviewer"])
    test(`where a device refuses (${code}, mode ${mode}) the page is told, and the answers stay until they are sent`, async () => {
      const index = files["index.html"].replace("<candor-survey", `<candor-survey mode="${mode}"`);
      await visited(
        async (page) => {
          const lines = overheard(page);
          const frame = await filled(page);
          await page.evaluate(listen);
          await page.evaluate(refuse);
          await send(frame);
          await frame.getByText(`Nothing was sent (${code})`).waitFor();
          assert.equal(await failed(page), `CandorError ${code}`);
          assert.equal(await frame.getByRole("spinbutton").inputValue(), CANARY);
          assert.deepEqual(reports(lines), []);
        },
        { "index.html": index },
      );
    });

  test(`where a device refuses (${code}) a form says so, tells the page, and is not submitted`, async () => {
    await visited(async (page, { origin }) => {
      const lines = overheard(page);
      await page.goto(`${origin}form.html`);
      await answered(page);
      await page.evaluate(listen);
      await page.evaluate(refuse);
      await join(page);
      await inside(page, `Nothing was sent (${code})`);
      assert.equal(await failed(page), `CandorError ${code}`);
      assert.equal(await value(page), null);
      assert.deepEqual(joined(lines), []);
    });
  });
}

test("a device that keeps nothing is told of to the page, before anything is asked and when the network is back", async () => {
  const refuse = () => {
    for (const name of ["indexedDB", "localStorage"]) Object.defineProperty(globalThis, name, { value: undefined });
  };
  await visited(async (page) => {
    await page.addInitScript(listen);
    await page.addInitScript(refuse);
    await page.reload();
    await inside(page, "(no-storage)");
    assert.equal(await failed(page), "CandorError no-storage");
  });
  await visited(async (page) => {
    await inside(page, "Do you smoke?");
    await page.evaluate(listen);
    await page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException("gone", "UnknownError");
      };
      dispatchEvent(new Event("online"));
    });
    assert.match(await failed(page), /^CandorError (no-storage|not-kept)$/);
  });
});
