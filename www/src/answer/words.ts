/** The words of a survey's page around its element, in every language of the element; they are in the page, which is one file. */

import type { SurveyLanguage } from "../page/language";
import type { PageWords } from "../page/words/words";

/** The words in one language. */
export interface AnswerWords extends Pick<PageWords, "notAsked" | "notReached"> {
  /** The name of the choice of a language. */
  readonly language: string;
  /** Says what happens to answers, for somebody who reads about it for the first time. */
  readonly lead: string;
  /** Says that the picture below that is an example. */
  readonly example: string;
  /** Before an invented answer, and before what could leave of it. */
  readonly answered: string;
  readonly leaves: string;
  /** Beside what could leave: that it is what was answered, that this is among several, or neither. */
  readonly kept: string;
  readonly among: string;
  readonly changed: string;
  /** Says that nothing leaves of the questions that are not in the picture. */
  readonly nothing: string;
  /** Says until when reports are kept. */
  readonly keptUntil: (day: string) => string;
  /** Takes a report back; what that does; that it is done, whether or not there was one; and that it failed. */
  readonly withdraw: string;
  readonly withdrawNote: string;
  readonly withdrawn: string;
  readonly notWithdrawn: string;
}

export const WORDS: Readonly<Record<SurveyLanguage, AnswerWords>> = {
  en: {
    language: "Language",
    notAsked: "not asked",
    notReached: "not reached",
    lead: "Your device changes your answers by chance before it sends anything. So whoever reads what you send cannot be sure what you answered.",
    example: "An example with invented answers. The next draw would differ.",
    answered: "Somebody answers",
    leaves: "This could leave",
    kept: "as answered, by chance",
    among: "the answer is among these, by chance",
    changed: "changed by chance",
    nothing: "In this example nothing leaves of the other questions.",
    keptUntil: (day) => `Reports are kept until ${day}.`,
    withdraw: "Take my report back",
    withdrawNote: "The collector deletes the report of this device. Released totals stay as they are.",
    withdrawn: "If this device sent a report, it is deleted.",
    notWithdrawn: "That did not work. Please try again later.",
  },
  de: {
    language: "Sprache",
    notAsked: "nicht gefragt",
    notReached: "nicht erreicht",
    lead: "Ihr Gerät verändert Ihre Antworten durch Zufall, bevor es etwas sendet. Wer liest, was Sie senden, kann also nicht sicher sein, was Sie geantwortet haben.",
    example: "Ein Beispiel mit erfundenen Antworten. Die nächste Ziehung wäre anders.",
    answered: "Jemand antwortet",
    leaves: "Das könnte hinausgehen",
    kept: "wie geantwortet, durch Zufall",
    among: "die Antwort ist darunter, durch Zufall",
    changed: "durch Zufall verändert",
    nothing: "Von den anderen Fragen geht in diesem Beispiel nichts hinaus.",
    keptUntil: (day) => `Die Berichte werden bis zum ${day} aufbewahrt.`,
    withdraw: "Meinen Bericht zurückziehen",
    withdrawNote: "Die Sammelstelle löscht den Bericht dieses Geräts. Veröffentlichte Ergebnisse bleiben unverändert.",
    withdrawn: "Falls dieses Gerät einen Bericht gesendet hat, ist er gelöscht.",
    notWithdrawn: "Das ging nicht. Bitte später noch einmal.",
  },
  fr: {
    language: "Langue",
    notAsked: "non posée",
    notReached: "non atteinte",
    lead: "Votre appareil change vos réponses au hasard avant d’envoyer quoi que ce soit. Qui lit ce que vous envoyez ne peut donc pas être sûr de ce que vous avez répondu.",
    example: "Un exemple avec des réponses inventées. Le prochain tirage serait différent.",
    answered: "Quelqu’un répond",
    leaves: "Ceci pourrait partir",
    kept: "comme répondu, par hasard",
    among: "la réponse en fait partie, par hasard",
    changed: "changé par hasard",
    nothing: "Dans cet exemple, rien ne part des autres questions.",
    keptUntil: (day) => `Les rapports sont conservés jusqu’au ${day}.`,
    withdraw: "Retirer mon rapport",
    withdrawNote: "Le collecteur supprime le rapport de cet appareil. Les totaux publiés ne changent pas.",
    withdrawn: "Si cet appareil a envoyé un rapport, il est supprimé.",
    notWithdrawn: "Cela n’a pas fonctionné. Réessayez plus tard.",
  },
  es: {
    language: "Idioma",
    notAsked: "no se preguntó",
    notReached: "no alcanzada",
    lead: "Su dispositivo cambia sus respuestas al azar antes de enviar nada. Así, quien lea lo que usted envía no puede estar seguro de lo que respondió.",
    example: "Un ejemplo con respuestas inventadas. El próximo sorteo sería distinto.",
    answered: "Alguien responde",
    leaves: "Esto podría salir",
    kept: "como se respondió, por azar",
    among: "la respuesta está entre estas, por azar",
    changed: "cambiado por azar",
    nothing: "En este ejemplo no sale nada de las demás preguntas.",
    keptUntil: (day) => `Los informes se guardan hasta el ${day}.`,
    withdraw: "Retirar mi informe",
    withdrawNote: "El recolector borra el informe de este dispositivo. Los totales publicados no cambian.",
    withdrawn: "Si este dispositivo envió un informe, está borrado.",
    notWithdrawn: "No funcionó. Inténtelo más tarde.",
  },
  ja: {
    language: "言語",
    notAsked: "尋ねていません",
    notReached: "到達していません",
    lead: "送る前に、お使いの端末があなたの回答を無作為に変えます。ですから、送られたものを読む人にも、あなたが何と答えたかは確かには分かりません。",
    example: "作り物の回答による例です。次に引けば違うものになります。",
    answered: "ある人の回答",
    leaves: "送られうるもの",
    kept: "偶然、回答のまま",
    among: "偶然、回答も含まれる",
    changed: "無作為に変更",
    nothing: "この例では、ほかの質問については何も送られません。",
    keptUntil: (day) => `報告は${day}まで保存されます。`,
    withdraw: "報告を取り消す",
    withdrawNote: "この端末の報告を収集サーバーから削除します。公表済みの集計は変わりません。",
    withdrawn: "この端末が送った報告があれば、削除されました。",
    notWithdrawn: "できませんでした。後でもう一度お試しください。",
  },
  ar: {
    language: "اللغة",
    notAsked: "لم يُطرح",
    notReached: "لم يُوصل إليه",
    lead: "يغيّر جهازك إجاباتك عشوائيًا قبل أن يرسل أي شيء. فمن يقرأ ما ترسله لا يستطيع أن يتأكد مما أجبت به.",
    example: "مثال بإجابات متخيَّلة. والسحب التالي سيختلف.",
    answered: "يجيب أحدهم",
    leaves: "قد يخرج هذا",
    kept: "كما أُجيب، مصادفةً",
    among: "الإجابة من بينها، مصادفةً",
    changed: "غُيّر عشوائيًا",
    nothing: "في هذا المثال لا يخرج شيء عن الأسئلة الأخرى.",
    keptUntil: (day) => `تُحفظ التقارير حتى ${day}.`,
    withdraw: "اسحب تقريري",
    withdrawNote: "يحذف الخادم الجامع تقرير هذا الجهاز. وتبقى المجاميع المعلنة كما هي.",
    withdrawn: "إن أرسل هذا الجهاز تقريرًا فقد حُذف.",
    notWithdrawn: "لم ينجح ذلك. حاول لاحقًا.",
  },
};
