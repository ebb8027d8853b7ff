//! One estimated table, and how it is written as JSON.

use candor::count::{Axes, Table};
use candor::estimate::{Cell, Conditional, Covariance, Difference, Errors, Estimate, Estimation, Misfit};
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::asked::Asked;

/// One estimated table.
pub struct EstimatedTable {
    misfit: Option<Misfit>,
    estimate: Estimate,
    grouped: Option<Grouped>,
    covariance: Option<Covariance>,
}

/// Shares within groups, and what sets every group apart from the group of reference.
pub struct Grouped {
    given: Vec<String>,
    conditional: Conditional,
    differences: Vec<Difference>,
}

impl Grouped {
    fn new(plan: &Plan, errors: &Errors<'_>, asked: &Asked) -> Result<Option<Self>, Error> {
        if asked.given.is_empty() {
            return Ok(None);
        }
        let position = |name: &String| plan.schema().position(name);
        let given = asked.given.iter().map(position).collect::<Result<Vec<_>, _>>()?;
        let reference = reference(plan.schema(), &given, &asked.reference)?;
        Ok(Some(Self {
            given: asked.given.clone(),
            conditional: errors.conditional(&given)?,
            differences: errors.differences(&given, reference)?,
        }))
    }
}

/// The cell of the group of reference in the table over `given`; without one named, the first.
fn reference(schema: &Schema, given: &[usize], categories: &[String]) -> Result<usize, Error> {
    if categories.is_empty() {
        return Ok(0);
    }
    let refused = || {
        let message = format!("{categories:?} is no group: a category of every attribute in --given");
        Error::new(Code::InvalidGroups, message)
    };
    if categories.len() != given.len() {
        return Err(refused());
    }
    given.iter().zip(categories).try_fold(0, |group, (&attribute, wanted)| {
        let categories = schema.attributes()[attribute].categories();
        let place = categories.iter().position(|category| category.value() == wanted).ok_or_else(refused)?;
        Ok(group * categories.len() + place)
    })
}

impl EstimatedTable {
    /// The estimates of one table, with errors beyond those of single cells where they are asked for.
    pub(super) fn new<'p>(
        plan: &'p Plan,
        table: Table,
        asked: &Asked,
    ) -> Result<(Self, Option<Errors<'p>>), Error> {
        let estimation = Estimation::new(plan, table, &asked.options)?;
        let misfit = estimation.misfit();
        let (estimate, errors) = if asked.covariance || !asked.given.is_empty() {
            let (estimate, errors) = estimation.with_errors()?;
            (estimate, Some(errors))
        } else {
            (estimation.estimate()?, None)
        };
        let mut estimated = Self { misfit, estimate, grouped: None, covariance: None };
        estimated.add(plan, errors.as_ref(), asked)?;
        Ok((estimated, errors))
    }

    /// Takes estimates that were made consistent with other tables.
    pub(super) fn move_to(
        &mut self,
        plan: &Plan,
        estimate: Estimate,
        errors: Option<Errors<'_>>,
        asked: &Asked,
    ) -> Result<(), Error> {
        let errors = errors.map(|errors| errors.moved_to(&estimate));
        self.estimate = estimate;
        self.add(plan, errors.as_ref(), asked)
    }

    fn add(&mut self, plan: &Plan, errors: Option<&Errors<'_>>, asked: &Asked) -> Result<(), Error> {
        if let Some(errors) = errors {
            self.grouped = Grouped::new(plan, errors, asked)?;
            self.covariance = asked.covariance.then(|| errors.covariance()).transpose()?;
        }
        Ok(())
    }

    pub(super) fn axes(&self) -> &Axes {
        self.estimate.axes()
    }

    pub(super) fn misfit(&self) -> Option<&Misfit> {
        self.misfit.as_ref()
    }

    pub(super) fn estimate(&self) -> &Estimate {
        &self.estimate
    }

    /// The attributes that form groups; none for shares of all.
    pub(super) fn given(&self) -> &[String] {
        self.grouped.as_ref().map_or(&[], |grouped| &grouped.given)
    }

    pub(super) fn differences(&self) -> &[Difference] {
        self.grouped.as_ref().map_or(&[], |grouped| &grouped.differences)
    }

    /// The most that one forged report can move what is told of a cell, where that is bounded.
    pub(super) fn influence(&self) -> Option<f64> {
        match &self.grouped {
            Some(grouped) => grouped.conditional.influence(),
            None => self.estimate.influence(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.estimate.shares().len()
    }

    /// The share of a cell: of all, or within its group.
    pub(super) fn cell(&self, place: usize) -> Cell {
        match &self.grouped {
            Some(grouped) => grouped.conditional.cells()[place],
            None => self.estimate.cell(place),
        }
    }

    /// The standard errors of noise and of sampling, where shares of all are given and the two are told apart.
    pub(super) fn parts(&self, place: usize) -> Option<[f64; 2]> {
        let noise = self.estimate.standard_errors_of_noise().filter(|_| self.grouped.is_none())?;
        Some([noise[place], self.estimate.standard_errors_of_sampling()?[place]])
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.len()).map(|place| self.cell(place))
    }
}

#[derive(Serialize)]
struct WrittenCell<'l> {
    categories: Vec<&'l str>,
    #[serde(flatten)]
    cell: Cell,
    #[serde(flatten)]
    parts: Option<WrittenParts>,
}

#[derive(Serialize)]
struct WrittenParts {
    standard_error_noise: f64,
    standard_error_sampling: f64,
}

impl From<[f64; 2]> for WrittenParts {
    fn from([standard_error_noise, standard_error_sampling]: [f64; 2]) -> Self {
        Self { standard_error_noise, standard_error_sampling }
    }
}

#[derive(Serialize)]
struct WrittenDifference<'l> {
    reference: Vec<&'l str>,
    categories: Vec<&'l str>,
    #[serde(flatten)]
    difference: Cell,
}

impl Serialize for EstimatedTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("table", 12)?;
        table.serialize_field("attributes", self.axes().names())?;
        table.serialize_field("method", &self.estimate.method().to_string())?;
        if self.estimate.projected() {
            table.serialize_field("projected", &true)?;
        }
        if let Some(reason) = self.estimate.reason() {
            table.serialize_field("reason", reason)?;
        }
        table.serialize_field("condition", &self.estimate.condition())?;
        table.serialize_field("influence", &self.influence())?;
        if let Some(misfit) = &self.misfit {
            table.serialize_field("misfit", misfit)?;
        }
        if let Some(convergence) = self.estimate.convergence() {
            table.serialize_field("convergence", convergence)?;
        }
        if self.grouped.is_some() {
            table.serialize_field("given", self.given())?;
        }
        table.serialize_field("cells", &Cells(self))?;
        if self.grouped.is_some() {
            let written = self.differences().iter().map(|apart| WrittenDifference {
                reference: self.axes().categories_of(apart.reference),
                categories: self.axes().categories_of(apart.cell),
                difference: apart.difference,
            });
            table.serialize_field("differences", &written.collect::<Vec<_>>())?;
        }
        if let Some(covariance) = &self.covariance {
            table.serialize_field("covariance", covariance)?;
        }
        table.end()
    }
}

struct Cells<'t>(&'t EstimatedTable);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cells = serializer.serialize_seq(Some(self.0.len()))?;
        for (place, cell) in self.0.cells().enumerate() {
            let parts = self.0.parts(place).map(WrittenParts::from);
            let categories = self.0.axes().categories_of(place);
            cells.serialize_element(&WrittenCell { categories, cell, parts })?;
        }
        cells.end()
    }
}
