/** The fragment of the address: a plan's fingerprint where the page has none in it, then settings, with `&` between them. */

/** Takes the parts that match out of the fragment, and adds others at its end; the page stays as it is. */
export function rewriteFragment(gone: RegExp, ...added: readonly string[]): void {
  const parts = location.hash.slice(1).split("&");
  const kept = parts.filter((part) => part !== "" && !gone.test(part));
  const fragment = [...kept, ...added].join("&");
  history.replaceState(null, "", `${location.pathname}${location.search}${fragment && `#${fragment}`}`);
}
