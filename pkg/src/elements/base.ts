/** What an element of HTML is, where there are any: on a server there is nothing to define. */
export const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
