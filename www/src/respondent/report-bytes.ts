/** Shows a report's bytes, with the changed categories marked. */

import { element } from "../page/element";

/** Shows `report` exactly as it is sent; `changed` says which of its numbers to mark, `name` is the accessible name. */
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
