//! Encodes perturbed records, and the plain columns after them, as bytes.
//!
//! Under the law of tables, a record is its label, if there are several, in four little-endian bytes, and then, for every unit of its form,
//! either the cell in one, two or four bytes, as few as the unit's number of cells allows, or the subset with one bit per cell. 100 yes/no
//! questions take 100 bytes.

use candor::Error;
use candor::law::{Law, Unit};

use super::refusal;

/// Encodes a perturbed record.
pub(super) fn pack(law: &Law, perturbed: &[u32]) -> Vec<u8> {
    let widths = widths(law, perturbed.first().copied());
    let bytes = widths.unwrap_or_default().into_iter().zip(perturbed);
    bytes.flat_map(|(width, number)| number.to_le_bytes().into_iter().take(width)).collect()
}

/// Decodes a perturbed record.
pub(super) fn unpack(law: &Law, mut bytes: &[u8]) -> Result<Vec<u32>, Error> {
    let label = bytes.first_chunk().map(|label| u32::from_le_bytes(*label));
    let widths = widths(law, label).ok_or_else(damaged)?;
    let mut perturbed = Vec::with_capacity(widths.len());
    for width in widths {
        let (number, rest) = bytes.split_at_checked(width).ok_or_else(damaged)?;
        perturbed.push(number.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte)));
        bytes = rest;
    }
    if bytes.is_empty() { Ok(perturbed) } else { Err(damaged()) }
}

/// How many bytes each number of a record takes; `first` is the label, if the law has several. `None` if there is no such label.
fn widths(law: &Law, first: Option<u32>) -> Option<Vec<usize>> {
    let labelled = law.labels() > 1;
    let form = law.questionnaire(if labelled { first? } else { 0 })?.form;
    let of_unit = |unit: &Unit| {
        let cells = unit.attributes().iter().map(|&attribute| law.sizes()[attribute]).product();
        match unit.subset_size() {
            1 => vec![width(cells)],
            _ => {
                let bytes = usize::try_from(cells.div_ceil(8)).unwrap_or(usize::MAX);
                (0..bytes.div_ceil(4)).map(|number| (bytes - 4 * number).min(4)).collect()
            }
        }
    };
    let label = labelled.then_some(4);
    Some(label.into_iter().chain(law.forms()[form].units().iter().flat_map(of_unit)).collect())
}

fn width(size: u32) -> usize {
    match size {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

fn damaged() -> Error {
    refusal::damaged("a stored report does not have the length that its plan needs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor::law::{Block, Form, Pattern};

    fn block(units: usize) -> Block {
        let classes = (0..units).map(|unit| vec![unit]).collect();
        Block::new((0..units).collect(), classes, 1 << 63, vec![Pattern::new(vec![], 1 << 63)])
            .expect("a block")
    }

    #[test]
    fn records_come_back_as_they_were() {
        let law = Law::new(vec![2, 256, 257, 65_536, 65_537], vec![block(5)]).expect("a law");
        for perturbed in [[0; 5], [1, 255, 256, 65_535, 65_536]] {
            let bytes = pack(&law, &perturbed);
            assert_eq!(bytes.len(), 1 + 1 + 2 + 2 + 4);
            assert_eq!(unpack(&law, &bytes).expect("done"), perturbed);
        }
    }

    #[test]
    fn labels_and_subsets_come_back_as_they_were() {
        let units = vec![Unit::new(vec![0, 1], 7), Unit::new(vec![2], 1)];
        let pair = Form::new(1 << 63, vec![], units, vec![block(2)]);
        let single = Form::new(1 << 63, vec![vec![0, 1]], vec![Unit::new(vec![0], 2)], vec![block(1)]);
        let law = Law::labelled(vec![6, 6, 3], vec![pair, single]).expect("a law");
        for (perturbed, length) in [(vec![0, 0b111_1111, 0, 2], 4 + 5 + 1), (vec![2, 0b11_0000], 4 + 1)] {
            let bytes = pack(&law, &perturbed);
            assert_eq!(bytes.len(), length);
            assert_eq!(unpack(&law, &bytes).expect("done"), perturbed);
        }
        assert_eq!(unpack(&law, &[9, 0, 0, 0]).expect_err("refused").code().as_str(), "damaged-database");
    }

    #[test]
    fn a_wrong_length_is_noticed() {
        let law = |sizes: Vec<u32>| Law::new(sizes.clone(), vec![block(sizes.len())]).expect("a law");
        assert_eq!(unpack(&law(vec![2, 2]), &[0]).expect_err("refused").code().as_str(), "damaged-database");
        assert_eq!(unpack(&law(vec![2]), &[0, 0]).expect_err("refused").code().as_str(), "damaged-database");
    }
}
