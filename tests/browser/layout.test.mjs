/** Nothing is cut off or out of reach, at any width and for labels of any length, in the fonts of `fonts.mjs`. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Collector } from "./collector.mjs";
import { looks } from "./looks.mjs";
import { openBrowser, openPage, picture } from "./stage.mjs";

const DEMONSTRATION = fileURLToPath(new URL("../../www/survey.json", import.meta.url));
const FULL = "Yes, and I would rather not have had to, but there was no other way that I could see at the time";
const UNBROKEN = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";

/** A survey with the demonstration's name, for its pages, and with longer labels. */
const LONG = {
  survey: JSON.parse(readFileSync(DEMONSTRATION, "utf8")).survey,
  attributes: [
    { name: "income", question: "Income", bins: [null, 1_200_000, 2_500_000_000, null] },
    { name: "voting", question: "Voting", categories: ["No", FULL, UNBROKEN] },
    { name: "law", question: "Law", categories: [UNBROKEN, "A", "B", "C", "D", FULL] },
  ],
  privacy: { record_epsilon: 2, method: "analysis" },
};

const folder = mkdtempSync(join(tmpdir(), "candor-layout-"));
writeFileSync(join(folder, "long.json"), JSON.stringify(LONG));
const collectors = {
  demonstration: await Collector.open(),
  long: await Collector.open({ survey: join(folder, "long.json") }),
};
after(async () => {
  for (const collector of Object.values(collectors)) await collector.close();
  rmSync(folder, { recursive: true });
});
for (const collector of Object.values(collectors)) await collector.fill(40);
const browser = await openBrowser();
after(() => browser.close());

async function openDashboard(collector, options) {
  const page = await openPage(browser, { fonts: true, ...options });
  await page.goto(`${collector.origin}/dashboard.html`);
  await page.locator("#cross-table svg").waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/**
 * Texts of charts that reach outside of their chart, which clips them, or of a frame that does not scroll to them. If asked to, it moves the
 * first text before that. It does all of this in one step, since a refresh of the totals may redraw a chart between two steps.
 */
const cutOff = (page, { moved } = {}) =>
  page.evaluate((moved) => {
    if (moved) document.querySelector(".chart text").setAttribute("transform", moved);
    return [...document.querySelectorAll(".chart svg")].flatMap((chart) => {
      const frame = chart.closest(".chart");
      const scrolls = frame.scrollWidth > frame.clientWidth;
      return [...chart.querySelectorAll("text")]
        .filter((text) => text.textContent)
        .flatMap((text) => {
          const inside = [chart, ...(scrolls ? [] : [frame])].map((each) => each.getBoundingClientRect());
          const { left, right, top, bottom } = text.getBoundingClientRect();
          const slack = 0.5;
          const stands = inside.every(
            (box) =>
              left >= box.left - slack &&
              right <= box.right + slack &&
              top >= box.top - slack &&
              bottom <= box.bottom + slack,
          );
          return stands ? [] : [text.textContent];
        });
    });
  }, moved);

for (const [survey, collector] of Object.entries(collectors)) {
  for (const { colorScheme, width } of looks()) {
    test(`no label of a chart is cut off: ${survey}, ${colorScheme}, ${width} pixels wide`, async () => {
      const page = await openDashboard(collector, { colorScheme, viewport: { width, height: 800 } });
      assert.deepEqual(await cutOff(page), []);
      await page.getByLabel("Down").selectOption({ index: 2 });
      await page.locator("#cross-table svg[role=img]:not([aria-label^='income'])").waitFor();
      assert.deepEqual(await cutOff(page), []);
      await picture(page, `labels-${survey}-${colorScheme}-${width}`);
      const words = (await page.locator(".totals .card").first().locator("svg").textContent()).replaceAll(/\s/g, "");
      const whole = survey === "long" ? "1,200,000tounder2,500,000,000" : "No";
      assert.ok(words.includes(whole), `${words} is whole`);
    });
  }
}

test("a label that stands out of its chart is found", async () => {
  const page = await openDashboard(collectors.demonstration);
  assert.equal((await cutOff(page, { moved: "translate(-500, 0)" })).length, 1);
});

/** Regions that scroll sideways, with what a keyboard and a screen reader need of them. */
const scrolling = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".scroll")]
      .filter((frame) => frame.scrollWidth > frame.clientWidth)
      .map((frame) => ({
        tab: frame.tabIndex,
        role: frame.getAttribute("role"),
        name: frame.getAttribute("aria-label"),
      })),
  );

const unfold = (page) =>
  page.evaluate(() =>
    document.querySelectorAll("details").forEach((each) => {
      each.open = true;
    }),
  );

/** Presses Tab until `locator` has focus. */
async function tabTo(page, locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("Tab does not lead there");
}

for (const [place, content] of [
  ["/", "table"],
  ["/dashboard.html", "table"],
  ["/dashboard.html", "svg"],
]) {
  test(`a region that scrolls is reached by keyboard and named: ${place}, ${content}`, async () => {
    const page = await openPage(browser, { fonts: true, viewport: { width: 360, height: 800 } });
    await page.goto(collectors.demonstration.origin + place);
    await page.locator(`.scroll ${content}`).first().waitFor({ state: "attached" });
    await unfold(page);
    await page.addStyleTag({ content: `.scroll > ${content} { min-width: 60rem; }` });
    const region = page
      .getByRole("region", { name: /numbers|chart/i })
      .filter({ has: page.locator(content) })
      .first();
    await region.waitFor();
    for (const { tab, role, name } of await scrolling(page)) {
      assert.deepEqual([tab, role], [0, "region"]);
      assert.ok(name.length > 10, name);
    }
    await tabTo(page, region);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((frame) => frame.scrollLeft > 0, await region.elementHandle());
  });
}

test("where everything is in sight, no frame stops the keyboard", async () => {
  const page = await openDashboard(collectors.demonstration, { viewport: { width: 1280, height: 800 } });
  await unfold(page);
  assert.equal(await page.locator(".scroll[tabindex], .scroll[role]").count(), 0);
  await page.addStyleTag({ content: ".scroll > table { min-width: 120rem; }" });
  await page.locator(".scroll[tabindex='0'][role=region]").first().waitFor();
  await page.addStyleTag({ content: ".scroll > table { min-width: 0 !important; }" });
  await page.waitForFunction(() => !document.querySelector(".scroll[tabindex], .scroll[role]"));
});

test("text is as wide on every machine", async () => {
  const page = await openDashboard(collectors.demonstration);
  const width = await page.locator("h1").evaluate((heading) => {
    const canvas = document.createElement("canvas").getContext("2d");
    return ["--sans", "--serif", "--mono"].map((family) => {
      canvas.font = `100px ${getComputedStyle(heading).getPropertyValue(family)}`;
      return canvas.measureText("Answer honestly").width;
    });
  });
  // Hinting, which a machine may use, rounds the width of every letter: 3 pixels in 900. Common sans and serif fonts are a tenth narrower.
  for (const [kind, expected] of [828, 840, 903].entries()) {
    assert.ok(Math.abs(width[kind] / expected - 1) < 0.01, `${width[kind]} instead of ${expected}`);
  }
});
