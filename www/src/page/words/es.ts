import type { PageWords } from "./words";

export const es: PageWords = {
  language: "es",
  between: " ",
  comma: ", ",
  head: {
    pages: "Páginas",
    survey: "Encuesta",
    totals: "Totales",
    language: "Idioma",
    dark: "Cambiar a colores oscuros",
    light: "Cambiar a colores claros",
  },
  names: { taxes: "impuestos", drugs: "drogas", harassment: "acoso", income: "ingresos", voting: "voto" },
  declined: "Prefiero no decirlo",
  notAsked: "no se preguntó",
  notReached: "no alcanzada",
  anyNumber: "Cualquier número",
  under: (to) => `Menos de ${to}`,
  orMore: (from) => `${from} o más`,
  range: (from, to) => `De ${from} a menos de ${to}`,
  reasons: {
    unreachable: "No se puede contactar con el recolector.",
    "timed-out": "El recolector no responde.",
    "unexpected-response": "Lo que ha respondido no es el recolector; puede que la red pida antes iniciar sesión.",
  },
  wrong: (code) => `Algo ha fallado (${code}).`,
};
