//! Ring: properties. Designs for the best guess: the least R within a limit on V, compared with an optimum over all forms of two questions that
//! another algorithm finds; the bound for any protocol; the limit, and the default design within it.

use candor::design::analysis::{bayes_risk, bayes_risk_bound, default_tables, expected_squared_error};
use candor::design::labelled::{BestGuessDesign, BestGuessGoal, best_guess_design};
use candor::error::Code;

use super::labelled::designed;

/// The prior of the log-linear terms: variances and their probabilities, of questions and of pairs.
const PRIOR: [&[(f64, f64)]; 2] = [&[(2.0, 1.0)], &[(0.01, 0.5), (0.1, 0.3), (3.0, 0.2)]];

fn found(sizes: &[u32], record_epsilon: f64, respondents: f64, error_ratio: f64) -> BestGuessDesign {
    let aim = BestGuessGoal { respondents, error_ratio };
    best_guess_design(sizes, &default_tables(sizes.len()), record_epsilon, 0.0, aim, &mut |_| {}).unwrap()
}

/// R by its definition: every table is the sum of its components, and each component is drawn towards 0 according to the noise of its estimate.
fn defined(sizes: &[u32], information: impl Fn(&[usize]) -> f64, respondents: f64) -> f64 {
    let component = |held: &[usize]| {
        let cells: f64 = held.iter().map(|&i| f64::from(sizes[i])).product();
        let dimensions: f64 = held.iter().map(|&i| f64::from(sizes[i]) - 1.0).product();
        let precision = respondents * information(held) * cells / dimensions;
        let left = |(tau, p): &(f64, f64)| p * dimensions / (cells * cells / tau + precision);
        PRIOR[held.len() - 1].iter().map(left).sum::<f64>()
    };
    let table = |table: &Vec<usize>| match table[..] {
        [i, j] => {
            let (rows, columns) = (f64::from(sizes[i]), f64::from(sizes[j]));
            component(&[i, j]) + component(&[i]) / columns + component(&[j]) / rows
        }
        _ => component(table),
    };
    default_tables(sizes.len()).iter().map(table).sum()
}

/// The information that every form of two questions gives on the first, on the second and on the pair. Forms ask one question, both as one
/// variable, or both side by side, with every size of subsets and every set of favoured patterns of hits.
fn forms([a, b]: [f64; 2], record_epsilon: f64) -> Vec<[f64; 3]> {
    let odds = record_epsilon.exp();
    let sizes =
        |cells: f64| (1..).map(f64::from).take_while(move |size| *size < cells).map(move |size| size / cells);
    // μ of a unit whose reports name a share of its cells, and are e^ε times as likely if these include the true one.
    let alone = |cells: f64| {
        let squared = |hit: f64| hit * (1.0 - hit) * ((odds - 1.0) / (odds * hit + 1.0 - hit)).powi(2);
        sizes(cells).map(squared).collect::<Vec<f64>>()
    };
    let mut all: Vec<[f64; 3]> = Vec::new();
    all.extend(alone(a).iter().map(|own| [*own, 0.0, 0.0]));
    all.extend(alone(b).iter().map(|own| [0.0, *own, 0.0]));
    let dimensions = [a - 1.0, b - 1.0, (a - 1.0) * (b - 1.0)];
    all.extend(alone(a * b).iter().map(|own| dimensions.map(|of| own * of / (a * b - 1.0))));
    for (first, second) in sizes(a).flat_map(|first| sizes(b).map(move |second| (first, second))) {
        let score = |share: f64, hits: bool| {
            if hits { ((1.0 - share) / share).sqrt() } else { -(share / (1.0 - share)).sqrt() }
        };
        let chance = |share: f64, hits: bool| if hits { share } else { 1.0 - share };
        for favoured in 1..15_u32 {
            let (mut whole, mut mu) = (0.0, [0.0; 3]);
            for pattern in 0..4_u32 {
                let [x, y] = [pattern & 1 == 1, pattern & 2 == 2];
                let weight = chance(first, x)
                    * chance(second, y)
                    * if favoured >> pattern & 1 == 1 { odds } else { 1.0 };
                let scores = [score(first, x), score(second, y)];
                whole += weight;
                [scores[0], scores[1], scores[0] * scores[1]]
                    .iter()
                    .zip(&mut mu)
                    .for_each(|(score, sum)| *sum += weight * score);
            }
            all.push(mu.map(|sum| (sum / whole).powi(2)));
        }
    }
    all
}

/// The least R over mixtures of forms whose V is at most a limit. Bisection finds the price of V; the multiplicative rule finds the mixture, without
/// second derivatives or adding forms later.
fn least(sizes: [u32; 2], record_epsilon: f64, respondents: f64, limit: f64) -> f64 {
    let forms = forms(sizes.map(f64::from), record_epsilon);
    let of = |information: [f64; 3]| {
        move |held: &[usize]| match held {
            [_, _] => information[2],
            [one] => information[*one],
            _ => unreachable!(),
        }
    };
    let risk = |information: [f64; 3]| defined(&sizes, of(information), respondents);
    // V is n times R for a prior that knows nothing.
    let error = |[x, y, both]: [f64; 3]| {
        let [a, b] = sizes.map(f64::from);
        let of_question = |size: f64, other: f64, own: f64| {
            (size - 1.0).powi(2) / own * (1.0 / size + 1.0 / (size * other))
        };
        of_question(a, b, x) + of_question(b, a, y) + ((a - 1.0) * (b - 1.0)).powi(2) / (a * b * both)
    };
    let at = |price: f64| {
        let objective = |information: [f64; 3]| risk(information) + price * error(information);
        let mut shares = vec![1.0 / forms.len() as f64; forms.len()];
        let mixed = |shares: &[f64]| {
            let mut sum = [0.0; 3];
            for (form, share) in forms.iter().zip(shares) {
                sum.iter_mut().zip(form).for_each(|(sum, own)| *sum += share * own);
            }
            sum
        };
        for _ in 0..3_000 {
            let here = mixed(&shares);
            let price_of = |place: usize| {
                let [mut below, mut above] = [here; 2];
                below[place] *= 1.0 - 1e-6;
                above[place] *= 1.0 + 1e-6;
                (objective(below) - objective(above)) / (2e-6 * here[place])
            };
            let prices = [0, 1, 2].map(price_of);
            let worth =
                |form: &[f64; 3]| form.iter().zip(prices).map(|(own, price)| own * price).sum::<f64>();
            let whole = worth(&here);
            for (form, share) in forms.iter().zip(&mut shares) {
                *share *= (worth(form) / whole).sqrt();
            }
            let total: f64 = shares.iter().sum();
            shares.iter_mut().for_each(|share| *share /= total);
        }
        mixed(&shares)
    };
    let (mut below, mut above) = (0.0, 1.0);
    if error(at(below)) <= limit {
        return risk(at(below));
    }
    for _ in 0..30 {
        let middle = 0.5 * (below + above);
        if error(at(middle)) > limit { below = middle } else { above = middle }
    }
    risk(at(above))
}

#[test]
fn designs_have_the_least_risk_of_any_mixture_of_forms() {
    for (sizes, record_epsilon, respondents, ratio) in
        [([2, 3], 1.0, 300.0, 1.1), ([2, 4], 0.5, 2_000.0, 1.05), ([3, 6], 1.0, 500.0, 1.5)]
    {
        let design = found(&sizes, record_epsilon, respondents, ratio);
        let least = least(sizes, record_epsilon, respondents, ratio * design.default.objective);
        assert!((design.risk / least - 1.0).abs() < 2e-4, "{} {least} {sizes:?}", design.risk);
        assert!(design.gap.unwrap() < 2e-4 && least < 0.97 * design.default_risk, "{sizes:?}");
    }
}

/// V is within the limit, R is neither larger than that of the default design nor below its bound, and both agree with the integers of the laws.
#[test]
fn the_limit_is_kept_by_the_integers_and_nothing_is_lost() {
    let surveys: [(&[u32], f64, f64); 4] = [
        (&[5, 2, 2, 16, 15, 7], 1.0, 8_000.0),
        (&[4; 6], 0.5, 2_000.0),
        (&[2; 10], 4.0, 2_000.0),
        (&[2, 3, 8], 2.0, 200.0),
    ];
    for (sizes, record_epsilon, respondents) in surveys {
        let tables = default_tables(sizes.len());
        let mut before = f64::INFINITY;
        for ratio in [1.0, 1.001, 1.5, 20.0] {
            let found = found(sizes, record_epsilon, respondents, ratio);
            let law = found.design.law(sizes, record_epsilon).unwrap();
            let default = found.default.law(sizes, record_epsilon).unwrap();
            let error = |law| tables.iter().map(|table| expected_squared_error(law, table)).sum::<f64>();
            let risk = |law| bayes_risk(law, &tables, respondents).unwrap();
            assert!(error(&law) <= ratio * error(&default), "{sizes:?} {ratio}");
            assert!((error(&law) / found.design.objective - 1.0).abs() < 1e-9, "{sizes:?} {ratio}");
            assert!((risk(&law) / found.risk - 1.0).abs() < 1e-9, "{sizes:?} {ratio}");
            assert!((risk(&default) / found.default_risk - 1.0).abs() < 1e-9, "{sizes:?} {ratio}");
            let information = |held: &[usize]| found.design.information(held).unwrap();
            assert!(
                (defined(sizes, information, respondents) / found.risk - 1.0).abs() < 1e-9,
                "{sizes:?} {ratio}"
            );
            assert!(found.risk_bound <= found.risk && found.risk <= found.default_risk, "{sizes:?} {ratio}");
            assert!(found.risk <= before * (1.0 + 2e-4), "{sizes:?} {ratio}: {} {before}", found.risk);
            assert!(
                found.gap.is_none_or(|gap| (0.0..3e-4).contains(&gap)),
                "{sizes:?} {ratio} {:?}",
                found.gap
            );
            before = found.risk;
        }
    }
}

#[test]
fn without_leave_to_err_more_the_design_is_the_default_one() {
    let (sizes, tables) = ([2, 3, 5], default_tables(3));
    let design = found(&sizes, 1.0, 1_000.0, 1.0);
    assert_eq!(design.design.families, designed(&sizes, &tables, 1.0).families);
    assert!(design.gap.is_none() && design.risk == design.default_risk);
}

/// Reports of few people cannot show associations, so these people are asked about single questions. With many people the prior hardly matters, and
/// the design is nearly the default one.
#[test]
fn few_people_are_asked_about_questions_and_many_about_pairs() {
    let sizes = [2, 3, 8];
    let of_questions = |design: &BestGuessDesign| {
        let information = |held: &[usize]| design.design.information(held).unwrap();
        let own: f64 = (0..3).map(|i| information(&[i])).sum();
        own / default_tables(3).iter().map(|held| information(held)).sum::<f64>()
    };
    let [few, many] = [500.0, 1e9].map(|respondents| found(&sizes, 1.0, respondents, 1.5));
    assert!(of_questions(&few) > 0.2 + of_questions(&many), "{} {}", of_questions(&few), of_questions(&many));
    assert!(many.risk > 0.999 * many.default_risk);
}

/// Gradient steps within the information that any protocol can give converge to the bound, and no design is below it.
#[test]
fn the_bound_is_the_least_risk_of_any_information() {
    for (record_epsilon, respondents) in [(0.5, 2_000.0), (1.0, 300.0), (4.0, 300.0)] {
        let (sizes, tables) = ([2, 3, 5], default_tables(3));
        let most: Vec<f64> =
            tables.iter().map(|held| held.iter().map(|&i| f64::from(sizes[i]) - 1.0).product()).collect();
        let whole = (record_epsilon / 2.0_f64).sinh().powi(2);
        let risk = |information: &[f64]| {
            let place = |held: &[usize]| tables.iter().position(|table| table == held).unwrap();
            defined(&sizes, |held| information[place(held)], respondents)
        };
        // Moves a little at a time from the component where it is worth least to the one where it is worth most.
        let total: f64 = most.iter().sum();
        let mut information: Vec<f64> = most.iter().map(|most| most * (whole / total).min(1.0)).collect();
        let mut step = 0.1 * whole;
        while step > 1e-7 * whole && whole < total {
            let here = risk(&information);
            let moved = |from: usize, to: usize| {
                let mut other = information.clone();
                let change = step.min(other[from]).min(most[to] - other[to]);
                other[from] -= change;
                other[to] += change;
                other
            };
            let pairs = (0..most.len()).flat_map(|from| (0..most.len()).map(move |to| (from, to)));
            let others = pairs.filter(|(from, to)| from != to).map(|(from, to)| moved(from, to));
            match others.min_by(|a, b| risk(a).total_cmp(&risk(b))) {
                Some(other) if risk(&other) < here => information = other,
                _ => step /= 2.0,
            }
        }
        let bound = bayes_risk_bound(&sizes, &tables, record_epsilon, respondents).unwrap();
        assert!(bound <= risk(&information) * (1.0 + 1e-12), "{bound} {}", risk(&information));
        assert!(bound >= risk(&information) * (1.0 - 1e-5), "{bound} {}", risk(&information));
    }
}

/// The share that is reserved for other tables is kept.
#[test]
fn other_tables_keep_their_share() {
    let (sizes, tables, aim) =
        ([2, 3, 4, 2], vec![vec![0, 1], vec![2]], BestGuessGoal { respondents: 800.0, error_ratio: 1.5 });
    let design = best_guess_design(&sizes, &tables, 1.0, 0.2, aim, &mut |_| {}).unwrap();
    let of_pairs = designed(&sizes, &default_tables(4), 1.0);
    for component in default_tables(4) {
        let kept = design.design.information(&component).unwrap();
        assert!(kept >= 0.2 * of_pairs.information(&component).unwrap() * (1.0 - 1e-3), "{component:?}");
    }
    let total: f64 = design.design.families.iter().map(|family| family.probability).sum();
    assert!((total - 1.0).abs() < 1e-9 && design.risk < design.default_risk);
    assert!(design.design.objective <= 1.5 * design.default.objective);
}

#[test]
fn what_cannot_be_designed_is_refused() {
    let refused = |tables: &[Vec<usize>], respondents: f64, error_ratio: f64| {
        let aim = BestGuessGoal { respondents, error_ratio };
        best_guess_design(&[2, 2, 2], tables, 1.0, 0.0, aim, &mut |_| {}).unwrap_err().code()
    };
    let pairs = default_tables(3);
    for ratio in [0.999, f64::NAN, f64::INFINITY, -2.0] {
        assert_eq!(refused(&pairs, 100.0, ratio), Code::InvalidSurvey);
    }
    for respondents in [0.0, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(&pairs, respondents, 1.5), Code::InvalidSurvey);
    }
    assert_eq!(refused(&[vec![0, 1, 2]], 100.0, 1.5), Code::InfeasibleRequest);
    assert_eq!(refused(&[vec![0, 1]], 100.0, 1.5), Code::UnreadAttribute);
}

/// The gap and the bound are also right where one form serves everything, where the prior knows hardly anything or nearly everything, and for
/// one respondent or a trillion.
#[test]
fn extreme_surveys_have_designs() {
    for sizes in [&[5][..], &[2, 2], &[2, 30, 4]] {
        for (record_epsilon, respondents, ratio) in [
            (1e-3, 1.0, 1.5),
            (1.0, 1_000.0, 1.5),
            (1.0, 1e12, 1e9),
            (8.0, 1e12, 1.000_01),
            (50.0, 1_000.0, 1.5),
        ] {
            let found = found(sizes, record_epsilon, respondents, ratio);
            let of = format!("{sizes:?} {record_epsilon} {respondents} {ratio}");
            assert!(found.gap.is_some_and(|gap| (-1e-9..1e-3).contains(&gap)), "{of}: {:?}", found.gap);
            assert!(0.0 < found.risk_bound && found.risk_bound <= found.risk * (1.0 + 1e-9), "{of}");
            assert!(found.risk <= found.default_risk, "{of}");
            assert!(found.design.objective <= ratio * found.default.objective, "{of}");
        }
    }
}
