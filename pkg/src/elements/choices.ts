import { choiceValue } from "../common/compounds.js";
import type { Attribute, Choices } from "../common/types.js";
import { clear, labelled, type MakeControls } from "./controls.js";
import type { Spoken } from "./words/index.js";

/** Boxes of which several can be ticked. One that excludes all others unticks them, and they untick it. */
export const choices: MakeControls<readonly [Attribute, ...Attribute[]]> = (make, attributes, language, spoken) => {
  const [{ compound, optional }] = attributes;
  const { atLeast, atMost, excluding, name } = compound as Choices;
  const boxes = attributes.map(() => make("input", { type: "checkbox", autocomplete: "off" }));
  const declined = make("input", { type: "checkbox", autocomplete: "off" });
  const inputs = optional ? [...boxes, declined] : boxes;
  const isAlone = (input: HTMLInputElement) =>
    input === declined || excluding.includes(attributes[boxes.indexOf(input)]!.name);
  for (const input of inputs)
    input.addEventListener("input", () => {
      if (input.checked) clear(inputs.filter((other) => other !== input && (isAlone(input) || isAlone(other))));
    });
  const labels = attributes.map((attribute, i) =>
    labelled(make, boxes[i]!, attribute.question ?? choiceValue(attribute), language),
  );
  if (optional) labels.push(labelled(make, declined, spoken.words.declined, undefined));
  const ticked = () => inputs.filter(({ checked }) => checked);
  const isOver = () => ticked().length > atMost;
  const isUnder = () => ticked().length < atLeast && !ticked().some(isAlone);
  const rule = ruleOf(compound as Choices, attributes.length, spoken);
  return {
    element: make("div", { class: "choices" }, ...labels),
    inputs,
    plea: rule,
    rule,
    answers: () => ({
      [name]: declined.checked ? null : attributes.filter((_, i) => boxes[i]!.checked).map(choiceValue),
    }),
    lacking: () => (isOver() || isUnder() ? inputs : []),
    hasTooMuch: isOver,
  };
};

/** Says how many choices may be ticked. */
function ruleOf({ atLeast, atMost, excluding }: Choices, all: number, { language, words }: Spoken): string {
  const { format } = new Intl.NumberFormat(language);
  const isFree = atMost === all - excluding.length;
  if (isFree) return atLeast > 0 ? words.tickAtLeast(format(atLeast)) : words.tickAny;
  return atLeast > 0 ? words.tickBetween(format(atLeast), format(atMost)) : words.tickUpTo(format(atMost));
}
