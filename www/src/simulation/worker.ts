/**
 * Runs the simulation off the page's thread: draws inhabitants, perturbs their answers with the same wasm that a respondent's
 * browser runs, and posts the reports in batches. A batch counts once the collector has acknowledged it.
 */

import type { Attribute, Plan, Report } from "candor";
import { type Answer, categoryOf } from "../page/categories";
import { openPlan } from "../page/plan";
import { codeOf, Refused } from "../page/refused";
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
    const plan = await openPlan(navigator.language);
    for (let done = 0; done < people && !cancelled; done += BATCH) {
      await simulateBatch(plan, Math.min(BATCH, people - done));
    }
    say({ news: cancelled ? "cancelled" : "finished" });
  } catch (failure) {
    say({ news: "failed", code: codeOf(failure) });
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
    throw new Refused("unreachable", { cause });
  });
  if (!response.ok) throw new Refused(`status ${response.status}`);
  const { accepted, repeated } = await response.json().catch(() => ({}));
  if (accepted + repeated !== reports.length) throw new Refused("unexpected-response");
}

function say(news: News): void {
  postMessage(news);
}
