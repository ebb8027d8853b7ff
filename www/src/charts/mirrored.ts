/** Charts run from the side on which their readers begin to read: mirrored where that is the right. */

/** Whether the page is read from right to left. */
export function isMirrored(): boolean {
  return document.dir === "rtl";
}

/** The sides on which reading begins and ends, with the sign of a step from the one to the other. */
export function sides() {
  return isMirrored()
    ? ({ begin: "right", end: "left", atBegin: "end", atEnd: "start", step: -1 } as const)
    : ({ begin: "left", end: "right", atBegin: "start", atEnd: "end", step: 1 } as const);
}

/** The margins of a chart with this much room where reading begins, and where it ends. */
export function margins(begin: number, end: number): { readonly marginLeft: number; readonly marginRight: number } {
  return isMirrored() ? { marginLeft: end, marginRight: begin } : { marginLeft: begin, marginRight: end };
}
