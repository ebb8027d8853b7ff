/** A worker that computes, which can be stopped at any time: another one takes its place when it is next asked. */

import type { SearchStep } from "candor/design";
import type { News, Order, Refused, Task, Tasks } from "./messages";

/** What was asked for was refused. */
export class Refusal extends Error {
  readonly code: string;

  constructor({ code, message }: Refused) {
    super(message);
    this.code = code;
  }
}

/** What was asked for is no longer worked on. */
export class Stopped extends Error {}

interface Waiting {
  resolve(found: Tasks[Task]["found"]): void;
  reject(reason: Error): void;
  readonly progress: ((step: SearchStep) => void) | undefined;
}

/** One worker, which does one thing after the other. */
export class Analyst {
  #worker: Worker | undefined;
  #tickets = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** What comes of a task. Rejects with `Refusal`, or with `Stopped`. */
  ask<Name extends Task>(
    task: Name,
    given: Tasks[Name]["given"],
    progress?: (step: SearchStep) => void,
  ): Promise<Tasks[Name]["found"]> {
    this.#worker ??= this.#start();
    const order: Order<Name> = { ticket: ++this.#tickets, task, given };
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.ticket, { resolve: resolve as Waiting["resolve"], reject, progress });
      this.#worker?.postMessage(order);
    });
  }

  /** Ends all that it works on, at once. */
  stop(): void {
    if (this.#waiting.size === 0) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Stopped());
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "analysis" });
    worker.addEventListener("message", ({ data }: MessageEvent<News>) => this.#hear(data));
    worker.addEventListener("error", (fault) => {
      fault.preventDefault();
      const lost = new Refusal({ code: "internal", message: fault.message || "the worker could not be started" });
      for (const { reject } of this.#waiting.values()) reject(lost);
      this.#waiting.clear();
      this.#worker = undefined;
    });
    return worker;
  }

  #hear(news: News): void {
    const waiting = this.#waiting.get(news.ticket);
    if (waiting === undefined) return;
    if ("step" in news) {
      waiting.progress?.(news.step);
      return;
    }
    this.#waiting.delete(news.ticket);
    if ("found" in news) waiting.resolve(news.found);
    else waiting.reject(new Refusal(news.refused));
  }
}
