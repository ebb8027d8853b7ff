/** A sentence that can be quoted, about the answer that matters: the reader chooses it, and the sentence can be copied. */

import type { DifferenceDocument } from "candor/analysis";
import { intervalOf, type Row, told } from "../charts/row";
import { button, element } from "../page/element";
import { percent, points, whole } from "../page/numbers";
import { apart } from "./figures";
import type { Page } from "./page";
import { setting } from "./setting";
import type { Words } from "./words";

/** What the sentences of a table are about. */
interface About {
  readonly confidence: number;
  readonly n: number;
  readonly valid: boolean;
  /** Says whether the numbers are weighted, where some on the page are. */
  readonly weighting: readonly string[];
}

/**
 * The answer that a sentence is about unless the reader chooses another: of two valid answers the second, as in "no, yes"; of more
 * the one with the largest share.
 */
export function mattering(rows: readonly Row[], answerOf: (row: Row) => string): string {
  const valid = rows.filter(({ isNone }) => isNone !== true);
  const answers = [...new Set((valid.length > 0 ? valid : rows).map(answerOf))];
  if (answers.length === 2) return answers[1] ?? "";
  const [largest] = told(valid.length > 0 ? valid : rows).toSorted((one, other) => other.shown - one.shown);
  return largest ? answerOf(largest) : (answers[0] ?? "");
}

/** A sentence to quote, and a brief one for a list of several. */
interface Said {
  readonly sentence: string;
  readonly brief: string;
}

const BRIEFS = new WeakMap<Element, string>();

/** The brief sentence on what this element quotes; empty for elements that quote nothing. */
export function briefOf(quotation: Element): string {
  return BRIEFS.get(quotation) ?? "";
}

/** Makes the sentence on one answer to a question, with the choice of the answer. */
export function quotation(rows: readonly Row[], question: string, about: About, { words, copy }: Page): HTMLElement {
  const answers = rows.map(({ labels }) => labels.join(" · "));
  const first = mattering(rows, ({ labels }) => labels.join(" · "));
  return quoted(answers, first, question, { words, copy }, (answer) => {
    const row = rows[answers.indexOf(answer)];
    if (!row) return { sentence: "", brief: "" };
    const { sentence, brief } = saidOf(row, apart(question, "\u2068"), about, words);
    return { sentence: noted(sentence, about, words), brief };
  });
}

/** A share within a group, that within the first group, and the difference between them. */
export interface Compared extends Pick<DifferenceDocument, "shown" | "lower" | "upper"> {
  readonly row: Row;
  readonly reference: Row;
}

/**
 * Makes the sentence on one answer within groups, with the choice of the answer: it compares the first group with the one whose
 * difference from it is the clearest.
 */
export function comparison(
  rows: readonly Row[],
  differences: readonly Compared[],
  { groups, question }: { readonly groups: string; readonly question: string },
  about: About,
  { words, copy }: Page,
): HTMLElement {
  const answerOf = ({ labels }: Row): string => labels[1] ?? "";
  const answers = [...new Set(rows.map(answerOf))];
  return quoted(answers, mattering(rows, answerOf), `${question} × ${groups}`, { words, copy }, (answer) => {
    const clearest = told(differences.filter(({ row }) => answerOf(row) === answer))
      .filter(({ row, reference }) => row.shown !== null && reference.shown !== null)
      .toSorted((one, other) => clearness(other) - clearness(one))[0];
    if (!clearest) return alike(words.quoteFew(apart(question, "\u2068"), whole(about.n)));
    const part = ({ labels, shown, lower, upper }: Row) => ({
      group: apart(labels[0] ?? "", "\u2068"),
      share: apart(percent(shown ?? 0)),
      interval: apart(intervalOf({ lower, upper })),
    });
    const said = words.quoteGroups({
      answer: apart(answer, "\u2068"),
      question: apart(question, "\u2068"),
      groups: apart(groups, "\u2068"),
      one: part(clearest.row),
      other: part(clearest.reference),
      difference: apart(points(clearest.shown)),
      between: apart(`${points(clearest.lower)} – ${points(clearest.upper)}`),
      confidence: percent(about.confidence, 0),
      n: whole(about.n),
    });
    return alike(noted(said, about, words));
  });
}

function alike(sentence: string): Said {
  return { sentence, brief: sentence };
}

/** How clear a difference is: its size beside the width of its interval. */
function clearness({ shown, lower, upper }: Pick<Row, "lower" | "upper"> & { readonly shown: number }): number {
  return Math.abs(shown) / Math.max(upper - lower, Number.MIN_VALUE);
}

function noted(said: string, { valid, weighting }: About, words: Words): string {
  return [said, ...(valid ? [words.amongValidNote] : []), ...weighting].join(" ");
}

/** The sentence that `of` makes of an answer, which can be chosen, with a button that copies it. */
function quoted(
  answers: readonly string[],
  first: string,
  question: string,
  { words, copy }: Pick<Page, "words" | "copy">,
  of: (answer: string) => Said,
): HTMLElement {
  const text = element("p", {});
  const press = button(words.copy, () => copy(text.textContent ?? ""), "small");
  press.setAttribute("aria-label", `${words.copy}: ${question}`);
  const offered = answers.map((answer) => [answer, answer] as const);
  const quotation = element("div", { class: "quotation" }, text);
  const say = (answer: string): void => {
    const { sentence, brief } = of(answer);
    text.textContent = sentence;
    BRIEFS.set(quotation, brief);
  };
  say(first);
  quotation.append(element("div", { class: "quoting" }, setting(words.quoteAbout, offered, first, say), press));
  return quotation;
}

function saidOf(row: Row, question: string, { confidence, n }: About, words: Words): Said {
  if (row.shown === null) return alike(words.quoteFew(question, whole(n)));
  const parts = {
    label: apart(row.labels.join(" · "), "\u2068"),
    question,
    share: apart(percent(row.shown)),
    interval: apart(intervalOf(row)),
  };
  return {
    sentence: words.quote({ ...parts, confidence: percent(confidence, 0), n: whole(n) }),
    brief: words.quoteBrief(parts),
  };
}
