/** The results for two questions together: joint shares, differences between groups, and a test of association. */

import type { FragilityDocument, NullDistributionDocument, TableDocument, TestsDocument } from "candor/analysis";
import type { Row } from "../charts/row";
import { element } from "../page/element";
import { percent, points, whole } from "../page/numbers";
import { Scrollable } from "../page/scrollable";
import { type Analyst, Stopped } from "./analyst";
import { only } from "./counted";
import { isRough, pictured, quotation, rowOf } from "./figures";
import { cellLabels, labelsOf, type Question, titleOf, valuesOf } from "./labels";
import { unreadable } from "./reasons";
import type { Source } from "./source";
import type { View } from "./view";
import type { Words } from "./words";

/** Writes a p-value for a sentence, left to right in any language. */
export function spoken(p: number): string {
  return `\u2066p ${p < 0.0001 ? "" : "= "}${probability(p)}\u2069`;
}

/** Formats a p-value. */
export function probability(p: number): string {
  return p < 0.0001 ? "< 0.0001" : p.toFixed(4);
}

/** A note on how a p-value was computed where reports are few, or that it is rough; none for a χ² distribution. */
export function foundBy(law: NullDistributionDocument, words: Words, permuted = words.permuted): HTMLElement[] {
  const draws = whole(law.draws);
  const said = {
    "chi-squared": law.rough ? [words.few] : [],
    permutation: [permuted(draws)],
    bootstrap: [words.bootstrapped(draws)],
  };
  return said[law.method].map((sentence) => element("p", { class: "note" }, sentence));
}

/** The most labels that an accusation names. */
const NAMED = 8;

/** What reports failed that do not fit their plan, and which labels speak against it most clearly; none if they fit. */
export function accusations({ misfit }: TableDocument, words: Words): HTMLElement[] {
  if (!misfit) return [];
  const labels = misfit.labels.slice(0, NAMED).join(", ");
  const named = `\u2066${labels}${misfit.labels.length > NAMED ? ", …" : ""}\u2069`;
  const said = [
    words.accused[misfit.test],
    ...(labels ? [words.accusedLabels(named)] : []),
    words.accusedNote(spoken(misfit.probability)),
  ];
  return [element("p", { class: "note rough", role: "alert" }, said.join(" "))];
}

/** Writes how many of n reports would have to be forged, in words. */
function forged(of: FragilityDocument, n: number, words: Words): string {
  const number = (count: number | null): string => (count === null ? `\u2066> ${whole(n)}\u2069` : whole(count));
  const drawn = of.label_as_drawn === of.worst_label ? undefined : number(of.label_as_drawn);
  return words.forged(number(of.worst_label), drawn, number(of.liars));
}

/** A note on how many forged reports move the most fragile estimate of a table; none where that is not known. */
export function fragility({ cells }: TableDocument, n: number, words: Words): HTMLElement[] {
  const needed = ({ worst_label: least }: FragilityDocument): number => least ?? n + 1;
  const known = cells.flatMap(({ fragility }) => fragility ?? []);
  const [least] = known.toSorted((one, other) => needed(one) - needed(other));
  return least ? [element("p", { class: "note" }, words.fragile(forged(least, n, words)))] : [];
}

/** Makes the section's contents for a view; rejects where the table cannot be estimated. */
export async function pairOf(
  source: Source,
  analyst: Analyst,
  [down, across]: readonly [Question, Question],
  view: View,
  words: Words,
  copy: (text: string) => void,
): Promise<{ readonly shown: HTMLElement[]; readonly table: readonly string[] }> {
  const order = source.plan.attributes.map(({ name }) => name);
  const asked = [down, across].toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const names = asked.map(({ name }) => name);
  const { n, tables } = await source.estimates([names], view);
  const [table] = tables;
  if (!table) throw new Error(words.unreadable);
  const labels = cellLabels(table.cells, asked, words);
  const swapped = asked[0] !== down;
  const rows: Row[] = table.cells.map((cell, place) => {
    const own = labels[place] ?? [];
    return rowOf(cell, swapped ? own.toReversed() : own);
  });
  const title = `${titleOf(down, words)} × ${titleOf(across, words)}`;
  const { figure, controls } = pictured(view.as, words, view.confidence, {
    name: `${down.name} x ${across.name}`,
    title,
  });
  requestAnimationFrame(() => figure.show(rows, title, [titleOf(down, words), titleOf(across, words)]));
  const said = view.as === "mosaic" ? [element("p", { class: "note" }, words.mosaicNote)] : [];
  const shown = [
    ...accusations(table, words),
    figure.element,
    ...said,
    controls,
    quotation(rows, title, { ...view, n }, words, copy),
    ...fragility(table, n, words),
  ];
  if (isRough(rows)) shown.push(element("p", { class: "note rough" }, words.rough));
  if (!source.counts) return { shown: [...shown, element("p", { class: "note" }, words.needCounts)], table: names };
  shown.push(...(await differences(source, [down, across], names, view, words)));
  shown.push(later(association(source, analyst, names, words), words));
  return { shown, table: names };
}

async function differences(
  source: Source,
  [down, across]: readonly [Question, Question],
  names: readonly string[],
  view: View,
  words: Words,
): Promise<HTMLElement[]> {
  const { tables } = await source.estimates([[...names]], view, down.name);
  const found = tables[0]?.differences ?? [];
  const [groups, answers] = [down, across].map((question) => labelsOf(question, words));
  const at = (categories: readonly string[], question: Question): number =>
    valuesOf(question).indexOf(categories[names.indexOf(question.name)] ?? "");
  const caption = words.differences(titleOf(down, words), groups?.[0] ?? "");
  const headings = [
    titleOf(down, words),
    titleOf(across, words),
    words.difference,
    words.chart.interval(percent(view.confidence, 0)),
  ];
  const rows = found.map(({ categories, shown, lower, upper }) => {
    const apart = shown !== null && (lower > 0 || upper < 0);
    return element(
      "tr",
      { class: apart ? "strong" : undefined },
      element("th", { scope: "row" }, groups?.[at(categories, down)] ?? ""),
      element("th", { scope: "row" }, answers?.[at(categories, across)] ?? ""),
      element("td", {}, shown === null ? words.chart.few : points(shown)),
      element("td", {}, shown === null ? "" : `${points(lower)} – ${points(upper)}`),
    );
  });
  return [element("h3", {}, caption), tableOf(caption, headings, rows)];
}

/** A placeholder for contents that take a while. */
function later(found: Promise<HTMLElement[]>, words: Words): HTMLElement {
  const place = element("div", { "aria-live": "polite" }, element("p", { class: "note" }, words.working));
  found.then(
    (shown) => place.replaceChildren(...shown),
    (failure: unknown) =>
      place.replaceChildren(...(failure instanceof Stopped ? [] : [element("p", {}, unreadable(failure, words))])),
  );
  return place;
}

async function association(
  { plan, counts }: Source,
  analyst: Analyst,
  table: readonly string[],
  words: Words,
): Promise<HTMLElement[]> {
  if (!counts) return [];
  const found = await analyst.ask<TestsDocument>({
    task: "tests",
    plan,
    counts: only(counts, [table]),
    options: { tables: [table] },
  });
  const { calibrated, fragility, n, rejected, null_distribution: law } = found.tables[0] ?? {};
  if (!calibrated || !law) return [];
  const turned = fragility && n ? [element("p", { class: "note" }, words.turned(forged(fragility, n, words)))] : [];
  const p = spoken(calibrated.p_value);
  return [
    element("h3", {}, words.tests),
    element("p", {}, rejected ? words.associated(p) : words.independent(p)),
    element("p", { class: "note" }, words.testsNote),
    ...turned,
    ...foundBy(law, words),
  ];
}

/** Makes a table in a frame that scrolls if needed. */
export function tableOf(caption: string, headings: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const frame = new Scrollable(element("div", { class: "scroll" }));
  const table = element(
    "table",
    {},
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, ...headings.map((heading) => element("th", { scope: "col" }, heading)))),
    element("tbody", {}, ...rows),
  );
  frame.show(table, caption);
  return frame.frame;
}
