import type {
  Attribute,
  Category,
  Condition,
  LocalizedText,
  PlanCategory,
  PlanCondition,
  PlanDocument,
  Question,
} from "../common/types.js";
import { chosenLanguage } from "./languages.js";

/** The texts of a verified plan, all in the one of its languages that suits the reader best. */
export class Localized {
  /** The tags of its texts, sorted: all texts that are given per language have the same. */
  readonly languages: readonly string[];
  readonly language: string | undefined;
  readonly title: string | undefined;
  readonly attributes: readonly Attribute[];
  /** The plain columns. */
  readonly plain: readonly Attribute[];

  constructor(
    { title }: PlanDocument,
    questions: readonly Question[],
    plain: readonly Question[],
    wanted: readonly string[],
  ) {
    this.languages = languagesOf([title, ...[...questions, ...plain].flatMap(textsOf)]);
    this.language = chosenLanguage(this.languages, wanted);
    this.title = title && this.#text(title);
    this.attributes = Object.freeze(questions.map((question) => this.#attribute(question, questions)));
    this.plain = Object.freeze(plain.map((column) => this.#attribute(column, plain)));
  }

  /** The texts of questions in a language, or in `language` where the plan does not have it. */
  names(language: string, questions: readonly Question[]): readonly string[] {
    const tag = chosenLanguage(this.languages, [language, this.language ?? ""]);
    return questions.map(({ name, question = name }) => this.#text(question, tag));
  }

  #text(text: LocalizedText, language = this.language): string {
    return typeof text === "string" ? text : text[language!]!;
  }

  #attribute(
    { name, question, optional = false, bins, categories, asked_if }: Question,
    all: readonly Question[],
  ): Attribute {
    return Object.freeze({
      name,
      ...(question !== undefined && { question: this.#text(question) }),
      optional,
      ...(bins !== undefined && { bins: Object.freeze([...bins]) }),
      categories: Object.freeze(categories.map((category) => this.#category(category))),
      ...(asked_if !== undefined && { askedIf: Object.freeze(asked_if.map((each) => condition(each, all))) }),
    });
  }

  #category({ value, label = value }: PlanCategory): Category {
    return Object.freeze({ value, label: this.#text(label) });
  }
}

function condition({ attribute, categories }: PlanCondition, all: readonly Question[]): Condition {
  const { name, categories: own } = all[attribute]!;
  return Object.freeze({ attribute: name, values: Object.freeze(categories.map((category) => own[category]!.value)) });
}

/** The tags of texts, sorted: verification ensures that all texts with tags have the same. */
function languagesOf(texts: readonly (LocalizedText | undefined)[]): readonly string[] {
  return Object.freeze(Object.keys(texts.find((text) => typeof text === "object") ?? {}).sort());
}

function textsOf({ question, categories }: Question): readonly (LocalizedText | undefined)[] {
  return [question, ...categories.map(({ label }) => label)];
}
