import type { Language } from "./language.js";

export const fr: Language = {
  record: ({ from, least, most, of }) =>
    `Une personne qui pense que ${from} personnes comme vous sur ${of} donneraient certaines réponses peut avoir des raisons, après avoir vu votre rapport, de le penser d’au plus ${most} sur ${of} et d’au moins ${least}. Cela vaut quoi que vous répondiez et quoi qu’elle sache d’autre sur vous.`,
  replaced: (chance) =>
    `La probabilité que l’ensemble de votre réponse soit remplacé par une réponse au hasard est d’au moins ${chance}.`,
  rarelyReplaced: (chance) =>
    `La probabilité que l’ensemble de votre réponse soit remplacé par une réponse au hasard est inférieure à ${chance}.`,
  used: (least, most, all) =>
    `Votre appareil tire au hasard les questions qu’il utilise : ${least === most ? least : `de ${least} à ${most}`} sur ${all}. Le tirage ne dépend pas de vos réponses et se voit dans le rapport. Une réponse utilisée est protégée comme indiqué ici ; les autres ne sont envoyées sous aucune forme.`,
  asks: (least, most, all) =>
    `Avant que vous répondiez, votre appareil tire au hasard les questions qu’il vous pose : ${least === most ? least : `de ${least} à ${most}`} sur ${all}. Le rapport montre lesquelles. Chaque réponse est protégée comme indiqué ici.`,
  attribute: (question, { from, least, most, of }, covering) =>
    `« ${question} »${covering} : supposons qu’une personne connaisse toutes vos autres réponses et pense que ${from} personnes comme vous sur ${of} donneraient ici une certaine réponse. Elle peut avoir des raisons, après avoir vu votre rapport, de le penser d’au plus ${most} sur ${of} et d’au moins ${least}.`,
  covers: {
    choices: ", avec tous ses choix",
    dependents: ", avec les questions qui en dépendent",
    both: ", avec tous ses choix et les questions qui en dépendent",
  },
  asked: (chance) =>
    `La probabilité que votre appareil l’utilise est d’au plus ${chance} ; sinon, le rapport n’en révèle rien.`,
  asAnswered: (chance) => `La probabilité qu’elle soit envoyée telle que vous l’avez donnée est d’au plus ${chance}.`,
  plain: (list) =>
    `Partent avec votre rapport tels quels, sans aucun bruit : ${list}. Qui a le rapport peut les lire, et ils ne correspondent peut-être qu’à peu de personnes.`,
  again: ({ from, least, most, of }) =>
    `Supposons que ce rapport soit oublié et que vous répondiez à nouveau. Une personne qui a les deux et pensait que ${from} personnes comme vous sur ${of} donneraient certaines réponses peut avoir des raisons de le penser d’au plus ${most} sur ${of} et d’au moins ${least}.`,
  between: " ",
};
