import type { Count } from "../../page/numbers";
import { es as page } from "../../page/words/es";
import type { Words } from "./words";

const reports = ({ text, form }: Count) => `${text} ${form === "one" ? "informe" : "informes"}`;
const people = ({ text, form }: Count) => `${text} ${form === "one" ? "persona simulada" : "personas simuladas"}`;
const intervals = ({ text, form }: Count) => (form === "one" ? "el único intervalo" : `los ${text} intervalos`);
const stepwise = (after: Count, more: Count, pause = "") =>
  `Los totales se calculan con los informes de un mismo momento. Se muestran a partir de ${reports(after)} y cambian tras al menos ${reports(more)} más${pause}: la diferencia de dos totales nunca es la de menos informes.`;
const narrowest = (near: string) =>
  `Tomadas juntas todas las preguntas y todos los pares, estos intervalos ${near} los más estrechos que podría dar cualquier encuesta privada: cualquier protocolo con este ε del registro y estimaciones insesgadas, cuando todas las respuestas son igual de frecuentes.`;

export const es: Words = {
  ...page,
  page: {
    title: "Candor · los totales",
    description: "Totales estimados de una encuesta cuyas respuestas se cambian al azar en cada dispositivo.",
    skip: "Ir a los totales",
    survey: "La encuesta",
    totals: "Los totales",
    lede: "La página de la encuesta cambia las respuestas al azar antes de enviarlas. Las estimaciones deshacen el ruido para todos los informes juntos y dicen cuánto puede desviarse cada proporción. Toman cada informe por el de alguien que respondió: quien envía informes falsos puede desviarlas.",
    invented: "Pruébelo con personas que no existen",
    inventedNote:
      "Los habitantes de Larkhaven, una ciudad inventada, se sortean en esta pestaña. Las respuestas de cada uno las altera el mismo programa que ejecuta el navegador de quien responde, y se envían al mismo recolector. Como esta pestaña los inventó, solo ella sabe qué respondieron en verdad y puede mostrarlo junto a las estimaciones. Sus informes se quedan en la base de datos de este recolector, entre los de personas reales.",
    nobody:
      "En cuanto bastantes personas [respondan a la encuesta], o lo hagan personas simuladas, las estimaciones aparecerán aquí.",
    questions: "Pregunta por pregunta",
    refresh: "Actualizar",
    key: "Leyenda de los gráficos",
    estimateKey: "Estimación con su intervalo del 95\u00a0%",
    truthKey: "Verdad simulada",
    unbiased:
      "Las proporciones son la mejor estimación a partir de todas las preguntas juntas, con tendencia a menos asociaciones; los intervalos son los de las tablas insesgadas. Las estimaciones insesgadas, que pueden ser menores que 0 o mayores que 100\u00a0%, están en los archivos JSON y CSV que el recolector escribe para programas.",
    pair: "Dos preguntas juntas",
    foot: "La página de la encuesta solo envía al recolector informes alterados. [Responda a la encuesta] usted también.",
  },

  noTotals: "Todavía no hay totales.",
  headline: (count) => `${reports(count)}, y lo que dicen juntos.`,
  refreshed: (headline) => `Actualizado. ${headline}`,
  answer: "Respuesta",
  published: (day) => `Publicada el ${day}.`,
  everyReport: "Aquí los totales cambian con cada informe.",
  inSteps: (after, more) => stepwise(after, more),
  inStepsAndTime: (after, more, { text, form }) =>
    stepwise(after, more, ` y como máximo cada ${form === "one" ? "minuto" : `${text} minutos`}`),
  atClose: (after) =>
    `Los totales se calculan una sola vez, cuando la encuesta ya no acepta informes, si hay al menos ${reports(after)}.`,
  within: (share) => narrowest(`son a lo sumo un ${share} más anchos que`),
  timesAsWide: (times) => narrowest(`son ${times} veces tan anchos como`),
  bound:
    "Se comparan errores estándar esperados, en media cuadrática sobre todas las celdas, con una cota inferior promediada sobre las permutaciones de las etiquetas de las respuestas.",

  simulate: (count) => `Simular ${count} personas`,
  stop: "Detener",
  stored: "Personas simuladas guardadas",
  simulating: "Simulando…",
  notStarted: "No se pudo iniciar la simulación.",
  simulated: (count) => `${count.form === "one" ? "Ha respondido" : "Han respondido"} ${people(count)}.`,
  stopped: (count) => `Detenido tras ${people(count)}.`,

  covered: (covering, all) =>
    `${covering} de ${intervals(all)} cubren lo que respondieron en verdad las personas simuladas.`,
  allSimulated: "Todos los informes que hay aquí vienen de la simulación de esta pestaña.",
  mixture: (count, simulated) =>
    `El recolector tiene ${reports(count)}, de los que esta pestaña simuló ${simulated}: la verdad que se muestra es solo la de esas personas simuladas.`,

  down: "En filas",
  across: "En columnas",
  alone: "Esta pregunta no puede estimarse junto con ninguna otra.",
  by: (one, other) => `${one} por ${other}.`,
  pairCovered: (covering, all) => `${covering} de ${intervals(all)} cubren la verdad simulada.`,
  shares: "Proporciones de todas las personas que respondieron, con el intervalo del 95\u00a0% de cada una.",

  token: "Clave de lectura",
  readTotals: "Leer los totales",
  reasons: {
    ...page.reasons,
    unauthorized: "El recolector pide una clave, o pide otra.",
    "unidentifiable-table":
      "No se puede estimar: los informes recibidos hasta ahora no dicen bastante de estas preguntas.",
  },

  chart: {
    image: "Proporciones estimadas; los mismos números están en la tabla de abajo.",
    chart: "El gráfico",
    numbers: "Los números en una tabla",
    estimate: "Estimación",
    interval: "Intervalo del 95\u00a0%",
    few: "muy pocos informes para saberlo",
    truth: "Verdad simulada",
    truly: (share) => `verdad ${share}`,
  },
};
