/** Moves the focus to elements that are about to be rendered. */

/** Focuses the first element that matches a selector, if any, once pending changes are rendered. */
export function focusOn(selector: string): void {
  requestAnimationFrame(() => setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus()));
}
