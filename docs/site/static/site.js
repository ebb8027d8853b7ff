/** Code and tables that scroll sideways are reached by keyboard; those that do not are no stop. */

const regions = [...document.querySelectorAll("article pre, article .table-wrapper")];

function reach() {
  for (const region of regions) {
    if (region.scrollWidth > region.clientWidth) {
      region.tabIndex = 0;
      region.setAttribute("role", "group");
      region.setAttribute("aria-label", region.localName === "pre" ? "Code" : "Table");
    } else for (const name of ["tabindex", "role", "aria-label"]) region.removeAttribute(name);
  }
}

reach();
const sizes = new ResizeObserver(reach);
for (const region of regions) sizes.observe(region);
