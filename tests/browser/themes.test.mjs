/** Ring: pages. A survey's page in the colour, font and logo of its author: legible whatever the colour, and nothing is loaded for it. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Collector } from "./collector.mjs";
import { audited, inside } from "./enclosed.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const collector = await Collector.open();
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
});
const { fingerprint } = await collector.plan();
const FIRST = "Have you ever left income out of a tax return?";

async function opened(settings, options = {}) {
  const page = await openPage(browser, { locale: "en-GB", viewport: { width: 360, height: 740 }, ...options });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${collector.origin}/answer.html#${fingerprint}${settings}`);
  return { page, asked, frame: await inside(page, FIRST) };
}

/** The contrast of two colours as CSS writes computed ones. */
function contrast(...colours) {
  const luminances = colours.map((colour) => {
    const [red, green, blue] = /rgb\((\d+), (\d+), (\d+)\)/.exec(colour).slice(1);
    const linear = (channel) => (channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05;
  });
  return Math.max(...luminances) / Math.min(...luminances);
}

/** The colours of the button that sends, and of the page. */
async function colours(page, frame) {
  const button = await frame.locator("button.primary").evaluate((each) => {
    const { backgroundColor, color } = getComputedStyle(each);
    return { backgroundColor, color };
  });
  return { ...button, page: await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor) };
}

test("the colour is the author's where it is legible, and else the nearest one that is, in light and in dark", async () => {
  const shown = {};
  for (const colorScheme of ["light", "dark"])
    for (const accent of ["7a3b10", "ffee00", "000000", "ffffff", "777777", "0000ff"]) {
      const { page, frame } = await opened(`&accent=${accent}`, { colorScheme });
      const { backgroundColor, color, page: paper } = await colours(page, frame);
      for (const [one, other] of [
        [backgroundColor, color],
        [backgroundColor, paper],
      ])
        assert.ok(contrast(one, other) >= 4.5, `#${accent}, ${colorScheme}: ${one} and ${other}`);
      shown[`${accent} ${colorScheme}`] = backgroundColor;
      if (accent === "ffee00") {
        await frame.evaluate((colour) => {
          document.body.style.background = colour;
        }, paper);
        assert.deepEqual(await audited(frame), []);
        await picture(page, `theme-${colorScheme}`);
      }
      assert.deepEqual(faults(page), []);
      await page.context().close();
    }
  assert.equal(shown["7a3b10 light"], "rgb(122, 59, 16)");
  assert.equal(shown["ffee00 dark"], "rgb(255, 238, 0)");
  assert.notEqual(shown["ffee00 light"], "rgb(255, 238, 0)");
});

test("a font is one of the device's; what is no colour or font of the list changes nothing; nothing is loaded", async () => {
  const { page, asked, frame } = await opened("&accent=7a3b10&font=serif");
  const family = () => frame.evaluate(() => getComputedStyle(document.body).fontFamily);
  assert.match(await family(), /Palatino.*serif$/);
  assert.match(await page.locator("h1").evaluate((h1) => getComputedStyle(h1).fontFamily), /Palatino.*serif$/);
  const paths = asked.map((address) => new URL(address)).map(({ origin, pathname }) => `${origin}${pathname}`);
  assert.deepEqual(paths.toSorted(), [
    `${collector.origin}/answer.html`,
    `${collector.origin}/plans/${encodeURIComponent(fingerprint)}`,
    // Until when reports are kept.
    `${collector.origin}/surveys`,
  ]);
  const usual = await opened("");
  const other = await opened(
    "&accent=red&font=url(https://elsewhere.example/font)&logo=https://elsewhere.example/x.png",
  );
  assert.deepEqual(await colours(other.page, other.frame), await colours(usual.page, usual.frame));
  assert.equal(await other.page.locator("img").count(), 0);
  assert.deepEqual(
    other.asked.filter((address) => !address.startsWith(collector.origin)),
    [],
  );
});

test("in forced colours the system's colours stay, and what is chosen is still seen", async () => {
  const { page, frame } = await opened("&accent=ffee00", { forcedColors: "active" });
  const { backgroundColor } = await colours(page, frame);
  assert.notEqual(backgroundColor, "rgb(255, 238, 0)");
  await frame.getByLabel("Cannabis only").check();
  assert.deepEqual(await audited(frame), []);
  await picture(page, "theme-forced");
});

test("on paper a page in dark colours is dark on white, without the choice of a language", async () => {
  const { page, frame } = await opened("&accent=ffee00", { colorScheme: "dark" });
  assert.ok(await page.locator("#languages").isVisible());
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const text = () => frame.evaluate(() => getComputedStyle(document.body).color);
  assert.equal(await text(), "rgb(0, 0, 0)");
  assert.equal(await page.locator("h1").evaluate((h1) => getComputedStyle(h1).color), "rgb(0, 0, 0)");
  assert.equal(await page.locator("#languages").isVisible(), false);
  const { backgroundColor, color } = await colours(page, frame);
  assert.ok(contrast(backgroundColor, "rgb(255, 255, 255)") >= 4.5 && contrast(backgroundColor, color) >= 4.5);
  await picture(page, "theme-print");
});
