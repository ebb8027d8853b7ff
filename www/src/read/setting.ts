/** A choice among a few settings. */

import { element } from "../page/element";

/** Makes the choice with its label; `set` is called with the chosen value. */
export function setting<Value extends string>(
  label: string,
  values: readonly (readonly [Value, string])[],
  now: Value,
  set: (value: Value) => void,
): HTMLElement {
  const options = values.map(([value, text]) => element("option", { value, selected: value === now }, text));
  const select = element("select", {}, ...options);
  select.addEventListener("change", () => set(select.value as Value));
  return element("label", {}, label, select);
}
