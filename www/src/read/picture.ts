/**
 * Exports a chart as a picture that stands by itself: its colours and fonts are written into it as they are on the page, its title
 * is above it, and what its numbers are of, where they come from and how they were made is below.
 */

import { Lettering } from "../charts/lettering";
import { isMirrored } from "../charts/mirrored";

const DRAWN = ["fill", "stroke", "color"] as const;
const LETTERS = ["font-family", "font-size", "font-weight"] as const;
const SVG = "http://www.w3.org/2000/svg";
/** The space around the picture, and how much larger its title is than its other letters. */
const [EDGE, LARGER] = [16, 1.25];

/** What is written above and below a chart. */
export interface Caption {
  readonly title: string;
  readonly notes: readonly string[];
}

/** A picture in SVG, with its size in pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Exports the chart as SVG. */
export function pictureOf(chart: SVGSVGElement, { title, notes }: Caption): Picture {
  const { width: inner, height: drawn } = chart.getBoundingClientRect();
  const lettering = new Lettering(chart);
  const style = getComputedStyle(chart);
  const size = Number.parseFloat(style.fontSize);
  // Bold letters are up to a tenth wider.
  const above = lettering.wrap(title, inner / (LARGER * 1.1));
  const below = notes.flatMap((note) => lettering.wrap(note, inner));
  const [large, small] = [LARGER * lettering.line, lettering.line];
  const top = EDGE + above.length * large + EDGE / 2;
  const foot = top + drawn + EDGE;
  const width = Math.ceil(inner + 2 * EDGE);
  const height = Math.ceil(foot + below.length * small + EDGE);
  const letters = {
    x: isMirrored() ? width - EDGE : EDGE,
    fill: opaque(style.color),
    "font-family": style.fontFamily,
    ...(isMirrored() ? { direction: "rtl" } : {}),
  };
  const line = (text: string, y: number, how: Attributes) => {
    const written = made("text", { ...letters, ...how, y });
    written.textContent = text;
    return written;
  };
  const picture = made("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  picture.append(
    made("rect", { width, height, fill: opaque(getComputedStyle(document.body).backgroundColor) }),
    ...above.map((text, place) =>
      line(text, EDGE + (place + 0.8) * large, { "font-size": LARGER * size, "font-weight": 600 }),
    ),
    nested(chart, top),
    ...below.map((text, place) => line(text, foot + (place + 0.8) * small, { "font-size": size })),
  );
  return { svg: new XMLSerializer().serializeToString(picture), width, height };
}

type Attributes = Readonly<Record<string, string | number>>;

function made(name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) element.setAttribute(each, String(value));
  return element;
}

/** A copy of the chart with its own colours and fonts, at this height of the picture. */
function nested(chart: SVGSVGElement, top: number): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const [own, copied] = [chart, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>("*")]);
  own?.forEach((element, place) => {
    const style = getComputedStyle(element);
    const to = copied?.[place];
    for (const property of DRAWN)
      if (element === chart || element.hasAttribute(property)) to?.setAttribute(property, opaque(style[property]));
    if (element === chart || element instanceof SVGTextElement)
      for (const property of LETTERS) to?.setAttribute(property, style.getPropertyValue(property));
  });
  for (const styled of copy.querySelectorAll("style")) styled.remove();
  copy.removeAttribute("class");
  copy.setAttribute("x", String(EDGE));
  copy.setAttribute("y", String(top));
  return copy;
}

/** Converts a colour to a notation that every program reads: colours of other spaces are painted and read back. */
function opaque(colour: string): string {
  if (/^(#|rgb|none|[a-z]+$)/i.test(colour)) return colour;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!canvas) return colour;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Exports a picture as PNG, at twice the page's resolution. */
export async function png({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(2 * width, 2 * height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.drawImage(image, 0, 0, 2 * width, 2 * height);
  return canvas.convertToBlob({ type: "image/png" });
}
