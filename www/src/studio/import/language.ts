/** The tags of languages that files name or code in their own way, and texts in several of them. */

import { tagged } from "../document/tags";
import type { CategoryDocument, Written } from "../document/types";
import type { LeftOut } from "./reasons";

/** Languages whose names are known, in English and in the language itself. */
const TAGS = (
  "am ar az bg bn cs da de el en es et fa fi fr ha he hi hr hu hy id ig is it ja ka kk km ko ky lo lt lv mg mn ms my ne nl " +
  "no om pl ps pt ro ru rw si sk sl so sq sr sv sw ta tg th ti tl tr uk ur uz vi wo xh yo zh zu"
).split(" ");

/** The tag of a language that is given by name or tag, as in `label::French` or `label::Français (fr)`. */
export function tagOf(language: string): string | undefined {
  const [, behind] = /\(([^()]+)\)\s*$/.exec(language) ?? [];
  return tagged(behind ?? (/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language) ? language : "")) ?? named(language);
}

function named(language: string): string | undefined {
  const wanted = language.trim().toLowerCase();
  const called = (tag: string, inTag: string) =>
    new Intl.DisplayNames([inTag], { type: "language" }).of(tag)?.toLowerCase() === wanted;
  return TAGS.find((tag) => called(tag, "en") || called(tag, tag));
}

/** The languages of a file: the tag of each by its code, the survey's own first. */
export interface Spoken {
  readonly tags: ReadonlyMap<string, string>;
  /** That some have no tag. */
  readonly unknown: readonly LeftOut[];
}

/** Finds the tags of codes, of which the first one is that of the survey's own language; `otherwise` is its tag if that is not known. */
export function spokenIn([own = "", ...others]: readonly string[], otherwise: string): Spoken {
  const tags = new Map([[own, tagOf(own) ?? otherwise]]);
  const unknown: LeftOut[] = [];
  for (const code of new Set(others)) {
    const tag = tagOf(code);
    if (tag === undefined) unknown.push({ name: code, why: "language", said: code, partly: true });
    else if (![...tags.values()].includes(tag)) tags.set(code, tag);
  }
  return { tags, unknown };
}

/** A text in all languages; where it is missing in one of them, it is that of the survey's own. */
export function writtenIn({ tags }: Spoken, own: string, textIn: (code: string) => string): Written {
  if (tags.size < 2) return own;
  return Object.fromEntries([...tags].map(([code, tag], place) => [tag, (place > 0 && textIn(code)) || own]));
}

/** Whether a text says something in some language. */
export function isSaid(text: Written | undefined): text is Written {
  const texts = typeof text === "string" ? [text] : Object.values(text ?? {});
  return texts.some((each) => each.trim() !== "");
}

/** Two texts, one after the other. */
export function joined(one: Written, other: Written, between = " "): Written {
  const together = (inIts: (text: Written) => string) =>
    [one, other]
      .map(inIts)
      .filter((text) => text !== "")
      .join(between);
  const tags = Object.keys([one, other].find((text) => typeof text !== "string") ?? {});
  if (tags.length === 0) return together(String);
  const inTag = (tag: string) => together((text) => (typeof text === "string" ? text : (text[tag] ?? "")));
  return Object.fromEntries(tags.map((tag) => [tag, inTag(tag)]));
}

/** A choice whose value is its label in the survey's own language. */
export function choiceOf(own: string, label: Written): CategoryDocument {
  return typeof label === "string" ? own : { value: own, label };
}
