/**
 * Stores the reports of many people who answer on one device until they are sent or saved: only perturbed reports, as NDJSON
 * sorted by their random ids, so that the order of people is not revealed. They are kept in the same store of the origin as a
 * person's own report, but under other keys; keeping one rewrites the others of its plan.
 */

import type { KeptReport, Report, ReportStorage, Texts } from "../common/types.js";
import { store } from "../store/index.js";

/** The storage for the person who is being asked: their report, and the label that the device drew for them. */
export const answering: ReportStorage = {
  read: async (keys) => (await store(undefined)).read(keys.map(own)),
  update: async (keys, change) => (await store(undefined)).update(keys.map(own), change),
};

function own(key: string): string {
  return `interview ${key}`;
}

/** The reports of a plan that are waiting on this device. */
export class Interviews {
  readonly #keys: readonly [report: string, reports: string];

  constructor(fingerprint: string) {
    this.#keys = [own(`report ${fingerprint}`), `interviews ${fingerprint}`];
  }

  /** Returns the reports, one line each. */
  async lines(): Promise<readonly string[]> {
    const [text] = await (await store(undefined)).read([this.#keys[1]]);
    return linesOf(text);
  }

  /** Moves the report of the last person to the others, in one transaction. */
  async take(): Promise<void> {
    const kept = await store(undefined);
    await kept.update(this.#keys, ([last, others]): Texts => {
      const { report } = JSON.parse(last ?? "{}") as Partial<KeptReport>;
      return report === undefined ? [last, others] : [undefined, textOf([...linesOf(others), JSON.stringify(report)])];
    });
  }

  /** Deletes reports, given their lines. */
  async remove(gone: readonly string[]): Promise<void> {
    await this.#change((lines) => lines.filter((line) => !gone.includes(line)));
  }

  /**
   * A storage that presents the reports one after the other as the report of this device, each until a collector has acknowledged
   * it.
   */
  outgoing(): ReportStorage {
    return {
      read: async () => [kept((await this.lines())[0])],
      update: async (_, change) => {
        let next: Texts = [];
        await this.#change((lines) => {
          next = change([kept(lines[0])]);
          const { received } = JSON.parse(next[0] ?? "{}") as Partial<KeptReport>;
          return received ? lines.slice(1) : lines;
        });
        return next;
      },
    };
  }

  async #change(change: (lines: readonly string[]) => readonly string[]): Promise<void> {
    const keep = await store(undefined);
    await keep.update([this.#keys[1]], ([text]) => [textOf(change(linesOf(text)))]);
  }
}

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.trimEnd().split("\n");
}

/** Joins the lines, sorted by id, so that their order of arrival is lost. */
function textOf(lines: readonly string[]): string | undefined {
  const id = (line: string) => (JSON.parse(line) as Report).id;
  const sorted = [...lines].sort((one, other) => (id(one) < id(other) ? -1 : 1));
  return sorted.length === 0 ? undefined : `${sorted.join("\n")}\n`;
}

function kept(line: string | undefined): string | undefined {
  return line === undefined ? undefined : `{"report":${line},"received":false}`;
}
