/**
 * Invalid values that pages pass to `bind`, to the hooks of React and to the elements: whatever the value is, the page gets a
 * `CandorError`, and nothing else is thrown.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { built, visiting } from "./example.mjs";
import { faults, openBrowser } from "./stage.mjs";

const SURVEY = {
  survey: "habits",
  attributes: [{ name: "smoker", categories: ["no", "yes"] }],
  privacy: { record_epsilon: 1 },
};

/** Runs in the page: the values that are passed, and what comes of them. */
const HANDED = `
  const throwing = () => { throw new TypeError("raw"); };
  const traps = Object.fromEntries(
    ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor", "apply"].map((trap) => [trap, throwing]));
  const withMember = (name) => Object.defineProperty({}, name, { enumerable: true, get: throwing });
  export const HOSTILE = {
    undefined, null: null, NaN, bigint: 1n, text: "x", list: [null], nothing: {}, function: () => {}, symbol: Symbol("s"),
    bare: Object.create(null), map: new Map(), element: document.body, window,
    pretender: { fingerprint: "sha256:00", attributes: null, questions: 5 },
    "a getter of fingerprint": withMember("fingerprint"), "a getter of endpoint": withMember("endpoint"),
    "a getter of plan": withMember("plan"), "a getter of then": withMember("then"),
    proxy: new Proxy({}, traps), "proxy of a function": new Proxy(() => {}, traps),
  };
  const wrong = [];
  let refused = 0;
  export function judge(what, thrown) {
    if (thrown?.name === "CandorError" && typeof thrown.code === "string") refused += 1;
    else wrong.push(what + ": " + (thrown?.stack ?? String(thrown)));
  }
  export async function ask(what, run) {
    try {
      await run();
    } catch (thrown) {
      judge(what, thrown);
    }
  }
  export const ended = () => { globalThis.told = { refused, wrong: wrong.slice(0, 10) }; };
`;

const BIND = `
  import { loadPlan } from "candor";
  import { bind } from "candor/form";
  import { ask, ended, HOSTILE, judge } from "./handed.js";

  const document_ = await (await fetch("./plan.json")).json();
  const opened = () => loadPlan(document_, { storage: "memory" });
  function form() {
    const made = document.createElement("form");
    made.innerHTML = '<fieldset disabled><select name="smoker"><option></option><option>no</option><option>yes</option></select></fieldset>';
    document.body.replaceChildren(made);
    return made;
  }
  async function bound(what, ...given) {
    await ask(what, async () => {
      const { ready, resend, release } = bind(...given);
      await ask(what + " ready", () => ready);
      await ask(what + " resend", resend);
      release();
    });
  }
  const options = { endpoint: "./nowhere", retries: 0 };
  for (const [name, hostile] of Object.entries(HOSTILE)) {
    await bound("form " + name, hostile, opened(), options);
    await bound("plan " + name, form(), hostile, options);
    await bound("a plan that is to come, " + name, form(), Promise.resolve(hostile), options);
    // A proxy of an error is left out: nobody rejects with one.
    if (!name.startsWith("proxy")) await bound("a plan that does not come, " + name, form(), Promise.reject(hostile), options);
    await bound("options " + name, form(), await opened(), hostile);
    await bound("all " + name, hostile, hostile, hostile);
    for (const option of ["endpoint", "fetch", "signal", "timeout", "retries", "plain", "message", "other"])
      await ask(option + " " + name, async () => {
        const made = form();
        const { ready, release } = bind(made, opened(), { ...options, [option]: hostile });
        await ready;
        const failed = new Promise((told) => {
          made.addEventListener("candor-failed", ({ detail }) => told(detail), { once: true });
        });
        made.elements.smoker.value = "yes";
        made.requestSubmit();
        judge(option + " " + name + " when it is sent", await failed);
        release();
      });
  }
  globalThis.MutationObserver = undefined;
  await bound("no MutationObserver", form(), opened(), options);
  ended();
`;

const REACT = `
  import { loadPlan } from "candor";
  import { usePlan, useReport } from "candor/react";
  import { createElement } from "react";
  import { flushSync } from "react-dom";
  import { createRoot } from "react-dom/client";
  import { ask, ended, HOSTILE, judge } from "./handed.js";

  const document_ = await (await fetch("./plan.json")).json();
  const plan = await loadPlan(document_, { storage: "memory" });
  /** What a component gets from its hook, once that returns something. */
  function rendered(what, use) {
    return new Promise((resolve) => {
      const root = createRoot(document.createElement("div"), {
        onUncaughtError: (thrown) => { judge(what + " while it is rendered", thrown); resolve(undefined); },
      });
      function Component() {
        const shown = use();
        if (shown) queueMicrotask(() => { resolve(shown); });
        return createElement("form", shown?.fields ?? {});
      }
      flushSync(() => root.render(createElement(Component)));
    });
  }
  for (const [name, hostile] of Object.entries(HOSTILE)) {
    for (const [what, ...given] of [
      ["source", hostile],
      ["options", document_, hostile],
      ["both", hostile, hostile],
      ["cap", document_, { maxRecordEpsilon: hostile }],
      ["signal", document_, { signal: hostile, storage: "memory" }],
    ]) {
      const label = "usePlan " + what + " " + name;
      const { error } = (await rendered(label, () => {
        const state = usePlan(...given);
        return state.plan || state.error ? state : undefined;
      })) ?? {};
      if (error) judge(label, error);
    }
    for (const [what, ...given] of [
      ["plan", hostile, { endpoint: "./nowhere", forget: () => {} }],
      ["options", plan, hostile],
      ["both", hostile, hostile],
      ["forget", plan, { endpoint: "./nowhere", forget: hostile }],
      ["endpoint", plan, { endpoint: hostile, forget: () => {} }],
    ]) {
      const label = "useReport " + what + " " + name;
      const report = await rendered(label, () => useReport(...given));
      if (!report) continue;
      await ask(label + " send", () => report.send({ smoker: "yes" }));
      await ask(label + " resend", report.resend);
      await ask(label + " answers", () => report.send(hostile));
    }
  }
  ended();
`;

const ELEMENTS = `
  import { loadPlan } from "candor";
  import "candor/elements";
  import { ask, ended, HOSTILE, judge } from "./handed.js";

  const document_ = await (await fetch("./plan.json")).json();
  /** Opens an element, waits until the page knows whether it can be filled in, and judges whatever failed. */
  async function opened(what, element, open) {
    element.addEventListener("candor-failed", ({ detail }) => judge(what, detail));
    const first = Promise.race(["candor-ready", "candor-failed"].map(
      (name) => new Promise((told) => element.addEventListener(name, told))));
    document.body.append(element);
    await ask(what, () => open?.(element));
    await first;
    element.remove();
  }
  const plan = await loadPlan(document_, { storage: "memory" });
  const right = { plan, endpoint: "./nowhere", retries: 0 };
  const loads = (name, hostile) => ({
    load: hostile,
    loaded: () => hostile,
    "to come": () => Promise.resolve(hostile),
    // A proxy of an error is left out: nobody throws one.
    ...(name.startsWith("proxy") ? {} : { thrown: () => { throw hostile; } }),
    plan: () => ({ plan: hostile, endpoint: "./nowhere" }),
    endpoint: () => ({ ...right, endpoint: hostile }),
    fetch: () => ({ ...right, fetch: hostile }),
    plain: () => ({ ...right, plain: hostile }),
  });
  const FEW = ["undefined", "pretender", "a getter of plan", "proxy of a function"];
  for (const name of FEW)
    await Promise.all(Object.entries(loads(name, HOSTILE[name])).flatMap(([what, load], place) =>
      (place === 1 ? ["own", "kiosk", "interviewer"] : ["own"]).map((mode) => {
        const survey = document.createElement("candor-survey");
        survey.setAttribute("mode", mode);
        return opened(mode + " " + what + " " + name, survey, (element) => element.open(load));
      })));
  for (const tag of ["candor-survey", "candor-form"])
    for (const attribute of ["plan", "endpoint", "max-record-epsilon", "plain", "mode", "pace", "public-key", "fingerprint", "onclik"]) {
      const element = document.createElement(tag);
      element.innerHTML = tag === "candor-form" ? '<candor-question name="smoker"></candor-question>' : "";
      const given = { plan: "./plan.json", "max-record-epsilon": "4", ...(tag === "candor-form" ? { name: "r" } : { endpoint: "./x" }) };
      for (const [name, value] of Object.entries({ ...given, [attribute]: "\\u0000 {x&" })) element.setAttribute(name, value);
      await opened(tag + " " + attribute, element);
    }
  ended();
`;

const plan = designed(SURVEY);
const page = (script) =>
  `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><body><script type="module" src="./${script}"></script>`;
const files = {
  ...(await built("react", {
    "index.html": page("bind.js"),
    "react.html": page("react.js"),
    "elements.html": page("elements.js"),
    "handed.js": HANDED,
    "bind.js": BIND,
    "react.js": REACT,
    "elements.js": ELEMENTS,
  })),
  "plan.json": plan,
};
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

for (const [what, address, least] of [
  ["bind", "index.html", 150],
  ["the hooks of React", "react.html", 100],
  ["the elements", "elements.html", 35],
])
  test(`whatever ${what} are handed is refused with a code`, async () => {
    await visited(async (opened, { origin }) => {
      await opened.goto(`${origin}${address}`);
      await opened.waitForFunction(() => globalThis.told, undefined, { timeout: 300_000 });
      const { refused, wrong } = await opened.evaluate(() => globalThis.told);
      assert.deepEqual(wrong, []);
      assert.ok(refused > least, `${refused} refusals`);
      assert.deepEqual(
        faults(opened).filter((fault) => !/nowhere|404/.test(fault)),
        [],
      );
    });
  });
