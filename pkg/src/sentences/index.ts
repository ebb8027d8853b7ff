import { CandorError } from "../errors.js";
import { posterior } from "../odds.js";
import type { PlanDocument, Promises, Sentences } from "../types.js";
import type { Belief, Language } from "./language.js";
import * as languages from "./languages.js";

const LANGUAGES: Readonly<Record<string, Language>> = languages;

/**
 * The promises in words that a respondent understands, in `language`: one of languages.ts, or of its regions.
 * Every figure is rounded to the side on which it promises less. `unknown-language` otherwise.
 */
export function sentences(
  language: string,
  { record, replaced, used, attributes }: Pick<Promises, "record" | "replaced" | "used" | "attributes">,
  questions: readonly string[],
  plain: readonly string[],
  ask: PlanDocument["ask"],
): Sentences {
  const words = spoken(language);
  const { format: percent } = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const { format: number } = new Intl.NumberFormat(language);
  const belief = (epsilon: number): Belief => {
    const { least, most } = posterior(epsilon, BEFORE);
    return { from: number(BEFORE), least: number(least), most: number(most), of: number(100) };
  };
  const upward = (chance: number) => percent(Math.ceil(chance * 1000) / 1000);
  const drawn = ask === "drawn" ? words.asks : words.used;
  const least = Math.floor(replaced * 1000) / 1000;
  return {
    record: words.record(belief(record)),
    replaced: least > 0 ? words.replaced(percent(least)) : words.rarelyReplaced(percent(0.001)),
    ...(attributes.some(({ asked }) => asked < 1) && {
      used: drawn(number(used[0]), number(used[1]), number(attributes.length)),
    }),
    attributes: attributes.map(({ name, attribute, asked, asAnswered }, i) => ({
      name,
      sentence: [
        words.attribute(questions[i]!, belief(attribute)),
        ...(asked < 1 ? [words.asked(upward(asked))] : []),
        ...(asAnswered === undefined ? [] : [words.asAnswered(upward(asAnswered))]),
      ].join(words.between),
    })),
    ...(plain.length > 0 && { plain: words.plain(new Intl.ListFormat(language).format(plain)) }),
    again: words.again(belief(2 * record)),
  };
}

function spoken(language: string): Language {
  try {
    const base = new Intl.Locale(language).language;
    if (Object.hasOwn(LANGUAGES, base)) return LANGUAGES[base]!;
  } catch {
    // It is no language tag at all.
  }
  throw new CandorError("unknown-language", `"${language}" is none of ${Object.keys(LANGUAGES).join(", ")}`);
}

/** The belief that sentences start from, of 100 people. */
const BEFORE = 10;
