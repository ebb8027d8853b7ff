/**
 * Where an element asks: a document of its own, in a frame without an address, in a closed shadow root. Events in it, keys and
 * clicks with where they were included, come to no listener of the page; no selector, observer or list of frames of the page finds
 * it; nothing in it is in the history. It is of the page's origin all the same: a script that replaced the browser's functions
 * before these elements used them can follow them in.
 */
import { CandorError } from "../errors.js";
import { type Make, maker } from "./make.js";
import { PROPERTIES, STYLE } from "./style.js";
import type { Spoken } from "./words/index.js";

/** The inside of one element. */
export class Enclosure {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  #frame: HTMLIFrameElement | undefined;
  #left = new AbortController();

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ":host { display: block } :host([hidden]) { display: none } iframe { display: block; width: 100%; height: 0; border: 0 }",
    );
    this.#root.adoptedStyleSheets = [sheet];
  }

  /** A new document, empty, in place of any before: with that goes whatever was filled in, undoing it included. */
  async enter({ language, direction }: Spoken, title: string): Promise<Inside> {
    this.leave();
    const { signal } = this.#left;
    const frame = maker(document)("iframe", { title });
    this.#frame = frame;
    this.#root.append(frame);
    // Some browsers put another document in place of the first; in a page of no origin there is none to be had.
    if (frame.contentDocument && frame.contentDocument.readyState !== "complete")
      await new Promise((loaded) => frame.addEventListener("load", loaded, { once: true, signal }));
    const [inner, view] = [frame.contentDocument, frame.contentWindow as (Window & typeof globalThis) | null];
    if (inner === null || view === null)
      throw new CandorError("no-storage", "this page is of no origin, and keeps nothing");
    inner.documentElement.lang = language;
    inner.documentElement.dir = direction;
    inner.title = title;
    // The body is as high as the frame, not as what is in it.
    const content = maker(inner)("main");
    inner.body.append(content);
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(STYLE);
    inner.adoptedStyleSheets = [sheet];
    this.#dress(inner);
    const dress = () => this.#dress(inner);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress, { signal });
    new view.ResizeObserver(() => {
      frame.style.height = `${Math.ceil(content.getBoundingClientRect().height)}px`;
      this.#dress(inner);
    }).observe(content);
    return new Inside(maker(inner), content);
  }

  /** Says something that is no question, where no document is to be had; `detail` is in English. */
  say(text: string, detail?: string): void {
    this.leave();
    const make = maker(document);
    const more = detail === undefined ? [] : [make("p", { lang: "en", dir: "ltr" }, detail)];
    this.#root.replaceChildren(make("p", { role: "alert" }, text), ...more);
  }

  /** Takes the document away, with all that is in it. */
  leave(): void {
    this.#left.abort();
    this.#left = new AbortController();
    this.#root.replaceChildren();
    this.#frame = undefined;
  }

  /** Gives the inside the page's font and colours. */
  #dress({ documentElement: { style: inner }, body }: Document): void {
    const outer = getComputedStyle(this.#host);
    for (const name of PROPERTIES) inner.setProperty(name, outer.getPropertyValue(name));
    for (const name of ["color-scheme", "color", "font-size"]) inner.setProperty(name, outer.getPropertyValue(name));
    for (const name of ["font-family", "line-height"]) body.style.setProperty(name, outer.getPropertyValue(name));
    this.#frame?.style.setProperty("color-scheme", outer.colorScheme);
  }
}

/** What stands in an enclosure, and what makes elements for it. */
export class Inside {
  readonly make: Make;
  readonly #content: HTMLElement;

  constructor(make: Make, content: HTMLElement) {
    this.make = make;
    this.#content = content;
  }

  /** Runs when nobody has touched a key or the screen here for so many milliseconds; never once the document has gone. */
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
