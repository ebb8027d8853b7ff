//! Detects whether stored reports were damaged.
//!
//! The checksum of a plan is the sum of the first 16 bytes of SHA-256(key ‖ id ‖ day ‖ perturbed) over its reports, modulo 2¹²⁸. It does
//! not depend on their order, and a new report adds one term. The key is random, so that someone who chooses reports cannot choose some
//! whose terms cancel. Since the key is stored beside the sum, this detects damage, not tampering by someone who can write to the file.

use sha2::{Digest, Sha256};

/// A sum of hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checksum(u128);

/// The key of a plan's checksum.
pub(super) struct Key(pub(super) [u8; 32]);

impl Checksum {
    /// Reads a stored sum.
    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_le_bytes(bytes))
    }

    /// The sum as it is stored.
    pub(super) fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// Adds a report.
    pub(super) fn add(&mut self, key: &Key, id: &[u8; 16], day: &str, perturbed: &[u8]) {
        self.0 = self.0.wrapping_add(term(key, id, day, perturbed));
    }

    /// Removes a report.
    pub(super) fn remove(&mut self, key: &Key, id: &[u8; 16], day: &str, perturbed: &[u8]) {
        self.0 = self.0.wrapping_sub(term(key, id, day, perturbed));
    }
}

/// The term that a report adds to the sum.
fn term(key: &Key, id: &[u8; 16], day: &str, perturbed: &[u8]) -> u128 {
    let hash = Sha256::new().chain_update(key.0).chain_update(id).chain_update(day).chain_update(perturbed);
    let hash: [u8; 32] = hash.finalize().into();
    let (first, _) = hash.split_at(16);
    first.iter().rev().fold(0, |term, &byte| term << 8 | u128::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(key: u8, reports: &[(u8, &str, &[u8])]) -> Checksum {
        let mut sum = Checksum::default();
        reports.iter().for_each(|(id, day, perturbed)| sum.add(&Key([key; 32]), &[*id; 16], day, perturbed));
        sum
    }

    #[test]
    fn the_order_does_not_matter_and_everything_else_does() {
        let (one, other): ((u8, &str, &[u8]), _) =
            ((1, "2026-01-01", &[0, 1]), (2, "2026-01-02", &[1, 0][..]));
        let both = sum(7, &[one, other]);
        assert_eq!(sum(7, &[other, one]), both);
        assert_eq!(Checksum::from_bytes(both.to_bytes()), both);
        for changed in [(3, one.1, one.2), (one.0, "2026-01-03", one.2), (one.0, one.1, &[1, 1][..])] {
            assert_ne!(sum(7, &[changed, other]), both);
        }
        assert_ne!(sum(7, &[one]), both);
        let mut without = both;
        without.remove(&Key([7; 32]), &[other.0; 16], other.1, other.2);
        assert_eq!(without, sum(7, &[one]));
        assert_ne!(sum(8, &[one, other]), both);
    }
}
