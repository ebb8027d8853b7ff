import type { Attribute } from "../common/types.js";
import { freshId, type MakeControls, single } from "./controls.js";
import { inLanguage } from "./make.js";

/**
 * Rows on one scale: a table where there is room for it, and otherwise one row below the other, each with its answers in their
 * order.
 */
export const grid: MakeControls<readonly [Attribute, ...Attribute[]]> = (make, attributes, language, spoken) => {
  const own = inLanguage(language);
  const controls = attributes.map((attribute) => single(make, attribute, language, spoken));
  const isScale = attributes[0].bins === undefined;
  const columns = isScale ? [...controls[0]!.element.querySelectorAll("span")] : [];
  const heads = columns.map(({ textContent, lang }) => {
    const said = lang === "" ? {} : own;
    return make("th", { scope: "col", role: "columnheader", id: freshId(), ...said }, textContent);
  });
  // Steps of a scale that look unequal would be answered as unequal ones.
  for (const head of heads) head.style.width = `${70 / heads.length}%`;
  const rows = attributes.map((attribute, i) => {
    const { element, inputs } = controls[i]!;
    const head = make(
      "th",
      { scope: "row", role: "rowheader", id: freshId(), ...own },
      attribute.question ?? attribute.name,
    );
    const parts = isScale ? [...element.children] : [element];
    inputs.forEach((input, column) => {
      if (isScale) input.setAttribute("aria-labelledby", `${head.id} ${heads[column]!.id}`);
    });
    return make("tr", { role: "row" }, head, ...parts.map((part) => make("td", { role: "cell" }, part)));
  });
  const top = make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, make("td", { role: "cell" }), ...heads));
  const table = make(
    "table",
    { role: "table" },
    ...(isScale ? [top] : []),
    make("tbody", { role: "rowgroup" }, ...rows),
  );
  const ruler = make("div");
  fitted(table, ruler);
  return {
    element: make("div", {}, ruler, table),
    inputs: controls.flatMap(({ inputs }) => inputs),
    plea: spoken.words.answerEvery,
    answers: () => Object.assign({}, ...controls.map(({ answers }) => answers())),
    lacking: () => controls.flatMap(({ lacking }) => lacking()),
  };
};

/** The width in pixels of the narrowest table. */
const NARROWEST = 480;

/** Lays the rows of a table out one below the other wherever it is wider than the ruler, an element without a height. */
function fitted(table: HTMLTableElement, ruler: HTMLElement): void {
  const { ResizeObserver } = ruler.ownerDocument.defaultView as Window & typeof globalThis;
  const fit = () => {
    const { clientWidth } = ruler;
    table.classList.remove("narrow");
    table.classList.toggle("narrow", clientWidth < NARROWEST || table.scrollWidth > clientWidth);
  };
  new ResizeObserver(fit).observe(ruler);
}
