import { CandorError } from "../common/errors.js";
import { isFunction } from "../common/options.js";
import { refused } from "../common/refusal.js";
import { needed } from "../common/runtime.js";
import { loadPlan } from "../plan/load-plan.js";
import type { Plan } from "../plan/plan.js";
import { Attributes, OF_PLAN, wanted } from "./attributes.js";
import { Base } from "./base.js";
import { Enclosure } from "./enclosure.js";
import type { ElementEvents } from "./events.js";
import { Interviewer } from "./interviewer.js";
import { Kiosk } from "./kiosk.js";
import { button } from "./make.js";
import type { Load, Opening } from "./opening.js";
import type { Pace, Progress } from "./questionnaire.js";
import { Respondents } from "./respondents.js";
import { Session, type Setting } from "./session.js";
import { because, forTheAuthor, type Spoken, spoken } from "./words/index.js";

/** Who is asked: the owner of the device, or many people one after the other, by themselves or by an interviewer. */
type Mode = "own" | "kiosk" | "interviewer";

/**
 * `<candor-survey plan="/plan.json" endpoint="/reports" max-record-epsilon="4">`: a whole survey, from its promises to the receipt.
 *
 * Its questions are in a document of their own in a closed shadow root: no listener, selector or observer of the page gets an
 * answer. Attributes, read when it is connected: `plan`, `endpoint`, `max-record-epsilon` (all required), `fingerprint`,
 * `public-key`, `plain` (`region=north&arm=call`: plain columns that the page fills in; the others are asked), `pace` (`all` or
 * `one`), `mode` (`own`, `kiosk` or `interviewer`), `lang`. Unknown attributes are refused. Until the plan is verified, and if it
 * is refused, there is nothing to fill in.
 */
export class CandorSurvey extends Base {
  readonly #enclosure = new Enclosure(this);
  #opening: Load | undefined;
  #session: Session | undefined;
  /** How far the person got before the survey was opened again, until it is. */
  #progress: Progress | undefined;
  #ended: AbortController | undefined;

  /**
   * Asks a plan that the page loads itself, in place of the attributes: with an invitation, a storage or a `fetch` of its own.
   * `opening` is called now and whenever the survey is opened again: after a failure, and when the reader navigates back to the
   * page. Where many people answer (`mode`) it is called twice, each time with a storage for `loadPlan`. Where the owner of the
   * device is being asked the same plan, such as before a change of `lang`, nothing that is filled in is lost.
   */
  open(opening: Load): void {
    this.#opening = isFunction(opening) ? opening : noFunction;
    if (this.isConnected) this.#goOn();
  }

  protected connectedCallback(): void {
    this.#start();
  }

  protected disconnectedCallback(): void {
    this.#stop();
  }

  #start(): void {
    this.#stop();
    void this.#run();
  }

  /** Starts anew with what is filled in. */
  #goOn(): void {
    const progress = this.#session?.progress ?? this.#progress;
    this.#start();
    this.#progress = progress;
  }

  #stop(): void {
    this.#ended?.abort(new CandorError("aborted", "the element left the page"));
    this.#leave();
  }

  /** Removes the document, and with it what is filled in. */
  #leave(): void {
    this.#session = undefined;
    this.#progress = undefined;
    this.#enclosure.leave();
  }

  async #run(): Promise<void> {
    const words = spoken(wanted(this));
    let signal: AbortSignal | undefined;
    try {
      this.#ended = new (needed("AbortController"))();
      signal = this.#ended.signal;
      // A page restored from the back/forward cache must not show what was filled in.
      addEventListener("pagehide", () => this.#leave(), { signal });
      addEventListener("pageshow", ({ persisted }) => persisted && this.#start(), { signal });
      if (this.#opening === undefined && !this.hasAttribute("plan")) return;
      const inside = await this.#enclosure.enter(words, words.words.checking);
      inside.show(inside.make("p", { role: "status" }, words.words.checking));
      await this.#opened(words, signal);
    } catch (failure) {
      await this.#refused(words, failure, signal);
    }
  }

  async #opened(words: Spoken, ended: AbortSignal): Promise<void> {
    const attributes = new Attributes(this, [...OF_PLAN, "endpoint", "pace", "mode"]);
    const pace = attributes.one<Pace>("pace", "all", "one");
    const mode = attributes.one<Mode>("mode", "own", "kiosk", "interviewer");
    const load = this.#opening ?? this.#load(attributes, ended);
    const setting = ({ plan, plain = {}, introduction, ...sending }: Opening): Setting => ({
      plan,
      introduction,
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
      failed: (error) => this.#tell("candor-failed", notOpened(error)),
      refuse: (failure) => void this.#refused(words, failure, ended),
    });
    if (mode === "own") return this.#begun(setting(await load()));
    const respondents = await Respondents.of(load);
    const { opening } = respondents;
    const asking = new (mode === "kiosk" ? Kiosk : Interviewer)(setting(opening), respondents);
    this.#tell("candor-ready", opening.plan);
    await asking.begin();
  }

  /** The loading of a plan by the attributes. */
  #load(attributes: Attributes, signal: AbortSignal): Load {
    const source = attributes.needed("plan");
    const accepted = { ...attributes.accepted(), signal };
    const opened = { endpoint: attributes.needed("endpoint"), plain: attributes.plain() };
    return async (storage) => {
      const plan = await loadPlan(source, { ...accepted, ...(storage && { storage }) });
      return { plan: storage ? plan : forEverybody(plan), ...opened };
    };
  }

  /** Asks the owner of the device. */
  async #begun(setting: Setting): Promise<void> {
    const session = new Session(setting, await setting.enter());
    this.#tell("candor-ready", setting.plan);
    this.#session = session;
    await session.begin(this.#progress);
    this.#progress = undefined;
  }

  async #refused(spoken: Spoken, failure: unknown, ended?: AbortSignal): Promise<void> {
    if (ended?.aborted) return;
    const error = notOpened(failure);
    const { words } = spoken;
    const reason = `${words.nothingAsked} ${because(spoken, error.code)}`;
    const mistake = forTheAuthor(error);
    this.#tell("candor-failed", error);
    try {
      const { make, show } = await this.#enclosure.enter(spoken, words.unavailable);
      const title = make("h2", {}, words.unavailable);
      const again = button(make, words.tryAgain, () => this.#goOn(), "primary");
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

/** Takes the place of a value that is not a function. */
function noFunction(): never {
  throw new CandorError("invalid-options", "`open` takes a function that loads a plan");
}

/** The error for a survey whose `open` did not get a usable plan. */
function notOpened(failure: unknown): CandorError {
  return refused(failure, "invalid-options", "the function of `open` does not return a plan that can be asked");
}

/** Refuses plans with invitations, whose reports need an invitation passed by `open`: otherwise people would answer for nothing. */
function forEverybody(plan: Plan): Plan {
  if (plan.invitations === undefined) return plan;
  throw new CandorError("not-invited", "only the invited may answer: give `open` a `fetch` that brings an invitation");
}
