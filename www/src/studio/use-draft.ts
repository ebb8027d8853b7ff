/** A hook for the draft with its history, kept in this browser. */

import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { blank, type Draft } from "./draft";
import { History } from "./history";
import { keep, keptDraft, onOtherTab } from "./kept";

/** The draft with its history, and whether it is kept. */
export interface Writing {
  readonly history: History<Draft>;
  /** Whether this browser keeps it. */
  readonly isKept: boolean;
  /** The draft that another tab has kept since. */
  readonly other: Draft | undefined;
  takeOther(): void;
}

/** The pause in typing, in milliseconds, after which the draft is kept. */
const PAUSE = 150;

/** Opens the draft kept before, or a blank survey in `language`. */
export function useDraft(language: string): Writing {
  const history = useMemo(() => new History(keptDraft() ?? blank(language)), []);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [isKept, setKept] = useState(true);
  const [other, setOther] = useState<Draft>();
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      later = undefined;
      setKept(keep(history.value));
    };
    const leave = () => {
      if (later === undefined) return;
      clearTimeout(later);
      save();
    };
    addEventListener("pagehide", leave);
    onOtherTab(setOther);
    return history.onChange(() => {
      draw(0);
      clearTimeout(later);
      later = setTimeout(save, PAUSE);
    });
  }, [history]);
  const takeOther = () => {
    if (other) history.change(other);
    setOther(undefined);
  };
  return { history, isKept, other, takeOther };
}
