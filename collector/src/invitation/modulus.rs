//! Arithmetic modulo the public modulus of a key, of 2048 bits.

use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{NonZero, Odd, RandomMod, U2048};
use rand_core::CryptoRng;

/// The length of a modulus in bytes.
pub(super) const BYTES: usize = 256;

/// The public exponent of every key.
pub(super) const EXPONENT: U2048 = U2048::from_u32(65_537);

/// An odd modulus of exactly 2048 bits.
#[derive(Clone)]
pub(super) struct Modulus(FixedMontyParams<{ U2048::LIMBS }>);

impl Modulus {
    pub(super) fn new(number: &U2048) -> Option<Self> {
        let odd = Option::<Odd<U2048>>::from(number.to_odd())?;
        (odd.bits_vartime() == U2048::BITS).then(|| Self(FixedMontyParams::new_vartime(odd)))
    }

    fn number(&self) -> &U2048 {
        self.0.modulus().as_ref()
    }

    pub(super) fn bytes(&self) -> [u8; BYTES] {
        bytes(self.number())
    }

    /// The number below the modulus that these bytes write, if there are as many as the modulus has.
    pub(super) fn read(&self, bytes: &[u8]) -> Option<U2048> {
        let number = U2048::from_be_slice(<&[u8; BYTES]>::try_from(bytes).ok()?);
        (number < *self.number()).then_some(number)
    }

    /// A number below the modulus, each equally likely.
    pub(super) fn draw(&self, generator: &mut impl CryptoRng) -> U2048 {
        U2048::random_mod_vartime(generator, &NonZero::from(*self.0.modulus()))
    }

    /// The base to the power of the public exponent.
    pub(super) fn raised(&self, base: &U2048) -> U2048 {
        self.form(base).pow_vartime(&EXPONENT).retrieve()
    }

    pub(super) fn product(&self, one: &U2048, other: &U2048) -> U2048 {
        (self.form(one) * self.form(other)).retrieve()
    }

    /// The number whose product with this one is 1; `None` if it has a divisor in common with the modulus.
    pub(super) fn inverse(&self, number: &U2048) -> Option<U2048> {
        number.invert_odd_mod(self.0.modulus()).into()
    }

    fn form(&self, number: &U2048) -> FixedMontyForm<{ U2048::LIMBS }> {
        FixedMontyForm::new(number, &self.0)
    }
}

/// The public exponent, for who writes a key.
pub(super) fn exponent() -> [u8; 3] {
    let [.., a, b, c] = bytes(&EXPONENT);
    [a, b, c]
}

pub(super) fn bytes(number: &U2048) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes.copy_from_slice(number.to_be_bytes().as_ref());
    bytes
}
