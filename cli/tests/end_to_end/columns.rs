//! Reports as Parquet, and answers in tables with more columns than the plan has.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::desk::Desk;

/// In a table of one column, a blank line is a person who gave no answer, and is not lost.
#[test]
fn a_blank_line_of_one_column_is_a_person() {
    let desk = Desk::empty();
    let survey = r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"],"optional":true,"epsilon":3}]}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk.write("answers.csv", &format!("smoker\n{}", "no\nyes\n\nyes\n".repeat(250)));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "r.ndjson", "--seed", "1"])
        .done();
    assert_eq!(desk.read("r.ndjson").lines().count(), 1_000);
    let estimated = ["estimate", "plan.json", "r.ndjson", "--tables", "smoker", "--format", "json"];
    let table = desk.candor(&estimated).json()["tables"][0].clone();
    let cells = table["cells"].as_array().expect("cells");
    let silent = cells.iter().find(|cell| cell["categories"][0] == "no answer").expect("a cell");
    let share = |member: &str| silent[member].as_f64().expect("a number");
    assert!((share("estimate") - 0.25).abs() < 4.0 * share("standard_error"), "{silent}");
    desk.write("required.json", &survey.replace(r#""optional":true,"#, ""));
    desk.candor(&["design", "required.json", "-o", "required.plan.json"]).done();
    let perturb = ["perturb", "required.plan.json", "--answers", "answers.csv"];
    assert!(desk.candor(&perturb).refused("missing-answer").contains("row 3"));
}

/// A column to be written to a file.
pub enum Written<'t> {
    Text(Vec<&'t str>),
    Sparse(Vec<Option<&'t str>>),
    Whole(Vec<i32>),
    Real(Vec<f64>),
}

impl Written<'_> {
    fn declared(&self, name: &str) -> String {
        let kind = match self {
            Self::Text(_) => "REQUIRED BYTE_ARRAY",
            Self::Sparse(_) => "OPTIONAL BYTE_ARRAY",
            Self::Whole(_) => "REQUIRED INT32",
            Self::Real(_) => "REQUIRED DOUBLE",
        };
        let text = if kind.ends_with("BYTE_ARRAY") { " (UTF8)" } else { "" };
        format!("{kind} {name}{text};")
    }
}

pub fn write(desk: &Desk, file: &str, compression: Compression, columns: &[(&str, Written<'_>)]) {
    let declared: String = columns.iter().map(|(name, column)| column.declared(name)).collect();
    let schema =
        Arc::new(parse_message_type(&format!("message reports {{ {declared} }}")).expect("a schema"));
    let properties = Arc::new(WriterProperties::builder().set_compression(compression).build());
    let target = File::create(desk.path(file)).expect("a file");
    let mut writer = SerializedFileWriter::new(target, schema, properties).expect("a writer");
    let mut group = writer.next_row_group().expect("a row group");
    for (_, column) in columns {
        let mut cells = group.next_column().expect("done").expect("a column");
        match column {
            Written::Text(values) => {
                let values: Vec<ByteArray> = values.iter().map(|value| ByteArray::from(*value)).collect();
                cells.typed::<ByteArrayType>().write_batch(&values, None, None).expect("done");
            }
            Written::Sparse(values) => {
                let defined: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                let values: Vec<ByteArray> =
                    values.iter().flatten().map(|value| ByteArray::from(*value)).collect();
                cells.typed::<ByteArrayType>().write_batch(&values, Some(&defined), None).expect("done");
            }
            Written::Whole(values) => {
                cells.typed::<Int32Type>().write_batch(values, None, None).expect("done");
            }
            Written::Real(values) => {
                cells.typed::<DoubleType>().write_batch(values, None, None).expect("done");
            }
        }
        cells.close().expect("done");
    }
    group.close().expect("done");
    writer.close().expect("done");
}

fn smokers() -> Written<'static> {
    Written::Text(vec!["no", "yes", "no", "no"])
}

fn ages() -> Written<'static> {
    Written::Text(vec!["<18", "≥60", "<18", "[18,60)"])
}

#[test]
fn parquet_counts_as_csv_does() {
    let desk = Desk::with_plan();
    desk.write("reports.csv", "age,smoker\n<18,no\n≥60,yes\n<18,no\n\"[18,60)\",no\n");
    let count = |file| {
        let arguments = ["count", "plan.json", file, "--tables", "smoker", "age,smoker", "--format", "json"];
        desk.candor(&arguments).done()
    };
    let expected = count("reports.csv").stdout;
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::ZSTD(Default::default())]
    {
        write(&desk, "reports.parquet", compression, &[("age", ages()), ("smoker", smokers())]);
        let counted = count("reports.parquet");
        assert_eq!(counted.stdout, expected);
        assert!(counted.stderr.contains("counted 4 reports"), "{}", counted.stderr);
    }
    let sparse = Written::Sparse(vec![Some("no"), Some("yes"), Some("no"), Some("no")]);
    write(&desk, "reports.parquet", Compression::SNAPPY, &[("age", ages()), ("smoker", sparse)]);
    assert_eq!(count("reports.parquet").stdout, expected);
}

#[test]
fn reports_of_other_plans_are_left_out_and_several_files_add_up() {
    let desk = Desk::with_plan();
    let own: &'static str = desk.fingerprint("plan.json").leak();
    let plans = Written::Text(vec![own, "sha256:other", own, own]);
    write(
        &desk,
        "a.parquet",
        Compression::SNAPPY,
        &[("smoker", smokers()), ("plan", plans), ("age", ages())],
    );
    desk.write("b.csv", "age,smoker\n<18,no\n");
    let counted =
        desk.candor(&["count", "plan.json", "a.parquet", "b.csv", "--tables", "smoker", "--format", "csv"]);
    let counted = counted.done();
    assert_eq!(counted.stdout, "table,smoker,count\nsmoker,no,4\nsmoker,yes,0\n");
    assert!(counted.stderr.contains("counted 4 reports; 1 is of another plan"), "{}", counted.stderr);
    assert!(counted.stderr.ends_with("; 4 have no id: these count in every file that has them\n"));
}

/// A report that occurs again under its id counts once, within a file and across files of different kinds. Other answers under the same id
/// are refused.
#[test]
fn reports_with_an_id_count_once() {
    let desk = Desk::with_plan();
    let own: &'static str = desk.fingerprint("plan.json").leak();
    let (first, second, third) =
        ("AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAg");
    let ids = |ids: Vec<&'static str>| Written::Text(ids);
    let columns = |named| [("smoker", smokers()), ("id", ids(named)), ("age", ages())];
    let count = ["count", "plan.json", "a.parquet", "b.ndjson", "--tables", "smoker", "--format", "csv"];
    desk.write("b.ndjson", &format!("{{\"id\":\"{second}\",\"perturbed\":[1,2],\"plan\":\"{own}\"}}\n"));
    write(&desk, "a.parquet", Compression::SNAPPY, &columns(vec![first, second, first, third]));
    let counted = desk.candor(&count).done();
    assert_eq!(counted.stdout, "table,smoker,count\nsmoker,no,2\nsmoker,yes,1\n");
    assert!(counted.stderr.contains("counted 3 reports; 2 came again"), "{}", counted.stderr);
    let plans = Written::Text(vec![own, "sha256:other", own, own]);
    let named = ids(vec![first, "of another plan", first, third]);
    write(
        &desk,
        "a.parquet",
        Compression::SNAPPY,
        &[("smoker", smokers()), ("plan", plans), ("id", named), ("age", ages())],
    );
    let counted = desk.candor(&["count", "plan.json", "a.parquet", "--format", "csv"]).done();
    let summary = "counted 2 reports; 1 is of another plan and was left out; 1 came again and counted once";
    assert!(counted.stderr.contains(summary), "{}", counted.stderr);
    write(&desk, "a.parquet", Compression::SNAPPY, &columns(vec![first, first, third, second]));
    desk.candor(&["count", "plan.json", "a.parquet"]).refused("id-conflict");
    write(&desk, "a.parquet", Compression::SNAPPY, &columns(vec![first, second, third, "short"]));
    assert!(desk.candor(&["count", "plan.json", "a.parquet"]).refused("invalid-report").contains("row 4"));
}

#[test]
fn whole_numbers_stand_for_values_with_the_same_digits() {
    let desk = Desk::empty();
    desk.write(
        "survey.json",
        r#"{"survey":"s","attributes":[{"name":"rating","categories":["1","2","3"],"epsilon":1}]}"#,
    );
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    write(&desk, "r.parquet", Compression::UNCOMPRESSED, &[("rating", Written::Whole(vec![3, 1, 3, 3, 2]))]);
    let counted = desk.candor(&["count", "plan.json", "r.parquet", "--format", "csv"]).done();
    assert_eq!(counted.stdout, "table,rating,count\nrating,1,1\nrating,2,1\nrating,3,3\n");
    write(&desk, "r.parquet", Compression::UNCOMPRESSED, &[("rating", Written::Whole(vec![3, 4]))]);
    let refused = desk.candor(&["count", "plan.json", "r.parquet"]).refused("unknown-category");
    assert!(refused.contains("row 2: the cell under \"rating\""), "{refused}");
}

#[test]
fn parquet_of_the_wrong_schema_is_refused() {
    let desk = Desk::with_plan();
    let refused = |columns: &[(&str, Written)], code: &str| {
        write(&desk, "reports.parquet", Compression::UNCOMPRESSED, columns);
        desk.candor(&["count", "plan.json", "reports.parquet"]).refused(code)
    };
    let four = || Written::Real(vec![0.0; 4]);
    assert!(refused(&[("smoker", smokers())], "invalid-parquet").contains("no column \"age\""));
    assert!(refused(&[("smoker", smokers()), ("age", four())], "invalid-parquet").contains("neither text"));
    let height = refused(&[("smoker", smokers()), ("age", ages()), ("height", ages())], "unknown-column");
    assert!(height.contains("height"), "{height}");
    let hole = Written::Sparse(vec![Some("no"), None, Some("no"), Some("no")]);
    assert!(refused(&[("smoker", hole), ("age", ages())], "invalid-parquet").contains("empty"));
    desk.write("reports.parquet", "PAR1 and then nothing");
    desk.candor(&["count", "plan.json", "reports.parquet"]).refused("invalid-parquet");
}

/// Answers in a table that also has names and heights, and their reports under the same noise.
fn with_further_columns() -> Desk {
    let desk = Desk::with_plan();
    desk.write("answers.csv", "smoker,age\nyes,30\nno,12\nno,61\n");
    desk.write("further.csv", "name,age,height,smoker\nAnn,30,1.7,yes\nBob,12,1.5,no\nCid,61,1.8,no\n");
    desk
}

#[test]
fn columns_that_are_left_out_change_no_report() {
    let desk = with_further_columns();
    let perturb = |table, options: &[&str]| {
        let arguments = ["perturb", "plan.json", "--seed", "7", "--format", "csv", "--answers", table];
        desk.candor(&[&arguments[..], options].concat()).done().stdout
    };
    let expected = perturb("answers.csv", &[]);
    assert_eq!(expected.lines().count(), 4);
    assert_eq!(perturb("further.csv", &["--ignore", "name", "height"]), expected);
    assert_eq!(perturb("further.csv", &["--ignore", "height", "--ignore", "name"]), expected);
    assert_eq!(perturb("further.csv", &["--only", "smoker", "age"]), expected);
}

#[test]
fn columns_are_left_out_only_where_the_table_has_them_and_the_plan_does_not() {
    let desk = with_further_columns();
    let refused = |options: &[&str], code| {
        let arguments = ["perturb", "plan.json", "--answers", "further.csv"];
        desk.candor(&[&arguments[..], options].concat()).refused(code)
    };
    for (options, code, sentence) in [
        (&[][..], "unknown-column", "column \"name\" is no attribute of the plan; --ignore leaves out"),
        (&["--ignore", "name"], "unknown-column", "column \"height\" is no attribute"),
        (&["--only", "smoker", "age", "height"], "unknown-column", "column \"height\" is no attribute"),
        (&["--ignore", "name", "weight"], "unknown-column", "--ignore: the header has no column \"weight\""),
        (
            &["--only", "smoker", "age", "weight"],
            "unknown-column",
            "--only: the header has no column \"weight\"",
        ),
        (
            &["--ignore", "name", "height", "age"],
            "invalid-csv",
            "--ignore leaves out \"age\", which is a question of the plan",
        ),
        (&["--only", "smoker"], "invalid-csv", "--only leaves out \"age\", which is a question of the plan"),
    ] {
        let told = refused(options, code);
        assert!(told.contains(sentence), "{options:?}: {told}");
    }
}
