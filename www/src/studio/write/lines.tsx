/** The editor of a list of short texts, such as choices or rows: in order, with what else belongs to each. */

import type { ComponentChildren } from "preact";
import { useStudio } from "../context";
import { moved, type Text } from "../draft";
import { focusOn } from "../parts/focus";
import { Handle } from "../parts/handle";
import { Icon } from "../parts/icon";
import { Toolbar } from "../parts/toolbar";
import { Source } from "./source";

/** One of the texts. */
export interface Line {
  readonly id: string;
  readonly text: Text;
}

/** What is said of the lines, by their places from 1 on. */
export interface LineWords {
  readonly line: (place: number) => string;
  readonly add: string;
  readonly remove: (place: number) => string;
  readonly move: (place: number, of: number) => string;
  readonly moved: (from: number, to: number, of: number) => string;
}

interface Props<Item extends Line> {
  readonly lines: readonly Item[];
  readonly words: LineWords;
  /** The element to focus when no line is left. */
  readonly otherwise: string;
  make(): Item;
  write(lines: readonly Item[], field?: string): void;
  /** What stands beside the text of a line. */
  beside?(line: Item, place: number): ComponentChildren;
  /** The name of the buttons below the lines. */
  readonly adding: string;
  /** Further buttons below the lines. */
  readonly children?: ComponentChildren;
}

/** The lines in order; Enter leads to an empty one or adds it, Backspace in an empty one removes it, and arrow keys with Alt move it. */
export function Lines<Item extends Line>({ lines, words, otherwise, adding, make, write, beside, children }: Props<Item>) {
  const { writing, announce } = useStudio();
  const insert = (place: number) => {
    const added = make();
    write([...lines.slice(0, place), added, ...lines.slice(place)]);
    focusOn(`#line-${added.id}`);
  };
  const remove = (place: number) => {
    write(lines.filter((_, other) => other !== place));
    const next = lines[place === 0 ? 1 : place - 1];
    focusOn(next ? `#line-${next.id}` : otherwise);
  };
  const move = (from: number, to: number, focused = `#row-${lines[from]?.id} .handle`) => {
    write(moved(lines, from, to));
    announce(words.moved(from + 1, to + 1, lines.length));
    focusOn(focused);
  };
  const typed = (place: number, text: string) =>
    write(
      lines.map((line, other) => (other === place ? { ...line, text: { ...line.text, [writing]: text } } : line)),
      `line-${lines[place]?.id}`,
    );
  const pressed = (event: KeyboardEvent, place: number) => {
    if (event.isComposing) return;
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    const next = lines[place + 1];
    if (event.key === "Enter" && next && isEmpty(next)) focusOn(`#line-${next.id}`);
    else if (event.key === "Enter") insert(place + 1);
    else if (event.key === "Backspace" && isEmpty(lines[place]) && lines.length > 2) remove(place);
    else if (step !== undefined && lines[place + step]) move(place, place + step, `#line-${lines[place]?.id}`);
    else return;
    event.preventDefault();
  };
  return (
    <div class="lines">
      <ol data-list>
        {lines.map((line, place) => (
          <li key={line.id} id={`row-${line.id}`} class="line">
            <Handle place={place} of={lines.length} label={words.move(place + 1, lines.length)} parts=".line" move={move} />
            <input
              id={`line-${line.id}`}
              type="text"
              autocomplete="off"
              aria-label={words.line(place + 1)}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              placeholder={words.line(place + 1)}
              lang={writing}
              dir="auto"
              value={line.text[writing] ?? ""}
              onInput={(event) => typed(place, event.currentTarget.value)}
              onKeyDown={(event) => pressed(event, place)}
            />
            {beside?.(line, place)}
            <button type="button" class="icon" tabIndex={-1} aria-label={words.remove(place + 1)} title={words.remove(place + 1)} onClick={() => remove(place)}>
              <Icon name="remove" />
            </button>
            <Source text={line.text} />
          </li>
        ))}
      </ol>
      <Toolbar class="more" label={adding}>
        <button type="button" class="button small grow" onClick={() => insert(lines.length)}>
          {words.add}
        </button>
        {children}
      </Toolbar>
    </div>
  );
}

function isEmpty(line: Line | undefined): boolean {
  return Object.values(line?.text ?? {}).every((each) => each === "");
}
