import { CandorError } from "../common/errors.js";
import type { Answers, ReportStorage } from "../common/types.js";
import type { RespondOptions, SubmitOptions } from "../http/submit.js";
import type { Plan } from "../plan/plan.js";
import { answering, Interviews } from "./interviews.js";
import type { Load, Opening } from "./opening.js";

/**
 * Many people who answer one after the other on one device. Each draws a report of their own, which waits among those of others
 * until a collector has acknowledged it; nothing reveals who answered before.
 */
export class Respondents {
  /** The opened survey, with the plan that the next person is asked. */
  readonly opening: Opening;
  readonly interviews: Interviews;
  /** A second instance of the plan, through which the waiting reports are sent. */
  readonly #outgoing: Plan;
  #delivering: Promise<boolean> | undefined;

  /**
   * Loads a plan twice: for the person who is asked, and for the waiting reports. Throws what `checkShared` throws, and
   * `invalid-options` where `load` does not use the storage that it is given.
   */
  static async of(load: Load): Promise<Respondents> {
    let used = false;
    const read: ReportStorage["read"] = (keys) => {
      used = true;
      return answering.read(keys);
    };
    const opening = await load({ ...answering, read });
    const { fingerprint } = opening.plan;
    checkShared(opening.plan);
    await opening.plan.kept();
    if (!used) throw invalid("where many people answer, `open` loads the plan with the storage that it is given");
    const interviews = new Interviews(fingerprint);
    const { plan } = await load(interviews.outgoing());
    if (plan.fingerprint !== fingerprint) throw invalid("`open` loaded a different plan the second time");
    return new Respondents(opening, plan, interviews);
  }

  private constructor(opening: Opening, outgoing: Plan, interviews: Interviews) {
    this.opening = opening;
    this.#outgoing = outgoing;
    this.interviews = interviews;
  }

  /** Makes room for the next person. First adds a report that had been drawn when the page was left to the waiting ones. */
  async next(): Promise<void> {
    await this.interviews.take();
    await this.opening.plan.forget();
  }

  /** Draws a person's report and adds it to the waiting ones. */
  async respond(answers: Answers, how: RespondOptions): Promise<void> {
    await this.opening.plan.respond(answers, how);
    await this.next();
  }

  /** Sends the waiting reports one after the other; resolves with whether there were any. */
  deliver(sending: SubmitOptions): Promise<boolean> {
    this.#delivering ??= this.#deliver(sending).finally(() => {
      this.#delivering = undefined;
    });
    return this.#delivering;
  }

  async #deliver(sending: SubmitOptions): Promise<boolean> {
    let sent = false;
    while (await this.#outgoing.resend(sending)) sent = true;
    return sent;
  }
}

/** Throws `invalid-options` for plans whose report is tied to one person's device: waves, and surveys with invitations. */
export function checkShared({ waveOf, invitations }: Plan): void {
  if (waveOf === undefined && invitations === undefined) return;
  throw invalid("waves and invitations belong to one person, not to many people on one device");
}

function invalid(rule: string): CandorError {
  return new CandorError("invalid-options", rule);
}
