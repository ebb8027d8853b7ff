import type { Plan } from "../plan/plan.js";
import { freshId, labelled } from "./controls.js";
import type { Make } from "./make.js";
import type { Spoken } from "./words/index.js";

/** A box to tick before anything can be sent. That it was ticked is neither kept nor sent. */
export interface Consent {
  readonly element: HTMLElement;
  /** Says so and moves the focus to the box if it is not ticked; returns whether it is. */
  judge(): boolean;
}

/** Makes the box, if the plan has a text to agree to. */
export function consent(make: Make, { language, texts }: Plan, { words }: Spoken): Consent | undefined {
  if (texts.consent === undefined) return undefined;
  const complaint = make("p", { class: "alarm", id: freshId(), role: "alert" });
  const box = make("input", {
    type: "checkbox",
    autocomplete: "off",
    required: true,
    "aria-describedby": complaint.id,
  });
  const judge = () => {
    complaint.textContent = box.checked ? "" : words.agree;
    box.setAttribute("aria-invalid", `${!box.checked}`);
    if (!box.checked) box.focus();
    return box.checked;
  };
  box.addEventListener("input", () => box.checked && judge());
  const label = labelled(make, box, texts.consent, language);
  return { element: make("div", { class: "stack said consent" }, label, complaint), judge };
}
