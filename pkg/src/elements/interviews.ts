/**
 * The reports of many people who answer on one device, until they are sent or saved: perturbed reports and nothing else, as
 * NDJSON in the order of their random ids, which tells nothing of who answered before whom. They are kept as a person's own
 * report is, in the browser's database of the origin, and apart from that; keeping one rewrites the others of its plan.
 */
import { store } from "../store/index.js";
import type { KeptReport, Report, ReportStorage, Texts } from "../types.js";

/** Where the person who is being asked has their report, and a device what it drew to ask them. */
export const answering: ReportStorage = {
  read: async (keys) => (await store(undefined)).read(keys.map(own)),
  update: async (keys, change) => (await store(undefined)).update(keys.map(own), change),
};

function own(key: string): string {
  return `interview ${key}`;
}

/** The reports of a plan that wait on this device. */
export class Interviews {
  readonly #keys: readonly [report: string, reports: string];

  constructor(fingerprint: string) {
    this.#keys = [own(`report ${fingerprint}`), `interviews ${fingerprint}`];
  }

  /** The reports, a line each. */
  async lines(): Promise<readonly string[]> {
    const [text] = await (await store(undefined)).read([this.#keys[1]]);
    return linesOf(text);
  }

  /** Puts the report of whoever answered last to the others, in one step with which it is no longer theirs. */
  async take(): Promise<void> {
    const kept = await store(undefined);
    await kept.update(this.#keys, ([last, others]): Texts => {
      const { report } = JSON.parse(last ?? "{}") as Partial<KeptReport>;
      return report === undefined ? [last, others] : [undefined, textOf([...linesOf(others), JSON.stringify(report)])];
    });
  }

  /** Deletes reports, by what they are. */
  async remove(gone: readonly string[]): Promise<void> {
    await this.#change((lines) => lines.filter((line) => !gone.includes(line)));
  }

  /** The reports one after the other, each as that of the person at this device, until a collector has it. */
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

/** One text, whatever the order in which they came. */
function textOf(lines: readonly string[]): string | undefined {
  const id = (line: string) => (JSON.parse(line) as Report).id;
  const sorted = [...lines].sort((one, other) => (id(one) < id(other) ? -1 : 1));
  return sorted.length === 0 ? undefined : `${sorted.join("\n")}\n`;
}

function kept(line: string | undefined): string | undefined {
  return line === undefined ? undefined : `{"report":${line},"received":false}`;
}
