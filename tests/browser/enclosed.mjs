/** What tests of the elements share: access to their documents, which no selector of the page finds, and listeners on the page. */

import { setTimeout } from "node:timers/promises";
import { AXE, rulesOf } from "./axe.mjs";

/** An income that occurs nowhere else as a number. */
export const CANARY = "2718.25";

/** The document of the element that shows this text; waits until there is one. */
export const inside = (page, text) => oneOf(() => page.frames().slice(1), text);

/** The document that shows this text, the page's own or one enclosed in it; waits until there is one. */
export const showing = (page, text) => oneOf(() => page.frames(), text);

/** Which of these documents shows this text; waits until one does. */
async function oneOf(frames, text) {
  for (let looks = 0; looks < 1500; looks += 1) {
    for (const frame of frames()) if ((await shown(frame)).includes(text)) return frame;
    await setTimeout(20);
  }
  throw new Error(`nothing shows "${text}"`);
}

/** The text that a document shows; empty if another document has replaced it meanwhile. */
async function shown(frame) {
  try {
    return await frame.evaluate(() => document.body?.innerText ?? "");
  } catch {
    return "";
  }
}

/** Waits until another document has replaced this one. */
export async function gone(frame) {
  for (let looks = 0; !frame.isDetached(); looks += 1) {
    if (looks === 1500) throw new Error("no other document replaces this one");
    await setTimeout(20);
  }
}

/**
 * The violations that axe finds in a document and in the page around it, and more or fewer headings of the first level than
 * one. What it finds in each goes through here as a text, since megabytes of objects would take seconds.
 */
export const audited = async (frame) => {
  const documents = [...new Set([frame.page().mainFrame(), frame])];
  const background = await documents[0].evaluate(() => {
    const colours = [document.body, document.documentElement].map((each) => getComputedStyle(each).backgroundColor);
    return colours.find((colour) => colour !== "rgba(0, 0, 0, 0)") ?? "";
  });
  const rules = rulesOf(frame.page());
  const partial = [];
  for (const [place, each] of documents.entries()) {
    await each.evaluate(AXE);
    partial.push(await each.evaluate(partOf, { initiator: place === 0, background, rules }));
  }
  const violations = await documents[0].evaluate(
    async (all) => (await axe.finishRun(all.map((text) => JSON.parse(text)))).violations,
    partial,
  );
  const headings = await Promise.all(
    documents.map((each) => each.evaluate(() => document.querySelectorAll("h1").length)),
  );
  const ones = headings.reduce((sum, each) => sum + each);
  return [
    ...violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ html, failureSummary }) => [html.slice(0, 120), failureSummary]),
    ]),
    ...(ones === 1 ? [] : [["one h1", ones]]),
  ];
};

/**
 * Runs in a document: what axe finds there, as a text. An enclosed document is transparent, and axe sees no page behind it: it would take that for
 * white. So it has the page's background while axe looks. Elements are told by their source alone: where they are would take longer to say than all
 * that axe does.
 */
async function partOf({ initiator, background, rules }) {
  const place = { selector: [":root"], xpath: ["/"], ancestry: [":root"] };
  axe.utils.nodeSerializer.update({
    toSpec: ({ source, nodeIndexes, fromFrame }) => ({ ...place, source, nodeIndexes, fromFrame }),
  });
  const { style } = document.documentElement;
  if (!initiator) style.backgroundColor = background;
  const found = JSON.stringify(await axe.runPartial({ initiator, rules }));
  if (!initiator) style.backgroundColor = "";
  return found;
}

/** Runs in the page before anything else: records whatever a script that is not the survey's can overhear. */
function overhear() {
  globalThis.heard = [];
  const said = (target) =>
    `${target?.nodeName} ${target?.value ?? ""} ${target?.checked ?? ""} ${target?.outerHTML ?? ""}`;
  const types = "input beforeinput change keydown keypress keyup click pointerdown pointerup mousedown mouseup".split(
    " ",
  );
  for (const type of [...types, "touchstart", "compositionend", "select", "submit", "formdata", "invalid", "message"])
    addEventListener(
      type,
      (event) => {
        const { key, data, clientX, clientY } = event;
        const entries = event.formData ? [...event.formData] : [];
        const told = [type, key, JSON.stringify(data), clientX, clientY, JSON.stringify(entries)];
        heard.push([...told, ...event.composedPath().map(said)].join(" "));
      },
      true,
    );
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver((changes) => {
    for (const { target, attributeName } of changes)
      heard.push(`mutation ${attributeName} ${target.getAttribute?.(attributeName)} ${target.textContent}`);
  }).observe(document, all);
  for (const name of ["pushState", "replaceState"]) {
    const before = history[name];
    history[name] = function (...words) {
      heard.push(JSON.stringify(words));
      return before.apply(this, words);
    };
  }
}

/** The same as a script file, and a page that runs it first. */
export const OVERHEAR = `(${overhear})();`;
export const spied = (page) => page.toString().replace("<head>", '<head><script src="overhear.js"></script>');
