//! A label as HTML: one page, readable on paper and on a phone, in light and dark.

use core::fmt::{self, Write};

use candor::LocalizedText;

use super::whole::{Label, Level};
use crate::promises::rounded_up;

impl Label {
    /// The label as one page of HTML that loads no other resources and runs no script.
    #[must_use]
    pub fn html(&self) -> String {
        let mut page = String::new();
        // Writing to a string does not fail.
        write(self, &mut page).ok();
        page
    }
}

fn write(label: &Label, to: &mut String) -> fmt::Result {
    let title = Escaped(label.title.as_ref().map_or(label.survey.as_str(), LocalizedText::fallback));
    write!(
        to,
        "{HEAD}<title>Privacy label: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )?;
    let odds = label.record.odds;
    write!(
        to,
        "<p class=\"kind\">Privacy label</p>\n<h1>{title}</h1>\n\
         <p class=\"figure\">{} → {} to {} of 100</p>\n\
         <p>Whoever thought that {} of 100 people like a respondent would give certain answers can have reason to think of at most {} \
         and at least {} once they see the report, whatever else they know.</p>\n",
        odds.from, odds.at_least, odds.at_most, odds.from, odds.at_most, odds.at_least
    )?;
    facts(label, to)?;
    questions(label, to)?;
    for hazard in &label.hazards {
        write!(to, "<section>\n<h2>{}</h2>\n", hazard.about)?;
        list(to, "Promised", &hazard.promised)?;
        list(to, "Not promised", &hazard.not_promised)?;
        to.write_str("</section>\n")?;
    }
    to.write_str(
        "<footer>Arranged by NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (2025). Every ε was recomputed \
         from the plan's integers.</footer>\n</main>\n</body>\n</html>\n",
    )
}

fn facts(label: &Label, to: &mut String) -> fmt::Result {
    let stated = |party: &str| Escaped(if party.is_empty() { "not stated" } else { party }).to_string();
    let facts = [
        ("Mechanism", Escaped(&label.method).to_string()),
        ("Record ε", rounded_up(label.record.epsilon)),
        ("Controls the page", stated(&label.controllers.page)),
        ("Controls the collector", stated(&label.controllers.collector)),
        ("In clear", in_clear(label)),
        ("Waves", label.wave_of.as_deref().map_or("none".to_owned(), |family| Escaped(family).to_string())),
        ("Plan", format!("<code>{}</code>", Escaped(&label.fingerprint))),
    ];
    to.write_str("<dl>\n")?;
    for (name, fact) in facts {
        writeln!(to, "<div><dt>{name}</dt><dd>{fact}</dd></div>")?;
    }
    to.write_str("</dl>\n")
}

/// The names of the plain columns.
fn in_clear(label: &Label) -> String {
    let names: Vec<&str> = label.plain.iter().map(|column| column.name.as_str()).collect();
    if names.is_empty() { "nothing".to_owned() } else { Escaped(&names.join(", ")).to_string() }
}

fn questions(label: &Label, to: &mut String) -> fmt::Result {
    to.write_str(
        "<table>\n<caption>What can be told of one answer: where 10 of 100 were thought of before, how many of 100 afterwards</caption>\n\
         <thead><tr><th scope=\"col\">Question</th><th scope=\"col\">Column ε: seen alone</th><th scope=\"col\">Attribute ε: the whole \
         report seen, all other answers known</th></tr></thead>\n<tbody>\n",
    )?;
    for question in &label.attributes {
        let own = question.question.as_ref().map_or(question.name.as_str(), LocalizedText::fallback);
        let of = question.of.as_ref().map_or(String::new(), |of| format!("{} · ", of.fallback()));
        let name = Escaped(&format!("{of}{own}")).to_string();
        let [column, attribute] = [&question.column, &question.attribute].map(level);
        let with = match &question.with[..] {
            [] => String::new(),
            with => format!(", together with {}", Escaped(&with.join(", "))),
        };
        writeln!(to, "<tr><th scope=\"row\">{name}</th><td>{column}</td><td>{attribute}{with}</td></tr>")?;
    }
    to.write_str("</tbody>\n</table>\n")
}

fn level(level: &Level) -> String {
    format!("{}: {} to {}", rounded_up(level.epsilon), level.odds.at_least, level.odds.at_most)
}

fn list(to: &mut String, title: &str, sentences: &[String]) -> fmt::Result {
    if sentences.is_empty() {
        return Ok(());
    }
    write!(to, "<h3>{title}</h3>\n<ul>\n")?;
    for sentence in sentences {
        writeln!(to, "<li>{}</li>", Escaped(sentence))?;
    }
    to.write_str("</ul>\n")
}

/// A text that is escaped for HTML.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
    <meta name=\"color-scheme\" content=\"light dark\">\n";

const STYLE: &str = "\
:root { color-scheme: light dark; --paper: light-dark(#fbfaf7, #131517); --ink: light-dark(#1c1b19, #ecebe7); --soft: light-dark(#5c5952, #aeaca5); --rule: light-dark(#e0dcd3, #33373b); --accent: light-dark(#0a6c5f, #5fd0bb); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
h1 { margin: 0.25rem 0 1rem; font: 600 2rem/1.15 Georgia, serif; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.5rem; font-size: 1.125rem; }
h3 { margin: 0.75rem 0 0.25rem; font-size: 0.875rem; color: var(--soft); }
.kind { margin: 0; color: var(--soft); font-weight: 600; }
.figure { margin: 0; font: 600 1.75rem/1.2 Georgia, serif; color: var(--accent); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.75rem 1.5rem; margin: 1.5rem 0; }
dt { font-size: 0.875rem; color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { padding-bottom: 0.5rem; text-align: start; font-size: 0.875rem; color: var(--soft); }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
thead th { font-size: 0.8125rem; }
tbody th { font-weight: 400; }
section { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--rule); break-inside: avoid; }
ul { margin: 0; padding-inline-start: 1.25rem; }
footer { margin-top: 2rem; font-size: 0.875rem; color: var(--soft); }";
