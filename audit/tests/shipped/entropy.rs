//! Without randomness, or with a seed that is left partly empty, the module refuses to draw, and recovers afterwards.

use candor_audit::plans;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::{module, random_seed, started};

#[test]
fn a_seed_that_is_missing_or_short_is_refused() {
    let plan = &plans::six().unwrap()[1];
    let mut shipped = started(&module(), plan);
    let whole = random_seed(&mut ChaCha20Rng::seed_from_u64(24));
    let filled = |bytes: usize| {
        let mut seed = [0; 32];
        seed[..bytes].copy_from_slice(&whole[..bytes]);
        Some(seed)
    };
    for seed in [None, filled(0), filled(1), filled(8), filled(16), filled(24)] {
        let refused = shipped.perturb(&[0, 0], seed).unwrap_err();
        assert!(refused.message().contains("no randomness"), "{seed:?}: {refused}");
    }
    assert!(shipped.perturb(&[0, 0], Some(whole)).is_ok());
}
