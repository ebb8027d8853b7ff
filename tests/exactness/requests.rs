//! Random requests of every kind: 1 to 64 attributes of 2 to 12 categories, every ε from 2⁻⁷ to 16, every method; by
//! column levels, by a record ε, under caps on attribute ε, or for tables to be read.

use candor::Error;
use candor::design::{
    self, Levels, Method, analysis, blocks, independent, inductive, linear_program, optimal, pair,
    single_change,
};
use candor::law::Law;

use crate::common::Dice;

/// How a design is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Column levels.
    Columns,
    /// Column levels under caps on attribute ε.
    Capped,
    /// A record ε to be shared.
    Budget,
    /// A record ε and the tables to be read.
    Tables,
}

impl Form {
    pub fn name(self) -> &'static str {
        match self {
            Self::Columns => "column ε",
            Self::Capped => "column ε, attribute ε capped",
            Self::Budget => "record ε",
            Self::Tables => "record ε, for tables",
        }
    }
}

/// A method and a form, the number of such requests in 1000, and the largest numbers of attributes and of different
/// attributes.
pub struct Kind {
    method: Method,
    form: Form,
    share: u32,
    attributes: u32,
    kinds: u32,
}

const fn kind(method: Method, form: Form, share: u32, attributes: u32, kinds: u32) -> Kind {
    Kind { method, form, share, attributes, kinds }
}

/// Programs over orbits get fewer different attributes, so that each is solved within milliseconds.
const KINDS: [Kind; 20] = [
    kind(Method::Independent, Form::Columns, 220, 64, 64),
    kind(Method::Pair, Form::Columns, 170, 2, 2),
    kind(Method::Inductive, Form::Columns, 170, 64, 64),
    kind(Method::SingleChange, Form::Columns, 190, 64, 64),
    kind(Method::Independent, Form::Budget, 30, 64, 3),
    kind(Method::Pair, Form::Budget, 20, 2, 2),
    kind(Method::Inductive, Form::Budget, 10, 64, 3),
    kind(Method::SingleChange, Form::Budget, 20, 64, 3),
    kind(Method::Independent, Form::Capped, 20, 64, 64),
    kind(Method::LinearProgram, Form::Columns, 30, 6, 6),
    kind(Method::LinearProgram, Form::Budget, 1, 4, 4),
    kind(Method::Optimal, Form::Columns, 40, 64, 2),
    kind(Method::Optimal, Form::Columns, 20, 7, 7),
    kind(Method::Optimal, Form::Capped, 10, 16, 2),
    kind(Method::Optimal, Form::Budget, 2, 16, 2),
    kind(Method::Blocks, Form::Columns, 5, 64, 3),
    kind(Method::Blocks, Form::Capped, 2, 16, 2),
    kind(Method::Analysis, Form::Tables, 30, 9, 3),
    kind(Method::Auto, Form::Columns, 9, 12, 3),
    kind(Method::Auto, Form::Budget, 1, 8, 2),
];

/// A request. `record`, `columns` and `caps` must not be exceeded; they are infinite where nothing is requested.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: Method,
    pub form: Form,
    pub sizes: Vec<u32>,
    pub record: f64,
    pub columns: Vec<f64>,
    pub caps: Vec<f64>,
    weights: Vec<f64>,
}

/// A random kind, with a probability proportional to its share.
pub fn random_kind(dice: &mut Dice) -> &'static Kind {
    let all: u32 = KINDS.iter().map(|kind| kind.share).sum();
    let mut left = dice.between(0, all - 1);
    let is_here = |kind: &&Kind| {
        let here = left < kind.share;
        left = left.saturating_sub(kind.share);
        here
    };
    KINDS.iter().find(is_here).unwrap()
}

impl Request {
    pub fn random(kind: &Kind, dice: &mut Dice) -> Self {
        let k = most_to(dice, kind.attributes);
        let kinds = most_to(dice, kind.kinds.min(k));
        let palette: Vec<(u32, f64)> =
            (0..kinds).map(|_| (dice.between(2, 12), dice.power_of_two(-7.0, 4.0))).collect();
        let (sizes, levels): (Vec<u32>, Vec<f64>) =
            (0..k).map(|_| palette[dice.index(palette.len())]).unzip();
        let nothing = vec![f64::INFINITY; sizes.len()];
        let by_columns = matches!(kind.form, Form::Columns | Form::Capped);
        let record = if by_columns { f64::INFINITY } else { dice.power_of_two(-7.0, 4.0) };
        let factor = 1.0 + dice.unit();
        let caps = match kind.form {
            Form::Capped => levels.iter().map(|level| factor * level).collect(),
            _ => nothing.clone(),
        };
        let columns = if by_columns { levels.clone() } else { nothing };
        Self { method: kind.method, form: kind.form, sizes, record, columns, caps, weights: levels }
    }

    /// A law that satisfies the request.
    pub fn law(&self) -> Result<Law, Error> {
        match self.form {
            Form::Columns => self.at_levels(&self.levels()?),
            Form::Capped => self.capped(),
            Form::Budget => self.within_budget(),
            Form::Tables => {
                analysis::law(&self.sizes, &analysis::default_tables(self.sizes.len()), self.record)
            }
        }
    }

    fn levels(&self) -> Result<Levels, Error> {
        let given: Vec<Option<f64>> =
            self.caps.iter().map(|cap| Some(*cap).filter(|cap| cap.is_finite())).collect();
        Levels::new(self.sizes.clone(), self.columns.clone())?.capped(&given)
    }

    /// Computes only the law if a method allows it without the certificates of a design.
    fn at_levels(&self, levels: &Levels) -> Result<Law, Error> {
        match self.method {
            Method::Independent => independent::law(levels),
            Method::Pair => pair::law(levels),
            Method::Inductive => inductive::law(levels, false),
            Method::SingleChange => single_change::law(levels),
            Method::LinearProgram => linear_program::law(levels),
            Method::Optimal => optimal::law(levels),
            Method::Blocks => blocks::law(levels),
            _ => design::Request::levels(levels)
                .method(self.method)
                .design()
                .map(|design| design.law().clone()),
        }
    }

    fn capped(&self) -> Result<Law, Error> {
        let request = design::Request::levels(&self.levels()?).method(self.method);
        request.design().map(|design| design.law().clone())
    }

    fn within_budget(&self) -> Result<Law, Error> {
        let request = design::Request::record_budget(&self.sizes, &self.weights, self.record);
        request.method(self.method).design().map(|design| design.law().clone())
    }

    /// The requested columns that a law reaches up to rounding: all of them, except those that Algorithm 3 replaces and
    /// those that are tied to a lower level.
    pub fn binding_columns(&self, law: &Law) -> Vec<usize> {
        let asked = (0..self.columns.len()).filter(|&i| self.columns[i] < f64::INFINITY);
        match self.method {
            Method::Inductive => {
                let replaced = self.levels().and_then(|levels| inductive::induction(&levels));
                let replaced = replaced.map(|induction| induction.fallback).unwrap_or_default();
                asked.filter(|i| !replaced.contains(i)).collect()
            }
            Method::Blocks | Method::Auto => {
                let achieved = law.column_epsilons();
                asked.filter(|&i| achieved[i] > self.columns[i] * (1.0 - TIED)).collect()
            }
            _ => asked.collect(),
        }
    }
}

/// A level that is lowered by more than this share was lowered to tie attributes.
const TIED: f64 = 1e-6;

/// A number from 1 to `most`, uniform on a logarithmic scale.
fn most_to(dice: &mut Dice, most: u32) -> u32 {
    let drawn = dice.power_of_two(0.0, f64::from(most + 1).log2());
    (1..=most).rev().find(|&k| drawn >= f64::from(k)).unwrap_or(1)
}
