/** Writing by keyboard alone: a survey of seven questions takes at most 70 presses of Tab, and far fewer with the keys that the page names. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openStudioStage, saved } from "./studio.mjs";

const { inStudio } = await openStudioStage();

const QUESTIONS = [
  ["Do you smoke?", "No", "Yes"],
  ["Do you drink?", "Never", "Sometimes", "Often"],
  ["Are you in debt?", "No", "Yes"],
  ["Do you gamble?", "No", "Yes"],
  ["Do you sleep well?", "No", "Yes"],
  ["Have you lied to a doctor?", "No", "Yes"],
  ["How is your work?", "Bad", "Neither", "Good"],
];

/** Counts presses of Tab until what has the focus matches. */
class Tabs {
  count = 0;
  #page;

  constructor(page) {
    this.#page = page;
  }

  /** Presses Tab until the focused element is this one; a walk that does not come by there fails. */
  async to(selector) {
    for (let presses = 0; presses < 40; presses += 1) {
      await this.#page.keyboard.press("Tab");
      this.count += 1;
      if (await this.#page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    assert.fail(`Tab does not lead to ${selector}`);
  }
}

const written = async (page) =>
  (await saved(page)).attributes.map(({ question, categories }) => [question, ...categories]);

test("seven questions are written by Tab, Enter and letters alone, in at most 70 presses of Tab from the top of the page", (t) =>
  inStudio(async (page) => {
    const tabs = new Tabs(page);
    await tabs.to(".survey-title");
    await page.keyboard.type("Habits");
    for (const [place, [text, ...choices]] of QUESTIONS.entries()) {
      if (place === 0) await tabs.to(".written .text");
      else {
        await tabs.to(".add");
        await page.keyboard.press("Enter");
        await page.locator(".written").nth(place).locator(".text:focus").waitFor();
      }
      await page.keyboard.type(text);
      for (const [at, choice] of choices.entries()) {
        if (at < 2) await tabs.to(`.line [aria-label="Choice ${at + 1}"]`);
        else {
          await page.keyboard.press("Enter");
          await page.locator(`.line [aria-label="Choice ${at + 1}"]:focus`).waitFor();
        }
        await page.keyboard.type(choice);
      }
    }
    await page.getByText("Every question is ready.").waitFor();
    t.diagnostic(`${tabs.count} presses of Tab`);
    assert.ok(tabs.count <= 70, `${tabs.count} presses of Tab`);
    assert.deepEqual(await written(page), QUESTIONS);
  }));

test("the keys that the page names lead from a question to its answers and to the next question, and move both", () =>
  inStudio(async (page) => {
    await page.locator(".written .text").focus();
    for (const [place, [text, ...choices]] of QUESTIONS.entries()) {
      await page.keyboard.type(text);
      for (const [at, choice] of choices.entries()) {
        await page.keyboard.press("Enter");
        await page.locator(`.line [aria-label="Choice ${at + 1}"]:focus`).waitFor();
        await page.keyboard.type(choice);
      }
      if (place === QUESTIONS.length - 1) break;
      await page.keyboard.press("Control+Enter");
      await page
        .locator(".written")
        .nth(place + 1)
        .locator(".text:focus")
        .waitFor();
    }
    assert.deepEqual(await written(page), QUESTIONS);
    await page.locator(".written").last().locator('[aria-label="Choice 3"]').focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.locator('.line [aria-label="Choice 2"]:focus').waitFor();
    await page.locator(".written").last().locator(".text").focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.locator(".written").nth(5).locator(".text:focus").waitFor();
    const moved = (await written(page)).slice(5);
    assert.deepEqual(moved, [["How is your work?", "Bad", "Good", "Neither"], QUESTIONS[5]]);
    await page.locator(".written").nth(5).locator(".text").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.locator(".written").nth(6).locator(".text:focus").waitFor();
    assert.equal((await written(page))[6][0], "How is your work?");
  }));

test("the tools of a question are one stop of Tab, and arrow keys lead from one to the next", () =>
  inStudio(async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    await page.locator(".written .text").focus();
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "Begin a section with question 1");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "Copy question 1");
    await page.keyboard.press("End");
    assert.equal(await focused(), "Remove question 1");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "Begin a section with question 1");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await focused(), "Copy question 1", "Tab comes back to where it was");
    await page.keyboard.press("Enter");
    await page.locator(".written").nth(1).locator(".text:focus").waitFor();
  }));
