import type { Count } from "../../page/numbers";
import { fr as page } from "../../page/words/fr";
import type { Words } from "./words";

const reports = ({ text, form }: Count) => `${text} ${form === "one" ? "rapport" : "rapports"}`;
const people = ({ text, form }: Count) => `${text} ${form === "one" ? "personne simulée" : "personnes simulées"}`;
const intervals = ({ text, form }: Count) => (form === "one" ? "de l’unique intervalle" : `des ${text} intervalles`);
const stepwise = (after: Count, { text, form }: Count, pause = "") =>
  `Les totaux sont calculés à partir des rapports d’un même instant. Ils sont montrés à partir de ${reports(after)} et changent après au moins ${text} ${form === "one" ? "nouveau rapport" : "nouveaux rapports"}${pause} : la différence de deux totaux n’est jamais celle de moins de rapports.`;
const narrowest = (near: string) =>
  `Toutes les questions et toutes les paires prises ensemble, ces intervalles sont ${near} les plus étroits que puisse donner une enquête privée quelconque : un protocole quelconque avec cet ε de l’enregistrement et des estimations sans biais, quand toutes les réponses sont également fréquentes.`;

export const fr: Words = {
  ...page,
  page: {
    title: "Candor · les totaux",
    description: "Totaux estimés d’une enquête dont les réponses sont modifiées au hasard sur chaque appareil.",
    skip: "Aller aux totaux",
    survey: "L’enquête",
    totals: "Les totaux",
    lede: "La page de l’enquête modifie les réponses au hasard avant de les envoyer. Les estimations défont le bruit pour tous les rapports ensemble et disent de combien chaque proportion peut s’écarter. Elles prennent chaque rapport pour celui d’une personne qui a répondu : qui en envoie de faux peut les décaler.",
    invented: "Essayez avec des personnes qui n’existent pas",
    inventedNote:
      "Les habitants de Larkhaven, une ville inventée, sont tirés au hasard dans cet onglet. Les réponses de chacun sont modifiées par le même programme que celui du navigateur des répondants et envoyées au même collecteur. Comme cet onglet les a inventés, lui seul sait ce qu’ils ont vraiment répondu et peut le montrer à côté des estimations. Leurs rapports restent dans la base de données de ce collecteur, parmi ceux de personnes réelles.",
    nobody:
      "Dès que suffisamment de personnes [répondent à l’enquête], ou que des personnes simulées le font, les estimations apparaissent ici.",
    questions: "Question par question",
    refresh: "Actualiser",
    key: "Légende des graphiques",
    estimateKey: "Estimation avec son intervalle à 95\u00a0%",
    truthKey: "Vérité simulée",
    unbiased:
      "Les proportions sont une meilleure estimation tirée de toutes les questions ensemble, qui tend vers moins d’associations ; les intervalles sont ceux des tableaux sans biais. Les estimations sans biais, qui peuvent être inférieures à 0 ou supérieures à 100\u00a0%, sont dans les fichiers JSON et CSV que le collecteur écrit pour les programmes.",
    pair: "Deux questions ensemble",
    foot: "La page de l’enquête n’envoie au collecteur que des rapports modifiés. [Répondez à l’enquête] vous aussi.",
  },

  noTotals: "Pas encore de totaux.",
  headline: (count) => `${reports(count)}, et ce qu’ils disent ensemble.`,
  refreshed: (headline) => `Actualisé. ${headline}`,
  answer: "Réponse",
  published: (day) => `Publiée le ${day}.`,
  everyReport: "Ici, les totaux changent à chaque rapport.",
  inSteps: (after, more) => stepwise(after, more),
  inStepsAndTime: (after, more, { text, form }) =>
    stepwise(after, more, ` et au plus toutes les ${form === "one" ? "minutes" : `${text} minutes`}`),
  atClose: (after) =>
    `Les totaux sont calculés une seule fois, quand l’enquête n’accepte plus de rapports, s’il y a au moins ${reports(after)}.`,
  within: (share) => narrowest(`d’au plus ${share} plus larges que`),
  timesAsWide: (times) => narrowest(`${times} fois aussi larges que`),
  bound:
    "Sont comparées des erreurs types attendues, en moyenne quadratique sur toutes les cellules, à une borne inférieure moyennée sur les réétiquetages des réponses.",

  simulate: (count) => `Simuler ${count} personnes`,
  stop: "Arrêter",
  stored: "Personnes simulées enregistrées",
  simulating: "Simulation en cours…",
  notStarted: "La simulation n’a pas pu démarrer.",
  simulated: (count) => `${people(count)} ${count.form === "one" ? "a répondu" : "ont répondu"}.`,
  stopped: (count) => `Arrêté après ${people(count)}.`,

  covered: (covering, all) =>
    `${covering} ${intervals(all)} couvrent ce que les personnes simulées ont vraiment répondu.`,
  allSimulated: "Tous les rapports viennent ici de la simulation de cet onglet.",
  mixture: (count, simulated) =>
    `Le collecteur a ${reports(count)}, dont ${simulated} simulés par cet onglet : la vérité montrée n’est que celle de ces personnes simulées.`,

  down: "En lignes",
  across: "En colonnes",
  alone: "Cette question ne peut être estimée avec aucune autre.",
  by: (one, other) => `${one} par ${other}.`,
  pairCovered: (covering, all) => `${covering} ${intervals(all)} couvrent la vérité simulée.`,
  shares: "Proportions de toutes les personnes qui ont répondu, avec l’intervalle à 95\u00a0% de chacune.",

  token: "Jeton de lecture",
  readTotals: "Lire les totaux",
  reasons: {
    ...page.reasons,
    unauthorized: "Le collecteur demande un jeton, ou un autre.",
    "unidentifiable-table":
      "Ceci ne peut pas être estimé : les rapports reçus jusqu’ici n’en disent pas assez sur ces questions.",
  },

  chart: {
    image: "Proportions estimées ; les mêmes nombres sont dans le tableau ci-dessous.",
    chart: "Le graphique",
    numbers: "Les nombres dans un tableau",
    estimate: "Estimation",
    interval: "Intervalle à 95\u00a0%",
    few: "trop peu de rapports pour le dire",
    truth: "Vérité simulée",
    truly: (share) => `vérité ${share}`,
  },
};
