/** Ring: pages. The elements and what is not secret: plain columns, which the page fills in or the element asks, and plans that a page opens itself. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { designed } from "../program.mjs";
import { Collector } from "./collector.mjs";
import { audited, inside } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { overheard, reports, send } from "./faults.mjs";
import { html } from "./site.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const DIST = fileURLToPath(new URL("../../pkg/dist", import.meta.url));
const SURVEY = {
  survey: "plain-columns",
  attributes: [{ name: "smoker", question: "Do you smoke?", categories: ["no", "yes"] }],
  plain: [
    {
      name: "district",
      question: "Where do you live?",
      categories: ["Harbour", { value: "hill", label: "On the hill" }],
    },
    { name: "arm", categories: ["letter", "call"] },
  ],
  privacy: { record_epsilon: 2 },
};

const HEAD = html('import "./elements.js";').replace("</title>", `</title><html lang="en">`);
/** A page that contains this. */
const page = (body) => `${HEAD}<main><h1>Town</h1>${body}</main>`;
const ATTRIBUTES = 'plan="./plan.json" endpoint="./reports" max-record-epsilon="4"';
const survey = (more) => page(`<candor-survey ${ATTRIBUTES} ${more}></candor-survey>`);
const form = (more, ...questions) =>
  page(
    `<form id="own"><candor-form name="report" plan="./plan.json" max-record-epsilon="4" ${more}>${questions
      .map((name) => `<candor-question name="${name}"></candor-question>`)
      .join("")}</candor-form><button>Join</button></form>`,
  );

const files = {
  ...Object.fromEntries(
    ["index", "elements", "sentences"].map((name) => [`${name}.js`, readFileSync(join(DIST, `${name}.js`))]),
  ),
  "plan.json": designed(SURVEY),
  "invited.json": designed({ ...SURVEY, survey: "for-the-invited", plain: undefined, invitations: "plain" }),
  "index.html": page(""),
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
};
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);
const visitedAt = (index, run, more = {}) => visited(run, { "index.html": index, ...more });

test("what the page does not fill in is asked and marked, and all of it leaves as it is", async () => {
  await visitedAt(survey('plain="arm=call"'), async (page) => {
    const lines = overheard(page);
    const frame = await inside(page, "Where do you live?");
    assert.match(
      await frame.locator("main").innerText(),
      /without any noise: Where do you live\? and arm\..*arm: call\s.*Do you smoke\?.*Where do you live\?\s+Leaves as it is/s,
    );
    assert.equal(await frame.locator("fieldset").count(), 2, "what is filled in is not asked");
    await frame.getByLabel("yes", { exact: true }).check();
    await send(frame);
    await frame.getByText("Please choose one.").waitFor();
    assert.deepEqual(reports(lines), []);
    assert.deepEqual(await audited(frame), []);
    await picture(page, "element-plain");
    await frame.getByLabel("On the hill").check();
    await send(frame);
    const thanks = await inside(page, "Your report has arrived");
    const [report] = reports(lines);
    assert.deepEqual(JSON.parse(report).plain, [1, 1]);
    assert.equal(await thanks.locator("pre").textContent(), report.trimEnd());
    assert.deepEqual(faults(page), []);
  });
});

test("one question at a time, what leaves as it is comes last", async () => {
  await visitedAt(survey('pace="one"'), async (page) => {
    const lines = overheard(page);
    const frame = await inside(page, "Question 1 of 3");
    for (const answer of ["no", "Harbour", "call"]) {
      await frame.getByLabel(answer, { exact: true }).check();
      await frame.locator("button.primary").click();
    }
    await inside(page, "Your report has arrived");
    assert.deepEqual(JSON.parse(reports(lines)[0]).plain, [0, 1]);
  });
});

test("where many are asked, each says it anew, and it waits with their report", async () => {
  await visitedAt(survey('mode="interviewer" plain="arm=letter"'), async (page) => {
    const lines = overheard(page);
    for (const district of ["Harbour", "On the hill"]) {
      const frame = await inside(page, "Where do you live?");
      assert.equal(await frame.locator(":checked").count(), 0);
      await frame.getByLabel("no", { exact: true }).check();
      await frame.getByLabel(district).check();
      await send(frame);
      const between = await inside(page, "The report is kept");
      if (district === "Harbour") await between.getByRole("button", { name: "Next respondent" }).click();
    }
    await (await inside(page, "Reports on this device: 2")).getByRole("button", { name: "Send the reports" }).click();
    await inside(page, "Reports on this device: 0");
    assert.deepEqual(
      reports(lines)
        .map((report) => JSON.parse(report).plain.join())
        .sort(),
      ["0,0", "1,0"],
    );
  });
});

test("in a form of the page's own it is part of the report", async () => {
  await visitedAt(form('plain="arm=call"', "smoker", "district"), async (page) => {
    await (await inside(page, "Do you smoke?")).getByLabel("yes").check();
    const district = await inside(page, "Where do you live?");
    await district.getByText("Leaves as it is, without noise.").waitFor();
    await district.getByLabel("Harbour").check();
    const submitted = page.evaluate(
      () =>
        new Promise((told) => {
          document.forms.own.addEventListener("submit", (event) => {
            event.preventDefault();
            told(new FormData(event.target).get("report"));
          });
        }),
    );
    await page.getByRole("button", { name: "Join" }).click();
    const report = JSON.parse(await submitted);
    assert.deepEqual(
      [Object.keys(report), report.plain],
      [
        ["id", "perturbed", "plain", "plan"],
        [0, 1],
      ],
    );
  });
});

for (const [plain, code] of [
  ["arm=cal", "unknown-category"],
  ["leg=call", "unknown-attribute"],
  ["arm=call&arm=letter", "invalid-options"],
  ["__proto__=call", "unknown-attribute"],
])
  test(`nothing is asked where the page fills in ${plain}`, async () => {
    await visitedAt(survey(`plain="${plain}"`), async (page) => {
      const frame = await inside(page, `(${code})`);
      assert.equal(await frame.locator("input").count(), 0);
    });
  });

test("a form without a place for a plain column asks nothing", async () => {
  for (const [names, code] of [
    [["smoker", "district"], "form-mismatch"],
    [["smoker"], "form-mismatch"],
    [["smoker", "district", "arm", "leg"], "form-mismatch"],
  ])
    await visitedAt(form("", ...names), async (page) => {
      // Either the listener is added before the element looks for its plan, or the element looks again.
      const failed = await page.evaluate(
        () =>
          new Promise((told) => {
            const own = document.querySelector("candor-form");
            own.addEventListener("candor-failed", ({ detail }) => told(detail.code));
            own.remove();
            document.forms.own.prepend(own);
          }),
      );
      assert.equal(failed, code);
      assert.equal(page.frames().length, 1);
    });
});

test("a plan for the invited is opened by the page alone, with a fetch that brings the invitation", async () => {
  const invited = survey("").replace("plan.json", "invited.json");
  await visitedAt(invited, async (page) => {
    const frame = await inside(page, "(not-invited)");
    assert.match(await frame.locator("main").innerText(), /Nothing was asked.* Only the invited may answer/);
    assert.equal(await frame.locator("input").count(), 0);
    await page.evaluate(async () => {
      const { loadPlan } = await import("./index.js");
      globalThis.openings = 0;
      const bringing = (url, init) => fetch(url, { ...init, headers: { "candor-invitation": "of-mine" } });
      document.querySelector("candor-survey").open(async () => {
        openings += 1;
        if (openings === 1) throw Object.assign(new Error("not yet"), { code: "unreachable" });
        return { plan: await loadPlan("./invited.json"), endpoint: "./reports", fetch: bringing };
      });
    });
    const refused = await inside(page, "The collector cannot be reached. (unreachable)");
    await refused.getByRole("button", { name: "Try again" }).click();
    const asked = await inside(page, "Do you smoke?");
    assert.equal(await page.evaluate(() => openings), 2);
    await asked.getByLabel("yes").check();
    const sent = page.waitForRequest("**/reports");
    await send(asked);
    assert.equal((await sent).headers()["candor-invitation"], "of-mine");
    await inside(page, "Your report has arrived");
  });
});

test("the pages that a collector serves take what the address fills in, and ask the rest", async () => {
  const folder = mkdtempSync(join(tmpdir(), "candor-plain-"));
  writeFileSync(join(folder, "survey.json"), JSON.stringify(SURVEY));
  const collector = await Collector.open({ survey: join(folder, "survey.json") });
  const fingerprint = encodeURIComponent((await collector.plan()).fingerprint);
  for (const address of [
    `answer.html?arm=call&from=letter#${fingerprint}`,
    `embed.html#plan=${fingerprint}&plain=${encodeURIComponent("arm=call")}`,
  ]) {
    const page = await openPage(browser);
    const lines = overheard(page);
    await page.goto(`${collector.origin}/${address}`);
    const frame = await inside(page, "arm: call");
    await frame.getByLabel("yes", { exact: true }).check();
    await frame.getByLabel("Harbour").check();
    await send(frame);
    await inside(page, "Your report has arrived");
    assert.deepEqual(JSON.parse(reports(lines)[0]).plain, [0, 1]);
    assert.deepEqual(faults(page), []);
    await page.context().close();
  }
  assert.equal(await collector.reports(), 2);
  await collector.close();
  rmSync(folder, { recursive: true });
});
