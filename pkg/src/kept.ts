import type { Drawing } from "./drawing.js";
import type { Family } from "./family.js";
import { broken } from "./questions.js";
import { store } from "./store/index.js";
import type { Store } from "./store/store.js";
import type { Drawn, KeptReport, Ledger, Report, StorageChoice, Texts } from "./types.js";

/**
 * The one report that this device draws for a plan. It is kept before it can be sent, so that whatever happens next
 * (a collector that is down, a reload, a second tab) the same bytes are sent: averages over several reports would
 * undo the noise. No answer is kept, only what it became; which answers that were is known as long as the page lasts.
 * Where a device asks only what it draws, the label that it drew is kept in the report's place until there is one.
 */
export class Kept {
  readonly #fingerprint: string;
  readonly #choice: StorageChoice | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** The report that was drawn here last, and from what. */
  #own: { readonly id: string; readonly given: Uint32Array } | undefined;

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

  /** The label kept here, or else the one that is drawn, kept from now on. */
  label(drawing: Drawing): Promise<number> {
    return this.#inTurn(() => this.#label(drawing));
  }

  async #label(drawing: Drawing): Promise<number> {
    const text = await this.#update(drawing, (text, kept, beside) => {
      if (kept !== undefined) return [text, ...beside];
      const drawn = drawing.label(beside);
      return [JSON.stringify({ label: drawn.label }), ...drawn.beside];
    });
    return labelOf(this.#read(text!));
  }

  /**
   * The report kept here, or else the one that is drawn, kept from now on. Where a device asks only what it draws, `settle`
   * judges by its label what was given; the label is kept before, or whoever tried again would choose it.
   */
  first(given: Uint32Array, drawing: Drawing, settle?: (given: Uint32Array, label: number) => void): Promise<Drawn> {
    const settled = given.slice();
    return this.#inTurn(async () => {
      try {
        const label = settle && (await this.#label(drawing));
        if (label !== undefined) settle!(settled, label);
        const text = await this.#update(drawing, (text, kept, beside) => {
          if (kept?.report) return [text, ...beside];
          const drawn = drawing.draw(settled.slice(), label, beside);
          if (label !== undefined && drawn.report.perturbed[0] !== label) throw broken();
          this.#own = { id: drawn.report.id, given };
          return [written({ report: drawn.report, received: false }), ...drawn.beside];
        });
        const report = this.#read(text!).report!;
        return drawnFrom(report, this.#isFrom(report, given));
      } finally {
        settled.fill(0);
        if (this.#own?.given !== given) given.fill(0);
      }
    });
  }

  #isFrom({ id }: Report, given: Uint32Array): boolean | undefined {
    return this.#own?.id === id ? this.#own.given.every((category, i) => category === given[i]) : undefined;
  }

  /** Notes that the collector has a report, unless another person's is kept by now. */
  received({ id }: Report): Promise<void> {
    return this.#inTurn(async () => {
      await this.#update(undefined, (text, kept) => [
        kept?.report?.id === id ? written({ report: kept.report, received: true }) : text,
      ]);
    });
  }

  report(): Promise<KeptReport | undefined> {
    return this.#inTurn(async () => {
      const { where, read } = await this.#store();
      const [text] = await read([this.#key]);
      const { report, received } = text === undefined ? nothing : this.#read(text);
      return report && { report, received, where };
    });
  }

  ledger(family: Family): Promise<Ledger> {
    return this.#inTurn(async () => family.ledger(await (await this.#store()).read(family.keys)));
  }

  forget(): Promise<void> {
    return this.#inTurn(async () => {
      await (await this.#store()).update([this.#key], () => [undefined]);
      this.#own?.given.fill(0);
      this.#own = undefined;
    });
  }

  get #key(): string {
    return `report ${this.#fingerprint}`;
  }

  #store(): Promise<Store> {
    return store(this.#choice);
  }

  /** What is kept after `change` of what is, with what is kept beside it. */
  async #update(
    drawing: Drawing | undefined,
    change: (text: string | undefined, kept: State | undefined, beside: Texts) => Texts,
  ): Promise<string | undefined> {
    const keys = [this.#key, ...(drawing?.keys ?? [])];
    const [text] = await (await this.#store()).update(keys, ([text, ...beside]) =>
      change(text, text === undefined ? undefined : this.#read(text), beside),
    );
    return text;
  }

  /** Runs when all that was asked before is done. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #read(text: string): State {
    try {
      const { label, report, received } = JSON.parse(text) as State;
      if (typeof label === "number") return { ...nothing, label };
      const { id, perturbed, plan } = report!;
      if (plan !== this.#fingerprint) throw plan;
      return { report: Object.freeze({ id: String(id), perturbed: Object.freeze([...perturbed]), plan }), received };
    } catch {
      throw broken();
    }
  }
}

/** What is kept: a label first, then the report, which has it as its first number. */
interface State {
  readonly label?: number | undefined;
  readonly report?: Report;
  readonly received: boolean;
}

const nothing: State = { received: false };

function labelOf({ label, report }: State): number {
  return label ?? report!.perturbed[0]!;
}

/** By storage: the caller's own object, or one that stands for the process's or the browser's. */
const shared = new WeakMap<object, Map<string, Kept>>();
const [memory, browser] = [{}, {}];

function drawnFrom(report: Report, fromTheseAnswers: boolean | undefined): Drawn {
  return Object.freeze(Object.defineProperty({ ...report }, "fromTheseAnswers", { value: fromTheseAnswers })) as Drawn;
}

function written(kept: Omit<KeptReport, "where">): string {
  return JSON.stringify(kept);
}
