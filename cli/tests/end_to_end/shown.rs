//! How estimates are presented to people: the terminal and pictures show no impossible numbers, JSON and CSV the unbiased estimates.

use serde_json::{Value, json};

use crate::desk::Desk;

/// Two groups and two answers, perturbed independently; the second group is so small that noise hides it.
fn small_group(counts: [u64; 4]) -> Desk {
    let desk = Desk::empty();
    let attributes = json!([
        {"name": "group", "categories": ["large", "small"], "epsilon": 1},
        {"name": "answer", "categories": ["no", "yes"], "epsilon": 1},
    ]);
    desk.write("survey.json", &json!({"survey": "groups", "attributes": attributes}).to_string());
    desk.candor(&["design", "survey.json", "--method", "independent", "-o", "plan.json"]).done();
    let cells = [("large", "no"), ("large", "yes"), ("small", "no"), ("small", "yes")];
    let cells: Vec<Value> = cells
        .into_iter()
        .zip(counts)
        .map(|((group, answer), count)| json!({"categories": [group, answer], "count": count}))
        .collect();
    let counts = json!({"plan": desk.fingerprint("plan.json"), "survey": "groups", "n": counts.iter().sum::<u64>(),
        "tables": [{"attributes": ["group", "answer"], "cells": cells}]});
    desk.write("counts.json", &counts.to_string());
    desk
}

fn estimated(desk: &Desk, more: &[&str]) -> String {
    desk.candor(&[&["estimate", "plan.json", "--counts", "counts.json"], more].concat()).done().stdout
}

/// The numbers in a row, in hundredths: estimate, standard error, and ends of the interval.
fn numbers(row: &str) -> Option<[f64; 4]> {
    let numbers = row.split_whitespace().filter_map(|word| word.trim_end_matches('%').parse().ok());
    numbers.collect::<Vec<f64>>().try_into().ok()
}

#[test]
fn a_terminal_shows_shares_within_their_intervals_and_says_where_reports_are_too_few() {
    let desk = small_group([392, 338, 150, 120]);
    let text = estimated(&desk, &["--given", "group"]);
    let (within, apart) = text.split_once("differences").expect("differences are told");
    assert!(apart.starts_with(" from large (group), in percentage points\n"), "{apart}");
    let rows = |part: &str| part.lines().filter_map(numbers).collect::<Vec<_>>();
    assert_eq!(rows(within).len(), 2, "{text}");
    assert!(
        rows(within)
            .iter()
            .all(|[share, _, from, to]| 0.0 <= *from && from <= share && share <= to && *to <= 100.0)
    );
    assert_eq!(within.matches("too few reports to tell").count(), 2, "{text}");
    assert_eq!(apart.matches("too few reports to tell").count(), 2, "{text}");
    assert_eq!(rows(apart), Vec::<[f64; 4]>::new(), "{text}");
}

#[test]
fn an_estimate_below_0_is_shown_as_0_and_written_for_programs_as_it_is() {
    let desk = small_group([450, 150, 400, 0]);
    let text = estimated(&desk, &[]);
    let last = text.lines().filter_map(numbers).next_back().expect("a row");
    assert!(last[0] == 0.0 && last[2] == 0.0 && last[3] > 0.0, "{text}");
    let cell = |format: &str| estimated(&desk, &["--format", format]);
    let json: Value = serde_json::from_str(&cell("json")).expect("JSON");
    let small_yes = &json["tables"][0]["cells"][3];
    assert!(small_yes["estimate"].as_f64().is_some_and(|estimate| estimate < 0.0), "{small_yes}");
    assert_eq!(small_yes["shown"], json!(0.0));
    let csv = cell("csv");
    let written = csv.lines().last().and_then(|row| row.split(',').nth(4)).expect("an estimate");
    assert_eq!(written.parse::<f64>().ok(), small_yes["estimate"].as_f64(), "{csv}");
}

#[test]
fn a_picture_shows_no_number_that_cannot_be() {
    let desk = small_group([392, 338, 150, 120]);
    estimated(&desk, &["--given", "group", "--plot", "bars.svg"]);
    let bars = desk.read("bars.svg");
    assert_eq!(bars.matches(">\ntoo few reports to tell\n<").count(), 2, "{bars}");
    assert_eq!(bars.matches("% ± ").count(), 2, "{bars}");
    let few = small_group([2, 1, 1, 2]);
    estimated(&few, &["--plot", "heat.svg"]);
    let heat = few.read("heat.svg");
    assert_eq!(heat.matches(">\n–\n<").count(), 4, "{heat}");
    assert!(heat.contains("per cent ± standard error; –: too few reports to tell"), "{heat}");
    let below = small_group([450, 150, 400, 0]);
    estimated(&below, &["--plot", "below.svg"]);
    assert!(below.read("below.svg").contains(">\n0.0±"), "{}", below.read("below.svg"));
}
