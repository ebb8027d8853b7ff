/** Parts of texts in whose place other programs put something else. */

import type { AttributeDocument, SurveyDocument, Written } from "../document/types";
import { isSaid } from "./language";
import type { LeftOut } from "./reasons";

/** What a program puts something else in place of, such as an earlier answer. */
const PIPED = /\$?\{[^{}]+\}/;

/** The questions, and the texts around them, in which there are such parts; a text around them is called by its first words. */
export function pipedIn({
  attributes,
  sections = [],
  texts = {},
}: Pick<SurveyDocument, "attributes" | "sections" | "texts">): readonly LeftOut[] {
  const around = [...sections.flatMap(({ title, text }) => [title, text]), texts.welcome, texts.thanks].filter(isSaid);
  return [
    ...attributes.flatMap((each) => codeIn(each.name, textsOf(each))),
    ...around.flatMap((text) => codeIn(beginningOf(text), [text])),
  ];
}

function textsOf({ question, categories = [], rank = [], rows = [] }: AttributeDocument): readonly Written[] {
  const labels = [...categories, ...rank].map((category) =>
    typeof category === "string" ? category : (category.label ?? ""),
  );
  return [question ?? "", ...rows.map((row) => row.question ?? ""), ...labels];
}

function beginningOf(text: Written): string {
  const [first = ""] = typeof text === "string" ? [text] : Object.values(text);
  const characters = [...(first.split("\n")[0] ?? "")];
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : characters.join("");
}

/** That one of these texts has such a part, if one has. */
function codeIn(name: string, texts: readonly Written[]): readonly LeftOut[] {
  const written = texts.flatMap((text) => (typeof text === "string" ? [text] : Object.values(text)));
  const found = written.map((text) => PIPED.exec(text)?.[0]).find((code) => code !== undefined);
  return found === undefined ? [] : [{ name, why: "piped", said: found, partly: true }];
}
