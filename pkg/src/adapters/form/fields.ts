import { answerName, choiceValue } from "../../common/compounds.js";
import { CandorError } from "../../common/errors.js";
import { offered } from "../../common/offered.js";
import type { Attribute } from "../../common/types.js";
import type { Entries } from "./answers.js";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Finds the fields of a form that take answers, by the names of their questions. */
export class Fields {
  readonly #form: HTMLFormElement;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  /** All fields with a name, except hidden ones and buttons. */
  all(): Field[] {
    return [...this.#form.elements].filter(
      (element): element is Field => "value" in element && isField(element) && (element as Field).name !== "",
    );
  }

  of(question: Attribute): Field[] {
    return this.all().filter((field) => field.name === answerName(question));
  }

  /**
   * Throws `form-mismatch` unless every question has a field, which either takes any text or offers exactly the question's
   * answers, and a ranking a select for each place.
   */
  check(questions: readonly Attribute[]): void {
    for (const question of questions) {
      const fields = this.of(question);
      if (fields.length === 0) throw mismatch(question, "has no field in this form");
      const { compound } = question;
      const isPlace = (field: Field) => field instanceof HTMLSelectElement && !field.multiple;
      if (compound?.kind === "ranking" && !(fields.length === compound.places && fields.every(isPlace)))
        throw mismatch(question, `needs ${compound.places} selects, one for each place`);
      const own = fields.map(offers);
      const offering = own.flatMap((values) => values ?? []);
      const isTyped = own.includes(undefined) && (question.bins !== undefined || offering.length === 0);
      const [all, needed] = valuesOf(question, isTyped);
      const foreign = offering.find((value) => !all.includes(value));
      if (foreign !== undefined) throw mismatch(question, `has no answer "${foreign}", which this form offers`);
      const lacking = needed.find((value) => !offering.includes(value));
      if (lacking !== undefined) throw mismatch(question, `has the answer "${lacking}", which is not offered`);
    }
  }

  /** Reads what is filled in. */
  entries(questions: readonly Attribute[]): Entries {
    return Object.fromEntries(questions.map((question) => [answerName(question), this.of(question).flatMap(texts)]));
  }

  /** Forgets what is filled in. */
  empty(question: Attribute): void {
    for (const field of this.of(question)) {
      if (field instanceof HTMLSelectElement)
        for (const option of field.options) option.selected = option.defaultSelected;
      else field.value = field.defaultValue;
      if (field instanceof HTMLInputElement) field.checked = field.defaultChecked;
    }
  }
}

function isField(element: Element): boolean {
  if (element instanceof HTMLInputElement)
    return !["submit", "button", "image", "reset", "hidden"].includes(element.type);
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

/**
 * The values that a question can be answered with, and those that a form must offer for it: where an answer can be typed, only
 * those that stand beside a number.
 */
function valuesOf(question: Attribute, isTyped: boolean): readonly [all: readonly string[], needed: readonly string[]] {
  const { bins, compound, optional } = question;
  if (compound && compound.kind !== "rows") {
    const choices = compound.attributes.map((name) => choiceValue({ compound, name }));
    return [choices, choices];
  }
  const categories = offered(question);
  const answers = categories.slice(0, optional ? -1 : undefined);
  const needed = isTyped ? answers.filter(({ role }) => bins && role) : answers;
  return [categories.map(({ value }) => value), needed.map(({ value }) => value)];
}

/** The values that a field offers; `undefined` where it takes any text. */
function offers(field: Field): readonly string[] | undefined {
  const own = () => {
    if (field instanceof HTMLSelectElement) return [...field.options].map(({ value }) => value);
    if (field.type === "radio") return [field.value];
    return field.type === "checkbox" ? [field.value, field.dataset.otherwise ?? ""] : undefined;
  };
  return own()?.filter((value) => value !== "");
}

/** The values of a field; `undefined` where it is not chosen. */
function texts(field: Field): string | undefined | readonly string[] {
  if (field instanceof HTMLSelectElement) return [...field.selectedOptions].map(({ value }) => value);
  if (field instanceof HTMLInputElement && field.type === "radio") return field.checked ? field.value : undefined;
  if (field instanceof HTMLInputElement && field.type === "checkbox")
    return field.checked ? field.value : field.dataset.otherwise;
  return field.value;
}

function mismatch(question: Attribute, rule: string): CandorError {
  const attribute = answerName(question);
  return new CandorError("form-mismatch", `question "${attribute}" ${rule}`, { attribute });
}
