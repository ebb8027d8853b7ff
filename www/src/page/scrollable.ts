/**
 * A frame whose content may be wider than itself. While it has something to scroll to, it can be reached by keyboard
 * and says its name; while everything is in sight it is no stop on the way.
 */

/** One frame and what it shows. */
export class Scrollable {
  readonly frame: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#settle());
  #name = "";

  constructor(frame: HTMLElement) {
    this.frame = frame;
    this.#sizes.observe(frame);
  }

  /** Shows `content` in place of what was there; `name` is the frame's for those who cannot see it. */
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
