/** A text field that grows with its text. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";

type Props = Omit<JSX.IntrinsicElements["textarea"], "onInput" | "value"> & {
  readonly value: string;
  write(text: string): void;
};

/** A field for one paragraph, without line breaks. */
export function TextField({ value, write, onKeyDown, ...rest }: Props) {
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
      onInput={(event) => write(event.currentTarget.value.replace(/\s*\n\s*/g, " "))}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.isComposing) event.preventDefault();
        if (typeof onKeyDown === "function") onKeyDown(event);
      }}
    />
  );
}
