/**
 * The fonts in which tests lay out pages, whatever the machine has. Text is equally wide everywhere, so that what overflows
 * on one machine overflows on all. DejaVu is among the widest fonts, so few others would overflow where it does not.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** The fonts, by the names in the pages' style sheet and in the packages of the fonts. */
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

/** Lays out every page of `context` in these fonts. They are given as bytes, so that no page requests one and no policy has to allow it. */
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
