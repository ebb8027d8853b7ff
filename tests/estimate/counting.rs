//! Ring: construction and misuse. Counting columns gives the same table as counting rows, whatever the type of
//! its index; counting several tables together gives the same as counting each. Columns that do not fit are refused, and nothing of them
//! is counted.

use candor::count::{Column, Table, Tables};
use candor::perturb::perturb;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::common::labelled::{Most, random_labelled};
use crate::common::{Dice, schema_of};

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

#[test]
fn tables_count_together_as_each_does_alone() {
    let (mut dice, mut rng) = (Dice::new(57), ChaCha20Rng::seed_from_u64(57));
    let mut labelled = 0;
    for _ in 0..60 {
        let law = random_labelled(&mut dice, Most { attributes: 5, size: 4, forms: 3, cells: 48 });
        let (schema, last) = (schema_of(law.sizes()), law.sizes().len() - 1);
        let of: Vec<Vec<usize>> = vec![vec![0], vec![last], (0..=last).rev().collect(), (0..last).collect()];
        let empty = |attributes: &Vec<usize>| {
            Table::new((&schema, &law), attributes).unwrap().keeping_subsets(1 << 16)
        };
        let mut apart: Vec<Table> = of.iter().filter(|of| !of.is_empty()).map(empty).collect();
        let mut together = Tables::new(apart.clone()).unwrap();
        for times in 1..40 {
            let answers: Vec<u32> = law.sizes().iter().map(|size| dice.between(0, size - 1)).collect();
            let sent = perturb(&law, Record::new(&schema, answers).unwrap(), &mut rng);
            apart.iter_mut().for_each(|table| (0..times).for_each(|_| table.add_perturbed(&sent).unwrap()));
            together.add_repeated(&sent, times).unwrap();
        }
        labelled += usize::from(apart[0].is_labelled());
        assert_eq!(together.tables(), apart, "{law:?}");
        // A report that does not exist counts nowhere.
        assert_eq!(together.add_repeated(&[], 1).unwrap_err().code().as_str(), "invalid-report");
        assert_eq!(together.into_tables(), apart);
    }
    assert!(labelled > 20, "{labelled} laws with labels");
}

#[test]
fn only_tables_of_one_law_count_together() {
    let mut dice = Dice::new(58);
    let laws =
        [(); 2].map(|()| random_labelled(&mut dice, Most { attributes: 3, size: 3, forms: 2, cells: 9 }));
    let tables = laws.each_ref().map(|law| Table::new((&schema_of(law.sizes()), law), &[0]).unwrap());
    assert_ne!(laws[0], laws[1]);
    assert_eq!(Tables::new(tables.into()).unwrap_err().code().as_str(), "plan-mismatch");
}
