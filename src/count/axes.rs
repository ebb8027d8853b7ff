//! The axes of a table: its attributes and their categories, by name and by position.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::exact::to_index;
use crate::law::Law;
use crate::plan::{Fingerprint, Plan};
use crate::schema::Schema;

/// What a table counts: the questions and plain columns of a plan or, for experiments with a law of one's own, the questions of a bare
/// schema ([`super::Table::new`]). A labelled law must be given together with its schema.
///
/// ```
/// use candor::{Attribute, Category, Schema, Table, count::Questions};
///
/// fn empty<'s>(asked: impl Into<Questions<'s>>) -> Result<Table, candor::Error> {
///     Table::new(asked, &[0])
/// }
/// let schema = Schema::new(vec![Attribute::new("smoker", None, Category::list(["no", "yes"]), false)?])?;
/// assert_eq!(empty(&schema)?.axes().names(), ["smoker"]);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Questions<'s> {
    schema: &'s Schema,
    law: Option<&'s Law>,
    plan: Option<Fingerprint>,
}

impl<'s> Questions<'s> {
    /// The attributes with those that hang on them ([`Schema::linked`]), by position.
    pub(super) fn linked(self, attributes: &[impl AttributeKey]) -> Result<Vec<usize>, Error> {
        let position = |name: &str| self.schema.position(name);
        let positions: Vec<usize> =
            attributes.iter().map(|key| key.position(position)).collect::<Result<_, _>>()?;
        self.schema.table_sizes(&positions)?;
        Ok(self.schema.linked(&positions))
    }

    /// Returns the law if it is labelled: if its reports are more than one category for each attribute.
    pub(super) fn labelled(self) -> Option<&'s Law> {
        self.law.filter(|law| !law.is_unlabelled())
    }
}

impl<'p> From<&'p Plan> for Questions<'p> {
    fn from(plan: &'p Plan) -> Self {
        Self { schema: plan.table_schema(), law: Some(plan.table_law()), plan: Some(plan.fingerprint()) }
    }
}

impl<'s> From<&'s Schema> for Questions<'s> {
    fn from(schema: &'s Schema) -> Self {
        Self { schema, law: None, plan: None }
    }
}

impl<'s> From<(&'s Schema, &'s Law)> for Questions<'s> {
    fn from((schema, law): (&'s Schema, &'s Law)) -> Self {
        Self { schema, law: Some(law), plan: None }
    }
}

/// Identifies an attribute, by its name or by its position among the questions.
///
/// ```
/// use candor::count::Table;
/// # use candor::schema::{Attribute, Category, Schema};
/// # let categories = Category::list(["no", "yes"]);
/// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
/// assert_eq!(Table::new(&schema, &["smoker"])?, Table::new(&schema, &[0])?);
/// # Ok::<(), candor::Error>(())
/// ```
pub trait AttributeKey {
    /// Returns the position; `named` looks up a name.
    ///
    /// # Errors
    /// `unknown-attribute` if no attribute has this name.
    fn position(&self, named: impl Fn(&str) -> Result<usize, Error>) -> Result<usize, Error>;
}

impl AttributeKey for usize {
    fn position(&self, _: impl Fn(&str) -> Result<usize, Error>) -> Result<usize, Error> {
        Ok(*self)
    }
}

impl AttributeKey for &str {
    fn position(&self, named: impl Fn(&str) -> Result<usize, Error>) -> Result<usize, Error> {
        named(self)
    }
}

impl AttributeKey for String {
    fn position(&self, named: impl Fn(&str) -> Result<usize, Error>) -> Result<usize, Error> {
        named(self)
    }
}

/// The axes of a table, each an attribute with its categories, and the table's plan.
///
/// Cells are numbered row-major, last attribute fastest.
///
/// ```
/// use candor::count::Table;
/// # use candor::schema::{Attribute, Category, Schema};
/// # let categories = Category::list(["no", "yes"]);
/// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
/// let smokers = Table::new(&schema, &["smoker"])?;
/// assert_eq!(smokers.axes().names(), ["smoker"]);
/// assert_eq!(smokers.axes().cell(&["yes"])?, 1);
/// assert_eq!(smokers.axes().categories_of(1), ["yes"]);
/// assert_eq!(smokers.axes().categories_along([0].into_iter(), 0), ["no"]);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axes {
    plan: Option<Fingerprint>,
    attributes: Vec<usize>,
    names: Vec<String>,
    categories: Vec<Vec<String>>,
    sizes: Vec<u32>,
    /// Which categories of each are answers.
    answers: Vec<Vec<bool>>,
    /// Which cells some record can fall into, if not all.
    possible: Option<Arc<[bool]>>,
}

impl Axes {
    pub(super) fn new(of: Questions<'_>, attributes: &[impl AttributeKey]) -> Result<Self, Error> {
        let Questions { schema, plan, .. } = of;
        if attributes.is_empty() {
            return Err(Error::new(Code::InvalidCounts, "a table needs at least 1 attribute"));
        }
        let position = |name: &str| schema.position(name);
        let attributes =
            attributes.iter().map(|key| key.position(position)).collect::<Result<Vec<_>, _>>()?;
        let sizes = schema.table_sizes(&attributes)?;
        let of = attributes.iter().map(|&position| &schema.attributes()[position]);
        let names = of.clone().map(|attribute| attribute.name().to_string()).collect();
        let answers =
            of.clone().map(|attribute| (0..attribute.size()).map(|c| attribute.is_answer(c)).collect());
        let answers = answers.collect();
        let values =
            of.map(|attribute| attribute.categories().iter().map(|c| c.value().to_string()).collect());
        let possible = schema.possible_cells(&attributes).map(Arc::from);
        Ok(Self { plan, names, categories: values.collect(), attributes, sizes, answers, possible })
    }

    /// The first of these axes, as those of a table by themselves.
    pub(crate) fn first(self: &Arc<Self>, axes: usize) -> Arc<Self> {
        if axes == self.sizes.len() {
            return self.clone();
        }
        let cells = self.sizes[axes..].iter().map(|&size| to_index(size)).product();
        let of_first = |possible: &Arc<[bool]>| -> Vec<bool> {
            possible.chunks(cells).map(|cells| cells.contains(&true)).collect()
        };
        let possible = self.possible.as_ref().map(of_first).filter(|possible| possible.contains(&false));
        Arc::new(Self {
            plan: self.plan,
            attributes: self.attributes[..axes].into(),
            names: self.names[..axes].into(),
            categories: self.categories[..axes].into(),
            sizes: self.sizes[..axes].into(),
            answers: self.answers[..axes].into(),
            possible: possible.map(Arc::from),
        })
    }

    /// The fingerprint of the table's plan, or `None` in experiments with a bare schema.
    #[must_use]
    pub fn plan(&self) -> Option<Fingerprint> {
        self.plan
    }

    /// The positions of the attributes among the questions, in the order of the axes.
    #[must_use]
    pub fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// The names of the attributes.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The position of the attribute `name` among the questions.
    ///
    /// # Errors
    /// `unknown-attribute` if no axis has this name.
    pub fn position(&self, name: &str) -> Result<usize, Error> {
        let axis = self.names.iter().position(|own| own == name);
        axis.map(|axis| self.attributes[axis]).ok_or_else(|| {
            let names = self.names.join(",");
            Error::new(
                Code::UnknownAttribute,
                format!("no attribute of table \"{names}\" is named \"{name}\""),
            )
        })
    }

    /// The name of the attribute at this position among the questions, if it is an axis.
    pub(super) fn name_at(&self, attribute: usize) -> Option<&str> {
        let axis = self.attributes.iter().position(|own| *own == attribute);
        axis.map(|axis| self.names[axis].as_str())
    }

    /// The category values along every axis.
    #[must_use]
    pub fn categories(&self) -> &[Vec<String>] {
        &self.categories
    }

    /// The number of categories along every axis.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Which of the categories along every axis are valid answers ([`Attribute::is_answer`](crate::Attribute::is_answer)).
    #[must_use]
    pub fn answers(&self) -> &[Vec<bool>] {
        &self.answers
    }

    /// Which cells some record can fall into; `None` where that is all of them ([`Schema::possible_cells`]).
    #[must_use]
    pub fn possible(&self) -> Option<&Arc<[bool]>> {
        self.possible.as_ref()
    }

    /// The index of the cell with these categories, one for every axis.
    ///
    /// # Errors
    /// `unknown-category`.
    pub fn cell(&self, categories: &[impl AsRef<str>]) -> Result<usize, Error> {
        if categories.len() != self.names.len() {
            let (given, names) = (categories.len(), self.names.join(","));
            let message = format!(
                "{given} categories were given for a cell of table \"{names}\"; it needs one for each attribute"
            );
            return Err(Error::new(Code::UnknownCategory, message));
        }
        let mut axes = self.names.iter().zip(&self.categories).zip(categories);
        axes.try_fold(0, |cell, ((name, values), wanted)| {
            let wanted = wanted.as_ref();
            let place = values.iter().position(|value| value == wanted).ok_or_else(|| {
                Error::new(Code::UnknownCategory, format!("\"{wanted}\" is not a category of \"{name}\""))
            })?;
            Ok(cell * values.len() + place)
        })
    }

    /// The category values of a cell.
    #[must_use]
    pub fn categories_of(&self, cell: usize) -> Vec<&str> {
        self.categories_along(0..self.categories.len(), cell)
    }

    /// The category values of a cell of the table over the given axes, in their order, the last one fastest.
    #[must_use]
    pub fn categories_along(
        &self,
        axes: impl DoubleEndedIterator<Item = usize>,
        mut cell: usize,
    ) -> Vec<&str> {
        let mut values = Vec::new();
        for axis in axes.rev() {
            let own = &self.categories[axis];
            values.push(own[cell % own.len()].as_str());
            cell /= own.len();
        }
        values.reverse();
        values
    }
}
