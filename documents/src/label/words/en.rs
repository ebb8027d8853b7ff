//! Labels in English.

use super::texts::{
    Algorithm, Collection, Composition, Facts, Parameter, Rights, Table, Totals, Trust, Unit, Utility, Words,
};

/// Labels in English.
pub static ENGLISH: Words = Words {
    language: "en",
    separators: [',', '.'],
    is_mirrored: false,
    kind: "Privacy label",
    figure: |[from, least, most]| format!("{from} → {least} to {most} of 100"),
    belief: |[from, least, most]| {
        format!(
            "Whoever thought that {from} of 100 people like a respondent would give certain answers can have reason to think of at most {most} \
             and at least {least} once they see the report, whatever else they know."
        )
    },
    facts: Facts {
        mechanism: "Mechanism",
        record: "Record ε",
        page: "Controls the page",
        collector: "Controls the collector",
        readers: "May read totals",
        kept: "Reports are kept until",
        scores: "Scores that devices send",
        in_clear: "In clear",
        nothing: "nothing",
        waves: "Waves",
        none: "none",
        plan: "Plan",
    },
    table: Table {
        caption: "What can be told of one answer: where 10 of 100 were thought of before, how many of 100 afterwards",
        question: "Question",
        column: "Column ε: seen alone",
        attribute: "Attribute ε: the whole report seen, all other answers known",
        level: |[epsilon, least, most]| format!("{epsilon}: {least} to {most}"),
        with: |others| format!(", together with {others}"),
    },
    promised: "Promised",
    not_promised: "Not promised",
    foot: "Arranged by NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (2025). Every ε was recomputed from the \
           plan's integers.",
    not_stated: "not stated",
    parameter: Parameter {
        about: "Privacy parameter",
        factor: |record| {
            format!(
                "Whatever two people answered, the chance of sending any given report differs by a factor of at most e^{record} \
                 (pure local differential privacy, record ε = {record})."
            )
        },
        no_delta: "There is no δ: the promise has no exceptions, however rare.",
        known_before: "What somebody knows about a person already, or learns from the totals about people like them, they know without the \
                       report.",
    },
    unit: Unit {
        about: "Unit of privacy",
        one_report: "One report: all answers of one person to this survey together.",
        one_answer: "Column ε and attribute ε are about one answer alone; neither replaces the promise of the whole report.",
        taking_part: "That somebody took part, when, and from which address, is visible to whoever carries the network traffic.",
    },
    composition: Composition {
        about: "Composition",
        kept: "A device draws one report for this plan, keeps it, and sends the same one again where it is asked twice.",
        second: |twice| {
            format!(
                "A second report of the same person, from another device or after its storage was cleared, adds its ε: two of them have {twice}."
            )
        },
        wave: |family| {
            format!(
                "It is a wave of the family {family:?}: the same answers leave as the same record in every wave, at no further cost; changed \
                 answers add the ε of their wave, up to a limit that the page sets."
            )
        },
        no_family: "It belongs to no family of surveys: what other surveys ask of the same people adds its ε.",
    },
    utility: Utility {
        about: "Utility and bias",
        unbiased: "Estimates of shares are unbiased unless another method is chosen, and carry standard errors and intervals.",
        missing: "Who is missing from a survey is not corrected by it.",
        small: "Small groups have wide intervals; one person may send forged reports, each of which can weigh as much as many honest ones.",
    },
    algorithm: Algorithm {
        about: "Mechanism and its implementation",
        law: |method| {
            format!(
                "The whole record is perturbed by one published law (method {method:?}) before anything leaves the device."
            )
        },
        integers: "Probabilities are 64-bit integers that sum to 2^64; the promises are computed from these integers, rounded up, and the \
                   sampler draws exactly them.",
        constant: "Steps and addresses of the sampler depend neither on answers nor on noise.",
        device: "Whoever can read the device's memory or screen while somebody answers sees the answers.",
    },
    trust: Trust {
        about: "Trust and access",
        holders: "Whoever holds the reports, the database, its backups or its logs is not trusted: the promise is against all of them.",
        page: |party| format!("The page is controlled by: {party}."),
        collector: |party| format!("The collector is controlled by: {party}."),
        page_reads: "Respondents rely on the page to run this code: it can read what is typed into it.",
        same_party: "Where the same party controls page and collector, nobody else stands between them.",
    },
    collection: Collection {
        about: "Data collection exposure",
        stored: "True answers are not collected: they stay on the device. What is stored is a perturbed record, a random number that recognises a \
                 repeated report, and the day.",
        text: "The text of a survey can itself give its respondents away: who is invited is the author's to protect.",
        plain: |names| {
            format!(
                "A report carries in clear, without noise: {names}. Together that can make a group of few people, or of one, whose reports are \
                 then known as theirs; what they answered stays protected by the record ε."
            )
        },
        stopped: "Whoever stops midway sends one report like any other: that a question was not reached is perturbed like an answer to it.",
        asks_drawn: "A device draws which questions it asks before anything is answered, and asks no others; the report shows which.",
        drawn: "A device draws at random which questions it uses; the draw does not depend on the answers, and an answer that was not drawn is \
                not sent in any form.",
        shows_drawn: "The report shows which questions were drawn, and which of them are taken together.",
    },
    rights: Rights {
        about: "Storage and rights",
        kept_until: |retention| format!("Reports are kept until: {retention}."),
        deletion: "Deleting the plan at the collector deletes its reports and its totals. A report that its device can withdraw, where the page \
                   offers that, leaves the totals at their next step, or stays in the last ones as that of no particular person.",
        nobody_else: "No sub-processors: this software sends nothing to anybody but the collector, and loads nothing from elsewhere. Whoever \
                      hosts page and collector is named by their controllers.",
        nameless: "A report has no name: that of a given person cannot be found, to show, correct or delete it.",
        copies: "Backups, exports, and totals that were read before are not reached by a deletion.",
    },
    totals: Totals {
        about: "Totals",
        readers: |readers, step| {
            format!("Totals may be read by: {readers}. At least {step} reports are told together.")
        },
        tell: |told, _, _| told.says.clone(),
        smaller: "Nothing more than the record ε is promised where fewer reports are told together: by a collector with smaller steps, or for \
                  groups of people.",
    },
};
