/** The search for associations among all pairs, with p-values corrected for multiple testing. */

import type { TestsDocument } from "candor/analysis";
import { button, element } from "../page/element";
import { decimal, whole } from "../page/numbers";
import type { Analyst } from "./analyst";
import { askedOf } from "./counted";
import { titleOf } from "./labels";
import { probability } from "./pair";
import type { Source } from "./source";
import { tableOf } from "./tables";
import { unweightedNote } from "./weights/said";
import type { Words } from "./words";

/** Makes the section; `busy` is called when work begins and ends, `complain` with errors. */
export function searchOf(
  source: Source,
  analyst: Analyst,
  words: Words,
  busy: (is: boolean) => void,
  complain: (failure: unknown) => void,
): HTMLElement {
  const { plan, counts } = source;
  const found = element("div", { class: "shown", "aria-live": "polite" });
  const section = element(
    "section",
    { class: "ruled", "aria-labelledby": "search-title" },
    element("h2", { id: "search-title" }, words.search),
    element("p", { class: "note" }, counts ? words.searchNote : words.needCounts),
  );
  if (!counts) return section;
  const start = async (): Promise<void> => {
    busy(true);
    try {
      const tables = counts.tables.filter((table) => askedOf(table).length === 2);
      const tests = await analyst.ask<TestsDocument>({
        task: "tests",
        plan,
        counts: { ...counts, tables },
        options: { test: "screen" },
      });
      const leftOut = tables.filter(({ asked }) => !asked).length - tests.tables.length;
      found.replaceChildren(
        ...unweightedNote(source, words),
        ...shown(tests, plan.attributes, words),
        ...notes(tests, leftOut, words),
      );
    } catch (failure) {
      complain(failure);
    } finally {
      busy(false);
    }
  };
  section.append(
    button(words.searchStart, () => void start(), "primary"),
    found,
  );
  return section;
}

function shown(tests: TestsDocument, questions: Source["plan"]["attributes"], words: Words): HTMLElement[] {
  const title = (name: string): string => {
    const question = questions.find((each) => each.name === name);
    return question ? titleOf(question, words) : name;
  };
  const rows = tests.tables.map(({ attributes, calibrated, holm, benjamini_hochberg, rejected }) => {
    const numbers = [
      decimal(calibrated.value, 2),
      whole(calibrated.degrees_of_freedom),
      ...[calibrated.p_value, holm ?? calibrated.p_value, benjamini_hochberg ?? calibrated.p_value].map(probability),
      rejected ? words.found : words.notFound,
    ];
    const pair = element("th", { scope: "row" }, attributes.map(title).join(" × "));
    return element(
      "tr",
      { class: rejected ? "strong" : undefined },
      pair,
      ...numbers.map((text) => element("td", {}, text)),
    );
  });
  const [positive, pairs] = [tests.tables.filter(({ rejected }) => rejected).length, tests.tables.length];
  const headings = [
    words.questionPair,
    words.calibrated,
    words.degrees,
    words.pValue,
    "Holm",
    "Benjamini–Hochberg",
    words.verdict,
  ];
  return [
    element("p", {}, words.foundSome(whole(positive), whole(pairs))),
    tableOf(`${words.search}: ${words.chart.numbers}`, headings, rows),
  ];
}

/** Notes on how many pairs could not be tested, and how many p-values were simulated or are rough. */
function notes({ tables }: TestsDocument, leftOut: number, words: Words): HTMLElement[] {
  const rough = tables.filter(({ null_distribution: law }) => law.rough).length;
  const simulated = tables.filter(({ null_distribution: law }) => law.draws > 0).length;
  return [
    ...(leftOut > 0 ? [words.leftOut(whole(leftOut))] : []),
    ...(simulated > 0 ? [words.simulatedPairs(whole(simulated))] : []),
    ...(rough > 0 ? [words.roughPairs(whole(rough))] : []),
  ].map((sentence) => element("p", { class: "note" }, sentence));
}
