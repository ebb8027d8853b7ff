//! Perturbed records as bytes: one, two or four little-endian bytes a category, as few as the attribute's
//! number of categories asks for. 100 yes/no questions take 100 bytes.

use candor::{Code, Error};

/// A perturbed record as bytes.
pub(super) fn pack(sizes: &[u32], perturbed: &[u32]) -> Vec<u8> {
    let bytes = sizes.iter().zip(perturbed);
    bytes.flat_map(|(&size, &category)| category.to_le_bytes().into_iter().take(width(size))).collect()
}

/// A perturbed record from bytes.
pub(super) fn unpack(sizes: &[u32], mut bytes: &[u8]) -> Result<Vec<u32>, Error> {
    let mut perturbed = Vec::with_capacity(sizes.len());
    for &size in sizes {
        let (category, rest) = bytes.split_at_checked(width(size)).ok_or_else(damaged)?;
        perturbed.push(category.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte)));
        bytes = rest;
    }
    if bytes.is_empty() { Ok(perturbed) } else { Err(damaged()) }
}

fn width(size: u32) -> usize {
    match size {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

fn damaged() -> Error {
    Error::new(Code::Io, "database: a stored report has not the length its plan asks for")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_as_they_were() {
        let sizes = [2, 256, 257, 65_536, 65_537];
        for perturbed in [[0; 5], [1, 255, 256, 65_535, 65_536]] {
            let bytes = pack(&sizes, &perturbed);
            assert_eq!(bytes.len(), 1 + 1 + 2 + 2 + 4);
            assert_eq!(unpack(&sizes, &bytes).expect("done"), perturbed);
        }
    }

    #[test]
    fn a_wrong_length_is_noticed() {
        assert_eq!(unpack(&[2, 2], &[0]).expect_err("refused").code().as_str(), "io");
        assert_eq!(unpack(&[2], &[0, 0]).expect_err("refused").code().as_str(), "io");
    }
}
