/** Takes translated texts into a draft, as far as their keys fit. */

import { inFirst } from "../document/names";
import { textsOf, withTexts } from "../document/texts";
import type { Draft, Text } from "../draft";
import type { Words } from "../words/en";

/** The translations of one text in a file. */
export interface Translation {
  readonly key: string;
  /** The text that was translated, where the file has it. */
  readonly source: string | undefined;
  /** The translations by language tag. */
  readonly texts: Text;
}

/** What a file has. */
export interface Translations {
  readonly translations: readonly Translation[];
  /** Names of languages in it that are no tags. */
  readonly untagged: readonly string[];
}

/** Something in a file that did not fit, or is to be looked at. */
export interface NotFit {
  readonly name: string;
  readonly why: keyof Words["notFit"];
}

/** The draft with what was taken, how many texts of each language that is, and what did not fit. */
export interface Taken {
  readonly draft: Draft;
  readonly counts: ReadonlyMap<string, number>;
  readonly notFit: readonly NotFit[];
}

/** Takes every text that is not empty and differs; the language in which the survey is written first is not changed. */
export function take(draft: Draft, { translations, untagged }: Translations): Taken {
  const [own] = draft.languages;
  const known = new Map(textsOf(draft).map(({ key, text }) => [key, text]));
  const byKey = new Map(translations.map((each) => [each.key, each]));
  const counts = new Map<string, number>();
  const taken = withTexts(draft, ({ key, text, isShown }) => {
    const told = Object.entries((isShown && byKey.get(key)?.texts) || {}).filter(
      ([tag, each]) => tag !== own && each !== "" && each !== text[tag]?.trim(),
    );
    for (const [tag] of told) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return told.length === 0 ? text : { ...text, ...Object.fromEntries(told) };
  });
  const tags = [...byKey.values()].flatMap(({ key, texts }) => (known.has(key) ? Object.keys(texts) : []));
  return {
    draft: { ...taken, languages: [...new Set([...draft.languages, ...tags])] },
    counts,
    notFit: [
      ...untagged.map((name) => ({ name, why: "language" as const })),
      ...[...byKey].flatMap(([key, { source }]) => fitOf(key, source, known.get(key), draft)),
      ...repeated(translations.map(({ key }) => key)).map((name) => ({ name, why: "twice" as const })),
    ],
  };
}

function fitOf(
  key: string,
  source: string | undefined,
  text: Text | undefined,
  { languages }: Draft,
): readonly NotFit[] {
  if (text === undefined) return [{ name: key, why: "unknown" }];
  const isSame = !source || source === inFirst(text, languages);
  return isSame ? [] : [{ name: key, why: "changed" }];
}

function repeated(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.filter((key, place) => keys.indexOf(key) !== place))];
}
