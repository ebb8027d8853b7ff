import type { Count } from "../../page/numbers";
import { de as page } from "../../page/words/de";
import type { Words } from "./words";

const reports = ({ text, form }: Count) => `${text} ${form === "one" ? "Bericht" : "Berichte"}`;
const people = ({ text, form }: Count) => `${text} ${form === "one" ? "simulierte Person" : "simulierte Personen"}`;
const stepwise = (after: Count, { text, form }: Count, pause = "") =>
  `Gesamtergebnisse werden aus den Berichten eines Augenblicks berechnet. Sie werden ab ${after.text} ${after.form === "one" ? "Bericht" : "Berichten"} gezeigt und ändern sich nach mindestens ${text} ${form === "one" ? "neuen Bericht" : "neuen Berichten"}${pause}: Der Unterschied zweier Gesamtergebnisse ist nie der von weniger Berichten.`;
const narrowest = (near: string) =>
  `Alle Fragen und alle Paare zusammengenommen, sind diese Intervalle ${near} die schmalsten, die irgendeine private Umfrage liefern könnte: irgendein Verfahren mit diesem Datensatz-ε und erwartungstreuen Schätzungen, wenn alle Antworten gleich häufig sind.`;

export const de: Words = {
  ...page,
  page: {
    title: "Candor · die Gesamtergebnisse",
    description:
      "Geschätzte Gesamtergebnisse einer Umfrage, deren Antworten auf jedem Gerät zufällig verändert werden.",
    skip: "Zu den Gesamtergebnissen",
    survey: "Die Umfrage",
    totals: "Die Gesamtergebnisse",
    lede: "Die Seite der Umfrage verändert Antworten zufällig, bevor sie sie sendet. Die Schätzungen rechnen das Rauschen für alle Berichte zusammen heraus und sagen, wie weit jeder Anteil danebenliegen kann. Sie halten jeden Bericht für den eines Menschen, der geantwortet hat: Wer gefälschte sendet, kann sie verschieben.",
    invented: "Mit Menschen ausprobieren, die es nicht gibt",
    inventedNote:
      "Die Menschen von Larkhaven, einer erfundenen Stadt, werden in diesem Tab ausgelost. Die Antworten jedes von ihnen werden von demselben Programm verändert, das im Browser der Antwortenden läuft, und an dieselbe Sammelstelle gesendet. Weil dieser Tab sie erfunden hat, weiß er allein, was sie wirklich geantwortet haben, und kann es neben den Schätzungen zeigen. Ihre Berichte bleiben in der Datenbank dieser Sammelstelle, unter denen wirklicher Menschen.",
    nobody:
      "Sobald genug Menschen [an der Umfrage teilnehmen], oder simulierte Menschen es tun, erscheinen hier die Schätzungen.",
    questions: "Frage für Frage",
    refresh: "Aktualisieren",
    key: "Legende der Diagramme",
    estimateKey: "Schätzung mit ihrem 95-%-Intervall",
    truthKey: "Simulierte Wahrheit",
    unbiased:
      "Anteile sind eine beste Schätzung aus allen Fragen zusammen, die zu weniger Zusammenhängen neigt; die Intervalle sind die der erwartungstreuen Tabellen. Die erwartungstreuen Schätzungen, die unter 0 oder über 100\u00a0% liegen können, stehen in JSON und CSV, die die Sammelstelle für Programme schreibt.",
    pair: "Zwei Fragen zusammen",
    foot: "Die Seite der Umfrage sendet der Sammelstelle nur veränderte Berichte. [Nehmen Sie an der Umfrage teil].",
  },

  noTotals: "Noch keine Gesamtergebnisse.",
  headline: (count) => `${reports(count)}, und was sie zusammen sagen.`,
  refreshed: (headline) => `Aktualisiert. ${headline}`,
  answer: "Antwort",
  published: (day) => `Veröffentlicht am ${day}.`,
  everyReport: "Die Gesamtergebnisse ändern sich hier mit jedem Bericht.",
  inSteps: (after, more) => stepwise(after, more),
  inStepsAndTime: (after, more, { text, form }) =>
    stepwise(after, more, ` und höchstens ${form === "one" ? "jede Minute" : `alle ${text} Minuten`}`),
  atClose: (after) =>
    `Gesamtergebnisse werden einmal berechnet, wenn die Umfrage keine Berichte mehr annimmt, sofern es mindestens ${reports(after)} sind.`,
  within: (share) => narrowest(`um höchstens ${share} breiter als`),
  timesAsWide: (times) => narrowest(`${times}-mal so breit wie`),
  bound:
    "Verglichen werden erwartete Standardfehler, im quadratischen Mittel über alle Zellen, mit einer unteren Schranke, die über Umbenennungen der Antworten gemittelt ist.",

  simulate: (count) => `${count} Antwortende simulieren`,
  stop: "Anhalten",
  stored: "Gespeicherte simulierte Personen",
  simulating: "Wird simuliert …",
  notStarted: "Die Simulation ließ sich nicht starten.",
  simulated: (count) => `${people(count)} ${count.form === "one" ? "hat" : "haben"} geantwortet.`,
  stopped: ({ text, form }) =>
    `Angehalten nach ${text} ${form === "one" ? "simulierten Person" : "simulierten Personen"}.`,

  covered: (covering, { text, form }) =>
    `${covering} ${form === "one" ? "von einem Intervall" : `der ${text} Intervalle`} überdecken, was die simulierten Menschen wirklich geantwortet haben.`,
  allSimulated: "Jeder Bericht hier kommt aus der Simulation dieses Tabs.",
  mixture: (count, simulated) =>
    `Die Sammelstelle hat ${reports(count)}, von denen dieser Tab ${simulated} simuliert hat: Die gezeigte Wahrheit ist nur die dieser simulierten Menschen.`,

  down: "In Zeilen",
  across: "In Spalten",
  alone: "Diese Frage lässt sich mit keiner anderen zusammen schätzen.",
  by: (one, other) => `${one} nach ${other}.`,
  pairCovered: (covering, { text, form }) =>
    `${covering} ${form === "one" ? "von einem Intervall" : `der ${text} Intervalle`} überdecken die simulierte Wahrheit.`,
  shares: "Anteile an allen Antwortenden, jeder mit seinem 95-%-Intervall.",

  token: "Lesezugangscode",
  readTotals: "Gesamtergebnisse lesen",
  reasons: {
    ...page.reasons,
    unauthorized: "Die Sammelstelle verlangt einen Zugangscode, oder einen anderen.",
    "unidentifiable-table":
      "Das lässt sich nicht schätzen: Die bisherigen Berichte sagen nicht genug über diese Fragen.",
  },

  chart: {
    image: "Geschätzte Anteile; dieselben Zahlen stehen in der Tabelle darunter.",
    chart: "Das Diagramm",
    numbers: "Die Zahlen als Tabelle",
    estimate: "Schätzung",
    interval: "95-%-Intervall",
    few: "zu wenige Berichte, um es zu sagen",
    truth: "Simulierte Wahrheit",
    truly: (share) => `wahr ${share}`,
  },
};
