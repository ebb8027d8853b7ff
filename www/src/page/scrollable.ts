/**
 * A frame whose content may be wider than itself. While it can scroll, it is focusable by keyboard and has a name; while
 * everything is visible, it is not a tab stop.
 */

/** By their elements, all that have been made. */
const frames = new WeakMap<Element, Scrollable>();

/** Told of frames and contents whose size has changed, and of new ones. All are measured before any is changed, so that the page is laid out once. */
const sizes = new ResizeObserver((changes) => {
  const changed = new Set<Scrollable>();
  for (const { target } of changes) {
    const own = frames.get(target) ?? (target.parentElement && frames.get(target.parentElement));
    if (own) changed.add(own);
  }
  const scrolling = Array.from(changed, (each) => ({ each, scrolls: each.frame.scrollWidth > each.frame.clientWidth }));
  for (const { each, scrolls } of scrolling) each.settle(scrolls);
});

/** One frame with its content. */
export class Scrollable {
  readonly frame: HTMLElement;
  #name = "";

  constructor(frame: HTMLElement) {
    this.frame = frame;
    frames.set(frame, this);
    sizes.observe(frame);
  }

  /** Replaces the content; `name` is the frame's accessible name. */
  show(content: Element, name: string): void {
    for (const before of this.frame.children) sizes.unobserve(before);
    this.frame.replaceChildren(content);
    this.#name = name;
    sizes.observe(content);
  }

  /** Makes the frame a tab stop, or none. */
  settle(scrolls: boolean): void {
    for (const [attribute, value] of [
      ["tabindex", "0"],
      ["role", "region"],
      ["aria-label", this.#name],
    ] as const) {
      if (scrolls) this.frame.setAttribute(attribute, value);
      else this.frame.removeAttribute(attribute);
    }
  }
}
