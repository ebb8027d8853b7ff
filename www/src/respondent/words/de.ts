import type { Count } from "../../page/numbers";
import { de as page } from "../../page/words/de";
import type { Words } from "./words";

const ofAnswers = ({ text, form }: Count) => (form === "one" ? "Ihrer einen Antwort" : `Ihren ${text} Antworten`);

export const de: Words = {
  ...page,
  page: {
    title: "Candor · ehrlich antworten",
    description:
      "Eine Umfrage, deren Antworten auf Ihrem Gerät zufällig verändert werden, mit dort berechneten Grenzen dafür, was sie über Sie verraten können.",
    skip: "Zur Umfrage",
    headline: "Antworten Sie ehrlich: Zu dem, was Sie senden, hätten beliebige Antworten führen können.",
    lede: "Bevor etwas hinausgeht, verändert Ihr eigener Browser Ihre Antworten durch Zufall. Was er sendet, kann noch etwas über Sie verraten, aber nur bis zu einer Grenze, die unten steht. Aus Tausenden solcher Berichte lassen sich die wahren Anteile trotzdem schätzen. Jeder hat seine Fehlerspanne.",
    said: "was Sie sagten",
    leaves: "was hinausgeht",
    promises: "Drei Zusagen, auf Ihrem Gerät berechnet",
    survey: "Die Umfrage",
    numbers: "Die Zahlen hinter den Zusagen",
    numbersNote:
      "Jede Zeile gilt einer Frage. Sie sagt, wie wahrscheinlich es ist, dass die Antwort verändert hinausgeht, oder dass sie überhaupt verwendet wird, wenn Ihr Gerät auslost, welche Fragen es verwendet. Angenommen, jemand glaubte, dass 10 von 100 Menschen wie Ihnen eine bestimmte Antwort geben würden. Die letzten Spalten sagen, von wie vielen von 100 er oder sie das danach mit Grund annehmen kann, mindestens und höchstens: wenn diese Antwort allein gesehen wird, oder der ganze Bericht. Angenommen wird, dass alle Ihre anderen Antworten kennt, wer den ganzen Bericht sieht.",
    recomputed:
      "All das wurde in Ihrem Browser aus den ganzzahligen Gewichten des Plans neu berechnet und nicht aus dem übernommen, was jemand aufgeschrieben hat. Der Plan ist [].",
    notPromised: "Was nicht zugesagt ist",
    pageReads:
      "Eine Seite kann lesen, was man in sie eingibt. Sie verlassen sich darauf, dass diese Seite die ist, für die sie sich ausgibt: Ihr Code ist offen und lässt sich vergleichen. Wer Ihre Anfrage befördert, sieht, dass Sie teilgenommen haben, wann und von welcher Adresse.",
    oneReport:
      "Die Zusagen gelten für einen Bericht. Wer den Speicher dieser Website leert, ein privates Fenster oder ein zweites Gerät nimmt, kann noch einen senden. Jeder weitere Bericht kann noch einmal so viel verraten. Die Zusagen begrenzen, was Ihr Bericht hinzufügt. Was jemand schon über Sie weiß oder aus den Gesamtergebnissen über Menschen wie Sie erfährt, weiß er ohne ihn.",
    foot: "Eine Umfrage zur Vorführung. [Sehen Sie sich die Gesamtergebnisse an]; dort können auch simulierte Menschen antworten.",
  },

  record: { title: "Ihr ganzer Datensatz", figure: (before, most) => `${before} → höchstens ${most}` },
  each: {
    title: "Jede Antwort",
    used: (least, most, all) => `${least} bis ${most} von ${all}`,
    changed: (least, most) => `${least} bis ${most}`,
    chances: (least, most) =>
      `Jede Antwort hat ihre eigene Wahrscheinlichkeit, verändert hinauszugehen, von ${least} bis ${most}.`,
    told: (before, most, least) =>
      `Für jemanden, der alle Ihre anderen Antworten kennt, können aus ${before} von 100 höchstens ${most} und mindestens ${least} werden, bei welcher Frage auch immer.`,
  },
  nothing: {
    title: "Sonst nichts",
    drawn: (most, asItIs) =>
      `Gesendet werden nur, welche Fragen ausgelost wurden, was zu diesen gesagt wird, höchstens ${most}, ${asItIs}der Fingerabdruck des Plans und eine zufällige Kennung.`,
    record: (most, asItIs) =>
      `Gesendet werden nur der veränderte Datensatz aus ${most} Fragen, ${asItIs}der Fingerabdruck des Plans und eine zufällige Kennung.`,
    asItIs: (name) => `${name} unverändert, `,
    unasked:
      "Zwischen dem Laden dieser Seite und dem Druck auf Senden wird überhaupt nichts angefragt. Dass Sie etwas gesendet haben, ist unterwegs zu sehen.",
  },
  table: {
    question: "Frage",
    used: "Wird verwendet",
    changed: "Geht verändert hinaus",
    alone: "Von 100, diese Antwort allein gesehen",
    whole: "Von 100, den ganzen Bericht gesehen",
    between: (least, most) => `${least} bis ${most}`,
  },

  answering: "Was Sie antworten",
  example: "Beispiel für das, was hinausgeht",
  drawAgain: "Neu auslosen",
  send: "Den veränderten Datensatz senden",
  sendNote:
    "Beispiele verlassen diese Seite nie. Beim Senden wird für Ihre Antworten noch einmal und endgültig gelost: Was dann hinausgeht, wird Ihnen genau gezeigt.",
  nothingSent: "Es wurde nichts gesendet.",
  missing: ({ text, form }) =>
    form === "one" ? "Auf eine Frage gibt es noch keine Antwort." : `Auf ${text} Fragen gibt es noch keine Antwort.`,
  drewAll: (all) => `Ihr Gerät hat alle ${all} Fragen ausgelost.`,
  drewSome: ({ text }, all) => `Ihr Gerät hat ${text} der ${all} Fragen ausgelost.`,
  showsAll: "Was Sie senden, zeigt das.",
  showsSome: ({ form }) =>
    `Hier ${form === "one" ? "wird nur diese" : "werden nur diese"} gestellt. Was Sie senden, zeigt, welche ausgelost wurden, und verrät nichts über irgendeine andere.`,
  drawKept: "Die Auslosung wird behalten: Die Seite neu zu laden, ändert nichts.",
  enterNumber: "Bitte geben Sie eine Zahl ein.",
  choose: "Bitte wählen Sie eine Antwort.",
  chooseOrDecline: "Bitte wählen Sie eine Antwort. Sie können auch wählen, es nicht zu sagen.",
  answerAgain: "Vergessen: bitte neu antworten.",
  onlyRange: (ranges) => `Nur der Bereich zählt: ${ranges}.`,
  leaveAsTheyAre: "Dies geht hinaus, wie es ist",

  nothingYet: "noch nichts",
  unused: "in dieser Auslosung nicht verwendet",
  mightLeaveAs: "geht vielleicht hinaus als",
  mightWithUnanswered: (others) => `geht vielleicht zusammen mit ${others} hinaus, worauf es noch keine Antwort gibt`,
  mightAsShown: (others) => `geht vielleicht zusammen mit ${others} hinaus, wie dort gezeigt`,
  mightLeave: (others, few) =>
    ["geht vielleicht", others && `zusammen mit ${others}`, "hinaus als", few && `eine von ${few}`]
      .filter(Boolean)
      .join(" "),
  exampleChanged: ({ text, form }, answers) =>
    `In diesem Beispiel ${form === "one" ? "ginge" : "gingen"} ${text} von ${ofAnswers(answers)} verändert hinaus.`,
  exampleDraws: (questions, named) =>
    `In diesem Beispiel lost Ihr Gerät ${questions} aus. Es würde dazu nur dies sagen: ${named}.`,

  allQuestions: (all, names) => `alle ${all} Fragen (${names})`,
  someQuestions: ({ text }, all, names) => `${text} der ${all} Fragen (${names})`,
  fewAnswers: (named, of) => `${named.text} von ${of} Antworten`,
  fewCombinations: (named, of) => `${named.text} von ${of} Kombinationen`,
  answersAbout: (few, name) => `${few} zu ${name}`,
  combinationsOf: (few, names) => `${few} aus ${names}`,
  oneOf: (few) => `eine von ${few}`,
  statement: (about, named) => `${about}: ${named}`,
  more: (count) => `und ${count} weitere`,
  yours: "Ihre",
  among: "Ihre ist darunter",
  notAmong: "Ihre ist nicht darunter",
  asSaid: "wie geantwortet",
  changed: "verändert",

  sending: "Wird gesendet …",
  wouldLeave: "Dies ginge hinaus",
  onlyExample: "Ein Beispiel: Es wurde nichts gesendet.",
  notReceived: "Noch nicht angekommen",
  nothingLost:
    "Nichts geht verloren: Der Bericht unten bleibt auf diesem Gerät, und der nächste Versuch sendet genau dieselben Bytes.",
  sendAgain: "Noch einmal senden",
  thanks: "Vielen Dank",
  drew: (questions, named) =>
    `Ihr Gerät hat ${questions} ausgelost. Der Bericht sagt zu Ihren Antworten nur dies: ${named}.`,
  keptOnly: (kept) =>
    `Was Sie geantwortet haben, wird dort ${kept ? "" : "nicht "}genannt: Der Bericht sagt das nicht, und für das Gesamtergebnis zählt er trotzdem.`,
  keptEach: (of) =>
    `Zufällig nennt jede dieser ${of} Aussagen, was Sie geantwortet haben: Der Bericht sagt nicht, welche es tun, und für das Gesamtergebnis zählt er trotzdem.`,
  keptNone: (of) =>
    `Zufällig nennt keine dieser ${of} Aussagen, was Sie geantwortet haben: Der Bericht sagt nicht, welche es tun, und für das Gesamtergebnis zählt er trotzdem.`,
  keptSome: ({ text, form }, of) =>
    `Zufällig ${form === "one" ? "nennt" : "nennen"} ${text} dieser ${of} Aussagen, was Sie geantwortet haben: Der Bericht sagt nicht, welche es tun, und für das Gesamtergebnis zählt er trotzdem.`,
  noneChanged: (answers) =>
    `Zufällig ging keine von ${ofAnswers(answers)} verändert hinaus. Der Bericht sagt nicht, welche verändert hinausgingen, und für das Gesamtergebnis zählt er trotzdem.`,
  someChanged: ({ text, form }, answers) =>
    `${text} von ${ofAnswers(answers)} ${form === "one" ? "ging" : "gingen"} verändert hinaus. Der Bericht sagt nicht, welche, und für das Gesamtergebnis zählt er trotzdem.`,
  answered: "Ihre Antwort",
  sent: "Gesendet",
  toBeSent: "Zu senden",
  togetherBelow: (others) => `zusammen mit ${others}, siehe unten`,
  fewBelow: (few) => `${few}, siehe unten`,
  inScore: "zählt zu einer Punktzahl",
  noScore: "keine Punktzahl",
  asItIs: "Wie es ist, ohne Rauschen",
  exactlySent: "Genau das wurde gesendet",
  exactlyToBeSent: "Genau das wird gesendet",
  bytes: "Der Bericht, Byte für Byte",
  notes: {
    record: "Antworten sind Nummern von Kategorien, von 0 an gezählt, in der Reihenfolge der Fragen.",
    labelled:
      "Die erste Zahl sagt, welche Fragen ausgelost und welche davon zusammengenommen wurden. Jede andere Zahl ist die einer Antwort oder einer Kombination, von 0 an gezählt, oder hat für jede der genannten ein gesetztes Bit.",
    unlabelled:
      "Jede Zahl ist die einer Antwort oder einer Kombination, von 0 an gezählt, oder hat für jede der genannten ein gesetztes Bit.",
    plan: "Der Plan ist der Fingerabdruck der Umfrage und ihres Rauschens; die Kennung ist zufällig und lässt nur ein erneutes Senden erkennen.",
    plain: "Was er unverändert mitführt, sind Kategorien, von 0 an gezählt, in der Reihenfolge oben.",
    nothingElse:
      "Er enthält keine Zeit und keinen Namen und nichts anderes, was von Ihren Antworten abhängt. Leerzeichen am Ende machen alle Berichte gleich lang.",
  },
  nothingAskedHere: "Hier wird nichts gefragt",
  onePerDevice:
    "Von jedem Gerät wird ein Bericht angenommen. Hier sind keine Antworten gespeichert, und falls noch etwas zu senden ist, geschieht das von selbst.",
  afresh:
    "Eine andere Person an diesem Gerät? Von vorn zu beginnen, lost einen neuen Bericht aus. Bitte tun Sie das nur für eine andere Person.",
  startAfresh: "Von vorn beginnen",
  seeTotals: "Die Gesamtergebnisse ansehen",

  unavailable: "Die Umfrage lässt sich nicht öffnen",
  nothingAsked: "Es wurde nichts gefragt und nichts gesendet.",
  tryAgain: "Noch einmal versuchen",
  reasons: {
    ...page.reasons,
    "id-conflict": "Die Sammelstelle hat schon einen anderen Bericht mit dieser Kennung und behält den ersten.",
    "plan-mismatch":
      "Die Sammelstelle nimmt diesen Bericht nicht an. Vielleicht hat sich die Umfrage seit der Auslosung geändert.",
    "not-kept": "Dieses Gerät hat sich geweigert, den Bericht zu speichern; darum wurde keiner ausgelost.",
  },
  notStored: (code) => `Die Sammelstelle konnte den Bericht nicht speichern (${code}).`,
};
