/**
 * The dashboard: estimates of every question, refreshed every few seconds while the page is visible, a cross table of any two,
 * and simulated people to compare estimates with a known truth.
 */

import type { Plan } from "candor";
import { byId } from "../page/element";
import { opened } from "../page/opening";
import { SURVEY } from "../page/plan";
import { because } from "../page/refused";
import { besideBound } from "./bound";
import { CrossTable } from "./cross-table";
import { fetchEstimates } from "./estimates";
import { listing } from "./listed";
import { oneAtATime } from "./one-at-a-time";
import { askReader, installReader } from "./reader";
import { installSimulation } from "./simulation";
import { times } from "./times";
import { Totals } from "./totals";
import { SimulatedTruth } from "./truth";
import { type Words, wordsIn } from "./words";

const PAUSE = 5000;

async function open(): Promise<void> {
  const { plan, words } = await opened("totals", wordsIn);
  await show(plan, words).catch((failure: unknown) => complain(because(failure, words), failure));
}

async function show(opening: Promise<Plan>, words: Words): Promise<void> {
  const plan = await opening;
  byId("survey-title").textContent = plan.title ?? plan.survey;
  const listed = listing(plan);
  void listed().then((listed) => {
    byId("bound").textContent = listed ? besideBound(listed, words) : "";
    byId("times").textContent = listed ? times(listed, words) : "";
  });
  const truth = new SimulatedTruth(plan.attributes);
  const totals = new Totals(plan.attributes, truth, words);
  const crossTable = new CrossTable(SURVEY, plan.attributes, listed, truth, words);
  const refresh = oneAtATime(async () => {
    const estimates = await fetchEstimates(
      SURVEY,
      plan.attributes.map(({ name }) => [name]),
    );
    totals.show(estimates);
    if (estimates) await crossTable.refresh();
  });
  const attempt = (): Promise<void> =>
    refresh().then(
      () => complain(""),
      (failure: unknown) => complain(because(failure, words), failure),
    );
  installReader(words, () => void attempt());
  installSimulation(truth, words, () => void attempt());
  const announce = (): void => {
    byId("announcement").textContent = words.refreshed(byId("headline").textContent ?? "");
  };
  byId("refresh").addEventListener("click", () => void attempt().then(announce));
  setInterval(() => {
    if (document.visibilityState === "visible") void attempt();
  }, PAUSE);
  await attempt();
}

/** Shows why the numbers could not be loaded; "" clears the message. */
function complain(sentence: string, failure?: unknown): void {
  byId("problem").textContent = sentence;
  askReader(failure);
}

void open();
