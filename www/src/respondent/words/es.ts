import type { Count } from "../../page/numbers";
import { es as page } from "../../page/words/es";
import type { Words } from "./words";

const ofAnswers = ({ text, form }: Count) => (form === "one" ? "su única respuesta" : `sus ${text} respuestas`);
const wouldLeave = ({ text, form }: Count) =>
  form === "one" ? `saldría cambiada ${text}` : `saldrían cambiadas ${text}`;

export const es: Words = {
  ...page,
  page: {
    title: "Candor · responda con sinceridad",
    description:
      "Una encuesta cuyas respuestas se cambian al azar en su dispositivo, con límites, calculados allí, de lo que pueden revelar sobre usted.",
    skip: "Ir a la encuesta",
    headline: "Responda con sinceridad: cualquier conjunto de respuestas podría haber llevado a lo que envía.",
    lede: "Antes de que se envíe nada, su propio navegador cambia sus respuestas al azar. Lo que se envía todavía puede revelar algo sobre usted, pero solo hasta un límite que puede leer más abajo. A partir de miles de informes así todavía se pueden estimar las proporciones verdaderas, cada una con su margen de error.",
    said: "lo que dijo",
    leaves: "lo que sale",
    promises: "Tres promesas, calculadas en su dispositivo",
    survey: "La encuesta",
    numbers: "Los números tras las promesas",
    numbersNote:
      "Cada fila trata de una pregunta. Dice con qué probabilidad sale cambiada la respuesta, o se usa si su dispositivo sortea qué preguntas usa. Supongamos que alguien pensaba que 10 de cada 100 personas como usted darían cierta respuesta. Las últimas columnas dicen de cuántas de cada 100 puede tener motivos para pensarlo después, como mínimo y como máximo: cuando se ve sola esta respuesta, o el informe entero. Se supone que quien ve el informe entero conoce todas sus demás respuestas.",
    recomputed:
      "Todo esto se ha recalculado en su navegador a partir de los pesos enteros del plan, y no se ha tomado de lo que alguien escribió. El plan es [].",
    notPromised: "Lo que no se promete",
    pageReads:
      "Una página puede leer lo que se escribe en ella. Usted confía en que esta página es la que dice ser: su código es abierto y se puede comparar. Quien transporta su petición ve que participó, cuándo y desde qué dirección.",
    oneReport:
      "Las promesas valen para un informe. Borrar los datos de este sitio, una ventana privada o un segundo dispositivo permitirían otro, y cada nuevo informe puede revelar otro tanto. Las promesas limitan lo que añade su informe: lo que alguien ya sabe de usted, o aprende de los totales sobre personas como usted, lo sabe sin él.",
    foot: "Una encuesta de demostración. [Vea los totales], donde también pueden responder personas simuladas.",
  },

  record: { title: "Todo su registro", figure: (before, most) => `${before} → como máximo ${most}` },
  each: {
    title: "Cada respuesta",
    used: (least, most, all) => `de ${least} a ${most} de ${all}`,
    changed: (least, most) => `de ${least} a ${most}`,
    chances: (least, most) => `Cada respuesta tiene su propia probabilidad de salir cambiada, del ${least} al ${most}.`,
    told: (before, most, least) =>
      `Para quien conozca todas sus demás respuestas, ${before} de cada 100 pueden pasar a ser ${most} como máximo y ${least} como mínimo, sea cual sea la pregunta.`,
  },
  nothing: {
    title: "Nada más",
    drawn: (most, asItIs) =>
      `Solo se envían qué preguntas se sortearon, lo que se dice de ellas, ${most} como máximo, ${asItIs}la huella del plan y un identificador al azar.`,
    record: (most, asItIs) =>
      `Solo se envían el registro alterado de ${most} preguntas, ${asItIs}la huella del plan y un identificador al azar.`,
    asItIs: (name) => `${name} tal cual, `,
    unasked:
      "Entre la carga de esta página y el momento en que pulsa Enviar no se pide absolutamente nada. Que usted envió algo se puede ver por el camino.",
  },
  table: {
    question: "Pregunta",
    used: "Se usa",
    changed: "Sale cambiada",
    alone: "De 100, vista sola esta respuesta",
    whole: "De 100, visto el informe entero",
    between: (least, most) => `de ${least} a ${most}`,
  },

  answering: "Lo que responde",
  example: "Ejemplo de lo que sale",
  drawAgain: "Sortear otra vez",
  send: "Enviar el registro alterado",
  sendNote:
    "Los ejemplos nunca salen de esta página. Al enviar, sus respuestas se sortean una vez más, la definitiva: lo que sale entonces se le muestra exactamente.",
  nothingSent: "No se ha enviado nada.",
  missing: ({ text, form }) =>
    form === "one" ? "Una pregunta no tiene todavía respuesta." : `${text} preguntas no tienen todavía respuesta.`,
  drewAll: (all) => `Su dispositivo eligió al azar las ${all} preguntas.`,
  drewSome: ({ text }, all) => `Su dispositivo eligió al azar ${text} de las ${all} preguntas.`,
  showsAll: "Lo que envía lo muestra.",
  showsSome: ({ form }) =>
    `Aquí solo se ${form === "one" ? "hace esta" : "hacen estas"}. Lo que envía muestra cuáles se sortearon y no revela nada de ninguna otra.`,
  drawKept: "El sorteo se conserva: cargar la página de nuevo no cambia nada.",
  enterNumber: "Escriba un número.",
  choose: "Elija una respuesta.",
  chooseOrDecline: "Elija una respuesta. También puede preferir no decirlo.",
  answerAgain: "Olvidada: responda de nuevo.",
  onlyRange: (ranges) => `Solo cuenta el intervalo: ${ranges}.`,
  leaveAsTheyAre: "Esto sale tal cual",

  nothingYet: "todavía nada",
  unused: "no se usa en este sorteo",
  mightLeaveAs: "podría salir como",
  mightWithUnanswered: (others) => `podría salir junto con ${others}, que no tiene todavía respuesta`,
  mightAsShown: (others) => `podría salir junto con ${others}, como se muestra allí`,
  mightLeave: (others, few) =>
    ["podría salir", others && `junto con ${others},`, "como", few && `una de ${few}`].filter(Boolean).join(" "),
  exampleChanged: (changed, answers) => `En este ejemplo ${wouldLeave(changed)} de ${ofAnswers(answers)}.`,
  exampleDraws: (questions, named) =>
    `En este ejemplo su dispositivo sortea ${questions}. Solo diría esto de ellas: ${named}.`,

  allQuestions: (all, names) => `las ${all} preguntas: ${names}`,
  someQuestions: ({ text }, all, names) => `${text} de las ${all} preguntas: ${names}`,
  fewAnswers: (named, of) => `${named.text} de ${of} respuestas`,
  fewCombinations: (named, of) => `${named.text} de ${of} combinaciones`,
  answersAbout: (few, name) => `${few} sobre ${name}`,
  combinationsOf: (few, names) => `${few} de ${names}`,
  oneOf: (few) => `una de ${few}`,
  statement: (about, named) => `${about}: ${named}`,
  more: (count) => `y ${count} más`,
  yours: "la suya",
  among: "la suya está entre ellas",
  notAmong: "la suya no está entre ellas",
  asSaid: "como dijo",
  changed: "cambiada",

  sending: "Enviando…",
  wouldLeave: "Esto es lo que saldría",
  onlyExample: "Un ejemplo: no se ha enviado nada.",
  notReceived: "Todavía no se ha recibido",
  nothingLost:
    "No se pierde nada: el informe de abajo se conserva en este dispositivo y el próximo intento envía exactamente los mismos bytes.",
  sendAgain: "Enviar de nuevo",
  thanks: "Gracias",
  drew: (questions, named) =>
    `Su dispositivo eligió al azar ${questions}. De sus respuestas el informe solo dice esto: ${named}.`,
  keptOnly: (kept) =>
    `Lo que respondió ${kept ? "" : "no "}se nombra ahí: el informe no lo dice, y cuenta igualmente en los totales.`,
  keptEach: (of) =>
    `Por azar, las ${of} afirmaciones nombran lo que respondió: el informe no dice cuáles lo hacen, y cuenta igualmente en los totales.`,
  keptNone: (of) =>
    `Por azar, ninguna de las ${of} afirmaciones nombra lo que respondió: el informe no dice cuáles lo hacen, y cuenta igualmente en los totales.`,
  keptSome: ({ text, form }, of) =>
    `Por azar, ${form === "one" ? "1 de las" : `${text} de las`} ${of} afirmaciones ${form === "one" ? "nombra" : "nombran"} lo que respondió: el informe no dice cuáles lo hacen, y cuenta igualmente en los totales.`,
  noneChanged: (answers) =>
    `Por azar no salió cambiada ninguna de ${ofAnswers(answers)}. El informe no dice cuáles salieron cambiadas, y cuenta igualmente en los totales.`,
  someChanged: ({ text, form }, answers) =>
    `${form === "one" ? "Salió cambiada 1" : `Salieron cambiadas ${text}`} de ${ofAnswers(answers)}. El informe no dice cuáles, y cuenta igualmente en los totales.`,
  answered: "Respondió",
  sent: "Enviado",
  toBeSent: "Por enviar",
  togetherBelow: (others) => `junto con ${others}, véase abajo`,
  fewBelow: (few) => `${few}, véase abajo`,
  inScore: "cuenta para una puntuación",
  noScore: "sin puntuación",
  asItIs: "Tal cual, sin ruido",
  exactlySent: "Exactamente lo que se envió",
  exactlyToBeSent: "Exactamente lo que se envía",
  bytes: "El informe en sus bytes exactos",
  notes: {
    record: "Las respuestas son números de categoría contados desde 0, en el orden de las preguntas.",
    labelled:
      "El primer número dice qué preguntas se sortearon y cuáles se toman juntas. Cada uno de los demás es el de una respuesta o el de una combinación, contado desde 0, o tiene un bit puesto por cada una de las que se nombran.",
    unlabelled:
      "Cada número es el de una respuesta o el de una combinación, contado desde 0, o tiene un bit puesto por cada una de las que se nombran.",
    plan: "El plan es la huella de la encuesta y su ruido; el identificador es aleatorio y solo sirve para reconocer un reenvío.",
    plain: "Lo que lleva sin ruido son categorías contadas desde 0, en el orden de arriba.",
    nothingElse:
      "No hay en él ninguna hora ni ningún nombre, ni nada más que dependa de sus respuestas. Los espacios al final hacen que todos los informes tengan la misma longitud.",
  },
  nothingAskedHere: "Aquí no se pregunta nada",
  onePerDevice:
    "Se acepta un informe por dispositivo. Aquí no se guarda ninguna respuesta y, si queda algo por enviar, se envía automáticamente.",
  afresh:
    "¿Otra persona ante este dispositivo? Empezar de nuevo sortea un informe nuevo. Hágalo, por favor, solo para otra persona.",
  startAfresh: "Empezar de nuevo",
  seeTotals: "Ver los totales",

  unavailable: "La encuesta no se puede abrir",
  nothingAsked: "No se ha preguntado nada ni se ha enviado nada.",
  tryAgain: "Intentar de nuevo",
  reasons: {
    ...page.reasons,
    "id-conflict": "El recolector ya tiene otro informe con este identificador y conserva el primero.",
    "plan-mismatch": "El recolector no acepta este informe. Puede que la encuesta haya cambiado desde que se sorteó.",
    "not-kept": "Este dispositivo se ha negado a guardar el informe, así que no se ha sorteado ninguno.",
  },
  notStored: (code) => `El recolector no ha podido guardar el informe (${code}).`,
};
