/** A handle that moves one of several parts, by dragging or with the arrow keys. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "./icon";

interface Props {
  readonly place: number;
  readonly of: number;
  readonly label: string;
  /** The selector of the parts that can be reordered, within the nearest `[data-list]`. */
  readonly parts: string;
  move(from: number, to: number): void;
  readonly children?: ComponentChildren;
}

/** A button that moves its part, and no stop of the Tab key, since the field beside it takes arrow keys with Alt; a part that is dragged over shows on which side the dragged one would be inserted. */
export function Handle({ place, of, label, parts, move }: Props) {
  const own = useRef<HTMLButtonElement>(null);
  const target = useRef(place);
  const listed = () => {
    const list = own.current?.closest("[data-list]");
    return [...(list?.querySelectorAll<HTMLElement>(parts) ?? [])].filter((part) => part.closest("[data-list]") === list);
  };
  const show = (to: number | undefined) => {
    listed().forEach((part, i) => {
      part.classList.toggle("dragged", to !== undefined && i === place);
      part.classList.toggle("drop-before", to !== undefined && to < place && i === to);
      part.classList.toggle("drop-after", to !== undefined && to > place && i === to);
    });
  };
  const over = (y: number) => {
    const middles = listed().map((part) => part.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
    const before = middles.filter((middle, i) => i !== place && middle < y).length;
    return Math.min(before, of - 1);
  };
  const drop = (event: PointerEvent, taken: boolean) => {
    if (!own.current?.hasPointerCapture(event.pointerId)) return;
    own.current.releasePointerCapture(event.pointerId);
    show(undefined);
    if (taken && target.current !== place) move(place, target.current);
  };
  const step = (event: KeyboardEvent) => {
    const to = place + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0);
    if (to === place) return;
    event.preventDefault();
    if (0 <= to && to < of) move(place, to);
  };
  return (
    <button
      ref={own}
      type="button"
      class="icon handle"
      tabIndex={-1}
      aria-label={label}
      title={label}
      disabled={of < 2}
      onKeyDown={step}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        target.current = place;
        own.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!own.current?.hasPointerCapture(event.pointerId)) return;
        target.current = over(event.clientY);
        show(target.current);
      }}
      onPointerUp={(event) => drop(event, true)}
      onPointerCancel={(event) => drop(event, false)}
    >
      <Icon name="grip" />
    </button>
  );
}
