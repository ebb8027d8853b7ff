/**
 * A frame whose content may be wider than itself. While it can scroll, it is focusable by keyboard and has a name; while
 * everything is visible, it is not a tab stop.
 */

/** One frame with its content. */
export class Scrollable {
  readonly frame: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#settle());
  #name = "";

  constructor(frame: HTMLElement) {
    this.frame = frame;
    this.#sizes.observe(frame);
  }

  /** Replaces the content; `name` is the frame's accessible name. */
  show(content: Element, name: string): void {
    for (const before of this.frame.children) this.#sizes.unobserve(before);
    this.frame.replaceChildren(content);
    this.#name = name;
    this.#sizes.observe(content);
    this.#settle();
  }

  #settle(): void {
    const scrolls = this.frame.scrollWidth > this.frame.clientWidth;
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
