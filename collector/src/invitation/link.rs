//! The links that the invited are sent: `https://…/#invitation=TOKEN`, for a blind invitation with `&key=` and the name of the key. Where a page's
//! address already names the plan after `#`, as that of `answer.html` does, the invitation follows with `&`.
//!
//! All links of a plan name the same key. A collector that gave each person a key of their own could tell them apart by it; but then the
//! links would differ, and a device refuses a key that its link does not name.

use candor::Error;

use super::invalid;

/// A link, or only the part from `#` on, if there is no page.
pub struct Link {
    /// The token.
    pub invitation: String,
    /// The name of the key, for a blind invitation.
    pub key: Option<String>,
}

impl Link {
    /// Parses a link.
    ///
    /// # Errors
    /// `invalid-invitation`.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let fragment = text.trim().rsplit('#').next().unwrap_or_default();
        let parameter = |name: &str| {
            let named = |part: &str| {
                part.split_once('=').filter(|(found, _)| *found == name).map(|(_, value)| value.to_owned())
            };
            fragment.split('&').find_map(named)
        };
        let invitation = parameter("invitation").filter(|token| !token.is_empty());
        let invitation = invitation
            .ok_or_else(|| invalid("the link has no invitation: it has to end in #invitation=…"))?;
        Ok(Self { invitation, key: parameter("key") })
    }

    /// The link to a page, as text.
    #[must_use]
    pub fn text(&self, page: &str) -> String {
        let key = self.key.as_ref().map_or(String::new(), |key| format!("&key={key}"));
        let joint = if page.contains('#') { '&' } else { '#' };
        format!("{page}{joint}invitation={}{key}", self.invitation)
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    #[test]
    fn links_are_read_as_they_were_written() {
        for key in [None, Some("b".to_owned())] {
            let link = Link { invitation: "a".into(), key: key.clone() };
            for page in
                ["", "https://survey.example/?language=es", "https://survey.example/answer.html#sha256:0a"]
            {
                let read = Link::from_text(&format!(" {}\n", link.text(page))).expect("a link");
                assert_eq!((read.invitation.as_str(), &read.key), ("a", &key));
                assert_eq!(link.text(page).matches('#').count(), 1);
            }
        }
        for text in ["", "https://survey.example/", "#invitation=", "#key=b"] {
            assert_eq!(Link::from_text(text).err().expect("refused").code().as_str(), "invalid-invitation");
        }
    }
}
