//! The ids of reports in columns of text.

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::{Code, Error};

/// Reads an id: 22 characters of base64url.
///
/// # Errors
/// `invalid-report`.
pub fn id_of(text: &[u8]) -> Result<[u8; 16], Error> {
    let mut id = [0; 16];
    let read = Base64UrlUnpadded::decode(text, &mut id).map(<[u8]>::len);
    if read == Ok(id.len()) {
        return Ok(id);
    }
    Err(Error::new(Code::InvalidReport, "its id is not 16 bytes in base64url"))
}
