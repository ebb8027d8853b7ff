//! The respondents that methods need for the same error at the same record ε.

use candor::Error;
use candor::design::analysis::{best_split, expected_squared_error, protocol_bound};
use candor::design::{Levels, Method, Request, independent};

use crate::axis::Axis;
use crate::experiment::{Experiment, Finding, Part};
use crate::peers::{Allocation, Fake, Oracle, Randomised, Sampled, Unary, error_apart, error_together};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::records::sets;
use crate::table::{Table, Value};

/// The surveys, given by the sizes of their questions.
const SHAPES: [(&str, &[u32]); 3] =
    [("adult", &[5, 2, 2, 16, 15, 7]), ("nursery", &[3, 5, 4, 4, 3, 2, 3, 3]), ("yes-no", &[2; 12])];
const EPSILONS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];
/// The numbers of questions of a table.
const ORDERS: [u32; 3] = [1, 2, 3];

const EQUAL: &str = "independent, equal levels";
const SPLIT: &str = "independent, best levels";
const RANDOM: &str = "one random table, even shares";
const RANDOM_BEST: &str = "one random table, best shares";
const CALM: &str = "CALM, even shares";
const CALM_BEST: &str = "CALM, best shares";
const LABELLED: &str = "labelled";
const BOUND: &str = "any protocol";

/// All methods; those that only estimate single questions come last.
const METHODS: [&str; 12] = [
    EQUAL,
    SPLIT,
    RANDOM,
    RANDOM_BEST,
    CALM,
    CALM_BEST,
    "analysis",
    LABELLED,
    BOUND,
    "one question by GRR",
    "one question by OUE",
    "RS+FD by GRR",
];

/// For each record ε, the claimed least factor by which equal splitting needs more respondents than the labelled design for Adult's pair tables.
const LEAST: [(f64, f64); 3] = [(1.0, 3_000.0), (2.0, 800.0), (4.0, 250.0)];

/// The experiment on expected errors, which are computed by formulas.
pub const RESPONDENTS: Experiment = Experiment {
    name: "respondents",
    title: "Respondents needed at the same record ε",
    source: "Candor's comparison. Peers: [WangBlockiLiJha17] for GRR and OUE, [Arcolezi21] for RS+FD, [Zhang18] for CALM",
    method: "For the six questions of Adult that the papers use, the eight of Nursery and twelve yes/no questions: all tables of one, of two and of \
             three questions (for tables of three, all of Adult and the first five questions of the others). The numbers are the expected squared \
             error of all these tables together, times the number of respondents, where all records are equally frequent: a method with twice the \
             number takes twice as many respondents. Every method has the same record ε. A quick run leaves out tables of three and ε of 0.5 and 8.",
    remarks: "These are expectations by formulas, which simulations check (tests of this crate, docs/labelled.md). The truth is uniform; other truths \
              change the noise little where ε is small. Estimates are unbiased inverses; the experiment *comparison* measures them, and projections of \
              them, on records. *One random table* is asked by subset selection of the best size, and each table is estimated from its own reports; \
              CALM's consistency step uses all reports for all tables. As published, all tables have equally many respondents; the best shares are \
              those with the least error of all tables. RS+FD has the level at which two records that differ in every question are as hard to tell \
              apart as under the other methods; the publication gives it a larger one, which protects as much only where one question differs. The \
              bound is for unbiased estimates at a uniform truth.",
    columns: &[
        ("survey", "whose questions"),
        ("questions_of_a_table", "w: all tables of this many questions are read"),
        ("record_epsilon", "what every method promises for the record"),
        ("method", "how it is asked"),
        ("error", "n times the expected squared error, summed over all cells of all tables"),
        ("of_bound", "the same, as a multiple of the bound for every protocol"),
    ],
    parts: |scale, _| {
        let cases = SHAPES.iter().flat_map(move |&(name, sizes)| {
            let orders = scale.either(&ORDERS[..2], &ORDERS[..]);
            let epsilons = scale.either(&EPSILONS[1..4], &EPSILONS[..]);
            orders.iter().flat_map(move |&w| epsilons.iter().map(move |&epsilon| (name, sizes, w, epsilon)))
        });
        cases.map(|(name, sizes, w, epsilon)| part(name, sizes, w, epsilon)).collect()
    },
    findings,
    pictures,
};

fn part(survey: &'static str, sizes: &'static [u32], w: u32, epsilon: f64) -> Part {
    Part::new(format!("{survey}-{w}-{epsilon}"), move || {
        // Tables of three of many questions are too many to be read well by anybody.
        let sizes = if w == 3 && sizes.len() > 6 { &sizes[..5] } else { sizes };
        let tables = sets(sizes.len(), w);
        let bound = protocol_bound(sizes, &tables, epsilon);
        let mut rows = Vec::new();
        for method in METHODS {
            if let Some(error) = error(method, sizes, &tables, epsilon)? {
                rows.push(vec![
                    survey.into(),
                    w.into(),
                    epsilon.into(),
                    method.into(),
                    error.into(),
                    (error / bound).into(),
                ]);
            }
        }
        Ok(rows)
    })
}

/// A function for n times the expected squared error of all tables, of sizes, tables, shares of respondents and ε.
type ByShares = fn(&[u32], &[Vec<usize>], &[f64], f64) -> f64;

/// n times the expected squared error; `None` where a method does not estimate tables of several questions.
fn error(method: &str, sizes: &[u32], tables: &[Vec<usize>], epsilon: f64) -> Result<Option<f64>, Error> {
    let of =
        |law: &candor::law::Law| tables.iter().map(|table| expected_squared_error(law, table)).sum::<f64>();
    let apart = |levels: Vec<f64>| Ok(Some(of(&independent::law(&Levels::new(sizes.to_vec(), levels)?)?)));
    let designed = |method| {
        let design = Request::tables(sizes, tables, epsilon).method(method).design()?;
        Ok(Some(of(design.law())))
    };
    let k = u32::try_from(sizes.len()).unwrap_or(u32::MAX);
    let alone = tables.iter().all(|table| table.len() == 1);
    let one_table = |allocation: Allocation, error: ByShares| {
        let shares = allocation.shares(sizes, tables, epsilon)?;
        Ok(Some(error(sizes, tables, &shares, epsilon)))
    };
    let singles =
        |error: &dyn Fn(u32) -> f64| Ok(alone.then(|| sizes.iter().map(|&a| error(a)).sum::<f64>()));
    match method {
        EQUAL => apart(vec![epsilon / f64::from(k); sizes.len()]),
        SPLIT => apart(best_split(sizes, tables, epsilon)),
        RANDOM => one_table(Allocation::Even, error_apart),
        RANDOM_BEST => one_table(Allocation::BestApart, error_apart),
        // Tables of one have nothing to agree on.
        CALM | CALM_BEST if alone => Ok(None),
        CALM => one_table(Allocation::Even, error_together),
        CALM_BEST => one_table(Allocation::BestTogether, error_together),
        "analysis" => designed(Method::Analysis),
        LABELLED => designed(Method::Labelled),
        BOUND => Ok(Some(protocol_bound(sizes, tables, epsilon))),
        "one question by GRR" => {
            singles(&|a| Sampled { questions: k }.squared_error(&Randomised::new(a, epsilon), a))
        }
        "one question by OUE" => {
            singles(&|a| Sampled { questions: k }.squared_error(&Unary::new(a, epsilon), a))
        }
        _ => singles(&|a| Fake::new(k, a, epsilon).squared_error(a)),
    }
}

fn findings(table: &Table) -> Vec<Finding> {
    let of_bound = |method: &str| table.with("method", method).numbers("of_bound");
    let labelled = of_bound(LABELLED);
    let least = labelled.iter().copied().fold(f64::INFINITY, f64::min);
    let worst = labelled.iter().copied().fold(0.0, f64::max);
    let peers = METHODS.into_iter().filter(|&method| method != LABELLED && method != BOUND);
    let lost = peers.flat_map(|peer| against(table, peer)).fold(0.0, f64::max);
    let mut findings = vec![
        Finding::claimed(
            format!(
                "No design is below the bound for every protocol: the least is {least:.6} times the bound."
            ),
            least >= 1.0 - 1e-9,
        ),
        Finding::claimed(
            format!(
                "No method here needs fewer respondents than the labelled design: it needs at most {lost:.4} times those of any other."
            ),
            lost <= 1.0 + 1e-6,
        ),
        Finding::statement(format!(
            "Labelled designs need at most {worst:.3} times the respondents of the bound."
        )),
    ];
    let pairs = table.with("survey", "adult").with("questions_of_a_table", 2_u32);
    for epsilon in pairs.different("record_epsilon") {
        let at = pairs.with("record_epsilon", epsilon.clone());
        let error =
            |method: &str| at.with("method", method).numbers("error").first().copied().unwrap_or(f64::NAN);
        let least = LEAST.iter().find(|(at, _)| epsilon == Value::from(*at)).map_or(0.0, |(_, least)| *least);
        let below = error(LABELLED) < error(RANDOM) && error(EQUAL) >= least * error(LABELLED);
        findings.push(Finding::claimed(format!(
            "Adult's pair tables at record ε {epsilon}: independent perturbation at equal levels needs {:.0} times the respondents of the labelled design, at the best \
             levels {:.0}, one random table each {:.2} (with the best shares {:.2}), CALM {:.2} ({:.2}), the analysis design {:.2}.",
            error(EQUAL) / error(LABELLED),
            error(SPLIT) / error(LABELLED),
            error(RANDOM) / error(LABELLED),
            error(RANDOM_BEST) / error(LABELLED),
            error(CALM) / error(LABELLED),
            error(CALM_BEST) / error(LABELLED),
            error("analysis") / error(LABELLED)
        ), below));
    }
    findings
}

/// The ratios of errors between the labelled design and another method, wherever that has one.
fn against(table: &Table, method: &str) -> Vec<f64> {
    let (own, other) = (table.with("method", LABELLED), table.with("method", method));
    let ratio = |row: &Vec<Value>| {
        let case = ["survey", "questions_of_a_table", "record_epsilon"].into_iter().zip(row);
        let same = |rows: Table, (column, value): (&str, &Value)| rows.with(column, value.clone());
        let error = |rows: &Table| case.clone().fold(rows.clone(), same).numbers("error").first().copied();
        Some(error(&own)? / error(&other)?)
    };
    other.rows().iter().filter_map(ratio).collect()
}

fn pictures(table: &Table) -> Vec<Picture> {
    let drawn = |survey: &str| {
        let of = table.with("survey", survey);
        let panel = |w: &Value| {
            let at = of.with("questions_of_a_table", w.clone());
            let line = |method: &&str| Series {
                label: (*method).to_owned(),
                mark: Mark::Line,
                points: at.with("method", *method).points("record_epsilon", "of_bound"),
            };
            let series = [SPLIT, RANDOM, CALM, CALM_BEST, "analysis", LABELLED].iter().map(line).collect();
            Panel { title: format!("all tables of {w}"), series }
        };
        Picture {
            name: format!("respondents-{survey}"),
            title: format!("Respondents needed, as a multiple of the bound for any protocol: {survey}"),
            description: format!(
                "Respondents needed for the same error by record epsilon, for each method, on the questions of {survey}"
            ),
            horizontal: Axis::logarithmic("record ε"),
            vertical: Axis::logarithmic("times the bound"),
            panels: of.different("questions_of_a_table").iter().map(panel).collect(),
        }
    };
    SHAPES.iter().map(|(survey, _)| drawn(survey)).collect()
}
