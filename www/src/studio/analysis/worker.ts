/** Runs tasks off the page's thread, with the same Rust code as the command line. */

import { CandorError } from "candor";
import { annex, design, expectations, faults, label, registryEntry, simulate } from "candor/design";
import type { News, Order, Task, Tasks } from "./messages";
import { prospects } from "./prospects";

type Work = { [Name in Task]: (given: Tasks[Name]["given"], ticket: number) => Promise<Tasks[Name]["found"]> };

const WORK: Work = {
  faults: (survey) => faults(survey),
  design: async (survey, ticket) => {
    const designed = await design(survey, { progress: (step) => say({ ticket, step }) });
    return { ...designed, expected: await expectations(survey, designed.plan) };
  },
  guess: async (survey) => (await design(survey)).best_guess ?? null,
  prospects: (survey) => prospects(survey),
  label: ({ plan, deployment }) => label(plan, deployment),
  annex: ({ plan, deployment }) => annex(plan, deployment),
  registryEntry: ({ plan, deployment, publication }) => registryEntry(plan, deployment, publication),
  simulate: ({ plan, simulation }) => simulate(plan, simulation),
};

addEventListener("message", ({ data: { ticket, task, given } }: MessageEvent<Order>) => {
  const work = WORK[task] as (given: unknown, ticket: number) => Promise<Tasks[Task]["found"]>;
  work(given, ticket).then(
    (found) => say({ ticket, found }),
    (cause: unknown) => say({ ticket, refused: refusal(cause) }),
  );
});

function refusal(cause: unknown): { code: string; message: string } {
  if (cause instanceof CandorError) return { code: cause.code, message: cause.message };
  return { code: "internal", message: cause instanceof Error ? cause.message : String(cause) };
}

function say(news: News): void {
  postMessage(news);
}
