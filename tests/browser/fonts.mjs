/**
 * The fonts that pages are laid out in here, whatever the machine has: text is as wide everywhere, so that what overflows
 * on one machine overflows on all. DejaVu is among the widest, so there is no kinder choice than this one.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** As the variables of the pages' style sheet and the packages of the fonts name them. */
const KINDS = ["sans", "serif", "mono"];

const FACES = KINDS.flatMap((kind) =>
  [400, 700].map((weight) => ({
    kind,
    weight: `${weight}`,
    bytes: readFileSync(
      resolve(`@fontsource/dejavu-${kind}/files/dejavu-${kind}-latin-${weight}-normal.woff2`),
      "base64",
    ),
  })),
);

/** Lays out every page of `context` in these fonts. They come as bytes: no page asks for one, no policy has to allow it. */
export function bringFonts(context) {
  return context.addInitScript(layOut, FACES);
}

function layOut(faces) {
  const family = (kind) => `DejaVu ${kind} of the tests`;
  for (const { kind, weight, bytes } of faces) {
    document.fonts.add(new FontFace(family(kind), Uint8Array.fromBase64(bytes), { weight }));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(faces.map(({ kind }) => `:root { --${kind}: "${family(kind)}" !important; }`).join("\n"));
  document.adoptedStyleSheets.push(sheet);
}
