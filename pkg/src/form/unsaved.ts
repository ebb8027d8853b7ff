/**
 * Browsers write what stands in fields into files of their profile, to restore pages after a crash. What they leave out: Chromium every
 * field with `autocomplete="off"`; Firefox selects and text areas with it, radio buttons and checkboxes of a form with it, and other
 * fields by either.
 */
import { needed } from "../runtime.js";

/**
 * Has browsers write nothing of what is filled in within `root`, in fields that come later too, until the function that it gives is
 * called. Radio buttons and checkboxes of no form become those of an empty one that cannot be sent.
 */
export function leaveUnsaved(root: Element): () => void {
  const exclude = () => {
    // A form has fields that stand elsewhere, too.
    const parts = [...root.querySelectorAll("*"), ...(root instanceof HTMLFormElement ? root.elements : [])];
    for (const part of parts) if (part.matches("input, select, textarea")) excludeField(part as Field);
  };
  exclude();
  const observer = new (needed("MutationObserver"))(exclude);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["autocomplete", "form"] });
  return () => observer.disconnect();
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function excludeField(field: Field): void {
  if (field.form === null && field.matches("[type=radio], [type=checkbox]")) field.setAttribute("form", emptyForm().id);
  // Written only where it changes something, or what observes the page would be called for ever.
  for (const part of [field, field.form])
    if (part && part.getAttribute("autocomplete") !== "off") part.setAttribute("autocomplete", "off");
}

const ID = "candor-unsaved";

/** A form that no key sends, and that as one of a dialog has nowhere to go. */
function emptyForm(): HTMLFormElement {
  const known = document.getElementById(ID);
  if (known) return known as HTMLFormElement;
  const form = Object.assign(document.createElement("form"), { id: ID, hidden: true, method: "dialog" });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.body.append(form);
  return form;
}
