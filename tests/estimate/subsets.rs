//! Ring: the different subsets of labelled reports. Counts that include them give the same likelihood as the reports; wrong ones are
//! refused; *auto* can use them; and the check whether labels and subsets fit the law.
//!
//! False alarms: an honest survey is flagged in less than one of 10,000 tables, and 300 tables are checked: at most 3 in 100 changes of
//! seed fail, and far fewer in practice because this is an upper bound.

use candor::count::{SubsetCounts, Table};
use candor::estimate::{Estimation, Misfit, Options, Reconstruction, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::labelled::{SIZES, counted, drawn, law};
use crate::common::schema_of;

const MANY: usize = 1 << 20;

fn likelihood() -> Options {
    Options::default().reconstruction(Reconstruction::Likelihood)
}

fn subsets_of(table: &Table) -> Vec<SubsetCounts> {
    table.by_view().map(|seen| seen.subsets.unwrap().clone()).collect()
}

/// The table that a document of counts describes, without subsets.
fn written(law: &Law, table: &Table) -> Table {
    let parts = table.by_view().map(|seen| (seen.reports, seen.counts.to_vec())).collect();
    Table::from_views((&schema_of(&SIZES), law), table.axes().attributes(), parts).unwrap()
}

#[test]
fn counts_with_subsets_tell_the_likelihood_of_the_reports() {
    let (law, mut rng) = (law(2.0), ChaCha20Rng::seed_from_u64(3));
    for attributes in [vec![0], vec![2, 3], vec![1, 0], vec![0, 1, 2, 3]] {
        let mut table = counted(&law, &attributes, 300, &mut rng);
        let other = counted(&law, &attributes, 200, &mut rng);
        let both: usize = [&table, &other].map(|t| subsets_of(t).iter().map(|s| s.len()).sum()).iter().sum();
        table.merge(&other).unwrap();
        assert!(subsets_of(&table).iter().map(|subsets| subsets.len()).sum::<usize>() < both);
        let again = written(&law, &table).with_subsets(subsets_of(&table)).unwrap();
        let [one, two] = [table, again].map(|table| estimate(&law, table, &likelihood()).unwrap());
        assert_eq!((one.shares(), one.standard_errors()), (two.shares(), two.standard_errors()));
    }
}

#[test]
fn subsets_that_are_not_those_of_the_reports_are_refused() {
    let (law, mut rng) = (law(2.0), ChaCha20Rng::seed_from_u64(4));
    let table = counted(&law, &[0, 2, 3], 400, &mut rng);
    let refused = |change: &dyn Fn(&mut Vec<SubsetCounts>)| {
        let mut subsets = subsets_of(&table);
        change(&mut subsets);
        let error = written(&law, &table).with_subsets(subsets).map(drop).unwrap_err();
        assert_eq!(error.code().as_str(), "invalid-counts", "{error}");
    };
    // A view with several units, the last of which names two of four cells.
    let whole = table.by_view().position(|seen| seen.units.len() == 2 && seen.units[1].len() == 2).unwrap();
    let first = |subsets: &SubsetCounts| subsets.first_key_value().map(|(key, n)| (key.clone(), *n)).unwrap();
    refused(&|subsets| drop(subsets.pop()));
    refused(&|subsets| *subsets[whole].values_mut().next().unwrap() += 1);
    for wrong in
        [vec![], vec![0], vec![0, 0], vec![1, 0], vec![0, 4], vec![0, 1, 2], vec![0, 12], vec![0, u32::MAX]]
    {
        refused(&|subsets| {
            let (key, n) = first(&subsets[whole]);
            subsets[whole].remove(&key);
            *subsets[whole].entry(wrong.clone()).or_insert(0) += n;
        });
    }
    refused(&|subsets| {
        let (key, _) = first(&subsets[whole]);
        subsets[whole].insert(key, u64::MAX);
    });
    let schema = schema_of(&SIZES);
    let unlabelled = Table::from_counts(&schema, &[0], vec![1, 2, 3]).unwrap();
    assert_eq!(unlabelled.with_subsets(vec![]).unwrap_err().code().as_str(), "invalid-counts");
}

#[test]
fn too_many_subsets_and_none_are_told_apart() {
    let (law, mut rng) = (law(2.0), ChaCha20Rng::seed_from_u64(5));
    let empty = || Table::new((&schema_of(&SIZES), &law), &[0, 1]).unwrap();
    for (numbers, code) in [(0, "not-for-labels"), (30, "too-large")] {
        let mut table = empty().keeping_subsets(numbers);
        table.merge(&counted(&law, &[0, 1], 200, &mut rng)).unwrap();
        assert_eq!(estimate(&law, table.clone(), &likelihood()).unwrap_err().code().as_str(), code);
        // The other reconstructions still work, and auto leaves the likelihood out.
        let auto = Options::default().reconstruction(Reconstruction::Auto);
        assert!(!estimate(&law, table, &auto).unwrap().reason().unwrap().contains("likelihood"));
    }
}

/// Two kinds of people disagree in every answer, which the likelihood detects even through much noise: *auto* chooses it, and is nearer
/// to the truth.
#[test]
fn auto_takes_the_likelihood_where_it_is_clearly_better() {
    let (law, schema) = (law(2.0), schema_of(&SIZES));
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    let mut table = Table::new((&schema, &law), &[0, 1, 2, 3]).unwrap().keeping_subsets(MANY);
    for person in 0..8000 {
        let answers = if person % 2 == 0 { [2, 1, 0, 1] } else { [0, 0, 1, 0] };
        let record = Record::new(&schema, answers).unwrap();
        table.add_perturbed(&perturb(&law, record, &mut rng)).unwrap();
    }
    let of = |method| estimate(&law, table.clone(), &Options::default().reconstruction(method)).unwrap();
    let (auto, inverse) = (of(Reconstruction::Auto), of(Reconstruction::Inverse));
    let reason = auto.reason().unwrap();
    assert_eq!(auto.method(), Reconstruction::Likelihood, "{reason}");
    assert!(reason.contains("likelihood"), "{reason}");
    // Cells 2·8 + 1·4 + 1 and 2.
    let truth = |cell: usize| if [21, 2].contains(&cell) { 0.5 } else { 0.0 };
    let error = |shares: &[f64]| -> f64 {
        shares.iter().enumerate().map(|(cell, share)| (share - truth(cell)).powi(2)).sum()
    };
    assert!(10.0 * error(auto.shares()) < error(inverse.shares()));
    // Where answers vary and noise is small, the likelihood gains nothing.
    let plain = counted(&self::law(6.0), &[0], 4000, &mut rng);
    let auto = Options::default().reconstruction(Reconstruction::Auto);
    assert_eq!(estimate(&self::law(6.0), plain, &auto).unwrap().method(), Reconstruction::Inverse);
}

fn misfit(law: &Law, table: Table) -> Option<Misfit> {
    Estimation::new(law, table, &Options::default()).unwrap().misfit()
}

#[test]
fn honest_labelled_reports_are_not_accused() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    for survey in 0..100 {
        for epsilon in [0.5, 3.0, 8.0] {
            let law = law(epsilon);
            let n = [3, 40, 1000][survey % 3];
            assert_eq!(misfit(&law, counted(&law, &[0, 1, 3], n, &mut rng)), None);
        }
    }
}

/// Labels that are not drawn as the plan says, one report repeated many times, and unperturbed answers of one form.
#[test]
fn labelled_reports_that_do_not_fit_are_accused() {
    let (law, schema) = (law(1.0), schema_of(&SIZES));
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    let reports: Vec<Vec<u32>> =
        (0..3000).map(|_| perturb(&law, Record::new(&schema, drawn(&mut rng)).unwrap(), &mut rng)).collect();
    let accused = |attributes: &[usize], reports: &mut dyn Iterator<Item = &Vec<u32>>| {
        let mut table = Table::new((&schema, &law), attributes).unwrap();
        reports.for_each(|report| table.add_perturbed(report).unwrap());
        misfit(&law, table)
    };
    assert_eq!(accused(&[0, 1], &mut reports.iter()), None);
    let of_form = |report: &&Vec<u32>| law.questionnaire(report[0]).unwrap().form;
    let chosen = accused(&[0, 1], &mut reports.iter().filter(|report| of_form(report) == 2)).unwrap();
    assert!(chosen.probability < 1e-20, "{chosen}");
    let again = accused(&[0, 2], &mut core::iter::repeat_n(&reports[0], 300));
    assert!(again.is_some_and(|misfit| misfit.probability < 1e-20));
    // The first question of the last form is sent unperturbed by people who all answer the same.
    let sent: Vec<Vec<u32>> = reports
        .iter()
        .map(|report| {
            let mut report = report.clone();
            if of_form(&&report) == 2 {
                report[1] = 0;
            }
            report
        })
        .collect();
    let unperturbed = accused(&[0], &mut sent.iter()).unwrap();
    assert_eq!(unperturbed.attributes, ["a0"]);
}
