//! What the measured errors say.

use super::methods::Compared;
use super::{PROJECTED, RAW};
use crate::experiment::Finding;
use crate::table::{Table, Value};

/// An unbiased method whose interval ends below this needs clearly fewer respondents than labelled.
const CLEARLY: f64 = 0.9;

pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let mut findings = vec![covered(table)];
    if table.with("people", "Adult").rows().is_empty() {
        findings.push(Finding::told(
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
                findings.push(projected(&of.with("form", PROJECTED), &case));
            }
        }
    }
    findings.extend(calm(table));
    findings
}

/// Which settings the rows are of: a run has parts, and each is written when it is done.
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
    Finding::told(format!("What was run: {}.", settings.join("; ")))
}

/// What a method has in a column, by ε.
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

/// That nothing that is unbiased needs clearly fewer respondents.
fn estimated(of: &Table, case: &str) -> Finding {
    let (low, high) = ends(&by_epsilon(of, Compared::Labelled.name(), "of_bound"));
    let mut fewer = Vec::new();
    let mut each = Vec::new();
    for method in peers(of) {
        let (least, most) = ends(&by_epsilon(of, method.name(), "times"));
        each.push(format!("{} {} to {}", method.name(), short(least), short(most)));
        let clearly = by_epsilon(of, method.name(), "upper").iter().any(|&upper| upper < CLEARLY);
        if method.is_unbiased() && clearly {
            fewer.push(method.name());
        }
    }
    let sentence = format!(
        "{case}, as estimated: no interval of an unbiased method ends below {CLEARLY} times the respondents of labelled. Over all ε the error of labelled is {} to {} times the bound for any protocol, and others need so many times its respondents: {}.",
        short(low),
        short(high),
        each.join(", ")
    );
    Finding::claimed(sentence, fewer.is_empty()).showing(shown(of))
}

/// Where anything needs clearly fewer after projection.
fn projected(of: &Table, case: &str) -> Finding {
    let epsilons = of.different("record_epsilon");
    let mut fewer = Vec::new();
    for method in peers(of) {
        let times = by_epsilon(of, method.name(), "times");
        for ((upper, times), epsilon) in
            by_epsilon(of, method.name(), "upper").iter().zip(times).zip(&epsilons)
        {
            if *upper < 1.0 {
                fewer.push(format!("{} at ε = {epsilon} ({})", method.name(), short(times)));
            }
        }
    }
    let told = if fewer.is_empty() {
        "no method needs clearly fewer respondents than labelled".to_owned()
    } else {
        format!("clearly fewer respondents than labelled are needed by {}", fewer.join(", "))
    };
    Finding::told(format!("{case}, projected: {told}.")).showing(shown(of))
}

/// That asking everybody one table, with CALM's consistency step, does not come up to labelled on Adult's pair tables.
fn calm(table: &Table) -> Option<Finding> {
    let of = table.with("people", "Adult").with("questions_of_a_table", 2.0).with("form", RAW);
    let lower = by_epsilon(&of, Compared::Calm.name(), "lower");
    let (least, most) = ends(&by_epsilon(&of, Compared::Calm.name(), "times"));
    (!of.rows().is_empty()).then(|| {
        let sentence = format!(
            "Adult's pair tables, as estimated: labelled needs fewer respondents than CALM with its consistency step at every ε that was run: {} to {} times as many are needed by CALM, every interval above 1.",
            short(least),
            short(most)
        );
        Finding::claimed(sentence, lower.iter().all(|&lower| lower > 1.0))
    })
}

/// How many times the respondents of labelled every method needs at every ε.
fn shown(of: &Table) -> Table {
    let methods: Vec<&str> = peers(of).map(Compared::name).collect();
    let cell = |of: &Table, _: &Value| {
        let [times, lower, upper] = ["times", "lower", "upper"].map(|column| first(of, column));
        match (times.is_nan(), lower.is_nan()) {
            (false, _) => format!("{} ({} to {})", short(times), short(lower), short(upper)),
            (true, false) => format!("over {}", short(lower)),
            (true, true) => "refused".to_owned(),
        }
    };
    of.by_method(("times the respondents of labelled", &methods), ("record_epsilon", "ε"), cell)
}

/// The number of the first row; none is not a number.
fn first(of: &Table, column: &str) -> f64 {
    of.numbers(column).first().copied().unwrap_or(f64::NAN)
}

/// Three digits.
fn short(number: f64) -> String {
    match number {
        _ if number >= 100.0 => format!("{number:.0}"),
        _ if number >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}
