import { asked as askedAtOnce, askedName } from "../common/compounds.js";
import { CandorError } from "../common/errors.js";
import { needed } from "../common/runtime.js";
import type { Attribute, PlainValues, Report } from "../common/types.js";
import { type LoadOptions, loadPlan } from "../plan/load-plan.js";
import { shown } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";
import { Attributes, OF_PLAN, wanted } from "./attributes.js";
import { Base } from "./base.js";
import type { ElementEvents } from "./events.js";
import { type Around, type Field, fields } from "./fields.js";
import { button } from "./make.js";
import { unfilled } from "./plain.js";
import { answersOf, type Question } from "./question.js";
import type { Questions } from "./questions.js";
import { reached } from "./reached.js";
import { checkShared } from "./respondents.js";
import { because, forTheAuthor, type Spoken, spoken } from "./words/index.js";

/**
 * `<candor-form name="report" plan="/plan.json" max-record-epsilon="4">`: private questions inside a form of the page's own.
 *
 * It contains a `<candor-question name="…">` for each question of the plan, in any layout; questions that depend on each other
 * share that of the first of them, because a page sees in which element somebody is. To the HTML form it is one field,
 * whose value is the perturbed report as JSON, and empty before there is one: the report is drawn when the form is submitted and
 * every question has an answer. Until the plan is verified the form cannot be submitted; data read from it in other ways contains
 * nothing of these questions. The page decides where the report goes, such as to a server that passes it on to `/reports` of a
 * collector. If people may stop midway, the last question has a button for it, which submits the form as its first button that
 * submits it would. Attributes, read when it is connected: `name`, `plan`, `max-record-epsilon` (all required), `fingerprint`,
 * `public-key`, `plain`, `mode`, `lang`. Plain columns that `plain` does not fill in are asked like questions, and marked. In the
 * mode `own` a device draws one report, in `kiosk` another one whenever the page is opened or the form is reset.
 */
export class CandorForm extends Base {
  static readonly formAssociated = true;
  readonly #internals = this.attachInternals();
  #spoken: Spoken = spoken([]);
  #plan: Plan | undefined;
  /** The fields that ask. */
  #asking: readonly Field[] = [];
  /** The plain columns that the page has filled in. */
  #filled: PlainValues = {};
  #report: Report | undefined;
  #drawing = false;
  /** Whether the person stopped midway, and has changed nothing since. */
  #stopped = false;
  /** Whether each opening of the page is for another person. */
  #isKiosk = false;
  #ended: AbortController | undefined;
  #form: HTMLFormElement | null = null;

  protected connectedCallback(): void {
    this.addEventListener("invalid", this.#refused);
    this.#start();
  }

  protected disconnectedCallback(): void {
    this.#stop();
  }

  protected formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#form?.removeEventListener("submit", this.#submitted, true);
    this.#form = form;
    // In the capture phase, before the page's own listeners on the form, which must see the report or nothing.
    form?.addEventListener("submit", this.#submitted, true);
  }

  protected formResetCallback(): void {
    if (this.#plan && (this.#isKiosk || !this.#report)) this.#start();
  }

  protected formDisabledCallback(disabled: boolean): void {
    for (const questions of this.#questions()) questions.disabled = disabled;
  }

  #start(): void {
    this.#stop();
    this.#spoken = spoken(wanted(this));
    void this.#run();
  }

  async #run(): Promise<void> {
    let signal: AbortSignal | undefined;
    try {
      this.#ended = new (needed("AbortController"))();
      signal = this.#ended.signal;
      addEventListener("pagehide", () => this.#close(), { signal });
      addEventListener("pageshow", ({ persisted }) => persisted && this.#start(), { signal });
      await this.#open(signal);
    } catch (failure) {
      if (signal?.aborted) return;
      const error = failure as CandorError;
      this.#close();
      this.#sayRefused(error);
      this.#tell("candor-failed", error);
    }
  }

  /** Shows, in the place of the first question, why nothing is asked. */
  #sayRefused(error: CandorError): void {
    const { unavailable, nothingAsked } = this.#spoken.words;
    const reason = `${unavailable}. ${nothingAsked} ${because(this.#spoken, error.code)}`;
    this.#fields()[0]?.refuse(reason, forTheAuthor(error));
  }

  #stop(): void {
    this.#ended?.abort(new CandorError("aborted", "the element left the page"));
    this.#close();
  }

  /** Closes the form: there is nothing to fill in and nothing to send. */
  #close(): void {
    this.#plan = undefined;
    this.#report = undefined;
    this.#stopped = false;
    this.#internals.setFormValue(null);
    this.#internals.setValidity({ customError: true }, this.#spoken.words.checking);
    for (const field of this.#fields()) field.leave();
  }

  async #open(signal: AbortSignal): Promise<void> {
    const attributes = new Attributes(this, [...OF_PLAN, "name", "form", "disabled", "mode"]);
    attributes.needed("name");
    this.#isKiosk = attributes.one("mode", "own", "kiosk") === "kiosk";
    const accepted = { ...attributes.accepted(), signal };
    const source = attributes.needed("plan");
    const plan = await (this.#isKiosk ? forNext(source, accepted) : loadPlan(source, accepted));
    const [questions, kept, order] = [await plan.questions(), await plan.kept(), await shown(plan)];
    if (document.readyState === "loading")
      await new Promise((parsed) => document.addEventListener("DOMContentLoaded", parsed, { once: true }));
    signal.throwIfAborted();
    this.#filled = attributes.plain();
    const plain = unfilled(plan, this.#filled);
    const asked = matched(connected([...plan.attributes, ...plain]), this.#fields());
    const groups = connected([...questions, ...plain]);
    for (const element of this.#elements())
      element.hidden = !groups.some(([first]) => askedName(first!) === element.getAttribute("name"));
    this.#plan = plan;
    this.#asking = groups.map(([first]) => asked.get(askedName(first!))!);
    const spoken = this.#spoken;
    if (kept) await this.#settle(kept.report, spoken.words.onePerDevice);
    else
      for (const [i, field] of this.#asking.entries()) {
        const shown = await field.ask(groups[i]!, { plan, spoken, order }, () => this.#changed(), this.#around(field));
        shown.disabled = this.matches(":disabled");
      }
    signal.throwIfAborted();
    if (!kept) this.#judge();
    this.#tell("candor-ready", plan);
  }

  /** The elements of this form's questions. */
  #elements(): readonly HTMLElement[] {
    const all = [...this.querySelectorAll<HTMLElement>("candor-question")];
    return all.filter((element) => element.closest("candor-form") === this);
  }

  #fields(): readonly Field[] {
    return this.#elements().flatMap((element) => fields.get(element) ?? []);
  }

  #questions(): readonly Questions[] {
    return this.#fields().flatMap((field) => field.questions() ?? []);
  }

  /** What stands around the first and the last question of a survey that people may stop midway: that they may, and how. */
  #around(field: Field): Around {
    const asking = this.#fields().filter((each) => this.#asking.includes(each));
    const isPartial = this.#plan!.attributes.some(({ partial }) => partial);
    const { mayStop, stopHere } = this.#spoken.words;
    return (make) => [
      isPartial && field === asking[0] ? [make("p", {}, mayStop(stopHere))] : [],
      isPartial && field === asking.at(-1) ? [button(make, stopHere, () => this.#stopHere())] : [],
    ];
  }

  /** The questions that apply. */
  #asked(): readonly Question[] {
    return this.#questions().flatMap(({ applicable }) => applicable);
  }

  #changed(): void {
    this.#stopped = false;
    this.#judge();
  }

  /** Submits the form with what was reached, once the plain columns are filled in, which every report has. */
  #stopHere(): void {
    const [plan, form] = [this.#plan, this.#form];
    if (plan === undefined || form === null || this.#drawing || this.matches(":disabled")) return;
    if (this.#complain(this.#asked().filter((each) => isPlain(plan, each)))) return;
    this.#stopped = true;
    this.#judge();
    const buttons = [...form.elements] as HTMLButtonElement[];
    form.requestSubmit(buttons.find(({ type, disabled }) => type === "submit" && !disabled));
  }

  /**
   * Whether the form can be submitted: every question has an answer, be it one choice too many, or the person has stopped. The
   * page's form learns nothing else.
   */
  #judge(): boolean {
    const isFilledIn = (question: Question) => question.isFilledIn();
    const isWhole = this.#stopped || this.#asking.every((field) => field.questions()?.applicable.every(isFilledIn));
    if (isWhole) this.#internals.setValidity({});
    else this.#internals.setValidity({ customError: true }, this.#spoken.words.incomplete);
    return isWhole;
  }

  /** Shows what is missing in place of the browser's own message. */
  readonly #refused = (event: Event): void => {
    event.preventDefault();
    this.#complain();
  };

  /** Shows what is missing or too much in questions, if anything; returns whether there is. */
  #complain(questions = this.#asked()): boolean {
    const lacking = questions.filter((question) => !question.judge());
    lacking[0]?.focus();
    return lacking.length > 0;
  }

  readonly #submitted = (event: SubmitEvent): void => {
    if (this.#report || this.matches(":disabled")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const plan = this.#plan;
    if (plan === undefined || this.#drawing) return;
    if (!this.#stopped && this.#complain()) return;
    if (this.#judge()) this.#drawAndSubmit(plan, event.currentTarget as HTMLFormElement, event);
  };

  #drawAndSubmit(plan: Plan, form: HTMLFormElement, { submitter }: SubmitEvent): void {
    this.#drawing = true;
    const { signal } = this.#ended!;
    this.#draw(plan, signal)
      // A browser starts no submission within the submit event of another.
      .then(() => new Promise((ended) => setTimeout(ended)))
      .then(() => form.requestSubmit(submitter))
      .catch((error: CandorError) => {
        if (!signal.aborted) this.#fail(error);
      })
      .finally(() => {
        this.#drawing = false;
      });
  }

  /** Shows an error. Nothing was drawn: the answers are still there, and the form can be submitted again. */
  #fail(error: CandorError): void {
    this.#asked()[0]?.complain(this.#spoken.words.refused(error.code));
    this.#asked()[0]?.focus();
    this.#tell("candor-failed", error);
  }

  #tell<E extends keyof ElementEvents>(name: E, detail: ElementEvents[E]["detail"]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #draw(plan: Plan, signal: AbortSignal): Promise<void> {
    const asked = this.#asked();
    const plain = {
      ...this.#filled,
      ...(answersOf(asked.filter((each) => isPlain(plan, each))) as PlainValues),
    };
    const own = asked.filter((each) => !isPlain(plan, each));
    const stopped = this.#stopped;
    const answers = stopped ? reached(plan, own) : answersOf(own);
    const { fromTheseAnswers, ...report } = await plan.respond(answers, { plain, stopped });
    signal.throwIfAborted();
    await this.#settle(report, this.#spoken.words.drawn);
    signal.throwIfAborted();
  }

  /** Sets the report as the form's value and removes the answers. */
  async #settle(report: Report, said: string): Promise<void> {
    const [first, ...others] = this.#fields();
    for (const field of others) field.leave();
    await first?.say(said, this.#spoken);
    this.#report = report;
    this.#internals.setFormValue(JSON.stringify(report));
    this.#internals.setValidity({});
  }
}

/** Whether a question asks a plain column. */
function isPlain({ plain }: Plan, { attributes }: Question): boolean {
  return plain.includes(attributes[0]);
}

/** Loads a plan for the next person: its report lasts until the page is left or the form is reset. */
async function forNext(source: string, accepted: LoadOptions): Promise<Plan> {
  const plan = await loadPlan(source, { ...accepted, storage: "memory" });
  checkShared(plan);
  await plan.forget();
  return plan;
}

/**
 * Groups questions so that those which depend on each other, directly or through others, are together, in their order; so are
 * those that are asked at once.
 */
function connected(questions: readonly Attribute[]): readonly (readonly Attribute[])[] {
  let groups: (readonly Attribute[])[] = [];
  for (const atOnce of askedAtOnce(questions)) {
    const needed = atOnce.flatMap(({ askedIf = [] }) => askedIf.map(({ attribute }) => attribute));
    const joined = groups.filter((group) => group.some(({ name }) => needed.includes(name)));
    const own = [...joined.flat(), ...atOnce];
    groups = [...groups.filter((group) => !joined.includes(group)), questions.filter((each) => own.includes(each))];
  }
  return groups;
}

/**
 * Maps the first question of every group to its field. Throws `form-mismatch` where one has no field or several, or a field asks
 * what the plan does not.
 */
function matched(groups: readonly (readonly Attribute[])[], all: readonly Field[]): ReadonlyMap<string, Field> {
  const byName = new Map(all.map((field) => [field.name(), field]));
  for (const [first] of groups)
    if (!byName.has(askedName(first!)))
      throw new CandorError("form-mismatch", `the question "${askedName(first!)}" has no candor-question`);
  if (byName.size === groups.length && all.length === groups.length) return byName;
  throw new CandorError(
    "form-mismatch",
    `there are ${all.length} questions for the ${groups.length} of the plan, without those that depend on others`,
  );
}
