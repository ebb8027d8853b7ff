//! Ring: construction and misuse. Counting columns gives the same table as counting rows, whatever the type of
//! its index. Columns that do not fit are refused, and nothing of them is counted.

use crate::common::{Dice, schema_of};
use candor::count::{Column, Table};

#[test]
fn columns_count_as_rows_do() {
    let mut dice = Dice::new(31);
    // Counted in lanes, in 16-bit cells and in 32-bit cells.
    for sizes in [vec![8, 9, 5], vec![16, 15, 20], vec![300, 300], vec![2], vec![256, 2]] {
        for rows in [0, 1, 4095, 4096, 10_003] {
            let records: Vec<Vec<u32>> =
                (0..rows).map(|_| sizes.iter().map(|a| dice.between(0, a - 1)).collect()).collect();
            let schema = schema_of(&sizes);
            let attributes: Vec<usize> = (0..sizes.len()).rev().collect();
            let mut expected = Table::new(&schema, &attributes).unwrap();
            records.iter().for_each(|record| expected.add_perturbed(record).unwrap());
            let words: Vec<Vec<u32>> =
                attributes.iter().map(|&a| records.iter().map(|record| record[a]).collect()).collect();
            let narrow =
                |column: &Vec<u32>| column.iter().map(|&c| u8::try_from(c).ok()).collect::<Option<Vec<u8>>>();
            let bytes: Vec<Option<Vec<u8>>> = words.iter().map(narrow).collect();
            let column = |place: usize| match &bytes[place] {
                Some(bytes) if place.is_multiple_of(2) => Column::Bytes(bytes),
                _ => Column::Words(&words[place]),
            };
            let columns: Vec<Column<'_>> = (0..words.len()).map(column).collect();
            let mut table = Table::new(&schema, &attributes).unwrap();
            table.count_columns(&columns).unwrap();
            assert_eq!(table, expected, "{sizes:?}, {rows} rows");
            table.count_columns(&columns).unwrap();
            assert_eq!(table.total(), 2 * expected.total());
        }
    }
}

#[test]
fn columns_that_do_not_fit_are_refused_whole() {
    let mut table = Table::new(&schema_of(&[2, 3]), &[1, 0]).unwrap();
    let (fine, short, high) = ([0_u8, 2, 1], [0_u32, 1], [0_u32, 2, 1]);
    let refused = |table: &mut Table, columns: &[Column<'_>]| table.count_columns(columns).unwrap_err();
    for (columns, code, message) in [
        (&[Column::Bytes(&fine)][..], "invalid-counts", "[3] rows were given for a table over 2"),
        (&[Column::Bytes(&fine), Column::Words(&short)], "invalid-counts", "[3, 2] rows"),
        (
            &[Column::Bytes(&fine), Column::Words(&high)],
            "category-out-of-range",
            "attribute \"a0\" has a category number that is not below 2",
        ),
    ] {
        let error = refused(&mut table, columns);
        assert_eq!(error.code().as_str(), code);
        assert!(error.message().contains(message), "{error}");
    }
    assert_eq!(table.total(), 0);
    let mut full = Table::from_counts(&schema_of(&[2]), &[0], vec![u64::MAX, 0]).unwrap();
    assert_eq!(refused(&mut full, &[Column::Bytes(&[1])]).code().as_str(), "invalid-counts");
}
