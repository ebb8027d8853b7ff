//! A plan document as the module reads it: the canonical text of all but its fingerprint, then all its texts, in one, and all
//! its numbers, in the order of its members, with lengths and what is absent among the numbers; a weight is two numbers, of
//! 32 bits and above. The package's reader of documents does the same.

use candor::plan::Plan;
use serde_json::Value as Json;
use wasmi::Error;

/// What the module reads of a plan.
#[derive(Default)]
pub(super) struct Parts {
    /// The text of which the fingerprint is.
    pub(super) written: String,
    pub(super) texts: String,
    pub(super) numbers: Vec<f64>,
}

type Shape = fn(&mut Parts, &Json) -> Result<(), Error>;

/// Those of a plan.
pub(super) fn of(plan: &Plan) -> Result<Parts, Error> {
    let document: Json = serde_json::from_str(plan.json()).map_err(|error| Error::new(error.to_string()))?;
    let mut parts = Parts::default();
    parts.written(plan.json(), document["wave_of"].is_string());
    parts.plan(&document)?;
    Ok(parts)
}

impl Parts {
    /// The canonical texts: of all but the fingerprint, and of a wave's questions and law, which come first.
    fn written(&mut self, json: &str, is_wave: bool) {
        let fingerprint = |rest: &str| rest.find(',').map_or(0, |end| end + 1);
        self.written = json
            .split_once("\"fingerprint\":")
            .map_or(json.to_owned(), |(before, rest)| before.to_owned() + &rest[fingerprint(rest)..]);
        // Attributes end where the version begins, forms where the invitations or the method do.
        let attributes = json.split_once(",\"candor\":").map(|(before, _)| before);
        let forms = json.split_once(",\"forms\":").and_then(|(_, rest)| rest.split(",\"method\":").next());
        let forms = forms.and_then(|forms| forms.split(",\"invitations\":").next());
        let mechanism = attributes.zip(forms).map(|(before, forms)| format!("{before},\"forms\":{forms}}}"));
        self.numbers.push(if is_wave { 1.0 } else { 0.0 });
        mechanism.filter(|_| is_wave).into_iter().for_each(|mechanism| self.push(&mechanism));
    }

    fn plan(&mut self, plan: &Json) -> Result<(), Error> {
        self.numbers.push(if plan["ask"] == "drawn" { 1.0 } else { 0.0 });
        self.list(&plan["attributes"], Self::attribute)?;
        self.number(&plan["candor"])?;
        self.text(&plan["fingerprint"])?;
        self.list(&plan["forms"], Self::form)?;
        self.text(&plan["method"])?;
        self.list(&plan["privacy"]["attributes"], Self::promise)?;
        self.number(&plan["privacy"]["record"])?;
        self.optional(&plan["privacy"]["record_lower_bound"], Self::number)?;
        self.text(&plan["survey"])?;
        self.optional(&plan["title"], Self::localized)?;
        self.optional(&plan["wave_of"], Self::text)
    }

    fn attribute(&mut self, attribute: &Json) -> Result<(), Error> {
        self.optional(&attribute["bins"], |parts, bins| {
            parts.list(bins, |parts, edge| parts.optional(edge, Self::number))
        })?;
        self.list(&attribute["categories"], Self::category)?;
        self.text(&attribute["name"])?;
        self.numbers.push(if attribute["optional"] == true { 1.0 } else { 0.0 });
        self.optional(&attribute["question"], Self::localized)
    }

    fn category(&mut self, category: &Json) -> Result<(), Error> {
        self.optional(&category["label"], Self::localized)?;
        self.text(if category.is_string() { category } else { &category["value"] })
    }

    fn form(&mut self, form: &Json) -> Result<(), Error> {
        self.list(&form["blocks"], Self::block)?;
        self.optional(&form["exchange"], |parts, pools| parts.list(pools, Self::positions))?;
        self.optional(&form["units"], |parts, units| parts.list(units, Self::unit))?;
        self.weight(&form["weight"])
    }

    fn unit(&mut self, unit: &Json) -> Result<(), Error> {
        self.list(&unit["attributes"], Self::number)?;
        self.number(&unit["subset_size"])
    }

    fn positions(&mut self, positions: &Json) -> Result<(), Error> {
        self.list(positions, Self::number)
    }

    fn block(&mut self, block: &Json) -> Result<(), Error> {
        self.list(&block["classes"], Self::positions)?;
        self.list(&block["patterns"], Self::pattern)?;
        self.weight(&block["uniform"])?;
        self.list(&block["units"], Self::number)
    }

    fn pattern(&mut self, pattern: &Json) -> Result<(), Error> {
        self.list(&pattern["changes"], |parts, change| {
            parts.number(&change[0])?;
            parts.number(&change[1])
        })?;
        self.weight(&pattern["weight"])
    }

    fn promise(&mut self, promise: &Json) -> Result<(), Error> {
        self.number(&promise["attribute"])?;
        self.number(&promise["column"])?;
        self.text(&promise["name"])?;
        self.optional(&promise["requested"], Self::number)?;
        self.optional(&promise["requested_attribute"], Self::number)
    }

    fn list(&mut self, list: &Json, shape: Shape) -> Result<(), Error> {
        let elements = list.as_array().ok_or_else(|| misfit(list))?;
        self.numbers.push(elements.len() as f64);
        elements.iter().try_for_each(|element| shape(self, element))
    }

    fn optional(&mut self, value: &Json, shape: Shape) -> Result<(), Error> {
        self.numbers.push(if value.is_null() { 0.0 } else { 1.0 });
        if value.is_null() { Ok(()) } else { shape(self, value) }
    }

    /// Tags between commas, none for a text that is the same for everybody, and a text for each.
    fn localized(&mut self, value: &Json) -> Result<(), Error> {
        let (tags, texts): (Vec<&str>, Vec<&Json>) = match value.as_object() {
            Some(languages) => languages.iter().map(|(tag, text)| (tag.as_str(), text)).unzip(),
            None => (vec![], vec![value]),
        };
        self.push(&tags.join(","));
        self.numbers.push(texts.len() as f64);
        texts.into_iter().try_for_each(|text| self.text(text))
    }

    fn text(&mut self, value: &Json) -> Result<(), Error> {
        self.push(value.as_str().ok_or_else(|| misfit(value))?);
        Ok(())
    }

    fn push(&mut self, text: &str) {
        self.texts += text;
        self.numbers.push(text.encode_utf16().count() as f64);
    }

    fn weight(&mut self, value: &Json) -> Result<(), Error> {
        let weight =
            value.as_str().and_then(|digits| digits.parse::<u128>().ok()).ok_or_else(|| misfit(value))?;
        self.numbers.extend([weight >> 32, weight & u128::from(u32::MAX)].map(|half| half as f64));
        Ok(())
    }

    fn number(&mut self, value: &Json) -> Result<(), Error> {
        self.numbers.push(value.as_f64().ok_or_else(|| misfit(value))?);
        Ok(())
    }
}

fn misfit(value: &Json) -> Error {
    Error::new(format!("{value} has no place in a plan"))
}
