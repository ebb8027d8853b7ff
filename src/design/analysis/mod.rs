//! The best law for the tables one plans to read (mathematics §8): at a given record ε, minimise
//!
//! V = Σ_W Σ_{∅≠T⊆W} ∏_{i∈T}(aᵢ−1) / (∏_{i∈W} aᵢ · μ_T²),
//!
//! n times the expected total squared error of the inverse estimates under a uniform truth. μ_T is linear
//! in the law and 1/μ² convex on either side of 0, so that Frank–Wolfe (Jaggi 2013) over laws "e^ε times likelier on a set of
//! orbits" finds the minimum with given signs of the μ_T, with a proven gap. Signs are searched: at small ε, or with
//! many categories, a law that turns interactions around has a fraction of the error of one that does not. The certificate
//! says how many patterns of signs were searched, of how many, and holds among these. Column and attribute ε are results.
//!
//! Attributes are exchangeable where they have equal sizes and the tables do not tell them apart. Small surveys are also
//! searched without exchanging any, since equal questions may want different signs. Where a cap on attribute ε is below the
//! record ε, the same V is minimised over the laws that keep the caps: with the best signs without them, all positive ones
//! and others as far as that is affordable. No protocol with unbiased estimates is below [`protocol_bound`].
//! Cost: orbits × components per step, some dozens of steps a pattern. Fails (`too-many-orbits`) above
//! [`MAX_PRODUCTS`] of them.

mod capped;
mod components;
mod extreme;
mod frank_wolfe;
mod protocol_bound;
mod shares;
mod signs;
mod split;

pub use capped::MAX_ORBITS as MAX_CAPPED_ORBITS;
pub use protocol_bound::protocol_bound;
pub use split::best_split;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use self::components::{Components, exchangeable};
use self::extreme::Laws;
use self::frank_wolfe::Mixture;
use self::signs::{Found, Program};
use super::levels::check_caps;
use super::rounding;
use super::rounding::{Limits, Nominal};
use crate::error::{Code, Error};
use crate::law::Law;
use crate::message::counted;

/// The largest number of orbits times components that is tabulated.
pub const MAX_PRODUCTS: usize = 1 << 24;

/// The most attributes of a survey in which those that are exchangeable are also told apart.
const MAX_APART: usize = 8;

/// The multiplications that are spent on patterns of signs beyond those that are always searched: some in any case, and so
/// many times e^−ε, as less is to be gained; and so many where caps bind, from the best signs without them.
const LEAST: f64 = 3e6;
const BUDGET: f64 = 1e9;
const CAPPED_BUDGET: f64 = 1e8;

/// How precisely V is compared between patterns of signs.
const ROUGH: f64 = 1e-3;

/// What V has to fall to for exchangeable attributes to be told apart: by more than rounding.
const WORTH: f64 = 1.0 - 1e-9;

/// The minimum of V and a bound that certifies it, in doubles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Certificate {
    /// V of the law that was found.
    pub objective: f64,
    /// A lower bound on V of every law within the record ε and the caps whose signs are one of the patterns searched.
    pub lower_bound: f64,
    /// The patterns of signs that were searched, but for names of the answers to yes/no questions.
    pub searched: usize,
    /// The number of signs that could be either: all patterns are two to the power of it.
    pub signs: usize,
    /// Whether only laws were searched that treat exchangeable attributes alike, where there are any.
    pub alike: bool,
}

impl Certificate {
    /// Among which laws V is the smallest, in words.
    pub(super) fn among(&self) -> String {
        let total = u32::try_from(self.signs).ok().and_then(|signs| 2_usize.checked_pow(signs));
        let whole = match total == Some(self.searched) {
            true => "all of them".into(),
            false => format!("of 2^{}", self.signs),
        };
        let alike = if self.alike { ", exchangeable questions treated alike" } else { "" };
        format!("among the {} searched ({whole}{alike})", counted(self.searched, "sign pattern"))
    }
}

/// The smallest V for these tables at this record ε.
///
/// # Errors
/// `invalid-epsilon`, `too-many-orbits`; `unread-attribute` naming one that no table holds.
pub fn certificate(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Result<Certificate, Error> {
    Ok(Request { sizes, tables, record_epsilon, caps: None }.search()?.certificate())
}

/// The integer law.
///
/// # Errors
/// Those of [`certificate`]; `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
pub fn law(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Result<Law, Error> {
    Ok(capped_law(sizes, tables, record_epsilon, &uncapped(sizes))?.0)
}

/// The integer law of smallest V under a cap on every attribute ε, infinite where there is none, and its certificate.
///
/// # Errors
/// Those of [`law`], `too-many-orbits` also above [`MAX_CAPPED_ORBITS`] where caps bind; `invalid-epsilon` for a cap that
/// is not above 0.
pub fn capped_law(
    sizes: &[u32],
    tables: &[Vec<usize>],
    record_epsilon: f64,
    caps: &[f64],
) -> Result<(Law, Certificate), Error> {
    check_caps(caps, sizes.len())?;
    // No attribute ε is above the record ε.
    let caps = caps.iter().any(|cap| *cap < record_epsilon).then_some(caps);
    let found = Request { sizes, tables, record_epsilon, caps }.search()?;
    let (certificate, columns) = (found.certificate(), uncapped(sizes));
    let limits = Limits { columns: &columns, attributes: caps, record: record_epsilon };
    Ok((rounded(sizes, &found.components, found.of.mixture, limits)?, certificate))
}

/// What is asked for; caps where they matter.
#[derive(Clone, Copy)]
struct Request<'a> {
    sizes: &'a [u32],
    tables: &'a [Vec<usize>],
    record_epsilon: f64,
    caps: Option<&'a [f64]>,
}

/// The best law over the orbits of some classes.
struct Searched {
    components: Components,
    of: Found,
    alike: bool,
}

impl Searched {
    fn certificate(&self) -> Certificate {
        Certificate {
            objective: self.of.mixture.objective,
            lower_bound: self.of.lower_bound,
            searched: self.of.searched.len(),
            signs: self.of.signs,
            alike: self.alike,
        }
    }
}

impl Request<'_> {
    /// With exchangeable attributes treated alike, and in small surveys each in its own way, where that is better.
    fn search(&self) -> Result<Searched, Error> {
        check_epsilon(self.record_epsilon)?;
        let caps = self.caps.map_or_else(|| uncapped(self.sizes), <[f64]>::to_vec);
        let classes = exchangeable(self.sizes, self.tables, &caps);
        let components = Components::new(self.sizes, self.tables, classes)?;
        let found = self.found(&components, &[])?;
        let Some(apart) = self.apart(&components)? else {
            let alike = components.classes().len() < self.sizes.len();
            return Ok(Searched { components, of: found, alike });
        };
        let refined = |pattern: &Vec<bool>| apart.refined(&components, pattern);
        let mut of = self.found(&apart, &[refined(&found.negative)])?;
        of.searched.extend(found.searched.iter().map(refined));
        of.lower_bound = libm::fmin(of.lower_bound, found.lower_bound);
        if of.mixture.objective < found.mixture.objective * WORTH {
            return Ok(Searched { components: apart, of, alike: false });
        }
        Ok(Searched { components, of: Found { mixture: found.mixture, ..of }, alike: false })
    }

    /// No attributes exchanged, where some can be and there are few orbits.
    fn apart(&self, together: &Components) -> Result<Option<Components>, Error> {
        let k = self.sizes.len();
        if together.classes().len() == k || k > MAX_APART {
            return Ok(None);
        }
        Components::new(self.sizes, self.tables, (0..k).map(|i| vec![i]).collect()).map(Some)
    }

    fn found(&self, components: &Components, asked: &[Vec<bool>]) -> Result<Found, Error> {
        let laws = Laws::new(components, self.record_epsilon);
        let settled = |weights: &[f64]| frank_wolfe::settled(&laws, weights);
        let minimise = |negative: &[bool], enough, gap| frank_wolfe::minimise(&laws, negative, enough, gap);
        let budget = |most: f64| LEAST + most * libm::exp(-self.record_epsilon);
        let free = Program {
            components,
            minimise: &minimise,
            settled: &settled,
            budget: budget(BUDGET),
            precision: ROUGH,
        };
        let found = signs::search(&free, asked);
        let Some(caps) = self.caps else { return Ok(found) };
        capped::check(components)?;
        // No law within the caps is below the bound of those without.
        let minimise = |negative: &[bool], enough, _| match minimise(negative, enough, ROUGH) {
            free if free.lower_bound >= enough => Mixture { objective: f64::INFINITY, ..free },
            _ => capped::minimise(components, self.record_epsilon, caps, negative),
        };
        let asked: Vec<Vec<bool>> = asked.iter().cloned().chain([found.negative]).collect();
        Ok(signs::search(
            &Program { minimise: &minimise, budget: budget(CAPPED_BUDGET), precision: 0.0, ..free },
            &asked,
        ))
    }
}

fn check_epsilon(record_epsilon: f64) -> Result<(), Error> {
    if record_epsilon > 0.0 && record_epsilon.is_finite() {
        return Ok(());
    }
    let message = format!("record ε is {record_epsilon}; it must be a finite number above 0");
    Err(Error::new(Code::InvalidEpsilon, message))
}

fn rounded(
    sizes: &[u32],
    components: &Components,
    mixture: Mixture,
    limits: Limits<'_>,
) -> Result<Law, Error> {
    let nominal = Nominal {
        attributes: (0..sizes.len()).collect(),
        classes: components.classes().to_vec(),
        uniform: mixture.uniform,
        excess: components.grid().patterns(mixture.excess.into_iter()),
    };
    Law::new(sizes.into(), vec![rounding::round(nominal, sizes, limits)?])
}

fn uncapped(sizes: &[u32]) -> Vec<f64> {
    vec![f64::INFINITY; sizes.len()]
}

/// The part of V that one table contributes under a law: n times the expected squared error of the
/// inverse estimates of all its cells, under a uniform truth. Infinite where the law erases the table.
#[must_use]
pub fn expected_squared_error(law: &Law, table: &[usize]) -> f64 {
    let sizes: Vec<f64> = table.iter().map(|&i| f64::from(law.sizes()[i])).collect();
    let cells: f64 = sizes.iter().product();
    let spectrum = law.spectrum(table);
    let freedom =
        |t: usize| (0..sizes.len()).filter(|i| t >> i & 1 == 1).map(|i| sizes[i] - 1.0).product::<f64>();
    spectrum.iter().enumerate().skip(1).map(|(t, mu)| freedom(t) / (cells * mu * mu)).sum()
}

/// Every question alone and every pair: what is read where nothing is declared.
#[must_use]
pub fn default_tables(k: usize) -> Vec<Vec<usize>> {
    let pairs = (0..k).flat_map(|i| (i + 1..k).map(move |j| vec![i, j]));
    (0..k).map(|i| vec![i]).chain(pairs).collect()
}

fn too_many(count: &str, what: &str, most: usize) -> Error {
    Error::new(Code::TooManyOrbits, format!("{count} {what}; at most {most} are tabulated"))
}
