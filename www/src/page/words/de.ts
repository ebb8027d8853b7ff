import type { PageWords } from "./words";

export const de: PageWords = {
  language: "de",
  between: " ",
  comma: ", ",
  head: {
    pages: "Seiten",
    survey: "Umfrage",
    totals: "Ergebnisse",
    language: "Sprache",
    dark: "Zu dunklen Farben wechseln",
    light: "Zu hellen Farben wechseln",
  },
  names: { taxes: "Steuern", drugs: "Drogen", harassment: "Belästigung", income: "Einkommen", voting: "Wahl" },
  declined: "Möchte ich nicht sagen",
  notAsked: "nicht gefragt",
  notReached: "nicht erreicht",
  anyNumber: "Jede Zahl",
  under: (to) => `Unter ${to}`,
  orMore: (from) => `${from} oder mehr`,
  range: (from, to) => `${from} bis unter ${to}`,
  reasons: {
    unreachable: "Die Sammelstelle ist nicht zu erreichen.",
    "timed-out": "Die Sammelstelle antwortet nicht.",
    "unexpected-response":
      "Was geantwortet hat, ist nicht die Sammelstelle; vielleicht verlangt das Netz erst eine Anmeldung.",
  },
  wrong: (code) => `Etwas ist schiefgegangen (${code}).`,
};
