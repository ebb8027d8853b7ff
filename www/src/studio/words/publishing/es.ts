import type { PublishingWords } from "./en";

export const publishing: PublishingWords = {
  looksTitle: "Aspecto",
  looksNote:
    "Color, letra y logotipo de las páginas de sus encuestas. No forman parte de ningún plan: su huella y sus promesas siguen siendo las mismas. Para ello no se carga nada de ningún sitio.",
  accent: "Color",
  usualLooks: "Aspecto habitual",
  onLight: "En una página clara",
  onDark: "En una página oscura",
  sample: "Enviar",
  enough: (contrast) => `Contraste ${contrast}:1, suficiente para texto.`,
  notEnough: (contrast, shown, nearest) =>
    `Contraste ${contrast}:1, insuficiente para texto (4,5:1). La página muestra en su lugar ${nearest}, el más parecido con contraste suficiente: ${shown}:1.`,
  font: "Letra",
  fonts: { usual: "Habitual", serif: "Con serifas", humanist: "Humanista", rounded: "Redondeada" },
  logo: "Logotipo",
  chooseLogo: "Elegir una imagen…",
  removeLogo: "Quitar el logotipo",
  logoName: "Qué dice el logotipo",
  logoNote:
    "PNG, JPEG, WebP o SVG, de 20 KB como máximo. Solo lo muestra una página propia: en una dirección cualquiera podría escribir otro logotipo.",
  noLogo: (file) => `«${file}» no es una imagen de ese tipo, o pasa de 20 KB.`,

  termsTitle: "Conservación y retirada",
  termsNote:
    "La página de la encuesta lo dice antes de las preguntas. Cuando termina ese día (UTC), el recolector borra todos los informes y los totales, y no acepta más: guarde antes sus resultados. Si publica otra vez, puede fijar un día anterior, pero no uno posterior.",
  canWithdraw: "Se puede retirar el informe desde el dispositivo que lo envió",
  withdrawalNote:
    "Un informe retirado sale de los totales en su próximo paso. Donde se puede retirar, el recolector guarda un número aleatorio junto a cada informe.",

  kioskLink: "En un dispositivo que usan varias personas, como una tableta en una entrada:",
  kioskNote:
    "Cada una encuentra la encuesta vacía, nada muestra quién respondió antes y el dispositivo guarda solo los informes que aún no se enviaron.",
  kioskQr: "Código QR de la dirección para un dispositivo compartido",

  run: "Seguir",
  mySurveys: "Mis encuestas",
  noSurveys: "Aquí se ve lo que publique desde este navegador, con sus direcciones y sus totales.",
  mySurveysNote: "Sus encuestas que este navegador conoce. La lista se guarda aquí y en ningún otro sitio.",
  runTokenNote:
    "Hace falta para cerrar una encuesta, para invitar a más personas, para encontrar encuestas publicadas en otro sitio y para ver cuántos informes se añadieron hoy. Se queda en esta pestaña hasta que se cierre.",
  findSurveys: "Encuestas que publicó desde otro navegador",
  find: "Buscarlas",
  foundSurveys: (count: string) => `Encuestas encontradas y añadidas a la lista: ${count}.`,
  notFound: "No se encontraron.",
  writeVersion: "Escribir una versión nueva",
  versionNote:
    "Abre sus preguntas en lugar de las escritas ahora, que «Deshacer» devuelve. La versión nueva tiene dirección y totales propios.",
  versionOpened: "Las preguntas de la encuesta publicada están abiertas.",
  newVersion: "Una versión nueva",
  questionsAdded: "Preguntas nuevas",
  questionsChanged: "Preguntas cambiadas",
  questionsRemoved: "Preguntas quitadas",
  sameQuestions: "Las preguntas son las mismas que antes.",
  reportsOfVersions:
    "Los informes de la versión anterior se quedan en sus propios totales y no se suman a los de esta. Aquella recibe informes hasta que la cierre en el paso «Seguir»; quien la respondió también puede responder a esta.",
  lookAgain: "Mirar otra vez",
  looking: "Preguntando al recolector…",
  results: "Leer los resultados",
  addresses: "Direcciones y códigos QR",
  respondentsLink: "Se responde en esta dirección:",
  removeSurvey: "Quitar de esta lista",
  removeNote: "Sigue en su recolector.",
  noCollector: "No se puede llegar a su recolector desde esta página.",
  isDeleted: "Su recolector ya no la tiene.",
  publishedOn: (day) => `Publicada el ${day}.`,
  opensOn: (day) => `Se abre el ${day}.`,
  isOpen: (until) => (until === undefined ? "Está abierta." : `Está abierta hasta el ${until}.`),
  isClosed: "Está cerrada.",
  inTotals: (reports) => `Informes en sus totales: ${reports}.`,
  keptUntilDay: (day) => `Los informes se borran después del ${day}.`,
  reportsDeleted: (day) => `Sus informes se borraron después del ${day}.`,
  addedToday: (reports) => `Añadidos hoy (UTC): ${reports}.`,
  toldAtClose: "Los totales se publican una sola vez, cuando se cierra.",
  toldInSteps: (after, step) =>
    `Los totales se publican a partir de ${after} informes y después con cada ${step} nuevos: pasos menores dirían algo de personas concretas.`,
  closeSurvey: "Cerrarla",
  closeForGood: "Cerrarla definitivamente",
  closeNote: "No se aceptarán más informes y no podrá abrirse de nuevo.",
  notClosed: "No se cerró.",
  inviteMore: "Invitar a más personas",
  invitedMore: (count) => `Invitaciones hechas: ${count}.`,
};
