import type { Answers, Attribute } from "../common/types.js";
import { choices } from "./choices.js";
import { freshId, isBlank, type MakeControls, single } from "./controls.js";
import { grid } from "./grid.js";
import { inLanguage, type Make } from "./make.js";
import { ranking } from "./ranking.js";
import type { Spoken } from "./words/index.js";

/** The attributes that are asked at once: one, or those of a compound. */
export type Asked = readonly [Attribute, ...Attribute[]];

/** A question that can be answered: radio buttons, boxes to tick, items to put in order, a grid, or a number where it has bins. */
export interface Question {
  readonly attributes: Asked;
  readonly element: HTMLFieldSetElement;
  /** What is filled in, by name; `undefined` where that cannot be used. */
  answers(): Answers;
  /** The answers that are whole: rows by themselves, choices and items only together. */
  whole(): Answers;
  /** Whether nothing is filled in, not even something that is no usable answer. */
  isEmpty(): boolean;
  /** Whether something is filled in that can be used, or that is too much: of these the page may learn no difference. */
  isFilledIn(): boolean;
  /** Shows what is missing or too much, if anything; returns whether the question is answered. */
  judge(): boolean;
  /** Shows an error about the answers. */
  complain(text: string): void;
  /** Shows a note until there is an answer. */
  note(text: string): void;
  /** The states of its inputs, for the same question in another language. */
  entered(): Entered;
  /** Fills in what was entered. */
  enter(states: Entered): void;
  focus(): void;
}

/** What is filled in at a question, by input: whether it is ticked, and its value. */
export type Entered = readonly Pick<HTMLInputElement, "checked" | "value">[];

/** Reads the answers to questions; those that cannot be used are `undefined`. */
export function answersOf(questions: readonly Question[]): Answers {
  return Object.assign({}, ...questions.map(({ answers }) => answers()));
}

const one: MakeControls<Asked> = (make, [attribute], ...how) => single(make, attribute, ...how);

/**
 * Makes a question: its texts are in a language of the plan, the rest is in the element's language. `isPlain` marks a plain
 * column, and says so to the person. `order` is that of the categories of a question that is asked by itself.
 */
export function question(
  make: Make,
  attributes: Asked,
  language: string | undefined,
  spoken: Spoken,
  isPlain = false,
  order: readonly number[] = [],
): Question {
  const [{ askedIf, compound, ...first }] = attributes;
  const { kind, name, question = name } = compound ?? { kind: "one", ...first };
  const controls = { choices, ranking, rows: grid, one }[kind](make, attributes, language, spoken);
  const { element, inputs, rule, lacking, hasTooMuch = () => false } = controls;
  if (first.order && kind === "one") element.append(...order.map((i) => element.children[i]!));
  // That of a follow-up keeps its room, and that of boxes: how high a document is must not tell what was answered.
  const isHidden = (words: string) => words === "" && askedIf === undefined && kind !== "choices";
  const complaint = make("p", { class: "alarm", id: freshId(), hidden: isHidden(""), role: rule && "alert" });
  const text = make("span", inLanguage(language), question);
  const notes = [rule, isPlain ? spoken.words.asItIs : undefined].flatMap((note) => note ?? []);
  const marks = notes.map((note) => make("p", { class: "note" }, note));
  const show = (words: string, invalid: readonly HTMLInputElement[]) => {
    complaint.textContent = words;
    complaint.hidden = isHidden(words);
    for (const input of inputs) input.setAttribute("aria-invalid", `${invalid.includes(input)}`);
  };
  const isAnswered = () => lacking().length === 0;
  const judge = () => {
    show(isAnswered() ? "" : controls.plea, lacking());
    return isAnswered();
  };
  for (const input of inputs) {
    input.setAttribute("aria-describedby", `${complaint.id} ${input.getAttribute("aria-describedby") ?? ""}`.trim());
    input.addEventListener("input", () => (isAnswered() || hasTooMuch()) && judge());
  }
  return {
    attributes,
    element: make("fieldset", {}, make("legend", {}, text, ...marks), complaint, element),
    answers: controls.answers,
    whole: () => (kind === "rows" || isAnswered() ? controls.answers() : {}),
    isEmpty: () => inputs.every(isBlank),
    isFilledIn: () => isAnswered() || hasTooMuch(),
    judge,
    complain: (text) => show(text, inputs),
    note: (text) => show(text, []),
    entered: () => inputs.map(({ checked, value }) => ({ checked, value })),
    enter: (states) =>
      states.forEach((state, i) => {
        const input = Object.assign(inputs[i]!, state);
        if (!isBlank(input)) input.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    focus() {
      const [missing, all] = [lacking(), [...element.querySelectorAll("input")]];
      (all.find((input) => missing.includes(input)) ?? all[0])?.focus();
    },
  };
}
