/** When a browser lacks something, `bind`, the hooks of React and the elements do without it, or refuse with a code. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { designed } from "../program.mjs";
import { built } from "./example.mjs";
import { served } from "./site.mjs";
import { faults, openBrowser, openPage } from "./stage.mjs";

const SURVEY = {
  survey: "habits",
  attributes: [{ name: "smoker", categories: ["no", "yes"] }],
  privacy: { record_epsilon: 1 },
};

/** Runs in the page before its modules: removes globals, and records what happens to each adapter. */
function lack(missing) {
  for (const name of missing) Object.defineProperty(globalThis, name, { value: undefined, configurable: true });
  globalThis.happened = {};
  const said = (thrown) => (thrown?.name === "CandorError" ? thrown.code : `raw: ${thrown?.stack ?? String(thrown)}`);
  globalThis.tell = (what, thrown) => {
    globalThis.happened[what] ??= thrown === undefined ? "done" : said(thrown);
  };
  globalThis.addEventListener("unhandledrejection", ({ reason }) => {
    globalThis.happened.unhandled ??= said(reason);
  });
}

const COLLECTOR = `
  export const collector = { endpoint: "./reports", retries: 0 };
  export const document_ = /* plan */;`;

const BIND = `
  import { loadPlan } from "candor";
  import { bind } from "candor/form";
  import { collector, document_ } from "./collector.js";

  const form = document.createElement("form");
  form.innerHTML = '<fieldset disabled><select name="smoker"><option></option><option>no</option><option>yes</option></select></fieldset>';
  document.body.append(form);
  form.addEventListener("candor-failed", ({ detail }) => tell("sent", detail));
  form.addEventListener("candor-received", () => tell("sent"));
  try {
    await bind(form, loadPlan(document_), collector).ready;
    tell("ready");
    form.elements.smoker.value = "yes";
    form.requestSubmit();
  } catch (thrown) {
    tell("ready", thrown);
    tell("sent", thrown);
  }`;

const REACT = `
  import { usePlan, useReport } from "candor/react";
  import { createElement, useEffect } from "react";
  import { createRoot } from "react-dom/client";
  import { collector, document_ } from "./collector.js";

  function Component() {
    const { plan, error } = usePlan(document_);
    const { fields, send, stage, error: kept } = useReport(plan, { ...collector, forget: () => {} });
    useEffect(() => {
      if (error) for (const what of ["ready", "sent"]) tell(what, error);
      if (plan) {
        tell("ready");
        send({ smoker: "yes" }).catch((thrown) => tell("sent", thrown));
      }
    }, [plan, error]);
    useEffect(() => {
      if (kept) tell("sent", kept);
      if (stage === "received") tell("sent");
    }, [stage, kept]);
    return createElement("form", fields);
  }
  const thrown = (error) => { for (const what of ["ready", "sent"]) tell(what, error); };
  createRoot(document.body.appendChild(document.createElement("div")), { onUncaughtError: thrown }).render(createElement(Component));`;

const ELEMENTS = `
  import "candor/elements";

  const opened = (what, element, more) => {
    element.addEventListener("candor-ready", () => tell(what));
    element.addEventListener("candor-failed", ({ detail }) => tell(what, detail));
    for (const [name, value] of Object.entries({ plan: "./plan.json", "max-record-epsilon": "9", ...more })) element.setAttribute(name, value);
    return element;
  };
  const form = document.body.appendChild(document.createElement("form"));
  const own = opened("ready", document.createElement("candor-form"), { name: "report" });
  own.innerHTML = '<candor-question name="smoker"></candor-question>';
  form.append(own);
  document.body.append(opened("sent", document.createElement("candor-survey"), { endpoint: "./reports" }));`;

const plan = designed(SURVEY);
const SCRIPTS = { bind: BIND, react: REACT, elements: ELEMENTS };
const page = (name) =>
  `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><body><script type="module" src="./${name}.js"></script>`;
const sources = Object.entries(SCRIPTS).flatMap(([name, script]) => [
  [`${name === "bind" ? "index" : name}.html`, page(name)],
  [`${name}.js`, script],
]);
const files = {
  ...(await built("react", {
    ...Object.fromEntries(sources),
    "collector.js": COLLECTOR.replace("/* plan */", () => plan),
  })),
  "plan.json": plan,
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
};
const browser = await openBrowser();
after(() => browser.close());

/** What happens to each adapter of a page in which globals are missing. */
async function happens(origin, name, missing) {
  const opened = await openPage(browser);
  await opened.addInitScript(lack, missing);
  await opened.goto(`${origin}${name === "bind" ? "index" : name}.html`);
  await opened.waitForFunction(() => globalThis.happened.sent && globalThis.happened.ready, undefined, {
    timeout: 60_000,
  });
  const happened = await opened.evaluate(() => globalThis.happened);
  const wrong = faults(opened);
  await opened.context().close();
  return { ...happened, wrong };
}

const MISSING = [
  ["AbortController"],
  ["AbortSignal"],
  ["URL"],
  ["URLSearchParams"],
  ["btoa"],
  ["atob"],
  ["performance"],
  ["TextEncoder"],
  ["TextDecoder"],
  ["indexedDB"],
  ["indexedDB", "localStorage"],
  ["crypto"],
  ["WebAssembly"],
  ["fetch"],
  ["Intl"],
  ["ResizeObserver"],
];

/** In other than nightly runs, each is missing for two of the three adapters, and `AbortController` for all. */
const OFTEN = {
  bind: MISSING.filter((_, i) => i % 2 === 0),
  react: MISSING.filter((_, i) => i % 2 === 1 || i === 0),
  elements: MISSING,
};

for (const name of Object.keys(SCRIPTS))
  test(`${name} does without what a browser lacks, or refuses with a code`, async () => {
    await served(files, {}, async (origin) => {
      const outcomes = {};
      for (const missing of [[], ...every(MISSING, OFTEN[name])])
        outcomes[missing.join()] = await happens(origin, name, missing);
      for (const [missing, { wrong, ...codes }] of Object.entries(outcomes)) {
        for (const [what, said] of Object.entries(codes))
          assert.match(said, /^[a-z-]+$/, `${what}, without ${missing}`);
        assert.equal(codes.unhandled, undefined, `without ${missing}`);
        assert.deepEqual(wrong, [], `without ${missing}`);
      }
      for (const said of Object.values(outcomes[""])) if (typeof said === "string") assert.equal(said, "done");
      assert.equal(outcomes.AbortController.ready, "unsupported-runtime");
    });
  });
