import type { CandorError } from "../common/errors.js";
import type { Answers, PlainValues } from "../common/types.js";
import type { RespondOptions } from "../http/submit.js";
import type { Shown } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";
import { type Consent, consent } from "./consent.js";
import { button, type Make } from "./make.js";
import { unfilled } from "./plain.js";
import { answersOf, type Entered, type Question } from "./question.js";
import { Questions } from "./questions.js";
import { reached } from "./reached.js";
import { Sections } from "./sections.js";
import type { Spoken } from "./words/index.js";

/** How many questions are shown at a time. */
export type Pace = "all" | "one";

/** The plan to ask, and the way to ask it. */
export interface Asked {
  readonly plan: Plan;
  readonly spoken: Spoken;
  readonly pace: Pace;
  /** The plain columns that the page has filled in; the others are asked. */
  readonly plain: PlainValues;
  /** What the page shows in place of the title. */
  readonly introduction: readonly Element[] | undefined;
  /** Notifies the page of an error, without any answer. */
  failed(error: CandorError): void;
}

/** How far somebody got in a questionnaire: what is filled in at each question, and where they are if one is shown at a time. */
export interface Progress {
  readonly plan: string;
  readonly entered: ReadonlyMap<string, Entered>;
  readonly passed: readonly string[];
  readonly at: number;
}

/** Called with the answers, the values of the plain columns, and whether the person stopped midway. */
type Complete = (answers: Answers, how: RespondOptions) => Promise<void>;

/**
 * Shows the questions, all at once or one at a time. It is not an HTML form, which a browser could submit and a sandbox could
 * forbid. Once all are answered, or somebody stops where that is possible, `complete` gets the answers; meanwhile nothing can be changed,
 * and if it fails the error is shown and no answer is lost.
 */
export class Questionnaire {
  readonly element: HTMLElement;
  readonly #make: Make;
  readonly #spoken: Spoken;
  readonly #plan: Plan;
  readonly #asked: Questions;
  readonly #sections: Sections;
  readonly #consent: Consent | undefined;
  readonly #filled: PlainValues;
  readonly #pace: Pace;
  readonly #isStacked: boolean;
  readonly #complete: Complete;
  readonly #failed: Asked["failed"];
  readonly #problem: HTMLElement;
  readonly #progress: HTMLElement;
  readonly #back: HTMLButtonElement;
  readonly #onward: HTMLButtonElement;
  /** The questions that were left by going on. */
  readonly #passed = new Set<Question["attributes"]>();
  /** The questions that are said to be open. */
  #open: readonly Question[] = [];
  #at = 0;
  #busy = false;
  #stopped = false;

  constructor(make: Make, asked: Asked, order: readonly Shown[], complete: Complete) {
    const { plan, spoken, pace, plain } = asked;
    this.#spoken = spoken;
    this.#pace = pace;
    this.#filled = plain;
    this.#failed = asked.failed;
    this.#complete = complete;
    const { words } = spoken;
    this.#plan = plan;
    const all = [...order.map(({ attribute }) => attribute), ...unfilled(plan, plain)];
    this.#asked = new Questions(make, { plan, spoken, order }, all, () => this.#arrange());
    this.#sections = new Sections(make, plan);
    this.#consent = consent(make, plan, spoken);
    const isFollowed = all.some(({ askedIf }) => askedIf);
    // One at a time, follow-ups keep the height of the highest.
    this.#isStacked = pace === "one" && isFollowed;
    // How high a document is must not tell that a follow-up is open.
    this.#problem = make("div", { class: `alarm ${isFollowed && !this.#isStacked ? "roomy" : ""}`, role: "alert" });
    this.#make = make;
    this.#progress = make("p", { class: "note", role: "status" });
    this.#back = button(make, words.back, () => this.#turn(this.#at - 1));
    this.#onward = button(make, words.send, () => this.#entered(), "primary");
    const isPartial = all.some(({ partial }) => partial);
    const stop = isPartial ? [button(make, words.stopHere, () => this.#stop())] : [];
    this.element = make(
      "section",
      { class: `stack questions ${this.#isStacked ? "stacked" : ""}` },
      ...(isPartial ? [make("p", {}, words.mayStop(words.stopHere))] : []),
      this.#progress,
      ...this.#sections.headed(this.#asked.all),
      ...(this.#consent ? [this.#consent.element] : []),
      make("div", { class: "buttons" }, this.#back, this.#onward, ...stop),
      this.#problem,
    );
    this.element.addEventListener("keydown", ({ key, isComposing, target }) => {
      if (key === "Enter" && !isComposing && (target as Element).closest("fieldset, .consent")) this.#entered();
    });
    // The answers are stored nowhere, so that a reload would lose them.
    this.element.ownerDocument.defaultView!.addEventListener("beforeunload", (event) => {
      if (this.element.isConnected && !this.#asked.all.every((each) => each.isEmpty())) event.preventDefault();
    });
    this.#turn(0, false);
  }

  /** How far the person got, for the same plan in another language. */
  progress(): Progress {
    return {
      plan: this.#plan.fingerprint,
      entered: new Map(this.#asked.all.map((each) => [nameOf(each), each.entered()])),
      passed: this.#asked.all.filter(({ attributes }) => this.#passed.has(attributes)).map(nameOf),
      at: this.#at,
    };
  }

  /** Goes on where the person was. A consent is given anew, to the text that is read now. */
  resume({ plan, entered, passed, at }: Progress): void {
    if (plan !== this.#plan.fingerprint) return;
    // Each is looked for anew: an input replaces follow-ups that it makes inapplicable.
    for (const [name, states] of entered) this.#asked.all.find((each) => nameOf(each) === name)!.enter(states);
    for (const each of this.#asked.all) if (passed.includes(nameOf(each))) this.#passed.add(each.attributes);
    this.#turn(at, false);
  }

  get #questions(): readonly Question[] {
    return this.#asked.applicable;
  }

  get #shown(): readonly Question[] {
    return this.#pace === "all" ? this.#questions : this.#questions.slice(this.#at, this.#at + 1);
  }

  get #isLast(): boolean {
    return this.#pace === "all" || this.#at >= this.#questions.length - 1;
  }

  /** Turns to a question, if one is shown at a time. */
  #turn(at: number, focus = true): void {
    this.#at = at;
    this.#open = [];
    this.#problem.textContent = "";
    this.#arrange();
    if (focus) this.#shown[0]?.focus();
  }

  /** Says which questions are still open, with links to them if they are several. */
  #tell(open: readonly Question[]): void {
    const { words, language } = this.#spoken;
    this.#open = open;
    const make = this.#make;
    const links = open.map(({ element, focus }) =>
      make("li", {}, button(make, element.querySelector("legend span")!.textContent, focus, "link")),
    );
    this.#problem.replaceChildren(
      ...(open[0] ? [`${words.incomplete}: ${new Intl.NumberFormat(language).format(open.length)}`] : []),
      ...(open[1] ? [make("ul", {}, ...links)] : []),
    );
  }

  /** Shows what applies at this place. */
  #arrange(): void {
    if (this.#open[0]) this.#tell(this.#open.filter((each) => this.#questions.includes(each) && !each.isFilledIn()));
    const { words, language } = this.#spoken;
    const { format } = new Intl.NumberFormat(language);
    const shown = this.#shown;
    const isOne = this.#pace === "one";
    for (const each of isOne ? this.#asked.all : []) {
      each.element.hidden = !this.#isStacked && !shown.includes(each);
      each.element.classList.toggle("apart", this.#isStacked && !shown.includes(each));
    }
    this.#sections.show(shown, isOne && !this.#isStacked);
    const isEnd = this.#isLast || this.#stopped;
    if (this.#consent) this.#consent.element.hidden = !this.#isStacked && !isEnd;
    this.#consent?.element.classList.toggle("apart", !isEnd);
    this.#progress.hidden = !isOne;
    if (isOne) this.#progress.textContent = words.progress(format(this.#at + 1), format(this.#questions.length));
    this.#back.hidden = !isOne || this.#at === 0;
    this.#onward.textContent = this.#isLast ? words.send : words.next;
  }

  #entered(): void {
    if (this.#busy) return;
    this.#stopped = false;
    const lacking = this.#shown.filter((each) => !each.judge());
    this.#tell(lacking);
    if (lacking[0]) {
      if (lacking[1]) this.#problem.querySelector("button")!.focus();
      else lacking[0].focus();
      return;
    }
    for (const { attributes } of this.#shown) this.#passed.add(attributes);
    if (!this.#isLast) this.#turn(this.#at + 1);
    else if (this.#consent?.judge() ?? true) this.#send();
  }

  /** Sends what was reached, once the plain columns are filled in, which every report has. */
  #stop(): void {
    if (this.#busy) return;
    this.#stopped = true;
    const lacking = this.#questions.find((each) => this.#isPlain(each) && !each.judge());
    this.#turn(lacking ? this.#questions.indexOf(lacking) : this.#at, false);
    if (lacking) {
      this.#tell([lacking]);
      lacking.focus();
    } else if (this.#consent?.judge() ?? true) this.#send();
  }

  #isPlain({ attributes }: Question): boolean {
    return this.#plan.plain.includes(attributes[0]);
  }

  #send(): void {
    this.#busy = true;
    this.element.inert = true;
    const plain = {
      ...this.#filled,
      ...(answersOf(this.#questions.filter((each) => this.#isPlain(each))) as PlainValues),
    };
    const own = this.#questions.filter((each) => !this.#isPlain(each));
    const isPassed = ({ attributes }: Question) => this.#passed.has(attributes);
    const answers = this.#stopped ? reached(this.#plan, own, isPassed) : answersOf(own);
    this.#complete(answers, { plain, stopped: this.#stopped }).catch((failure: CandorError) => {
      this.#busy = false;
      this.element.inert = false;
      this.#problem.textContent = this.#spoken.words.refused(failure.code);
      this.#failed(failure);
    });
  }
}

function nameOf({ attributes: [{ name }] }: Question): string {
  return name;
}
