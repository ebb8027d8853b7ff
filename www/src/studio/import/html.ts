/** Texts that other programs have as HTML. */

/** Extracts the text of an HTML fragment, in one line. */
export function plain(html: string): string {
  return linesIn(html).replace(/\s+/g, " ");
}

/** Extracts the text of an HTML fragment, with its lines and an empty line between paragraphs. */
export function linesIn(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/\s+/g, " "), "text/html");
  for (const unread of body.querySelectorAll("script, style")) unread.remove();
  for (const end of body.querySelectorAll("br")) end.replaceWith("\n");
  // Where one line ends another begins: several of these are one end.
  for (const [parts, end] of [
    ["div, li, tr", "\r"],
    ["p, h1, h2, h3, h4, h5, h6, ul, ol, table", "\n"],
  ] as const)
    for (const part of body.querySelectorAll(parts)) {
      part.before(end);
      part.after(end);
    }
  const text = (body.textContent ?? "").replace(/[^\S\r\n]+/g, " ").replace(/[ \r]*\r[ \r]*/g, "\n");
  return text
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
