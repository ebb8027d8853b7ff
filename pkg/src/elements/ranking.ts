import { choiceValue } from "../common/compounds.js";
import type { Attribute, Ranking } from "../common/types.js";
import { clear, labelled, type MakeControls } from "./controls.js";

/**
 * Items that are put in order: each that is ticked takes the first place that is free, and gives it back when it is ticked once more; the
 * others keep theirs. Once all places are taken, no other item can be ticked. Arrows lead from item to item, as among radio buttons.
 */
export const ranking: MakeControls<readonly [Attribute, ...Attribute[]]> = (make, attributes, language, spoken) => {
  const [{ compound, optional }] = attributes;
  const { name, places } = compound as Ranking;
  const { words } = spoken;
  const { format } = new Intl.NumberFormat(spoken.language);
  // The value of a box that is ticked is its place.
  const boxes = attributes.map(() => make("input", { type: "checkbox", autocomplete: "off", value: "" }));
  const declined = make("input", { type: "checkbox", autocomplete: "off" });
  const numbers = boxes.map(() => make("span", { class: "place", "aria-hidden": "true" }));
  const said = boxes.map(() => make("span", { class: "unseen" }));
  const news = make("p", { class: "unseen", role: "status" });
  const texts = attributes.map((attribute) => attribute.question ?? choiceValue(attribute));
  const labels = attributes.map((_, i) => {
    const label = labelled(make, boxes[i]!, texts[i]!, language);
    boxes[i]!.after(numbers[i]!);
    label.append(said[i]!);
    return label;
  });
  if (optional) labels.push(labelled(make, declined, words.declined, undefined));
  /** The boxes at their places; a place that is free has none. */
  const taken: (HTMLInputElement | undefined)[] = Array.from({ length: places });
  const placeOf = (box: HTMLInputElement) => {
    const place = taken.indexOf(box);
    return place < 0 ? "" : words.placeOf(format(place + 1), format(places));
  };
  const update = () => {
    const isFull = !taken.includes(undefined);
    boxes.forEach((box, i) => {
      box.disabled = isFull && !box.checked;
      box.value = box.checked ? `${taken.indexOf(box)}` : "";
      numbers[i]!.textContent = box.checked ? format(taken.indexOf(box) + 1) : "";
      said[i]!.textContent = placeOf(box);
    });
  };
  boxes.forEach((box, i) => {
    box.addEventListener("input", () => {
      declined.checked = false;
      const free = box.value === "" ? taken.indexOf(undefined) : Number(box.value);
      taken[box.checked ? free : taken.indexOf(box)] = box.checked ? box : undefined;
      update();
      news.textContent = `${texts[i]}: ${placeOf(box) || words.noPlace}`;
    });
  });
  declined.addEventListener("input", () => {
    clear(boxes);
    taken.fill(undefined);
    update();
    news.textContent = "";
  });
  const inOrder = () => taken.slice(0, taken.includes(undefined) ? taken.indexOf(undefined) : places);
  const isWhole = () => declined.checked || inOrder().length === places;
  const rule = words.putInOrder(format(places));
  const inputs = optional ? [...boxes, declined] : boxes;
  const element = make("div", { class: "choices ranking" }, ...labels, news);
  element.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const open = inputs.filter(({ disabled }) => !disabled);
    open.at((open.indexOf(event.target as HTMLInputElement) + step) % open.length)?.focus();
  });
  return {
    element,
    inputs,
    plea: rule,
    rule,
    answers: () => ({
      [name]: declined.checked ? null : inOrder().map((box) => choiceValue(attributes[boxes.indexOf(box!)]!)),
    }),
    lacking: () => (isWhole() ? [] : boxes.filter(({ checked }) => !checked)),
  };
};
