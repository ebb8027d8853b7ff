//! Labels in Spanish.

use super::texts::{
    Algorithm, Collection, Composition, Facts, Parameter, Rights, Table, Totals, Trust, Unit, Utility, Words,
};

/// Labels in Spanish.
pub static SPANISH: Words = Words {
    language: "es",
    separators: ['.', ','],
    is_mirrored: false,
    kind: "Etiqueta de privacidad",
    figure: |[from, least, most]| format!("{from} → de {least} a {most} de 100"),
    belief: |[from, least, most]| {
        format!(
            "Quien pensaba que {from} de 100 personas como la encuestada darían ciertas respuestas puede tener motivos, tras ver el informe, para \
             pensarlo de {most} como máximo y de {least} como mínimo, sepa lo que sepa además."
        )
    },
    facts: Facts {
        mechanism: "Mecanismo",
        record: "ε del registro",
        page: "Controla la página",
        collector: "Controla el recolector",
        readers: "Puede leer los totales",
        kept: "Los informes se guardan hasta",
        scores: "Puntuaciones que envían los dispositivos",
        in_clear: "En claro",
        nothing: "nada",
        waves: "Oleadas",
        none: "ninguna",
        plan: "Plan",
    },
    table: Table {
        caption: "Qué puede saberse de una respuesta: donde antes se pensaba en 10 de 100, cuántas de 100 después",
        question: "Pregunta",
        column: "ε de columna: vista sola",
        attribute: "ε de atributo: visto todo el informe, conocidas las demás respuestas",
        level: |[epsilon, least, most]| format!("{epsilon}: de {least} a {most}"),
        with: |others| format!(", junto con {others}"),
    },
    promised: "Se promete",
    not_promised: "No se promete",
    foot: "Ordenada según NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (2025). Cada ε se recalculó a partir de los \
           enteros del plan.",
    not_stated: "no indicado",
    parameter: Parameter {
        about: "Parámetro de privacidad",
        factor: |record| {
            format!(
                "Respondan lo que respondan dos personas, la probabilidad de enviar un informe dado difiere a lo sumo en un factor e^{record} \
                 (privacidad diferencial local pura, ε del registro = {record})."
            )
        },
        no_delta: "No hay δ: la promesa no tiene excepciones, por raras que fueran.",
        known_before: "Lo que alguien ya sabe de una persona, o averigua por los totales sobre gente como ella, lo sabe sin el informe.",
    },
    unit: Unit {
        about: "Qué se protege",
        one_report: "Un informe: todas las respuestas de una persona a esta encuesta, juntas.",
        one_answer: "El ε de columna y el de atributo son de una sola respuesta; ninguno sustituye la promesa de todo el informe.",
        taking_part: "Que alguien participó, cuándo y desde qué dirección, lo ve quien transporta los datos por la red.",
    },
    composition: Composition {
        about: "Varios informes",
        kept: "Un dispositivo sortea un informe para este plan, lo guarda y vuelve a enviar el mismo si se le pregunta dos veces.",
        second: |twice| {
            format!(
                "Un segundo informe de la misma persona, desde otro dispositivo o tras borrar su almacenamiento, suma su ε: dos tienen {twice}."
            )
        },
        wave: |family| {
            format!(
                "Es una oleada de la familia {family:?}: las mismas respuestas salen como el mismo informe en cada oleada, sin más coste; las que \
                 cambian suman el ε de su oleada, hasta un límite que fija la página."
            )
        },
        no_family: "No pertenece a ninguna familia: lo que otras encuestas pregunten a las mismas personas suma su ε.",
    },
    utility: Utility {
        about: "Utilidad y sesgo",
        unbiased: "Las proporciones estimadas no tienen sesgo salvo que se elija otro método, y llevan errores estándar e intervalos.",
        missing: "La encuesta no corrige la falta de quienes no están en ella.",
        small: "Los grupos pequeños tienen intervalos anchos; una persona puede enviar informes falsos, cada uno de los cuales puede pesar tanto como \
                muchos honestos.",
    },
    algorithm: Algorithm {
        about: "Mecanismo y realización",
        law: |method| {
            format!(
                "Todas las respuestas juntas se alteran por una ley publicada (método {method:?}) antes de que nada salga del dispositivo."
            )
        },
        integers: "Las probabilidades son enteros de 64 bits que suman 2^64; las promesas se calculan de ellos, redondeadas hacia arriba, y el sorteo \
                   sigue exactamente esos enteros.",
        constant: "Ni los pasos ni las direcciones del sorteo dependen de las respuestas o del ruido.",
        device: "Quien pueda leer la memoria o la pantalla del dispositivo mientras se responde ve las respuestas.",
    },
    trust: Trust {
        about: "Confianza y acceso",
        holders: "No hay que fiarse de quien tenga los informes, la base de datos, sus copias o sus registros: la promesa vale contra todos.",
        page: |party| format!("La página la controla: {party}."),
        collector: |party| format!("El recolector lo controla: {party}."),
        page_reads: "Quien responde confía en que la página ejecute este programa: puede leer lo que se escribe en ella.",
        same_party: "Si la misma parte controla página y recolector, no hay nadie más entre ambos.",
    },
    collection: Collection {
        about: "Qué se recoge",
        stored: "Las respuestas verdaderas no se recogen: quedan en el dispositivo. Se guarda un informe alterado, un número al azar que reconoce una \
                 repetición, y el día.",
        text: "El propio texto de una encuesta puede delatar a quienes responden: proteger a quién se invita corresponde a su autor.",
        plain: |names| {
            format!(
                "Un informe lleva en claro, sin ruido: {names}. Juntos pueden formar un grupo de pocas personas, o de una, cuyos informes se conocen \
                 entonces como suyos; lo que respondieron sigue protegido por el ε del registro."
            )
        },
        stopped: "Quien se detiene a medias envía un informe como cualquier otro: que no se llegó a una pregunta se altera como una respuesta.",
        asks_drawn: "Un dispositivo sortea antes de toda respuesta qué preguntas hace, y no hace otras; el informe muestra cuáles.",
        drawn: "Un dispositivo sortea qué preguntas utiliza; el sorteo no depende de las respuestas, y una respuesta no sorteada no se envía de \
                ninguna forma.",
        shows_drawn: "El informe muestra qué preguntas se sortearon, y cuáles se toman juntas.",
    },
    rights: Rights {
        about: "Conservación y derechos",
        kept_until: |retention| format!("Los informes se guardan hasta: {retention}."),
        deletion: "Borrar el plan en el recolector borra sus informes y sus totales. Un informe que su dispositivo puede retirar, si la página lo \
                   ofrece, sale de los totales en su siguiente paso, o queda en los últimos como uno de nadie en particular.",
        nobody_else: "Sin subencargados: este programa no envía nada a nadie más que al recolector ni carga nada de otro lugar. Quién aloja página y \
                      recolector lo dicen quienes los controlan.",
        nameless: "Un informe no tiene nombre: nadie puede encontrar el de una persona dada para mostrarlo, corregirlo o borrarlo.",
        copies: "El borrado no alcanza a copias de seguridad, exportaciones ni totales leídos antes.",
    },
    totals: Totals {
        about: "Totales",
        readers: |readers, step| {
            format!("Los totales puede leerlos: {readers}. Al menos {step} informes se cuentan juntos.")
        },
        tell: |told, record, words| {
            let [epsilon, chances, reports] = words.figures(told);
            if told.delta > 0.0 {
                format!(
                    "Quien solo ve los totales averigua de una persona a lo sumo lo que permite ε {epsilon}, salvo con una probabilidad de 1 entre \
                     {chances}, y no ε {record} como por el informe. Esto supone que el recolector es honesto y no muestra nada más, que los {reports} \
                     informes que se cuentan juntos son honestos y permanecen, y que no se sabe nada más de ninguno de ellos."
                )
            } else {
                format!(
                    "Quien solo ve los totales puede averiguar de una persona tanto como de su informe, ε {record}: se cuentan juntos demasiado pocos \
                     informes para ocultar uno."
                )
            }
        },
        smaller: "Donde se cuentan juntos menos informes, en pasos más pequeños o para grupos de personas, no se promete más que el ε del registro.",
    },
};
