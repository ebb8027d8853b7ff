//! The three promises of a plan against the exact ratios ([`super::exact`]) of the weights in its JSON, which is read
//! here, as anybody might read it: nothing of the crate has a part in it.

use num_bigint::BigUint;
use serde_json::Value;

use super::exact::{Changes, Exact, Ratio, Weights};
use super::exponential::Power;

/// How far a promise may be above the exact level: this share of it, and this much for a thousand roundings.
const SLACK: (f64, f64) = (1e-9, 1e-12);

/// Whether a plan keeps what it states and states no more than it must; if not, what is wrong.
pub fn check(plan: &str) -> Result<(), String> {
    let plan: Value = serde_json::from_str(plan).map_err(|error| error.to_string())?;
    let sizes: Vec<u32> = list(&plan["attributes"]).map(|a| size(&a["categories"])).collect();
    let blocks: Vec<Weights> = list(&plan["blocks"]).map(|b| block(b, &sizes)).collect::<Result<_, _>>()?;
    let mut held: Vec<usize> = blocks.iter().flat_map(|block| &block.classes).flatten().copied().collect();
    held.sort_unstable();
    if !held.iter().copied().eq(0..sizes.len()) {
        return Err(format!("the blocks hold attributes {held:?} of {}", sizes.len()));
    }
    let (privacy, exact) = (&plan["privacy"], Exact::of_blocks(&sizes, &blocks));
    let record = number(&privacy["record"], "record ε")?;
    stated(&exact.record, record, "record ε")?;
    if privacy["record_lower_bound"].as_f64().is_some_and(|bound| !(0.0..=record).contains(&bound)) {
        return Err(format!(
            "the lower bound {} is not between 0 and {record}",
            privacy["record_lower_bound"]
        ));
    }
    for i in 0..sizes.len() {
        let promise = &privacy["attributes"][i];
        for (kind, request, ratio) in [
            ("column", "requested", &exact.columns[i]),
            ("attribute", "requested_attribute", &exact.attributes[i]),
        ] {
            let what = format!("{kind} ε of attribute {i}");
            stated(ratio, number(&promise[kind], &what)?, &what)?;
            if let Some(asked) = promise[request].as_f64() {
                within(ratio, &Power::of(asked), asked, &format!("requested {what}"))?;
            }
        }
    }
    Ok(())
}

fn within(ratio: &Ratio, power: &Power, epsilon: f64, what: &str) -> Result<(), String> {
    if ratio.is_within(power) { Ok(()) } else { Err(format!("{what} is understated as {epsilon}")) }
}

fn stated(ratio: &Ratio, epsilon: f64, what: &str) -> Result<(), String> {
    let power = Power::of(epsilon);
    within(ratio, &power, epsilon, what)?;
    if ratio.below(&power) > epsilon * SLACK.0 + SLACK.1 {
        return Err(format!("{what} is overstated as {epsilon}"));
    }
    Ok(())
}

fn block(block: &Value, sizes: &[u32]) -> Result<Weights, String> {
    let attributes: Vec<usize> = list(&block["attributes"]).map(index).collect::<Result<_, _>>()?;
    let classes: Vec<Vec<usize>> =
        list(&block["classes"]).map(|c| class(c, &attributes, sizes)).collect::<Result<_, _>>()?;
    let mut patterns: Vec<(Changes, BigUint)> =
        list(&block["patterns"]).map(|p| pattern(p, &classes)).collect::<Result<_, _>>()?;
    patterns.sort_unstable();
    if patterns.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err("a pattern is listed twice".into());
    }
    let uniform = weight(&block["uniform"])?;
    let whole: BigUint = patterns.iter().map(|(_, weight)| weight).sum::<BigUint>() + &uniform;
    if whole != BigUint::from(1_u8) << 64_u32 || uniform == BigUint::ZERO {
        return Err(format!("the weights of a block sum to {whole}, {uniform} of them uniform"));
    }
    Ok(Weights { classes, uniform, patterns })
}

fn class(class: &Value, attributes: &[usize], sizes: &[u32]) -> Result<Vec<usize>, String> {
    let attribute = |position: &Value| {
        let found = attributes.get(index(position)?).copied().filter(|&i| i < sizes.len());
        found.ok_or_else(|| format!("{position} is outside its block"))
    };
    let members: Vec<usize> = list(class).map(attribute).collect::<Result<_, _>>()?;
    match members.first().map(|&first| members.iter().all(|&i| sizes[i] == sizes[first])) {
        Some(true) => Ok(members),
        _ => Err(format!("attributes {members:?} are no class of one size")),
    }
}

fn pattern(pattern: &Value, classes: &[Vec<usize>]) -> Result<(Changes, BigUint), String> {
    let change = |change: &Value| {
        let (class, count) = (index(&change[0])?, index(&change[1])?);
        let fits = classes.get(class).is_some_and(|members| (1..=members.len()).contains(&count));
        if fits { Ok((class, count)) } else { Err(format!("{change} changes what is not there")) }
    };
    let changes: Changes = list(&pattern["changes"]).map(change).collect::<Result<_, _>>()?;
    match changes.is_sorted_by(|one, next| one.0 < next.0) {
        true => Ok((changes, weight(&pattern["weight"])?)),
        false => Err(format!("{pattern} names its classes out of order")),
    }
}

fn weight(value: &Value) -> Result<BigUint, String> {
    let digits = value.as_str().and_then(|text| text.parse().ok());
    digits.ok_or_else(|| format!("{value} is no weight"))
}

fn index(value: &Value) -> Result<usize, String> {
    let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
    index.ok_or_else(|| format!("{value} is no index"))
}

fn number(value: &Value, what: &str) -> Result<f64, String> {
    let number = value.as_f64().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| format!("{what} is {value}"))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn size(value: &Value) -> u32 {
    u32::try_from(list(value).count()).unwrap()
}
