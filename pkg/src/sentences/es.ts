import type { Language } from "./language.js";

export const es: Language = {
  record: ({ from, least, most, of }) =>
    `Quien piense que ${from} de cada ${of} personas como usted darían ciertas respuestas puede tener motivos, tras ver su informe, para pensarlo de ${most} de cada ${of} como máximo y de ${least} como mínimo. Esto se cumple responda usted lo que responda y sepa esa persona lo que sepa de usted.`,
  replaced: (chance) =>
    `La probabilidad de que toda su respuesta se sustituya por una al azar es al menos del ${chance}.`,
  rarelyReplaced: (chance) =>
    `La probabilidad de que toda su respuesta se sustituya por una al azar es inferior al ${chance}.`,
  used: (least, most, all) =>
    `Su dispositivo elige al azar qué preguntas usa: ${least === most ? least : `de ${least} a ${most}`} de las ${all}. La elección no depende de lo que usted responda y se ve en el informe. Una respuesta que se usa está protegida como aquí se dice; las demás no se envían de ninguna forma.`,
  asks: (least, most, all) =>
    `Antes de que usted responda, su dispositivo elige al azar qué preguntas le hace: ${least === most ? least : `de ${least} a ${most}`} de las ${all}. En el informe se ve cuáles son. Cada respuesta está protegida como aquí se dice.`,
  attribute: (question, { from, least, most, of }, covering) =>
    `«${question}»${covering}: supongamos que alguien conoce todas sus demás respuestas y piensa que ${from} de cada ${of} personas como usted darían aquí cierta respuesta. Puede tener motivos, tras ver su informe, para pensarlo de ${most} de cada ${of} como máximo y de ${least} como mínimo.`,
  covers: {
    choices: ", con todas sus opciones",
    dependents: ", con las preguntas que dependen de ella",
    both: ", con todas sus opciones y las preguntas que dependen de ellas",
  },
  asked: (chance) =>
    `La probabilidad de que su dispositivo la use es como máximo del ${chance}; si no la usa, el informe no revela nada de ella.`,
  asAnswered: (chance) => `La probabilidad de que se envíe tal como usted la respondió es como máximo del ${chance}.`,
  plain: (list) =>
    `Con su informe sale tal como es, sin ruido alguno: ${list}. Quien tenga el informe puede leerlo, y quizá encaje solo con pocas personas.`,
  again: ({ from, least, most, of }) =>
    `Supongamos que se olvida este informe y usted responde otra vez. Quien tenga ambos y pensara que ${from} de cada ${of} personas como usted darían ciertas respuestas puede tener motivos para pensarlo de ${most} de cada ${of} como máximo y de ${least} como mínimo.`,
  between: " ",
};
