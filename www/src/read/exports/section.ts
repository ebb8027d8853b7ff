/** The section that saves perturbed reports, which only a page has that opened files of them. */

import { button, element } from "../../page/element";
import { downloaded, fileName } from "../download";
import type { Page } from "../page";
import type { Source } from "../source";

/** Makes the section, with the label that says what the reports are. */
export function perturbedSection({ plan, reports }: Source, { words, busy, complain }: Page): HTMLElement {
  const { title, note, save, label } = words.exports.perturbed;
  const name = fileName(`${plan.survey}-perturbed-reports-not-answers`);
  const press = async (): Promise<void> => {
    busy(true);
    try {
      const { perturbed } = await import("./perturbed");
      downloaded(`${name}.zip`, await perturbed(name, plan, reports, words));
    } catch (failure) {
      complain(failure);
    } finally {
      busy(false);
    }
  };
  return element(
    "section",
    { class: "ruled", "aria-labelledby": "perturbed-title" },
    element("h2", { id: "perturbed-title" }, title),
    element("p", { class: "note" }, element("strong", {}, label), ` ${note}`),
    element(
      "div",
      { class: "controls" },
      button(save, () => void press(), "small"),
    ),
  );
}
