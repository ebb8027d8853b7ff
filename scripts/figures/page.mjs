/**
 * How long a respondent waits, in Chromium: from the start of navigation, in an open tab of a new profile, to the
 * report leaving, the form filled in by script. A warm collector on this machine serves the page. Chromium is steered
 * over its own pipe, with nothing watched: what a test observes (requests, frames, consoles) takes a quarter more.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CHROMIUM, Collector } from "../../tests/browser/stage.mjs";

const VISITS = 25;

const collector = await Collector.open();
const profile = mkdtempSync(join(tmpdir(), "candor-profile-"));
const browser = spawn(
  CHROMIUM.executablePath,
  [...CHROMIUM.args, "--remote-debugging-pipe", `--user-data-dir=${profile}`],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
);
const command = commands(browser.stdio[3], browser.stdio[4]);
try {
  await visit();
  const visits = [];
  for (let i = 0; i < VISITS; i += 1) visits.push(await visit());
  for (const [name, moment] of [
    ["first paint", "paint"],
    ["form ready", "form"],
    ["report leaves", "report"],
  ]) {
    const times = visits.map((times) => times[moment]).sort((a, b) => a - b);
    const [least, median] = [times[0], times[VISITS >> 1]].map((time) => time.toFixed(0).padStart(4));
    console.log(`${name.padEnd(37)}${median} ms median, ${least} ms least, of ${VISITS} visits`);
  }
} finally {
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  browser.kill();
  await ended;
  rmSync(profile, { recursive: true, maxRetries: 20 });
  await collector.close();
}

/** One visit of a new profile: milliseconds from navigation to what happens. */
async function visit() {
  const { browserContextId } = await command("Target.createBrowserContext");
  const tab = { url: `${collector.origin}/surveys`, browserContextId, width: 1280, height: 900 };
  const { targetId } = await command("Target.createTarget", tab);
  const { sessionId } = await command("Target.attachToTarget", { targetId, flatten: true });
  await pause(500);
  await command("Page.enable", {}, sessionId);
  await command("Page.addScriptToEvaluateOnNewDocument", { source: `(${fillInOnArrival})()` }, sessionId);
  await command("Page.navigate", { url: collector.origin }, sessionId);
  let times;
  while (!times) {
    await pause(500);
    const { result } = await command(
      "Runtime.evaluate",
      { expression: `(${moments})()`, returnByValue: true },
      sessionId,
    );
    times = result.value;
  }
  await command("Target.disposeBrowserContext", { browserContextId });
  return times;
}

/** Commands of the DevTools protocol over a pipe, each ended by a zero. */
function commands(input, output) {
  const awaited = new Map();
  let received = "";
  output.setEncoding("utf8").on("data", (text) => {
    const messages = (received + text).split("\0");
    received = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      if (error) awaited.get(id)?.reject(new Error(error.message));
      else awaited.get(id)?.resolve(result);
      awaited.delete(id);
    }
  });
  let sent = 0;
  return (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      sent += 1;
      awaited.set(sent, { resolve, reject });
      input.write(`${JSON.stringify({ id: sent, method, params, sessionId })}\0`);
    });
}

/** Runs in the page: when it was first painted, the form was there and the report left; nothing before all have been. */
function moments() {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const { form, report } = document.documentElement.dataset;
  return paint && report && { paint: paint.startTime, form: Number(form), report: Number(report) };
}

/**
 * Runs in the page: answers every question as soon as the form is there, and notes when its report leaves. The event
 * is dispatched, as `requestSubmit` would lay out the whole page first.
 */
function fillInOnArrival() {
  const arrival = new MutationObserver(() => {
    const form = document.querySelector("form");
    if (!form) return;
    arrival.disconnect();
    document.documentElement.dataset.form = performance.now();
    for (const radio of form.querySelectorAll("label:first-child input[type=radio]")) radio.checked = true;
    for (const number of form.querySelectorAll("input[type=number]")) number.value = 2400;
    form.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  });
  arrival.observe(document, { childList: true, subtree: true });
  const { fetch } = window;
  window.fetch = (...request) => {
    if (request[0] === "/reports") document.documentElement.dataset.report = performance.now();
    return fetch(...request);
  };
}
