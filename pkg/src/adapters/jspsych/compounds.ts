import { answerName, choiceValue } from "../../common/compounds.js";
import { offered } from "../../common/offered.js";
import { isPlain } from "../../common/options.js";
import type { Attribute, Choices } from "../../common/types.js";

/** Answers by the names under which they are given. */
type Given = readonly (readonly [name: string, answer: unknown])[];

/**
 * Reads what `survey-multi-select`, `survey-likert` or an author's own function gives for the attributes of one question: a list of
 * choices or items, which may be in an object under the name of any question, or an object with an answer for each row. A choice
 * is given by its value or its text, the category of a row by its value or its position.
 */
export function givenBy(attributes: readonly Attribute[], response: unknown): Given {
  const [first] = attributes;
  if (first?.compound?.kind === "rows")
    return attributes.map((row) => {
      const given = isPlain(response) ? response[choiceValue(row)] : response;
      return [row.name, row.bins ? given : (offered(row)[given as number]?.value ?? given)];
    });
  const name = answerName(first!);
  if (first!.compound === undefined) return [[name, response]];
  const list = isPlain(response) ? Object.values(response)[0] : response;
  return [[name, Array.isArray(list) ? list.map((each) => chosen(attributes, each)) : list]];
}

/** The value of the choice or item with this text; whatever else it is, as it is. */
function chosen(choices: readonly Attribute[], text: unknown): unknown {
  const found = choices.find((choice) => choice.question === text || choiceValue(choice) === text);
  return found ? choiceValue(found) : text;
}

/**
 * Has the fields of a trial keep to the rules of its question, by the browser's own validation: as many boxes as may be ticked, and
 * an answer in each row that needs one. `message` says which rule is broken.
 */
export function keepToRules(
  attributes: readonly Attribute[],
  display: Element,
  message: (choices: Choices) => string,
): void {
  const [first] = attributes;
  const { compound, optional } = first!;
  const fields = [...display.querySelectorAll("input")];
  if (compound?.kind === "rows") for (const field of fields) field.required = field.type === "radio" && !optional;
  if (compound?.kind !== "choices") return;
  const boxes = fields.filter(({ type }) => type === "checkbox");
  const { atLeast, atMost, excluding } = compound;
  const judge = () => {
    const ticked = boxes.filter(({ checked }) => checked).map(({ value }) => chosen(attributes, value));
    const isAlone = ticked.some((value) => excluding.includes(`${compound.name}.${value}`));
    const fits = isAlone ? ticked.length === 1 : ticked.length >= atLeast && ticked.length <= atMost;
    boxes.at(-1)?.setCustomValidity(fits || (optional && ticked.length === 0) ? "" : message(compound));
  };
  for (const box of boxes) box.addEventListener("change", judge);
  judge();
}
