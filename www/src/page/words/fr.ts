import type { PageWords } from "./words";

export const fr: PageWords = {
  language: "fr",
  between: " ",
  comma: ", ",
  head: {
    pages: "Pages",
    survey: "Enquête",
    totals: "Totaux",
    language: "Langue",
    dark: "Passer aux couleurs sombres",
    light: "Passer aux couleurs claires",
  },
  names: { taxes: "impôts", drugs: "drogues", harassment: "harcèlement", income: "revenu", voting: "vote" },
  declined: "Je préfère ne pas le dire",
  notAsked: "non posée",
  notReached: "non atteinte",
  anyNumber: "N’importe quel nombre",
  under: (to) => `Moins de ${to}`,
  orMore: (from) => `${from} ou plus`,
  range: (from, to) => `De ${from} à moins de ${to}`,
  reasons: {
    unreachable: "Le collecteur est injoignable.",
    "timed-out": "Le collecteur ne répond pas.",
    "unexpected-response":
      "Ce qui a répondu n’est pas le collecteur ; le réseau demande peut-être d’abord de s’identifier.",
  },
  wrong: (code) => `Une erreur s’est produite (${code}).`,
};
