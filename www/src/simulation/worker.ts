/**
 * The simulation, off the page's thread: draws inhabitants, perturbs each of them with the same
 * wasm a respondent's browser runs, and posts the reports in batches. A batch counts once the
 * collector has acknowledged it.
 */

import type { Attribute, Plan, Report } from "candor";
import { type Answer, categoryOf } from "../page/categories";
import { openPlan } from "../page/plan";
import { inhabitant } from "./larkhaven";
import type { News, Order } from "./messages";

const BATCH = 250;

let cancelled = false;

addEventListener("message", ({ data: order }: MessageEvent<Order>) => {
  if (order.order === "cancel") cancelled = true;
  else void simulate(order.people);
});

async function simulate(people: number): Promise<void> {
  try {
    const plan = await openPlan();
    for (let done = 0; done < people && !cancelled; done += BATCH) {
      await simulateBatch(plan, Math.min(BATCH, people - done));
    }
    say({ news: cancelled ? "cancelled" : "finished" });
  } catch (failure) {
    say({ news: "failed", reason: failure instanceof Error ? failure.message : String(failure) });
  }
}

async function simulateBatch(plan: Plan, people: number): Promise<void> {
  const truths = Array.from({ length: people }, inhabitant);
  await post(truths.map((truth) => plan.perturb(truth)));
  say({ news: "stored", records: Uint8Array.from(truths.flatMap((truth) => recordOf(plan.attributes, truth))) });
}

function recordOf(attributes: readonly Attribute[], truth: Record<string, Answer>): number[] {
  return attributes.map((attribute) => categoryOf(attribute, truth[attribute.name] ?? null) ?? 0);
}

async function post(reports: Report[]): Promise<void> {
  const response = await fetch("/reports", {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: reports.map((report) => `${JSON.stringify(report)}\n`).join(""),
  }).catch((cause: unknown) => {
    throw new Error("The collector cannot be reached.", { cause });
  });
  if (!response.ok) throw new Error(`The collector refused a batch with status ${response.status}.`);
  const { accepted, repeated } = await response.json().catch(() => ({}));
  if (accepted + repeated !== reports.length) throw new Error("What answered is not the collector.");
}

function say(news: News): void {
  postMessage(news);
}
