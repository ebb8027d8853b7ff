//! Ring: random designs in exact arithmetic. Every ε that was asked for, and every one that is promised, against the
//! ratio of the integer weights' probabilities, compared with a rational lower bound of e^ε. `scripts/bench exactness`
//! does it for 1,000,000 designs.
//!
//! Seeds are fixed; nothing here can fail by chance.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod requests;
mod verdict;

use candor::design::Method;
use common::Dice;
use requests::{Form, Request, random_kind};
use verdict::{Tally, Verdict};

#[test]
fn two_thousand_random_designs_keep_what_was_asked_exactly() {
    let mut tally = Tally::of(0, 2000, |_| ());
    assert!(tally.exceeded.is_empty(), "{:?}", tally.exceeded);
    assert!(tally.rows.len() >= 15, "only {} kinds of requests", tally.rows.len());
    let whole = tally.whole();
    let [median, _] = whole.shortfalls();
    assert!(whole.attributes > 55 && median < 1e-12, "{median}");
}

/// The check itself: a request that is lower than what is kept by one part in 10⁹ is found out.
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
