/**
 * The plain columns of a plan, which leave without noise. The author's link may have filled one in (`?region=north`), which is
 * then shown and cannot be changed by mistake; the others are asked apart from the private questions.
 */

import type { Plan } from "candor";
import { sentences } from "candor/sentences";
import { element, inLanguage } from "../page/element";
import type { Words } from "./words";

/** The fields of all plain columns, with their values. */
export interface PlainFields {
  /** Undefined where the plan has no plain columns. */
  readonly section: HTMLElement | undefined;
  /** Returns the values; if one is missing, moves the focus to its field and returns undefined. */
  values(): Readonly<Record<string, string>> | undefined;
}

/** Makes the fields for a plan, filled in from the address as far as possible. */
export function plainFields(plan: Plan, words: Words, address = new URLSearchParams(location.search)): PlainFields {
  const selects = plan.plain.map(({ name, question = name, categories }) => {
    const filledIn = categories.find(({ value }) => value === address.get(name));
    const offered = filledIn ? [filledIn] : [{ value: "", label: "" }, ...categories];
    const options = offered.map(({ value, label }) =>
      element("option", { value, ...inLanguage(plan.language) }, label),
    );
    const select = element("select", { name, required: true, class: "plain", autocomplete: "off" }, ...options);
    return {
      name,
      select,
      row: element("label", { class: "plain-row" }, element("span", inLanguage(plan.language), question), select),
    };
  });
  const section =
    selects.length === 0
      ? undefined
      : element(
          "fieldset",
          { class: "in-clear" },
          element("legend", {}, words.leaveAsTheyAre),
          element("p", { class: "note" }, sentences(plan, words.language).plain ?? ""),
          ...selects.map(({ row }) => row),
        );
  return {
    section,
    values() {
      const missing = selects.find(({ select }) => select.value === "");
      if (missing === undefined) return Object.fromEntries(selects.map(({ name, select }) => [name, select.value]));
      missing.select.reportValidity();
      missing.select.focus();
      return undefined;
    },
  };
}

/** Returns some valid values, for an example that is never sent. */
export function anyPlain(plan: Plan): Readonly<Record<string, string>> {
  return Object.fromEntries(plan.plain.map(({ name, categories: [first] }) => [name, first?.value ?? ""]));
}
