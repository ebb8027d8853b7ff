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

  of({ name }: Attribute): Field[] {
    return this.all().filter((field) => field.name === name);
  }

  /**
   * Throws `form-mismatch` unless every question has a field, which either takes any text or offers exactly the question's
   * answers.
   */
  check(questions: readonly Attribute[]): void {
    for (const question of questions) {
      const fields = this.of(question);
      if (fields.length === 0) throw mismatch(question, "has no field in this form");
      const own = fields.flatMap(offers);
      const categories = offered(question);
      const values = new Set(categories.map(({ value }) => value));
      const foreign = own.find((value) => !values.has(value));
      if (foreign !== undefined) throw mismatch(question, `has no answer "${foreign}", which this form offers`);
      const left = categories.slice(0, question.optional ? -1 : undefined);
      const lacking = left.find(({ value }) => !own.includes(value));
      if (own.length > 0 && lacking)
        throw mismatch(question, `has the answer "${lacking.value}", which is not offered`);
    }
  }

  /** Reads what is filled in. */
  entries(questions: readonly Attribute[]): Entries {
    return Object.fromEntries(questions.map((question) => [question.name, this.of(question).map(text)]));
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

/** The categories that a field offers; empty where it takes any text. */
function offers(field: Field): string[] {
  if (field instanceof HTMLSelectElement)
    return [...field.options].map(({ value }) => value).filter((value) => value !== "");
  if (field.type === "radio") return field.value === "" ? [] : [field.value];
  if (field.type === "checkbox") return [field.value, field.dataset.otherwise].filter((value) => value !== undefined);
  return [];
}

/** The value of a field; `undefined` where it is not chosen. */
function text(field: Field): string | undefined {
  if (field instanceof HTMLInputElement && field.type === "radio") return field.checked ? field.value : undefined;
  if (field instanceof HTMLInputElement && field.type === "checkbox")
    return field.checked ? field.value : field.dataset.otherwise;
  return field.value;
}

function mismatch({ name }: Attribute, rule: string): CandorError {
  return new CandorError("form-mismatch", `question "${name}" ${rule}`, { attribute: name });
}
