/** The section that saves what the page shows as files, and links to it. */

import { button, element } from "../page/element";
import { downloaded, fileName } from "./download";
import { Files, type Savable } from "./exports/files";
import type { Page } from "./page";
import { fragmentOf } from "./view";

/** Makes the section. */
export function takeawaySection(shown: Savable, page: Page): HTMLElement {
  const { words, complain, copy } = page;
  const { source } = shown;
  const { survey } = source.plan;
  const tables = `${survey}${source.weights ? "-weighted" : ""}`;
  const files = new Files(shown, words);
  const save = (name: string, made: () => Promise<Blob>, of?: string): HTMLElement => {
    const press = (): void => void made().then((content) => downloaded(name, content), complain);
    const format = name.slice(name.lastIndexOf(".") + 1).toUpperCase();
    return button(of ? `${format}: ${of}` : format, press, "small");
  };
  const kinds = files.statistics;
  const together = kinds.length > 1 ? words.exports.statistics : kinds.map((of) => words[of].title).join();
  const link = () => copy(`${location.origin}${location.pathname}${fragmentOf(page.view())}`);
  return element(
    "section",
    { class: "ruled", "aria-labelledby": "takeaway-title" },
    element("h2", { id: "takeaway-title" }, words.download),
    element("p", { class: "note" }, words.downloadNote),
    element(
      "div",
      { class: "controls" },
      save(`${tables}.csv`, () => files.csv()),
      ...kinds.map((of) => save(`${tables}-${of}.csv`, () => files.statisticsCsv(of), words[of].title)),
      save(`${tables}.json`, () => files.json()),
      save(`${tables}.xlsx`, () => files.workbook()),
      ...(["dta", "sav"] as const).flatMap((format) => [
        save(`${tables}.${format}`, () => files.dataset(format)),
        ...(kinds.length > 0
          ? [save(`${tables}-statistics.${format}`, () => files.statisticsDataset(format), together)]
          : []),
      ]),
      save(`${tables}.zip`, () => files.described(fileName(tables)), words.exports.described),
      button(words.share, link, "small"),
    ),
    element("p", { class: "note" }, words.shareNote),
  );
}
