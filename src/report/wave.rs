//! Repeated surveys with memoization: in every wave the same answers give the same perturbed record, so that averaging over waves reveals no
//! more than one report does.
//!
//! The noise is not fresh but a pseudo-random function of the true record under a secret that stays on the device, as in the permanent
//! response of RAPPOR [Erlingsson14, §3]: seed = HMAC-SHA256(secret, "candor wave noise" ‖ mechanism ‖ record), expanded by ChaCha20, where
//! answers that the label does not ask are 0; the label is drawn from the secret alone. Changed answers get a fresh draw, which spends
//! record ε once more. It is *not* hidden whether answers changed.

use hmac::{KeyInit, Mac, SimpleHmac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::plan::Fingerprint;

/// The secret that a device keeps for a family of surveys. Whoever has it can infer the true answers from reports. Overwritten when
/// dropped.
#[derive(Clone)]
pub struct Secret(Zeroizing<[u8; 32]>);

/// What a device keeps from one wave for the next.
///
/// ```
/// use candor::report::wave::{Secret, Wave};
///
/// /// What the device keeps: 64 bytes.
/// fn kept(Wave { secret, mark }: &Wave) -> Vec<u8> {
///     [*secret.as_bytes(), *mark].concat()
/// }
/// assert_eq!(kept(&Wave { secret: Secret::new([7; 32]), mark: [1; 32] }).len(), 64);
/// ```
pub struct Wave {
    /// The secret under which the noise was drawn.
    pub secret: Secret,
    /// A digest that is the same for the same answers, secret and mechanism, so that the device knows that their ε is already spent;
    /// reveals nothing without the secret.
    pub mark: [u8; 32],
}

impl Secret {
    /// The secret of 32 random bytes that were kept earlier.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes of the secret, to be kept only on the device.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(super) fn noise(&self, mechanism: Fingerprint, asked: &[u32]) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.derive("candor wave noise", mechanism, asked))
    }

    /// The seed of the label. It does not depend on the record, so that every wave asks the same questions.
    pub(super) fn label(&self, mechanism: Fingerprint) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.derive("candor wave label", mechanism, &[]))
    }

    pub(super) fn mark(&self, mechanism: Fingerprint, asked: &[u32]) -> [u8; 32] {
        self.derive("candor wave mark", mechanism, asked)
    }

    /// HMAC-SHA256 [RFC 2104] of a purpose, a mechanism and a record.
    fn derive(&self, purpose: &str, mechanism: Fingerprint, categories: &[u32]) -> [u8; 32] {
        let Ok(mut function) = SimpleHmac::<Sha256>::new_from_slice(self.0.as_slice()) else {
            unreachable!("a key of any length")
        };
        function.update(purpose.as_bytes());
        function.update(mechanism.as_bytes());
        for category in categories {
            function.update(&category.to_le_bytes());
        }
        function.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;
    use crate::plan::Fingerprint;
    use crate::schema::{Attribute, Category, Record, Schema};
    use alloc::format;
    use alloc::string::String;

    #[test]
    fn seeds_and_marks_are_hmacs() {
        let yes_no = Category::list(["no", "yes"]);
        let questions =
            ["a", "b"].map(|name| Attribute::new(name, None, yes_no.clone(), false).expect("valid"));
        let schema = Schema::new(questions.to_vec()).expect("valid");
        let record = Record::new(&schema, [0, 1]).expect("valid");
        let (secret, mechanism) = (Secret::new([7; 32]), Fingerprint::from([9; 32]));
        let hexadecimal =
            |bytes: &[u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        // Computed by Python's hmac from the purpose, the mechanism and the categories in 4 bytes each.
        let noise = "1d2f85288ad77b40f1308b65c7137b23ef881ab4d91bf3921d11e15fdb99ada9";
        assert_eq!(hexadecimal(&secret.noise(mechanism, record.categories())), noise);
        let mark = "0d664264b4b0edfd859dae373488eae6bbbbe78e3850ea17868f89063dbe33fc";
        assert_eq!(hexadecimal(&secret.mark(mechanism, record.categories())), mark);
    }
}
