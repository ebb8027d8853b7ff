/** A part of the survey that most surveys do without: folded away until there is something in it. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface Props {
  readonly title: string;
  /** Whether there is something in it. */
  readonly isUsed: boolean;
  readonly children: ComponentChildren;
}

/** The part below its title, which opens and closes it. */
export function Fold({ title, isUsed, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="around" open={isOpen || isUsed} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
