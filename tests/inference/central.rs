//! Sensitivities of published statistics, by listing all small tables and every change of one person or of one
//! family.

use candor::inference::{Central, chi_squared, cochran_armitage, transmission_disequilibrium};

/// All ways to distribute n people over this many categories.
fn compositions(n: u32, categories: usize) -> Vec<Vec<u32>> {
    if categories == 1 {
        return vec![vec![n]];
    }
    let rest = |first: u32| {
        compositions(n - first, categories - 1).into_iter().map(move |rest| [&[first], &rest[..]].concat())
    };
    (0..=n).flat_map(rest).collect()
}

/// The same group with one person moved to another category.
fn neighbours(group: &[u32]) -> Vec<Vec<u32>> {
    let pairs = (0..group.len()).flat_map(|from| (0..group.len()).map(move |to| (from, to)));
    let moved = |(from, to): (usize, usize)| {
        let mut moved = group.to_vec();
        (moved[from], moved[to]) = (moved[from] - 1, moved[to] + 1);
        moved
    };
    pairs.filter(|&(from, to)| from != to && group[from] > 0).map(moved).collect()
}

/// The largest change of a statistic of categories × (controls, cases); the statistic counts as 0 where it is
/// undefined.
fn largest(cases: u32, controls: u32, of: impl Fn(&[u32], &[u32]) -> f64) -> f64 {
    let mut most: f64 = 0.0;
    for one in compositions(cases, 3) {
        for other in compositions(controls, 3) {
            let here = of(&one, &other);
            let by_cases = neighbours(&one).into_iter().map(|one| of(&one, &other));
            let by_controls = neighbours(&other).into_iter().map(|other| of(&one, &other));
            most = by_cases.chain(by_controls).fold(most, |most, there| most.max((there - here).abs()));
        }
    }
    most
}

/// Categories without people do not matter.
fn table(cases: &[u32], controls: &[u32]) -> Vec<f64> {
    cases.iter().zip(controls).flat_map(|(one, other)| [f64::from(*other), f64::from(*one)]).collect()
}

#[test]
fn no_table_changes_more_than_is_said() {
    let chi = |cases: &[u32], controls: &[u32]| {
        let used: Vec<f64> =
            table(cases, controls).chunks(2).filter(|row| row[0] + row[1] > 0.0).flatten().copied().collect();
        chi_squared(&used, 2).map_or(0.0, |found| found.value)
    };
    let trend = |cases: &[u32], controls: &[u32]| {
        cochran_armitage(&table(cases, controls), &[0.0, 1.0, 2.0]).map_or(0.0, |found| found.value)
    };
    for cases in 1..=6 {
        for controls in 1..=6 {
            let (r, s) = (u64::from(cases), u64::from(controls));
            let expected = Central::ChiSquared { cases: r, controls: s }.sensitivity().unwrap();
            let found = largest(cases, controls, chi);
            assert!((found - expected).abs() < 1e-9, "χ², {cases} and {controls}: {found}, not {expected}");
            let expected = Central::Trend { cases: r, controls: s }.sensitivity().unwrap();
            let found = largest(cases, controls, trend);
            assert!(
                (found - expected).abs() < 1e-9,
                "trend, {cases} and {controls}: {found}, not {expected}"
            );
        }
    }
    for families in 1..=12_u32 {
        let statistic = |types: &[u32]| {
            let counts: Vec<f64> = types.iter().map(|count| f64::from(*count)).collect();
            transmission_disequilibrium(&counts).unwrap().value
        };
        let changes = compositions(families, 6).into_iter().flat_map(|types| {
            let here = statistic(&types);
            neighbours(&types).into_iter().map(move |other| (statistic(&other) - here).abs())
        });
        let found = changes.fold(0.0, f64::max);
        let expected = Central::Transmission { families: u64::from(families) }.sensitivity().unwrap();
        assert!((found - expected).abs() < 1e-9, "{families} families: {found}, not {expected}");
    }
}

#[test]
fn nobody_has_no_sensitivity() {
    for nobody in [
        Central::ChiSquared { cases: 0, controls: 5 },
        Central::Trend { cases: 5, controls: 0 },
        Central::Transmission { families: 0 },
    ] {
        assert_eq!(nobody.sensitivity().unwrap_err().code().as_str(), "invalid-hypothesis");
    }
    for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = Central::Transmission { families: 9 }.mean_absolute_error(epsilon).unwrap_err();
        assert_eq!(error.code().as_str(), "invalid-hypothesis");
    }
}
