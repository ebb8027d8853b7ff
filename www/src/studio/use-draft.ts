/** The draft with its history, kept in this browser. */

import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { blank, type Draft } from "./draft";
import { History } from "./history";
import { keep, keptDraft, onOtherTab } from "./kept";

/** What is being written, and what can be undone. */
export interface Writing {
  readonly history: History<Draft>;
  /** Whether this browser keeps it. */
  readonly isKept: boolean;
  /** What another tab has kept since. */
  readonly other: Draft | undefined;
  takeOther(): void;
}

/** A pause in typing. */
const PAUSE = 150;

/** What was written here before, or a blank survey in `language`. */
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
