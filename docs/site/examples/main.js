/** Examples in the pages that can be changed and run: each gets buttons, and a place for what it prints. */

import { make } from "../make.js";
import { running } from "./running.js";

for (const [place, block] of document.querySelectorAll("article .run").entries()) runnable(block, place + 1);

/** Puts an example, and what it prints according to the page, into a group with its buttons. */
function runnable(block, number) {
  const name = `example ${number}: ${heading(block)}`;
  const expected = block.nextElementSibling?.matches(".highlight-text") ? block.nextElementSibling : undefined;
  const { element, code, toggled } = editable(block, name);
  const output = make("div", { class: "printed", role: "log", "aria-label": `Output of ${name}` });
  if (expected) output.append(make("pre", {}, expected.textContent.trimEnd()));
  const run = make("button", { type: "button", onclick: pressed });
  let stopping;

  /** Runs the example, or stops it. */
  async function pressed() {
    if (stopping) {
      stopping.abort();
      return;
    }
    stopping = new AbortController();
    named(run, "Stop", name);
    await shown(output, code(), stopping.signal);
    stopping = undefined;
    named(run, "Run", name);
  }

  named(run, "Run", name);
  block.before(
    make(
      "div",
      { class: "example", role: "group", "aria-label": `Example ${number}` },
      element,
      make("p", { class: "row" }, run, toggled),
      output,
    ),
  );
  element.prepend(block);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !stopping) run.click();
  });
  expected?.remove();
}

/** Code that a button turns into a field with the same code, and back; `code()` is what stands there. */
function editable(block, name) {
  const original = block.textContent.trimEnd();
  const field = make("textarea", {
    "aria-label": `Code of ${name}`,
    autocapitalize: "off",
    autocomplete: "off",
    class: "code",
    hidden: true,
    oninput: fit,
    spellcheck: "false",
    wrap: "off",
  });
  const toggled = make("button", { type: "button", onclick: toggle });

  function toggle() {
    field.value = original;
    field.hidden = !field.hidden;
    block.hidden = !field.hidden;
    named(toggled, field.hidden ? "Edit" : "Undo changes", name);
    fit();
    if (!field.hidden) field.focus();
  }

  function fit() {
    field.rows = field.value.split("\n").length + 1;
  }

  named(toggled, "Edit", name);
  return { element: make("div", {}, field), code: () => (field.hidden ? original : field.value), toggled };
}

/** Runs code, and shows what it prints and how it ends. */
async function shown(output, code, signal) {
  const state = make("p", {}, "Running…");
  const lines = make("pre");
  output.replaceChildren(state);
  try {
    await running(code, signal, (text) => {
      lines.append(lines.hasChildNodes() ? `\n${text}` : text);
      if (!lines.isConnected) state.before(lines);
    });
    if (lines.isConnected) state.remove();
    else state.textContent = "Nothing was printed.";
  } catch ({ message }) {
    state.replaceWith(make("p", { class: "fault" }, message));
  }
}

/** Gives a button a text, and a name that also says which example it belongs to. */
function named(button, text, name) {
  button.textContent = text;
  button.setAttribute("aria-label", `${text} ${name}`);
}

/** The text of the heading above an element. */
function heading(element) {
  const found = element.closest("section").querySelector("h1, h2, h3, h4").cloneNode(true);
  found.querySelector(".headerlink")?.remove();
  return found.textContent.trim();
}
