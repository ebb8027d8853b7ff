import type { Drawing } from "./drawing.js";
import type { Family } from "./family.js";
import { carrying } from "./plain.js";
import { broken } from "./questions.js";
import type { Revision } from "./revision.js";
import { store } from "./store/index.js";
import type { Store } from "./store/store.js";
import type { Drawn, KeptReport, Ledger, Report, StorageChoice, Texts } from "./types.js";

/**
 * The one report that this device draws for a plan. It is kept before it can be sent, so that whatever happens next
 * (a collector that is down, a reload, a second tab) the same bytes are sent: averages over several reports would
 * undo the noise. No answer is kept, only what it became; which answers that were is known as long as the page lasts.
 * Where a device asks only what it draws, the label that it drew is kept in the report's place until there is one. What was kept of
 * a plan that this one corrects is kept of this one, where reports of both say the same.
 */
export class Kept {
  readonly #fingerprint: string;
  /** Of the plan that was loaded last, whose mechanism is there. */
  #revision: Revision;
  readonly #choice: StorageChoice | undefined;
  readonly #standing = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  /** The report that was drawn here last, and from what. */
  #own: { readonly id: string; readonly given: Uint32Array } | undefined;

  /** What all plans of a fingerprint share in this page: they take turns and agree. */
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

  /** The label kept here, or else the one that is drawn, kept from now on. */
  label(drawing: Drawing): Promise<number> {
    return this.#inTurn(() => this.#label(drawing));
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
   * The report kept here, or else the one that is drawn with what it carries in clear, kept from now on. Where a device asks only what it draws, `settle`
   * judges by its label what was given; the label is kept before, or whoever tried again would choose it.
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

  /** Whether a report of this other plan was found to stand for one of this plan. */
  hasStanding(plan: string): boolean {
    return this.#standing.has(plan);
  }

  /** Notes that the collector has a report, unless another person's is kept by now. */
  received({ id }: Report): Promise<void> {
    return this.#inTurn(async () => {
      await this.#update(undefined, (text, kept) => [
        kept?.report?.id === id ? written({ report: kept.report, received: true, ...kept.origin }) : text,
      ]);
    });
  }

  report(): Promise<KeptReport | undefined> {
    return this.#inTurn(async () => {
      const { where, read } = await this.#store();
      const [own, ...earlier] = await read(this.#keys);
      const text = own ?? standing(earlier, this.#revision);
      const { report, received } = text === undefined ? nothing : this.#read(text);
      return report && { report, received, where };
    });
  }

  ledger(family: Family): Promise<Ledger> {
    return this.#inTurn(async () => family.ledger(await (await this.#store()).read(family.keys)));
  }

  forget(): Promise<void> {
    return this.#inTurn(async () => {
      await (await this.#store()).update(this.#keys, () => this.#keys.map(() => undefined));
      this.#own?.given.fill(0);
      this.#own = undefined;
    });
  }

  /** Of this plan, and of those that it corrects. */
  get #keys(): readonly string[] {
    return [this.#fingerprint, ...this.#revision.plans].map((plan) => `report ${plan}`);
  }

  #store(): Promise<Store> {
    return store(this.#choice);
  }

  /** What is kept after `change` of what is, with what is kept beside it and what is to be kept of where it is from. */
  async #update(
    drawing: Drawing | undefined,
    change: (text: string | undefined, kept: State | undefined, beside: Texts, origin: Origin) => Texts,
  ): Promise<string | undefined> {
    const store = await this.#store();
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

  /** Runs when all that was asked before is done. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #read(text: string): State {
    try {
      const { label, report, received, digest, redrawn } = JSON.parse(text) as State & Origin;
      const origin = { ...(digest !== undefined && { digest }), ...(redrawn && { redrawn }) };
      if (typeof label === "number") return { ...nothing, label, origin };
      const { id, perturbed, plain = [], plan } = report!;
      if (plan !== this.#fingerprint) {
        // A digest was compared before this was kept here.
        if (digest === undefined) throw plan;
        this.#standing.add(plan);
      }
      const own = Object.freeze({ id: String(id), perturbed: Object.freeze([...perturbed]), plan });
      return { report: carrying(own, Object.freeze([...plain])), received, origin };
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
  readonly origin: Origin;
}

/** By which plan it was drawn. */
interface Origin {
  /** What a report of that plan says. */
  readonly digest?: string;
  /** Whether another had been drawn before under a plan that this one corrects. */
  readonly redrawn?: boolean;
}

const nothing: State = { received: false, origin: {} };

/** The first of these that was drawn where reports say the same. */
function standing(earlier: Texts, revision: Revision): string | undefined {
  return earlier.find((text) => text !== undefined && digestIn(text) === revision.digest);
}

function digestIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as Origin | null)?.digest;
  } catch {
    return undefined; // What cannot be read does not stand.
  }
}

function labelOf({ label, report }: State): number {
  return label ?? report!.perturbed[0]!;
}

/** By storage: the caller's own object, or one that stands for the process's or the browser's. */
const shared = new WeakMap<object, Map<string, Kept>>();
const [memory, browser] = [{}, {}];

function drawnFrom(report: Report, fromTheseAnswers: boolean | undefined, revision: Drawn["revision"]): Drawn {
  const beside = { fromTheseAnswers: { value: fromTheseAnswers }, revision: { value: revision } };
  return Object.freeze(Object.defineProperties({ ...report }, beside)) as Drawn;
}

function written(kept: Omit<KeptReport, "where"> & Origin): string {
  return JSON.stringify(kept);
}
