import type { Words } from "./words.js";

export const fr: Words = {
  checking: "Vérification des promesses de l’enquête…",
  unavailable: "L’enquête ne peut pas être ouverte",
  nothingAsked: "Rien n’a été demandé et rien n’a été envoyé.",
  tryAgain: "Réessayer",
  promised: "Ce qui est promis, calculé sur votre appareil",
  byQuestion: "Question par question",
  notPromised: "Ce qui n’est pas promis",
  visible:
    "Le fait que vous participez, quand et depuis quelle adresse, se voit en chemin. Vous comptez sur le fait que cette page est bien celle qu’elle prétend être : une page peut lire ce qu’on y saisit. Les promesses valent pour un rapport ; chaque autre rapport de votre part peut en dire autant une fois de plus.",
  plan: "L’enquête et son bruit ont cette empreinte :",
  progress: (ordinal, all) => `Question ${ordinal} sur ${all}`,
  choose: "Veuillez choisir une réponse.",
  enterNumber: "Veuillez saisir un nombre dans ces intervalles.",
  onlyRange: (ranges) => `Seul l’intervalle compte : ${ranges}`,
  declined: "Je préfère ne pas le dire",
  under: (most) => `moins de ${most}`,
  from: (least) => `${least} ou plus`,
  between: (least, most) => `de ${least} à moins de ${most}`,
  anyNumber: "n’importe quel nombre",
  incomplete: "Une question n’a pas encore de réponse utilisable.",
  back: "Retour",
  next: "Suivant",
  send: "Modifier au hasard et envoyer",
  refused: (code) => `Rien n’a été envoyé (${code}). Veuillez réessayer.`,
  sending: "Envoi…",
  thanks: "Merci",
  arrived:
    "Votre rapport est arrivé. Vos réponses ont été modifiées au hasard avant son départ et ne sont plus sur cette page.",
  nothingAskedHere: "Rien n’est demandé ici",
  onePerDevice:
    "Un seul rapport est accepté par appareil, et rien n’est demandé sur celui-ci. Aucune réponse n’est conservée ici.",
  sentByItself: "S’il y a quelque chose à envoyer d’ici, l’envoi se fait tout seul.",
  notReceived: "Pas encore reçu",
  kept: "Rien n’est perdu : le rapport est conservé sur cet appareil, et le prochain essai envoie les mêmes octets.",
  sendAgain: "Envoyer à nouveau",
  bytes: "Le rapport, octet par octet",
  drawn:
    "Les réponses ont été modifiées au hasard et ne sont plus ici. Il ne reste que le rapport, qui part avec ce formulaire.",
  interviewing:
    "Plusieurs personnes répondent sur cet appareil, l’une après l’autre. Il conserve leurs rapports, modifiés au hasard, jusqu’à leur envoi ; il ne conserve aucune réponse et ne sait pas si quelqu’un a déjà répondu. Qui tient l’appareil pourrait lire en même temps.",
  kiosk:
    "Plusieurs personnes répondent sur cet appareil, l’une après l’autre. Il ne garde aucune réponse, et les rapports, modifiés au hasard, seulement jusqu’à leur envoi ; il ne montre pas si quelqu’un a déjà répondu. Qui gère l’appareil pourrait lire ce qui est saisi.",
  passedOn:
    "Vos réponses ont été modifiées au hasard et ne sont plus sur cet appareil. Le rapport est envoyé tout seul, maintenant ou dès le retour du réseau.",
  startOver: "Recommencer avec un formulaire vide",
  keptHere: "Le rapport est conservé",
  giveBack:
    "Ce qui a été répondu n’est plus sur cet appareil. Veuillez rendre l’appareil. La personne suivante commence avec un formulaire vide.",
  nextRespondent: "Personne suivante",
  waiting: (reports) => `Rapports sur cet appareil : ${reports}`,
  sendReports: "Envoyer les rapports",
  exportReports: "Enregistrer les rapports dans un fichier",
  deleteExported: "Supprimer de cet appareil les rapports enregistrés",
  asItIs: "Part tel quel, sans bruit.",
  reasons: {
    unreachable: "Le collecteur est injoignable.",
    "timed-out": "Le collecteur ne répond pas.",
    "unexpected-response":
      "Ce qui a répondu n’est pas le collecteur ; un réseau demande peut-être d’abord une connexion.",
    "not-invited": "Seules les personnes invitées peuvent répondre, et ce lien ne contient pas d’invitation valable.",
    "invitation-used": "Cette invitation a déjà servi, et chacune vaut pour un rapport.",
    "plan-not-open": "L’enquête n’est pas encore ouverte.",
    "plan-closed": "L’enquête est close.",
    "no-storage": "Ce navigateur ne conserve rien pour cette page, et sans cela rien ne peut être demandé.",
    "not-kept": "Ce navigateur a refusé de conserver le rapport.",
  },
  wrong: "Quelque chose a échoué.",
};
