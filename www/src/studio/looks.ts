/** The looks of the author's surveys, kept in this browser apart from the drafts: they belong to the author, not to a survey. */

import { useState } from "preact/hooks";
import type { SurveyTheme } from "../survey-theme/theme";

const KEY = "studio-looks";

/** A hook for the looks with the function that replaces and keeps them. */
export function useLooks(): readonly [SurveyTheme, (looks: SurveyTheme) => void] {
  const [looks, setLooks] = useState(kept);
  const replace = (next: SurveyTheme) => {
    setLooks(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage the looks last as long as the page.
    }
  };
  return [looks, replace];
}

function kept(): SurveyTheme {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as SurveyTheme | null) ?? {};
  } catch {
    return {};
  }
}
