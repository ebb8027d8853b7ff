//! `candor reproduce`: a quick run of every experiment, its claims, its files, and resuming after a stop.

use std::fs;

use crate::desk::Desk;

/// The names of the files in a folder, sorted.
fn files(desk: &Desk, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(desk.path(folder)).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_experiment_shows_what_is_claimed_of_it() {
    let desk = Desk::empty();
    let told = desk.candor(&["reproduce", "-o", "out"]).done().stdout;
    assert!(told.contains("holds: ") && !told.contains("DOES NOT HOLD"), "{told}");
    let files = files(&desk, "out");
    let names = [
        "age",
        "budget",
        "chi-squared",
        "comparison",
        "correlation",
        "dimensions",
        "genome-statistics",
        "inversion",
        "levels",
        "lopub",
        "respondents",
        "run-time",
        "sample-size",
        "sizes",
        "synthesize",
        "table-levels",
    ];
    for name in names {
        let page = desk.read(&format!("out/{name}.md"));
        for linked in page.split('(').skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let is_file = linked.ends_with(".svg") || linked.ends_with(".csv");
            assert!(!is_file || files.iter().any(|file| file == linked), "{name}: {linked}");
        }
        assert!(desk.read("out/README.md").contains(&format!("({name}.md)")));
    }
    for picture in files.iter().filter(|file| file.ends_with(".svg")) {
        let svg = desk.read(&format!("out/{picture}"));
        assert!(
            svg.starts_with("<svg role=\"img\"") && !svg.contains("NaN") && !svg.contains("inf"),
            "{picture}"
        );
    }
    assert!(!files.contains(&".parts".to_owned()));
}

#[test]
fn a_stopped_run_goes_on_with_the_parts_it_has() {
    let desk = Desk::empty();
    desk.candor(&["reproduce", "levels", "-o", "whole"]).done();
    let whole = desk.read("whole/levels.csv");
    // Change the rows of one part, to check that it is not computed again.
    fs::create_dir_all(desk.path("out/.parts")).expect("a folder");
    let (header, rows) = whole.split_once('\n').expect("a header");
    let first: String =
        rows.lines().filter(|row| row.starts_with("3,")).map(|row| row.to_owned() + "\n").collect();
    let kept = format!("{header}\n{}", first.replacen("3,0,", "3,1000,", 1));
    desk.write("out/.parts/levels.quick.3-questions.csv", &kept);
    desk.candor(&["reproduce", "levels", "-o", "out"]).done();
    assert_eq!(desk.read("out/levels.csv"), whole.replacen("3,0,", "3,1000,", 1));
    desk.write("plain", "");
    desk.candor(&["reproduce", "levels", "-o", "plain"]).failed("io");
}

#[test]
fn pages_and_pictures_are_written_again_from_their_numbers() {
    let desk = Desk::empty();
    desk.candor(&["reproduce", "levels", "age", "-o", "out"]).done();
    let written: Vec<(String, String)> = files(&desk, "out")
        .into_iter()
        .map(|name| (name.clone(), desk.read(&format!("out/{name}"))))
        .collect();
    for (name, _) in written.iter().filter(|(name, _)| !name.ends_with(".csv")) {
        fs::remove_file(desk.path(&format!("out/{name}"))).expect("a file");
    }
    let told = desk.candor(&["reproduce", "--redraw", "-o", "out"]).done().stdout;
    assert_eq!(told.matches("holds: ").count(), desk.read("out/README.md").matches("*Holds:*").count());
    assert!(written.iter().all(|(name, text)| desk.read(&format!("out/{name}")) == *text));
    let refused = desk.candor(&["reproduce", "sizes", "--redraw", "-o", "out"]).refused("invalid-csv");
    assert!(refused.contains("sizes.csv"), "{refused}");
}
