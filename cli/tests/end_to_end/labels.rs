//! `candor label`.

use crate::desk::Desk;

#[test]
fn a_label_says_what_the_plan_promises_and_who_is_relied_on() {
    let desk = Desk::with_plan();
    let names = ["--page", "The <b>office</b>", "--collector", "The university"];
    desk.candor(&[&["label", "plan.json", "-o", "label.html"], &names[..]].concat()).done();
    let page = desk.read("label.html");
    assert!(page.contains("The &lt;b&gt;office&lt;/b&gt;") && !page.contains("<b>office"));
    assert!(page.contains("The university") && page.contains("Health habits"));
    desk.candor(&[&["label", "plan.json", "-o", "label.json"], &names[..]].concat()).done();
    let (label, promised) = (desk.json("label.json"), verified(&desk));
    assert_eq!(label["record"]["epsilon"], promised["record"]);
    for (told, promised) in both(&label["attributes"], &promised["attributes"]) {
        assert_eq!(told["column"]["epsilon"], promised["column"]);
        assert_eq!(told["attribute"]["epsilon"], promised["attribute"]);
    }
    assert_eq!(label["controllers"]["page"], "The <b>office</b>");
    assert_eq!(label["hazards"][0]["about"], "Privacy parameter");
    let totals = label["hazards"].as_array().expect("a list").last().expect("one");
    assert_eq!(totals["about"], "Totals");
    let says = totals["promised"].to_string();
    assert!(says.contains("1 in 1,000,000") && says.contains("all 10,000 reports"), "{says}");
    assert!(page.contains("the collector is honest and shows nothing else"));
}

/// What totals tell is computed for as many people as are named, who hide each other the better the more they are.
#[test]
fn a_label_says_what_totals_of_so_many_people_tell() {
    let desk = Desk::with_plan();
    let told = |respondents: &str| {
        let label = ["label", "plan.json", "--format", "json", "--respondents", respondents];
        let label = desk.candor(&label).json();
        label["hazards"].as_array().expect("a list").last().expect("one").clone()
    };
    let least = |(respondents, written): (&str, &str)| -> f64 {
        let totals = told(respondents);
        let says = totals["promised"].as_array().and_then(|list| list.last()?.as_str()).expect("a sentence");
        assert!(says.contains(&format!("all {written} reports")), "{says}");
        let epsilon = says.split("what ε ").nth(1).and_then(|rest| rest.split(' ').next());
        epsilon.expect("an ε").parse().expect("a number")
    };
    let [some, many] = [("2000000", "2,000,000"), ("200000000", "200,000,000")].map(least);
    assert!(many > 0.0 && 5.0 * many < some, "{some} {many}");
    // Those of a step come before those of all, and nobody is hidden by seven; beside that stands what is promised of no total.
    let readers = "Totals may be read by: not stated. At least 7 reports are told together.";
    assert_eq!(told("7")["promised"], serde_json::json!([readers]));
    assert_eq!(told("7")["not_promised"].as_array().map(Vec::len), Some(2));
    let refused = desk.command(&["label", "plan.json", "--respondents", "0"]).output().expect("it runs");
    let says = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && says.contains("--respondents"), "{says}");
}

#[test]
fn what_nobody_said_is_not_stated() {
    let desk = Desk::with_plan();
    let page = desk.candor(&["label", "plan.json"]).done().stdout;
    assert_eq!(page.matches("not stated").count(), 8); // four facts, and the four sentences on these
    assert!(!page.contains("<script") && page.contains("default-src 'none'"));
}

/// Who reads totals, in which steps, and until when reports are kept is not in a plan; that its reports show what was drawn is.
#[test]
fn a_label_says_what_is_drawn_who_reads_totals_and_what_is_kept() {
    let desk = Desk::empty();
    let survey = |ask: &str| {
        format!(
            r#"{{"survey":"health",{ask}"attributes":[{{"name":"smoker","categories":["no","yes"]}},
            {{"name":"cough","categories":["no","some","much"]}},{{"name":"fever","categories":["no","yes"]}}],"privacy":{{"record_epsilon":1}}}}"#
        )
    };
    let deployed = [
        "--readers",
        "Everybody",
        "--retention",
        "the end of 2027",
        "--step",
        "500",
        "--respondents",
        "2000",
    ];
    for (ask, drawn) in [
        ("", "which questions it uses"),
        (r#""ask":"drawn","#, "which questions it asks before anything is answered"),
    ] {
        desk.write("survey.json", &survey(ask));
        desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
        let label =
            desk.candor(&[&["label", "plan.json", "--format", "json"], &deployed[..]].concat()).json();
        let said = label["hazards"].to_string();
        for text in [
            drawn,
            "Totals may be read by: Everybody. At least 500 reports are told together.",
            "all 500 reports",
            "Reports are kept until: the end of 2027.",
            "Deleting the plan at the collector deletes its reports and its totals.",
            "a report that its device can withdraw",
            "No sub-processors",
        ] {
            assert!(said.to_lowercase().contains(&text.to_lowercase()), "{text} in {said}");
        }
        assert_eq!(said.contains("The report shows which questions were drawn"), ask.is_empty());
    }
}

/// Every language says the same in as many sentences, and none of them in English.
#[test]
fn a_label_is_written_in_six_languages() {
    let desk = Desk::with_plan();
    let label = |language: &str| {
        let words = ["label", "plan.json", "--format", "json", "--language", language];
        desk.candor(&words).json()
    };
    let english = label("en");
    let sentences = |label: &serde_json::Value| -> Vec<(String, Vec<String>)> {
        let list = |value: &serde_json::Value| -> Vec<String> {
            let texts = value.as_array().expect("a list").iter();
            texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
        };
        let hazards = label["hazards"].as_array().expect("a list").iter();
        hazards
            .map(|each| {
                let about = each["about"].as_str().expect("a title").to_owned();
                (about, [list(&each["promised"]), list(&each["not_promised"])].concat())
            })
            .collect()
    };
    for language in ["ar", "de", "es", "fr", "ja"] {
        let other = label(language);
        assert_eq!(other["record"], english["record"]);
        let [own, before] = [&other, &english].map(sentences);
        for ((about, said), (in_english, and_said)) in own.iter().zip(&before) {
            assert!(about != in_english, "{language}: {about}");
            assert_eq!(said.len(), and_said.len(), "{language}: {about}");
            assert!(said.iter().all(|sentence| !and_said.contains(sentence)), "{language}: {said:?}");
        }
        let page = desk.candor(&["label", "plan.json", "--language", language]).done().stdout;
        assert!(page.contains(&format!("<html lang=\"{language}\"")));
        assert_eq!(page.contains("dir=\"rtl\""), language == "ar");
    }
    let refused = desk.command(&["label", "plan.json", "--language", "tlh"]).output().expect("it runs");
    assert!(
        refused.status.code() == Some(2) && String::from_utf8_lossy(&refused.stderr).contains("en, ar, de")
    );
}

#[test]
fn an_annex_says_which_party_could_identify_what() {
    let desk = Desk::with_plan();
    let annex = ["label", "plan.json", "--annex", "--page", "The <b>office</b>", "--readers", "The council"];
    let page = desk.candor(&annex).done().stdout;
    for text in [
        "The page: The &lt;b&gt;office&lt;/b&gt;",
        "The collector: not stated",
        "Readers of totals: The council",
        "Columns in clear",
        "Legal basis:",
        "No sub-processors",
    ] {
        assert!(page.contains(text), "{text} in {page}");
    }
    assert!(!page.contains("<b>office") && !page.contains("<script"));
    let refused = desk.command(&[&annex[..], &["--format", "json"]].concat()).output().expect("it runs");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn an_entry_of_the_registry_states_what_its_schema_asks_for() {
    let desk = Desk::with_plan();
    let entry = [
        "label",
        "plan.json",
        "--registry",
        "--collector",
        "The \"old\" university",
        "--purpose",
        "To plan: prevention",
        "--region",
        "Austria",
        "--published",
        "2028-02-29",
        "--author",
        "A. Author",
        "--step",
        "200",
    ];
    let yaml = desk.candor(&entry).done().stdout;
    for line in [
        "status: \"Draft\"",
        "tier: 3",
        "    data_curators: [\"The \\\"old\\\" university\"]",
        "    intended_use: \"To plan: prevention\"",
        "    data_product_type: \"Summary statistics\"",
        "    publication_date: \"2028-02-29\"",
        "    variant_name: \"Pure DP\"",
        "    model_name: \"Local\"",
        "    release_type: \"Many releases\"",
        "    registry_authors: [\"A. Author\"]",
    ] {
        assert!(yaml.lines().any(|own| own == line), "{line} in {yaml}");
    }
    let epsilon = yaml.lines().find_map(|line| line.strip_prefix("      epsilon: ")).expect("it has ε");
    let record = verified(&desk)["record"].as_f64().expect("a number");
    assert!(
        epsilon.parse::<f64>().is_ok_and(|epsilon| (record..record + 0.01).contains(&epsilon)),
        "{epsilon} for {record}"
    );
    assert!(yaml.contains("-old-university-2028\"") && yaml.contains("steps of at least 200 reports"));
    for day in ["2027-02-29", "2028-13-01", "1.3.2028", "2028-3-1"] {
        let changed = entry.map(|word| if word == "2028-02-29" { day } else { word });
        let told = desk.candor(&changed).refused("invalid-day");
        assert!(told.contains(&format!("{day:?} is no day of the calendar")), "{told}");
    }
    for named in ["To plan: prevention", "Austria", "A. Author"] {
        desk.candor(&entry.map(|word| if word == named { " " } else { word })).refused("invalid-name");
    }
    let refused = desk.command(&entry[..5]).output().expect("it runs");
    assert!(
        refused.status.code() == Some(2) && String::from_utf8_lossy(&refused.stderr).contains("--purpose")
    );
}

#[test]
fn a_plan_that_was_changed_gets_no_label() {
    let desk = Desk::with_plan();
    let mut plan = desk.json("plan.json");
    plan["privacy"]["record"] = 0.5.into();
    desk.write("changed.json", &plan.to_string());
    desk.candor(&["label", "changed.json"]).refused("fingerprint-mismatch");
}

fn verified(desk: &Desk) -> serde_json::Value {
    let told = desk.candor(&["verify", "plan.json", "--format", "json"]).done().stdout;
    serde_json::from_str(&told).expect("a document")
}

fn both<'a>(
    one: &'a serde_json::Value,
    other: &'a serde_json::Value,
) -> impl Iterator<Item = (&'a serde_json::Value, &'a serde_json::Value)> {
    let [one, other] = [one, other].map(|list| list.as_array().expect("a list"));
    assert_eq!(one.len(), other.len());
    one.iter().zip(other)
}
