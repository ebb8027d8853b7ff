/** Wraps the labels of charts. Fonts differ from machine to machine, so widths are measured. */

/** The line height, as a multiple of the font size. */
export const LINE_HEIGHT = 1.2;

/** The font of a chart. */
export class Lettering {
  /** The line height in pixels. */
  readonly line: number;
  readonly #canvas: CanvasRenderingContext2D;

  /** Takes the font of `element`. */
  constructor(element: Element) {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("this browser has no canvas to measure text with");
    const { font, fontSize } = getComputedStyle(element);
    canvas.font = font;
    this.#canvas = canvas;
    this.line = LINE_HEIGHT * Number.parseFloat(fontSize);
  }

  /** The width of the widest line, in pixels. */
  width(lines: readonly string[]): number {
    return Math.max(0, ...lines.map((line) => this.#canvas.measureText(line).width));
  }

  /** Breaks `label` into lines no wider than `width`: between words, and within a word that is too wide by itself. */
  wrap(label: string, width: number): string[] {
    const lines: string[] = [];
    for (const word of label.split(/\s+/).flatMap((each) => this.#pieces(each, width))) {
      const longer = `${lines.at(-1) ?? ""} ${word}`;
      if (lines.length > 0 && this.width([longer]) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** Breaks a word into pieces no wider than `width`, each of at least one character. */
  #pieces(word: string, width: number): string[] {
    const pieces: string[] = [];
    for (const character of word) {
      const longer = (pieces.at(-1) ?? "") + character;
      if (pieces.length > 0 && this.width([longer]) <= width) pieces[pieces.length - 1] = longer;
      else pieces.push(character);
    }
    return pieces;
  }
}
