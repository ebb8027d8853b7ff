//! The master problem of the cutting planes, solved by this project's simplex method and by the library that solves the
//! published program: how many of 500 random surveys each of them leaves without a certified optimum, and how long each
//! takes.
//!
//! `cargo bench --bench master`. The search for the optimum is compiled twice from the crate's own files. The second time
//! the library solves the master problems in place of `src/design/optimal/master.rs`.

#![allow(clippy::unwrap_used, dead_code, unused_imports, missing_docs, reason = "a benchmark has no callers")]
#![allow(clippy::duplicate_mod, reason = "the search is compiled once with each master problem")]

extern crate alloc;

use core::time::Duration;
use std::time::Instant;

use candor::Error;
use candor::design::Levels;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::design::{Certificate, by_library, by_simplex};

mod error {
    pub(crate) use candor::{Code, Error};
}

mod exact {
    pub(crate) fn to_f64(number: u128) -> f64 {
        number as f64
    }
}

#[path = "../../src/numeric"]
mod numeric {
    pub(crate) mod lu;
    pub(crate) mod order;
}

#[path = "../../src/design"]
mod design {
    pub(crate) mod levels {
        pub(crate) use candor::design::Levels;
    }
    #[path = "orbits"]
    pub(crate) mod orbits {
        pub(crate) mod binomial;
    }
    pub(crate) mod randomized_response;
    pub(crate) mod ratio;

    /// Lower bound and value of a search.
    pub(crate) type Certificate = [f64; 2];

    macro_rules! optimum {
        () => {
            mod certificate;
            mod classes;
            mod dual;
            mod half;
            mod oracle;
            mod orbits;

            /// The smallest record ε of attributes in these classes.
            pub(crate) fn optimum(
                levels: &super::levels::Levels,
                members: &[Vec<usize>],
            ) -> Result<super::Certificate, candor::Error> {
                let classes = members.iter().map(|own| classes::Class::of(levels, own)).collect();
                let found = dual::minimise(&orbits::Orbits::new(classes))?.certificate();
                Ok([found.lower_bound, found.record_epsilon])
            }
        };
    }

    #[path = "optimal"]
    pub(crate) mod by_simplex {
        mod master;
        optimum!();
    }

    #[path = "optimal"]
    pub(crate) mod by_library {
        #[path = "../../../benches/master/library.rs"]
        mod master;
        optimum!();
    }
}

const SURVEYS: u32 = 500;

/// The largest gap between the bounds of a certified optimum.
const CERTIFIED: f64 = 1e-6;

/// One to twelve classes of one to four attributes of 2 to 9 categories, ε in [0.01, 16].
fn survey(dice: &mut ChaCha20Rng) -> (Levels, Vec<Vec<usize>>) {
    let (mut sizes, mut epsilons, mut members) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..=dice.next_u32() % 12 {
        let count = [1, 1, 1, 2, 4][dice.next_u32() as usize % 5];
        members.push((sizes.len()..sizes.len() + count).collect());
        let unit = f64::from(dice.next_u32()) / f64::from(u32::MAX);
        sizes.extend(core::iter::repeat_n(2 + dice.next_u32() % 8, count));
        epsilons.extend(core::iter::repeat_n(0.01 * f64::powf(1_600.0, unit), count));
    }
    (Levels::new(sizes, epsilons).unwrap(), members)
}

/// The results of one of the methods.
#[derive(Default)]
struct Tally {
    failed: u32,
    uncertified: u32,
    times: Vec<Duration>,
}

impl Tally {
    fn enter(&mut self, optimum: impl FnOnce() -> Result<Certificate, Error>) -> bool {
        let start = Instant::now();
        let found = optimum();
        self.times.push(start.elapsed());
        let certified = found.as_ref().is_ok_and(|[lower, upper]| upper - lower <= CERTIFIED);
        self.failed += u32::from(found.is_err());
        self.uncertified += u32::from(found.is_ok() && !certified);
        certified
    }

    fn print(&self, name: &str) {
        let total: Duration = self.times.iter().sum();
        let Self { failed, uncertified, .. } = self;
        println!(
            "{name:24} {failed:4} failed, {uncertified:4} not certified to {CERTIFIED:e}, {total:8.1?} in all"
        );
    }
}

fn main() {
    let mut dice = ChaCha20Rng::seed_from_u64(65);
    let [mut simplex, mut library] = [Tally::default(), Tally::default()];
    let mut ratios = Vec::new();
    for _ in 0..SURVEYS {
        let (levels, members) = survey(&mut dice);
        let own = simplex.enter(|| by_simplex::optimum(&levels, &members));
        let other = library.enter(|| by_library::optimum(&levels, &members));
        if own && other {
            let [own, other] = [&simplex, &library].map(|tally| tally.times.last().unwrap().as_secs_f64());
            ratios.push(other / own);
        }
    }
    ratios.sort_by(f64::total_cmp);
    println!("Of {SURVEYS} random surveys, ε in [0.01, 16]:");
    simplex.print("revised simplex, refined");
    library.print("minilp");
    println!(
        "Where both certify the optimum, minilp takes {:.1} times as long (median).",
        ratios[ratios.len() / 2]
    );
}
