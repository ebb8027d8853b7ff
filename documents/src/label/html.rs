//! What labels and annexes have in common as HTML: pages that load no other resources and run no script.

use core::fmt::{self, Write};

/// A text that is escaped for HTML.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// A page in a language, up to where its contents begin.
pub(super) fn begin(
    to: &mut String,
    language: &str,
    is_mirrored: bool,
    title: &str,
    style: &str,
) -> fmt::Result {
    let direction = if is_mirrored { " dir=\"rtl\"" } else { "" };
    write!(
        to,
        "<!doctype html>\n<html lang=\"{language}\"{direction}>\n{HEAD}<title>{}</title>\n<style>{STYLE}\n{style}</style>\n</head>\n<body>\n<main>\n",
        Escaped(title)
    )
}

/// What follows the contents.
pub(super) const END: &str = "</main>\n</body>\n</html>\n";

const HEAD: &str = "<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
    <meta name=\"color-scheme\" content=\"light dark\">\n";

const STYLE: &str = "\
:root { color-scheme: light dark; --paper: light-dark(#fbfaf7, #131517); --ink: light-dark(#1c1b19, #ecebe7); --soft: light-dark(#5c5952, #aeaca5); --rule: light-dark(#e0dcd3, #33373b); --accent: light-dark(#0a6c5f, #5fd0bb); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
h1 { margin: 0.25rem 0 1rem; font: 600 2rem/1.15 Georgia, serif; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.5rem; font-size: 1.125rem; }
.kind { margin: 0; color: var(--soft); font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { padding-bottom: 0.5rem; text-align: start; font-size: 0.875rem; color: var(--soft); }
th, td { padding: 0.375rem 0; padding-inline-end: 0.75rem; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
thead th { font-size: 0.8125rem; }
tbody th { font-weight: 400; }
section { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--rule); break-inside: avoid; }
code { overflow-wrap: anywhere; }
ul { margin: 0; padding-inline-start: 1.25rem; }
footer { margin-top: 2rem; font-size: 0.875rem; color: var(--soft); }
@page { size: A4; margin: 10mm; }
@media print { :root { color-scheme: light; --paper: #fff; } main { max-width: none; padding: 0; } }";
