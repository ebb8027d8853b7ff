import { CandorError } from "./errors.js";
import type { Attribute, Promises, Sentences } from "./types.js";

/** How each sentence is said, given its figures in words. */
interface Language {
  record(factor: string): string;
  replaced(chance: string): string;
  rarelyReplaced(chance: string): string;
  attribute(question: string, chance: string): string;
  again(factor: string): string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    record: (factor) =>
      `Whatever you answer, the chance of sending exactly this record changes by at most a factor of ${factor}.`,
    replaced: (chance) => `The chance that your whole answer is replaced by a random one is at least ${chance}.`,
    rarelyReplaced: (chance) => `The chance that your whole answer is replaced by a random one is below ${chance}.`,
    attribute: (question, chance) => `The chance that “${question}” is sent as you answered it is at most ${chance}.`,
    again: (factor) =>
      `If this report is forgotten and you answer again, whoever has both can change their odds about you by a factor of up to ${factor}.`,
  },
  es: {
    record: (factor) =>
      `Responda lo que responda, la probabilidad de enviar exactamente este registro cambia como máximo en un factor de ${factor}.`,
    replaced: (chance) => `La probabilidad de que toda su respuesta se sustituya por una al azar es al menos del ${chance}.`,
    rarelyReplaced: (chance) => `La probabilidad de que toda su respuesta se sustituya por una al azar es inferior al ${chance}.`,
    attribute: (question, chance) =>
      `La probabilidad de que «${question}» se envíe tal como usted la respondió es como máximo del ${chance}.`,
    again: (factor) =>
      `Si se olvida este informe y usted responde otra vez, quien tenga ambos puede cambiar sus conjeturas sobre usted en un factor de hasta ${factor}.`,
  },
  ja: {
    record: (factor) => `どのように回答しても、ちょうどこの記録が送られる確率は最大でも${factor}倍しか変わりません。`,
    replaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}以上です。`,
    rarelyReplaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}未満です。`,
    attribute: (question, chance) => `「${question}」が回答のとおりに送られる確率は最大で${chance}です。`,
    again: (factor) =>
      `この報告を忘れてもう一度回答すると、両方を手にした人があなたについて見積もるオッズは最大${factor}倍変わりえます。`,
  },
};

/**
 * The promises in words that a respondent understands, in `language` ("en", "es", "ja", or one of their regions).
 * Every figure is rounded to the side on which it promises less. `unknown-language` otherwise.
 */
export function sentences(
  language: string,
  { record, replaced, attributes }: Pick<Promises, "record" | "replaced" | "attributes">,
  questions: readonly Attribute[],
): Sentences {
  const words = spoken(language);
  const percent = (share: number) =>
    new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(share);
  const least = Math.floor(replaced * 1000) / 1000;
  const sentence = (name: string, i: number) =>
    words.attribute(questions[i]!.question ?? name, percent(Math.ceil(attributes[i]!.asAnswered * 1000) / 1000));
  return {
    record: words.record(factor(language, record)),
    replaced: least > 0 ? words.replaced(percent(least)) : words.rarelyReplaced(percent(0.001)),
    attributes: attributes.map(({ name }, i) => ({ name, sentence: sentence(name, i) })),
    again: words.again(factor(language, 2 * record)),
  };
}

function spoken(language: string): Language {
  try {
    const { language: base } = new Intl.Locale(language);
    if (Object.hasOwn(LANGUAGES, base)) return LANGUAGES[base]!;
  } catch {
    // It is no language tag at all.
  }
  throw new CandorError("unknown-language", `"${language}" is none of ${Object.keys(LANGUAGES).join(", ")}`);
}

/**
 * e^ε in the figures of a language, the largest factor by which odds change: rounded up, to one decimal below 10, to a
 * whole number from there.
 */
export function factor(language: string, epsilon: number): string {
  // Two units in the last place cover the error of Math.exp.
  const times = Math.exp(epsilon) * (1 + 2 * Number.EPSILON);
  const rounded = times < 10 ? Math.ceil(times * 10) / 10 : Math.ceil(times);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(rounded);
}
