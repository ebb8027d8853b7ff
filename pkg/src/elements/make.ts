/** Elements in one expression: tag, attributes, children. `true` is an empty attribute, `undefined` and `false` none; children are nodes or text. */
export type Make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>,
  ...children: readonly (Node | string)[]
) => HTMLElementTagNameMap[Tag];

/** Makes elements of a document, which need not be that of this script. */
export function maker(document: Document): Make {
  return (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : `${value}`);
    made.append(...children);
    return made;
  };
}

/** A button that submits nothing. */
export function button(make: Make, label: string, press: () => void, kind = ""): HTMLButtonElement {
  const made = make("button", { type: "button", class: kind }, label);
  made.addEventListener("click", press);
  return made;
}

/** What marks a text of a plan, which is in a language of its own. */
export function inLanguage(language: string | undefined): Readonly<Record<string, string>> {
  return language === undefined ? {} : { lang: language, dir: "auto" };
}
