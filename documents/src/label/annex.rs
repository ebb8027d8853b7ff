//! An annex for a data-protection impact assessment, filled in from a plan: what is processed, which party could identify what, addresses, plain
//! columns, invitations, waves, storage and rights. What only the controller knows is left as an empty line.

use core::fmt::{self, Write};

use candor::design::{Ask, Invitations};
use candor::plan::Plan;

use super::deployment::Deployment;
use super::html::{self, END, Escaped};
use super::odds::Odds;
use super::words::ENGLISH;
use crate::promises::rounded_up;
use crate::text::{counted, grouped};
use crate::totals::Told;

/// The annex of a plan that is deployed like this, as one page of HTML in English.
#[must_use]
pub fn annex(plan: &Plan, deployment: &Deployment) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    write(plan, deployment, &mut page).ok();
    page
}

fn write(plan: &Plan, deployment: &Deployment, to: &mut String) -> fmt::Result {
    let title = plan.title().map_or(plan.survey(), |title| title.in_language("en"));
    html::begin(to, "en", false, &format!("Annex for a data-protection impact assessment: {title}"), STYLE)?;
    write!(
        to,
        "<p class=\"kind\">Annex for a data-protection impact assessment</p>\n<h1>{}</h1>\n\
         <p>Filled in from the plan <code>{}</code>, whose promises were recomputed. Lines are for the controller to fill in; this annex is no legal \
         advice.</p>\n",
        Escaped(title),
        Escaped(&plan.fingerprint().to_string())
    )?;
    section(
        to,
        "Controller, purpose and legal basis",
        &[],
        &["Controller", "Purpose", "Legal basis", "Who is asked, and how they are found"],
    )?;
    section(to, "What is processed", &processed(plan), &[])?;
    parties(plan, deployment, to)?;
    section(
        to,
        "Addresses",
        &addresses(),
        &["Logs of the web server, of a proxy and of the hosting company, and until when they are kept"],
    )?;
    section(to, "Columns in clear", &plain(plan), &[])?;
    section(to, "Invitations", &[invitations(plan).to_owned()], &[])?;
    section(to, "Waves", &[waves(plan)], &[])?;
    section(to, "Totals", &totals(plan, deployment), &[])?;
    section(to, "Storage, deletion and rights", &rights(deployment), &[])?;
    section(to, "Risks that remain", &risks(plan), &["Measures of the controller", "Assessment"])?;
    to.write_str(END)
}

fn section(to: &mut String, title: &str, sentences: &[String], lines: &[&str]) -> fmt::Result {
    write!(to, "<section>\n<h2>{title}</h2>\n")?;
    if !sentences.is_empty() {
        to.write_str("<ul>\n")?;
        for sentence in sentences {
            writeln!(to, "<li>{}</li>", Escaped(sentence))?;
        }
        to.write_str("</ul>\n")?;
    }
    for line in lines {
        writeln!(to, "<p class=\"line\">{line}:</p>")?;
    }
    to.write_str("</section>\n")
}

fn processed(plan: &Plan) -> Vec<String> {
    let attributes = plan.schema().attributes();
    let names: Vec<&str> = attributes
        .iter()
        .map(|attribute| attribute.question().map_or(attribute.name(), |question| question.in_language("en")))
        .collect();
    let record = plan.promises().record;
    let odds = Odds::of(record);
    let mut told = vec![
        format!("{}: {}", counted(names.len() as u64, "question"), names.join("; ")),
        "True answers stay on the device of the person, are not stored there by this software after the report was drawn, and are not \
         sent."
            .to_owned(),
        format!(
            "What leaves is one report, drawn by a published law (method {:?}) with a record ε of {}: whoever thought that 10 of 100 people like \
             a respondent would give certain answers can have reason to think of at most {} and at least {} once they see the report.",
            plan.method(),
            rounded_up(record),
            odds.at_most,
            odds.at_least
        ),
        "With it leave the fingerprint of the plan and a random number that recognises a report that is sent again. Stored are these and the day."
            .to_owned(),
    ];
    if matches!(plan.ask(), Ask::Drawn) || !plan.law().is_unlabelled() {
        told.push(
            "The report shows which questions its device drew; the draw does not depend on the answers."
                .to_owned(),
        );
    }
    told
}

/// The parties, and what each of them could tell.
fn parties(plan: &Plan, deployment: &Deployment, to: &mut String) -> fmt::Result {
    let record = rounded_up(plan.promises().record);
    let only_report = format!("the report: bounded by ε {record}");
    let invited = match plan.invitations() {
        None => "no",
        Some(Invitations::Blind) => "who was invited, not which report is theirs",
        Some(Invitations::Plain) => {
            "the collector could, while it receives the report with its invitation; it does not store that"
        }
    };
    let page = format!("The page: {}", ENGLISH.stated(&deployment.page));
    let collector = format!("The collector: {}", ENGLISH.stated(&deployment.collector));
    let readers = format!("Readers of totals: {}", ENGLISH.stated(&deployment.readers));
    let rows: [[&str; 4]; 7] = [
        [
            "The person's own device, and whoever can read its screen or memory",
            "yes",
            "yes",
            "all answers, while they are given",
        ],
        [
            &page,
            "yes, when it is loaded",
            "yes",
            "all that is typed, if it is changed to read it; the published code does not",
        ],
        ["Networks and hosting companies on the way", "yes", "yes", "nothing of the encrypted contents"],
        [&collector, "yes, while the report is received; it stores none", invited, &only_report],
        [
            "Whoever obtains the database, a backup or an export",
            "no",
            "no, unless a column in clear tells",
            &only_report,
        ],
        [&readers, "no", "no", "totals of many (see below)"],
        ["Whoever invites people", "no", "who was invited", "what it receives in another of these roles"],
    ];
    to.write_str(
        "<section>\n<h2>Parties, and what each could identify</h2>\n<table>\n<thead><tr><th scope=\"col\">Party</th><th scope=\"col\">Sees the \
         address</th><th scope=\"col\">Could tell who took part</th><th scope=\"col\">Could tell of the answers</th></tr></thead>\n<tbody>\n",
    )?;
    for [party, address, person, answers] in rows {
        writeln!(
            to,
            "<tr><th scope=\"row\">{}</th><td>{address}</td><td>{person}</td><td>{answers}</td></tr>",
            Escaped(party)
        )?;
    }
    to.write_str(
        "</tbody>\n</table>\n<p>No sub-processors: the software sends nothing to anybody but the collector, and loads nothing from elsewhere.</p>\n</section>\n",
    )
}

fn addresses() -> Vec<String> {
    vec![
        "The collector stores no address with a report. Whoever carries the traffic sees addresses and times, and a proxy before the collector may \
         log them."
            .to_owned(),
        "That somebody took part is therefore not hidden from the network; what they answered is."
            .to_owned(),
    ]
}

fn plain(plan: &Plan) -> Vec<String> {
    if plan.plain().is_empty() {
        return vec!["None: every part of a report that depends on a person is perturbed.".to_owned()];
    }
    let columns = plan.plain();
    let combinations: u64 = columns.iter().map(|column| column.categories.len() as u64).product();
    let mut told: Vec<String> = columns
        .iter()
        .map(|column| {
            format!("{:?}, with {}.", column.name, counted(column.categories.len() as u64, "value"))
        })
        .collect();
    told.push(format!(
        "A report carries them without noise. They make {}: compare that with the number of people in each, as a group of one is a person.",
        counted(combinations, "group")
    ));
    told
}

fn invitations(plan: &Plan) -> &'static str {
    match plan.invitations() {
        None => "None: whoever has the address may answer, and one person may answer from several devices.",
        Some(Invitations::Blind) => {
            "Blind: the collector signs a blinded message for each invitation, and cannot tell which invitation a report came with. Whoever invites \
             knows who was invited, and may be told whose invitation was used."
        }
        Some(Invitations::Plain) => {
            "Plain: the collector sees which invitation a report comes with. It does not store that; a modified collector could, and whoever has the list \
             of links could then tell whose report it is. What was answered stays bounded by the record ε."
        }
    }
}

fn waves(plan: &Plan) -> String {
    plan.wave_of().map_or_else(
        || "None: each device draws one report for this plan.".to_owned(),
        |family| {
            format!(
                "A wave of the family {family:?}: unchanged answers leave as the same record, at no further cost; changed answers add the ε of their \
                 wave, up to the page's limit."
            )
        },
    )
}

fn totals(plan: &Plan, deployment: &Deployment) -> Vec<String> {
    let Deployment { respondents, step, .. } = *deployment;
    let together = step.min(respondents);
    let mut told = vec![format!(
        "Read by: {}. At least {} reports are told together, of {} that are expected.",
        ENGLISH.stated(&deployment.readers),
        grouped(together),
        grouped(respondents)
    )];
    told.push(Told::of(plan, together).says);
    told
}

fn rights(deployment: &Deployment) -> Vec<String> {
    vec![
        format!("Reports are kept until: {}.", ENGLISH.stated(&deployment.retention)),
        "Access, rectification and erasure of the report of a named person are not possible, as no report carries a name (compare Article 11 GDPR)."
            .to_owned(),
        "Where the page offers withdrawal, a device keeps a secret with which its report is deleted; totals leave it out from their next step, or keep it as \
         that of no particular person where none follows."
            .to_owned(),
        "Deleting the plan deletes its reports and totals from the database, not from backups, exports, and totals that were read before."
            .to_owned(),
    ]
}

fn risks(plan: &Plan) -> Vec<String> {
    let record = plan.promises().record;
    let mut told = vec![
        format!(
            "A report changes what its reader can think, up to ε {}. A second report of the same person adds as much again ({} together).",
            rounded_up(record),
            rounded_up(2.0 * record)
        ),
        "A page that was changed by its host, or a device that is read by others, gives away the answers themselves.".to_owned(),
        "The text of the survey, the list of the invited, and who was seen answering can give people away without any report.".to_owned(),
        "Totals tell of people like the respondents, whether or not they took part.".to_owned(),
    ];
    if !plan.plain().is_empty() {
        told.push("Columns in clear can single out small groups.".to_owned());
    }
    told
}

const STYLE: &str = "\
.line { margin: 0.5rem 0 0; padding-bottom: 1.25rem; border-bottom: 1px solid var(--rule); }
table { margin-bottom: 0.5rem; }
@media print { body { font-size: 9pt; line-height: 1.35; } h1 { font-size: 16pt; } table { font-size: inherit; } thead th { font-size: inherit; } }";
