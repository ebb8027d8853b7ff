/** The controls for opening a survey: from files, or from the collector that serves this page, with progress and errors. */

import { dayOf } from "../page/days";
import { button, element } from "../page/element";
import { decimal, whole } from "../page/numbers";
import { inWords } from "./labels";
import type { Misfit, Opened } from "./messages";
import { type ListedPlan, listed } from "./source";
import type { Chosen } from "./view";
import type { Words } from "./words";

/** The callbacks of the controls. */
export interface Opener {
  readonly files: (files: readonly File[], folders: readonly string[]) => void;
  readonly collector: (fingerprint: string) => void;
  readonly stop: () => void;
  readonly close: () => void;
}

const TOKEN = "candor-reader";

/** How many digits of a fingerprint are shown, to tell the plans of one survey apart. */
const SHOWN_OF_FINGERPRINT = 8;

/** The reader's token, kept only in this tab's session. */
export function keptToken(): string {
  return sessionStorage.getItem(TOKEN) ?? "";
}

/** The two ways to open a survey, and a summary of what is open. */
export class Opening {
  readonly element: HTMLElement;
  readonly #words: Words;
  readonly #opener: Opener;
  readonly #progress = element("progress", { max: 1 });
  readonly #busy: HTMLElement;
  readonly #said = element("div", { role: "status" });
  readonly #problems = element("div", { class: "error", role: "alert" });

  constructor(words: Words, opener: Opener, view: Chosen) {
    this.#words = words;
    this.#opener = opener;
    this.#progress.setAttribute("aria-label", words.working);
    this.#busy = element(
      "div",
      { class: "busy", hidden: true },
      element("span", {}, words.working),
      this.#progress,
      button(words.stop, opener.stop, "small"),
    );
    const told = element("div", { class: "said" }, this.#busy, this.#said, this.#problems);
    this.element = element(
      "section",
      { class: "opening", "aria-label": words.open },
      this.#dropping(),
      this.#collector(view),
      told,
    );
  }

  /** Shows the share read so far; without one, hides the progress. */
  working(share?: number): void {
    this.#busy.hidden = share === undefined;
    if (share) this.#progress.value = share;
    else this.#progress.removeAttribute("value");
  }

  /** Shows a summary of what is open. */
  say(...lines: string[]): void {
    const paragraphs = lines.map((line) => element("p", {}, line));
    this.#said.replaceChildren(...paragraphs);
  }

  /** Shows a summary of the opened files. */
  opened({ plan, counts, reports, repeated, otherPlan, misfits }: Opened): void {
    const words = this.#words;
    const lines: string[] = [];
    if (plan) {
      const title = inWords(plan.title ?? plan.survey, words);
      lines.push(counts ? words.opened(title, words.reports(whole(counts.n))) : `${title}. ${words.needReports}`);
      // Rounded up, so that no more privacy is claimed than is kept; 1e-9 absorbs the rounding of the promise's last digit.
      lines.push(words.promise(decimal(Math.ceil((plan.privacy.record - 1e-9) * 100) / 100, 2)));
    } else if (reports.length > 0) lines.push(words.needPlan);
    if (repeated > 0) lines.push(words.repeated(whole(repeated)));
    if (otherPlan > 0) lines.push(words.otherPlan(whole(otherPlan)));
    this.say(...lines);
    if (plan || reports.length > 0) this.#said.append(button(words.startOver, this.#opener.close, "small"));
    this.refuse(misfits);
  }

  /** Shows why files could not be read. */
  refuse(misfits: readonly (Misfit | { readonly file: string; readonly why: "folder" })[]): void {
    const words = this.#words;
    const lines = misfits.map((misfit) => {
      const detail = "detail" in misfit && misfit.detail ? ` (${misfit.detail})` : "";
      return element("li", {}, element("bdi", {}, misfit.file), ` ${words.refused[misfit.why]}${detail}`);
    });
    this.#problems.replaceChildren(
      ...(lines.length === 0 ? [] : [element("ul", {}, ...lines), element("p", {}, words.kept)]),
    );
  }

  /** Shows an error message. */
  complain(sentence: string): void {
    this.#problems.replaceChildren(sentence);
  }

  #dropping(): HTMLElement {
    const words = this.#words;
    const input = element("input", {
      type: "file",
      multiple: true,
      class: "unseen",
      "aria-label": words.choose,
      tabindex: "-1",
    });
    input.addEventListener("change", () => {
      this.#opener.files([...(input.files ?? [])], []);
      input.value = "";
    });
    const panel = element(
      "div",
      { class: "panel drop" },
      element("h2", {}, words.drop),
      element("p", { class: "note" }, words.openNote),
      element(
        "div",
        {},
        button(words.choose, () => input.click(), "primary"),
        input,
      ),
    );
    takeDrops(panel, this.#opener.files);
    return panel;
  }

  #collector(view: Chosen): HTMLElement {
    const words = this.#words;
    const choice = element("select", { required: true });
    const token = element("input", { type: "password", autocomplete: "off", value: keptToken() });
    const form = element(
      "form",
      { hidden: true },
      element("label", {}, words.survey, choice),
      element("label", {}, words.token, token),
      element("div", {}, element("button", { type: "submit", class: "button" }, words.readTotals)),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sessionStorage.setItem(TOKEN, token.value.trim());
      this.#opener.collector(choice.value);
    });
    const note = element("p", { class: "note" }, words.collectorNone);
    void listed().then((plans) => {
      if (plans.length === 0) return;
      const named =
        plans.find(({ fingerprint }) => fingerprint === view.plan) ??
        plans.find(({ survey }) => survey === view.survey);
      choice.replaceChildren(
        ...plans.map((plan) =>
          element("option", { value: plan.fingerprint, selected: plan === named }, this.#described(plan)),
        ),
      );
      note.textContent = words.collectorNote;
      form.hidden = false;
    });
    return element("div", { class: "panel" }, element("h2", {}, words.orCollector), note, form);
  }

  /** Describes a plan by its title, its dates, the number of reports in its totals, and the start of its fingerprint. */
  #described({ survey, title, fingerprint, reports, published, opens, closes }: ListedPlan): string {
    const words = this.#words;
    const [from, to] = [opens, closes].map((time) => (time === null ? undefined : dayOf(time, words.language)));
    const parts = [
      title ?? survey,
      ...(published ? [words.published(dayOf(published, words.language, "UTC"))] : []),
      ...(from || to ? [words.days(from, to)] : []),
      reports > 0 ? words.reports(whole(reports)) : words.noTotals,
      words.plan(fingerprint.replace(/^sha256:/, "").slice(0, SHOWN_OF_FINGERPRINT)),
    ];
    return parts.join(" · ");
  }
}

/** Handles files dropped on an element; of folders only the names are passed on. */
function takeDrops(panel: HTMLElement, take: Opener["files"]): void {
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    panel.classList.toggle("over", is);
  };
  panel.addEventListener("dragover", over(true));
  panel.addEventListener("dragleave", over(false));
  panel.addEventListener("drop", (event) => {
    over(false)(event);
    const items = [...(event.dataTransfer?.items ?? [])];
    const folders = items.flatMap((item) => {
      const entry = item.webkitGetAsEntry();
      return entry?.isDirectory ? [entry.name] : [];
    });
    const files = [...(event.dataTransfer?.files ?? [])].filter(({ name }) => !folders.includes(name));
    take(files, folders);
  });
}
