/**
 * Makes elements in one expression: tag, attributes, children.
 *
 * Attributes are set as attributes (`class`, `for`, `aria-label`); `true` sets an empty attribute, `false` and `undefined` set
 * none. Children are nodes or text, never markup.
 */

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string;

/** Makes an HTML element with its attributes and children. */
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

/** The attributes that mark a text as being in another language than the page; none if it has no language of its own. */
export function inLanguage(language: string | undefined): Attributes {
  return language === undefined ? {} : { lang: language, dir: "auto" };
}

/** Makes a button that does not submit. */
export function button(label: string, press: () => void, kind = ""): HTMLButtonElement {
  const made = element("button", { type: "button", class: `button ${kind}`.trim() }, label);
  made.addEventListener("click", press);
  return made;
}

/** Returns the element with this id; throws if the page lacks it. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`this page has no element #${id}`);
  return found;
}
