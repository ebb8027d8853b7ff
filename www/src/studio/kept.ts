/** Keeps the draft in this browser's storage. It contains questions, never an answer. */

import { blank, type Draft, newQuestion } from "./draft";

const KEY = "studio-draft";

/** Returns the draft kept before, if there is one that can be read. */
export function keptDraft(): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Draft | null;
    if (kept === null || !Array.isArray(kept.questions) || !Array.isArray(kept.languages)) return undefined;
    // A draft that an earlier version of the studio kept lacks what drafts and questions have now.
    return {
      ...blank("en"),
      ...kept,
      questions: kept.questions.map((question) => ({ ...newQuestion(), ...question })),
    };
  } catch {
    return undefined;
  }
}

/** Keeps the draft; returns whether storage accepted it. */
export function keep(draft: Draft): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Calls `changed` with the draft that another tab has kept. */
export function onOtherTab(changed: (draft: Draft) => void): void {
  addEventListener("storage", ({ key }) => {
    const kept = key === KEY ? keptDraft() : undefined;
    if (kept) changed(kept);
  });
}
