/** The results for two questions together: shares within groups and differences between these, a test of association, and joint shares. */

import type { PlanDocument } from "candor";
import type { CellDocument, FragilityDocument, NullDistributionDocument, TestsDocument } from "candor/analysis";
import type { Row } from "../charts/row";
import { element } from "../page/element";
import { decimal, percent, points, whole } from "../page/numbers";
import { type Analyst, Stopped } from "./analyst";
import { only } from "./counted";
import { isRough, listed, notesOf, pictured, rowOf, sourceOf, weighting } from "./figures";
import { cellLabels, labelsOf, noneOf, type Question, titleOf, valuesOf } from "./labels";
import { outcomesOf } from "./outcomes";
import type { Page } from "./page";
import { type Compared, comparison, mattering } from "./quotation";
import { unreadable } from "./reasons";
import { type Estimates, type Source, unweighted } from "./source";
import { tableOf } from "./tables";
import type { View } from "./view";
import { unweightedNote } from "./weights/said";
import type { Words } from "./words";

/** Writes a p-value for a sentence, left to right in any language. */
export function spoken(p: number): string {
  return `\u2066p ${p < 0.0001 ? "" : "= "}${probability(p)}\u2069`;
}

/** Formats a p-value. */
export function probability(p: number): string {
  return p < 0.0001 ? `< ${decimal(0.0001, 4)}` : decimal(p, 4);
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
export function accusations({ misfit }: Estimates, words: Words): HTMLElement[] {
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
export function fragility({ cells }: Estimates, n: number, words: Words): HTMLElement[] {
  const needed = ({ worst_label: least }: FragilityDocument): number => least ?? n + 1;
  const known = cells.flatMap(({ fragility }) => fragility ?? []);
  const [least] = known.toSorted((one, other) => needed(one) - needed(other));
  return least ? [element("p", { class: "note" }, words.fragile(forged(least, n, words)))] : [];
}

/** Makes the section's contents for a view, to which those of the test come later; rejects where the table cannot be estimated. */
export async function pairOf(
  source: Source,
  [down, across]: readonly [Question, Question],
  view: View,
  page: Page,
): Promise<{ readonly shown: HTMLElement[]; readonly table: readonly string[]; readonly tested: Promise<unknown> }> {
  const { words } = page;
  const order = source.plan.attributes.map(({ name }) => name);
  const asked = [down, across].toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const names = asked.map(({ name }) => name);
  const { n, tables } = await source.estimates([names], view);
  const grouped = await source.estimates([names], view, down.name);
  const [[table], [within]] = [tables, grouped.tables];
  if (!table || !within) throw new Error(words.unreadable);
  const labelled = rowsOf([down, across], asked, source.plan, words);
  const rows = labelled(table.cells);
  const title = `${titleOf(down, words)} × ${titleOf(across, words)}`;
  const notes = notesOf(source, { ...view, n, method: table.method }, words);
  const { figure, controls } = pictured(view.as, words, view.confidence, {
    name: `${down.name} x ${across.name}`,
    title,
    notes,
  });
  requestAnimationFrame(() => figure.show(rows, title, [titleOf(down, words), titleOf(across, words)]));
  const said = view.as === "mosaic" ? [element("p", { class: "note" }, words.mosaicNote)] : [];
  const tested = association(unweighted(source), page.analyst, names, words);
  const shown = [
    ...accusations(table, words),
    ...withinGroups(within, labelled, [down, across], { ...view, n, method: within.method }, source, page),
    source.counts ? later(tested, words) : element("p", { class: "note" }, words.needCounts),
    element("h3", {}, words.joint),
    figure.element,
    ...said,
    controls,
    ...fragility(table, n, words),
  ];
  return { shown, table: names, tested };
}

/** Returns what makes rows of cells, labelled with a group and an answer whatever the order of the table. */
function rowsOf(
  [down, across]: readonly [Question, Question],
  asked: readonly Question[],
  plan: PlanDocument,
  words: Words,
) {
  const none = noneOf(across);
  const isSwapped = asked[0] !== down;
  return (cells: readonly CellDocument[]): Row[] => {
    const labels = cellLabels(cells, asked, plan, words);
    return cells.map((cell, place) => {
      const own = labels[place] ?? [];
      const isNone = none.has(cell.categories[asked.indexOf(across)] ?? "");
      return rowOf(cell, isSwapped ? own.toReversed() : own, isNone);
    });
  };
}

/** The shares within groups: chart, sentence, groups that are too small, and differences from the first group. */
function withinGroups(
  { attributes, cells, differences = [] }: Estimates,
  labelled: (cells: Estimates["cells"]) => Row[],
  [down, across]: readonly [Question, Question],
  about: Omit<View, "method"> & { readonly n: number; readonly method: string },
  source: Source,
  page: Page,
): HTMLElement[] {
  const { words } = page;
  const named = { groups: titleOf(down, words), question: titleOf(across, words) };
  const [order, none] = [labelsOf(down, source.plan, words), noneOf(down)];
  const shown = labelled(cells)
    .map((row, cell) => ({ row, categories: cells[cell]?.categories ?? [], group: row.labels[0] ?? "" }))
    .toSorted((one, other) => place(one.row, order) - place(other.row, order));
  const rows = shown.map(({ row }) => row);
  const title = words.within(named.question, named.groups);
  const { figure, controls } = pictured("groups", words, about.confidence, {
    name: `${across.name} by ${down.name}`,
    title,
    notes: notesOf(source, about, words),
  });
  requestAnimationFrame(() => figure.show(rows, title, [named.groups, named.question]));
  const at = (labels: readonly string[]): Row | undefined =>
    rows.find((row) => row.labels.every((label, side) => label === labels[side]));
  const compared = labelled(differences).map(({ labels, shown, lower, upper }) => ({
    row: at(labels),
    reference: at([order[0] ?? "", labels[1] ?? ""]),
    shown,
    lower,
    upper,
  }));
  const known = compared.filter((each): each is Compared => each.row !== undefined && each.reference !== undefined);
  const valid = valuesOf(down).flatMap((value, group) => (none.has(value) ? [] : [order[group] ?? value]));
  const drawn = {
    table: attributes,
    cells: shown,
    title,
    notes: [sourceOf(source, words)],
    heading: named.groups,
    answers: { of: answerOf, first: mattering(rows, answerOf) },
  };
  const few = valid.filter((group) => rows.every(({ labels, shown }) => labels[0] !== group || shown === null));
  return [
    element("h3", {}, title),
    figure.element,
    controls,
    comparison(rows, known, named, { ...about, weighting: weighting(source, words) }, page),
    // Weighted estimates have no covariances.
    ...(source.weights ? [] : [outcomesOf(source, drawn, page)]),
    ...(few.length > 0 ? [element("p", { class: "note rough" }, words.fewIn(listed(few, words)))] : []),
    ...(isRough(rows) ? [element("p", { class: "note rough" }, words.rough)] : []),
    ...differencesOf(known, named, order[0] ?? "", about.confidence, words),
  ];
}

function answerOf({ labels }: Row): string {
  return labels[1] ?? "";
}

function place({ labels }: Row, order: readonly string[]): number {
  return order.indexOf(labels[0] ?? "");
}

/** The table of differences of every group from the first, in points. */
function differencesOf(
  compared: readonly Compared[],
  { groups, question }: { readonly groups: string; readonly question: string },
  reference: string,
  confidence: number,
  words: Words,
): HTMLElement[] {
  const caption = words.differences(groups, reference);
  const headings = [groups, question, words.difference, words.chart.interval(percent(confidence, 0))];
  const rows = compared.map(({ row: { labels }, shown, lower, upper }) => {
    const apart = shown !== null && (lower > 0 || upper < 0);
    return element(
      "tr",
      { class: apart ? "strong" : undefined },
      ...labels.map((label) => element("th", { scope: "row" }, label)),
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
  source: Source,
  analyst: Analyst,
  table: readonly string[],
  words: Words,
): Promise<HTMLElement[]> {
  const { plan, counts } = source;
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
    ...unweightedNote(source, words),
    element("p", {}, rejected ? words.associated(p) : words.independent(p)),
    element("p", { class: "note" }, words.testsNote),
    ...turned,
    ...foundBy(law, words),
  ];
}
