//! Time to count a Parquet file compared with only reading it.
//!
//! `cargo bench -p candor-cli --bench parquet`: ten million reports of six Adult attributes, as text with a
//! dictionary, Snappy; both single-threaded. Prints seconds and the ratio.

#![allow(clippy::unwrap_used, reason = "a benchmark has no callers")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use candor::design::Survey;
use candor::plan::Plan;
use candor_cli::reading;
use candor_cli::tables::{Room, Selection};
use parquet::basic::Compression;
use parquet::column::reader::ColumnReader;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

const ROWS: usize = 10_000_000;
const GROUP: usize = 1_000_000;
const BATCH: usize = 1 << 16;
const SIZES: [usize; 6] = [5, 2, 2, 16, 15, 7];

fn main() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("reports.parquet");
    write(&path);
    let plan = plan();
    let selection = Selection::new(plan.schema(), &["a0,a3,a4".to_owned()], false, Room::Own).unwrap();
    let read = (0..3)
        .map(|_| seconds(|| assert_eq!(values(&path), ROWS * SIZES.len())))
        .fold(f64::INFINITY, f64::min);
    let paths: Vec<PathBuf> = vec![path];
    let counted = (0..3).map(|_| seconds(|| drop(reading::count(&plan, &paths, &selection, 0).unwrap())));
    let counted = counted.fold(f64::INFINITY, f64::min);
    println!("| {ROWS} reports, 6 columns | reading | counting | ratio |\n|---|---|---|---|");
    println!("| Parquet, dictionary, Snappy | {read:.3} s | {counted:.3} s | {:.2} |", counted / read);
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn plan() -> Plan {
    let attribute = |(i, a): (usize, &usize)| {
        let categories: Vec<String> = (0..*a).map(|value| format!("\"value {value}\"")).collect();
        format!(r#"{{"name":"a{i}","categories":[{}],"epsilon":4}}"#, categories.join(","))
    };
    let attributes: Vec<String> = SIZES.iter().enumerate().map(attribute).collect();
    let survey = format!(
        r#"{{"survey":"s","attributes":[{}],"privacy":{{"method":"independent"}}}}"#,
        attributes.join(",")
    );
    let survey = Survey::from_json(&survey).unwrap();
    Plan::new(&survey, &survey.request().design().unwrap()).unwrap()
}

fn write(path: &Path) {
    let columns: Vec<String> =
        (0..SIZES.len()).map(|i| format!("REQUIRED BYTE_ARRAY a{i} (UTF8);")).collect();
    let schema = Arc::new(parse_message_type(&format!("message m {{ {} }}", columns.concat())).unwrap());
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut writer = SerializedFileWriter::new(File::create(path).unwrap(), schema, properties).unwrap();
    for group in 0..ROWS / GROUP {
        let mut written = writer.next_row_group().unwrap();
        for (i, a) in SIZES.iter().enumerate() {
            let values: Vec<ByteArray> =
                (0..*a).map(|value| ByteArray::from(format!("value {value}").into_bytes())).collect();
            let cell = |row: usize| values[(row.wrapping_mul(2_654_435_761 + i) >> 8) % a].clone();
            let cells: Vec<ByteArray> = (group * GROUP..(group + 1) * GROUP).map(cell).collect();
            let mut column = written.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&cells, None, None).unwrap();
            column.close().unwrap();
        }
        written.close().unwrap();
    }
    writer.close().unwrap();
}

/// Decodes every value, and returns how many there were.
fn values(path: &Path) -> usize {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let mut decoded = 0;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).unwrap();
        for column in 0..SIZES.len() {
            let ColumnReader::ByteArrayColumnReader(mut column) = group.get_column_reader(column).unwrap()
            else {
                continue;
            };
            let mut batch = Vec::with_capacity(BATCH);
            while column.read_records(BATCH, None, None, &mut batch).unwrap().0 > 0 {
                decoded += batch.len();
                batch.clear();
            }
        }
    }
    decoded
}
