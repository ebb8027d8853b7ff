/** What totals tell of one person, in words: the `totals` of a collector's estimates and of its list of surveys. */

import { decimal, whole } from "./numbers";

/** Central ε and δ, for whoever sees nothing but totals, and the number of reports that are told together. */
export interface Told {
  readonly reports: number;
  readonly epsilon: number;
  /** 0 where `epsilon` is the record ε. */
  readonly delta: number;
}

/** Says it in this language, ε rounded up. */
export function told({ reports, epsilon, delta }: Told, language: string): string {
  const { less, same } = WORDS[language] ?? WORDS.en;
  const level = decimal(Math.ceil(epsilon * 1e4) / 1e4, 4);
  return delta === 0 ? same(level) : less(level, whole(1 / delta), whole(reports));
}

interface Words {
  /** Totals tell less than reports: an ε, the chance of more as one in so many, and how many reports are told together. */
  readonly less: (epsilon: string, chances: string, reports: string) => string;
  /** Totals tell as much as reports. */
  readonly same: (epsilon: string) => string;
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    less: (epsilon, chances, reports) =>
      `Who sees the totals alone learns of one person at most what ε ${epsilon} allows, but for a chance of 1 in ${chances}, provided that the collector is honest and shows nothing else, that all ${reports} reports that are told together are honest and stay, and that nothing more is known of any of them.`,
    same: (epsilon) =>
      `Who sees the totals alone can learn as much of one person as from the report, ε ${epsilon}: too few reports are told together to hide one.`,
  },
  de: {
    less: (epsilon, chances, reports) =>
      `Wer nur die Gesamtergebnisse sieht, erfährt über eine Person höchstens, was ε ${epsilon} zulässt, bis auf eine Wahrscheinlichkeit von 1 zu ${chances}. Das setzt voraus, dass die Sammelstelle ehrlich ist und nichts anderes zeigt, dass alle Berichte, die gemeinsam gezählt werden (${reports}), ehrlich sind und bleiben und dass über keinen davon mehr bekannt ist.`,
    same: (epsilon) =>
      `Wer nur die Gesamtergebnisse sieht, kann über eine Person so viel erfahren wie aus ihrem Bericht, ε ${epsilon}: Es werden zu wenige Berichte gemeinsam gezählt, um einen zu verbergen.`,
  },
  fr: {
    less: (epsilon, chances, reports) =>
      `Qui ne voit que les totaux apprend d’une personne au plus ce que permet ε ${epsilon}, à une probabilité de 1 sur ${chances} près. Cela suppose que le collecteur est honnête et ne montre rien d’autre, que tous les rapports comptés ensemble (${reports}) sont honnêtes et restent, et qu’on ne sait rien de plus d’aucun d’eux.`,
    same: (epsilon) =>
      `Qui ne voit que les totaux peut apprendre d’une personne autant que de son rapport, ε ${epsilon} : trop peu de rapports sont comptés ensemble pour en cacher un.`,
  },
  es: {
    less: (epsilon, chances, reports) =>
      `Quien solo ve los totales averigua de una persona a lo sumo lo que permite ε ${epsilon}, salvo con una probabilidad de 1 entre ${chances}. Esto supone que el recolector es honesto y no muestra nada más, que todos los informes que se cuentan juntos (${reports}) son honestos y permanecen, y que no se sabe nada más de ninguno de ellos.`,
    same: (epsilon) =>
      `Quien solo ve los totales puede averiguar de una persona tanto como de su informe, ε ${epsilon}: se cuentan juntos demasiado pocos informes para ocultar uno.`,
  },
  ja: {
    less: (epsilon, chances, reports) =>
      `集計だけを見る人が一人について知りうることは、${chances}分の1の確率を除いて、多くとも ε ${epsilon} が許すことまでです。ただし、収集サーバーが誠実でほかに何も見せないこと、まとめて集計される${reports}件の報告がすべて誠実で取り下げられないこと、そのどれについてもほかに何も知られていないことを前提とします。`,
    same: (epsilon) =>
      `集計だけを見る人も、一人についてその報告からと同じだけのこと（ε ${epsilon}）を知りえます。まとめて集計される報告が少なすぎて、一件を隠せないためです。`,
  },
  ar: {
    less: (epsilon, chances, reports) =>
      `من يرى المجاميع وحدها لا يعرف عن شخص واحد أكثر مما يسمح به ε ${epsilon}، إلا باحتمال 1 من ${chances}. ويُفترض في ذلك أن الخادم الجامع أمين ولا يُظهر غيرها، وأن كل التقارير التي تُعدّ معًا (${reports}) صادقة وباقية، وأنه لا يُعرف عن أي منها شيء آخر.`,
    same: (epsilon) =>
      `من يرى المجاميع وحدها يمكن أن يعرف عن شخص واحد بقدر ما يُعرف من تقريره، ε ${epsilon}: فالتقارير التي تُعدّ معًا أقل من أن تُخفي واحدًا منها.`,
  },
};
