import { CandorError } from "../common/errors.js";
import { isFunction } from "../common/options.js";
import { needed } from "../common/runtime.js";
import type { AttributePromise, Names } from "../common/types.js";
import type { Plan } from "../plan/plan.js";
import type { Belief, Language } from "./language.js";
import * as languages from "./languages.js";
import { posterior } from "./odds.js";

const LANGUAGES: Readonly<Record<string, Language>> = languages;

/** The promises of a plan in plain words. */
export interface Sentences {
  /** What record ε means, as odds among 100 people. */
  readonly record: string;
  /** How often all answers that a device uses are replaced by random ones. */
  readonly replaced: string;
  /** Says that a device draws which questions it uses or asks; absent where every device uses all. */
  readonly used?: string;
  /**
   * For every question, what its attribute ε means, in the same odds, and how often it is used and sent as answered; for one that
   * takes several choices or puts items in order, of all of them together.
   */
  readonly attributes: readonly { readonly name: string; readonly sentence: string }[];
  /** What the report carries without noise; absent where that is nothing. */
  readonly plain?: string;
  /** What a second report of the same person would cost in privacy. */
  readonly again: string;
}

/** The part of a plan that sentences describe. */
export type Promising = Pick<Plan, "ask" | "compounds" | "names" | "promises">;

/**
 * Writes the promises of a plan in words, in Arabic ("ar"), German ("de"), English ("en"), Spanish ("es"), French ("fr"),
 * Japanese ("ja") or one of their regions; throws `unknown-language` for others. Questions are in that language too where the
 * plan has it. Every figure is rounded in the direction that promises less.
 */
export function sentences(plan: Promising, language = "en"): Sentences {
  if (!isFunction((plan as Partial<Promising> | null | undefined)?.names))
    throw new CandorError("invalid-options", "this is no plan of loadPlan");
  const { record, replaced, used, attributes } = plan.promises;
  const words = spoken(language);
  const names = plan.names(language);
  const { format: percent } = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const { format: number } = new Intl.NumberFormat(language);
  const belief = (epsilon: number): Belief => {
    const { least, most } = posterior(epsilon, BEFORE);
    return { from: number(BEFORE), least: number(least), most: number(most), of: number(100) };
  };
  const upward = (chance: number) => percent(Math.ceil(chance * 1000) / 1000);
  const drawn = plan.ask === "drawn" ? words.asks : words.used;
  const least = Math.floor(replaced * 1000) / 1000;
  return {
    record: words.record(belief(record)),
    replaced: least > 0 ? words.replaced(percent(least)) : words.rarelyReplaced(percent(0.001)),
    ...(attributes.some(({ asked }) => asked < 1) && {
      used: drawn(number(used[0]), number(used[1]), number(attributes.length)),
    }),
    attributes: together(plan, names).map(({ name, text, attribute, asked, asAnswered, covering }) => ({
      name,
      sentence: [
        words.attribute(text, belief(attribute), covering ? words.covers[covering] : ""),
        ...(asked < 1 ? [words.asked(upward(asked))] : []),
        ...(asAnswered === undefined ? [] : [words.asAnswered(upward(asAnswered))]),
      ].join(words.between),
    })),
    ...(names.plain.length > 0 && { plain: words.plain(new Intl.ListFormat(language).format(names.plain)) }),
    again: words.again(belief(2 * record)),
  };
}

/** What is promised about a question, with its text. */
interface About extends Pick<AttributePromise, "name" | "attribute" | "asked" | "asAnswered"> {
  readonly text: string;
  readonly covering: keyof Language["covers"] | undefined;
}

/** The promises of attributes; those of all choices or items of a question as one, and those of rows with the text of their question. */
function together({ compounds, promises: { attributes } }: Promising, names: Names): readonly About[] {
  const texts = new Map(attributes.map(({ name }, i) => [name, names.attributes[i]!]));
  return attributes.flatMap((promise) => {
    const { name, with: others } = promise;
    const place = compounds.findIndex((compound) => compound.attributes.includes(name));
    const compound = compounds[place];
    const text = names.compounds[place];
    if (compound === undefined || compound.kind === "rows")
      return {
        ...promise,
        text: [text, texts.get(name)].join(" ").trim(),
        covering: others && "dependents",
      };
    if (compound.attributes[0] !== name) return [];
    const choices = attributes.filter((other) => compound.attributes.includes(other.name));
    const chances = choices.map(({ asAnswered }) => asAnswered ?? Number.NaN);
    const all = Math.min(...chances);
    return {
      name: compound.name,
      attribute: promise.attribute,
      // The chance that some are used is at most the sum, and that all are sent as ticked at most that of any.
      asked: choices.reduce((sum, { asked }) => sum + asked, 0),
      asAnswered: Number.isNaN(all) ? undefined : all,
      text: text!,
      covering: others!.length < choices.length ? "choices" : "both",
    };
  });
}

function spoken(language: string): Language {
  const { Locale } = needed("Intl");
  try {
    const base = new Locale(language).language;
    if (Object.hasOwn(LANGUAGES, base)) return LANGUAGES[base]!;
  } catch {
    // `language` is no language tag at all.
  }
  throw new CandorError("unknown-language", `there are: ${Object.keys(LANGUAGES).join(", ")}`);
}

/** The prior belief that sentences start from, in people of 100. */
const BEFORE = 10;
