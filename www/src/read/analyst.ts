/** The worker as the page sees it: it is asked, tells how far it is, and can be stopped at any time. */

import type { News, Order } from "./messages";

/** Why there is no answer: the reader stopped it. */
export class Stopped extends Error {}

/** Why there is no answer: it was refused. */
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

/** One worker, begun anew after it was stopped. */
export class Analyst {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;

  /** What the worker answers; `progress` is told bytes that were read, and of how many. */
  ask<Answer>(order: Order, progress: (read: number, of: number) => void = () => {}): Promise<Answer> {
    this.#worker ??= this.#begun();
    const number = ++this.#asked;
    this.#worker.postMessage({ ...order, number });
    return new Promise((tell, fail) => {
      this.#waiting.set(number, { tell: tell as (found: unknown) => void, fail, progress });
    });
  }

  /** Ends everything that is being worked on. */
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
