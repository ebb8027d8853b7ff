//! Language tags [RFC 5646, §2.1].

use crate::error::{Code, Error};

/// Refuses texts that are not a tag of a language, script, region and variants in their usual case.
pub(super) fn check_tag(tag: &str) -> Result<(), Error> {
    let mut rest = tag.split('-').peekable();
    let language = rest.next().is_some_and(is_language);
    rest.next_if(|part| is_script(part));
    rest.next_if(|part| is_region(part));
    if language && rest.all(is_variant) {
        return Ok(());
    }
    let message = message!("\"", tag, "\" is no language tag, such as \"en\", \"pt-BR\" or \"zh-Hant\"");
    Err(Error::new(Code::InvalidLanguage, message))
}

fn is_language(part: &str) -> bool {
    (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_lowercase())
}

fn is_script(part: &str) -> bool {
    let mut letters = part.bytes();
    part.len() == 4
        && letters.next().is_some_and(|b| b.is_ascii_uppercase())
        && letters.all(|b| b.is_ascii_lowercase())
}

fn is_region(part: &str) -> bool {
    match part.len() {
        2 => part.bytes().all(|b| b.is_ascii_uppercase()),
        3 => part.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

/// Whether the part is five to eight letters and digits, or four that begin with a digit.
fn is_variant(part: &str) -> bool {
    let known = part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let long = (5..=8).contains(&part.len());
    known && (long || part.len() == 4 && part.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::check_tag;

    #[test]
    fn tags_are_a_language_a_script_a_region_and_variants() {
        for tag in
            ["en", "fil", "pt-BR", "es-419", "zh-Hant", "sr-Latn-RS", "de-1996", "ca-valencia", "de-CH-1996"]
        {
            assert_eq!(check_tag(tag), Ok(()), "{tag}");
        }
        for tag in [
            "",
            "e",
            "EN",
            "en_US",
            "en-us",
            "english",
            "en-",
            "-en",
            "zh-hant",
            "pt-BR-PT",
            "de-x-easy",
            "é",
        ] {
            assert_eq!(check_tag(tag).expect_err(tag).code().as_str(), "invalid-language", "{tag}");
        }
    }
}
