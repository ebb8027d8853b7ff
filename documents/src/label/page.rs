//! A label as HTML: readable on a phone, in light and dark, and one page of A4 on paper.

use core::fmt::{self, Write};

use candor::LocalizedText;

use super::html::{self, Escaped};
use super::whole::{Label, Level};
use super::words::Words;
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
    let words = label.words;
    let title = label.title.as_ref().map_or(label.survey.as_str(), |title| title.in_language(words.language));
    html::begin(to, words.language, words.is_mirrored, &format!("{}: {title}", words.kind), STYLE)?;
    let odds = label.record.odds;
    let odds = [odds.from, odds.at_least, odds.at_most].map(|people| people.to_string());
    let odds = [&*odds[0], &*odds[1], &*odds[2]];
    write!(
        to,
        "<p class=\"kind\">{}</p>\n<h1>{}</h1>\n<p class=\"figure\">{}</p>\n<p>{}</p>\n",
        words.kind,
        Escaped(title),
        (words.figure)(odds),
        (words.belief)(odds)
    )?;
    facts(label, to)?;
    questions(label, to)?;
    to.write_str("<div class=\"hazards\">\n")?;
    for hazard in &label.hazards {
        write!(to, "<section>\n<h2>{}</h2>\n", hazard.about)?;
        list(to, words.promised, &hazard.promised)?;
        list(to, words.not_promised, &hazard.not_promised)?;
        to.write_str("</section>\n")?;
    }
    write!(to, "</div>\n<footer>{}</footer>\n{}", words.foot, html::END)
}

fn facts(label: &Label, to: &mut String) -> fmt::Result {
    let (words, said) = (label.words, &label.words.facts);
    let stated = |text: &str| Escaped(words.stated(text)).to_string();
    let facts = [
        (said.mechanism, Escaped(&label.method).to_string()),
        (said.record, words.number(&rounded_up(label.record.epsilon))),
        (said.page, stated(&label.controllers.page)),
        (said.collector, stated(&label.controllers.collector)),
        (said.readers, stated(&label.readers)),
        (said.kept, stated(&label.retention)),
        (said.in_clear, in_clear(label)),
        (said.waves, Escaped(label.wave_of.as_deref().unwrap_or(said.none)).to_string()),
        (said.plan, format!("<code dir=\"ltr\">{}</code>", Escaped(&label.fingerprint))),
    ];
    let scores = (said.scores, Escaped(&label.scores.join(", ")).to_string());
    let scores = (!label.scores.is_empty()).then_some(scores);
    to.write_str("<dl>\n")?;
    for (name, fact) in scores.into_iter().chain(facts) {
        writeln!(to, "<div><dt>{name}</dt><dd><bdi>{fact}</bdi></dd></div>")?;
    }
    to.write_str("</dl>\n")
}

/// The names of the plain columns.
fn in_clear(label: &Label) -> String {
    let names: Vec<&str> = label.plain.iter().map(|column| column.name.as_str()).collect();
    if names.is_empty() {
        label.words.facts.nothing.to_owned()
    } else {
        Escaped(&names.join(", ")).to_string()
    }
}

fn questions(label: &Label, to: &mut String) -> fmt::Result {
    let (words, said) = (label.words, &label.words.table);
    write!(
        to,
        "<table>\n<caption>{}</caption>\n\
         <thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>\n",
        said.caption, said.question, said.column, said.attribute
    )?;
    for question in &label.attributes {
        let text = |text: &LocalizedText| text.in_language(words.language).to_owned();
        let own = question.question.as_ref().map_or_else(|| question.name.clone(), text);
        let of = question.of.as_ref().map_or(String::new(), |of| format!("{} · ", text(of)));
        let name = Escaped(&format!("{of}{own}")).to_string();
        let [column, attribute] = [&question.column, &question.attribute].map(|level| shown(level, words));
        let with = match &question.with[..] {
            [] => String::new(),
            with => (said.with)(&Escaped(&with.join(", ")).to_string()),
        };
        writeln!(
            to,
            "<tr><th scope=\"row\"><bdi>{name}</bdi></th><td>{column}</td><td>{attribute}{with}</td></tr>"
        )?;
    }
    to.write_str("</tbody>\n</table>\n")
}

fn shown(level: &Level, words: &Words) -> String {
    let epsilon = words.number(&rounded_up(level.epsilon));
    let [least, most] = [level.odds.at_least, level.odds.at_most].map(|people| people.to_string());
    (words.table.level)([&epsilon, &least, &most])
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

const STYLE: &str = "\
h3 { margin: 0.75rem 0 0.25rem; font-size: 0.875rem; color: var(--soft); }
.figure { margin: 0; font: 600 1.75rem/1.2 Georgia, serif; color: var(--accent); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.75rem 1.5rem; margin: 1.5rem 0; }
dt { font-size: 0.875rem; color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
dl > :last-child { grid-column: 1 / -1; }
@media print {
  @page { margin: 8mm; }
  body { font-size: 6.9pt; line-height: 1.25; }
  h1 { font-size: 13pt; margin: 0 0 3pt; }
  .figure { font-size: 12pt; }
  p { margin: 2pt 0; }
  dl { grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 2pt 8pt; margin: 4pt 0; }
  dt, caption, thead th, h3, footer { font-size: 6.2pt; }
  table { font-size: inherit; }
  caption { padding-bottom: 1pt; }
  th, td { padding-block: 0.8pt; }
  .hazards { columns: 3; column-gap: 10pt; margin-top: 5pt; }
  section { margin: 0 0 4pt; padding-top: 2pt; break-inside: auto; }
  h2 { font-size: 7.6pt; margin: 0; break-after: avoid; }
  h3 { margin: 1.5pt 0 0; break-after: avoid; }
  ul { padding-inline-start: 8pt; }
  footer { margin-top: 3pt; }
}";
