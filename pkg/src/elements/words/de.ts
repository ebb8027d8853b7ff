import type { Words } from "./words.js";

export const de: Words = {
  checking: "Die Zusagen der Umfrage werden geprüft …",
  unavailable: "Die Umfrage lässt sich nicht öffnen",
  nothingAsked: "Es wurde nichts gefragt und nichts gesendet.",
  tryAgain: "Noch einmal versuchen",
  promised: "Was zugesagt ist, auf Ihrem Gerät berechnet",
  byQuestion: "Frage für Frage",
  notPromised: "Was nicht zugesagt ist",
  visible:
    "Dass Sie teilnehmen, wann und von welcher Adresse, ist unterwegs zu sehen. Sie verlassen sich darauf, dass diese Seite die ist, für die sie sich ausgibt: Eine Seite kann lesen, was man in sie eingibt. Die Zusagen gelten für einen Bericht; jeder weitere von Ihnen kann noch einmal so viel verraten.",
  plan: "Die Umfrage und ihr Rauschen haben diesen Fingerabdruck:",
  progress: (ordinal, all) => `Frage ${ordinal} von ${all}`,
  choose: "Bitte wählen Sie eine Antwort.",
  enterNumber: "Bitte geben Sie eine Zahl aus diesen Bereichen ein.",
  onlyRange: (ranges) => `Nur der Bereich zählt: ${ranges}`,
  declined: "Möchte ich nicht sagen",
  under: (most) => `unter ${most}`,
  from: (least) => `${least} oder mehr`,
  between: (least, most) => `${least} bis unter ${most}`,
  anyNumber: "jede Zahl",
  incomplete: "Auf eine Frage gibt es noch keine brauchbare Antwort.",
  back: "Zurück",
  next: "Weiter",
  send: "Zufällig verändern und senden",
  refused: (code) => `Es wurde nichts gesendet (${code}). Bitte versuchen Sie es noch einmal.`,
  sending: "Wird gesendet …",
  thanks: "Vielen Dank",
  arrived:
    "Ihr Bericht ist angekommen. Ihre Antworten wurden vorher zufällig verändert und sind nicht mehr auf dieser Seite.",
  nothingAskedHere: "Hier wird nichts gefragt",
  onePerDevice:
    "Von jedem Gerät wird ein Bericht angenommen, und auf diesem wird nichts gefragt. Antworten sind hier keine gespeichert.",
  sentByItself: "Falls von hier etwas zu senden ist, geschieht das von selbst.",
  notReceived: "Noch nicht angekommen",
  kept: "Nichts geht verloren: Der Bericht bleibt auf diesem Gerät, und der nächste Versuch sendet dieselben Bytes.",
  sendAgain: "Noch einmal senden",
  bytes: "Der Bericht, Byte für Byte",
  drawn:
    "Die Antworten wurden zufällig verändert und sind nicht mehr hier. Übrig ist nur der Bericht, der mit diesem Formular geht.",
  interviewing:
    "An diesem Gerät antworten mehrere Menschen nacheinander. Es behält ihre zufällig veränderten Berichte, bis sie gesendet sind; es behält keine Antwort und weiß nicht, ob jemand schon geantwortet hat. Wer das Gerät hält, könnte mitlesen.",
  kiosk:
    "Auf diesem Gerät antworten mehrere Personen nacheinander. Es behält keine Antworten, und zufällig veränderte Berichte nur, bis sie gesendet sind; es zeigt nicht, ob schon jemand geantwortet hat. Wer das Gerät betreibt, könnte mitlesen.",
  passedOn:
    "Ihre Antworten wurden zufällig verändert und sind nicht mehr auf diesem Gerät. Der Bericht wird von selbst gesendet, jetzt oder sobald das Netz wieder da ist.",
  startOver: "Mit leerem Formular neu beginnen",
  keptHere: "Der Bericht ist gespeichert",
  giveBack:
    "Was geantwortet wurde, ist nicht mehr auf diesem Gerät. Bitte geben Sie das Gerät zurück. Die nächste Person beginnt mit einem leeren Formular.",
  nextRespondent: "Nächste Person",
  waiting: (reports) => `Berichte auf diesem Gerät: ${reports}`,
  sendReports: "Berichte senden",
  exportReports: "Berichte als Datei speichern",
  deleteExported: "Gespeicherte Berichte von diesem Gerät löschen",
  asItIs: "Geht so weg, wie es ist, ohne Rauschen.",
  reasons: {
    unreachable: "Die Sammelstelle ist nicht zu erreichen.",
    "timed-out": "Die Sammelstelle antwortet nicht.",
    "unexpected-response":
      "Was geantwortet hat, ist nicht die Sammelstelle; vielleicht verlangt ein Netz erst eine Anmeldung.",
    "not-invited": "Nur Eingeladene können antworten, und dieser Link enthält keine gültige Einladung.",
    "invitation-used": "Diese Einladung wurde schon benutzt, und jede gilt für einen Bericht.",
    "plan-not-open": "Die Umfrage ist noch nicht offen.",
    "plan-closed": "Die Umfrage ist geschlossen.",
    "no-storage": "Dieser Browser speichert nichts für diese Seite, und ohne das kann nichts gefragt werden.",
    "not-kept": "Dieser Browser hat sich geweigert, den Bericht zu speichern.",
  },
  wrong: "Etwas ist misslungen.",
};
