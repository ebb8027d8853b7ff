import { CandorError } from "./errors.js";
import type { Family } from "./family.js";
import { store } from "./store/index.js";
import type { Store } from "./store/store.js";
import type { Drawn, KeptReport, Ledger, Report, StorageChoice, Texts } from "./types.js";

/**
 * The one report that this device draws for a plan. It is kept before it can be sent, so that whatever happens next
 * (a collector that is down, a reload, a second tab) the same bytes are sent: averages over several reports would
 * undo the noise. No answer is kept, only what it became; which answers that were is known as long as the page lasts.
 */
export class Kept {
  readonly #fingerprint: string;
  readonly #choice: StorageChoice | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** The report that was drawn here last, and from what. */
  #own: { readonly id: string; readonly categories: Uint32Array } | undefined;

  /** What all plans of a fingerprint share in this page: they take turns and agree. */
  static of(fingerprint: string, choice: StorageChoice | undefined): Kept {
    const storage = typeof choice === "object" ? choice : choice === "memory" ? memory : browser;
    const kept = shared.get(storage) ?? new Map<string, Kept>();
    shared.set(storage, kept);
    const known = kept.get(fingerprint) ?? new Kept(fingerprint, choice);
    kept.set(fingerprint, known);
    return known;
  }

  private constructor(fingerprint: string, choice: StorageChoice | undefined) {
    this.#fingerprint = fingerprint;
    this.#choice = choice;
  }

  /** The report kept here, or else the one that `draw` gives, kept from now on. */
  first(categories: Uint32Array, draw: (categories: Uint32Array) => Report): Promise<Drawn> {
    return this.#answer(categories, async () =>
      this.#update((kept) => kept ?? this.#made(categories, draw(categories.slice()))),
    );
  }

  /** The same for a wave, whose family is kept in the same step. */
  firstOfWave(categories: Uint32Array, family: Family): Promise<Drawn> {
    return this.#answer(categories, async () =>
      (await this.#store()).update([this.#key, family.key], ([kept, state]) => {
        if (kept !== undefined) return [kept, state];
        const drawn = family.draw(categories.slice(), state);
        return [this.#made(categories, drawn.report), drawn.kept];
      }),
    );
  }

  #made(categories: Uint32Array, report: Report): string {
    this.#own = { id: report.id, categories };
    return written({ report, received: false });
  }

  /** What is kept after `keep`, and whether it is from these answers, which are overwritten unless it is. */
  #answer(categories: Uint32Array, keep: () => Promise<Texts>): Promise<Drawn> {
    return this.#inTurn(async () => {
      try {
        const [kept] = await keep();
        const { report } = this.#read(kept!);
        return drawn(report, this.#isFrom(report, categories));
      } finally {
        if (this.#own?.categories !== categories) categories.fill(0);
      }
    });
  }

  #isFrom({ id }: Report, categories: Uint32Array): boolean | undefined {
    return this.#own?.id === id ? this.#own.categories.every((category, i) => category === categories[i]) : undefined;
  }

  /** Notes that the collector has a report, unless another person's is kept by now. */
  received({ id }: Report): Promise<void> {
    return this.#inTurn(async () => {
      await this.#update((text) => {
        const kept = text && this.#read(text);
        return kept && kept.report.id === id ? written({ ...kept, received: true }) : text;
      });
    });
  }

  report(): Promise<KeptReport | undefined> {
    return this.#inTurn(async () => {
      const { where, read } = await this.#store();
      const [kept] = await read([this.#key]);
      return kept === undefined ? undefined : { ...this.#read(kept), where };
    });
  }

  ledger(family: Family): Promise<Ledger> {
    return this.#inTurn(async () => {
      const [state] = await (await this.#store()).read([family.key]);
      return family.ledger(state);
    });
  }

  forget(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#update(() => undefined);
      this.#own?.categories.fill(0);
      this.#own = undefined;
    });
  }

  get #key(): string {
    return `report ${this.#fingerprint}`;
  }

  #store(): Promise<Store> {
    return store(this.#choice);
  }

  async #update(change: (kept: string | undefined) => string | undefined) {
    return (await this.#store()).update([this.#key], ([kept]) => [change(kept)]);
  }

  /** Runs when all that was asked before is done. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => {});
    return turn;
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

/** By storage: the caller's own object, or one that stands for the process's or the browser's. */
const shared = new WeakMap<object, Map<string, Kept>>();
const [memory, browser] = [{}, {}];

function drawn(report: Report, fromTheseAnswers: boolean | undefined): Drawn {
  return Object.freeze(Object.defineProperty({ ...report }, "fromTheseAnswers", { value: fromTheseAnswers })) as Drawn;
}

function written(kept: Omit<KeptReport, "where">): string {
  return JSON.stringify(kept);
}
