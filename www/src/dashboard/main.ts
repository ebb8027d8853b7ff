/**
 * The dashboard: estimates of every question, asked for again every few seconds while the page is
 * in sight, a cross table of any two, and simulated people to compare estimates with a known truth.
 */

import { byId } from "../page/element";
import { openPlan, SURVEY } from "../page/plan";
import { installTheme } from "../page/theme";
import { besideBound } from "./bound";
import { CrossTable } from "./cross-table";
import { fetchEstimates } from "./estimates";
import { fetchListed } from "./listed";
import { oneAtATime } from "./one-at-a-time";
import { askReader, installReader } from "./reader";
import { installSimulation } from "./simulation";
import { steps } from "./steps";
import { Totals } from "./totals";
import { SimulatedTruth } from "./truth";

const PAUSE = 5000;

async function open(): Promise<void> {
  const plan = await openPlan();
  byId("survey-title").textContent = plan.title ?? plan.survey;
  void fetchListed(plan).then((listed) => {
    byId("bound").textContent = listed ? besideBound(listed) : "";
    byId("steps").textContent = listed ? steps(listed.release) : "";
  });
  const truth = new SimulatedTruth(plan.attributes);
  const totals = new Totals(plan.attributes, truth);
  const crossTable = new CrossTable(SURVEY, plan.attributes, truth);
  const refresh = oneAtATime(async () => {
    const estimates = await fetchEstimates(
      SURVEY,
      plan.attributes.map(({ name }) => [name]),
    );
    totals.show(estimates);
    if (estimates) await crossTable.refresh();
  });
  const attempt = (): Promise<void> => refresh().then(() => complain(""), complain);
  installReader(() => void attempt());
  installSimulation(truth, () => void attempt());
  byId("refresh").addEventListener("click", () => void attempt().then(announce));
  setInterval(() => {
    if (document.visibilityState === "visible") void attempt();
  }, PAUSE);
  await attempt();
}

function announce(): void {
  byId("announcement").textContent = `Refreshed. ${byId("headline").textContent}`;
}

/** Shows why the numbers could not be had, or with "" that they could. */
function complain(failure: unknown): void {
  byId("problem").textContent = failure instanceof Error ? failure.message : String(failure);
  askReader(failure);
}

installTheme(byId("theme"));
open().catch(complain);
