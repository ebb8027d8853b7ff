/** Colour, font and logo chosen in the studio: their contrast is said, the addresses and the page of its own have them, and the plan does not. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { served } from "./site.mjs";
import { faults, openPage, picture } from "./stage.mjs";
import { chooseFile, designedInPage, downloaded, openStudioStage, step, writeChoices } from "./studio.mjs";

const stage = await openStudioStage();

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10H0z" fill="#7a3b10"/></svg>';

const fileOf = (name, contents) => {
  const file = join(stage.folder, name);
  writeFileSync(file, contents);
  return file;
};

/** The colour of the button that sends, in a page of the survey. */
async function accentOf(page) {
  const frame = await inside(page, "Change at random and send");
  return frame.locator("button.primary").evaluate((each) => getComputedStyle(each).backgroundColor);
}

test("a colour without enough contrast is replaced by the nearest that has it, and that is said", async () => {
  const page = await stage.openStudio();
  await page.getByRole("textbox", { name: "Title of the survey" }).fill("Town survey");
  await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
  await step(page, "Choose");
  await designedInPage(page);
  await step(page, "Publish");
  const { text } = await downloaded(page, page.getByRole("button", { name: "Download the plan" }));
  const { fingerprint } = JSON.parse(text);

  await page.getByLabel("Colour", { exact: true }).fill("#ffee00");
  const light = page.getByRole("listitem").filter({ hasText: "On a light page" });
  const [, nearest] = /too little for text \(4\.5:1\)\. The page shows (#[0-9a-f]{6}) instead/.exec(
    await light.innerText(),
  );
  await page.getByRole("listitem").filter({ hasText: "On a dark page" }).getByText("enough for text.").waitFor();
  await page.getByRole("combobox", { name: "Font", exact: true }).selectOption("Rounded");
  await chooseFile(page, "Choose an image…", fileOf("large.svg", LOGO + " ".repeat(20_000)));
  await page.getByRole("alert").getByText("“large.svg” is not such an image, or has more than 20 KB.").waitFor();
  await chooseFile(page, "Choose an image…", fileOf("logo.svg", LOGO));
  await page.getByLabel("What the logo says").fill("Town of Larkhaven");
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await violations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await picture(page, `studio-looks-${width}`);
  }

  await page.getByLabel("Author’s token").fill(stage.token);
  await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  const link = await page.locator(".published a").first().getAttribute("href");
  assert.equal(new URL(link).hash, `#${fingerprint}&accent=ffee00&font=rounded`);
  const visitor = await openPage(stage.browser);
  await visitor.goto(link);
  const [red, green, blue] = [1, 3, 5].map((place) => Number.parseInt(nearest.slice(place, place + 2), 16));
  assert.equal(await accentOf(visitor), `rgb(${red}, ${green}, ${blue})`, "the page shows what was said");

  await page.getByLabel("Address of the collector").last().fill(stage.collector.origin);
  await page.getByRole("button", { name: "Make the page" }).click();
  const made = await downloaded(page, page.getByRole("button", { name: "Download the page" }));
  await served({ "index.html": made.text }, {}, async (address, asked) => {
    const own = await openPage(stage.browser, { colorScheme: "dark" });
    await own.goto(address);
    assert.equal(await accentOf(own), "rgb(255, 238, 0)");
    const logo = own.getByRole("img", { name: "Town of Larkhaven" });
    assert.ok(await logo.evaluate((image) => image.complete && image.naturalWidth > 0));
    await picture(own, "theme-logo");
    assert.deepEqual(await violations(own), []);
    assert.deepEqual(asked, ["GET /"]);
    assert.deepEqual(faults(own), []);
  });

  const snippet = await page.locator(".code pre").first().innerText();
  await served({ "index.html": snippet.replace(/<script[\s\S]*<\/script>/, "") }, {}, async (address) => {
    const embedding = await openPage(stage.browser);
    await embedding.goto(address);
    const look = await embedding.getByRole("button", { name: "Send" }).evaluate((button) => {
      const { backgroundColor, fontFamily } = getComputedStyle(button);
      return { backgroundColor, fontFamily };
    });
    assert.equal(look.backgroundColor, `rgb(${red}, ${green}, ${blue})`);
    assert.match(look.fontFamily, /^ui-rounded/);
    const logo = embedding.getByRole("img", { name: "Town of Larkhaven" });
    assert.ok(await logo.evaluate((image) => image.complete && image.naturalWidth > 0));
  });

  await page.getByRole("combobox", { name: "Font", exact: true }).selectOption("Humanist");
  // The page that was made would look otherwise.
  await page.getByRole("button", { name: "Download the page" }).waitFor({ state: "detached" });
  await step(page, "See");
  assert.equal(await accentOf(page), `rgb(${red}, ${green}, ${blue})`);
  const preview = page
    .getByRole("region", { name: "The page as respondents see it" })
    .getByRole("img", { name: "Town of Larkhaven" });
  assert.ok(await preview.evaluate((image) => image.complete && image.naturalWidth > 0));
  assert.deepEqual(await violations(page), []);
  await picture(page, "studio-looks-preview");
  await page.reload();
  await step(page, "Publish");
  await page.getByRole("button", { name: "Remove the logo" }).click();
  await page.getByRole("button", { name: "Usual looks" }).click();
  assert.equal(await page.getByText("enough for text").count(), 0);
  assert.doesNotMatch(await page.locator(".code pre").first().innerText(), /style|<img/);
  assert.deepEqual(faults(page), []);
});
