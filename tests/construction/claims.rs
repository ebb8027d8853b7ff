//! Ring: what the program claims about its own quality. Every word of praise or promise that it can print belongs to a sentence in
//! docs/claims.md, which says under which conditions it holds and which tests would fail if it were false; these tests exist.

use std::fs;
use std::path::{Path, PathBuf};

use super::tree::{files, read, root};

/// Words that claim something about the numbers that are printed with them.
const WORDS: [&str; 21] = [
    "smallest",
    "largest",
    "certified",
    "at most",
    "conservative",
    "unbiased",
    "narrowest",
    "no law",
    "no protocol",
    "nobody",
    "hardly",
    "never",
    "exact",
    "exactly",
    "best",
    "always",
    "surely",
    "guarantee",
    "guaranteed",
    "clearly",
    "anonymous",
];

/// A sentence of fewer words is a heading, and counts only where it is the whole printed text.
const FEW: usize = 4;

/// A sentence and the tests that would fail if it were false.
struct Claim {
    sentence: String,
    tests: Vec<(String, String)>,
}

impl Claim {
    /// Where the sentence occurs in a text, as ranges of bytes.
    fn places(&self, text: &str) -> Vec<(usize, usize)> {
        if self.sentence.split(' ').count() < FEW && text != self.sentence {
            return Vec::new();
        }
        text.match_indices(&self.sentence).map(|(at, found)| (at, at + found.len())).collect()
    }
}

fn claims() -> Vec<Claim> {
    let page = read("docs/claims.md");
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| sentence"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [sentence, _, tests] = cells[..] else { panic!("three columns: {row}") };
        let test = |named: &str| {
            let (file, name) = named.trim_matches('`').split_once("::").unwrap_or_else(|| panic!("{named}"));
            (file.to_owned(), name.to_owned())
        };
        Claim { sentence: sentence.to_owned(), tests: tests.split("`, `").map(test).collect() }
    })
    .collect()
}

/// The files below a folder of the repository that may contain printed texts, by their endings.
fn printing(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = files(&root().join(folder), &[ending]);
    found.retain(|path| !path.ends_with("tests.rs"));
    found
}

/// The texts between quotation marks; a backslash escapes the character after it.
fn quoted(code: &str, marks: &[char]) -> Vec<String> {
    let (mut texts, mut rest) = (Vec::new(), code.chars());
    while let Some(mark) = rest.find(|character| marks.contains(character)) {
        let mut text = String::new();
        while let Some(character) = rest.next() {
            match character {
                '\\' => text.extend(rest.next().map(|kept| if kept == 'n' { ' ' } else { kept })),
                end if end == mark => break,
                other => text.push(other),
            }
        }
        texts.push(text);
    }
    texts
}

/// The texts in the code of a Rust file, without comments; for a file with a command also its documentation, which `--help` prints.
fn of_rust(path: &Path) -> Vec<String> {
    let text = read(path);
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let code: Vec<&str> =
        text.lines().filter(|line| !is_comment(line) && !line.contains("reason = \"")).collect();
    // The character literal of a quotation mark would be taken for the beginning of a text.
    let mut texts = quoted(&code.join("\n").replace("'\"'", ""), &['"']);
    if path.to_str().unwrap().contains("/command/") || path.ends_with("arguments.rs") {
        let printed = text.lines().filter_map(|line| line.trim_start().strip_prefix("///"));
        texts.push(printed.collect::<Vec<_>>().join(" "));
    }
    texts
}

fn of_script(path: &Path) -> Vec<String> {
    let text = read(path);
    let code = text.lines().filter(|line| !line.trim_start().starts_with(['/', '*']));
    quoted(&code.collect::<Vec<_>>().join("\n"), &['"', '`'])
}

/// The text outside of tags.
fn of_page(path: &Path) -> Vec<String> {
    let text = read(path);
    vec![
        text.split('<')
            .filter_map(|part| part.split_once('>'))
            .map(|(_, text)| text)
            .collect::<Vec<_>>()
            .join(" "),
    ]
}

/// The text with one blank between words, and … for everything that is filled in.
fn plain(text: &str) -> String {
    let mut open = 0;
    let mut filled = String::new();
    for character in text.replace("${", "{").chars() {
        match character {
            '{' => {
                open += 1;
                filled.push('…');
            }
            '}' if open > 0 => open -= 1,
            other if open == 0 => filled.push(other),
            _ => {}
        }
    }
    filled.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn printed() -> Vec<(PathBuf, String)> {
    let rust = ["src", "documents/src", "collector/src", "input/src", "cli/src"]
        .into_iter()
        .flat_map(|folder| printing(folder, ".rs"));
    let scripts = printing("www/src", ".ts").into_iter().chain(printing("pkg/src", ".ts"));
    let texts = rust.map(|path| (of_rust(&path), path));
    let texts = texts.chain(scripts.map(|path| (of_script(&path), path)));
    let texts = texts.chain(printing("www", ".html").into_iter().map(|path| (of_page(&path), path)));
    let plain =
        texts.flat_map(|(texts, path)| texts.into_iter().map(move |text| (path.clone(), plain(&text))));
    // A single word is a name and claims nothing.
    plain.filter(|(_, text)| text.contains(' ')).collect()
}

/// Where a word occurs that is not part of a longer one.
fn places(text: &str, word: &str) -> Vec<usize> {
    let lower = text.to_lowercase();
    let apart = |place: usize| {
        let letter =
            |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
        !letter(lower[..place].chars().next_back()) && !letter(lower[place + word.len()..].chars().next())
    };
    lower.match_indices(word).map(|(place, _)| place).filter(|&place| apart(place)).collect()
}

#[test]
fn every_claim_that_can_be_printed_is_listed() {
    let claims = claims();
    let mut missing = Vec::new();
    for (path, text) in printed() {
        let covered: Vec<(usize, usize)> = claims.iter().flat_map(|claim| claim.places(&text)).collect();
        for place in WORDS.iter().flat_map(|word| places(&text, word)) {
            if !covered.iter().any(|&(from, to)| from <= place && place < to) {
                let around: String = text[place..].chars().take(90).collect();
                missing.push(format!("{}: …{around}", path.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(missing.is_empty(), "not in docs/claims.md:\n{}", missing.join("\n"));
}

#[test]
fn every_listed_claim_is_printed_and_has_its_tests() {
    let printed = printed();
    for claim in claims() {
        let sentence = &claim.sentence;
        assert!(
            printed.iter().any(|(_, text)| !claim.places(text).is_empty()),
            "nothing prints {sentence:?}"
        );
        for (file, name) in &claim.tests {
            let code =
                fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("{file} of {sentence:?}"));
            let defined = [format!("fn {name}("), format!("test(\"{name}\""), format!("test(`{name}")];
            assert!(defined.iter().any(|start| code.contains(start)), "{file} has no test {name:?}");
        }
    }
}

/// Tests the search itself: it finds a word in a text, but not in a comment or inside another word.
#[test]
fn claims_are_found_where_they_stand() {
    assert_eq!(quoted(r#"let a = "the \"best\" law"; // "#, &['"']), [r#"the "best" law"#]);
    assert_eq!(plain("at most {most:.4}\n   of ${all}"), "at most … of …");
    assert_eq!(places("best of the bestest, Best", "best"), [0, 21]);
}
