//! Checks the three promises of a plan against the exact ratios ([`super::exact`]) of the weights in its JSON. The
//! JSON is read here as anybody might read it, without any code of the crate.

use num_bigint::BigUint;
use serde_json::Value;

use super::exact::{BlockWeights, Changes, Exact, Places, Ratio, Weights};
use super::exponential::Power;

/// How far a promise may be above the exact level: by this share of it, plus this much for a thousand roundings.
const SLACK: (f64, f64) = (1e-9, 1e-12);

/// Checks that a plan keeps what it states and does not state more than it must; otherwise says what is wrong.
pub fn check(plan: &str) -> Result<(), String> {
    let plan: Value = serde_json::from_str(plan).map_err(|error| error.to_string())?;
    let mut sizes: Vec<u32> = list(&plan["attributes"]).map(|a| size(&a["categories"])).collect();
    let attributes = sizes.len();
    let scores = scores(&plan["scores"])?;
    sizes.extend(scores.iter().map(|score| score.size));
    let forms: Vec<Weights> = list(&plan["forms"]).map(|f| form(f, &sizes)).collect::<Result<_, _>>()?;
    whole(&list(&plan["forms"]).map(|form| weight(&form["weight"])).collect::<Result<Vec<_>, _>>()?)?;
    let mut asked: Vec<usize> =
        forms.iter().flat_map(|form| &form.units).flat_map(|unit| &unit.asked).copied().collect();
    asked.extend(scores.iter().flat_map(|score| &score.items));
    asked.sort_unstable();
    asked.dedup();
    if !asked.iter().copied().eq(0..sizes.len()) {
        return Err(format!("the forms ask attributes {asked:?} of {}", sizes.len()));
    }
    let (privacy, exact) = (&plan["privacy"], Exact::of_forms(sizes.len(), &forms));
    let record = number(&privacy["record"], "record ε")?;
    stated(&exact.record, record, "record ε")?;
    if privacy["record_lower_bound"].as_f64().is_some_and(|bound| !(0.0..=record).contains(&bound)) {
        return Err(format!(
            "the lower bound {} is not between 0 and {record}",
            privacy["record_lower_bound"]
        ));
    }
    for i in 0..attributes {
        let promise = &privacy["attributes"][i];
        let of_item = scores.iter().zip(attributes..).filter(|(score, _)| score.items.contains(&i));
        let mut reported: Vec<usize> = of_item.map(|(_, column)| column).collect();
        if !reported.is_empty() {
            // What the item and its scores tell together is at least what each tells, and at most what everything does.
            let epsilon = number(&promise["attribute"], "attribute ε of an item")?;
            reported.push(i);
            for column in reported {
                within(&exact.attributes[column], &Power::of(epsilon), epsilon, "attribute ε of an item")?;
            }
            if epsilon > record {
                return Err(format!("attribute ε of item {i} is above the record ε"));
            }
            continue;
        }
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

/// A score that devices report: its items, and how many categories its column has.
struct Score {
    items: Vec<usize>,
    size: u32,
}

fn scores(written: &Value) -> Result<Vec<Score>, String> {
    let reported = list(written).filter(|score| !score["rounded"].is_null());
    let score = |score: &Value| {
        let items = list(&score["attributes"]).map(index).collect::<Result<_, _>>()?;
        let has_none = list(&score["rounded"]["steps"]).flat_map(list).any(Value::is_null);
        Ok(Score { items, size: size(&score["rounded"]["levels"]) + u32::from(has_none) })
    };
    reported.map(score).collect()
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

fn form(form: &Value, sizes: &[u32]) -> Result<Weights, String> {
    let exchange = lists(&form["exchange"])?;
    let units = units(&form["units"], &exchange, sizes)?;
    let blocks: Vec<BlockWeights> =
        list(&form["blocks"]).map(|b| block(b, &units)).collect::<Result<_, _>>()?;
    let held = blocks.iter().flat_map(|block| &block.classes).flatten().copied().collect();
    once(held, units.len(), "units")?;
    Ok(Weights { units, blocks })
}

/// The units of a form; if none are written, every attribute is a unit.
fn units(written: &Value, exchange: &[Vec<usize>], sizes: &[u32]) -> Result<Vec<Places>, String> {
    pools(exchange, sizes)?;
    if written.is_null() {
        return Ok((0..sizes.len()).map(|i| Places::new(&[i], 1, exchange, sizes)).collect());
    }
    let unit = |unit: &Value| {
        let attributes: Vec<usize> = list(&unit["attributes"]).map(index).collect::<Result<_, _>>()?;
        let subset = u32::try_from(index(&unit["subset_size"])?).map_err(|error| error.to_string())?;
        Ok((attributes, subset))
    };
    let written: Vec<(Vec<usize>, u32)> = list(written).map(unit).collect::<Result<_, String>>()?;
    let held: Vec<usize> = written.iter().flat_map(|(attributes, _)| attributes).copied().collect();
    distinct(held.clone(), sizes.len())?;
    // The attributes of a pool that a written form uses are the first ones of the pool.
    for pool in exchange {
        let taken = pool.iter().filter(|i| held.contains(i)).count();
        if taken == 0 || !pool[..taken].iter().all(|i| held.contains(i)) {
            return Err(format!("{taken} attributes of the pool {pool:?} are asked, not its first"));
        }
    }
    let places = |(attributes, subset): &(Vec<usize>, u32)| {
        let places = Places::new(attributes, *subset, exchange, sizes);
        let fits = !attributes.is_empty() && *subset > 0 && BigUint::from(*subset) < places.cells;
        if fits { Ok(places) } else { Err(format!("attributes {attributes:?} cannot report {subset} cells")) }
    };
    written.iter().map(places).collect()
}

/// Pools are disjoint and consist of attributes of one size.
fn pools(exchange: &[Vec<usize>], sizes: &[u32]) -> Result<(), String> {
    distinct(exchange.concat(), sizes.len())?;
    match exchange.iter().find(|pool| pool.iter().any(|&i| sizes[i] != sizes[pool[0]])) {
        Some(pool) => Err(format!("attributes {pool:?} are no pool of one size")),
        None => Ok(()),
    }
}

/// Attributes are below `k` and different from each other.
fn distinct(mut attributes: Vec<usize>, k: usize) -> Result<(), String> {
    attributes.sort_unstable();
    if attributes.windows(2).any(|pair| pair[0] == pair[1]) || attributes.last().is_some_and(|&i| i >= k) {
        return Err(format!("attributes {attributes:?} are not {k}, each at most once"));
    }
    Ok(())
}

fn once(mut held: Vec<usize>, number: usize, what: &str) -> Result<(), String> {
    held.sort_unstable();
    if held.iter().copied().eq(0..number) {
        return Ok(());
    }
    Err(format!("the blocks hold {what} {held:?} of {number}"))
}

fn block(block: &Value, units: &[Places]) -> Result<BlockWeights, String> {
    let own: Vec<usize> = list(&block["units"]).map(index).collect::<Result<_, _>>()?;
    let classes: Vec<Vec<usize>> =
        list(&block["classes"]).map(|c| class(c, &own, units)).collect::<Result<_, _>>()?;
    let mut patterns: Vec<(Changes, BigUint)> =
        list(&block["patterns"]).map(|p| pattern(p, &classes)).collect::<Result<_, _>>()?;
    patterns.sort_unstable();
    if patterns.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err("a pattern is listed twice".into());
    }
    let uniform = weight(&block["uniform"])?;
    if uniform == BigUint::ZERO {
        return Err("a block has no uniform weight".into());
    }
    let mut weights: Vec<BigUint> = patterns.iter().map(|(_, weight)| weight.clone()).collect();
    weights.push(uniform.clone());
    whole(&weights)?;
    Ok(BlockWeights { classes, uniform, patterns })
}

/// Weights sum to 2⁶⁴.
fn whole(weights: &[BigUint]) -> Result<(), String> {
    let whole: BigUint = weights.iter().sum();
    if whole == BigUint::from(1_u8) << 64_u32 { Ok(()) } else { Err(format!("weights sum to {whole}")) }
}

fn class(class: &Value, own: &[usize], units: &[Places]) -> Result<Vec<usize>, String> {
    let unit = |position: &Value| {
        let found = own.get(index(position)?).copied().filter(|&unit| unit < units.len());
        found.ok_or_else(|| format!("{position} is outside its block"))
    };
    let members: Vec<usize> = list(class).map(unit).collect::<Result<_, _>>()?;
    let shape = |&unit: &usize| (&units[unit].cells, &units[unit].subset);
    match members.first().map(|first| members.iter().all(|member| shape(member) == shape(first))) {
        Some(true) => Ok(members),
        _ => Err(format!("units {members:?} are no class of equal cells")),
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

fn lists(value: &Value) -> Result<Vec<Vec<usize>>, String> {
    list(value).map(|inner| list(inner).map(index).collect()).collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn size(value: &Value) -> u32 {
    u32::try_from(list(value).count()).unwrap()
}
