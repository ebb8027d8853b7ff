import { CandorError } from "./errors.js";
import type { Family } from "./family.js";
import { store } from "./store/index.js";
import type { Answers, KeptReport, Ledger, Report } from "./types.js";

/**
 * The one report that this device draws for a plan. It is kept before it can be sent, so that whatever happens next
 * (a collector that is down, a reload, a second tab) the same bytes are sent: averages over several reports would
 * undo the noise. No answer is kept, only what it became.
 */
export class Kept {
  readonly #fingerprint: string;

  constructor(fingerprint: string) {
    this.#fingerprint = fingerprint;
  }

  /** The report kept here, or else the one that `draw` gives, kept from now on. */
  async first(draw: () => Report): Promise<Report> {
    const [kept] = await this.#update((kept) => kept ?? written({ report: draw(), received: false }));
    return this.#read(kept!).report;
  }

  /** The same for a wave, whose family is kept in the same step. */
  async firstOfWave(family: Family, answers: Answers): Promise<Report> {
    const [kept] = await (await store()).update([this.#key, family.key], ([kept, state]) => {
      if (kept !== undefined) return [kept, state];
      const drawn = family.draw(answers, state);
      return [written({ report: drawn.report, received: false }), drawn.kept];
    });
    return this.#read(kept!).report;
  }

  /** Notes that the collector has a report, unless another person's is kept by now. */
  async received({ id }: Report): Promise<void> {
    await this.#update((text) => {
      const kept = text && this.#read(text);
      return kept && kept.report.id === id ? written({ ...kept, received: true }) : text;
    });
  }

  async report(): Promise<KeptReport | undefined> {
    const { where, read } = await store();
    const [kept] = await read([this.#key]);
    return kept === undefined ? undefined : { ...this.#read(kept), where };
  }

  async ledger(family: Family): Promise<Ledger> {
    const [state] = await (await store()).read([family.key]);
    return family.ledger(state);
  }

  async forget(): Promise<void> {
    await this.#update(() => undefined);
  }

  get #key(): string {
    return `report ${this.#fingerprint}`;
  }

  async #update(change: (kept: string | undefined) => string | undefined) {
    return (await store()).update([this.#key], ([kept]) => [change(kept)]);
  }

  #read(kept: string): Omit<KeptReport, "where"> {
    try {
      const {
        report: { id, perturbed, plan },
        received,
      } = JSON.parse(kept) as KeptReport;
      if (plan !== this.#fingerprint) throw plan;
      const report = Object.freeze({ id: String(id), perturbed: Object.freeze([...perturbed]), plan });
      return { report, received };
    } catch {
      throw new CandorError(
        "kept-report-broken",
        "the report kept on this device cannot be read; forget it to draw another",
      );
    }
  }
}

function written(kept: Omit<KeptReport, "where">): string {
  return JSON.stringify(kept);
}
