/** The base class of the elements: `HTMLElement`, or an empty class on a server. */
export const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
