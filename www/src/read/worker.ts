/** Opens files, estimates and tests off the page's thread, so that the page stays responsive. Nothing here makes a request. */

import { loadPlan } from "candor";
import {
  estimable,
  estimates,
  estimatesCsv,
  rankings,
  rankingsCsv,
  rankingTables,
  scores,
  scoresCsv,
  scoreTables,
  tests,
  weighted,
  weightedCsv,
  weightedTables,
} from "candor/analysis";
import { drawn } from "./drawn";
import { fitted } from "./fitted";
import { withTables } from "./lacking";
import type { News, Numbered, Order } from "./messages";
import { open } from "./open";

addEventListener("message", async ({ data: order }: MessageEvent<Numbered>) => {
  const { number } = order;
  const say = (news: News): void => postMessage(news);
  try {
    say({ number, found: await done(order, (read, of) => say({ number, read, of })) });
  } catch (failure) {
    const { message = String(failure), code = "internal" } = failure as { message?: string; code?: string };
    say({ number, refused: message, code });
  }
});

async function done(order: Order, progress: (read: number, of: number) => void): Promise<unknown> {
  switch (order.task) {
    case "open":
      return open(order.files, order.before, progress);
    case "plan":
      await loadPlan(order.plan as Parameters<typeof loadPlan>[0]);
      return order.plan;
    case "estimable":
      return estimable(order.plan, order.tables);
    case "estimates": {
      const { plan, counts, options, csv = false } = order;
      return csv ? estimatesCsv(plan, counts, options) : estimates(plan, counts, options);
    }
    case "outcomes":
      return drawn(order);
    case "countsFor": {
      if (order.of === "weighted") return withTables(order, await weightedTables(order.plan, order.options), progress);
      const needed = order.of === "scores" ? scoreTables : rankingTables;
      // Rankings can do with tables that are not those that are counted for them.
      return order.reports.length === 0
        ? order.counts
        : withTables(order, await needed(order.plan, order.options), progress);
    }
    case "tables":
      return withTables(order, order.tables, progress);
    case "weighted":
      return (order.csv ? weightedCsv : weighted)(order.plan, order.counts, order.options);
    case "scores":
      return (order.csv ? scoresCsv : scores)(order.plan, order.counts, order.options);
    case "rankings":
      return (order.csv ? rankingsCsv : rankings)(order.plan, order.counts, order.options);
    case "tests":
      return tests(order.plan, order.counts, order.options);
    case "model":
      return fitted(order, progress);
  }
}
