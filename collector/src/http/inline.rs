//! Hashes of inline scripts. A policy that forbids inline scripts can allow single ones by their hash (Content Security Policy 3, section
//! 6.7.2.5), so that a page can be one file and still run nothing else.

use std::path::{Path, PathBuf};
use std::{fs, io};

use base64ct::{Base64, Encoding};
use candor::{Code, Error};
use candor_documents::failure;
use sha2::{Digest, Sha256};

/// The SHA-256, in base64, of every inline script in the pages below a directory.
///
/// # Errors
/// `io` when the directory or one of its pages cannot be read; `invalid-configuration` when a page is not UTF-8.
pub(super) fn hashes(directory: &Path) -> Result<Vec<String>, Error> {
    let hash = |script: String| Base64::encode_string(&Sha256::digest(script));
    let paths = pages(directory).map_err(|cause| failure::io(directory.display(), &cause))?;
    let pages = paths.iter().map(|path| failure::text(path, Code::InvalidConfiguration));
    let pages = pages.collect::<Result<Vec<String>, Error>>()?;
    Ok(pages.iter().flat_map(|page| scripts_in(page)).map(hash).collect())
}

/// The pages in a directory and its subdirectories, leaving out hidden ones and links.
fn pages(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") || entry.file_type()?.is_symlink() {
            continue;
        }
        if path.is_dir() {
            found.append(&mut pages(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The texts between `<script …>` without a `src` and `</script`, with line ends normalized as in a parsed page.
fn scripts_in(page: &str) -> impl Iterator<Item = String> {
    page.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once("</script")?;
        let inline = !script.is_empty() && !attributes.contains(" src=");
        inline.then(|| script.replace("\r\n", "\n").replace('\r', "\n"))
    })
}
