/** The report's bytes on the page, with the answers that left changed marked among them. */

import { element } from "../page/element";

/** `report` exactly as it is sent, `changed` telling which of its answers to mark. */
export function reportBytes(report: string, changed: readonly boolean[]): HTMLElement {
  const opening = '"answers":[';
  const start = report.indexOf(opening) + opening.length;
  const end = report.indexOf("]", start);
  const answers = report
    .slice(start, end)
    .split(",")
    .flatMap((answer, position) => [
      ...(position > 0 ? [","] : []),
      changed[position] ? element("mark", {}, answer) : answer,
    ]);
  return element(
    "pre",
    { class: "bytes", tabindex: 0, role: "region", "aria-label": "The report in its exact bytes" },
    element("code", {}, report.slice(0, start), ...answers, report.slice(end)),
  );
}
