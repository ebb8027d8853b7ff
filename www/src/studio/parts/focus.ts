/** Moves the focus to what is about to be on the page. */

/** Focuses the first element of a selector once what was changed is drawn; nothing where there is none. */
export function focusOn(selector: string): void {
  requestAnimationFrame(() => setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus()));
}
