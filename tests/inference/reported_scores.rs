//! Scores that devices round and report, over many simulated surveys: means of everybody and of groups have the truth for their mean, intervals hold it in 95 %, and 5 %
//! of differences between equal groups are significant at 5 %. Coverage and false alarms may deviate by 4.5 standard errors: 7·10⁻⁶ for each of a dozen checks.
//! Intervals of half the length fail, and so does the mean of levels that are rounded to the nearest.

use candor::count::{Table, Tables};
use candor::design::Survey;
use candor::estimate::Options;
use candor::inference::{Raking, ReportClass, Scale, ScaleEstimate};
use candor::perturb::perturb;
use candor::plan::Plan;
use candor::schema::Record;

use crate::common::nightly::every;
use crate::common::{Dice, plan_of};

const PEOPLE: u32 = 2000;

/// Eight items, the last of which not everybody can answer, and people of two sexes.
fn plan(epsilon: f64) -> Plan {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": {epsilon}}}, "attributes": [
        {{"name": "sex", "categories": ["f", "m"]}},
        {{"name": "climate", "rows": [{{"name": "safe"}}, {{"name": "heard"}}, {{"name": "paid"}},
            {{"name": "led"}}, {{"name": "taught"}}, {{"name": "asked"}}, {{"name": "blamed"}}], "categories": ["never", "at times", "always"]}},
        {{"name": "liked", "categories": ["never", "at times", "always", {{"value": "?", "role": "dont-know"}}]}}],
        "scores": [{{"name": "content", "of": ["climate", "liked"], "codes": [0, 0.5, 2], "reversed": ["climate.blamed"]}}],
        "tables": [["content"], ["content", "sex"]]}}"#
    );
    plan_of(&Survey::from_json(&text).unwrap())
}

/// The answers of a person: a mood decides the items but for chance, and one in eight does not know the last. Sexes do not differ.
fn person(dice: &mut Dice) -> [u32; 9] {
    let (sex, mood) = (dice.between(0, 1), [0, 1, 1, 2][dice.index(4)]);
    let mut item = || if dice.index(5) < 3 { mood } else { dice.between(0, 2) };
    let mut record = [sex; 9];
    record[1..].fill_with(&mut item);
    record[7] = 2 - record[7];
    if dice.index(8) == 0 {
        record[8] = 3;
    }
    record
}

/// The true mean among those who know all answers: eight times the mean code of an item.
fn truth() -> f64 {
    let shares = [0.25, 0.5, 0.25].map(|mood| 0.6 * mood + 0.4 / 3.0);
    8.0 * (0.5 * shares[1] + 2.0 * shares[2])
}

fn estimated(plan: &Plan, dice: &mut Dice) -> ScaleEstimate {
    let scale = Scale::new(plan.schema(), &plan.schema().scores()[0]);
    let tables = scale.tables(Some(0)).iter().map(|table| Table::new(plan, table).unwrap()).collect();
    let mut tables = Tables::new(tables).unwrap();
    for _ in 0..PEOPLE {
        let report = perturb(plan.law(), Record::new(plan.schema(), person(dice)).unwrap(), &mut dice.0);
        tables.add_repeated(&report, 1).unwrap();
    }
    scale.estimate(plan, Some(0), tables.into_tables(), &Options::default()).unwrap()
}

#[test]
fn means_come_back_with_intervals_that_hold_them() {
    let surveys = every(1000, 200);
    let allowed = |share: f64| 4.5 * (share * (1.0 - share) / f64::from(surveys)).sqrt();
    for epsilon in [2.0, 4.0] {
        let (plan, mut dice) = (plan(epsilon), Dice::new(23));
        assert!(plan.schema().scores()[0].levels.is_some());
        let (mut held, mut halved, mut alarms, mut sum, mut squares) = ([0_u32; 3], 0_u32, 0_u32, 0.0, 0.0);
        for _ in 0..surveys {
            let found = estimated(&plan, &mut dice);
            // No form asks for items, so that nothing else is told of the score.
            assert!(
                found.standard_deviation.is_none() && found.alpha.is_none() && found.distribution.is_none()
            );
            alarms += u32::from(found.differences[0].p_value < 0.05);
            sum += found.mean.estimate;
            squares += found.mean.standard_error.powi(2);
            halved += u32::from((found.mean.estimate - truth()).abs() <= 0.98 * found.mean.standard_error);
            let means = [found.mean, found.groups[0].mean.unwrap(), found.groups[1].mean.unwrap()];
            for (held, mean) in held.iter_mut().zip(means) {
                *held += u32::from(mean.lower <= truth() && truth() <= mean.upper);
            }
        }
        let part = |count: u32| f64::from(count) / f64::from(surveys);
        let (mean, error) = (sum / f64::from(surveys), (squares / f64::from(surveys)).sqrt());
        println!(
            "ε {epsilon}: held {:?}, alarms {}, mean {mean} of {}",
            held.map(part),
            part(alarms),
            truth()
        );
        assert!((mean - truth()).abs() <= 4.5 * error / f64::from(surveys).sqrt(), "{mean} of {}", truth());
        assert!(held.into_iter().all(|held| (part(held) - 0.95).abs() <= allowed(0.95)), "{held:?}");
        assert!(part(halved) < 0.95 - allowed(0.95), "half the length went unnoticed");
        assert!((part(alarms) - 0.05).abs() <= allowed(0.05), "{alarms} false alarms");
    }
}

/// With equal weights of everybody a weighted mean is the mean. Its error is computed from how reports vary, and not from how they are expected to.
#[test]
fn weights_that_are_equal_change_nothing() {
    let (plan, mut dice) = (plan(2.0), Dice::new(29));
    let scale = Scale::new(plan.schema(), &plan.schema().scores()[0]);
    let asked = scale.tables(Some(0));
    let mut tables: Vec<Table> = asked.iter().map(|table| Table::new(&plan, table).unwrap()).collect();
    for _ in 0..500 {
        let report = perturb(plan.law(), Record::new(plan.schema(), person(&mut dice)).unwrap(), &mut dice.0);
        tables.iter_mut().for_each(|table| table.add_perturbed(&report).unwrap());
    }
    let classes: Vec<Vec<ReportClass>> =
        tables.iter().map(|table| vec![ReportClass::new(table.clone(), vec![0])]).collect();
    let margins = Raking::new(vec![vec![1.0]]).unwrap();
    let weighted = scale.weighted(&plan, Some(0), &classes, &margins, &Options::default()).unwrap();
    let found = scale.estimate(&plan, Some(0), tables, &Options::default()).unwrap();
    assert!((weighted.mean.estimate - found.mean.estimate).abs() < 1e-9);
    let ratio = weighted.mean.standard_error / found.mean.standard_error;
    assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
}

/// Where the law shows items with the groups and not the score with them, groups are estimated from the items.
#[test]
fn groups_are_read_from_items_where_the_score_is_hidden() {
    // A fifth of all answer as in a survey of all pairs of questions, of which scores are none.
    let text = r#"{"survey": "w", "privacy": {"record_epsilon": 4}, "attributes": [{"name": "sex", "categories": ["f", "m"]},
        {"name": "a", "categories": ["1", "2", "3"]}, {"name": "b", "categories": ["1", "2", "3"]}, {"name": "c", "categories": ["1", "2", "3"]}],
        "scores": [{"name": "s", "of": ["a", "b", "c"]}], "tables": [["s"]], "other_tables": 0.2}"#;
    let by_sex = |plan: &Plan| {
        let scale = Scale::new(plan.schema(), &plan.schema().scores()[0]);
        let mut tables: Vec<Table> =
            scale.tables(Some(0)).iter().map(|table| Table::new(plan, table).unwrap()).collect();
        let mut dice = Dice::new(31);
        for _ in 0..500 {
            let answers: Vec<u32> =
                plan.schema().sizes().iter().map(|size| dice.between(0, size - 1)).collect();
            let report = perturb(plan.law(), Record::new(plan.schema(), answers).unwrap(), &mut dice.0);
            tables.iter_mut().for_each(|table| table.add_perturbed(&report).unwrap());
        }
        scale.estimate(plan, Some(0), tables, &Options::default()).map_err(|refused| refused.code())
    };
    let plan = plan_of(&Survey::from_json(text).unwrap());
    assert!(plan.schema().scores()[0].levels.is_some() && !plan.table_law().identifies(&[0, 4]));
    let found = by_sex(&plan).unwrap();
    let errors = found.groups.iter().map(|group| group.mean.unwrap().standard_error);
    // The mean of everybody is from four in five reports, those of groups from the others.
    assert!(errors.fold(f64::INFINITY, f64::min) > 2.0 * found.mean.standard_error, "{found:?}");
}
