import type { Drawn, KeptReport, Ledger, Report, StorageChoice, Texts } from "../common/types.js";
import { orderKey, store } from "../store/index.js";
import type { Store } from "../store/store.js";
import type { Drawing } from "./drawing.js";
import type { Family } from "./family.js";
import { carrying } from "./plain.js";
import { broken } from "./questions.js";
import type { Revision } from "./revision.js";

/**
 * Stores the one report that this device draws for a plan (memoization). The report is stored before it is sent, so that whatever
 * happens next (a collector that is down, a reload, a second tab) the same bytes are sent: averages over several reports would
 * undo the noise. Answers are never stored, only the perturbed record; which answers it was drawn from is known only as long as
 * the page lasts. Where a device asks only the questions that it draws, the drawn label is stored until there is a report. A
 * report stored for a plan that this one corrects counts for this one, where reports of both mean the same.
 */
export class Kept {
  readonly #fingerprint: string;
  /** The revision of the plan that was loaded last. */
  #revision: Revision;
  readonly #choice: StorageChoice | undefined;
  readonly #standing = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  /** The report that this page drew last, and the categories that it was drawn from. */
  #own: { readonly id: string; readonly given: Uint32Array } | undefined;

  /** The instance that all plans with this fingerprint and storage share in this page, so that their calls are serialized. */
  static of(fingerprint: string, revision: Revision, choice: StorageChoice | undefined): Kept {
    const storage = typeof choice === "object" ? choice : choice === "memory" ? memory : browser;
    const kept = shared.get(storage) ?? new Map<string, Kept>();
    shared.set(storage, kept);
    const known = kept.get(fingerprint) ?? new Kept(fingerprint, revision, choice);
    known.#revision = revision;
    kept.set(fingerprint, known);
    return known;
  }

  private constructor(fingerprint: string, revision: Revision, choice: StorageChoice | undefined) {
    this.#fingerprint = fingerprint;
    this.#revision = revision;
    this.#choice = choice;
  }

  /** Returns the stored label; draws and stores one if there is none. */
  label(drawing: Drawing): Promise<number> {
    return this.#inTurn(() => this.#label(drawing));
  }

  /** Stores the label of an invitation in place of an earlier one, unless there is a report. */
  invited(label: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#update(undefined, (text, kept, _, origin) => [
        kept?.report ? text : JSON.stringify({ label, ...origin }),
      ]);
    });
  }

  async #label(drawing: Drawing): Promise<number> {
    const text = await this.#update(drawing, (text, kept, beside, origin) => {
      if (kept !== undefined) return [text, ...beside];
      const drawn = drawing.label(beside);
      return [JSON.stringify({ label: drawn.label, ...origin }), ...drawn.beside];
    });
    return labelOf(this.#read(text!));
  }

  /**
   * Returns the stored report; draws one with the plain columns and stores it if there is none. Where the label comes before the
   * answers, `settle` checks these against it. The label is stored before that check: otherwise trying again would let people
   * choose their label.
   */
  first(
    given: Uint32Array,
    plain: readonly number[],
    drawing: Drawing,
    settle?: (given: Uint32Array, label: number) => void,
  ): Promise<Drawn> {
    const settled = given.slice();
    return this.#inTurn(async () => {
      try {
        const label = settle && (await this.#label(drawing));
        if (label !== undefined) settle!(settled, label);
        const text = await this.#update(drawing, (text, kept, beside, origin) => {
          if (kept?.report) return [text, ...beside];
          const drawn = drawing.draw(settled.slice(), label, beside);
          if (label !== undefined && drawn.report.perturbed[0] !== label) throw broken();
          this.#own = { id: drawn.report.id, given };
          const report = carrying(drawn.report, plain);
          return [written({ report, received: false, ...origin, ...kept?.origin }), ...drawn.beside];
        });
        const { origin, report } = this.#read(text!) as State & { report: Report };
        const alike = report.plain?.every((category, i) => category === plain[i]) ?? true;
        return drawnFrom(report, alike && this.#isFrom(report, given), this.#revisionOf(report, origin));
      } finally {
        settled.fill(0);
        if (this.#own?.given !== given) given.fill(0);
      }
    });
  }

  #isFrom({ id }: Report, given: Uint32Array): boolean | undefined {
    return this.#own?.id === id ? this.#own.given.every((category, i) => category === given[i]) : undefined;
  }

  #revisionOf({ plan }: Report, { redrawn }: Origin): Drawn["revision"] {
    if (plan !== this.#fingerprint) return "stands";
    return redrawn ? "redrawn" : undefined;
  }

  /** Whether a stored report of this other plan was found to count as one of this plan. */
  hasStanding(plan: string): boolean {
    return this.#standing.has(plan);
  }

  /** Marks a report as received by the collector, unless another person's report is stored by now. */
  received({ id }: Report): Promise<void> {
    return this.#inTurn(async () => {
      await this.#update(undefined, (text, kept) => [
        kept?.report?.id === id ? written({ report: kept.report, received: true, ...kept.origin }) : text,
      ]);
    });
  }

  report(): Promise<KeptReport | undefined> {
    return this.#inTurn(async () => {
      const { where, read } = await this.store();
      const [own, ...earlier] = await read(this.#keys);
      const text = own ?? standing(earlier, this.#revision);
      const { report, received } = text === undefined ? nothing : this.#read(text);
      return report && { report, received, where };
    });
  }

  ledger(family: Family): Promise<Ledger> {
    return this.#inTurn(async () => family.ledger(await (await this.store()).read(family.keys)));
  }

  forget(): Promise<void> {
    return this.#inTurn(async () => {
      const keys = [...this.#keys, orderKey(this.#fingerprint)];
      await (await this.store()).update(keys, () => keys.map(() => undefined));
      this.#own?.given.fill(0);
      this.#own = undefined;
    });
  }

  /** The storage keys of this plan and of the plans that it corrects. */
  get #keys(): readonly string[] {
    return [this.#fingerprint, ...this.#revision.plans].map((plan) => `report ${plan}`);
  }

  store(): Promise<Store> {
    return store(this.#choice);
  }

  /**
   * Applies `change` to the stored text and to what the drawing stores beside it, in one transaction, and returns the new text.
   * `change` also gets the origin to store.
   */
  async #update(
    drawing: Drawing | undefined,
    change: (text: string | undefined, kept: State | undefined, beside: Texts, origin: Origin) => Texts,
  ): Promise<string | undefined> {
    const store = await this.store();
    const { digest } = this.#revision;
    const count = this.#keys.length;
    const [text] = await store.update([...this.#keys, ...(drawing?.keys ?? [])], (texts) => {
      const [[own, ...earlier], beside] = [texts.slice(0, count), texts.slice(count)];
      const text = own ?? standing(earlier, this.#revision);
      const origin: Origin = {
        digest,
        ...(text === undefined && earlier.some((text) => text !== undefined) && { redrawn: true }),
      };
      const [next, ...rest] = change(text, text === undefined ? undefined : this.#read(text), beside, origin);
      return [next, ...earlier, ...rest];
    });
    return text;
  }

  /** Runs a task once all earlier tasks are done. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #read(text: string): State {
    try {
      const { label, report, received, ...origin } = JSON.parse(text) as State & Origin;
      if (typeof label === "number") return { ...nothing, label, origin };
      const { id, perturbed, plain = [], plan } = report!;
      if (plan !== this.#fingerprint) {
        // A report of a corrected plan is stored here only after digests were compared, so it has one.
        if (origin.digest === undefined) throw plan;
        this.#standing.add(plan);
      }
      const own = { id: String(id), perturbed: Object.freeze([...perturbed]), plan };
      return { report: carrying(own, Object.freeze([...plain])), received, origin };
    } catch {
      throw broken();
    }
  }
}

/** What is stored: at first the label alone, then the report, whose first number is the label. */
interface State {
  readonly label?: number | undefined;
  readonly report?: Report;
  readonly received: boolean;
  readonly origin: Origin;
}

/** The plan under which a report or label was drawn. */
interface Origin {
  /** The digest of all that decides what a report of that plan means: see `Revision`. */
  readonly digest?: string;
  /** Whether an earlier report or label had been drawn under a plan that this one corrects. */
  readonly redrawn?: boolean;
}

const nothing: State = { received: false, origin: {} };

/** The first stored text whose plan gives reports the same meaning. */
function standing(earlier: Texts, revision: Revision): string | undefined {
  return earlier.find((text) => text !== undefined && digestIn(text) === revision.digest);
}

function digestIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as Origin | null)?.digest;
  } catch {
    return undefined; // A text that cannot be read does not count.
  }
}

function labelOf({ label, report }: State): number {
  return label ?? report!.perturbed[0]!;
}

/** Instances by storage and fingerprint: the key is the caller's own storage, or a placeholder for memory or the browser. */
const shared = new WeakMap<object, Map<string, Kept>>();
const [memory, browser] = [{}, {}];

function drawnFrom(report: Report, fromTheseAnswers: boolean | undefined, revision: Drawn["revision"]): Drawn {
  const beside = { fromTheseAnswers: { value: fromTheseAnswers }, revision: { value: revision } };
  return Object.freeze(Object.defineProperties({ ...report }, beside)) as Drawn;
}

function written(kept: Omit<KeptReport, "where"> & Origin): string {
  return JSON.stringify(kept);
}
