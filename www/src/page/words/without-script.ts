/**
 * What a respondents' page says without scripts. No script can choose the reader's language then, so the text is in every
 * language.
 */

import type { SurveyLanguage } from "../language";

export const withoutScript: Readonly<Record<SurveyLanguage, string>> = {
  en: "The noise is added by a program in your browser. Without JavaScript this survey asks nothing and sends nothing.",
  es: "El ruido lo añade un programa en su navegador. Sin JavaScript, esta encuesta no pregunta ni envía nada.",
  ja: "雑音はブラウザー内のプログラムが加えます。JavaScript なしでは、この調査は何も尋ねず、何も送りません。",
  ar: "يضيف التشويشَ برنامجٌ في متصفحك. ومن دون JavaScript لا يسأل هذا الاستبيان عن شيء ولا يرسل شيئًا.",
  fr: "Le bruit est ajouté par un programme dans votre navigateur. Sans JavaScript, cette enquête ne demande rien et n’envoie rien.",
  de: "Das Rauschen fügt ein Programm in Ihrem Browser hinzu. Ohne JavaScript fragt diese Umfrage nichts und sendet nichts.",
};
