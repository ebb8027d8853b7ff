/** Elements of the page. */

/** An element with attributes, handlers (`onclick`, …) and children. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A table with a heading for each column; the first cell of a row is its heading. */
export function cells(head, rows) {
  const heads = head.map((text) => make("th", { scope: "col" }, text));
  const body = rows.map(([first, ...rest]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((text) => make("td", {}, text))),
  );
  const table = make(
    "table",
    { class: "docutils" },
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...body),
  );
  return make("div", { class: "table-wrapper", tabindex: "0", role: "group", "aria-label": "Table" }, table);
}

/** A field with its label above it. */
export function labelled(text, field) {
  return make("label", {}, make("span", {}, text), field);
}
