/** The example of interviews: its files, and how somebody is interviewed, with functions that the libraries for Chromium and for Firefox share. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { designed } from "../program.mjs";
import { CANARY, inside, showing } from "./enclosed.mjs";
import { html } from "./site.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EXAMPLE = join(ROOT, "examples/offline");

export const SURVEY = JSON.parse(readFileSync(join(EXAMPLE, "survey.json"), "utf8"));
export const PLAN = designed(SURVEY);
export const FILES = {
  ...Object.fromEntries(readdirSync(EXAMPLE).map((name) => [name, readFileSync(join(EXAMPLE, name))])),
  ...Object.fromEntries(
    ["index", "elements", "sentences"].map((name) => [
      `candor/${name}.js`,
      readFileSync(join(ROOT, `pkg/dist/${name}.js`)),
    ]),
  ),
  "plan.json": PLAN,
  "elsewhere.html": html(""),
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
};

export const installed = (page) => showing(page, "This page works without a network.");

/** Has the page press a button a moment later, because its document may disappear with that. */
export const press = (frame, name) =>
  frame.evaluate((name) => {
    const buttons = [...document.querySelectorAll("button")];
    const button = buttons.find((button) => button.checkVisibility() && button.textContent.startsWith(name));
    setTimeout(() => button.click());
  }, name);

/** Plays one interview, up to the point at which the device is given back. */
export async function interviewed(page, smokes = "yes", income = CANARY) {
  const frame = await inside(page, "Question 1 of 2");
  await frame.locator(`[name=smoker][value="${["no", "yes"].indexOf(smokes)}"]`).click();
  await press(frame, "Next");
  await frame.locator("[type=number]").fill(income);
  await press(frame, "Change at random");
  return inside(page, "The report is kept");
}
