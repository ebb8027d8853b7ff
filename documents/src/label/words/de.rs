//! Labels in German.

use super::texts::{
    Algorithm, Collection, Composition, Facts, Parameter, Rights, Table, Totals, Trust, Unit, Utility, Words,
};

/// Labels in German.
pub static GERMAN: Words = Words {
    language: "de",
    separators: ['.', ','],
    is_mirrored: false,
    kind: "Datenschutz-Etikett",
    figure: |[from, least, most]| format!("{from} → {least} bis {most} von 100"),
    belief: |[from, least, most]| {
        format!(
            "Wer glaubte, dass {from} von 100 Menschen wie der befragten Person bestimmte Antworten geben, kann nach dem Bericht Grund haben, \
             höchstens {most} und mindestens {least} anzunehmen, was er auch sonst weiß."
        )
    },
    facts: Facts {
        mechanism: "Verfahren",
        record: "ε des ganzen Berichts",
        page: "Betreibt die Seite",
        collector: "Betreibt die Sammelstelle",
        readers: "Liest Gesamtergebnisse",
        kept: "Berichte werden aufbewahrt bis",
        scores: "Punktwerte, die Geräte senden",
        in_clear: "Im Klartext",
        nothing: "nichts",
        waves: "Wellen",
        none: "keine",
        plan: "Plan",
    },
    table: Table {
        caption: "Was über eine Antwort zu erfahren ist: wo vorher 10 von 100 angenommen wurden, wie viele von 100 nachher",
        question: "Frage",
        column: "Spalten-ε: nur diese Antwort gesehen",
        attribute: "Attribut-ε: ganzer Bericht gesehen, alle anderen Antworten bekannt",
        level: |[epsilon, least, most]| format!("{epsilon}: {least} bis {most}"),
        with: |others| format!(", zusammen mit {others}"),
    },
    promised: "Zugesagt",
    not_promised: "Nicht zugesagt",
    foot: "Gegliedert nach NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (2025). Jedes ε wurde aus den ganzen \
           Zahlen des Plans neu berechnet.",
    not_stated: "nicht angegeben",
    parameter: Parameter {
        about: "Maß des Schutzes",
        factor: |record| {
            format!(
                "Was zwei Menschen auch antworten: Die Wahrscheinlichkeit eines bestimmten Berichts unterscheidet sich höchstens um den Faktor \
                 e^{record} (reine lokale Differential Privacy, ε des Berichts = {record})."
            )
        },
        no_delta: "Es gibt kein δ: Die Zusage gilt ohne noch so seltene Ausnahme.",
        known_before: "Was jemand über eine Person schon weiß oder aus den Gesamtergebnissen über Menschen wie sie erfährt, weiß er auch ohne den \
                       Bericht.",
    },
    unit: Unit {
        about: "Was geschützt ist",
        one_report: "Ein Bericht: alle Antworten einer Person auf diese Umfrage zusammen.",
        one_answer: "Spalten-ε und Attribut-ε gelten für eine einzelne Antwort; keines ersetzt die Zusage für den ganzen Bericht.",
        taking_part: "Dass jemand teilnahm, wann und von welcher Adresse aus, sieht, wer die Daten im Netz überträgt.",
    },
    composition: Composition {
        about: "Mehrere Berichte",
        kept: "Ein Gerät zieht für diesen Plan einen Bericht, behält ihn und sendet denselben noch einmal, wenn es zweimal gefragt wird.",
        second: |twice| {
            format!(
                "Ein zweiter Bericht derselben Person, von einem anderen Gerät oder nach dem Löschen des Speichers, fügt sein ε hinzu: zwei haben {twice}."
            )
        },
        wave: |family| {
            format!(
                "Dies ist eine Welle der Familie {family:?}: Dieselben Antworten gehen in jeder Welle als derselbe Bericht hinaus, ohne weitere \
                 Kosten; geänderte fügen das ε ihrer Welle hinzu, bis zu einer Grenze, die die Seite setzt."
            )
        },
        no_family: "Der Plan gehört zu keiner Familie: Was andere Umfragen dieselben Menschen fragen, fügt sein ε hinzu.",
    },
    utility: Utility {
        about: "Genauigkeit",
        unbiased: "Geschätzte Anteile sind erwartungstreu, wenn kein anderes Verfahren gewählt wird, und haben Standardfehler und Intervalle.",
        missing: "Wer in einer Umfrage fehlt, wird durch sie nicht ersetzt.",
        small: "Kleine Gruppen haben breite Intervalle; eine Person kann gefälschte Berichte senden, von denen jeder so viel wiegen kann wie viele \
                ehrliche.",
    },
    algorithm: Algorithm {
        about: "Verfahren und Umsetzung",
        law: |method| {
            format!(
                "Alle Antworten zusammen werden nach einem veröffentlichten Zufallsgesetz verändert (Verfahren {method:?}), bevor etwas das Gerät verlässt."
            )
        },
        integers: "Wahrscheinlichkeiten sind ganze Zahlen von 64 Bit mit der Summe 2^64; die Zusagen werden daraus berechnet und aufgerundet, und \
                   gezogen wird genau nach ihnen.",
        constant: "Schritte und Speicherzugriffe der Ziehung hängen weder von Antworten noch vom Rauschen ab.",
        device: "Wer beim Antworten Speicher oder Bildschirm des Geräts lesen kann, sieht die Antworten.",
    },
    trust: Trust {
        about: "Vertrauen und Zugang",
        holders: "Wer Berichte, Datenbank, Sicherungen oder Protokolle hat, dem muss niemand vertrauen: Die Zusage gilt gegen alle.",
        page: |party| format!("Die Seite betreibt: {party}."),
        collector: |party| format!("Die Sammelstelle betreibt: {party}."),
        page_reads: "Befragte verlassen sich darauf, dass die Seite dieses Programm ausführt: Sie kann lesen, was eingegeben wird.",
        same_party: "Wo dieselbe Stelle Seite und Sammelstelle betreibt, steht sonst niemand dazwischen.",
    },
    collection: Collection {
        about: "Was erhoben wird",
        stored: "Wahre Antworten werden nicht erhoben: Sie bleiben auf dem Gerät. Gespeichert werden ein veränderter Bericht, eine Zufallszahl, an der \
                 ein wiederholter erkannt wird, und der Tag.",
        text: "Schon der Text einer Umfrage kann ihre Befragten verraten: Wer eingeladen ist, muss der Verfasser schützen.",
        plain: |names| {
            format!(
                "Ein Bericht trägt im Klartext, ohne Rauschen: {names}. Zusammen kann das eine Gruppe von wenigen oder einer Person ergeben, deren \
                 Berichte dann als ihre bekannt sind; was sie antworteten, bleibt durch das ε des Berichts geschützt."
            )
        },
        stopped: "Wer mittendrin aufhört, sendet einen Bericht wie jeder andere: Dass eine Frage nicht erreicht wurde, wird verändert wie eine Antwort.",
        asks_drawn: "Ein Gerät zieht vor der ersten Antwort, welche Fragen es stellt, und stellt keine anderen; der Bericht zeigt, welche.",
        drawn: "Ein Gerät zieht zufällig, welche Fragen es verwendet; das hängt nicht von den Antworten ab, und eine nicht gezogene Antwort wird in \
                keiner Form gesendet.",
        shows_drawn: "Der Bericht zeigt, welche Fragen gezogen wurden und welche davon zusammengenommen sind.",
    },
    rights: Rights {
        about: "Speicherung und Rechte",
        kept_until: |retention| format!("Berichte werden aufbewahrt bis: {retention}."),
        deletion: "Wird der Plan bei der Sammelstelle gelöscht, so auch seine Berichte und Gesamtergebnisse. Ein Bericht, den sein Gerät zurückziehen kann, wo \
                   die Seite das anbietet, verlässt die Gesamtergebnisse mit ihrem nächsten Schritt oder bleibt in den letzten als der von niemand \
                   Bestimmtem.",
        nobody_else: "Keine Unterauftragsverarbeiter: Dieses Programm sendet niemandem etwas außer der Sammelstelle und lädt nichts von anderswo. Wo Seite \
                      und Sammelstelle gehostet werden, nennen ihre Betreiber.",
        nameless: "Ein Bericht hat keinen Namen: Niemand kann den einer bestimmten Person finden, um ihn zu zeigen, zu berichtigen oder zu löschen.",
        copies: "Sicherungen, Ausfuhren und früher gelesene Gesamtergebnisse erreicht keine Löschung.",
    },
    totals: Totals {
        about: "Gesamtergebnisse",
        readers: |readers, step| {
            format!(
                "Gesamtergebnisse lesen darf: {readers}. Mindestens {step} Berichte werden gemeinsam gezählt."
            )
        },
        tell: |told, record, words| {
            let [epsilon, chances, reports] = words.figures(told);
            if told.delta > 0.0 {
                format!(
                    "Wer nur die Gesamtergebnisse sieht, erfährt über eine Person höchstens, was ε {epsilon} zulässt, bis auf eine Wahrscheinlichkeit \
                     von 1 zu {chances}, und nicht ε {record} wie aus dem Bericht. Das setzt voraus, dass die Sammelstelle ehrlich ist und nichts anderes \
                     zeigt, dass alle {reports} gemeinsam gezählten Berichte ehrlich sind und bleiben und dass über keinen davon mehr bekannt ist."
                )
            } else {
                format!(
                    "Wer nur die Gesamtergebnisse sieht, kann über eine Person so viel erfahren wie aus ihrem Bericht, ε {record}: Es werden zu wenige \
                     Berichte gemeinsam gezählt, um einen zu verbergen."
                )
            }
        },
        smaller: "Wo weniger Berichte gemeinsam gezählt werden, in kleineren Schritten oder für Gruppen von Menschen, ist nicht mehr zugesagt als das ε \
                  des Berichts.",
    },
};
