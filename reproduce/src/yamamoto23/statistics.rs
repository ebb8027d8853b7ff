//! Genome statistics from perturbed answers compared with those that a trusted collector publishes: figures S2 to S7.

use candor::Error;
use candor::inference::principal_components;

use super::snp::{PEOPLE, Snp, Tested};
use crate::axis::Axis;
use crate::draws::{stream, whole};
use crate::experiment::{Experiment, Finding, Part};
use crate::measured::Mean;
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

const EPSILONS: [f64; 4] = [2.0, 3.0, 5.0, 7.0];
/// The number of principal components that EIGENSTRAT corrects for.
const COMPONENTS: usize = 5;

/// The experiment, by statistic and ε.
pub(crate) const GENOME_STATISTICS: Experiment = Experiment {
    name: "genome-statistics",
    title: "Genome statistics of perturbed answers",
    source: "[Yamamoto23S, Figures S2 to S7]; Laplace mechanism of a trusted collector [Dwork06]",
    method: "100 SNPs of 1,000 people as published: genotypes 0, 1 and 2 and phenotypes 0 and 1 evenly drawn; for the TDT 1,000 families of the six \
             types, evenly drawn. At every SNP the pair of answers is one question (of four answers for each allele in the 2×2 table, of six \
             otherwise), perturbed at ε = 2, 3, 5 and 7; counts are inverted, and |statistic − true statistic| is averaged over 20 runs (10 SNPs, 3 \
             runs in a quick run). EIGENSTRAT uses the perturbed pairs as they are, five principal components of all genotypes. They are compared with \
             the mean absolute error Δ/ε of the Laplace mechanism on the true statistic, and for EIGENSTRAT with that of the published mechanism that \
             protects only phenotypes, over as many runs. SNPs are ordered by their true statistics, the points of figure S2.",
    remarks: "The Laplace mechanism protects only against readers of the statistic, not against the collector; the two ε promise different things. Its \
              sensitivity is that of Candor's `Central`, without the published restriction to as many cases as controls. For the 2×2 table both kinds \
              of ε are of one allele, of which a person has two. The general χ² is used for K×2 tables; the published formula assumes as many cases as \
              controls. The published text on the TDT speaks of ε = 1, which its figure does not show and which is not run. How many principal \
              components EIGENSTRAT takes is not published. Genotypes are drawn without stratification, so that EIGENSTRAT has nothing to correct \
              here. Reconstructed statistics lie above the true ones on average: noise looks like association, which the calibrated tests of `candor \
              test` take into account.",
    columns: &[
        ("statistic", "which"),
        ("epsilon", "of the pair of answers at a SNP"),
        ("snp", "which SNP, ordered by its true statistic, the largest first"),
        ("true", "its true statistic"),
        ("local", "mean absolute error of the statistic of perturbed answers"),
        ("trusted", "mean absolute error of what a trusted collector publishes"),
    ],
    parts: |scale, _| {
        let cases = Tested::ALL.into_iter().flat_map(|tested| EPSILONS.map(|epsilon| (tested, epsilon)));
        let part = |(tested, epsilon): (Tested, f64)| {
            let name = format!("{}-{epsilon}", tested.plain());
            Part::new(name, move || rows(tested, epsilon, scale.either((10, 3), (100, 20))))
        };
        cases.map(part).collect()
    },
    findings,
    pictures,
};

fn rows(tested: Tested, epsilon: f64, (snps, runs): (u32, u32)) -> Result<Vec<Vec<Value>>, Error> {
    // The same people at every ε.
    let mut rng = stream("genome-statistics", tested.plain());
    let phenotypes: Vec<u32> = (0..PEOPLE).map(|_| whole(0, 1, &mut rng)).collect();
    let genotypes: Vec<Vec<u32>> =
        (0..snps).map(|_| (0..PEOPLE).map(|_| whole(0, 2, &mut rng)).collect()).collect();
    let components = match tested {
        Tested::Eigenstrat => components(&genotypes)?,
        _ => Vec::new(),
    };
    let people: Vec<Snp<'_>> =
        genotypes.iter().map(|own| Snp::new(tested, (own, &phenotypes), &components, &mut rng)).collect();
    let mut seen = Vec::new();
    for snp in &people {
        let (law, truth) = (snp.law(epsilon)?, snp.true_statistic());
        let errors = (0..runs).map(|_| Ok((snp.perturbed(&law, &mut rng)? - truth).abs()));
        let local = Mean::of(&errors.collect::<Result<Vec<_>, Error>>()?).mean;
        seen.push((truth, local, snp.trusted(epsilon, runs, &mut rng)?));
    }
    seen.sort_by(|one, other| other.0.total_cmp(&one.0));
    let row = |(place, (truth, local, trusted)): (u32, (f64, f64, f64))| {
        vec![tested.name().into(), epsilon.into(), place.into(), truth.into(), local.into(), trusted.into()]
    };
    Ok((1..).zip(seen).map(row).collect())
}

fn components(genotypes: &[Vec<u32>]) -> Result<Vec<Vec<f64>>, Error> {
    let row = |row: &Vec<u32>| row.iter().map(|&own| f64::from(own)).collect();
    principal_components(&genotypes.iter().map(row).collect::<Vec<Vec<f64>>>(), COMPONENTS)
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn findings(table: &Table) -> Vec<Finding> {
    let errors = |tested: Tested, column: &str| {
        let of = table.with("statistic", tested.name());
        EPSILONS.map(|epsilon| mean(&of.with("epsilon", epsilon).numbers(column)))
    };
    let each = |tested: Tested| {
        let (local, trusted) = (errors(tested, "local"), errors(tested, "trusted"));
        let told: Vec<String> = (0..EPSILONS.len())
            .map(|at| format!("ε = {}: {:.2} ({:.2})", EPSILONS[at], local[at], trusted[at]))
            .collect();
        Finding::claimed(
            format!(
                "{}: the mean absolute error of perturbed answers falls with ε; in brackets that of a trusted collector: {}.",
                tested.name(),
                told.join("; ")
            ),
            local.is_sorted_by(|one, next| one > next),
        )
    };
    let mut findings: Vec<Finding> = Tested::ALL.map(each).into();
    let nearer = Tested::ALL[..4].iter().all(|&tested| {
        let (local, trusted) = (errors(tested, "local"), errors(tested, "trusted"));
        local[2] < trusted[2] && local[3] < trusted[3]
    });
    findings.push(Finding::claimed(
        "At ε = 5 and 7 all four statistics of counts are nearer to the truth by perturbed answers than by the Laplace mechanism of a trusted collector, as published.".to_owned(),
        nearer,
    ));
    let (local, trusted) = (errors(Tested::Eigenstrat, "local"), errors(Tested::Eigenstrat, "trusted"));
    findings.push(Finding::claimed(
        "EIGENSTRAT with only the phenotypes protected is nearer to the truth than EIGENSTRAT of perturbed pairs at every ε, as published.".to_owned(),
        local.iter().zip(&trusted).all(|(local, trusted)| trusted < local),
    ));
    findings.push(halves(table));
    findings
}

/// How the error depends on the true statistic; the published text says that it grows with it.
fn halves(table: &Table) -> Finding {
    let ratio = |tested: Tested| {
        let local = table.with("statistic", tested.name()).with("epsilon", EPSILONS[0]).numbers("local");
        let (upper, lower) = local.split_at(local.len() / 2);
        format!("{} {:.2}", tested.name(), mean(upper) / mean(lower))
    };
    Finding::statement(format!(
        "The published text says that errors are larger where the true statistic is. At ε = 2 the error on the half of the SNPs with the larger statistics, divided by that on the other half, is: {}.",
        Tested::ALL.map(ratio).join(", ")
    ))
}

fn pictures(table: &Table) -> Vec<Picture> {
    let drawn = |tested: Tested| {
        let of = table.with("statistic", tested.name());
        let panel = |epsilon: f64| {
            let of = of.with("epsilon", epsilon);
            let points = |(column, label): (&str, &str)| Series {
                label: label.to_owned(),
                mark: Mark::Points,
                points: of.points("snp", column),
            };
            let series = [
                ("true", "true statistic"),
                ("local", "error, perturbed answers"),
                ("trusted", "error, trusted collector"),
            ];
            Panel { title: format!("ε = {epsilon}"), series: series.map(points).into() }
        };
        Picture {
            name: format!("genome-statistics-{}", tested.plain()),
            title: format!("{}: true statistic, and errors of private ones", tested.name()),
            description: format!("True statistic and mean absolute errors at every SNP, {}", tested.name()),
            horizontal: Axis::linear("SNP, by its true statistic"),
            vertical: Axis::linear("statistic, error"),
            panels: EPSILONS.map(panel).into(),
        }
    };
    Tested::ALL.map(drawn).into()
}
