/** A chart as assistive technology should meet it: one image with one name. */

/** Makes `chart` an image; the names Plot gives its parts mean nothing to a listener and go. */
export function asImage(chart: Element): Element {
  chart.setAttribute("role", "img");
  for (const part of chart.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  return chart;
}
