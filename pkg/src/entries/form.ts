/**
 * Makes a plain HTML form private: its answers leave the page as a perturbed report only.
 *
 * ```ts
 * const { ready } = bind(document.forms[0], loadPlan("/plan.json", { maxRecordEpsilon: 4 }), { endpoint: "/reports" });
 * document.forms[0].addEventListener("candor-received", () => location.assign("/thanks"));
 * ```
 */

import { answersOf, applicable, reached } from "../adapters/form/answers.js";
import { Delivery } from "../adapters/form/delivery.js";
import { Fields } from "../adapters/form/fields.js";
import { leaveUnsaved } from "../adapters/form/unsaved.js";
import { answerName, asked as askedAtOnce, askedName, ticking } from "../common/compounds.js";
import { CandorError } from "../common/errors.js";
import { attempt, refused } from "../common/refusal.js";
import "../common/host.js";
import { chosen, isFunction, refuseOther, taken } from "../common/options.js";
import { needed } from "../common/runtime.js";
import type { Attribute, Choices, Receipt } from "../common/types.js";
import type { SubmitOptions } from "../http/submit.js";
import type { Plan } from "../plan/plan.js";

export { answersOf, applicable, type Entries, reached } from "../adapters/form/answers.js";
export { ticking } from "../common/compounds.js";
export { type Asking, offered } from "../common/offered.js";

/** Where and how reports are sent, and the message about a refused answer. */
export interface BindOptions extends SubmitOptions {
  /** Returns the message to show at the field, in the page's language; the error's own message unless given. */
  readonly message?: (error: CandorError) => string;
}

/** The binding of a form to a plan. */
export interface Binding {
  /**
   * Resolves with the plan when the form can be filled in. Rejects where the plan is refused or does not match the form, which
   * then stays closed.
   */
  readonly ready: Promise<Plan>;
  /** Sends a kept report that has not arrived; this also happens automatically when the network is back. */
  resend(): Promise<void>;
  /** Closes the form, clears what was typed into it, and removes the listeners. */
  release(): void;
}

/** The events that a bound form dispatches. */
export interface FormEvents {
  /** The form can be filled in. */
  "candor-ready": CustomEvent<Plan>;
  /** The report is drawn and kept on this device, and is being sent. From now on the form is empty and closed. */
  "candor-kept": CustomEvent<undefined>;
  /** A collector has acknowledged the report. */
  "candor-received": CustomEvent<Receipt>;
  /**
   * The plan or an answer was refused. After `candor-kept`: the report did not arrive; it is sent when the network is back, when
   * a page binds a form to its plan again, or by `resend`.
   */
  "candor-failed": CustomEvent<CandorError>;
}

/**
 * Sends a form's answers as a perturbed record, and in no other way.
 *
 * The fields are named after the plan's questions and must be in a `<fieldset disabled>`: until the plan is verified, and if a
 * script fails to load, nobody can fill them in and no browser sends them. Once the plan is verified the fieldsets open.
 * Submitting the form perturbs the answers and posts the report; entries of these names are removed from every other submission,
 * `FormData` of the form included. Answers are cleared when the page is left, and once the report is kept on the device, before
 * it is sent; browsers do not save them into their session files. A radio group or select offers every category, and an empty
 * value stands for no answer; a single checkbox gives its `value` or its `data-otherwise`; a question with bins takes a number.
 * Choices of which several can be ticked are checkboxes named after their question, with their values; one that excludes all
 * others unticks them, and they untick it. A ranking has a select for each place, the first place first, all named after their
 * question; an item that is given another place leaves the one that it had.
 * In a survey that people may stop midway, a button that submits the form, `<button formnovalidate data-stop>`, sends what was
 * `reached`.
 * Where the plan asks only the questions that a device draws, the other questions stay closed, and elements marked with their
 * `data-question="name"` are hidden; so are follow-ups that do not apply, which are emptied and leave as "not asked".
 *
 * Throws `invalid-options` where options are missing; `ready` rejects with `form-mismatch` where a field can be filled in
 * already.
 */
export function bind(form: HTMLFormElement, plan: Plan | PromiseLike<Plan>, options: BindOptions): Binding {
  // If binding fails, nobody awaits the plan: its rejection is handled here.
  Promise.resolve(plan).catch(() => {});
  const isForm = attempt(() => form instanceof needed("HTMLFormElement"), "form-mismatch", NO_FORM);
  if (!isForm) throw new CandorError("form-mismatch", NO_FORM);
  const bound = new Bound(form, taken(options));
  const ready = bound.open(plan);
  ready.catch(() => {});
  return { ready, resend: () => bound.resend(), release: () => bound.release() };
}

const NO_FORM = "only a form can be bound";

class Bound {
  readonly #form: HTMLFormElement;
  readonly #fields: Fields;
  readonly #sending: SubmitOptions;
  readonly #message: (error: CandorError) => string;
  readonly #listening = new (needed("AbortController"))();
  /** The fieldsets that were closed at first. */
  readonly #fieldsets: HTMLFieldSetElement[];
  #plan: Plan | undefined;
  #delivery: Delivery | undefined;
  /** Whether the report is kept: submitting then resends it. */
  #kept = false;
  #questions: readonly Attribute[] = [];

  constructor(form: HTMLFormElement, { message = (error) => error.message, ...sending }: BindOptions) {
    chosen({ message }, { message: isFunction });
    this.#form = form;
    this.#fields = new Fields(form);
    this.#sending = sending;
    this.#message = message;
    this.#fieldsets = [...form.querySelectorAll("fieldset")].filter(({ disabled }) => disabled);
    const signal = this.#listening.signal;
    form.addEventListener("submit", (event) => this.#submitted(event), { signal });
    form.addEventListener("formdata", ({ formData }) => this.#strip(formData), { signal });
    // A form can own fields outside of its element.
    addEventListener("input", ({ target }) => this.#changed(target), { signal });
    addEventListener("pagehide", () => this.#clear(), { signal });
    signal.addEventListener("abort", leaveUnsaved(form));
  }

  async open(source: Plan | PromiseLike<Plan>): Promise<Plan> {
    try {
      this.#checkClosed([]);
      const plan = await source;
      refuseOther(plan);
      this.#checkClosed(plan.attributes);
      const questions = await plan.questions();
      this.#fields.check(questions);
      this.#listening.signal.throwIfAborted();
      [this.#plan, this.#questions] = [plan, questions];
      this.#delivery = new Delivery(plan, this.#sending, {
        kept: () => this.#empty(),
        received: (receipt) => this.#tell("candor-received", receipt),
        failed: (error) => this.#tell("candor-failed", error),
      });
      for (const group of askedAtOnce(plan.attributes)) {
        const isAsked = (attribute: Attribute) => questions.includes(attribute);
        this.#show(askedName(group[0]), group.some(isAsked));
        for (const attribute of group) this.#show(attribute.name, isAsked(attribute));
      }
      this.#clear();
      this.#close(false);
      this.#tell("candor-ready", plan);
      return plan;
    } catch (thrown) {
      const error = refused(thrown, "invalid-options", "this plan cannot be asked");
      this.#tell("candor-failed", error);
      throw error;
    }
  }

  async resend(): Promise<void> {
    await this.#delivery?.resend();
  }

  release(): void {
    this.#listening.abort(new CandorError("aborted", "the form was released"));
    this.#delivery?.end();
    this.#delivery = undefined;
    this.#clear();
    this.#close(true);
  }

  async #submitted(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const delivery = this.#delivery;
    if (delivery === undefined) return;
    if (this.#kept) return delivery.resend();
    try {
      const asked = this.#apply();
      const stopped = event.submitter?.hasAttribute("data-stop");
      const read = stopped ? reached : answersOf;
      const sent = delivery.send(read(asked, this.#fields.entries(asked)), stopped ? { stopped } : {});
      this.#close(true);
      await sent;
    } catch (error) {
      if (this.#listening.signal.aborted) return;
      this.#close(false);
      this.#mark(error as CandorError);
      this.#tell("candor-failed", error as CandorError);
    }
  }

  /** Marks the report as kept, clears the fields and dispatches `candor-kept`. */
  #empty(): void {
    this.#kept = true;
    this.#clear();
    this.#tell("candor-kept", undefined);
  }

  /** Throws unless some fieldset is closed and the fields of all these questions are. */
  #checkClosed(questions: readonly Attribute[]): void {
    const fields = questions.flatMap((question) => this.#fields.of(question));
    const open = fields.find((field) => !field.matches(":disabled"));
    if (open || this.#fieldsets.length === 0) {
      const which = open ? `the field "${open.name}"` : "this form";
      throw new CandorError(
        "form-mismatch",
        `${which} must be in <fieldset disabled>, which opens once the plan is verified`,
      );
    }
  }

  #close(closed: boolean): void {
    for (const fieldset of this.#fieldsets) fieldset.disabled = closed;
  }

  /** Shows and opens a question, or hides and closes it. */
  #show(name: string, asked: boolean): void {
    for (const part of this.#form.querySelectorAll<HTMLElement>("[data-question]"))
      if (part.dataset.question === name) part.hidden = !asked;
    for (const field of this.#fields.all()) if (field.name === name) field.disabled = !asked;
  }

  #changed(target: EventTarget | null): void {
    const field = target as HTMLInputElement | null;
    if (field?.form !== this.#form) return;
    clearMark(field);
    const question = this.#questions.find((each) => answerName(each) === field.name);
    if (question?.compound?.kind === "choices") this.#tick(question.compound, field);
    if (question?.compound?.kind === "ranking") this.#place(field);
    this.#apply();
  }

  /** Unticks what the choice in a field excludes, or what excludes it, and says so at once if there are too many. */
  #tick(compound: Choices, field: HTMLInputElement): void {
    const { atLeast, atMost, name } = compound;
    const boxes = this.#fields.all().filter((other) => other.name === name && "checked" in other) as HTMLInputElement[];
    const values = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const left = ticking(compound, values(), field.value);
    if (field.checked) for (const box of boxes) box.checked = left.includes(box.value);
    if (values().length <= atMost) return;
    const rule = `the choices of "${name}" break its rule: from ${atLeast} to ${atMost} of them`;
    this.#mark(new CandorError("invalid-choices", rule, { attribute: name }), field);
  }

  /** Takes the item that was chosen for a place from the place that it had. */
  #place(field: Element & { readonly name: string; readonly value: string }): void {
    for (const other of this.#fields.all())
      if (other !== field && other.name === field.name && other.value === field.value) other.value = "";
  }

  /** Shows the follow-ups that apply, hides and empties the others; returns the questions that are asked. */
  #apply(): readonly Attribute[] {
    const plan = this.#plan;
    if (plan === undefined) return [];
    const asked = applicable(plan, this.#questions, this.#fields.entries(this.#questions));
    for (const question of this.#questions) {
      if (question.askedIf === undefined) continue;
      const isAsked = asked.includes(question);
      if (!isAsked) {
        this.#fields.empty(question);
        for (const field of this.#fields.of(question)) clearMark(field);
      }
      this.#show(askedName(question), isAsked);
      this.#show(question.name, isAsked);
    }
    return asked;
  }

  /** Clears every question's field and its error message. */
  #clear(): void {
    this.#form.reset();
    for (const field of this.#fields.all()) clearMark(field);
    this.#apply();
  }

  /** Removes the answers from the data of any other submission. */
  #strip(data: FormData): void {
    const names = this.#plan?.attributes.map(answerName) ?? this.#fields.all().map(({ name }) => name);
    for (const name of names) data.delete(name);
  }

  #mark(error: CandorError, field = this.#fields.all().find(({ name }) => name === error.attribute)): void {
    if (field === undefined) return;
    field.setCustomValidity(this.#message(error));
    field.setAttribute("aria-invalid", "true");
    field.reportValidity();
  }

  #tell<E extends keyof FormEvents>(name: E, detail: FormEvents[E]["detail"]): void {
    this.#form.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Clears the error message of a field; of a whole group of radio buttons once one of them is chosen. */
function clearMark(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || !("setCustomValidity" in target)) return;
  const field = target as HTMLInputElement;
  const group = field.form?.elements.namedItem(field.name);
  const fields = group instanceof RadioNodeList ? [...group] : [field];
  for (const each of fields) {
    (each as HTMLInputElement).setCustomValidity("");
    (each as HTMLInputElement).removeAttribute("aria-invalid");
  }
}
