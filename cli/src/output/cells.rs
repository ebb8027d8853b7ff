//! The columns of reports in CSV and Parquet, and their cells as text.

use std::borrow::Cow;

use candor::Attribute;
use candor::plan::Plan;
use candor::report::Report;

/// The columns whose cells are category values: plain columns and, if the plan is unlabelled, its attributes.
pub(super) fn valued(plan: &Plan) -> &[Attribute] {
    let skipped = if plan.law().is_unlabelled() { 0 } else { plan.columns() };
    &plan.table_schema().attributes()[skipped..]
}

/// The names of all columns. `labelled` is the name of a labelled plan's column of numbers.
pub(super) fn names<'p>(plan: &'p Plan, labelled: &'p str) -> Vec<&'p str> {
    let numbers = (!plan.law().is_unlabelled()).then_some(labelled);
    numbers.into_iter().chain(valued(plan).iter().map(Attribute::name)).collect()
}

/// The cells of a report in these columns.
pub(super) fn cells<'p>(plan: &'p Plan, report: &Report) -> Vec<Cow<'p, str>> {
    let (all, is_labelled) = (report.numbers(), !plan.law().is_unlabelled());
    let rest = if is_labelled { report.plain() } else { &all };
    let value = |(attribute, &answer): (&'p Attribute, &u32)| {
        Cow::Borrowed(attribute.categories()[answer as usize].value())
    };
    let numbers = is_labelled.then(|| Cow::Owned(numbers(report)));
    numbers.into_iter().chain(valued(plan).iter().zip(rest).map(value)).collect()
}

/// The perturbed numbers of a report, separated by blanks.
pub(super) fn numbers(report: &Report) -> String {
    report.perturbed().iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}
