//! Findings from the measured errors of unbiased estimates. A method has a larger or smaller error than another where the confidence interval
//! of their ratio excludes 1; otherwise the two cannot be distinguished.

use super::methods::Compared;
use super::{UNBIASED, findings_read};
use crate::experiment::Finding;
use crate::peers::Allocation;
use crate::table::{Table, Value};

/// The factor below which the interval of an unbiased method must end for it to need clearly fewer respondents than labelled.
const CLEARLY: f64 = 0.9;

pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let unbiased = table.with("form", UNBIASED);
    let mut findings = vec![covered(&unbiased)];
    if unbiased.with("people", "Adult").rows().is_empty() {
        findings.push(Finding::statement(
            "Adult's records were not given (`--adult`), or the run is a quick one: its rows are missing."
                .to_owned(),
        ));
    }
    for people in unbiased.different("people") {
        for w in unbiased.different("questions_of_a_table") {
            let of = unbiased.with("people", people.clone()).with("questions_of_a_table", w.clone());
            if !of.rows().is_empty() {
                findings.push(estimated(&of, &format!("{people}, tables of {w}")));
            }
        }
    }
    findings.extend(calm(&unbiased));
    findings.extend(findings_read::findings(table));
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
    Finding::statement(format!("What was run as estimated: {}.", settings.join("; ")))
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

/// The conclusion from the interval of a ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    Less,
    NotToldApart,
    More,
}

/// The values of ε at which the intervals of a method lead to this conclusion.
pub(super) fn where_judged(of: &Table, method: &str, sought: Judged) -> Vec<String> {
    let judged = |epsilon: &Value| {
        let at = of.with("method", method).with("record_epsilon", epsilon.clone());
        let (lower, upper) = (first(&at, "lower"), first(&at, "upper"));
        match (upper < 1.0, lower > 1.0, lower.is_nan()) {
            (true, ..) => Some(Judged::Less),
            (_, true, _) => Some(Judged::More),
            (_, _, false) => Some(Judged::NotToldApart),
            _ => None,
        }
    };
    let epsilons = of.different("record_epsilon").into_iter();
    epsilons.filter(|epsilon| judged(epsilon) == Some(sought)).map(|epsilon| epsilon.to_string()).collect()
}

/// Those of these methods whose intervals lead to this conclusion, each with the values of ε, as text.
pub(super) fn those_judged(of: &Table, methods: &[String], sought: Judged) -> String {
    let at = |method: &String| {
        let epsilons = where_judged(of, method, sought);
        (!epsilons.is_empty()).then(|| format!("{method} (ε = {})", epsilons.join(", ")))
    };
    let named: Vec<String> = methods.iter().filter_map(at).collect();
    if named.is_empty() { "none".to_owned() } else { named.join("; ") }
}

/// The claim that no unbiased method needs clearly fewer respondents.
fn estimated(of: &Table, case: &str) -> Finding {
    let (low, high) = ends(&by_epsilon(of, Compared::Labelled.name(), "of_bound"));
    let clearly =
        |method: Compared| by_epsilon(of, method.name(), "upper").iter().any(|&upper| upper < CLEARLY);
    let holds = !peers(of).any(|method| method.is_unbiased() && clearly(method));
    let names: Vec<String> = peers(of).map(|method| method.name().to_owned()).collect();
    let sentence = format!(
        "{case}, as estimated: no interval of an unbiased method ends below {CLEARLY} times the respondents of labelled, whose error is {} to {} times the bound for any protocol. \
         Fewer respondents than labelled, by an interval below 1: {}. Not told apart from labelled: {}. All others that are not refused need more.",
        short(low),
        short(high),
        those_judged(of, &names, Judged::Less),
        those_judged(of, &names, Judged::NotToldApart)
    );
    Finding::claimed(sentence, holds).showing(ratio_table(of, "times the respondents of labelled", &names))
}

/// The respondents that CALM needs for Adult's pair tables, as published and with the best shares. The claim is that as published it needs
/// more at every ε.
fn calm(unbiased: &Table) -> Vec<Finding> {
    let of = unbiased.with("people", "Adult").with("questions_of_a_table", 2.0);
    if of.rows().is_empty() {
        return Vec::new();
    }
    let finding = |allocation: Allocation| {
        let method = Compared::Calm(allocation).name();
        let at = |epsilon: Value| times(&of.with("method", method).with("record_epsilon", epsilon));
        let needed: Vec<String> = of.different("record_epsilon").into_iter().map(at).collect();
        let judged = |told: &str, sought: Judged| {
            let epsilons = where_judged(&of, method, sought);
            (!epsilons.is_empty()).then(|| format!("{told} at ε = {}", epsilons.join(", ")))
        };
        let more = where_judged(&of, method, Judged::More).len() == needed.len();
        let said =
            [("fewer", Judged::Less), ("not told apart", Judged::NotToldApart), ("more", Judged::More)];
        let said: Vec<String> = said.into_iter().filter_map(|(told, sought)| judged(told, sought)).collect();
        let sentence = format!(
            "Adult's pair tables, as estimated: {method}, needs so many times the respondents of labelled, by ascending ε: {}. That is {}.",
            needed.join(", "),
            said.join(", ")
        );
        match allocation {
            Allocation::Even => Finding::claimed(sentence, more),
            _ => Finding::statement(sentence),
        }
    };
    [Allocation::Even, Allocation::BestTogether].map(finding).into()
}

/// A table of the ratios of these methods at every ε.
pub(super) fn ratio_table(of: &Table, corner: &str, methods: &[String]) -> Table {
    let methods: Vec<&str> = methods.iter().map(String::as_str).collect();
    of.by_method((corner, &methods), ("record_epsilon", "ε"), |of: &Table, _: &Value| times(of))
}

/// The ratio of one row as text.
fn times(of: &Table) -> String {
    let [times, lower, upper] = ["times", "lower", "upper"].map(|column| first(of, column));
    match (times.is_nan(), lower.is_nan()) {
        (true, _) => "refused".to_owned(),
        (_, true) => short(times),
        _ => format!("{} ({} to {})", short(times), short(lower), short(upper)),
    }
}

/// The number of the first row; NaN where there is none.
pub(super) fn first(of: &Table, column: &str) -> f64 {
    of.numbers(column).first().copied().unwrap_or(f64::NAN)
}

/// A number as text with three digits.
pub(super) fn short(number: f64) -> String {
    match number {
        _ if number >= 100.0 => format!("{number:.0}"),
        _ if number >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}
