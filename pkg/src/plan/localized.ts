import { isObject } from "../common/canonical.js";
import type {
  Attribute,
  Category,
  Compound,
  CompoundQuestion,
  Condition,
  LocalizedText,
  PlanCategory,
  PlanCompound,
  PlanCondition,
  PlanDocument,
  Question,
  Section,
  SurveyTexts,
} from "../common/types.js";
import { chosenLanguage } from "./languages.js";

/** The texts of a verified plan, all in the one of its languages that suits the reader best. */
export class Localized {
  /** The tags of its texts, sorted: all texts that are given per language have the same. */
  readonly languages: readonly string[];
  declare readonly language?: string;
  declare readonly title?: string;
  readonly attributes: readonly Attribute[];
  readonly compounds: readonly Compound[];
  /** The plain columns. */
  readonly plain: readonly Attribute[];
  readonly sections: readonly Section[];
  readonly texts: SurveyTexts;

  constructor(
    { sections = [], texts = {}, title }: PlanDocument,
    questions: readonly Question[],
    compounds: readonly PlanCompound[],
    plain: readonly Question[],
    wanted: readonly string[],
  ) {
    this.languages = languagesOf([
      title,
      ...[...questions, ...compounds, ...plain].flatMap(textsOf),
      ...[texts, ...sections].flatMap<unknown>(Object.values),
    ]);
    const language = chosenLanguage(this.languages, wanted);
    if (language !== undefined) this.language = language;
    if (title !== undefined) this.title = this.#text(title);
    const own = compounds.map((compound) => this.#compound(compound, questions));
    this.compounds = Object.freeze(own);
    this.attributes = Object.freeze(
      questions.map((question) => {
        const compound = own.find(({ attributes }) => attributes.includes(question.name));
        return this.#attribute(question, questions, compound);
      }),
    );
    this.texts = this.#texted(texts);
    this.sections = Object.freeze(
      sections.map(({ attribute, ...own }) => this.#texted<Section>({ before: questions[attribute]!.name, ...own })),
    );
    this.plain = Object.freeze(plain.map((column) => this.#attribute(column, plain)));
  }

  /** The texts of questions in a language, or in `language` where the plan does not have it. */
  names(language: string, questions: readonly Pick<Question, "name" | "question">[]): readonly string[] {
    const tag = chosenLanguage(this.languages, [language, this.language ?? ""]);
    return questions.map(({ name, question = name }) => this.#text(question, tag));
  }

  #text(text: LocalizedText, language = this.language): string {
    return typeof text === "string" ? text : text[language!]!;
  }

  /** The same members with their texts, without those that are absent; what is no text in several languages is as it is. */
  #texted<Of>(members: object): Of {
    const texts = Object.entries<LocalizedText | undefined>({ ...members }).filter(([, text]) => text !== undefined);
    return Object.freeze(Object.fromEntries(texts.map(([name, text]) => [name, this.#text(text!)]))) as Of;
  }

  #attribute(
    { name, question, optional = false, order, partial, bins, categories, asked_if }: Question,
    all: readonly Question[],
    compound?: Compound,
  ): Attribute {
    return Object.freeze({
      ...this.#texted<Pick<Attribute, "name" | "order" | "question">>({ name, question, order }),
      optional,
      ...(partial && { partial }),
      ...(bins && { bins: Object.freeze([...bins]) }),
      categories: Object.freeze(categories.map((category) => this.#category(category))),
      ...(asked_if && { askedIf: Object.freeze(asked_if.map((each) => condition(each, all))) }),
      ...(compound && { compound }),
    });
  }

  #compound(
    { at_least = 0, attributes, excluding = [], at_most, kind, name, order, question }: PlanCompound,
    all: readonly Question[],
  ): Compound {
    const named = (positions: readonly number[]) => Object.freeze(positions.map((i) => all[i]!.name));
    const atMost = at_most ?? attributes.length - excluding.length;
    return Object.freeze({
      kind,
      ...this.#texted<Omit<CompoundQuestion, "attributes">>({ name, question, order }),
      attributes: named(attributes),
      ...(kind === "ranking" && { places: at_least }),
      ...(kind === "choices" && { atLeast: at_least, atMost, excluding: named(excluding) }),
    }) as Compound;
  }

  #category({ role, value, label = value }: PlanCategory): Category {
    return Object.freeze({ value, label: this.#text(label), ...(role && { role }) });
  }
}

function condition({ attribute, categories }: PlanCondition, all: readonly Question[]): Condition {
  const { name, categories: own } = all[attribute]!;
  return Object.freeze({ attribute: name, values: Object.freeze(categories.map((category) => own[category]!.value)) });
}

/** The tags of texts, sorted: verification ensures that all texts with tags have the same. */
function languagesOf(texts: readonly unknown[]): readonly string[] {
  return Object.freeze(Object.keys(texts.find(isObject) ?? {}).sort());
}

function textsOf({ question, categories = [] }: Partial<Question>): readonly (LocalizedText | undefined)[] {
  return [question, ...categories.map(({ label }) => label)];
}
