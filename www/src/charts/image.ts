/** Presents a chart to assistive technology as one image with one name. */

/** Makes `chart` an image, and removes the labels that Plot gives its parts, which mean nothing to a listener. */
export function asImage(chart: Element): Element {
  chart.setAttribute("role", "img");
  for (const part of chart.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  return chart;
}
