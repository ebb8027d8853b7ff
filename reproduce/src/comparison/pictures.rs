//! Measured errors by ε.

use super::FORMS;
use super::methods::Compared;
use crate::axis::Axis;
use crate::peers::Allocation;
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

/// The methods drawn: the closest ones that estimate all tables, as many as there are colours.
const DRAWN: [Compared; 7] = [
    Compared::Labelled,
    Compared::Analysis,
    Compared::Split,
    Compared::RandomTable(Allocation::BestApart),
    Compared::Calm(Allocation::Even),
    Compared::Calm(Allocation::BestTogether),
    Compared::LoPub,
];

pub(super) fn pictures(table: &Table) -> Vec<Picture> {
    table.different("people").iter().map(|people| drawn(table, people)).collect()
}

fn drawn(table: &Table, people: &Value) -> Picture {
    let of = table.with("people", people.clone());
    let orders = of.different("questions_of_a_table");
    Picture {
        name: format!("comparison-{}", people.to_string().to_lowercase()),
        title: format!("{people}: squared error of all tables, measured"),
        description: format!(
            "Squared error by record epsilon for each method on {people}, as estimated and processed"
        ),
        horizontal: Axis::logarithmic("record ε"),
        vertical: Axis::logarithmic("squared error"),
        panels: orders.iter().flat_map(|w| FORMS.map(|form| panel(&of, w, form))).collect(),
    }
}

fn panel(of: &Table, w: &Value, form: &str) -> Panel {
    let at = of.with("questions_of_a_table", w.clone()).with("form", form);
    // Labelled was also run with fewer respondents.
    let everybody = at.numbers("respondents").into_iter().fold(0.0, f64::max);
    let at = at.with("respondents", everybody);
    let line = |method: Compared| Series {
        label: method.name().to_owned(),
        mark: Mark::Line,
        points: at.with("method", method.name()).points("record_epsilon", "error"),
    };
    Panel { title: format!("tables of {w}, {form}"), series: DRAWN.map(line).into() }
}
