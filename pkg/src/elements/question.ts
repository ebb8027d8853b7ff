import { offered } from "../common/offered.js";
import type { Answers, Attribute } from "../common/types.js";
import { bin } from "../device/encode.js";
import { labelsOf } from "./labels.js";
import { inLanguage, type Make } from "./make.js";
import type { Spoken } from "./words/index.js";

/** The answer to a question: `null` for "no answer", `undefined` where there is no usable answer. */
export type Answer = string | number | null | undefined;

/** A question that can be answered: radio buttons, or a number where it has bins. */
export interface Question {
  readonly attribute: Attribute;
  readonly element: HTMLFieldSetElement;
  answer(): Answer;
  /** Whether nothing is filled in, not even something that is no usable answer. */
  isEmpty(): boolean;
  /** Shows what is missing, if anything; returns whether the question is answered. */
  judge(): boolean;
  /** Shows an error about the answers. */
  complain(text: string): void;
  /** Shows a note until there is an answer. */
  note(text: string): void;
  focus(): void;
}

/** The controls of a question, its answer, and the message for a missing one. */
interface Controls {
  readonly element: HTMLElement;
  readonly inputs: readonly HTMLInputElement[];
  readonly plea: string;
  answer(): Answer;
}

/** Reads the answers to questions; those without a usable one are `undefined`. */
export function answersOf(questions: readonly Question[]): Answers {
  return Object.fromEntries(questions.map(({ attribute, answer }) => [attribute.name, answer()]));
}

/**
 * Makes a question: its texts are in a language of the plan, the rest is in the element's language. `isPlain` marks a plain
 * column, and says so to the person.
 */
export function question(
  make: Make,
  attribute: Attribute,
  language: string | undefined,
  spoken: Spoken,
  isPlain = false,
): Question {
  const { answer, inputs, plea, element } = (attribute.bins === undefined ? choices : number)(
    make,
    attribute,
    language,
    spoken,
  );
  // That of a follow-up keeps its room: how high a document is must not tell what was answered.
  const isHidden = (words: string) => words === "" && attribute.askedIf === undefined;
  const complaint = make("p", { class: "alarm", id: freshId(), hidden: isHidden("") });
  const text = make("span", inLanguage(language), attribute.question ?? attribute.name);
  const mark = isPlain ? [make("p", { class: "note" }, spoken.words.asItIs)] : [];
  const show = (words: string, isError = words !== "") => {
    complaint.textContent = words;
    complaint.hidden = isHidden(words);
    for (const input of inputs) input.setAttribute("aria-invalid", `${isError}`);
  };
  for (const input of inputs) {
    input.setAttribute("aria-describedby", `${complaint.id} ${input.getAttribute("aria-describedby") ?? ""}`.trim());
    input.addEventListener("input", () => answer() !== undefined && show(""));
  }
  return {
    attribute,
    element: make("fieldset", {}, make("legend", {}, text, ...mark), complaint, element),
    answer,
    isEmpty: () => inputs.every((input) => !input.checked && (input.type === "radio" || isBlank(input))),
    judge() {
      const lacks = answer() === undefined;
      show(lacks ? plea : "");
      return !lacks;
    },
    complain: (text) => show(text),
    note: (text) => show(text, false),
    focus: () => inputs[0]?.focus(),
  };
}

function choices(make: Make, attribute: Attribute, language: string | undefined, spoken: Spoken): Controls {
  const { name, optional } = attribute;
  const categories = offered(attribute);
  const inputs = categories.map((_, i) => make("input", { type: "radio", name, value: i, autocomplete: "off" }));
  const labels = labelsOf(attribute, spoken).map((label, i) => {
    const own = optional && i === categories.length - 1;
    return make("label", {}, inputs[i]!, make("span", own ? {} : inLanguage(language), label));
  });
  return {
    element: make("div", { class: "choices" }, ...labels),
    inputs,
    plea: spoken.words.choose,
    answer() {
      const chosen = inputs.findIndex(({ checked }) => checked);
      return optional && chosen === inputs.length - 1 ? null : categories[chosen]?.value;
    },
  };
}

function number(make: Make, attribute: Attribute, _: string | undefined, spoken: Spoken): Controls {
  const { name, bins, optional, question = name } = attribute;
  const ranges = labelsOf(attribute, spoken).join(" · ");
  const note = make("p", { class: "note", id: freshId() }, spoken.words.onlyRange(ranges));
  const described = { "aria-label": question, "aria-describedby": note.id };
  const input = make("input", { type: "number", step: "any", inputmode: "decimal", autocomplete: "off", ...described });
  return {
    element: make("div", { class: "stack" }, input, note),
    inputs: [input],
    plea: spoken.words.enterNumber,
    answer() {
      if (input.value === "") return optional && isBlank(input) ? null : undefined;
      return bin(bins, input.valueAsNumber) === undefined ? undefined : input.valueAsNumber;
    },
  };
}

/** Whether nothing is typed into a field; what is no number at all has no value either. */
function isBlank({ value, validity }: HTMLInputElement): boolean {
  return value === "" && !validity.badInput;
}

let ids = 0;

/** Returns an id that no other element has. */
function freshId(): string {
  ids += 1;
  return `own-${ids}`;
}
