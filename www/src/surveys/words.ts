/** The words of the page that lists a collector's surveys; those of its header are in the words of all pages. */

import type { SurveyLanguage } from "../page/language";

/** The words in one language. */
export interface Words {
  readonly surveys: string;
  readonly write: string;
  readonly read: string;
  readonly lede: string;
  readonly answer: string;
  readonly results: string;
  readonly isOpen: (until?: string) => string;
  readonly opensOn: (day: string) => string;
  readonly isClosed: string;
  readonly inTotals: (reports: string) => string;
  readonly none: string;
  readonly unreachable: string;
  readonly again: string;
}

/** The words in every language of respondents. */
export const WORDS: Readonly<Record<SurveyLanguage, Words>> = {
  en: {
    surveys: "Surveys",
    write: "Write and publish",
    read: "Read",
    lede: "What can be answered here. The device of whoever answers changes the answers by chance, and sends only what comes of that.",
    answer: "Answer",
    results: "Read the results",
    isOpen: (until) => (until === undefined ? "It is open." : `It is open until ${until}.`),
    opensOn: (day) => `It opens on ${day}.`,
    isClosed: "It is closed.",
    inTotals: (reports) => `Reports in its totals: ${reports}.`,
    none: "No survey has been published here yet.",
    unreachable: "No collector answers here.",
    again: "Try again",
  },
  de: {
    surveys: "Umfragen",
    write: "Schreiben und veröffentlichen",
    read: "Lesen",
    lede: "Was hier beantwortet werden kann. Das Gerät verändert die Antworten zufällig und sendet nur, was dabei herauskommt.",
    answer: "Antworten",
    results: "Ergebnisse lesen",
    isOpen: (until) => (until === undefined ? "Sie ist geöffnet." : `Sie ist bis zum ${until} geöffnet.`),
    opensOn: (day) => `Sie öffnet am ${day}.`,
    isClosed: "Sie ist geschlossen.",
    inTotals: (reports) => `Berichte in den Ergebnissen: ${reports}.`,
    none: "Hier wurde noch keine Umfrage veröffentlicht.",
    unreachable: "Hier antwortet keine Sammelstelle.",
    again: "Noch einmal versuchen",
  },
  es: {
    surveys: "Encuestas",
    write: "Escribir y publicar",
    read: "Leer",
    lede: "Lo que se puede responder aquí. El dispositivo cambia las respuestas al azar y solo envía lo que resulta.",
    answer: "Responder",
    results: "Leer los resultados",
    isOpen: (until) => (until === undefined ? "Está abierta." : `Está abierta hasta el ${until}.`),
    opensOn: (day) => `Se abre el ${day}.`,
    isClosed: "Está cerrada.",
    inTotals: (reports) => `Informes en sus totales: ${reports}.`,
    none: "Aquí todavía no se ha publicado ninguna encuesta.",
    unreachable: "Aquí no responde ningún recolector.",
    again: "Intentarlo otra vez",
  },
  fr: {
    surveys: "Enquêtes",
    write: "Écrire et publier",
    read: "Lire",
    lede: "Ce à quoi on peut répondre ici. L’appareil modifie les réponses au hasard et n’envoie que ce qui en résulte.",
    answer: "Répondre",
    results: "Lire les résultats",
    isOpen: (until) => (until === undefined ? "Elle est ouverte." : `Elle est ouverte jusqu’au ${until}.`),
    opensOn: (day) => `Elle ouvre le ${day}.`,
    isClosed: "Elle est close.",
    inTotals: (reports) => `Rapports dans ses totaux : ${reports}.`,
    none: "Aucune enquête n’a encore été publiée ici.",
    unreachable: "Aucun collecteur ne répond ici.",
    again: "Réessayer",
  },
  ja: {
    surveys: "調査",
    write: "作成と公開",
    read: "結果を読む",
    lede: "ここで答えられる調査です。回答は端末の上で無作為に変えられ、その結果だけが送られます。",
    answer: "答える",
    results: "結果を読む",
    isOpen: (until) => (until === undefined ? "回答を受け付けています。" : `${until}まで回答を受け付けています。`),
    opensOn: (day) => `${day}に始まります。`,
    isClosed: "締め切りました。",
    inTotals: (reports) => `集計に入っている報告：${reports}件。`,
    none: "ここではまだ調査が公開されていません。",
    unreachable: "ここに応答する収集サーバーはありません。",
    again: "もう一度試す",
  },
  ar: {
    surveys: "الاستبيانات",
    write: "الكتابة والنشر",
    read: "القراءة",
    lede: "ما يمكن الإجابة عنه هنا. يغيّر الجهاز الإجابات عشوائيًا ولا يرسل إلا ما ينتج عن ذلك.",
    answer: "أجب",
    results: "اقرأ النتائج",
    isOpen: (until) => (until === undefined ? "الاستبيان مفتوح." : `الاستبيان مفتوح حتى ${until}.`),
    opensOn: (day) => `يُفتح الاستبيان في ${day}.`,
    isClosed: "الاستبيان مغلق.",
    inTotals: (reports) => `التقارير في مجاميعه: ${reports}.`,
    none: "لم يُنشر هنا أي استبيان بعد.",
    unreachable: "لا يجيب هنا أي خادم جامع.",
    again: "حاول مرة أخرى",
  },
};
