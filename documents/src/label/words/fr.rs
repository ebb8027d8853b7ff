//! Labels in French.

use super::texts::{
    Algorithm, Collection, Composition, Facts, Parameter, Rights, Table, Totals, Trust, Unit, Utility, Words,
};

/// Labels in French.
pub static FRENCH: Words = Words {
    language: "fr",
    separators: ['\u{202f}', ','],
    is_mirrored: false,
    kind: "Étiquette de confidentialité",
    figure: |[from, least, most]| format!("{from} → {least} à {most} sur 100"),
    belief: |[from, least, most]| {
        format!(
            "Une personne qui pensait que {from} personnes sur 100 semblables à la personne interrogée donneraient certaines réponses peut avoir des raisons, \
             après avoir vu le rapport, de le penser d’au plus {most} et d’au moins {least}, quoi qu’elle sache d’autre."
        )
    },
    facts: Facts {
        mechanism: "Mécanisme",
        record: "ε de l’enregistrement",
        page: "Contrôle la page",
        collector: "Contrôle le collecteur",
        readers: "Peut lire les totaux",
        kept: "Rapports conservés jusqu’à",
        scores: "Scores envoyés par les appareils",
        in_clear: "En clair",
        nothing: "rien",
        waves: "Vagues",
        none: "aucune",
        plan: "Plan",
    },
    table: Table {
        caption: "Ce qu’on peut apprendre d’une réponse : là où l’on pensait à 10 sur 100, combien sur 100 ensuite",
        question: "Question",
        column: "ε de colonne : cette réponse vue seule",
        attribute: "ε d’attribut : tout le rapport vu, toutes les autres réponses connues",
        level: |[epsilon, least, most]| format!("{epsilon} : {least} à {most}"),
        with: |others| format!(", avec {others}"),
    },
    promised: "Promis",
    not_promised: "Non promis",
    foot: "Ordonné selon NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (2025). Chaque ε a été recalculé à partir des \
           entiers du plan.",
    not_stated: "non indiqué",
    parameter: Parameter {
        about: "Paramètre de confidentialité",
        factor: |record| {
            format!(
                "Quoi que deux personnes répondent, la probabilité d’envoyer un rapport donné diffère au plus d’un facteur e^{record} \
                 (confidentialité différentielle locale pure, ε de l’enregistrement = {record})."
            )
        },
        no_delta: "Il n’y a pas de δ : la promesse n’a pas d’exception, si rare soit-elle.",
        known_before: "Ce qu’on sait déjà d’une personne, ou qu’on apprend des totaux sur ses semblables, on le sait sans le rapport.",
    },
    unit: Unit {
        about: "Ce qui est protégé",
        one_report: "Un rapport : toutes les réponses d’une personne à cette enquête, ensemble.",
        one_answer: "ε de colonne et ε d’attribut portent sur une seule réponse ; ni l’un ni l’autre ne remplace la promesse sur le rapport entier.",
        taking_part: "Que quelqu’un a participé, quand et de quelle adresse, se voit par qui transporte les données.",
    },
    composition: Composition {
        about: "Plusieurs rapports",
        kept: "Un appareil tire un rapport pour ce plan, le garde et renvoie le même si on l’interroge deux fois.",
        second: |twice| {
            format!(
                "Un second rapport de la même personne, d’un autre appareil ou après effacement du stockage, ajoute son ε : deux en ont {twice}."
            )
        },
        wave: |family| {
            format!(
                "C’est une vague de la famille {family:?} : les mêmes réponses partent comme le même rapport à chaque vague, sans coût de plus ; des \
                 réponses changées ajoutent l’ε de leur vague, jusqu’à une limite que fixe la page."
            )
        },
        no_family: "Le plan n’appartient à aucune famille : ce que d’autres enquêtes demandent aux mêmes personnes ajoute son ε.",
    },
    utility: Utility {
        about: "Utilité et biais",
        unbiased: "Les parts estimées sont sans biais sauf autre méthode choisie, avec erreurs types et intervalles.",
        missing: "L’enquête ne corrige pas l’absence de ceux qui n’y sont pas.",
        small: "Les petits groupes ont de larges intervalles ; une personne peut envoyer de faux rapports, dont chacun peut peser autant que beaucoup \
                d’honnêtes.",
    },
    algorithm: Algorithm {
        about: "Mécanisme et réalisation",
        law: |method| {
            format!(
                "Toutes les réponses ensemble sont brouillées par une loi publiée (méthode {method:?}) avant que rien ne quitte l’appareil."
            )
        },
        integers: "Les probabilités sont des entiers de 64 bits de somme 2^64 ; les promesses en sont calculées, arrondies vers le haut, et le tirage \
                   suit exactement ces entiers.",
        constant: "Ni les étapes ni les adresses du tirage ne dépendent des réponses ou du bruit.",
        device: "Qui peut lire la mémoire ou l’écran de l’appareil pendant qu’on répond voit les réponses.",
    },
    trust: Trust {
        about: "Confiance et accès",
        holders: "Il n’est pas besoin de se fier à qui détient rapports, base, sauvegardes ou journaux : la promesse vaut contre tous.",
        page: |party| format!("La page est contrôlée par : {party}."),
        collector: |party| format!("Le collecteur est contrôlé par : {party}."),
        page_reads: "On se fie à la page pour exécuter ce programme : elle peut lire ce qu’on y saisit.",
        same_party: "Si la même partie contrôle page et collecteur, personne d’autre ne s’interpose.",
    },
    collection: Collection {
        about: "Ce qui est recueilli",
        stored: "Les vraies réponses ne sont pas recueillies : elles restent sur l’appareil. On stocke un rapport brouillé, un nombre aléatoire qui \
                 reconnaît un renvoi, et le jour.",
        text: "Le texte même d’une enquête peut trahir les personnes interrogées : c’est à l’auteur de protéger qui est invité.",
        plain: |names| {
            format!(
                "Un rapport porte en clair, sans bruit : {names}. Ensemble, cela peut désigner un groupe de peu de personnes, ou d’une, dont les \
                 rapports sont alors connus comme les leurs ; leurs réponses restent protégées par l’ε de l’enregistrement."
            )
        },
        stopped: "Qui s’arrête en route envoie un rapport comme un autre : qu’une question n’ait pas été atteinte est brouillé comme une réponse.",
        asks_drawn: "Un appareil tire avant toute réponse les questions qu’il pose, et n’en pose pas d’autres ; le rapport montre lesquelles.",
        drawn: "Un appareil tire au hasard les questions qu’il utilise ; le tirage ne dépend pas des réponses, et une réponse non tirée n’est envoyée \
                sous aucune forme.",
        shows_drawn: "Le rapport montre quelles questions ont été tirées, et lesquelles sont prises ensemble.",
    },
    rights: Rights {
        about: "Conservation et droits",
        kept_until: |retention| format!("Les rapports sont conservés jusqu’à : {retention}."),
        deletion: "Supprimer le plan chez le collecteur supprime ses rapports et ses totaux. Un rapport que son appareil peut retirer, si la page \
                   l’offre, quitte les totaux à leur prochaine étape, ou reste dans les derniers comme celui de personne en particulier.",
        nobody_else: "Aucun sous-traitant : ce programme n’envoie rien à d’autres que le collecteur et ne charge rien d’ailleurs. Qui héberge page et \
                      collecteur est nommé par ceux qui les contrôlent.",
        nameless: "Un rapport n’a pas de nom : personne ne peut trouver celui d’une personne donnée pour le montrer, le corriger ou le supprimer.",
        copies: "Une suppression n’atteint ni sauvegardes, ni exports, ni totaux lus auparavant.",
    },
    totals: Totals {
        about: "Totaux",
        readers: |readers, step| {
            format!(
                "Les totaux peuvent être lus par : {readers}. Au moins {step} rapports sont comptés ensemble."
            )
        },
        tell: |told, record, words| {
            let [epsilon, chances, reports] = words.figures(told);
            if told.delta > 0.0 {
                format!(
                    "Qui ne voit que les totaux apprend d’une personne au plus ce que permet ε {epsilon}, à une probabilité de 1 sur {chances} près, \
                     et non ε {record} comme du rapport. Cela suppose que le collecteur est honnête et ne montre rien d’autre, que tous les {reports} \
                     rapports comptés ensemble sont honnêtes et restent, et qu’on ne sait rien de plus d’aucun d’eux."
                )
            } else {
                format!(
                    "Qui ne voit que les totaux peut apprendre d’une personne autant que de son rapport, ε {record} : trop peu de rapports sont comptés \
                     ensemble pour en cacher un."
                )
            }
        },
        smaller: "Là où moins de rapports sont comptés ensemble, par étapes plus petites ou pour des groupes, rien n’est promis de plus que l’ε de \
                  l’enregistrement.",
    },
};
