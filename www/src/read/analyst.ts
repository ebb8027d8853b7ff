/** The page's interface to its worker: it takes tasks, reports progress, and can be stopped at any time. */

import type { News, Order } from "./messages";

/** The error for a task that the reader stopped. */
export class Stopped extends Error {}

/** The error for a task that was refused. */
export class Refused extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

type Waiting = {
  readonly tell: (found: unknown) => void;
  readonly fail: (why: Error) => void;
  readonly progress: (read: number, of: number) => void;
};

/** One worker, which is restarted after it was stopped. */
export class Analyst {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;

  /** Gives the worker a task and returns its answer; `progress` is called with the bytes read and their total. */
  ask<Answer>(order: Order, progress: (read: number, of: number) => void = () => {}): Promise<Answer> {
    this.#worker ??= this.#begun();
    const number = ++this.#asked;
    this.#worker.postMessage({ ...order, number });
    return new Promise((tell, fail) => {
      this.#waiting.set(number, { tell: tell as (found: unknown) => void, fail, progress });
    });
  }

  /** Stops all tasks. */
  stop(): void {
    this.#end(new Stopped("stopped"));
  }

  #begun(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<News>) => this.#hear(data));
    worker.addEventListener("error", () => this.#end(new Refused("the worker could not be started", "internal")));
    return worker;
  }

  #end(why: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of waiting) fail(why);
  }

  #hear(news: News): void {
    const waiting = this.#waiting.get(news.number);
    if (!waiting) return;
    if ("read" in news) {
      waiting.progress(news.read, news.of);
      return;
    }
    this.#waiting.delete(news.number);
    if ("found" in news) waiting.tell(news.found);
    else waiting.fail(new Refused(news.refused, news.code));
  }
}
