/**
 * How long people wait in Chromium, from the start of navigation in an open tab of a new profile. For respondents this is until the report is
 * sent, where a script fills in the form, and on the page of a published survey of eight questions until the first paint; for authors and readers until
 * the first paint, and the bytes sent until the page has loaded are counted too. A warm collector on this machine serves the page. Chromium is driven over its own pipe and nothing is observed: to observe requests,
 * frames and consoles, as tests do, takes a quarter more time.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { CHROMIUM } from "../../tests/browser/chromium.mjs";
import { Collector } from "../../tests/browser/collector.mjs";
import { middleAndLeast } from "./times.mjs";

const VISITS = 25;
/** Pages of authors and readers are visited less often. */
const FEWER = 9;

/** A survey of eight questions in six languages. */
const EIGHT = fileURLToPath(new URL("../../www/src/studio/templates/drugs.json", import.meta.url));

const collector = await Collector.open();
const published = await Collector.open({ survey: EIGHT });
const { fingerprint } = await published.plan();
const profile = mkdtempSync(join(tmpdir(), "candor-profile-"));
const browser = spawn(
  CHROMIUM.executablePath,
  [...CHROMIUM.args, "--remote-debugging-pipe", `--user-data-dir=${profile}`],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
);
const command = commands(browser.stdio[3], browser.stdio[4]);
try {
  const visits = await visited(VISITS, `${collector.origin}/`, moments, fillInOnArrival);
  for (const [name, moment] of [
    ["first paint", "paint"],
    ["form ready", "form"],
    ["report leaves", "report"],
  ])
    print(
      name,
      visits.map((times) => times[moment]),
    );
  const answers = await visited(VISITS, `${published.origin}/answer.html#${fingerprint}`, loaded);
  print(
    "answer.html, first paint, at most 100",
    answers.map(({ paint }) => paint),
  );
  for (const [name, path] of [
    ["answer.html by brotli, at most 60", "/answer.html"],
    ["its plan of eight questions", `/plans/${encodeURIComponent(fingerprint)}`],
  ])
    console.log(`${name.padEnd(37)}${await byBrotli(path)} KB`);
  for (const page of ["studio", "read"]) {
    const found = await visited(FEWER, `${collector.origin}/${page}.html`, loaded);
    print(
      `${page}.html, first paint`,
      found.map(({ paint }) => paint),
    );
    console.log(
      `${`${page}.html, until it has loaded`.padEnd(37)}${(found[0].bytes / 1000).toFixed(0).padStart(4)} KB`,
    );
  }
} finally {
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  browser.kill();
  await ended;
  rmSync(profile, { recursive: true, maxRetries: 20 });
  await collector.close();
  await published.close();
}

/** The kilobytes of what a collector serves, compressed. */
async function byBrotli(path) {
  const text = await (await fetch(published.origin + path)).text();
  return (brotliCompressSync(text).length / 1000).toFixed(1).padStart(4);
}

/** What this many visits find, after one that warms the collector. */
async function visited(visits, address, found, arrival = () => {}) {
  await visit(address, found, arrival);
  const all = [];
  for (let i = 0; i < visits; i += 1) all.push(await visit(address, found, arrival));
  return all;
}

function print(name, times) {
  console.log(`${name.padEnd(37)}${middleAndLeast(times, "visits")}`);
}

/** One visit of a new profile: waits until the function `found`, run in the page, returns something, and returns that. */
async function visit(address, found, arrival) {
  const { browserContextId } = await command("Target.createBrowserContext");
  const tab = { url: `${new URL(address).origin}/surveys`, browserContextId, width: 1280, height: 900 };
  const { targetId } = await command("Target.createTarget", tab);
  const { sessionId } = await command("Target.attachToTarget", { targetId, flatten: true });
  await pause(500);
  await command("Page.enable", {}, sessionId);
  await command("Page.addScriptToEvaluateOnNewDocument", { source: `(${arrival})()` }, sessionId);
  await command("Page.navigate", { url: address }, sessionId);
  let answer;
  while (!answer) {
    await pause(500);
    const { result } = await command(
      "Runtime.evaluate",
      { expression: `(${found})()`, returnByValue: true },
      sessionId,
    );
    answer = result.value;
  }
  await command("Target.disposeBrowserContext", { browserContextId });
  return answer;
}

/** Sends commands of the DevTools protocol over a pipe; a zero byte ends each message. */
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

/** Runs in the page: returns when it was first painted, and how many bytes were sent until it had loaded. */
function loaded() {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const [page] = performance.getEntriesByType("navigation");
  if (!paint || page.loadEventEnd === 0) return undefined;
  const sent = performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd <= page.loadEventEnd);
  return { paint: paint.startTime, bytes: [page, ...sent].reduce((sum, { transferSize }) => sum + transferSize, 0) };
}

/** Runs in the page: returns when it was first painted, when the form was there and when the report was sent; nothing until all three happened. */
function moments() {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const { form, report } = document.documentElement.dataset;
  return paint && report && { paint: paint.startTime, form: Number(form), report: Number(report) };
}

/**
 * Runs in the page: answers every question as soon as the form is there, and notes when its report is sent. The event is
 * dispatched because `requestSubmit` would lay out the whole page first.
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
