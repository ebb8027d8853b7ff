/**
 * A document of its own in which an element asks: in a frame without an address, in a closed shadow root. No listener of the page
 * receives its events, such as keys, clicks and their positions; no selector, observer or list of frames of the page finds it;
 * nothing in it enters the history. It still has the page's origin: a script that replaced the browser's functions before these
 * elements used them can get in.
 */
import { CandorError } from "../common/errors.js";
import { needed } from "../common/runtime.js";
import { type Make, maker } from "./make.js";
import { PROPERTIES, STYLE } from "./style.js";
import type { Spoken } from "./words/index.js";

/** Holds the enclosed document of one element. */
export class Enclosure {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  #frame: HTMLIFrameElement | undefined;
  #left: AbortController | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ":host { display: block } :host([hidden]) { display: none } iframe { display: block; width: 100%; height: 0; border: 0 }",
    );
    this.#root.adoptedStyleSheets = [sheet];
  }

  /** Replaces any earlier document by an empty one. Whatever was filled in is gone, and so is its undo history. */
  async enter({ language, direction }: Spoken, title: string): Promise<Inside> {
    this.leave();
    this.#left = new (needed("AbortController"))();
    const { signal } = this.#left;
    const frame = maker(document)("iframe", { title });
    this.#frame = frame;
    this.#root.append(frame);
    // Some browsers replace the frame's first document. In a page with an opaque origin no document is accessible.
    if (frame.contentDocument && frame.contentDocument.readyState !== "complete")
      await new Promise((loaded) => frame.addEventListener("load", loaded, { once: true, signal }));
    const [inner, view] = [frame.contentDocument, frame.contentWindow as (Window & typeof globalThis) | null];
    if (inner === null || view === null)
      throw new CandorError("no-storage", "this page has no origin, and so no storage");
    inner.documentElement.lang = language;
    inner.documentElement.dir = direction;
    inner.title = title;
    // The body is as high as the frame, so the content gets an element whose height can be observed. Its name tells it from the main part of the page.
    const content = maker(inner)("main", { "aria-label": title });
    inner.body.append(content);
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(STYLE);
    inner.adoptedStyleSheets = [sheet];
    this.#dress(inner);
    const dress = () => this.#dress(inner);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress, { signal });
    // The frame lacks what the page lacks.
    needed("ResizeObserver");
    new view.ResizeObserver(() => {
      frame.style.height = `${Math.ceil(content.getBoundingClientRect().height)}px`;
      this.#dress(inner);
    }).observe(content);
    return new Inside(maker(inner), content);
  }

  /** Shows a message in place of the document; `detail` is in English. */
  say(text: string, detail?: string): void {
    this.leave();
    const make = maker(document);
    const more = detail === undefined ? [] : [make("p", { lang: "en", dir: "ltr" }, detail)];
    this.#root.replaceChildren(make("p", { role: "alert" }, text), ...more);
  }

  /** Removes the document with all its contents. */
  leave(): void {
    this.#left?.abort();
    this.#root.replaceChildren();
    this.#frame = undefined;
  }

  /** Copies the page's font and colours into the document. */
  #dress({ documentElement: { style: inner }, body }: Document): void {
    const outer = getComputedStyle(this.#host);
    for (const name of PROPERTIES) inner.setProperty(name, outer.getPropertyValue(name));
    for (const name of ["color-scheme", "color", "font-size"]) inner.setProperty(name, outer.getPropertyValue(name));
    for (const name of ["font-family", "line-height"]) body.style.setProperty(name, outer.getPropertyValue(name));
    this.#frame?.style.setProperty("color-scheme", outer.colorScheme);
  }
}

/** The content of an enclosure, with a function that makes elements for it. */
export class Inside {
  readonly make: Make;
  readonly #content: HTMLElement;

  constructor(make: Make, content: HTMLElement) {
    this.make = make;
    this.#content = content;
  }

  /** Runs a function after this many milliseconds without input; never after the document was removed. */
  whenIdle(milliseconds: number, run: () => void): void {
    const { ownerDocument } = this.#content;
    const view = ownerDocument.defaultView!;
    let timer = view.setTimeout(run, milliseconds);
    const again = () => {
      view.clearTimeout(timer);
      timer = view.setTimeout(run, milliseconds);
    };
    for (const type of ["keydown", "pointerdown", "pointermove", "input"]) ownerDocument.addEventListener(type, again);
  }

  readonly show = (...content: Node[]): void => {
    this.#content.replaceChildren(...content);
  };
}
