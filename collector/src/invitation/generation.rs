//! A new RSA key: two primes of 1024 bits, and what is made of them.

use candor::Error;
use crypto_bigint::{NonZero, Odd, U1024, U2048};
use crypto_primes::hazmat::{SetBits, SmallFactorsSieveFactory};
use crypto_primes::{Flavor, is_prime, sieve_and_find};
use pkcs1::der::asn1::{OctetStringRef, UintRef};
use pkcs1::der::{self, Encode};
use pkcs1::{ALGORITHM_ID, RsaPrivateKey};
use pkcs8::PrivateKeyInfoRef;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::failed;
use super::modulus::{self, BYTES, EXPONENT};

/// A new key in PKCS #8.
pub(super) fn key(generator: &mut impl CryptoRng) -> Result<Zeroizing<Vec<u8>>, Error> {
    loop {
        let [one, other] = [prime(generator)?, prime(generator)?];
        // Drawn again if they are equal, or if the public exponent divides one less than either.
        if let Some(parts) = Parts::new(&one, &other) {
            return parts.written().map_err(|cause| failed(&cause));
        }
    }
}

/// A prime above 0.75·2¹⁰²⁴, so that two of them make a modulus of 2048 bits.
fn prime(generator: &mut impl CryptoRng) -> Result<Zeroizing<U1024>, Error> {
    let candidates = SmallFactorsSieveFactory::new(Flavor::Any, U1024::BITS, SetBits::TwoMsb);
    let found = candidates.and_then(|candidates| {
        sieve_and_find(generator, candidates, |_, number| is_prime(Flavor::Any, number))
    });
    let prime = found.map_err(|cause| failed(&cause))?.ok_or_else(|| failed(&"no prime was found"))?;
    Ok(Zeroizing::new(prime))
}

/// The numbers of a private key, as PKCS #1 orders them: n, e, d, p, q, d mod p−1, d mod q−1, q⁻¹ mod p.
struct Parts([Zeroizing<[u8; BYTES]>; 8]);

impl Parts {
    fn new(p: &U1024, q: &U1024) -> Option<Self> {
        let less = |prime: &U1024| prime.wrapping_sub(&U1024::ONE);
        let totient = Option::from(NonZero::new(less(p).concatenating_mul(&less(q))))?;
        let secret = Zeroizing::new(Option::<U2048>::from(EXPONENT.invert_mod(&totient))?);
        let within = |prime: &U1024| {
            let divisor = Option::<NonZero<U2048>>::from(NonZero::new(less(prime).resize()))?;
            Some(bytes(secret.rem(&divisor)))
        };
        let coefficient = Option::<U1024>::from(q.invert_odd_mod(&Option::<Odd<U1024>>::from(p.to_odd())?))?;
        let parts = [
            bytes(p.concatenating_mul(q)),
            bytes(EXPONENT),
            bytes(*secret),
            bytes(p.resize()),
            bytes(q.resize()),
            within(p)?,
            within(q)?,
            bytes(coefficient.resize()),
        ];
        Some(Self(parts))
    }

    fn written(&self) -> der::Result<Zeroizing<Vec<u8>>> {
        let [modulus, public_exponent, private_exponent, prime1, prime2, exponent1, exponent2, coefficient] =
            self.0.each_ref().map(|bytes| UintRef::new(&bytes[..]));
        let key = RsaPrivateKey {
            modulus: modulus?,
            public_exponent: public_exponent?,
            private_exponent: private_exponent?,
            prime1: prime1?,
            prime2: prime2?,
            exponent1: exponent1?,
            exponent2: exponent2?,
            coefficient: coefficient?,
            other_prime_infos: None,
        };
        let key = Zeroizing::new(key.to_der()?);
        let document = PrivateKeyInfoRef::new(ALGORITHM_ID, OctetStringRef::new(&key)?).to_der()?;
        Ok(Zeroizing::new(document))
    }
}

fn bytes(number: U2048) -> Zeroizing<[u8; BYTES]> {
    Zeroizing::new(modulus::bytes(&Zeroizing::new(number)))
}
