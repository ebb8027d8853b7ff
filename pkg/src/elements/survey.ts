import { CandorError } from "../errors.js";
import { loadPlan } from "../index.js";
import type { Plan } from "../plan.js";
import type { SubmitOptions } from "../submit.js";
import type { PlainValues } from "../types.js";
import { Attributes, OF_PLAN, wanted } from "./attributes.js";
import { Base } from "./base.js";
import { Enclosure } from "./enclosure.js";
import type { ElementEvents } from "./events.js";
import { Interviewer } from "./interviewer.js";
import { answering, Interviews } from "./interviews.js";
import { button } from "./make.js";
import type { Pace } from "./questionnaire.js";
import { Session, type Setting } from "./session.js";
import { because, forTheAuthor, type Spoken, spoken } from "./words/index.js";

/** Who is asked: the person whose device it is, or many, one after the other. */
type Mode = "own" | "interviewer";

/** A plan that the page has loaded, where and how its report is sent, and the plain columns that the page fills in. */
export interface Opening extends SubmitOptions {
  readonly plan: Plan;
}

/**
 * `<candor-survey plan="/plan.json" endpoint="/reports" max-record-epsilon="4">`: a whole survey, from its promises to the receipt.
 *
 * Its questions stand in a document of its own in a closed shadow root: no listener, selector or observer of the page gets
 * an answer. Attributes, read when it is connected: `plan`, `endpoint`, `max-record-epsilon` (all needed), `fingerprint`,
 * `public-key`, `plain` (`region=north&arm=call`: plain columns that the page fills in; the others are asked), `pace` (`all` or `one`),
 * `mode` (`own` or `interviewer`), `lang`. Any other that is no attribute of every element is refused. Until the plan is verified, and
 * where it is refused, there is nothing to fill in.
 */
export class CandorSurvey extends Base {
  readonly #enclosure = new Enclosure(this);
  #opening: (() => Opening | PromiseLike<Opening>) | undefined;
  #ended = new AbortController();

  /**
   * Asks a plan that the page loads, in place of what the attributes say of one: with an invitation, a storage or a `fetch` of its own.
   * `opening` is called now and whenever the survey is opened anew: after it failed, and where the page is gone back to.
   */
  open(opening: () => Opening | PromiseLike<Opening>): void {
    this.#opening = opening;
    if (this.isConnected) this.#start();
  }

  protected connectedCallback(): void {
    this.#start();
  }

  protected disconnectedCallback(): void {
    this.#stop();
  }

  #start(): void {
    this.#stop();
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    // A page that is gone back to shows nothing of what was filled in.
    addEventListener("pagehide", () => this.#enclosure.leave(), { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && this.#start(), { signal });
    void this.#run(signal);
  }

  #stop(): void {
    this.#ended.abort(new CandorError("aborted", "the element left the page"));
    this.#enclosure.leave();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const words = spoken(wanted(this));
    try {
      if (this.#opening === undefined && !this.hasAttribute("plan")) return;
      const inside = await this.#enclosure.enter(words, words.words.checking);
      inside.show(inside.make("p", { role: "status" }, words.words.checking));
      await this.#opened(words, signal);
    } catch (failure) {
      await this.#refused(words, failure as CandorError, signal);
    }
  }

  async #opened(words: Spoken, ended: AbortSignal): Promise<void> {
    const attributes = new Attributes(this, [...OF_PLAN, "endpoint", "pace", "mode"]);
    const pace = attributes.one<Pace>("pace", "all", "one");
    const asked = attributes.one<Mode>("mode", "own", "interviewer");
    const setting = (plan: Plan, plain: PlainValues, sending: SubmitOptions): Setting => ({
      plan,
      spoken: words,
      pace,
      plain,
      sending,
      ended,
      enter: async () => {
        ended.throwIfAborted();
        return this.#enclosure.enter(words, plan.title ?? plan.survey);
      },
      sent: () => this.#tell("candor-sent", undefined),
      failed: (error) => this.#tell("candor-failed", error),
      refuse: (failure) => void this.#refused(words, failure as CandorError, ended),
    });
    if (this.#opening) {
      if (asked === "interviewer") throw new CandorError("invalid-options", "a plan that is given is one person's");
      const { plan, plain = {}, ...sending } = await this.#opening();
      return this.#begun(setting(plan, plain, sending));
    }
    const source = attributes.needed("plan");
    const plain = attributes.plain();
    const sending = { endpoint: attributes.needed("endpoint") };
    const accepted = { ...attributes.accepted(), signal: ended };
    if (asked === "own") return this.#begun(setting(forEverybody(await loadPlan(source, accepted)), plain, sending));
    const plan = await loadPlan(source, { ...accepted, storage: answering });
    const interviews = new Interviews(plan.fingerprint);
    const same = { ...accepted, fingerprint: plan.fingerprint, storage: interviews.outgoing() };
    const interviewer = new Interviewer(setting(plan, plain, sending), await loadPlan(source, same), interviews);
    this.#tell("candor-ready", plan);
    await interviewer.begin();
  }

  /** Asks the person whose device it is. */
  async #begun(setting: Setting): Promise<void> {
    const session = new Session(setting, await setting.enter());
    this.#tell("candor-ready", setting.plan);
    await session.begin();
  }

  async #refused(spoken: Spoken, error: CandorError, ended: AbortSignal): Promise<void> {
    if (ended.aborted) return;
    const { words } = spoken;
    const reason = `${words.nothingAsked} ${because(spoken, error.code)}`;
    const mistake = forTheAuthor(error);
    this.#tell("candor-failed", error);
    try {
      const { make, show } = await this.#enclosure.enter(spoken, words.unavailable);
      const title = make("h2", {}, words.unavailable);
      const again = button(make, words.tryAgain, () => this.#start(), "primary");
      const detail = mistake === undefined ? [] : [make("p", { lang: "en", dir: "ltr" }, mistake)];
      show(make("div", { class: "stack" }, title, make("p", { role: "alert" }, reason), ...detail, again));
    } catch {
      this.#enclosure.say(`${words.unavailable}. ${reason}`, mistake);
    }
  }

  #tell<E extends keyof ElementEvents>(name: E, detail: ElementEvents[E]["detail"]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** A plan for everybody: with an invitation one is sent by `open` alone, so that nobody answers in vain. */
function forEverybody(plan: Plan): Plan {
  if (plan.invitations === undefined) return plan;
  throw new CandorError("not-invited", "only the invited may answer: give `open` a `fetch` that brings an invitation");
}
