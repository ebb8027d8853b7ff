import type { Language } from "./language.js";

export const de: Language = {
  record: ({ from, least, most, of }) =>
    `Wer annimmt, dass ${from} von ${of} Menschen wie Ihnen bestimmte Antworten geben würden, kann nach Einsicht in Ihren Bericht Grund haben, dies von höchstens ${most} von ${of} und von mindestens ${least} anzunehmen. Das gilt, was immer Sie antworten und was immer diese Person sonst über Sie weiß.`,
  replaced: (chance) =>
    `Ihre gesamte Antwort wird mit einer Wahrscheinlichkeit von mindestens ${chance} durch eine zufällige ersetzt.`,
  rarelyReplaced: (chance) =>
    `Ihre gesamte Antwort wird mit einer Wahrscheinlichkeit von weniger als ${chance} durch eine zufällige ersetzt.`,
  used: (least, most, all) =>
    `Ihr Gerät lost aus, welche Fragen es verwendet: ${least === most ? least : `${least} bis ${most}`} von ${all}. Die Auslosung hängt nicht von Ihren Antworten ab und ist im Bericht zu sehen. Eine verwendete Antwort ist so geschützt, wie es hier steht; andere werden in keiner Form gesendet.`,
  asks: (least, most, all) =>
    `Bevor Sie antworten, lost Ihr Gerät aus, welche Fragen es Ihnen stellt: ${least === most ? least : `${least} bis ${most}`} von ${all}. Der Bericht zeigt, welche das sind. Jede Antwort ist so geschützt, wie es hier steht.`,
  attribute: (question, { from, least, most, of }, covering) =>
    `„${question}“${covering}: Angenommen, jemand kennt alle Ihre anderen Antworten und glaubt, dass ${from} von ${of} Menschen wie Ihnen hier eine bestimmte Antwort geben würden. Nach Einsicht in Ihren Bericht kann er oder sie Grund haben, dies von höchstens ${most} von ${of} und von mindestens ${least} anzunehmen.`,
  covers: {
    choices: ", mit allen Antworten zur Auswahl",
    dependents: ", mit den Fragen, die davon abhängen",
    both: ", mit allen Antworten zur Auswahl und den Fragen, die davon abhängen",
  },
  asked: (chance) =>
    `Ihr Gerät verwendet sie mit einer Wahrscheinlichkeit von höchstens ${chance}; andernfalls verrät der Bericht nichts darüber.`,
  asAnswered: (chance) =>
    `Sie wird mit einer Wahrscheinlichkeit von höchstens ${chance} so gesendet, wie Sie geantwortet haben.`,
  plain: (list) =>
    `Mit Ihrem Bericht gehen unverändert, ohne jedes Rauschen, hinaus: ${list}. Wer den Bericht hat, kann das lesen, und es trifft vielleicht nur auf wenige Menschen zu.`,
  again: ({ from, least, most, of }) =>
    `Angenommen, dieser Bericht wird vergessen und Sie antworten noch einmal. Wer beide hat und annahm, dass ${from} von ${of} Menschen wie Ihnen bestimmte Antworten geben würden, kann Grund haben, dies von höchstens ${most} von ${of} und von mindestens ${least} anzunehmen.`,
  between: " ",
};
