/** The text that is to be translated, below the field of its translation. */

import { useStudio } from "../context";
import { sourceOf } from "../document/translated";
import type { Text } from "../draft";

/** The text in the first language that has it; nothing where it is written first. */
export function Source({ text, id }: { readonly text: Text; readonly id?: string }) {
  const { draft, writing } = useStudio();
  const source = sourceOf(text, draft, writing);
  if (source === undefined) return null;
  return (
    <span id={id} class="source" lang={source.tag} dir="auto">
      {source.text}
    </span>
  );
}
