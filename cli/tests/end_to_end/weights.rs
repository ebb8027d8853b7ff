//! `candor weigh`, and scores and rankings of weighted reports.

use core::fmt::Write as _;

use serde_json::Value;

use parquet::basic::Compression;

use crate::columns::{Written, write};
use crate::desk::Desk;

/// In the north 20 % smoke and in the south 60 %; three of four reports come from the north.
fn reported(method: &str) -> Desk {
    let desk = Desk::empty();
    let survey = format!(
        r#"{{"survey":"health","attributes":[{{"name":"smoker","categories":["no","yes"]}},
        {{"name":"sex","categories":["f","m"]}}],"privacy":{{"record_epsilon":4,"method":"{method}"}}}}"#
    );
    desk.write("survey.json", &survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let mut answers = "smoker,sex\n".to_owned();
    let mut clear = Vec::new();
    for row in 0..8000_usize {
        let north = row % 4 > 0;
        let smokes = if north { row / 4 % 5 == 0 } else { row / 4 % 5 < 3 };
        writeln!(answers, "{},{}", if smokes { "yes" } else { "no" }, if row % 7 < 3 { "f" } else { "m" })
            .expect("a text");
        clear.push(format!("{},{},{}", if north { "north" } else { "south" }, 1 + row % 2, row % 40));
    }
    desk.write("answers.csv", &answers);
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "perturbed.csv", "--seed", "4"])
        .done();
    let perturbed = desk.read("perturbed.csv");
    let mut lines = perturbed.lines();
    let mut reports = format!("{},region,weight,school\n", lines.next().expect("a header"));
    for (line, clear) in lines.zip(clear) {
        writeln!(reports, "{line},{clear}").expect("a text");
    }
    desk.write("reports.csv", &reports);
    desk.write("margins.json", r#"{"region": {"north": 500, "south": 500}}"#);
    desk
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).expect("a number")
}

const WITH_MARGINS: [&str; 8] =
    ["weigh", "plan.json", "reports.csv", "--margins", "margins.json", "--ignore", "weight", "school"];

#[test]
fn a_margin_mends_an_uneven_sample() {
    for method in ["analysis", "labelled"] {
        let desk = reported(method);
        let words =
            [&WITH_MARGINS[..], &["--tables", "smoker", "--replicates", "40", "--format", "json"]].concat();
        let found = desk.candor(&words).json();
        let table = &found["tables"][0];
        assert_eq!(table["n"], 8000);
        assert!((number(table, "/effective") - 6000.0).abs() < 1.0, "{table}");
        let yes = &table["cells"][1];
        let (estimate, error) = (number(yes, "/estimate"), number(yes, "/standard_error"));
        // With a fixed seed, within five standard errors; without weights it would be 0.3.
        assert!((estimate - 0.4).abs() < 5.0 * error && error < 0.015, "{yes}");
        assert!(number(yes, "/lower") < estimate && estimate < number(yes, "/upper"));
        assert!((number(yes, "/replicated") / error - 1.0).abs() < 0.5, "{yes}");
        let text = desk.candor(&WITH_MARGINS).done().stdout;
        assert!(text.starts_with("smoker (8,000 reports, as many as 6000 of equal weight)\n"), "{text}");
        let csv = desk.candor(&[&WITH_MARGINS[..], &["--pairs", "--format", "csv"]].concat()).done().stdout;
        assert_eq!(csv.lines().count(), 1 + 2 + 2 + 4, "{csv}");
    }
}

#[test]
fn shares_within_groups_are_weighted() {
    for method in ["analysis", "labelled"] {
        let desk = reported(method);
        let of = |more: &[&str]| {
            let words = ["--tables", "smoker,sex", "--given", "sex"];
            desk.candor(&[&WITH_MARGINS[..], &words, more].concat())
        };
        let found = of(&["--replicates", "40", "--format", "json"]).json();
        let table = &found["tables"][0];
        assert_eq!(table["given"], serde_json::json!(["sex"]));
        let whole =
            desk.candor(&[&WITH_MARGINS[..], &["--tables", "smoker,sex", "--format", "json"]].concat());
        let joint = whole.json();
        for (place, cell) in table["cells"].as_array().expect("cells").iter().enumerate() {
            let share = |place: usize| number(&joint, &format!("/tables/0/cells/{place}/estimate"));
            let whole = share(place % 2) + share(place % 2 + 2);
            let error = number(cell, "/standard_error");
            assert!((number(cell, "/estimate") - share(place) / whole).abs() < 1e-12, "{cell}");
            assert!((number(cell, "/replicated") / error - 1.0).abs() < 0.5, "{cell}");
            // Of either sex four in ten smoke, with a fixed seed within five standard errors; without weights three in ten do.
            let truth = if place < 2 { 0.6 } else { 0.4 };
            assert!((number(cell, "/estimate") - truth).abs() < 5.0 * error && error < 0.03, "{cell}");
        }
        let differences = table["differences"].as_array().expect("differences");
        assert_eq!(differences.len(), 2);
        assert_eq!(differences[1]["categories"], serde_json::json!(["yes", "m"]));
        assert_eq!(differences[1]["reference"], serde_json::json!(["yes", "f"]));
        let apart = number(table, "/cells/3/estimate") - number(table, "/cells/2/estimate");
        assert!((number(&differences[1], "/estimate") - apart).abs() < 1e-12);
        let other = of(&["--reference", "m", "--format", "json"]).json();
        assert!((number(&other, "/tables/0/differences/1/estimate") + apart).abs() < 1e-12, "{other}");
        let text = of(&[]).done().stdout;
        assert!(text.starts_with("smoker within each sex (8,000 reports, as many as 6000"), "{text}");
        assert!(text.contains("\ndifferences from f (sex)\n"), "{text}");
        let csv = of(&["--format", "csv"]).done().stdout;
        assert!(csv.lines().next().is_some_and(|header| header.ends_with(",effective,given")), "{csv}");
        assert!(csv.lines().skip(1).all(|row| row.ends_with(",sex")) && csv.lines().count() == 5, "{csv}");
        of(&["--reference", "x"]).refused("invalid-groups");
        let alone = [&WITH_MARGINS[..], &["--tables", "smoker", "--given", "smoker"]].concat();
        desk.candor(&alone).refused("invalid-groups");
    }
}

/// One distribution of all questions and pairs: shares add up, have one margin everywhere, and no standard errors but the intervals of the unbiased estimates.
#[test]
fn best_guesses_are_weighted() {
    for method in ["analysis", "labelled"] {
        let desk = reported(method);
        let of = |more: &[&str]| desk.candor(&[&WITH_MARGINS[..], more].concat());
        let tables = ["--tables", "smoker", "smoker,sex", "--format", "json"];
        let guess = of(&[&tables[..], &["--method", "loglinear"]].concat()).json();
        let unbiased = of(&tables).json();
        let share =
            |table: usize, cell: usize| number(&guess, &format!("/tables/{table}/cells/{cell}/estimate"));
        assert!((share(1, 0) + share(1, 1) - share(0, 0)).abs() < 1e-9, "{guess}");
        assert!((share(0, 0) + share(0, 1) - 1.0).abs() < 1e-9, "{guess}");
        // Four in ten smoke; without weights three in ten do.
        assert!((share(0, 1) - 0.4).abs() < 0.05, "{guess}");
        for (place, table) in guess["tables"].as_array().expect("tables").iter().enumerate() {
            assert_eq!(table["method"], "loglinear");
            assert!(table["reason"].as_str().is_some_and(|reason| reason.starts_with("a best guess")));
            for (cell, own) in table["cells"].as_array().expect("cells").iter().enumerate() {
                let other = &unbiased["tables"][place]["cells"][cell];
                assert!(own["standard_error"].is_null() && own["replicated"].is_null(), "{own}");
                assert!(number(own, "/lower") <= number(other, "/lower"), "{own} {other}");
                assert!(number(own, "/upper") >= number(other, "/upper"), "{own} {other}");
            }
        }
        let guessed = |more: &[&str]| of(&[&["--method", "loglinear"], more].concat());
        let within = guessed(&["--tables", "smoker,sex", "--given", "sex", "--format", "json"]).json();
        let of_women = share(1, 0) / (share(1, 0) + share(1, 2));
        assert!((number(&within, "/tables/0/cells/0/estimate") - of_women).abs() < 1e-9, "{within}");
        let text = guessed(&["--tables", "smoker"]).done().stdout;
        assert!(text.contains("\na best guess, drawn towards fewer") && !text.contains("SE"), "{text}");
        let csv = guessed(&["--tables", "smoker", "--format", "csv"]).done().stdout;
        assert!(csv.lines().nth(1).is_some_and(|row| row.contains(",,")), "{csv}");
        of(&["--tables", "smoker", "--method", "hybrid"]).refused("unknown-method");
        guessed(&["--tables", "smoker", "--missing-at-random", "region"]).refused("invalid-weights");
    }
}

#[test]
fn weights_strata_and_clusters_are_columns() {
    let desk = reported("labelled");
    let of = |more: &[&str]| {
        let words = ["weigh", "plan.json", "reports.csv", "--tables", "smoker", "--format", "json"];
        desk.candor(&[&words[..], more].concat())
    };
    let even = of(&["--ignore", "region", "weight", "school"]).json();
    assert_eq!(number(&even, "/tables/0/effective"), 8000.0);
    let weighed = of(&["--weight", "weight", "--ignore", "region", "school"]).json();
    assert!((number(&weighed, "/tables/0/effective") - 7200.0).abs() < 1e-6, "{weighed}");
    let sampled = of(&["--stratum", "region", "--cluster", "school", "--ignore", "weight"]).json();
    let yes = |of: &Value| number(of, "/tables/0/cells/1/estimate");
    assert!((yes(&sampled) - yes(&even)).abs() < 1e-12, "{sampled}");
    assert!(number(&sampled, "/tables/0/cells/1/standard_error") > 0.0);
    assert!(sampled["tables"][0]["cells"][1]["replicated"].is_null());
}

/// People of two regions, a plain column of the plan, with a score that is 1 for who smokes and a ranking of two items.
fn with_statistics() -> Desk {
    let desk = Desk::empty();
    desk.write(
        "survey.json",
        r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"]},{"name":"first","rank":["pay","hours"]}],
        "plain":[{"name":"region","categories":["north","south"]}],"scores":[{"name":"smokes","of":["smoker"],"codes":[0,1]}],
        "privacy":{"record_epsilon":4}}"#,
    );
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let mut answers = "smoker,first.pay,first.hours,region\n".to_owned();
    for row in 0..4000_usize {
        let north = row % 4 > 0;
        let smokes = if north { row / 4 % 5 == 0 } else { row / 4 % 5 < 3 };
        let order = if north == (row % 3 == 0) { "1,2" } else { "2,1" };
        let region = if north { "north" } else { "south" };
        writeln!(answers, "{},{order},{region}", if smokes { "yes" } else { "no" }).expect("a text");
    }
    desk.write("answers.csv", &answers);
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "4"])
        .done();
    desk.write("margins.json", r#"{"region": {"north": 500, "south": 500}}"#);
    desk
}

/// A mean of the codes 0 and 1 is the share of those with the code 1, and a share of first places that of the first place, with the same errors; of counts as of
/// reports.
#[test]
fn scores_and_rankings_are_weighted() {
    let desk = with_statistics();
    let of = |command: &[&str]| {
        let words = ["--margins", "margins.json", "--format", "json"];
        desk.candor(&[command, &words[..]].concat()).json()
    };
    let tables = of(&["weigh", "plan.json", "reports.ndjson", "--tables", "smoker", "first.pay"]);
    let scores = of(&["scores", "plan.json", "reports.ndjson"]);
    let rankings = of(&["rankings", "plan.json", "reports.ndjson"]);
    for (found, table, cell) in
        [(&scores["scores"][0]["mean"], 0, 1), (&rankings["rankings"][0]["items"][0]["first"], 1, 0)]
    {
        for name in ["/estimate", "/standard_error"] {
            let of_cell = number(&tables["tables"][table]["cells"][cell], name);
            assert!((number(found, name) - of_cell).abs() < 1e-9, "{found} {tables}");
        }
    }
    assert!((number(&scores, "/scores/0/effective") - 3000.0).abs() < 1e-6);
    assert!((number(&rankings, "/rankings/0/effective") - 3000.0).abs() < 1e-6);
    let smokers = number(&scores, "/scores/0/mean/estimate");
    let even = desk.candor(&["scores", "plan.json", "reports.ndjson", "--format", "json"]).json();
    assert!(even["scores"][0]["effective"].is_null());
    assert!(smokers > 0.05 + number(&even, "/scores/0/mean/estimate"), "two fifths instead of three tenths");
    let tables = ["smoker,region", "first.pay,region", "first.hours,region", "first.pay,first.hours,region"];
    let counts = desk.candor(
        &[&["count", "plan.json", "reports.ndjson", "--format", "json", "--tables"], &tables[..]].concat(),
    );
    desk.write("counts.json", &counts.done().stdout);
    assert_eq!(of(&["scores", "plan.json", "--counts", "counts.json"]), scores);
    assert_eq!(of(&["rankings", "plan.json", "--counts", "counts.json"]), rankings);
    // Counts without the tables that were counted with the other item tell less.
    let mut alone: Value = serde_json::from_str(&desk.read("counts.json")).expect("JSON");
    alone["tables"].as_array_mut().expect("tables").retain(|table| table["asked"].is_null());
    desk.write("alone.json", &alone.to_string());
    let alone = of(&["rankings", "plan.json", "--counts", "alone.json"]);
    let error = |of: &Value| number(of, "/rankings/0/items/0/first/standard_error");
    assert!(error(&rankings) < 0.98 * error(&alone), "{rankings} {alone}");
    let words = ["scores", "plan.json", "reports.ndjson", "--margins", "margins.json"];
    let text = desk.candor(&words).done().stdout;
    assert!(text.starts_with("smokes (4,000 reports, as many as 3000 of equal weight)\n"), "{text}");
    let by_region = of(&["scores", "plan.json", "reports.ndjson", "--by", "region"]);
    let difference = number(&by_region, "/scores/0/differences/0/difference/estimate");
    assert!((0.2..0.6).contains(&difference), "{by_region}");
    for (words, code) in [
        (&["scores", "plan.json", "--counts", "counts.json", "--weight", "w"][..], "invalid-weights"),
        (&["scores", "plan.json", "--counts", "counts.json", "--by", "smoker"], "invalid-hypothesis"),
        (&["rankings", "plan.json", "--counts", "counts.json", "--by", "smoker"], "invalid-counts"),
    ] {
        let refused = desk.candor(&[words, &["--margins", "margins.json"]].concat());
        refused.refused(code);
    }
}

/// Weights that nearly all reports have alone make more classes of reports than have room with the items that hang on each other: they are counted without.
#[test]
fn many_weights_are_estimated_without_what_hangs_on_a_table() {
    let desk = Desk::empty();
    desk.write(
        "survey.json",
        r#"{"survey":"work","attributes":[{"name":"first","rank":["a","b","c","d","e"],"places":3}],"privacy":{"record_epsilon":4,"method":"analysis"}}"#,
    );
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let ranks = ["1,2,3,not ranked,not ranked", "not ranked,1,2,3,not ranked", "2,not ranked,not ranked,1,3"];
    let mut answers = "first.a,first.b,first.c,first.d,first.e\n".to_owned();
    (0..1000).for_each(|row| writeln!(answers, "{}", ranks[row % 3]).expect("a text"));
    desk.write("answers.csv", &answers);
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "r.csv", "--seed", "4"]).done();
    let error = |weight: &dyn Fn(usize) -> f64| {
        let reports = desk.read("r.csv");
        let row = |(place, row): (usize, &str)| match place {
            0 => format!("{row},w\n"),
            _ => format!("{row},{}\n", weight(place)),
        };
        desk.write("weighted.csv", &reports.lines().enumerate().map(row).collect::<String>());
        let words = ["rankings", "plan.json", "weighted.csv", "--weight", "w", "--format", "json"];
        number(&desk.candor(&words).json(), "/rankings/0/items/0/first/standard_error")
    };
    let (few, many) = (error(&|_| 1.0), error(&|place| 1.0 + place as f64 * 1e-9));
    assert!(few < 0.9 * many, "{few} {many}");
}

/// The reports of `r.csv` with the ids of `r.ndjson`, both drawn with the same seed.
fn with_ids(desk: &Desk, plan: &str, to: &str) {
    let id = |line: &str| {
        let report: Value = serde_json::from_str(line).expect("JSON");
        report["id"].as_str().expect("an id").to_owned()
    };
    let ids: Vec<String> = desk.read("r.ndjson").lines().map(id).collect();
    let text = desk.read("r.csv");
    let own = ["id,plan".to_owned()].into_iter().chain(ids.iter().map(|id| format!("{id},{plan}")));
    let joined: String = text.lines().zip(own).map(|(row, own)| format!("{row},{own}\n")).collect();
    desk.write("with-ids.csv", &joined);
    as_parquet(desk, "with-ids.csv", to);
}

/// Writes a CSV file as Parquet, with weights as numbers.
fn as_parquet(desk: &Desk, from: &str, to: &str) {
    let text = desk.read(from);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let column = |place: usize| {
        let cells: Vec<&str> = rows[1..].iter().map(|row| row[place]).collect();
        match rows[0][place] {
            "weight" => Written::Real(cells.iter().map(|cell| cell.parse().expect("a number")).collect()),
            "school" => Written::Whole(cells.iter().map(|cell| cell.parse().expect("a number")).collect()),
            _ => Written::Text(cells),
        }
    };
    let columns: Vec<(&str, Written<'_>)> =
        rows[0].iter().enumerate().map(|(place, name)| (*name, column(place))).collect();
    write(desk, to, Compression::SNAPPY, &columns);
}

/// Rows without ids are in the same order, and so in the same replicate groups.
#[test]
fn joined_columns_weigh_from_parquet_as_from_csv() {
    for method in ["analysis", "labelled"] {
        let desk = reported(method);
        as_parquet(&desk, "reports.csv", "reports.parquet");
        let weigh = |file: &str, more: &[&str]| {
            let words = ["weigh", "plan.json", file, "--tables", "smoker", "smoker,sex", "--format", "json"];
            desk.candor(&[&words[..], more].concat())
        };
        for how in [
            &["--margins", "margins.json", "--replicates", "20", "--ignore", "weight", "school"][..],
            &["--weight", "weight", "--stratum", "region", "--cluster", "school"],
            &["--missing-at-random", "region", "--stratum", "region", "--ignore", "weight", "school"],
        ] {
            assert_eq!(weigh("reports.parquet", how).json(), weigh("reports.csv", how).json(), "{method}");
        }
        weigh("reports.parquet", &["--weight", "weight", "--ignore", "school"]).refused("unknown-column");
        let absent = ["--ignore", "region", "weight", "school", "height"];
        assert!(weigh("reports.parquet", &absent).refused("unknown-column").contains("height"));
        for wrong in ["-1", "NaN", "inf"] {
            let mut lines: Vec<String> = desk.read("reports.csv").lines().map(str::to_owned).collect();
            // Only weights are 1 or 2 after a region.
            lines[2] = lines[2].replace("north,2,", &format!("north,{wrong},"));
            desk.write("odd.csv", &(lines.join("\n") + "\n"));
            as_parquet(&desk, "odd.csv", "odd.parquet");
            for file in ["odd.csv", "odd.parquet"] {
                let refused = weigh(file, &["--weight", "weight", "--ignore", "region", "school"]);
                let told = refused.refused("invalid-weights");
                assert!(told.contains(&format!("{file}: row 2")), "{told}");
            }
        }
    }
}

#[test]
fn what_cannot_be_weighed_is_refused() {
    let desk = reported("analysis");
    let refused = |margins: &str, code: &str| {
        desk.write("margins.json", margins);
        desk.candor(&WITH_MARGINS).refused(code)
    };
    for margins in [
        "",
        "[]",
        r#"{"region": 1}"#,
        r#"{"region": {"north": "many"}}"#,
        r#"{"region": {"north": 0.4, "south": 0.4}}"#,
        r#"{"region": {"north": -0.4, "south": 1.4}}"#,
        r#"{"region": {"north": 1.0}}"#,
        r#"{"region": {"north": 0.4, "south": 0.4, "east": 0.2}}"#,
    ] {
        refused(margins, "invalid-weights");
    }
    let told = refused(r#"{"region": {"north": 1.0}}"#, "invalid-weights");
    assert!(told.contains("row 1") && !told.contains("south"), "{told}");
    refused(r#"{"country": {"north": 1.0}}"#, "unknown-column");
    let weigh = |more: &[&str]| desk.candor(&[&["weigh", "plan.json", "reports.csv"], more].concat());
    weigh(&[]).refused("unknown-column");
    weigh(&["--weight", "region", "--ignore", "weight", "school"]).refused("invalid-weights");
    weigh(&["--cluster", "nowhere", "--ignore", "region", "weight", "school"]).refused("unknown-column");
    weigh(&["--stratum", "school", "--cluster", "region", "--ignore", "weight"]).refused("invalid-weights");
}

/// In the north 20 % smoke and one of ten gives no answer; in the south 60 % and one of two. Six of ten live in the north.
fn in_clear(method: &str) -> Desk {
    let desk = Desk::empty();
    let survey = format!(
        r#"{{"survey":"health","attributes":[{{"name":"smoker","categories":["no","yes"],"optional":true}},
        {{"name":"sex","categories":["f","m"]}}],"plain":[{{"name":"region","categories":["north","south"]}},
        {{"name":"school","categories":["1","2","3","4","5","6"]}}],"privacy":{{"record_epsilon":6,"method":"{method}"}}}}"#
    );
    desk.write("survey.json", &survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let mut answers = "smoker,sex,region,school\n".to_owned();
    for row in 0..6000_usize {
        let north = row % 10 < 6;
        let within = row / 10 % 50;
        let smoker = match (within / 5, within % 5) {
            (0, _) if north => "",
            (5.., _) if !north => "",
            (_, part) if part < if north { 1 } else { 3 } => "yes",
            _ => "no",
        };
        let region = if north { "north" } else { "south" };
        writeln!(answers, "{smoker},{},{region},{}", ["f", "m"][row % 2], 1 + row / 10 % 6).expect("a text");
    }
    desk.write("answers.csv", &answers);
    let perturb = ["perturb", "plan.json", "--answers", "answers.csv", "--seed", "5", "-o"];
    for file in ["r.ndjson", "r.csv"] {
        desk.candor(&[&perturb[..], &[file]].concat()).done();
    }
    desk
}

#[test]
fn plain_columns_weigh_wherever_reports_are_read_from() {
    for method in ["analysis", "labelled"] {
        let desk = in_clear(method);
        desk.write("margins.json", r#"{"region": {"north": 0.5, "south": 0.5}}"#);
        let collector = crate::collector::Collector::start(&desk);
        assert_eq!(collector.reports(&desk.read("r.ndjson")).status, 201);
        let weigh = |file: &str, more: &[&str]| {
            let words = ["weigh", "plan.json", file, "--tables", "smoker", "--format", "json"];
            desk.candor(&[&words[..], more].concat())
        };
        let how = ["--margins", "margins.json", "--stratum", "region", "--cluster", "school"];
        let told = weigh("r.ndjson", &how).json();
        assert!((number(&told, "/tables/0/cells/1/estimate") - (0.18 + 0.3) / 2.0).abs() < 0.03, "{told}");
        with_ids(&desk, &desk.fingerprint("plan.json"), "r.parquet");
        for file in ["r.csv", desk.database(), "r.parquet"] {
            let other = weigh(file, &how).json();
            for place in
                ["/tables/0/effective", "/tables/0/cells/1/estimate", "/tables/0/cells/1/standard_error"]
            {
                // Sums are taken in the order of the reports.
                assert!((number(&other, place) / number(&told, place) - 1.0).abs() < 1e-9, "{file}: {other}");
            }
        }
        let fingerprint = desk.fingerprint("plan.json");
        let another = format!("sha256:{}", "0".repeat(64));
        desk.write("other.ndjson", &desk.read("r.ndjson").replace(&fingerprint, &another));
        let none = weigh("other.ndjson", &how);
        assert!(none.stderr.contains("counted 0 reports; 6,000 are of another plan"), "{}", none.stderr);
        none.refused("empty-sample");
        desk.write("twice.ndjson", &desk.read("r.ndjson").repeat(2));
        let twice = weigh("twice.ndjson", &how).done();
        assert!(twice.stderr.contains("counted 6,000 reports; 6,000 came again"), "{}", twice.stderr);
        assert_eq!(twice.json(), told);
        let again =
            desk.candor(&["weigh", "plan.json", "r.parquet", "r.ndjson", "--tables", "smoker"]).done();
        assert!(again.stderr.contains("counted 6,000 reports; 6,000 came again"), "{}", again.stderr);
        let refused = weigh("r.parquet", &["--weight", "w"]).refused("unknown-column");
        assert!(refused.contains("no column \"w\""), "{refused}");
        let refused = weigh("r.ndjson", &["--weight", "w"]).refused("unknown-column");
        assert!(refused.contains("no plain column \"w\""), "{refused}");
        desk.write("nowhere.json", r#"{"country": {"a": 0.5, "b": 0.5}}"#);
        weigh(desk.database(), &["--margins", "nowhere.json"]).refused("unknown-column");
    }
}

#[test]
fn those_who_do_not_say_are_taken_for_those_of_their_region_who_do() {
    for method in ["analysis", "labelled"] {
        let desk = in_clear(method);
        let weigh = |more: &[&str]| {
            let words =
                ["weigh", "plan.json", "r.ndjson", "--tables", "smoker,sex", "smoker", "--format", "json"];
            desk.candor(&[&words[..], more].concat())
        };
        let ran = weigh(&["--missing-at-random", "region"]).done();
        assert!(ran.stderr.contains("have the same region: missing at random"), "{}", ran.stderr);
        let told = ran.json();
        assert_eq!(told["tables"][0]["cells"].as_array().map(Vec::len), Some(4), "{told}");
        let cells = told["tables"][1]["cells"].as_array().expect("cells");
        assert_eq!(cells.iter().map(|cell| &cell["categories"][0]).collect::<Vec<_>>(), ["no", "yes"]);
        // 36 of 100 of all people, but only 29 of those who answer.
        let (estimate, error) = (number(&cells[1], "/estimate"), number(&cells[1], "/standard_error"));
        assert!((estimate - 0.36).abs() < 4.0 * error && error < 0.02, "{told}");
        weigh(&["--missing-at-random", "country"]).refused("unknown-column");
        // Otherwise no answer is a category like others: one of ten in the north, one of two in the south.
        let own = weigh(&[]).json();
        let none = &own["tables"][1]["cells"][2];
        assert_eq!(none["categories"][0], "no answer");
        assert!((number(none, "/estimate") - 0.26).abs() < 4.0 * number(none, "/standard_error"), "{own}");
        let of_sex = ["weigh", "plan.json", "r.csv", "--tables", "sex", "--missing-at-random", "region"];
        assert!(desk.candor(&of_sex).done().stderr.contains("no answer is missing"));
    }
}

crate::server::on_postgres!(plain_columns_weigh_wherever_reports_are_read_from);
