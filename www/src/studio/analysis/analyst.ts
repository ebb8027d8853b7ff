/** The page's interface to a worker, which can be stopped at any time: the next task starts a new worker. */

import type { SearchStep } from "candor/design";
import type { News, Order, Refused, Task, Tasks } from "./messages";

/** The error for a task that was refused. */
export class Refusal extends Error {
  readonly code: string;

  constructor({ code, message }: Refused) {
    super(message);
    this.code = code;
  }
}

/** The error for a task that was stopped. */
export class Stopped extends Error {}

interface Waiting {
  resolve(found: Tasks[Task]["found"]): void;
  reject(reason: Error): void;
  readonly progress: ((step: SearchStep) => void) | undefined;
}

/** One worker, which runs its tasks one after the other. */
export class Analyst {
  #worker: Worker | undefined;
  #tickets = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Runs a task and returns its result. Rejects with `Refusal` or `Stopped`. */
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

  /** Stops all tasks at once. */
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
