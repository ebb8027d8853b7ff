/** Hypothetical outcomes of a table on request: one after the other, or side by side, which is what people who avoid motion get at first. */

import type { CellDocument } from "candor/analysis";
import { Lettering } from "../charts/lettering";
import { multiples, type Outcome } from "../charts/multiples";
import type { Row } from "../charts/row";
import { button, element } from "../page/element";
import { percent, whole } from "../page/numbers";
import type { Drawn } from "./drawn";
import { drawnBy } from "./figures";
import type { Page } from "./page";
import { unreadable } from "./reasons";
import { setting } from "./setting";
import { type Source, viewOf } from "./source";
import { bareTable } from "./tables";
import type { Words } from "./words";

/** How many outcomes are drawn, and for how many milliseconds each is shown. */
const [MANY, MILLISECONDS] = [20, 500];

/** A cell that is shown, with the group within which its share is. */
export interface ShownCell {
  readonly categories: readonly string[];
  readonly row: Row;
  readonly group: string;
}

/** What outcomes are of. */
export interface About {
  /** The attributes of the table, in its order. */
  readonly table: readonly string[];
  readonly cells: readonly ShownCell[];
  readonly title: string;
  readonly notes: readonly string[];
  /** The heading of the labels. */
  readonly heading: string;
  /** The answers of which one is shown at a time, if not all, and the one at first. */
  readonly answers?: { readonly of: (row: Row) => string; readonly first: string };
}

/** Makes the outcomes, folded away until they are asked for. */
export function outcomesOf(source: Source, about: About, page: Page): HTMLElement {
  const { words, analyst, view } = page;
  const place = element("div", {});
  const details = element("details", { class: "outcomes" }, element("summary", {}, words.outcomes.title), place);
  const { method } = viewOf(source, view());
  const open = async (): Promise<void> => {
    const note = element("p", { class: "note" }, words.outcomes.note);
    place.replaceChildren(note, element("p", { class: "note" }, words.working));
    try {
      const table = await source.covariances(about.table, method === "auto" ? "inverse" : method);
      const drawn = await analyst.ask<Drawn>({ task: "outcomes", table, many: MANY });
      place.replaceChildren(note, element("p", { class: "note" }, words.outcomes.how), ...shown(drawn, about, page));
    } catch (failure) {
      place.replaceChildren(note, element("p", {}, unreadable(failure, words)));
      details.addEventListener("toggle", () => details.open && void open(), { once: true });
    }
  };
  details.addEventListener("toggle", () => details.open && void open(), { once: true });
  return details;
}

/** Cells whose shares are of all, with their rows. */
export function ungrouped(cells: readonly Pick<CellDocument, "categories">[], rows: readonly Row[]): ShownCell[] {
  return rows.map((row, place) => ({ categories: cells[place]?.categories ?? [], row, group: "" }));
}

/** The rows with their shares within the groups in every draw. */
function outcomes({ cells: known, draws }: Drawn, cells: readonly ShownCell[]): Outcome[] {
  const keys = known.map((categories) => categories.join("\n"));
  const placed = cells.map((cell) => ({ ...cell, at: keys.indexOf(cell.categories.join("\n")) }));
  return placed.map(({ row, group, at }) => {
    const own = placed.filter((each) => each.group === group);
    const shares = draws.map((draw) => {
      const all = own.reduce((sum, each) => sum + (draw[each.at] ?? 0), 0);
      return Math.min(1, Math.max(0, (draw[at] ?? 0) / all));
    });
    return { ...row, draws: row.shown === null ? [] : shares };
  });
}

/** The controls and the pictures. */
function shown(drawn: Drawn, about: About, page: Page): HTMLElement[] {
  const { words } = page;
  const all = outcomes(drawn, about.cells);
  const { answers } = about;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frame = element("div", {});
  let [how, answer]: ["moving" | "beside", string] = [still ? "beside" : "moving", answers?.first ?? ""];
  const show = (): void => {
    const rows = answers ? all.filter((row) => answers.of(row) === answer) : all;
    const title = `${words.outcomes.title}: ${about.title}${answers ? `: ${answer}` : ""}`;
    frame.replaceChildren(...(how === "moving" ? moving : beside)(rows, { ...about, title }, words, still));
  };
  const hows = Object.entries(words.outcomes.hows) as ["moving" | "beside", string][];
  const choice = setting(words.drawnAs, hows, how, (chosen) => {
    how = chosen;
    show();
  });
  const offered = answers ? [...new Set(all.map(answers.of))].map((each) => [each, each] as const) : [];
  const shownAnswer = setting(words.answer, offered, answer, (chosen) => {
    answer = chosen;
    show();
  });
  show();
  return [element("div", { class: "settings" }, choice, ...(answers ? [shownAnswer] : [])), frame];
}

/** All outcomes in one picture, with their numbers. */
function beside(rows: readonly Outcome[], about: About, words: Words): HTMLElement[] {
  const numbers = Array.from({ length: MANY }, (_, draw) => draw);
  const kind = {
    draw: (_: readonly Row[], width: number, title: string, lettering: Lettering) =>
      multiples(rows, numbers, width, title, lettering),
    unfolded: false,
    units: { value: () => "", interval: () => "" },
  };
  const chart = { ...words.chart, image: words.outcomes.image, interval: "" };
  const { figure, controls } = drawnBy(kind, chart, words, {
    name: `${about.table.join(" x ")} outcomes`,
    title: about.title,
    notes: [words.outcomes.note, words.outcomes.how, ...about.notes],
  });
  const lines = rows.map(({ labels, draws }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, labels[0] ?? ""),
      ...numbers.map((draw) => {
        const share = draws[draw];
        return element("td", {}, share === undefined ? words.chart.few : percent(share));
      }),
    ),
  );
  const table = bareTable(about.title, [about.heading, ...numbers.map((draw) => whole(draw + 1))], lines);
  requestAnimationFrame(() => figure.showWith(table, rows, about.title));
  return [figure.element, controls];
}

/** One outcome after the other, which can be paused; it stands still at first if `still` says so, and while it is folded away. */
function moving(rows: readonly Outcome[], { title }: About, words: Words, still: boolean): HTMLElement[] {
  const { pause, go, of } = words.outcomes;
  const chart = element("div", { class: "chart" });
  const told = element("span", { class: "note" });
  let [draw, isPaused] = [0, still];
  const show = (): void => {
    const width = chart.clientWidth;
    if (width === 0) return;
    const named = `${title} ${words.outcomes.image}`;
    chart.replaceChildren(multiples(rows, [draw], width, named, new Lettering(chart)));
    told.textContent = of(whole(draw + 1), whole(MANY));
  };
  const press = button(
    isPaused ? go : pause,
    () => {
      isPaused = !isPaused;
      press.textContent = isPaused ? go : pause;
    },
    "small",
  );
  const timer = setInterval(() => {
    if (!chart.isConnected) clearInterval(timer);
    else if (!isPaused && !document.hidden) {
      draw = (draw + 1) % MANY;
      show();
    }
  }, MILLISECONDS);
  new ResizeObserver(show).observe(chart);
  return [chart, element("div", { class: "controls" }, press, told)];
}
