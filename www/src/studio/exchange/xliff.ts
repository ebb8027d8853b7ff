/**
 * Writes and reads texts as XLIFF 2.0 (ISO 21720:2017), which translation programs read: one file for each language, one unit for each text, whose
 * key is the name of the unit.
 */

import { tagged } from "../document/tags";
import { textsOf } from "../document/texts";
import { sourceOf } from "../document/translated";
import type { Draft } from "../draft";
import type { Translations } from "./take";

const NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0";

/** Writes the texts of a draft from its first language into another; texts that are missing in the first are left out. */
export function xliffOf(draft: Draft, language: string): string {
  const { languages } = draft;
  const [own = language] = languages;
  const units = textsOf(draft).flatMap(({ key, text }, place) => {
    const source = sourceOf(text, draft, language);
    if (source?.tag !== own) return [];
    const target = text[language]?.trim() ?? "";
    return [
      `    <unit id="u${place + 1}" name="${escaped(key)}">`,
      `      <segment state="${target === "" ? "initial" : "translated"}">`,
      `        <source>${escaped(source.text.trim())}</source>`,
      ...(target === "" ? [] : [`        <target>${escaped(target)}</target>`]),
      "      </segment>",
      "    </unit>",
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${NAMESPACE}" version="2.0" srcLang="${escaped(own)}" trgLang="${escaped(language)}">`,
    '  <file id="survey" xml:space="preserve">',
    ...units,
    "  </file>",
    "</xliff>",
    "",
  ].join("\n");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Reads an XLIFF 2 file; undefined if it is none. Segments of a unit are joined, and codes within them left out. */
export function fromXliff(text: string): Translations | undefined {
  const parsed = new DOMParser().parseFromString(text, "application/xml");
  const root = parsed.documentElement;
  const isBroken = parsed.getElementsByTagName("parsererror").length > 0;
  if (isBroken || root.localName !== "xliff" || !root.getAttribute("version")?.startsWith("2")) return undefined;
  const language = root.getAttribute("trgLang") ?? "";
  const tag = tagged(language);
  const within = (unit: Element, name: string) =>
    Array.from(unit.getElementsByTagNameNS("*", name), ({ textContent }) => textContent ?? "")
      .join("")
      .trim();
  return {
    translations: Array.from(root.getElementsByTagNameNS("*", "unit"), (unit) => ({
      key: unit.getAttribute("name") ?? unit.getAttribute("id") ?? "",
      source: within(unit, "source"),
      texts: tag === undefined ? {} : { [tag]: within(unit, "target") },
    })),
    untagged: tag === undefined ? [language] : [],
  };
}
