/** Buttons that are one stop of the Tab key: arrow keys lead from one to the next. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** The buttons in a row; Tab reaches the one that was used last. */
export function Toolbar({ label, children, ...rest }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | undefined>(undefined);
  const listed = () => [...(own.current?.querySelectorAll<HTMLElement>("button:not(:disabled), input") ?? [])];
  const settle = () => {
    const buttons = listed();
    const reached = buttons.find((button) => button === last.current) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === reached ? 0 : -1;
  };
  // Buttons come and go, and are disabled, whenever it is rendered.
  useLayoutEffect(settle);
  const pressed = (event: KeyboardEvent) => {
    const buttons = listed();
    const at = buttons.findIndex((button) => button === document.activeElement);
    const isRightToLeft = own.current !== null && getComputedStyle(own.current).direction === "rtl";
    const step = { ArrowLeft: isRightToLeft ? 1 : -1, ArrowRight: isRightToLeft ? -1 : 1 }[event.key];
    const to = { Home: 0, End: buttons.length - 1 }[event.key] ?? (step === undefined ? undefined : at + step);
    if (to === undefined || at < 0) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={own}
      role="toolbar"
      aria-label={label}
      onKeyDown={pressed}
      onFocusIn={({ target }) => {
        if (target instanceof HTMLElement) last.current = target;
        settle();
      }}
      {...rest}
    >
      {children}
    </div>
  );
}
