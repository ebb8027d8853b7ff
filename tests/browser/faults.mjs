/**
 * What can go wrong while somebody answers the survey of `examples/elements`: in the network, and at the device. Every way of placing a
 * survey in a page is tested with all of it, with an answer that can be recognised.
 */

import assert from "node:assert/strict";
import { CANARY, inside } from "./enclosed.mjs";
import { traces } from "./stage.mjs";

/** Answers every question. */
export async function filled(page) {
  const frame = await inside(page, "Do you smoke?");
  await frame.getByLabel("Yes").check();
  await frame.getByRole("spinbutton").fill(CANARY);
  await frame.getByLabel("More than once").check();
  return frame;
}

export const send = (frame) => frame.getByRole("button", { name: "Change at random and send" }).click();

/** What a page sends and prints from now on, one line each. */
export function overheard(page, lines = []) {
  page.on("request", (request) =>
    lines.push(`${request.method()} ${request.url()} ${request.headers().referer ?? ""} ${request.postData() ?? ""}`),
  );
  page.on("console", (message) => lines.push(message.text()));
  return lines;
}

/** The reports among these lines. */
export const reports = (lines) =>
  lines.filter((line) => /^POST \S+\/reports /.test(line)).map((line) => line.slice(line.indexOf("{")));

/** Asserts that nothing is filled in. */
async function blank(page) {
  const frame = await inside(page, "Do you smoke?");
  assert.equal(await frame.locator(":checked").count(), 0);
  assert.equal(await frame.getByRole("spinbutton").inputValue(), "");
}

/** Holds back requests to some addresses until the returned function is called. */
export async function held(page, addresses) {
  let go;
  const gone = new Promise((resolve) => {
    go = resolve;
  });
  await page.route(addresses, async (route) => {
    await gone;
    // The page that sent a request may be gone by now, and the request with it.
    await route.continue().catch(() => {});
  });
  return go;
}

/** The faults by name. Each is played in an open page with an unanswered survey; `lines` is what the page sent; `elsewhere` is another page. */
export const FAULTS = {
  async "a slow network"({ page, lines }) {
    const arrive = await held(page, "**/reports");
    await send(await filled(page));
    const frame = await inside(page, "Sending");
    assert.equal(await frame.locator("input").count(), 0, "answers are gone before the report has arrived");
    arrive();
    await inside(page, "Your report has arrived");
    assert.equal(reports(lines).length, 1);
  },
  async "pressing again and again"({ page, lines }) {
    const arrive = await held(page, "**/reports");
    const frame = await filled(page);
    await frame.evaluate(() => {
      for (let i = 0; i < 5; i += 1) document.querySelector("button.primary").click();
    });
    await inside(page, "Sending");
    arrive();
    await inside(page, "Your report has arrived");
    assert.equal(reports(lines).length, 1);
  },
  async "going back, before and after"({ page, lines, elsewhere }) {
    await filled(page);
    await page.goto(elsewhere);
    await page.goBack();
    await blank(page);
    await send(await filled(page));
    await inside(page, "Your report has arrived");
    await page.goto(elsewhere);
    await page.goBack();
    await inside(page, "Nothing is asked here");
    assert.equal(reports(lines).length, 1, "nobody is asked twice");
  },
  async "a reload, before and after"({ page, lines }) {
    await filled(page);
    await page.reload();
    await blank(page);
    await send(await filled(page));
    await inside(page, "Your report has arrived");
    await page.reload();
    await inside(page, "Nothing is asked here");
    assert.equal(reports(lines).length, 1, "nobody is asked twice");
  },
  async "a reload while it is sent"({ page, lines }) {
    const arrive = await held(page, "**/reports");
    await send(await filled(page));
    await inside(page, "Sending");
    // If the held request hangs, the page gives it up and sends again.
    const arrived = page.waitForResponse("**/reports", { timeout: 120_000 });
    await page.reload();
    arrive();
    await inside(page, "Nothing is asked here");
    await arrived;
    assert.equal(new Set(reports(lines)).size, 1, "the same bytes");
  },
  async "no network"({ page, lines }) {
    const frame = await filled(page);
    await page.context().setOffline(true);
    await send(frame);
    const kept = await inside(page, "unreachable");
    assert.ok(JSON.stringify(await traces(kept)).includes('received\\":false'));
    await page.context().setOffline(false);
    await inside(page, "Thank you");
    assert.equal(new Set(reports(lines)).size, 1, "the same bytes");
  },
  async "a second tab"({ page, lines }) {
    const frame = await filled(page);
    const other = await page.context().newPage();
    overheard(other, lines);
    await other.goto(page.url());
    await send(await filled(other));
    await inside(other, "Your report has arrived");
    await send(frame);
    await inside(page, "Nothing is asked here");
    assert.equal(reports(lines).length, 1, "what the other tab sent is not sent again");
  },
};

/** Ways in which a page can leak an answer, by where the answer goes. */
export const LEAKS = {
  "what is kept": (answer) => localStorage.setItem("draft", answer),
  "an address that is asked": (answer) => fetch(`?answer=${answer}`),
  "what is posted": (answer) => fetch("elsewhere.html", { method: "POST", body: answer }),
  "the history": (answer) => history.replaceState({ answer }, ""),
  "the address": (answer) => location.replace(`#${answer}`),
  "a message": (answer) => postMessage(answer),
  "the console": (answer) => console.log(answer),
  "the page": (answer) => document.body.append(answer),
};

/** All open pages, this one included, with either library that drives a browser. */
const tabs = (page) => ("context" in page ? page.context() : page.browserContext()).pages();

/** Asserts that the answer is nowhere in any open page: not in what it sent, printed, stored, shows or remembers, nor in what its scripts heard. */
export async function assertGone(page, lines) {
  const places = await Promise.all(lines);
  for (const tab of (await tabs(page)).filter((tab) => tab.url() !== "about:blank"))
    for (const frame of tab.frames()) {
      const told = () => [globalThis.heard, globalThis.messages, history.state, document.referrer, location.href];
      places.push(JSON.stringify(await frame.evaluate(told)), await frame.content());
      places.push(JSON.stringify(await traces(frame)));
    }
  for (const place of places) assert.ok(!place.includes(CANARY), place.slice(0, 2000));
}
