/** Writes a report as one HTML file without scripts, which needs nothing else to be read or printed. */

import { element } from "../../page/element";
import type { Block, Line } from "./blocks";
import type { Report } from "./report";
import style from "./report.css?raw";

/** Its policy: whoever opens it makes no request and runs no script. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** The file. */
export function html({ title, language, direction, blocks }: Report): Blob {
  const file = document.implementation.createHTMLDocument(title);
  file.documentElement.lang = language;
  file.documentElement.dir = direction;
  file.head.prepend(
    element("meta", { charset: "utf-8" }),
    element("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
  );
  file.head.append(element("style", {}, style));
  file.body.append(element("main", {}, element("h1", {}, title), ...blocks.map(written)));
  return new Blob([`<!doctype html>\n${file.documentElement.outerHTML}\n`], { type: "text/html;charset=utf-8" });
}

function written(block: Block): HTMLElement {
  switch (block.kind) {
    case "heading":
      return element(`h${block.level}`, {}, block.text);
    case "paragraph":
      return element("p", {}, block.text);
    case "note":
      return element("p", { class: "note" }, block.text);
    case "list":
      return element("ul", {}, ...block.items.map((item) => element("li", {}, item)));
    case "picture": {
      const { svg, width, height } = block.picture;
      const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      return element("img", { src, width, height, alt: block.description });
    }
    case "table":
      return table(block);
  }
}

function table({ caption, headings, isTitled = false, lines }: Extract<Block, { kind: "table" }>): HTMLElement {
  const head = element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)));
  return element(
    "div",
    { class: "table", tabindex: 0, role: "group", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", { class: isTitled ? "unseen" : undefined }, caption),
      element("thead", {}, head),
      element("tbody", {}, ...lines.map(row)),
    ),
  );
}

function row({ heads, cells, isStrong }: Line): HTMLElement {
  const made = cells.map((text, place) =>
    place < heads ? element("th", { scope: "row" }, text) : element("td", {}, text),
  );
  return element("tr", { class: isStrong ? "strong" : undefined }, ...made);
}
