/** The simulation as the page sees it: a button, a progress bar, a way to stop, and what went wrong. */

import { button, byId, element } from "../page/element";
import { whole } from "../page/numbers";
import type { News, Order } from "../simulation/messages";
import type { SimulatedTruth } from "./truth";

const PEOPLE = 20000;

/** Puts the simulation's controls on the page; `stored` is called whenever reports have been stored. */
export function installSimulation(truth: SimulatedTruth, stored: () => void): void {
  const start = button(`Simulate ${whole(PEOPLE)} respondents`, () => run(), "primary");
  const cancel = button("Stop", () => worker?.postMessage({ order: "cancel" } satisfies Order));
  const progress = element("progress", {
    max: PEOPLE,
    value: 0,
    "aria-label": "Simulated people stored",
    hidden: true,
  });
  const status = element("p", { role: "status" });
  let worker: Worker | undefined;
  let done = 0;

  function run(): void {
    done = 0;
    worker = new Worker(new URL("../simulation/worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: news }: MessageEvent<News>) => hear(news));
    worker.addEventListener("error", () => finish("The simulation could not be started."));
    worker.postMessage({ order: "start", people: PEOPLE } satisfies Order);
    show(true);
    status.textContent = "Simulating…";
    cancel.focus();
  }

  function hear(news: News): void {
    switch (news.news) {
      case "stored": {
        const before = truth.people;
        truth.add(news.records);
        done += truth.people - before;
        progress.value = done;
        stored();
        break;
      }
      case "finished":
        finish(`${whole(done)} simulated people have answered.`);
        break;
      case "cancelled":
        finish(`Stopped after ${whole(done)} simulated people.`);
        break;
      case "failed":
        finish(`Stopped after ${whole(done)} simulated people. ${news.reason}`);
        break;
    }
  }

  function finish(sentence: string): void {
    worker?.terminate();
    worker = undefined;
    show(false);
    status.textContent = sentence;
    start.focus();
  }

  function show(running: boolean): void {
    start.hidden = running;
    cancel.hidden = !running;
    progress.hidden = !running;
    progress.value = done;
  }

  byId("simulation").replaceChildren(element("div", { class: "controls" }, start, cancel, progress), status);
  show(false);
}
