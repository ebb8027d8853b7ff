/** The author's choice of a truth for the simulation: how 100 people answer each question. */

import type { PlanDocument } from "candor";
import { type Studio, useStudio } from "../context";
import { compoundOf, titleIn } from "../asked";
import { CHOSEN, NOT_RANKED } from "../draft";
import { spoken } from "../spoken";
import { rangeOf } from "../write/ranges";

/** For every question, how many people of an imagined population give each answer. */
export type Truth = readonly (readonly number[])[];

/** The number of categories that a question can be answered with: all but "not asked". */
function answersTo({ asked_if, categories }: PlanDocument["attributes"][number]): number {
  return categories.length - (asked_if ? 1 : 0);
}

/**
 * A truth in which all answers to a question are equally frequent; of a follow-up, among those whom it is asked. Of a ranking, all items are equally
 * often at each place.
 */
export function evenTruth(plan: PlanDocument): Truth {
  return plan.attributes.map((attribute) => {
    const { categories, name, optional } = attribute;
    const answers = answersTo(attribute);
    const compound = compoundOf(plan, name);
    const isRanking = compound?.kind === "ranking";
    const left = isRanking && optional ? Math.floor(100 / answers) : 0;
    const each = isRanking ? Math.floor((100 - left) / compound.attributes.length) : Math.floor(100 / answers);
    const counts = categories.map((_, place) => (place < answers ? each : 0));
    if (left > 0) counts[answers - 1] = left;
    // What is left over, and of those without a place all that is.
    const rest = Math.max(categories.indexOf(NOT_RANKED), 0);
    const given = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count, place) => (place === rest ? count + 100 - given : count));
  });
}

/** The label of a category of an attribute. */
export function labelOf(
  plan: PlanDocument,
  attribute: PlanDocument["attributes"][number],
  place: number,
  { words, writing }: Pick<Studio, "words" | "writing">,
): string {
  const { bins = [], categories, name, optional } = attribute;
  const category = categories[place];
  const answers = answersTo(attribute);
  if (place === answers) return words.notAsked;
  if (optional && place === answers - 1) return words.noAnswer;
  if (place < bins.length - 1) return rangeOf(bins[place] ?? null, bins[place + 1] ?? null, words);
  const { value, label = value } = typeof category === "object" ? category : { value: category ?? "" };
  const kind = compoundOf(plan, name)?.kind;
  if (kind === "choices") return value === CHOSEN ? words.chosen : words.unchosen;
  if (kind === "ranking") return value === NOT_RANKED ? words.notRanked : words.place(value);
  return spoken(label, writing);
}

interface Props {
  readonly plan: PlanDocument;
  readonly truth: Truth;
  set(truth: Truth): void;
}

/** A number field for every answer; only the proportions of the numbers count. */
export function TruthFields({ plan, truth, set }: Props) {
  const studio = useStudio();
  const { words, writing } = studio;
  const write = (question: number, answer: number, count: number) =>
    set(truth.map((counts, i) => (i === question ? counts.map((before, j) => (j === answer ? count : before)) : counts)));
  return (
    <div class="truths">
      {plan.attributes.map((attribute, question) => (
        <fieldset key={attribute.name}>
          <legend>{titleIn(plan, attribute.name, writing)}</legend>
          {attribute.categories.slice(0, answersTo(attribute)).map((_, answer) => {
            const count = truth[question]?.[answer] ?? 0;
            const label = labelOf(plan, attribute, answer, studio);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: categories do not move
              <label key={answer} class="share">
                <span>{label}</span>
                <input
                  type="range"
                  min={0}
                  max={100}
                  value={count}
                  aria-valuetext={`${words.of100}: ${count}`}
                  onInput={(event) => write(question, answer, event.currentTarget.valueAsNumber)}
                />
                <output aria-hidden="true">{count}</output>
              </label>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
