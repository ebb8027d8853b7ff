import type { Count } from "../../page/numbers";
import { fr as page } from "../../page/words/fr";
import type { Words } from "./words";

const ofAnswers = ({ text, form }: Count) => (form === "one" ? "votre unique réponse" : `vos ${text} réponses`);

export const fr: Words = {
  ...page,
  page: {
    title: "Candor · répondez sincèrement",
    description:
      "Une enquête dont les réponses sont modifiées au hasard sur votre appareil, avec des limites, calculées là, à ce qu’elles peuvent révéler sur vous.",
    skip: "Aller à l’enquête",
    headline: "Répondez sincèrement : n’importe quelles réponses auraient pu mener à ce que vous envoyez.",
    lede: "Avant tout envoi, votre propre navigateur modifie vos réponses au hasard. Ce qui est envoyé peut encore révéler quelque chose sur vous, mais seulement jusqu’à une limite que vous pouvez lire ci-dessous. À partir de milliers de tels rapports, les vraies proportions peuvent tout de même être estimées, chacune avec sa marge d’erreur.",
    said: "ce que vous avez dit",
    leaves: "ce qui part",
    promises: "Trois promesses, calculées sur votre appareil",
    survey: "L’enquête",
    numbers: "Les chiffres derrière les promesses",
    numbersNote:
      "Chaque ligne porte sur une question. Elle dit avec quelle probabilité la réponse part modifiée, ou est utilisée si votre appareil tire au hasard les questions qu’il utilise. Supposons qu’une personne ait pensé que 10 personnes comme vous sur 100 donneraient une certaine réponse. Les dernières colonnes disent de combien sur 100 elle peut ensuite avoir des raisons de le penser, au moins et au plus : quand cette réponse est vue seule, ou tout le rapport. On suppose que qui voit tout le rapport connaît toutes vos autres réponses.",
    recomputed:
      "Tout cela a été recalculé dans votre navigateur à partir des poids entiers du plan, et non repris de ce que quelqu’un a écrit. Le plan est [].",
    notPromised: "Ce qui n’est pas promis",
    pageReads:
      "Une page peut lire ce qu’on y saisit. Vous comptez sur le fait que cette page est celle qu’elle prétend être : son code est ouvert et peut être comparé. Qui achemine votre requête voit que vous avez participé, quand et depuis quelle adresse.",
    oneReport:
      "Les promesses valent pour un rapport. Effacer les données de ce site, une fenêtre privée ou un second appareil en permettraient un autre, et chaque rapport de plus peut en révéler encore autant. Les promesses limitent ce qu’ajoute votre rapport : ce que quelqu’un sait déjà de vous, ou apprend des totaux sur les personnes comme vous, il le sait sans lui.",
    foot: "Une enquête de démonstration. [Voyez les totaux], où des personnes simulées peuvent répondre aussi.",
  },

  record: { title: "Tout votre enregistrement", figure: (before, most) => `${before} → au plus ${most}` },
  each: {
    title: "Chaque réponse",
    used: (least, most, all) => `${least} à ${most} sur ${all}`,
    changed: (least, most) => `${least} à ${most}`,
    chances: (least, most) => `Chaque réponse a sa propre probabilité de partir modifiée, de ${least} à ${most}.`,
    told: (before, most, least) =>
      `Pour une personne qui connaît toutes vos autres réponses, ${before} sur 100 peuvent devenir ${most} au plus et ${least} au moins, quelle que soit la question.`,
  },
  nothing: {
    title: "Rien d’autre",
    drawn: (most, asItIs) =>
      `Ne sont envoyés que les questions tirées, ce qui en est dit, jusqu’à ${most}, ${asItIs}l’empreinte du plan et un identifiant aléatoire.`,
    record: (most, asItIs) =>
      `Ne sont envoyés que l’enregistrement modifié de ${most} questions, ${asItIs}l’empreinte du plan et un identifiant aléatoire.`,
    asItIs: (name) => `${name} tel quel, `,
    unasked:
      "Entre le chargement de cette page et l’appui sur Envoyer, absolument rien n’est demandé. Que vous avez envoyé quelque chose peut se voir en chemin.",
  },
  table: {
    question: "Question",
    used: "Est utilisée",
    changed: "Part modifiée",
    alone: "Sur 100, cette réponse vue seule",
    whole: "Sur 100, tout le rapport vu",
    between: (least, most) => `${least} à ${most}`,
  },

  answering: "Ce que vous répondez",
  example: "Exemple de ce qui part",
  drawAgain: "Tirer à nouveau",
  send: "Envoyer l’enregistrement modifié",
  sendNote:
    "Les exemples ne quittent jamais cette page. À l’envoi, un dernier tirage, définitif, est fait pour vos réponses : ce qui part alors vous est montré exactement.",
  nothingSent: "Rien n’a été envoyé.",
  missing: ({ text, form }) =>
    form === "one" ? "Une question n’a pas encore de réponse." : `${text} questions n’ont pas encore de réponse.`,
  drewAll: (all) => `Votre appareil a tiré au sort les ${all} questions.`,
  drewSome: ({ text }, all) => `Votre appareil a tiré au sort ${text} des ${all} questions.`,
  showsAll: "Ce que vous envoyez le montre.",
  showsSome: ({ form }) =>
    `Seule${form === "one" ? " celle-ci est posée" : "s celles-ci sont posées"} ici. Ce que vous envoyez montre lesquelles ont été tirées et ne révèle rien d’aucune autre.`,
  drawKept: "Le tirage est conservé : recharger la page ne change rien.",
  enterNumber: "Veuillez saisir un nombre.",
  choose: "Veuillez choisir une réponse.",
  chooseOrDecline: "Veuillez choisir une réponse. Vous pouvez aussi préférer ne pas le dire.",
  answerAgain: "Oubliée : répondez à nouveau.",
  onlyRange: (ranges) => `Seul l’intervalle compte : ${ranges}.`,
  leaveAsTheyAre: "Ceci part tel quel",

  nothingYet: "rien encore",
  unused: "pas utilisée dans ce tirage",
  mightLeaveAs: "pourrait partir comme",
  mightWithUnanswered: (others) => `pourrait partir avec ${others}, qui n’a pas encore de réponse`,
  mightAsShown: (others) => `pourrait partir avec ${others}, comme montré là`,
  mightLeave: (others, few) =>
    ["pourrait partir", others && `avec ${others},`, "comme", few && `l’une de ${few}`].filter(Boolean).join(" "),
  exampleChanged: ({ text, form }, answers) =>
    `Dans cet exemple, ${text} de ${ofAnswers(answers)} ${form === "one" ? "partirait modifiée" : "partiraient modifiées"}.`,
  exampleDraws: (questions, named) =>
    `Dans cet exemple, votre appareil tire ${questions}. Il n’en dirait que ceci : ${named}.`,

  allQuestions: (all, names) => `les ${all} questions : ${names}`,
  someQuestions: ({ text }, all, names) => `${text} des ${all} questions : ${names}`,
  fewAnswers: ({ text, form }, of) => `${text} ${form === "one" ? "réponse" : "réponses"} sur ${of}`,
  fewCombinations: ({ text, form }, of) => `${text} ${form === "one" ? "combinaison" : "combinaisons"} sur ${of}`,
  answersAbout: (few, name) => `${few} (${name})`,
  combinationsOf: (few, names) => `${few} (${names})`,
  oneOf: (few) => `l’une de ${few}`,
  statement: (about, named) => `${about} : ${named}`,
  more: (count) => `et ${count} de plus`,
  yours: "la vôtre",
  among: "la vôtre en fait partie",
  notAmong: "la vôtre n’en fait pas partie",
  asSaid: "comme vous l’avez dit",
  changed: "modifiée",

  sending: "Envoi…",
  wouldLeave: "Voici ce qui partirait",
  onlyExample: "Un exemple : rien n’a été envoyé.",
  notReceived: "Pas encore reçu",
  nothingLost:
    "Rien n’est perdu : le rapport ci-dessous est conservé sur cet appareil, et le prochain essai envoie exactement les mêmes octets.",
  sendAgain: "Envoyer à nouveau",
  thanks: "Merci",
  drew: (questions, named) =>
    `Votre appareil a tiré au sort ${questions}. Le rapport ne dit de vos réponses que ceci : ${named}.`,
  keptOnly: (kept) =>
    `Ce que vous avez répondu ${kept ? "y est nommé" : "n’y est pas nommé"} : le rapport ne le dit pas, et il compte tout de même dans les totaux.`,
  keptEach: (of) =>
    `Par hasard, chacune de ces ${of} affirmations nomme ce que vous avez répondu : le rapport ne dit pas lesquelles le font, et il compte tout de même dans les totaux.`,
  keptNone: (of) =>
    `Par hasard, aucune de ces ${of} affirmations ne nomme ce que vous avez répondu : le rapport ne dit pas lesquelles le font, et il compte tout de même dans les totaux.`,
  keptSome: ({ text, form }, of) =>
    `Par hasard, ${text} de ces ${of} affirmations ${form === "one" ? "nomme" : "nomment"} ce que vous avez répondu : le rapport ne dit pas lesquelles le font, et il compte tout de même dans les totaux.`,
  noneChanged: (answers) =>
    `Par hasard, aucune de ${ofAnswers(answers)} n’est partie modifiée. Le rapport ne dit pas lesquelles le sont, et il compte tout de même dans les totaux.`,
  someChanged: ({ text, form }, answers) =>
    `${text} de ${ofAnswers(answers)} ${form === "one" ? "est partie modifiée" : "sont parties modifiées"}. Le rapport ne dit pas lesquelles, et il compte tout de même dans les totaux.`,
  answered: "Votre réponse",
  sent: "Envoyé",
  toBeSent: "À envoyer",
  togetherBelow: (others) => `avec ${others}, voir ci-dessous`,
  fewBelow: (few) => `${few}, voir ci-dessous`,
  inScore: "compte dans un score",
  noScore: "pas de score",
  asItIs: "Tel quel, sans bruit",
  exactlySent: "Exactement ce qui a été envoyé",
  exactlyToBeSent: "Exactement ce qui est envoyé",
  bytes: "Le rapport, octet par octet",
  notes: {
    record: "Les réponses sont des numéros de catégorie comptés à partir de 0, dans l’ordre des questions.",
    labelled:
      "Le premier nombre dit quelles questions ont été tirées et lesquelles sont prises ensemble. Chacun des autres est celui d’une réponse ou d’une combinaison, compté à partir de 0, ou a un bit à 1 pour chacune de celles qui sont nommées.",
    unlabelled:
      "Chaque nombre est celui d’une réponse ou d’une combinaison, compté à partir de 0, ou a un bit à 1 pour chacune de celles qui sont nommées.",
    plan: "Le plan est l’empreinte de l’enquête et de son bruit ; l’identifiant est aléatoire et ne sert qu’à reconnaître un nouvel envoi.",
    plain: "Ce qu’il porte en clair, ce sont des catégories comptées à partir de 0, dans l’ordre ci-dessus.",
    nothingElse:
      "Il ne contient ni heure ni nom, ni rien d’autre qui dépende de vos réponses. Des espaces à la fin donnent à tous les rapports la même longueur.",
  },
  nothingAskedHere: "Rien n’est demandé ici",
  onePerDevice:
    "Un seul rapport est accepté par appareil. Aucune réponse n’est conservée ici, et s’il reste quelque chose à envoyer, l’envoi est automatique.",
  afresh:
    "Une autre personne devant cet appareil ? Recommencer tire un nouveau rapport. Ne le faites, s’il vous plaît, que pour une autre personne.",
  startAfresh: "Recommencer",
  seeTotals: "Voir les totaux",

  unavailable: "L’enquête ne peut pas être ouverte",
  nothingAsked: "Rien n’a été demandé et rien n’a été envoyé.",
  tryAgain: "Réessayer",
  reasons: {
    ...page.reasons,
    "id-conflict": "Le collecteur a déjà un autre rapport avec cet identifiant et garde le premier.",
    "plan-mismatch":
      "Le collecteur n’accepte pas ce rapport. L’enquête a peut-être changé depuis que le rapport a été tiré.",
    "not-kept": "Cet appareil a refusé de conserver le rapport ; aucun n’a donc été tiré.",
  },
  notStored: (code) => `Le collecteur n’a pas pu enregistrer le rapport (${code}).`,
};
