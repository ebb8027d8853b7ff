//! Synthetic records drawn from estimates, scored on people who were not asked: errors of tables, and the accuracy of a classifier trained
//! on the records.

use std::rc::Rc;

use candor::Error;
use candor::count::Table as Counted;
use candor::design::{Levels, Method, Request, independent};
use candor::estimate::{Estimate, Options, Reconstruction, estimate};
use candor::synthesize::Synthesis;
use rand_chacha::ChaCha20Rng;

use super::bayes::NaiveBayes;
use crate::axis::Axis;
use crate::draws::stream;
use crate::experiment::{Experiment, Finding, Part, Scale, Supplied};
use crate::measured::{Mean, errors, surveyed};
use crate::peers::{BloomReports, JointEstimate};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::records::{Population, chain, sets};
use crate::table::{Table, Value};

const TRUE: &str = "the people asked";
const TREE: &str = "labelled, tree of pairs";
const PAIRS: &str = "labelled, all pairs";
const SINGLES: &str = "labelled, single questions";
const LOPUB: &str = "LoPub, tree of pairs";
/// The methods, in the order of the rows.
const METHODS: [&str; 5] = [TRUE, PAIRS, TREE, SINGLES, LOPUB];

/// The experiment, by ε.
pub(crate) const SYNTHESIZED: Experiment = Experiment {
    name: "synthesize",
    title: "Records drawn from estimates",
    source: "[Kikuchi, V-B], [Ren18] (synthetic records); Candor's `candor synthesize`",
    method: "Two thirds of the people report under a labelled plan for all pair tables. From the hybrid estimates of these tables `candor synthesize` \
             draws as many records: by all pairs, which is its default, by a tree of pairs (`--tree`), and by single questions alone. LoPub's pair \
             tables (LASSO and EM at the same record ε) give records by a tree of pairs in the same way. The records are scored on the third that was \
             not asked, by the mean AVD of all tables of two and of three questions, and by the accuracy of naive Bayes trained on the drawn records, \
             compared with that of naive Bayes trained on the true answers of those who were asked. Adult (income from five others) and a simulated \
             chain of six questions (the last from the others); means over 5 runs (1 run of the chain with 6,000 people in a quick run).",
    remarks: "Naive Bayes uses pairs of the class with each other question only; a classifier that uses more would lose more by a tree. LoPub draws \
              from a junction tree of a dependency graph, of which a tree of pairs is the narrowest case. A classifier that always gives Adult's more \
              frequent income is right in 76 % of all cases: below ε = 4 none of the drawn records teaches more than that. The people who were asked \
              differ from the others by chance: the score of their own records is what could be reached.",
    columns: &[
        ("people", "whose records"),
        ("record_epsilon", "the record ε of the reports"),
        ("method", "what is scored"),
        ("avd_of_two", "mean largest error of the tables of two questions, against the people not asked"),
        ("avd_of_three", "the same for three questions"),
        ("accuracy", "share of the people not asked whose class naive Bayes predicts correctly"),
        ("accuracy_error", "standard error over the runs"),
    ],
    parts,
    findings,
    pictures,
};

fn parts(scale: Scale, supplied: &Supplied) -> Vec<Part> {
    let mut rng = stream("synthesize", "people");
    let simulated = chain(scale.either(6_000, 30_000), &mut rng).map(Rc::new).ok();
    let adult = scale.either(None, supplied.adult.clone());
    let epsilons: &[f64] = scale.either(&[4.0], &[1.0, 2.0, 4.0, 8.0]);
    let mut parts = Vec::new();
    // The classes are income, and the last question of the chain.
    for (people, class) in
        adult.map(|people| (people, 2)).into_iter().chain(simulated.map(|people| (people, 5)))
    {
        for &epsilon in epsilons {
            let (people, runs) = (people.clone(), scale.either(1, 5));
            let name = format!("{}-{}-{epsilon}", people.name().to_lowercase(), people.rows().len());
            parts.push(Part::new(name.clone(), move || rows(&people, class, epsilon, runs, &name)));
        }
    }
    parts
}

fn rows(
    people: &Population,
    class: usize,
    epsilon: f64,
    runs: u32,
    name: &str,
) -> Result<Vec<Vec<Value>>, Error> {
    let mut rng = stream("synthesize", name);
    let pairs = sets(people.sizes().len(), 2);
    let law =
        Request::tables(people.sizes(), &pairs, epsilon).method(Method::Labelled).design()?.law().clone();
    let mut seen: Vec<Vec<[f64; 3]>> = vec![Vec::new(); METHODS.len()];
    for _ in 0..runs {
        let mixed = people.sample(people.rows().len(), &mut rng);
        let (asked, others) = mixed.split(2 * people.rows().len() / 3);
        let singles: Vec<Vec<usize>> = (0..people.sizes().len()).map(|place| vec![place]).collect();
        let tables = [pairs.clone(), singles].concat();
        let options = Options::default().reconstruction(Reconstruction::Hybrid).project(true);
        let counted = surveyed(&law, &asked, &tables, &mut rng)?.into_iter();
        let estimates =
            counted.map(|table| estimate(&law, table, &options)).collect::<Result<Vec<_>, _>>()?;
        let of_filters = of_filters(&asked, &pairs, epsilon, &mut rng)?;
        let schema = asked.schema()?;
        let drawn = [
            Synthesis::new(&schema, &estimates)?,
            Synthesis::tree(&schema, &estimates)?,
            Synthesis::new(&schema, &estimates[pairs.len()..])?,
            Synthesis::tree(&schema, &of_filters)?,
        ];
        seen[0].push(score(&asked, &others, class));
        for (seen, synthesis) in seen[1..].iter_mut().zip(&drawn) {
            let records = asked.rows().iter().map(|_| synthesis.draw(&mut rng)).collect::<Result<_, _>>()?;
            seen.push(score(&asked.with(records)?, &others, class));
        }
    }
    let row = |(method, runs): (&str, &Vec<[f64; 3]>)| {
        let of = |place: usize| Mean::of(&runs.iter().map(|run| run[place]).collect::<Vec<_>>());
        let accuracy = of(2);
        vec![
            people.name().into(),
            epsilon.into(),
            method.into(),
            of(0).mean.into(),
            of(1).mean.into(),
            accuracy.mean.into(),
            accuracy.standard_error.into(),
        ]
    };
    Ok(METHODS.into_iter().zip(&seen).map(row).collect())
}

/// Converts LoPub's pair tables to estimates, as if they had been counted under a law that changes hardly any answer.
fn of_filters(
    people: &Population,
    pairs: &[Vec<usize>],
    epsilon: f64,
    rng: &mut ChaCha20Rng,
) -> Result<Vec<Estimate>, Error> {
    const PLAIN: f64 = 25.0;
    let reports = BloomReports::new(people, epsilon, rng);
    let law = independent::law(&Levels::new(people.sizes().to_vec(), vec![PLAIN; people.sizes().len()])?)?;
    let schema = people.schema()?;
    let of = |pair: &Vec<usize>| {
        let shares = reports.shares(pair, JointEstimate::LassoEm);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "shares of a thousand million"
        )]
        let counts = shares.iter().map(|share| (share * 1e9).round() as u64).collect();
        estimate(&law, Counted::from_counts(&schema, pair, counts)?, &Options::default())
    };
    pairs.iter().map(of).collect()
}

/// The mean AVD of the tables of two and of three questions, and the accuracy of naive Bayes.
fn score(records: &Population, others: &Population, class: usize) -> [f64; 3] {
    let avd = |w: u32| {
        let tables = sets(records.sizes().len(), w);
        let largest = |table: &Vec<usize>| errors(&records.shares(table), &others.shares(table))[0];
        tables.iter().map(largest).sum::<f64>() / tables.len() as f64
    };
    [avd(2), avd(3), NaiveBayes::trained(records, class).accuracy(others)]
}

fn findings(table: &Table) -> Vec<Finding> {
    let of_people = |people: Value| {
        let of = table.with("people", people.clone());
        let errors = |method: &str| of.with("method", method).numbers("avd_of_two");
        let (own, filters) = (errors(PAIRS), errors(LOPUB));
        let each: Vec<String> =
            own.iter().zip(&filters).map(|(own, filters)| format!("{own:.4} ({filters:.4})")).collect();
        let sentence = format!(
            "{people}: at every ε tables of two of records drawn from all pairs are nearer to people who were not asked than those of LoPub's, whose AVD is in brackets: {}.",
            each.join(", ")
        );
        Finding::claimed(sentence, own.iter().zip(&filters).all(|(own, filters)| own < filters))
            .showing(score_table(&of))
    };
    table.different("people").into_iter().map(of_people).collect()
}

/// A table of the scores of each method at every ε.
fn score_table(of: &Table) -> Table {
    let cell = |of: &Table, _: &Value| {
        let value = |column: &str| of.numbers(column).first().copied().unwrap_or(f64::NAN);
        format!("{:.4}, {:.1} %", value("avd_of_two"), 100.0 * value("accuracy"))
    };
    of.by_method(("AVD of two, accuracy", &METHODS), ("record_epsilon", "ε"), cell)
}

fn pictures(table: &Table) -> Vec<Picture> {
    let drawn = |(column, what): (&str, &str)| {
        let panel = |people: &Value| {
            let of = table.with("people", people.clone());
            let line = |method: &str| Series {
                label: method.to_owned(),
                mark: Mark::Line,
                points: of.with("method", method).points("record_epsilon", column),
            };
            Panel { title: people.to_string(), series: METHODS.map(line).into() }
        };
        Picture {
            name: format!("synthesize-{}", column.replace('_', "-")),
            title: format!("Records drawn from estimates: {what}"),
            description: format!("{what} by record epsilon for records drawn in several ways"),
            horizontal: Axis::logarithmic("record ε"),
            vertical: Axis::linear(what),
            panels: table.different("people").iter().map(panel).collect(),
        }
    };
    [("avd_of_two", "AVD of tables of two"), ("accuracy", "accuracy of naive Bayes")].map(drawn).into()
}
