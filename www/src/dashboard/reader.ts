/**
 * A reader's token, for collectors that tell totals to its holders: asked for when the collector does, and kept for as long as the
 * tab lasts.
 */

import { byId, element } from "../page/element";
import { codeOf } from "../page/refused";
import type { Words } from "./words";

const KEPT = "candor-reader";

/** The header that carries the token, where there is one. */
export function authorization(): Record<string, string> {
  const token = sessionStorage.getItem(KEPT);
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Puts the question for a token where the page has its place; `retry` is called when there is an answer. */
export function installReader(words: Words, retry: () => void): void {
  const input = element("input", { type: "password", name: "token", autocomplete: "off", required: true });
  const form = element(
    "form",
    {},
    element("label", {}, words.token, input),
    element("button", { type: "submit", class: "button small" }, words.readTotals),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(KEPT, input.value.trim());
    input.value = "";
    retry();
  });
  byId("reader").replaceChildren(form);
}

/** Shows the question where totals could not be read for want of a token. */
export function askReader(failure: unknown): void {
  byId("reader").hidden = codeOf(failure) !== "unauthorized";
}
