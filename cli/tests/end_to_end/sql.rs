//! Counting reports in SQL, in the database that holds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Output};

use rusqlite::Connection;
use rusqlite::types::Value as Cell;
use serde_json::Value;

use crate::desk::Desk;

/// Names and values that need quoting, a plain column, and units of one and of two questions that name one or several cells.
const SURVEYS: [&str; 2] = [
    r#"{"survey":"health","attributes":[{"name":"smo'ker \"x\"","categories":["no\\","ye's"]},
        {"name":"age","bins":[null,18,60,null]},{"name":"drinker","categories":["no","yes"]},
        {"name":"town","categories":["a","b","c","d"]}],
        "tables":[["age"],["drinker"],["smo'ker \"x\""],["age","town"],["age","drinker","town"]],
        "plain":[{"name":"arm","categories":["new","o'ld"]}],"privacy":{"record_epsilon":2,"method":"labelled"}}"#,
    r#"{"survey":"health","attributes":[{"name":"smo'ker \"x\"","categories":["no\\","ye's"]},
        {"name":"age","bins":[null,18,60,null]},{"name":"drinker","categories":["no","yes"]},
        {"name":"town","categories":["a","b","c","d"]}],
        "tables":[["age"],["drinker"],["smo'ker \"x\""],["age","town"],["age","drinker","town"]],
        "plain":[{"name":"arm","categories":["new","o'ld"]}],"privacy":{"record_epsilon":2,"method":"analysis"}}"#,
];

/// The tables that are counted: single questions, a pair in another order than the plan's, one of three questions, and one with a plain
/// column.
const TABLES: [&str; 6] = ["--tables", "age", "town,age", "drinker,age,town", "drinker", "arm,age"];

/// The options of the estimates by which counts are compared.
const ESTIMATES: [&str; 4] = ["--method", "inverse", "--format", "json"];

/// A desk with the perturbed reports of this many people, as CSV and Parquet.
fn collected(survey: &str, people: usize) -> Desk {
    let desk = Desk::empty();
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let answer = |person: usize| {
        let smoker = if person.is_multiple_of(3) { "ye's" } else { "no\\" };
        let drinker = if person.is_multiple_of(5) { "yes" } else { "no" };
        let arm = if person.is_multiple_of(2) { "new" } else { "o'ld" };
        format!(
            "{smoker},{},{drinker},{},{arm}\n",
            12 + person % 60,
            ["a", "b", "c", "d"][person * 7 % 11 % 4]
        )
    };
    let header = "\"smo'ker \"\"x\"\"\",age,drinker,town,arm\n".to_owned();
    desk.write("answers.csv", &(header + &(0..people).map(answer).collect::<String>()));
    for file in ["reports.csv", "reports.parquet"] {
        let seed = ["--seed", "11", "-o", file];
        desk.candor(&[&["perturb", "plan.json", "--answers", "answers.csv"], &seed[..]].concat()).done();
    }
    desk
}

/// A database with the CSV as a table of text.
pub fn database(desk: &Desk) -> Connection {
    let database = Connection::open_in_memory().expect("a database");
    let csv = fs::read(desk.path("reports.csv")).expect("reports");
    let mut reader = csv::Reader::from_reader(&csv[..]);
    let names: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let columns: Vec<String> =
        names.iter().map(|name| format!("\"{}\"", name.replace('"', "\"\""))).collect();
    database.execute(&format!("CREATE TABLE reports ({})", columns.join(", ")), []).expect("a table");
    let places = vec!["?"; names.len()].join(", ");
    let mut insert =
        database.prepare(&format!("INSERT INTO reports VALUES ({places})")).expect("a statement");
    database.execute_batch("BEGIN").expect("begun");
    for row in reader.records() {
        insert.execute(rusqlite::params_from_iter(row.expect("a row").iter())).expect("a row is stored");
    }
    drop(insert);
    database.execute_batch("COMMIT").expect("stored");
    database
}

/// Runs the query and writes its rows as CSV to `counts.csv`.
fn counted(desk: &Desk, database: &Connection) {
    counted_tables(desk, database, &TABLES);
}

/// The same for these tables.
pub fn counted_tables(desk: &Desk, database: &Connection, tables: &[&str]) {
    let query = desk.candor(&[&["sql", "plan.json", "--dialect", "sqlite"], tables].concat()).done().stdout;
    let mut query = database.prepare(&query).expect("SQLite reads it");
    let names: Vec<String> = query.column_names().map(str::to_owned).collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&names).expect("a header");
    let mut rows = query.query([]).expect("rows");
    while let Some(row) = rows.next().expect("a row") {
        let cell = |place| match row.get(place).expect("a cell") {
            Cell::Null => String::new(),
            Cell::Integer(number) => number.to_string(),
            Cell::Text(text) => text,
            other => format!("{other:?}"),
        };
        writer.write_record((0..names.len()).map(cell)).expect("a row");
    }
    desk.write("counts.csv", &String::from_utf8(writer.into_inner().expect("CSV")).expect("UTF-8"));
}

fn estimates(desk: &Desk, from: &[&str]) -> Value {
    desk.candor(&[&["estimate", "plan.json"], from, &TABLES[..], &ESTIMATES[..]].concat()).json()
}

#[test]
fn sqlite_counts_what_candor_counts() {
    for survey in SURVEYS {
        let desk = collected(survey, 100_000);
        counted(&desk, &database(&desk));
        assert_eq!(estimates(&desk, &["--counts", "counts.csv"]), estimates(&desk, &["reports.parquet"]));
        // The rows of several queries over different reports are added up.
        let rows = desk.read("counts.csv");
        let body = rows.split_once('\n').expect("a header").1;
        desk.write("twice.csv", &format!("{rows}{body}"));
        let twice = desk.candor(&[
            "estimate",
            "plan.json",
            "--counts",
            "twice.csv",
            "--tables",
            "age",
            "--format",
            "json",
        ]);
        assert_eq!(twice.json()["n"], 200_000);
    }
}

/// A follow-up is estimated with the question that it hangs on, which takes noise away, also from counts of a query.
#[test]
fn questions_that_hang_together_are_counted_together() {
    for method in ["labelled", "analysis"] {
        let desk = Desk::empty();
        let survey = r#"{"survey": "work", "attributes": [{"name": "sex", "categories": ["f", "m"]},
            {"name": "harassed", "categories": ["no", "yes"]},
            {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}}],
            "privacy": {"record_epsilon": 2, "method": "METHOD"}}"#;
        desk.write("survey.json", &survey.replace("METHOD", method));
        desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
        let row = |person: usize| match person % 5 {
            0 => format!("{},yes,{}\n", ["f", "m"][person % 2], ["colleague", "manager"][person % 3 % 2]),
            _ => format!("{},no,\n", ["f", "m"][person % 2]),
        };
        desk.write(
            "answers.csv",
            &("sex,harassed,by\n".to_owned() + &(0..5000).map(row).collect::<String>()),
        );
        desk.candor(&[
            "perturb",
            "plan.json",
            "--answers",
            "answers.csv",
            "--seed",
            "5",
            "-o",
            "reports.csv",
        ])
        .done();
        let tables = ["--tables", "by", "sex,by", "sex"];
        counted_tables(&desk, &database(&desk), &tables);
        let estimates = |from: &[&str]| {
            desk.candor(&[&["estimate", "plan.json"], from, &tables[..], &ESTIMATES[..]].concat()).json()
        };
        let found = estimates(&["--counts", "counts.csv"]);
        assert_eq!(found, estimates(&["reports.csv"]), "{method}");
        assert!(desk.read("counts.csv").contains("2, 1"), "{method}");
        // Without the tables that are wider, the estimates are others.
        let narrow: Vec<String> =
            desk.read("counts.csv").lines().filter(|line| !line.contains(", ")).map(str::to_owned).collect();
        desk.write("counts.csv", &narrow.join("\n"));
        assert_ne!(found["tables"], estimates(&["--counts", "counts.csv"])["tables"], "{method}");
    }
}

#[test]
fn reports_that_are_none_are_refused_and_not_left_out() {
    let refused = |survey: &str, changes: &[&str], why: &str| {
        let desk = collected(survey, 2000);
        let database = database(&desk);
        for change in changes {
            assert_eq!(database.execute(change, []).expect("a row is changed"), 1, "{change}");
        }
        counted(&desk, &database);
        let told = desk
            .candor(&[&["estimate", "plan.json", "--counts", "counts.csv"], &TABLES[..]].concat())
            .refused("invalid-counts");
        assert!(told.contains(why), "{changes:?}: {told}");
    };
    let [labelled, unlabelled] = SURVEYS;
    let first = "WHERE rowid = (SELECT min(rowid) FROM reports";
    for own in [labelled, unlabelled] {
        let change = format!("UPDATE reports SET arm = 'other' {first})");
        refused(own, &[&change], "");
    }
    for wrong in ["'18'", "''", "NULL"] {
        let change = format!("UPDATE reports SET age = {wrong} {first})");
        refused(unlabelled, &[&change], "1 reports have a value that is no category");
    }
    for (wrong, why) in [
        ("'99 0'", "of 2000 reports 1999 are counted"),
        ("'-1 0'", "of 2000 reports 1999 are counted"),
        ("NULL", "of 2000 reports 1999 are counted"),
        ("'0 0 0 0 0 0 0'", "of 2000 reports 1999 are counted"),
        ("'0 -1'", ""),
        ("'0 1000'", ""),
    ] {
        let change = format!("UPDATE reports SET perturbed = {wrong} {first})");
        refused(labelled, &[&change], why);
    }
    // One cell too many in one report and one too few in another, so that the sums of cells are right.
    let (more, less) = moved_bit(&collected(labelled, 2000).read("reports.csv"));
    let change = |(from, to): (String, String)| {
        format!("UPDATE reports SET perturbed = '{to}' {first} WHERE perturbed = '{from}')")
    };
    refused(labelled, &[&change(more), &change(less)], "name as many cells of unit 0 as they have to");
}

/// Two reports with one subset each, before and after moving a cell from one to the other.
fn moved_bit(reports: &str) -> ((String, String), (String, String)) {
    let mut subsets: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for line in reports.lines().skip(1) {
        let (numbers, _) = line.rsplit_once(',').expect("two columns");
        if let [label, bits] = numbers.split(' ').collect::<Vec<_>>()[..] {
            subsets.entry(label.parse().expect("a label")).or_default().insert(bits.parse().expect("bits"));
        }
    }
    // A unit that names a single cell reports a number, which may have another number of bits set.
    subsets.retain(|_, own| own.iter().all(|bits| bits.count_ones() > 1));
    let (label, own) = subsets.first_key_value().expect("a form of one subset");
    let [one, other] = [own.first(), own.last()].map(|bits| *bits.expect("two subsets"));
    let cell = other & !one & (other & !one).wrapping_neg();
    let row = |bits: u32| format!("{label} {bits}");
    ((row(one), row(one | cell)), (row(other), row(other & !cell)))
}

#[test]
fn counts_of_other_plans_and_what_are_no_rows_are_refused() {
    let desk = collected(SURVEYS[1], 100);
    counted(&desk, &database(&desk));
    let rows = desk.read("counts.csv");
    let refused = |text: &str, code: &str| {
        desk.write("wrong.csv", text);
        desk.candor(&["estimate", "plan.json", "--counts", "wrong.csv", "--tables", "age"]).refused(code)
    };
    desk.design_other("other.json");
    let other = rows.replace(&desk.fingerprint("plan.json"), &desk.fingerprint("other.json"));
    refused(&other, "plan-mismatch");
    for (from, to) in [
        ("plan,attributes", "plan,tables"),
        (",\"\",-1,-1,100", ",\"\",-1,-1,101"),
        (",-1,-1,", ",-1,-2,"),
        (",1,0,0,", ",9,0,0,"),
        (",1,0,0,", ",1,0,3,"),
        (",1,0,0,", ",1,0,1.5,"),
    ] {
        let text = rows.replacen(from, to, 1).replacen(&from.replace("\"\"", ""), &to.replace("\"\"", ""), 1);
        assert_ne!(text, rows, "{from}");
        refused(&text, "invalid-counts");
    }
    refused("", "invalid-counts");
    let header = rows.lines().next().expect("a header");
    refused(header, "invalid-counts");
}

/// Runs the query in another engine on the exported file, as docs/scale.md does.
fn in_engine(engine: &str, source: &str, file: &str) {
    for survey in SURVEYS {
        let desk = collected(survey, 20_000);
        let sql = ["sql", "plan.json", "--dialect", engine, "--from", source];
        desk.write("query.sql", &desk.candor(&[&sql[..], &TABLES[..]].concat()).done().stdout);
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/scale/engines.py");
        let named = format!("CANDOR_{}_PYTHON", engine.to_uppercase());
        let python = std::env::var(named).unwrap_or_else(|_| "python3".to_owned());
        let mut command = Command::new(python);
        command.args([program, engine, "query.sql", file, "counts.csv"]).current_dir(desk.path(""));
        let Output { status, stderr, .. } = command.output().expect("Python");
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        assert_eq!(estimates(&desk, &["--counts", "counts.csv"]), estimates(&desk, &["reports.parquet"]));
    }
}

#[test]
#[ignore = "needs the duckdb module of Python"]
fn duckdb_counts_what_candor_counts() {
    in_engine("duckdb", "read_parquet('reports.parquet')", "reports.parquet");
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn postgres_counts_what_candor_counts() {
    in_engine("postgres", "reports", "reports.csv");
}

#[test]
#[ignore = "needs pyspark and Java"]
fn spark_counts_what_candor_counts() {
    in_engine("spark", "parquet.`reports.parquet`", "reports.parquet");
}
