import type { PageWords } from "./words";

export const en: PageWords = {
  language: "en",
  between: " ",
  comma: ", ",
  head: {
    pages: "Pages",
    survey: "Survey",
    totals: "Totals",
    language: "Language",
    dark: "Switch to dark colours",
    light: "Switch to light colours",
  },
  names: { taxes: "taxes", drugs: "drugs", harassment: "harassment", income: "income", voting: "voting" },
  declined: "Prefer not to say",
  notAsked: "not asked",
  notReached: "not reached",
  anyNumber: "Any number",
  under: (to) => `Under ${to}`,
  orMore: (from) => `${from} or more`,
  range: (from, to) => `${from} to under ${to}`,
  reasons: {
    unreachable: "The collector cannot be reached.",
    "timed-out": "The collector does not answer.",
    "unexpected-response": "What answered is not the collector; a network may ask you to log in first.",
  },
  wrong: (code) => `Something went wrong (${code}).`,
};
