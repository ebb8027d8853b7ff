//! Ring: enumeration. The stated information of a labelled design, and that of the reference, equal what listing all reports of all
//! forms gives; and no random form is worth more than the design.

use candor::design::analysis::default_tables;
use candor::design::labelled::FormFamily;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::labelled::{designed, index, list, pairs, sizes_of, vectors};

/// Units with more cells than this have too many subsets to list.
const MAX_CELLS: usize = 15;

/// A form with the probability of every set of units that hit.
struct ListedForm {
    units: Vec<(Vec<usize>, usize)>,
    hits: Vec<(Vec<bool>, f64)>,
}

/// n choose k for small numbers.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// All vectors with entries below these lengths.
fn tuples(lengths: &[usize]) -> Vec<Vec<usize>> {
    lengths.iter().fold(vec![vec![]], |all, &length| {
        let longer = |tuple: &Vec<usize>| {
            (0..length).map(|next| [tuple.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

fn cells(sizes: &[u32], unit: &[usize]) -> usize {
    unit.iter().map(|&i| sizes[i] as usize).product()
}

/// The cell of a unit that contains a record.
fn cell(sizes: &[u32], unit: &[usize], record: &[usize]) -> usize {
    unit.iter().fold(0, |cell, &i| cell * sizes[i] as usize + record[i])
}

/// All orders of some attributes.
fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![vec![]];
    }
    let led = |first: usize| {
        let rest: Vec<usize> = of.iter().copied().filter(|other| *other != first).collect();
        orders(&rest).into_iter().map(move |order| [&[first], order.as_slice()].concat())
    };
    of.iter().flat_map(|&first| led(first)).collect()
}

/// Every form of a family.
fn forms(sizes: &[u32], family: &FormFamily) -> Vec<ListedForm> {
    let mut renamings = vec![(0..sizes.len()).collect::<Vec<usize>>()];
    for pool in &family.exchange {
        let orders = orders(pool);
        let renamed = |names: &Vec<usize>| {
            let with = |order: &Vec<usize>| {
                let mut names = names.clone();
                pool.iter().zip(order).for_each(|(&old, &new)| names[old] = new);
                names
            };
            orders.iter().map(with).collect::<Vec<_>>()
        };
        renamings = renamings.iter().flat_map(renamed).collect();
    }
    let form = |names: &Vec<usize>| ListedForm {
        units: family
            .units
            .iter()
            .map(|unit| (unit.attributes.iter().map(|&i| names[i]).collect(), unit.subset_size))
            .collect(),
        hits: hits(sizes, family),
    };
    renamings.iter().map(form).collect()
}

fn hits(sizes: &[u32], family: &FormFamily) -> Vec<(Vec<bool>, f64)> {
    let probability = |missed: &Vec<usize>| {
        let chance: f64 = family
            .units
            .iter()
            .zip(missed)
            .map(|(unit, miss)| {
                let hit = unit.subset_size as f64 / cells(sizes, &unit.attributes) as f64;
                if *miss == 1 { 1.0 - hit } else { hit }
            })
            .product();
        let counts: Vec<usize> =
            family.classes.iter().map(|class| class.iter().map(|&unit| missed[unit]).sum()).collect();
        let ways: f64 =
            family.classes.iter().zip(&counts).map(|(class, &count)| choose(class.len(), count)).product();
        let listed: Vec<(usize, usize)> = counts.into_iter().enumerate().filter(|(_, n)| *n > 0).collect();
        let pattern = family.patterns.iter().find(|pattern| pattern.misses == listed);
        family.uniform * chance + pattern.map_or(0.0, |pattern| pattern.probability / ways)
    };
    let missed = tuples(&vec![2; family.units.len()]);
    missed
        .iter()
        .map(|missed| (missed.iter().map(|miss| *miss == 0).collect(), probability(missed)))
        .collect()
}

/// The likelihood of every report under every record, for all combinations of subsets.
fn likelihoods(sizes: &[u32], form: &ListedForm, records: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let all: Vec<usize> = form.units.iter().map(|(unit, _)| 1 << cells(sizes, unit)).collect();
    let fits = |report: &Vec<usize>| {
        report.iter().zip(&form.units).all(|(subset, (_, size))| subset.count_ones() as usize == *size)
    };
    let likelihood = |report: &Vec<usize>, record: &Vec<usize>| {
        let hit: Vec<bool> = report
            .iter()
            .zip(&form.units)
            .map(|(subset, (unit, _))| subset >> cell(sizes, unit, record) & 1 == 1)
            .collect();
        let (_, probability) = form.hits.iter().find(|(other, _)| *other == hit).unwrap();
        let ways = hit
            .iter()
            .zip(&form.units)
            .map(|(hit, (unit, size))| choose(cells(sizes, unit) - 1, if *hit { size - 1 } else { *size }));
        probability / ways.product::<f64>()
    };
    let reports: Vec<Vec<usize>> = tuples(&all).into_iter().filter(fits).collect();
    reports.iter().map(|report| records.iter().map(|record| likelihood(report, record)).collect()).collect()
}

/// The mean square of component T of a function of the record.
fn square(records: &[Vec<usize>], component: &[usize], values: &[f64]) -> f64 {
    let mean_where = |record: &Vec<usize>, axes: &[usize]| {
        let fits = |other: &&(&Vec<usize>, &f64)| axes.iter().all(|&i| other.0[i] == record[i]);
        let all: Vec<(&Vec<usize>, &f64)> = records.iter().zip(values).collect();
        let fitting: Vec<f64> = all.iter().filter(fits).map(|(_, value)| **value).collect();
        fitting.iter().sum::<f64>() / fitting.len() as f64
    };
    let at = |record: &Vec<usize>| -> f64 {
        let parts = (0..1_usize << component.len()).map(|set| {
            let axes: Vec<usize> =
                (0..component.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| component[bit]).collect();
            let sign = if (component.len() - axes.len()).is_multiple_of(2) { 1.0 } else { -1.0 };
            sign * mean_where(record, &axes)
        });
        parts.sum()
    };
    records.iter().map(|record| at(record).powi(2)).sum::<f64>() / records.len() as f64
}

/// I_T: the variance of the likelihood ratio that component T explains, over all reports.
fn listed_information(sizes: &[u32], form: &ListedForm, component: &[usize]) -> f64 {
    let records = tuples(&sizes.iter().map(|size| *size as usize).collect::<Vec<_>>());
    let likelihoods = likelihoods(sizes, form, &records);
    let total = records.len() as f64;
    let of_report = |likelihood: &Vec<f64>| {
        let mean = likelihood.iter().sum::<f64>() / total;
        square(&records, component, likelihood) / mean
    };
    likelihoods.iter().map(of_report).sum()
}

/// The largest ratio of the likelihoods of any report under two records.
fn listed_ratio(sizes: &[u32], form: &ListedForm) -> f64 {
    let records = tuples(&sizes.iter().map(|size| *size as usize).collect::<Vec<_>>());
    let ratio = |likelihood: &Vec<f64>| {
        let (low, high) =
            likelihood.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), p| (low.min(*p), high.max(*p)));
        high / low
    };
    likelihoods(sizes, form, &records).iter().map(ratio).fold(1.0, f64::max)
}

/// The reference's information about a form equals what listing its reports gives.
#[test]
fn listing_reports_gives_the_information_of_the_reference() {
    for case in vectors()["forms"].as_array().unwrap() {
        let sizes = sizes_of(case);
        for form in case["forms"].as_array().unwrap() {
            let units: Vec<Vec<usize>> = list(&form["units"], |unit| list(unit, index));
            let all: usize = units.iter().map(|unit| cells(&sizes, unit)).sum();
            if all > MAX_CELLS {
                continue;
            }
            let weight = |hit: &Value| {
                let weight: f64 = hit["weight"].as_str().unwrap().parse().unwrap();
                (list(&hit["hits"], |hit| index(hit) == 1), weight / 2_f64.powi(64))
            };
            let units = units.into_iter().zip(list(&form["subset_sizes"], index)).collect();
            let listed = ListedForm { units, hits: list(&form["weights"], weight) };
            let epsilon = form["record_epsilon"].as_f64().unwrap();
            assert!((listed_ratio(&sizes, &listed).ln() - epsilon).abs() < 1e-9);
            for component in form["components"].as_array().unwrap() {
                let information = listed_information(&sizes, &listed, &list(&component["attributes"], index));
                assert!((information / component["information"].as_f64().unwrap() - 1.0).abs() < 1e-9);
            }
        }
    }
}

/// The information that a design states for every component equals what listing all reports of all forms gives; no form exceeds the
/// record ε.
#[test]
fn information_is_that_of_all_reports() {
    let surveys = [
        (vec![2, 3, 2], default_tables(3)),
        (vec![2, 2, 2, 2], pairs(4)),
        (vec![3, 3], vec![vec![0, 1]]),
        (vec![2, 2, 3], vec![vec![0, 1, 2], vec![2]]),
    ];
    for (sizes, tables) in &surveys {
        for record_epsilon in [0.4, 1.0, 3.0] {
            let design = designed(sizes, tables, record_epsilon);
            let mut forms: Vec<(f64, ListedForm)> = Vec::new();
            for family in &design.families {
                let all = self::forms(sizes, family);
                let probability = family.probability / all.len() as f64;
                forms.extend(all.into_iter().map(|form| (probability, form)));
            }
            for (_, form) in &forms {
                assert!(listed_ratio(sizes, form).ln() <= record_epsilon + 1e-9);
            }
            for component in tables {
                let listed: f64 =
                    forms.iter().map(|(p, form)| p * listed_information(sizes, form, component)).sum();
                let claimed = design.information(component).unwrap();
                assert!((listed - claimed).abs() < 1e-9 * claimed.max(1.0), "{sizes:?} {component:?}");
            }
        }
    }
}

/// A random form: attributes are in units or left out, subset sizes are random, and every pattern of hits is favoured or not.
fn random_form(sizes: &[u32], record_epsilon: f64, rng: &mut ChaCha20Rng) -> Option<ListedForm> {
    let mut below = |n: usize| rng.next_u32() as usize % n;
    let places: Vec<usize> = sizes.iter().map(|_| below(sizes.len() + 1)).collect();
    let mut units: Vec<(Vec<usize>, usize)> = Vec::new();
    for place in 1..=sizes.len() {
        let unit: Vec<usize> = (0..sizes.len()).filter(|&i| places[i] == place).collect();
        if !unit.is_empty() {
            let size = 1 + below(cells(sizes, &unit) - 1);
            units.push((unit, size));
        }
    }
    let hit = |(unit, size): &(Vec<usize>, usize)| *size as f64 / cells(sizes, unit) as f64;
    let chances: Vec<f64> = units.iter().map(hit).collect();
    let all = tuples(&vec![2; units.len()]).into_iter().map(|hits| {
        let hits: Vec<bool> = hits.iter().map(|hit| *hit == 1).collect();
        let chance: f64 = hits.iter().zip(&chances).map(|(hit, r)| if *hit { *r } else { 1.0 - r }).product();
        let favour = if below(2) == 1 { record_epsilon.exp() } else { 1.0 };
        (hits, chance * favour)
    });
    let mut hits: Vec<(Vec<bool>, f64)> = all.collect();
    let total: f64 = hits.iter().map(|(_, weight)| weight).sum();
    hits.iter_mut().for_each(|(_, weight)| *weight /= total);
    (!units.is_empty()).then_some(ListedForm { units, hits })
}

/// At the prices of a design, no form from an independent search is worth more than the design's V. This is what the gap certifies.
#[test]
fn no_form_from_outside_is_worth_more() {
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    for (sizes, record_epsilon) in [(vec![2, 3, 2], 0.5), (vec![2, 3, 2], 2.0), (vec![2, 2, 2], 1.0)] {
        let tables = default_tables(3);
        let design = designed(&sizes, &tables, record_epsilon);
        let freedom = |of: &[usize]| of.iter().map(|&i| f64::from(sizes[i]) - 1.0).product::<f64>();
        let price = |component: &Vec<usize>| {
            let holding = tables.iter().filter(|table| component.iter().all(|i| table.contains(i)));
            let cost: f64 =
                holding.map(|table| freedom(component).powi(2) / cells(&sizes, table) as f64).sum();
            cost / design.information(component).unwrap().powi(2)
        };
        let prices: Vec<f64> = tables.iter().map(price).collect();
        let forms = (0..400).filter_map(|_| random_form(&sizes, record_epsilon, &mut rng));
        let worth = |form: ListedForm| -> f64 {
            let components = tables.iter().zip(&prices);
            components.map(|(component, price)| price * listed_information(&sizes, &form, component)).sum()
        };
        let most = forms.map(worth).fold(0.0, f64::max);
        assert!(most <= design.objective * (1.0 + 1e-3), "{most} of {}", design.objective);
        assert!(most >= design.objective * 0.9, "the search from outside found nothing near: {most}");
    }
}
