/**
 * How easily texts are read, by a published measure for each language of the pages. Each was made for running text, and is a rough guide: it counts
 * lengths, and knows nothing of what a text says.
 */

import german from "hyphen/de/index.js";
import spanish from "hyphen/es/index.js";
import french from "hyphen/fr/index.js";
import { syllable } from "syllable";

/**
 * Counts the syllables of words: the parts between the places where a word can be hyphenated, or the groups of vowels where these are more, since no
 * letter is left alone by a hyphen.
 */
const syllablesBy =
  ({ hyphenateSync }, vowels) =>
  (word) =>
    Math.max(
      hyphenateSync(word, { hyphenChar: "-", minWordLength: 2 }).split("-").length,
      (word.match(vowels) ?? []).length,
    );

const inGerman = syllablesBy(german, /[aeiouyäöü]+/gi);
const inSpanish = syllablesBy(spanish, /[aeiouáéíóúü]+/gi);
/** An e at the end is silent. */
const inFrench = syllablesBy(french, /(?!es?$)[aeiouyàâéèêëîïôùûœ]+/gi);

/** The words of texts, in their sentences; a number is a word. */
function sentencesOf(texts) {
  return texts
    .flatMap((text) => text.split(/(?<=[.!?؟…])\s+/))
    .map((sentence) => sentence.match(/[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*/gu) ?? [])
    .filter((words) => words.length > 0);
}

/** The words of texts, with how many there are of a sentence and of syllables in each. */
function counted(texts, syllablesIn) {
  const sentences = sentencesOf(texts);
  const words = sentences.flat();
  const syllables = words.map(syllablesIn);
  const share = (isSo) => words.filter((word, place) => isSo(word, syllables[place])).length / words.length;
  const sum = syllables.reduce((all, each) => all + each);
  return { perSentence: words.length / sentences.length, perWord: sum / words.length, share };
}

/** The school year for which a text is [Kincaid75]. */
function fleschKincaid(texts) {
  const { perSentence, perWord } = counted(texts, syllable);
  return 0.39 * perSentence + 11.8 * perWord - 15.59;
}

/** The school year for which a text is: the first of the Vienna formulas for non-fiction [Bamberger84]. */
function vienna(texts) {
  const { perSentence, share } = counted(texts, inGerman);
  const [many, long, one] = [
    share((_, syllables) => syllables >= 3),
    share((word) => word.length > 6),
    share((_, syllables) => syllables === 1),
  ];
  return 19.35 * many + 0.1672 * perSentence + 12.97 * long - 3.27 * one - 0.875;
}

/** Ease of reading, where 60 is ordinary prose [Kandel58]. */
function kandelMoles(texts) {
  const { perSentence, perWord } = counted(texts, inFrench);
  return 207 - 1.015 * perSentence - 73.6 * perWord;
}

/** Ease of reading, where 55 to 65 is normal for adults [Szigriszt93]. */
function perspicuity(texts) {
  const { perSentence, perWord } = counted(texts, inSpanish);
  return 206.835 - 62.3 * perWord - perSentence;
}

/** The sum of words in a sentence and of long words in a hundred, where 40 to 50 is the press [Bjornsson68]. */
function lix(texts) {
  const { perSentence, share } = counted(texts, () => 1);
  return perSentence + 100 * share((word) => word.replace(/\p{M}/gu, "").length > 6);
}

/** Ease of reading, where 50 is the mean of the texts of which the formula was made [Tateisi88]. */
function tateisi(texts) {
  const text = texts.join("");
  const sentences = text.split(/[。！？…]/).filter((each) => each.trim() !== "");
  const mean = (runs) => runs.reduce((sum, { length }) => sum + length, 0) / Math.max(1, runs.length);
  const runs = (script) => text.match(script) ?? [];
  return (
    -0.12 * mean(sentences) -
    1.37 * mean(runs(/\p{Script=Latin}+/gu)) +
    7.4 * mean(runs(/\p{Script=Hiragana}+/gu)) -
    23.18 * mean(runs(/\p{Script=Han}+/gu)) -
    5.4 * mean(runs(/[\p{Script=Katakana}ー]+/gu)) -
    4.67 * (runs(/、/g).length / sentences.length) +
    115.79
  );
}

/** By language: the measure, the bound of what respondents see, and whether more is harder. */
export const MEASURES = {
  ar: { measure: lix, bound: 40, isHardness: true },
  de: { measure: vienna, bound: 8, isHardness: true },
  en: { measure: fleschKincaid, bound: 8, isHardness: true },
  es: { measure: perspicuity, bound: 55, isHardness: false },
  fr: { measure: kandelMoles, bound: 60, isHardness: false },
  ja: { measure: tateisi, bound: 50, isHardness: false },
};

/** Whether texts are read as easily as their language asks, taken as one text. */
export function isReadable(texts, language) {
  const { measure, bound, isHardness } = MEASURES[language];
  return isHardness ? measure(texts) <= bound : measure(texts) >= bound;
}
