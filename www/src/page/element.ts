/**
 * Elements in one expression: tag, attributes, children.
 *
 * Attributes are set as attributes (`class`, `for`, `aria-label`), `true` is an empty attribute and
 * `false` or `undefined` none at all. Children are nodes or text, never markup.
 */

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string;

/** A new HTML element with its attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** The attributes of a text in another language than the page's; none where it is in no language of its own. */
export function inLanguage(language: string | undefined): Attributes {
  return language === undefined ? {} : { lang: language, dir: "auto" };
}

/** A button that does not submit. */
export function button(label: string, press: () => void, kind = ""): HTMLButtonElement {
  const made = element("button", { type: "button", class: `button ${kind}`.trim() }, label);
  made.addEventListener("click", press);
  return made;
}

/** The element of the page with this id; a page without it was built wrong. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`this page has no element #${id}`);
  return found;
}
