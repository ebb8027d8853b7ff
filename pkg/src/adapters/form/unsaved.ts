/**
 * Keeps answers out of browsers' session files. Browsers write the values of fields into their profile, to restore pages after a
 * crash. Chromium leaves out every field with `autocomplete="off"`; Firefox leaves out selects and text areas that have it, radio
 * buttons and checkboxes whose form has it, and other fields where either has it.
 */
import { needed } from "../../common/runtime.js";

/**
 * Keeps browsers from saving what is filled in within `root`, also in fields added later, until the returned function is called.
 * Radio buttons and checkboxes without a form are assigned to an empty one that cannot be submitted.
 */
export function leaveUnsaved(root: Element): () => void {
  const exclude = () => {
    // A form can own fields outside of its element.
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
  // Set only where it changes something: otherwise the mutation observer would trigger itself for ever.
  for (const part of [field, field.form])
    if (part && part.getAttribute("autocomplete") !== "off") part.setAttribute("autocomplete", "off");
}

const ID = "candor-unsaved";

/** Makes a form that no key submits, and whose method "dialog" would send nothing. */
function emptyForm(): HTMLFormElement {
  const known = document.getElementById(ID);
  if (known) return known as HTMLFormElement;
  const form = Object.assign(document.createElement("form"), { id: ID, hidden: true, method: "dialog" });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.body.append(form);
  return form;
}
