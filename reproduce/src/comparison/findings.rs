//! Findings from the measured errors. A method needs fewer or more respondents than labelled where its confidence interval excludes 1;
//! otherwise the two cannot be distinguished.

use super::methods::Compared;
use super::{FORMS, PROCESSED, RAW};
use crate::experiment::Finding;
use crate::peers::Allocation;
use crate::table::{Table, Value};

/// The factor below which the interval of an unbiased method must end for it to need clearly fewer respondents than labelled.
const CLEARLY: f64 = 0.9;

pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let mut findings = vec![covered(table)];
    if table.with("people", "Adult").rows().is_empty() {
        findings.push(Finding::statement(
            "Adult's records were not given (`--adult`), or the run is a quick one: its rows are missing."
                .to_owned(),
        ));
    }
    for people in table.different("people") {
        for w in table.different("questions_of_a_table") {
            let of = table.with("people", people.clone()).with("questions_of_a_table", w.clone());
            if !of.rows().is_empty() {
                let case = format!("{people}, tables of {w}");
                findings.push(estimated(&of.with("form", RAW), &case));
                findings.push(processed(&of.with("form", PROCESSED), &case));
            }
        }
    }
    findings.extend(calm(table));
    findings
}

/// The settings that the rows cover: a run has parts, and each is written when it is done.
fn covered(table: &Table) -> Finding {
    let mut settings = Vec::new();
    for people in table.different("people") {
        for w in table.different("questions_of_a_table") {
            let of = table.with("people", people.clone()).with("questions_of_a_table", w.clone());
            let epsilons: Vec<String> =
                of.different("record_epsilon").iter().map(ToString::to_string).collect();
            if !epsilons.is_empty() {
                settings.push(format!("{people}, tables of {w}, ε = {}", epsilons.join(", ")));
            }
        }
    }
    Finding::statement(format!("What was run: {}.", settings.join("; ")))
}

/// The values of a method in a column, by ε.
fn by_epsilon(of: &Table, method: &str, column: &str) -> Vec<f64> {
    let rows = of.with("method", method);
    let epsilons = of.different("record_epsilon").into_iter();
    epsilons.map(|epsilon| first(&rows.with("record_epsilon", epsilon), column)).collect()
}

/// The methods that are compared with labelled here.
fn peers(of: &Table) -> impl Iterator<Item = Compared> {
    let named = of.different("method");
    Compared::PEERS.into_iter().filter(move |method| named.contains(&Value::from(method.name())))
}

fn ends(numbers: &[f64]) -> (f64, f64) {
    let fold = |with: fn(f64, f64) -> f64| numbers.iter().copied().reduce(with).unwrap_or(f64::NAN);
    (fold(f64::min), fold(f64::max))
}

/// The conclusion from an interval on the respondents of a method relative to those of labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judged {
    Fewer,
    NotToldApart,
    More,
}

/// The values of ε at which the intervals of a method lead to this conclusion.
fn where_judged(of: &Table, method: &str, sought: Judged) -> Vec<String> {
    let judged = |epsilon: &Value| {
        let at = of.with("method", method).with("record_epsilon", epsilon.clone());
        let (lower, upper) = (first(&at, "lower"), first(&at, "upper"));
        match (upper < 1.0, lower > 1.0, lower.is_nan()) {
            (true, ..) => Some(Judged::Fewer),
            (_, true, _) => Some(Judged::More),
            (_, _, false) => Some(Judged::NotToldApart),
            _ => None,
        }
    };
    let epsilons = of.different("record_epsilon").into_iter();
    epsilons.filter(|epsilon| judged(epsilon) == Some(sought)).map(|epsilon| epsilon.to_string()).collect()
}

/// The methods whose intervals lead to this conclusion, each with the values of ε, as text.
fn those_judged(of: &Table, sought: Judged) -> String {
    let at = |method: Compared| {
        let epsilons = where_judged(of, method.name(), sought);
        (!epsilons.is_empty()).then(|| format!("{} (ε = {})", method.name(), epsilons.join(", ")))
    };
    let named: Vec<String> = peers(of).filter_map(at).collect();
    if named.is_empty() { "none".to_owned() } else { named.join("; ") }
}

/// The methods that need fewer respondents than labelled, and those that cannot be distinguished from it, as text.
fn verdict(of: &Table) -> String {
    format!(
        "Fewer respondents than labelled, by an interval below 1: {}. Not told apart from labelled: {}. All others that are not refused need more.",
        those_judged(of, Judged::Fewer),
        those_judged(of, Judged::NotToldApart)
    )
}

/// The claim that no unbiased method needs clearly fewer respondents.
fn estimated(of: &Table, case: &str) -> Finding {
    let (low, high) = ends(&by_epsilon(of, Compared::Labelled.name(), "of_bound"));
    let clearly =
        |method: Compared| by_epsilon(of, method.name(), "upper").iter().any(|&upper| upper < CLEARLY);
    let holds = !peers(of).any(|method| method.is_unbiased() && clearly(method));
    let sentence = format!(
        "{case}, as estimated: no interval of an unbiased method ends below {CLEARLY} times the respondents of labelled, whose error is {} to {} times the bound for any protocol. {}",
        short(low),
        short(high),
        verdict(of)
    );
    Finding::claimed(sentence, holds).showing(ratio_table(of))
}

fn processed(of: &Table, case: &str) -> Finding {
    Finding::statement(format!("{case}, processed: {}", verdict(of))).showing(ratio_table(of))
}

/// The respondents that CALM needs for Adult's pair tables, as published and with the best shares. The claim is that as published, and as
/// estimated, it needs more at every ε.
fn calm(table: &Table) -> Vec<Finding> {
    let of = table.with("people", "Adult").with("questions_of_a_table", 2.0);
    if of.rows().is_empty() {
        return Vec::new();
    }
    let finding = |form: &str, allocation: Allocation| {
        let (of, method) = (of.with("form", form), Compared::Calm(allocation).name());
        let at = |epsilon: Value| times(&of.with("method", method).with("record_epsilon", epsilon));
        let needed: Vec<String> = of.different("record_epsilon").into_iter().map(at).collect();
        let judged = |told: &str, sought: Judged| {
            let epsilons = where_judged(&of, method, sought);
            (!epsilons.is_empty()).then(|| format!("{told} at ε = {}", epsilons.join(", ")))
        };
        let more = where_judged(&of, method, Judged::More).len() == needed.len();
        let said =
            [("fewer", Judged::Fewer), ("not told apart", Judged::NotToldApart), ("more", Judged::More)];
        let said: Vec<String> = said.into_iter().filter_map(|(told, sought)| judged(told, sought)).collect();
        let sentence = format!(
            "Adult's pair tables, {form}: {method}, needs so many times the respondents of labelled, by ascending ε: {}. That is {}.",
            needed.join(", "),
            said.join(", ")
        );
        match (form, allocation) {
            (RAW, Allocation::Even) => Finding::claimed(sentence, more),
            _ => Finding::statement(sentence),
        }
    };
    let both = [Allocation::Even, Allocation::BestTogether];
    FORMS.iter().flat_map(|form| both.map(|allocation| finding(form, allocation))).collect()
}

/// A table of the factors by which every method needs more respondents than labelled, at every ε.
fn ratio_table(of: &Table) -> Table {
    let methods: Vec<&str> = peers(of).map(Compared::name).collect();
    of.by_method(
        ("times the respondents of labelled", &methods),
        ("record_epsilon", "ε"),
        |of: &Table, _: &Value| times(of),
    )
}

/// The factor of one row, relative to the respondents of labelled, as text.
fn times(of: &Table) -> String {
    let [times, lower, upper] = ["times", "lower", "upper"].map(|column| first(of, column));
    match (times.is_nan(), lower.is_nan()) {
        (false, _) => format!("{} ({} to {})", short(times), short(lower), short(upper)),
        (true, false) => format!("over {}", short(lower)),
        (true, true) => "refused".to_owned(),
    }
}

/// The number of the first row; NaN where there is none.
fn first(of: &Table, column: &str) -> f64 {
    of.numbers(column).first().copied().unwrap_or(f64::NAN)
}

/// A number as text with three digits.
fn short(number: f64) -> String {
    match number {
        _ if number >= 100.0 => format!("{number:.0}"),
        _ if number >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}
