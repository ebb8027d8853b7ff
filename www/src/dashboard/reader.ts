/**
 * The reader's token, for collectors that show totals only to its holders: requested when the collector requires it, and kept as
 * long as the tab lasts.
 */

import { byId, element } from "../page/element";
import { codeOf } from "../page/refused";
import type { Words } from "./words";

const KEPT = "candor-reader";

/** The authorization header with the token, if there is one. */
export function authorization(): Record<string, string> {
  const token = sessionStorage.getItem(KEPT);
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Adds the form for the token to the page; `retry` is called when a token was entered. */
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

/** Shows the form if totals could not be read without a valid token, and hides it otherwise. */
export function askReader(failure: unknown): void {
  byId("reader").hidden = codeOf(failure) !== "unauthorized";
}
