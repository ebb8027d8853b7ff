//! For comparison: the likelihood-ratio interval within [0, 1] of an estimate that is assumed to be normal [FeldmanCousins98, IV-B],
//! which ignores that noise is discrete.

/// The interval of an estimate from n reports, at z.
pub fn interval(estimate: f64, standard_error: f64, n: f64, z: f64) -> (f64, f64) {
    let inside = estimate.clamp(0.0, 1.0);
    let noise = (n * standard_error * standard_error - inside * (1.0 - inside)).max(0.0);
    let tail = libm::erfc(z / core::f64::consts::SQRT_2);
    let holds = |share: f64| {
        let (apart, beyond) = (estimate - share, estimate - inside);
        let distance = (apart * apart - beyond * beyond).max(0.0);
        let unit = (2.0 * ((share * (1.0 - share) + noise) / n).max(f64::MIN_POSITIVE)).sqrt();
        let reach = |room: f64| match distance - room * room {
            outside if outside > 0.0 => room + outside / (2.0 * room),
            _ => distance.sqrt(),
        };
        0.5 * (libm::erfc(reach(share) / unit) + libm::erfc(reach(1.0 - share) / unit)) >= tail
    };
    let end = |end: f64| {
        let (mut without, mut within) = (end, inside);
        while !holds(end) && (within - without).abs() > 1e-9 {
            let middle = 0.5 * (without + within);
            if holds(middle) { within = middle } else { without = middle }
        }
        without
    };
    (end(0.0), end(1.0))
}
