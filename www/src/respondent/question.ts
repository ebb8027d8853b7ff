/**
 * One question: a fieldset of radio cards, or a number field for a question with bins, with a place for the preview of how the
 * answer would leave.
 */

import type { Attribute } from "candor";
import { type Answer, answersTo, categoryLabel, categoryOf } from "../page/categories";
import { element, inLanguage } from "../page/element";
import type { Words } from "./words";

/** A question on the page. */
export interface Question {
  readonly attribute: Attribute;
  /** The fieldset and its preview, one row of the form. */
  readonly row: HTMLElement;
  /** The element for the preview of this question. */
  readonly preview: HTMLElement;
  /** The answer so far; undefined if there is no usable one. */
  answer(): Answer | undefined;
  /** Whether nothing is filled in, not even something that is no usable answer. */
  isEmpty(): boolean;
  /** Shows its number, from 1. */
  count(ordinal: number): void;
  /** Shows why the answer cannot be used; "" clears the message. */
  complain(reason: string): void;
  /** Shows a note in place of a complaint. */
  note(text: string): void;
  /** Moves the focus to the control to be filled in. */
  focus(): void;
}

interface Controls {
  readonly body: HTMLElement;
  readonly inputs: readonly HTMLInputElement[];
  answer(): Answer | undefined;
}

/** Makes the question for `attribute`; `language` is that of its texts, if they have one. */
export function question(attribute: Attribute, language: string | undefined, words: Words): Question {
  const errorId = `${attribute.name}-error`;
  const controls = attribute.bins
    ? numberField(attribute, errorId, words)
    : radioCards(attribute, errorId, language, words);
  const error = element("p", { id: errorId, class: "error", hidden: true });
  const preview = element("div", { class: "leaves" });
  const number = element("span", { class: "ordinal", "aria-hidden": "true" });
  const show = (text: string, isError: boolean): void => {
    error.textContent = text;
    error.hidden = text === "";
    for (const input of controls.inputs) input.setAttribute("aria-invalid", String(isError));
  };
  const row = element(
    "div",
    { class: "question" },
    element(
      "fieldset",
      {},
      element("legend", {}, number, element("span", inLanguage(language), attribute.question ?? attribute.name)),
      error,
      controls.body,
    ),
    preview,
  );
  return {
    attribute,
    row,
    preview,
    answer: () => controls.answer(),
    isEmpty: () => controls.inputs.every((input) => !input.checked && (input.type === "radio" || isBlank(input))),
    count(ordinal) {
      number.textContent = String(ordinal);
    },
    complain: (reason) => show(reason, reason !== ""),
    note: (text) => show(text, false),
    focus: () => controls.inputs[0]?.focus(),
  };
}

function radioCards(attribute: Attribute, errorId: string, language: string | undefined, words: Words): Controls {
  const inputs = Array.from({ length: answersTo(attribute) }, (_, category) =>
    element("input", {
      type: "radio",
      name: attribute.name,
      value: category,
      required: true,
      "aria-describedby": errorId,
    }),
  );
  const cards = inputs.map((input, category) =>
    element(
      "label",
      { class: "card" },
      input,
      element("span", inLanguage(language), categoryLabel(attribute, category, words)),
    ),
  );
  return {
    body: element("div", { class: "cards" }, ...cards),
    inputs,
    answer() {
      const chosen = inputs.findIndex((input) => input.checked);
      if (chosen < 0) return undefined;
      const declined = attribute.optional && chosen === inputs.length - 1;
      return declined ? null : attribute.categories[chosen]?.value;
    },
  };
}

function numberField(attribute: Attribute, errorId: string, words: Words): Controls {
  const note = element("p", { id: `${attribute.name}-note`, class: "note" });
  const ranges = Array.from({ length: answersTo(attribute) }, (_, category) =>
    categoryLabel(attribute, category, words).toLowerCase(),
  );
  note.textContent = words.onlyRange(ranges.join(words.comma));
  const input = element("input", {
    type: "number",
    class: "number",
    step: "any",
    inputmode: "decimal",
    required: !attribute.optional,
    "aria-label": attribute.question ?? attribute.name,
    "aria-describedby": `${errorId} ${note.id}`,
  });
  return {
    body: element("div", { class: "entry" }, input, note),
    inputs: [input],
    answer() {
      if (input.value === "") return attribute.optional && isBlank(input) ? null : undefined;
      const number = input.valueAsNumber;
      return categoryOf(attribute, number) === undefined ? undefined : number;
    },
  };
}

/** Whether nothing is typed into a field; what is no number at all has no value either. */
function isBlank({ value, validity }: HTMLInputElement): boolean {
  return value === "" && !validity.badInput;
}
