//! Every requested and every promised ε is compared with the ratio of the
//! probabilities of the integer weights, using a rational lower bound of e^ε. `scripts/bench exactness` does so for
//! 1,000,000 designs.
//!
//! Seeds are fixed, so nothing here can fail by chance.

use candor::design::Method;

use super::labelled;
use super::requests::{Form, Request, random_kind};
use super::verdict::{Tally, Verdict};
use crate::common::nightly::every;
use crate::common::{Dice, published};

#[test]
fn two_thousand_random_designs_keep_what_was_asked_exactly() {
    let mut tally = Tally::of(0, 2000, |_| ());
    assert!(tally.exceeded.is_empty(), "{:?}", tally.exceeded);
    assert!(tally.rows.len() >= 15, "only {} kinds of requests", tally.rows.len());
    let whole = tally.whole();
    let [median, _] = whole.shortfalls();
    assert!(whole.attributes > 55 && median < 1e-12, "{median}");
}

/// Tests the check itself: a request that is below the achieved level by one part in 10⁹ is detected.
#[test]
fn a_request_below_what_is_kept_is_found_out() {
    let mut dice = Dice::new(1);
    let mut independent = || loop {
        let request = Request::random(random_kind(&mut dice), &mut dice);
        if request.method == Method::Independent && request.form == Form::Columns {
            return request;
        }
    };
    for _ in 0..20 {
        let mut request = independent();
        let law = request.law().unwrap();
        assert!(Verdict::about(&request, &law).exceeded.is_empty());
        request.columns[0] *= 1.0 - 1e-9;
        let found = Verdict::about(&request, &law).exceeded;
        assert!(found.len() == 1 && found[0].starts_with("column ε 0"), "{found:?}");
    }
}

#[test]
fn labelled_laws_say_what_they_keep_exactly() {
    let laws = every(100_000, 20_000);
    let found = labelled::Found::of(0, laws);
    assert!(found.wrong.is_empty(), "{:?}", &found.wrong[..found.wrong.len().min(5)]);
    assert!(found.labels > 3 * found.laws && found.compared as u64 > 5 * laws, "{}", found.compared);
}

/// Tests the check itself: any ε of a labelled law that is one part in 10¹¹ too small is detected, in the law and in its
/// plan; so are weights of forms with a wrong sum.
#[test]
fn a_labelled_law_that_understates_is_found_out() {
    for seed in 0..200 {
        let law = labelled::law(seed);
        let said = labelled::stated_levels(&law);
        for i in (0..said.len()).filter(|&i| said[i] > 1e-3) {
            let mut less = said.clone();
            less[i] *= 1.0 - 1e-11;
            let wrong = labelled::wrong(&law, &less);
            assert!(wrong.len() == 1 && wrong[0].contains("understated"), "{seed}: {wrong:?}");
        }
        let plan = labelled::plan(&law);
        let understated = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut plan = plan.clone();
            change(&mut plan);
            published::check(&plan.to_string()).unwrap_err()
        };
        let less = |level: &mut serde_json::Value| *level = (level.as_f64().unwrap() * (1.0 - 1e-11)).into();
        if said[0] > 1e-3 {
            let wrong = understated(&|plan| less(&mut plan["privacy"]["record"]));
            assert!(wrong.contains("record ε is understated"), "{wrong}");
        }
        let weight = (law.forms()[0].weight() - 1).to_string();
        let wrong = understated(&|plan| plan["forms"][0]["weight"] = weight.as_str().into());
        assert!(wrong.contains("weights sum to"), "{wrong}");
    }
}
