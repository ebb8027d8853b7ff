/** The report's bytes on the page, with the categories that left changed marked among them. */

import { element } from "../page/element";

/** `report` exactly as it is sent, `changed` telling which of its categories to mark; `name` is said to those who cannot see it. */
export function reportBytes(report: string, changed: readonly boolean[], name: string): HTMLElement {
  const opening = '"perturbed":[';
  const start = report.indexOf(opening) + opening.length;
  const end = report.indexOf("]", start);
  const categories = report
    .slice(start, end)
    .split(",")
    .flatMap((category, position) => [
      ...(position > 0 ? [","] : []),
      changed[position] ? element("mark", {}, category) : category,
    ]);
  return element(
    "pre",
    { class: "bytes", tabindex: 0, role: "region", "aria-label": name, dir: "ltr" },
    element("code", {}, report.slice(0, start), ...categories, report.slice(end)),
  );
}
