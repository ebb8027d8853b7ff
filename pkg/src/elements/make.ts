/**
 * Makes an element in one expression: tag, attributes, children. `true` sets an empty attribute, `undefined` and `false` set
 * none; children are nodes or text.
 */
export type Make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>,
  ...children: readonly (Node | string)[]
) => HTMLElementTagNameMap[Tag];

/** Returns a function that makes elements of a document, which need not be this script's. */
export function maker(document: Document): Make {
  return (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : `${value}`);
    made.append(...children);
    return made;
  };
}

/** Makes a button that does not submit. */
export function button(make: Make, label: string, press: () => void, kind = ""): HTMLButtonElement {
  const made = make("button", { type: "button", class: kind }, label);
  made.addEventListener("click", press);
  return made;
}

/** The attributes that mark a plan's text as being in its own language. */
export function inLanguage(language: string | undefined): Readonly<Record<string, string>> {
  return language === undefined ? {} : { lang: language, dir: "auto" };
}
