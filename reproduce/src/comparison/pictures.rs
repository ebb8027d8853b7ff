//! Measured errors by ε.

use super::collected::Reading;
use super::methods::Compared;
use super::read::{self, CALM, OURS};
use super::{READ, UNBIASED, slug};
use crate::axis::Axis;
use crate::peers::Allocation;
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

/// The methods drawn as estimated: the closest ones that estimate all tables.
const DRAWN: [Compared; 8] = [
    Compared::Labelled,
    Compared::Analysis,
    Compared::Split,
    Compared::RandomTable(Allocation::BestApart),
    Compared::Calm(Allocation::Even),
    Compared::Calm(Allocation::BestTogether),
    Compared::Workload,
    Compared::LoPub,
];

/// The methods drawn as read.
const DRAWN_READ: [(Compared, Reading); 8] = [
    OURS,
    (Compared::Labelled, Reading::BestGuess),
    (Compared::Labelled, Reading::Consistent),
    CALM,
    (CALM.0, Reading::GraphicalModel),
    (Compared::Workload, Reading::LeastSquares),
    (Compared::RandomTable(Allocation::BestApart), Reading::Projected),
    (Compared::RandomTable(Allocation::BestApart), Reading::Product),
];

/// As many lines as there are colours.
const MOST_LINES: usize = 7;

pub(super) fn pictures(table: &Table) -> Vec<Picture> {
    table.different("people").iter().map(|people| drawn(table, people)).collect()
}

fn drawn(table: &Table, people: &Value) -> Picture {
    let of = table.with("people", people.clone());
    let (unbiased, read) = (of.with("form", UNBIASED), of.with("form", READ));
    let estimated = unbiased.different("questions_of_a_table").into_iter().map(|w| {
        let at = unbiased.with("questions_of_a_table", w.clone());
        panel(&at, format!("tables of {w}, as estimated"), &DRAWN.map(|method| method.name().to_owned()))
    });
    let as_read = read.different("respondents").into_iter().map(|n| {
        let at = read.with("respondents", n.clone());
        panel(&at, format!("tables of 2, as read, {n} people"), &DRAWN_READ.map(read::name))
    });
    Picture {
        name: format!("comparison-{}", slug(&people.to_string())),
        title: format!("{people}: squared error of all tables, measured"),
        description: format!(
            "Squared error by record epsilon for each method on {people}, as estimated and as read"
        ),
        horizontal: Axis::logarithmic("record ε"),
        vertical: Axis::logarithmic("squared error"),
        panels: estimated.chain(as_read).collect(),
    }
}

/// The methods that were run, by ε.
fn panel(at: &Table, title: String, methods: &[String]) -> Panel {
    let line = |method: &String| Series {
        label: method.clone(),
        mark: Mark::Line,
        points: at.with("method", method.as_str()).points("record_epsilon", "error"),
    };
    let ran = methods.iter().map(line).filter(|series| !series.points.is_empty());
    Panel { title, series: ran.take(MOST_LINES).collect() }
}
