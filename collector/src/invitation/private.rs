//! The secret half of a key: raising to its exponent by the Chinese remainder theorem [RFC 8017, section 5.1.2].
//!
//! All of it takes the same time whatever the key and the base are.

use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{NonZero, Odd, U1024, U2048};
use pkcs1::RsaPrivateKeyRef;
use zeroize::Zeroizing;

const BYTES: usize = 128;

/// The primes p and q, the exponent d modulo p−1 and q−1, and q⁻¹ modulo p.
#[derive(Clone)]
pub(super) struct PrivateExponent(Zeroizing<[U1024; 5]>);

impl PrivateExponent {
    /// That of a key that was read; `None` if a part has more than 1024 bits. Whether they belong together is seen by what they sign.
    pub(super) fn of_parts(parts: &RsaPrivateKeyRef<'_>) -> Option<Self> {
        let mut read = Zeroizing::new([U1024::ZERO; 5]);
        let parts = [parts.prime1, parts.prime2, parts.exponent1, parts.exponent2, parts.coefficient];
        for (number, part) in read.iter_mut().zip(parts) {
            let (part, mut padded) = (part.as_bytes(), Zeroizing::new([0; BYTES]));
            let start = BYTES.checked_sub(part.len())?;
            padded[start..].copy_from_slice(part);
            *number = U1024::from_be_slice(&padded[..]);
        }
        Some(Self(read))
    }

    /// The base to the power of the exponent; `None` if a prime is even.
    pub(super) fn raised(&self, base: &U2048) -> Option<U2048> {
        let [p, q, exponent_of_p, exponent_of_q, coefficient] = &*self.0;
        let (of_p, of_q) = (Residues::new(p)?, Residues::new(q)?);
        let (power_of_p, power_of_q) =
            (of_p.form(base).pow(exponent_of_p), of_q.form(base).pow(exponent_of_q));
        let power_of_q = power_of_q.retrieve().resize();
        let apart = (power_of_p - of_p.form(&power_of_q)) * of_p.form(&coefficient.resize());
        Some(apart.retrieve().concatenating_mul(q).wrapping_add(&power_of_q))
    }
}

/// Arithmetic modulo a secret prime.
struct Residues {
    prime: NonZero<U2048>,
    parameters: FixedMontyParams<{ U1024::LIMBS }>,
}

impl Residues {
    fn new(prime: &U1024) -> Option<Self> {
        let odd = Option::<Odd<U1024>>::from(prime.to_odd())?;
        let prime = Option::<NonZero<U2048>>::from(NonZero::new(prime.resize()))?;
        Some(Self { prime, parameters: FixedMontyParams::new(odd) })
    }

    fn form(&self, number: &U2048) -> FixedMontyForm<{ U1024::LIMBS }> {
        FixedMontyForm::new(&number.rem(&self.prime).resize(), &self.parameters)
    }
}
