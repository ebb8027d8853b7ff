/** The section that saves a report of what the page shows. */

import { button, element } from "../../page/element";
import { downloaded } from "../download";
import type { Page } from "../page";
import { type Source, viewOf } from "../source";
import { type Origin, reportOf } from "./report";

/** The formats, each written by code that is loaded on demand. */
const FORMATS = {
  HTML: async () => (await import("./html")).html,
  DOCX: async () => (await import("./docx")).docx,
};

/** What the section needs of the results: their sections, and where the numbers come from, once all are shown. */
export interface Reported {
  readonly sections: () => Iterable<Element>;
  readonly finished: () => Promise<Origin["estimated"]>;
}

/** Makes the section. */
export function reportSection(source: Source, { sections, finished }: Reported, page: Page): HTMLElement {
  const { words, busy, complain, view } = page;
  const save = async (format: keyof typeof FORMATS): Promise<void> => {
    busy(true);
    try {
      const [estimated, write] = [await finished(), await FORMATS[format]()];
      const report = reportOf(sections(), { source, view: viewOf(source, view()), estimated }, words);
      downloaded(`${source.plan.survey}.${format.toLowerCase()}`, await write(report));
    } catch (failure) {
      complain(failure);
    } finally {
      busy(false);
    }
  };
  const buttons = (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) =>
    button(words.report.save(format), () => void save(format), "small"),
  );
  return element(
    "section",
    { class: "ruled", "aria-labelledby": "report-title" },
    element("h2", { id: "report-title" }, words.report.title),
    element("p", { class: "note" }, words.report.note),
    element("div", { class: "controls" }, ...buttons),
  );
}
