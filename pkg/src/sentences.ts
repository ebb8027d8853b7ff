import { CandorError } from "./errors.js";
import type { Attribute, Promises, Sentences } from "./types.js";

/** How each sentence is said, given its figures in words. */
interface Language {
  record(belief: Belief): string;
  replaced(chance: string): string;
  rarelyReplaced(chance: string): string;
  attribute(question: string, chance: string, belief: Belief): string;
  again(belief: Belief): string;
}

/** What somebody thought of 100 people alike, and between what they can have reason to think afterwards. */
interface Belief {
  readonly from: string;
  readonly least: string;
  readonly most: string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    record: ({ from, least, most }) =>
      `Someone who thinks that ${from} of 100 people like you would give certain answers can have reason to think at most ${most} of 100, and at least ${least}, once they see your report. That holds whatever you answer and whatever else they know about you.`,
    replaced: (chance) => `The chance that your whole answer is replaced by a random one is at least ${chance}.`,
    rarelyReplaced: (chance) => `The chance that your whole answer is replaced by a random one is below ${chance}.`,
    attribute: (question, chance, { from, least, most }) =>
      `“${question}”: someone who knows all your other answers, and thinks that ${from} of 100 people like you would give a certain answer here, can have reason to think at most ${most} of 100, and at least ${least}, once they see your report. The chance that it is sent as you answered it is at most ${chance}.`,
    again: ({ from, least, most }) =>
      `If this report is forgotten and you answer again, whoever has both, and thought that ${from} of 100 people like you would give certain answers, can have reason to think at most ${most} of 100, and at least ${least}.`,
  },
  es: {
    record: ({ from, least, most }) =>
      `Quien piense que ${from} de cada 100 personas como usted darían ciertas respuestas puede tener motivos, tras ver su informe, para pensarlo de ${most} de cada 100 como máximo y de ${least} como mínimo. Esto se cumple responda usted lo que responda y sepa esa persona lo que sepa de usted.`,
    replaced: (chance) => `La probabilidad de que toda su respuesta se sustituya por una al azar es al menos del ${chance}.`,
    rarelyReplaced: (chance) => `La probabilidad de que toda su respuesta se sustituya por una al azar es inferior al ${chance}.`,
    attribute: (question, chance, { from, least, most }) =>
      `«${question}»: quien conozca todas sus demás respuestas y piense que ${from} de cada 100 personas como usted darían aquí cierta respuesta puede tener motivos, tras ver su informe, para pensarlo de ${most} de cada 100 como máximo y de ${least} como mínimo. La probabilidad de que se envíe tal como usted la respondió es como máximo del ${chance}.`,
    again: ({ from, least, most }) =>
      `Si se olvida este informe y usted responde otra vez, quien tenga ambos y pensara que ${from} de cada 100 personas como usted darían ciertas respuestas puede tener motivos para pensarlo de ${most} de cada 100 como máximo y de ${least} como mínimo.`,
  },
  ja: {
    record: ({ from, least, most }) =>
      `あなたのような人100人のうち${from}人が特定の回答をすると考えている人が、あなたの報告を見たあとでそう考える根拠を持ちうるのは、100人のうち最大${most}人、最小${least}人です。これは、あなたがどのように回答しても、その人があなたについてほかに何を知っていても成り立ちます。`,
    replaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}以上です。`,
    rarelyReplaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}未満です。`,
    attribute: (question, chance, { from, least, most }) =>
      `「${question}」：あなたのほかの回答をすべて知っていて、あなたのような人100人のうち${from}人がここで特定の回答をすると考えている人が、あなたの報告を見たあとでそう考える根拠を持ちうるのは、100人のうち最大${most}人、最小${least}人です。回答のとおりに送られる確率は最大で${chance}です。`,
    again: ({ from, least, most }) =>
      `この報告を忘れてもう一度回答すると、あなたのような人100人のうち${from}人が特定の回答をすると考えていて両方を手にした人が、そう考える根拠を持ちうるのは、100人のうち最大${most}人、最小${least}人です。`,
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
  const asAnswered = (chance: number) => percent(Math.ceil(chance * 1000) / 1000);
  return {
    record: words.record(belief(record)),
    replaced: least > 0 ? words.replaced(percent(least)) : words.rarelyReplaced(percent(0.001)),
    attributes: attributes.map((promise, i) => ({
      name: promise.name,
      sentence: words.attribute(questions[i]!.question ?? promise.name, asAnswered(promise.asAnswered), belief(promise.attribute)),
    })),
    again: words.again(belief(2 * record)),
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

/** The belief that sentences start from, of 100 people. */
const BEFORE = 10;

function belief(epsilon: number): Belief {
  const { least, most } = posterior(epsilon, BEFORE);
  return { from: `${BEFORE}`, least: `${least}`, most: `${most}` };
}

/**
 * Of 100 people, how many somebody can have reason to think of, at `least` and at `most`, who thought of `before` of them
 * (a whole number from 1 to 99) and then sees what changes odds by a factor of at most e^ε. Whole numbers, rounded
 * outward.
 */
export function posterior(epsilon: number, before: number): { readonly least: number; readonly most: number } {
  // Whether ε is not enough to get beyond the odds of `more` from those of `fewer`. Odds are 1 or at least 1.04, so that
  // 64 units in the last place cover their error and that of Math.log.
  const covered = (more: number, fewer: number) =>
    epsilon <= Math.log((more * (100 - fewer)) / ((100 - more) * fewer)) * (1 - 64 * Number.EPSILON);
  let [least, most] = [before, before];
  while (most < 100 && !covered(most, before)) most += 1;
  while (least > 0 && !covered(before, least)) least -= 1;
  return { least, most };
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
