//! Ring: hostile documents. Every decoder is given its seeds and some thousand mutations of them, drawn with a fixed seed: a short version of
//! `scripts/fuzz` for every run of the tests. `CANDOR_MUTATIONS` sets another number of mutations per decoder.

use std::fs;
use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

const MUTATIONS: usize = 4_000;

struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    dice: ChaCha8Rng,
}

impl Mutator {
    fn new(decoder: &str) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = fs::read_dir(here.join("seeds").join(decoder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        let seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        assert!(!seeds.is_empty(), "{decoder} has no seeds");
        let dictionary = fs::read_to_string(here.join("documents.dict")).unwrap();
        let word = |line: &str| serde_json::from_str::<String>(line.trim()).ok().map(String::into_bytes);
        let words: Vec<Vec<u8>> = dictionary.lines().filter_map(word).collect();
        assert!(words.len() > 10, "the dictionary was not read");
        Self { seeds, words, dice: ChaCha8Rng::seed_from_u64(1) }
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.dice.next_u64() % end as u64).unwrap()
    }

    /// A seed changed in one to four places.
    fn next(&mut self) -> Vec<u8> {
        let chosen = self.below(self.seeds.len());
        let mut text = self.seeds[chosen].clone();
        for _ in 0..=self.below(4) {
            self.change(&mut text);
        }
        text
    }

    fn change(&mut self, text: &mut Vec<u8>) {
        let at = self.below(text.len() + 1);
        let to = (at + self.below(30)).min(text.len());
        match self.below(6) {
            0 => drop(text.drain(at..to)),
            1 => {
                let part = text[at..to].to_vec();
                let place = self.below(text.len() + 1);
                text.splice(place..place, part);
            }
            2 => {
                let word = self.below(self.words.len());
                text.splice(at..at, self.words[word].clone());
            }
            3 => {
                let digits: Vec<usize> = (0..text.len()).filter(|at| text[*at].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    let digit = digits[self.below(digits.len())];
                    text[digit] = b'0' + u8::try_from(self.below(10)).unwrap();
                }
            }
            4 => {
                let other = self.below(self.seeds.len());
                let from = self.below(self.seeds[other].len() + 1);
                let end = self.seeds[other][from..].to_vec();
                text.truncate(at);
                text.extend(end);
            }
            _ => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = u8::try_from(self.dice.next_u32() % 256).unwrap();
                }
            }
        }
    }
}

/// Gives a decoder its seeds and their mutations. It may accept or refuse each, but must not panic.
fn give(decoder: &str, decode: impl Fn(&[u8])) {
    let mut mutator = Mutator::new(decoder);
    mutator.seeds.clone().iter().for_each(|seed| decode(seed));
    let number = std::env::var("CANDOR_MUTATIONS").ok().map_or(MUTATIONS, |number| number.parse().unwrap());
    (0..number).for_each(|_| decode(&mutator.next()));
}

fn as_text(decode: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| decode(&String::from_utf8_lossy(bytes))
}

#[test]
fn surveys() {
    give("survey", as_text(candor_fuzz::survey));
}

#[test]
fn plans() {
    give("plan", as_text(candor_fuzz::plan));
}

#[test]
fn report() {
    give("report", as_text(candor_fuzz::report));
}

#[test]
fn answers() {
    give("answers", candor_fuzz::answers);
}

#[test]
fn reports() {
    give("reports", candor_fuzz::reports);
}

#[test]
fn counts() {
    give("counts", as_text(candor_fuzz::counts));
}
