/** A text field that grows with its text. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";

type Props = Omit<JSX.IntrinsicElements["textarea"], "onInput" | "value"> & {
  readonly value: string;
  /** Whether the text may have several lines. */
  readonly lines?: boolean;
  write(text: string): void;
};

/** A field for one paragraph without line breaks, or for several lines. */
export function TextField({ value, lines = false, write, onKeyDown, ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows from its text
  useLayoutEffect(() => {
    if (field.current === null) return;
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight + 2}px`;
  }, [value]);
  return (
    <textarea
      {...rest}
      ref={field}
      rows={1}
      value={value}
      onInput={({ currentTarget: { value: typed } }) => write(lines ? typed : typed.replace(/\s*\n\s*/g, " "))}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.isComposing && !lines) event.preventDefault();
        if (typeof onKeyDown === "function") onKeyDown(event);
      }}
    />
  );
}
