import { offered } from "../common/offered.js";
import type { Answers, Attribute } from "../common/types.js";
import { bin } from "../device/encode.js";
import { labelsOf } from "./labels.js";
import { inLanguage, type Make } from "./make.js";
import type { Spoken } from "./words/index.js";

/** The controls of a question, what is filled in, and the message for what cannot be used. */
export interface Controls {
  readonly element: HTMLElement;
  readonly inputs: readonly HTMLInputElement[];
  readonly plea: string;
  /** A rule that is shown with the question. */
  readonly rule?: string;
  /** What is filled in, by name; `undefined` where that cannot be used. */
  answers(): Answers;
  /** The inputs to which something is lacking, or that have too much; all of them where they are one answer. */
  lacking(): readonly HTMLInputElement[];
  /** Whether more is filled in than may be. */
  hasTooMuch?(): boolean;
}

/** Makes the controls of a question; its texts are in a language of the plan. */
export type MakeControls<Of> = (make: Make, of: Of, language: string | undefined, spoken: Spoken) => Controls;

/** Radio buttons, or a number where the question has bins. */
export const single: MakeControls<Attribute> = (make, attribute, language, spoken) =>
  (attribute.bins === undefined ? radios : number)(make, attribute, language, spoken);

const radios: MakeControls<Attribute> = (make, attribute, language, spoken) => {
  const { name, optional } = attribute;
  const categories = offered(attribute);
  const inputs = categories.map((_, i) =>
    make("input", { type: "radio", name, value: i, autocomplete: "off", required: true }),
  );
  const labels = labelsOf(attribute, spoken).map((label, i) => {
    const own = optional && i === categories.length - 1;
    return labelled(make, inputs[i]!, label, own ? undefined : language);
  });
  const isChosen = () => inputs.some(({ checked }) => checked);
  return {
    element: make("div", { class: "choices" }, ...labels),
    inputs,
    plea: spoken.words.choose,
    answers() {
      const chosen = inputs.findIndex(({ checked }) => checked);
      return { [name]: optional && chosen === inputs.length - 1 ? null : categories[chosen]?.value };
    },
    lacking: () => (isChosen() ? [] : inputs),
  };
};

/** A label around an input; `language` is that of the text, where it is not the element's. */
export function labelled(make: Make, input: HTMLInputElement, text: string, language: string | undefined): HTMLElement {
  return make("label", {}, input, make("span", inLanguage(language), text));
}

/** A number, with boxes beside it for reasons to give none. */
const number: MakeControls<Attribute> = (make, attribute, language, spoken) => {
  const { name, bins, optional, question = name } = attribute;
  const categories = offered(attribute);
  const reasons = categories.filter(({ role }) => role);
  const labels = labelsOf(attribute, spoken).filter((_, i) => !categories[i]!.role);
  const note = make("p", { class: "note", id: freshId() }, spoken.words.onlyRange(labels.join(" · ")));
  const described = { required: !optional, "aria-label": question, "aria-describedby": note.id };
  const input = make("input", { type: "number", step: "any", inputmode: "decimal", autocomplete: "off", ...described });
  const boxes = reasons.map(() => make("input", { type: "checkbox", autocomplete: "off" }));
  const beside = reasons.map(({ label }, i) => labelled(make, boxes[i]!, label, language));
  input.addEventListener("input", () => clear(boxes));
  for (const box of boxes)
    box.addEventListener("input", () => {
      input.value = "";
      clear(boxes.filter((other) => other !== box));
    });
  const answer = () => {
    const reason = reasons[boxes.findIndex(({ checked }) => checked)];
    if (reason) return reason.value;
    if (input.value === "") return optional && isBlank(input) ? null : undefined;
    return bin(bins, input.valueAsNumber) === undefined ? undefined : input.valueAsNumber;
  };
  return {
    element: make("div", { class: "stack" }, make("div", { class: "choices" }, input, ...beside), note),
    inputs: [input, ...boxes],
    plea: spoken.words.enterNumber,
    answers: () => ({ [name]: answer() }),
    lacking: () => (answer() === undefined ? [input] : []),
  };
};

export function clear(boxes: readonly HTMLInputElement[]): void {
  for (const box of boxes) box.checked = false;
}

/** Whether nothing is filled in, not even something that is no usable answer. */
export function isBlank({ checked, type, value, validity }: HTMLInputElement): boolean {
  return !checked && (type !== "number" || (value === "" && !validity.badInput));
}

let ids = 0;

/** Returns an id that no other element has. */
export function freshId(): string {
  ids += 1;
  return `own-${ids}`;
}
