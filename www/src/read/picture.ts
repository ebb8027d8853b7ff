/** Exports a chart as a self-contained picture: its colours and fonts are written into it as they are on the page. */

const DRAWN = ["fill", "stroke", "color"] as const;
const LETTERS = ["font-family", "font-size", "font-weight"] as const;

/** Exports the chart as SVG. */
export function svg(chart: SVGSVGElement): string {
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
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
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

/** Exports the chart as PNG, at twice the page's resolution. */
export async function png(chart: SVGSVGElement, text: string): Promise<Blob> {
  const { width, height } = chart.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(2 * width, 2 * height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, 2 * width, 2 * height);
  context.drawImage(image, 0, 0, 2 * width, 2 * height);
  return canvas.convertToBlob({ type: "image/png" });
}
