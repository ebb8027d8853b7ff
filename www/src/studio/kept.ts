/** The draft in this browser's storage. It holds questions, never an answer. */

import type { Draft } from "./draft";

const KEY = "studio-draft";

/** What was written here before, if anything was and it can be read. */
export function keptDraft(): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Draft | null;
    return kept !== null && Array.isArray(kept.questions) && Array.isArray(kept.languages) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the draft; whether storage took it. */
export function keep(draft: Draft): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Calls `changed` when another tab keeps a draft. */
export function onOtherTab(changed: (draft: Draft) => void): void {
  addEventListener("storage", ({ key }) => {
    const kept = key === KEY ? keptDraft() : undefined;
    if (kept) changed(kept);
  });
}
