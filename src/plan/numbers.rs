//! How the integers of a plan document are read and written.

/// Weights up to 2⁶⁴ as decimal strings, since JSON readers keep only 53 bits.
pub(super) mod wide {
    use alloc::string::String;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in super::super) fn serialize<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&message!(value))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        let canonical = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
        // 2⁶⁴ has 20 digits.
        let value = text.parse().ok().filter(|_| canonical && text.len() <= 20);
        value.ok_or_else(|| {
            D::Error::custom("a weight must be a decimal string of 1 to 20 digits without leading zero")
        })
    }
}

/// Whole numbers below 2³². `1`, `1.0` and `1e0` are accepted alike, since readers in JavaScript cannot tell them apart.
pub(super) mod whole {
    use alloc::vec::Vec;
    use core::fmt;

    use serde::{Deserialize, Deserializer, de::Error, de::Visitor};

    use crate::exact::{floor_u128, to_f64, to_index};

    pub(in super::super) fn one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        Whole::deserialize(deserializer).map(|whole| whole.0)
    }

    pub(in super::super) fn index<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
        one(deserializer).map(to_index)
    }

    pub(in super::super) fn option<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<usize>, D::Error> {
        Ok(Option::<Whole>::deserialize(deserializer)?.map(|whole| to_index(whole.0)))
    }

    pub(in super::super) fn each<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
        Ok(Vec::<Whole>::deserialize(deserializer)?.into_iter().map(|whole| whole.0).collect())
    }

    pub(in super::super) fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<usize>, D::Error> {
        Vec::deserialize(deserializer).map(indices)
    }

    pub(in super::super) fn lists<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Vec<usize>>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().map(indices).collect())
    }

    pub(in super::super) fn pairs<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(usize, usize)>, D::Error> {
        let pairs: Vec<(Whole, Whole)> = Vec::deserialize(deserializer)?;
        Ok(pairs.into_iter().map(|(one, other)| (to_index(one.0), to_index(other.0))).collect())
    }

    fn indices(numbers: Vec<Whole>) -> Vec<usize> {
        numbers.into_iter().map(|whole| to_index(whole.0)).collect()
    }

    #[derive(Clone, Copy)]
    struct Whole(u32);

    impl<'de> Deserialize<'de> for Whole {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_u64(WholeNumber)
        }
    }

    struct WholeNumber;

    impl Visitor<'_> for WholeNumber {
        type Value = Whole;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number below 2^32")
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
            let whole = u32::try_from(number).map_err(|_| E::custom("a whole number must be below 2^32"))?;
            Ok(Whole(whole))
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
            match u64::try_from(floor_u128(number)) {
                Ok(whole) if to_f64(whole.into()) == number => self.visit_u64(whole),
                _ => Err(E::invalid_type(serde::de::Unexpected::Float(number), &self)),
            }
        }
    }
}
