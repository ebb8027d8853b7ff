/** A report for people who were not there: all results that the page shows, with a summary, how the numbers were made, and their limits. */

import { dayOf } from "../../page/days";
import { percent, whole } from "../../page/numbers";
import { told } from "../../page/told";
import { weighting } from "../figures";
import { hasNonAnswers, inWords } from "../labels";
import { briefOf } from "../quotation";
import type { Estimated, Source } from "../source";
import type { View } from "../view";
import type { Words } from "../words";
import { type Block, type Line, shownIn } from "./blocks";

/** A document before it is written in a format. */
export interface Report {
  readonly title: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly blocks: readonly Block[];
}

/** What the numbers of a report come from. */
export interface Origin {
  readonly source: Source;
  readonly view: View;
  readonly estimated: Pick<Estimated, "n" | "totals">;
}

/** Makes the report of what these sections of the page show. */
export function reportOf(sections: Iterable<Element>, origin: Origin, words: Words): Report {
  const { report, language } = words;
  const { survey, title } = origin.source.plan;
  const results = [...sections].flatMap(sectionOf);
  return {
    title: report.heading(inWords(title ?? survey, words)),
    language,
    direction: document.dir === "rtl" ? "rtl" : "ltr",
    blocks: titled([
      ...summary(document.querySelectorAll("#main .quotation"), words),
      ...making(origin, words),
      { kind: "heading", level: 2, text: report.reading },
      { kind: "list", items: report.readings(percent(origin.view.confidence, 0)) },
      ...results,
      { kind: "heading", level: 2, text: report.limits },
      { kind: "list", items: report.limited },
    ]),
  };
}

/** Marks tables whose caption repeats the heading above them. */
function titled(blocks: readonly Block[]): Block[] {
  let above = "";
  return blocks.map((block) => {
    if (block.kind === "heading") above = block.text;
    return block.kind === "table" ? { ...block, isTitled: block.caption === above } : block;
  });
}

/** A section's heading and results; nothing without results. */
function sectionOf(section: Element): Block[] {
  const heading = section.querySelector("h2")?.textContent ?? "";
  const blocks = [...section.querySelectorAll(":scope > :is(.shown, .totals)")].flatMap(shownIn);
  return blocks.length === 0 ? [] : [{ kind: "heading", level: 2, text: heading }, ...blocks];
}

/** A sentence on every question, about the answer that the reader chose. */
function summary(quotations: Iterable<Element>, { report }: Words): Block[] {
  const items = [...quotations].map(briefOf).filter((sentence) => sentence !== "");
  if (items.length === 0) return [];
  return [
    { kind: "heading", level: 2, text: report.short },
    { kind: "list", items },
    { kind: "note", text: report.shortNote },
  ];
}

/** How the numbers were made, and what identifies them. */
function making({ source, view, estimated: { n, totals } }: Origin, words: Words): Block[] {
  const { report } = words;
  const { plan } = source;
  const facts: readonly (readonly [string, string])[] = [
    [words.survey, inWords(plan.title ?? plan.survey, words)],
    [words.numberOfReports, whole(n)],
    [report.epsilon, `${plan.privacy.record} – ${report.epsilonNote}`],
    [words.confidence, percent(view.confidence, 0)],
    [words.method, words.methods[view.method]],
    ...(plan.attributes.some(hasNonAnswers) ? [[words.among, words.amongs[`${view.valid}`]] as const] : []),
    ...weighting(source, words).map((said) => [words.weights.weights, said] as const),
    [report.plan, plan.fingerprint],
    [report.day, dayOf(new Date().toISOString(), words.language)],
  ];
  const lines: Line[] = facts.map((cells) => ({ heads: 1, cells, isStrong: false }));
  return [
    { kind: "heading", level: 2, text: report.made },
    { kind: "paragraph", text: report.making },
    { kind: "table", caption: report.made, headings: [report.fact, report.value], lines },
    ...(totals ? [{ kind: "note" as const, text: told(totals, words.language) }] : []),
    ...(view.method === "auto" ? [{ kind: "note" as const, text: words.bestGuess }] : []),
  ];
}
