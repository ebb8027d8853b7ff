//! Tables of other programs, whose cells are text.

use candor::report::Report;
use candor::{Code, Error};
use candor_documents::reports::Tally;
use candor_documents::reports::rows::Reading;
use candor_input::Watch;
use candor_input::reports::id_of;

/// The columns of a table of reports that are not answers.
const BESIDES: [&str; 2] = ["id", "plan"];

/// What is done with the cells of a row; `None` is an empty cell.
pub type EachRow<'a> = dyn FnMut(&[Option<&str>]) -> Result<(), Error> + 'a;

/// A table of another program.
pub trait Rows {
    /// The names of the columns.
    fn names(&self) -> Vec<String>;

    /// Passes the cells of every row to `each`.
    ///
    /// # Errors
    /// Those of `each`, with the row; that of `watch`; that of a column that is of neither text nor numbers.
    fn rows(self, watch: &dyn Watch, each: &mut EachRow<'_>) -> Result<(), Error>;
}

/// Counts a report for every row: perturbed values under the names of questions and, if there are such columns, ids and fingerprints of plans.
///
/// # Errors
/// `unknown-column`, `unknown-category`, `invalid-report`, `id-conflict`, with the row; those of [`Rows::rows`].
pub fn count(rows: impl Rows, tally: &mut Tally, watch: &dyn Watch) -> Result<(), Error> {
    let (plan, names) = (tally.plan(), rows.names());
    let own: Vec<String> = tally.plans().iter().map(|plan| plan.fingerprint().to_string()).collect();
    let is_beside = |name: &&str| plan.table_schema().position(name).is_err();
    let besides: Vec<String> = BESIDES.into_iter().filter(is_beside).map(str::to_owned).collect();
    let place = |name: &str| {
        let beside = besides.iter().any(|beside| beside == name);
        names.iter().position(|own| beside && own == name)
    };
    let (id, of_plan) = (place("id"), place("plan"));
    let header: Vec<&str> = names.iter().map(String::as_str).collect();
    let reading = Reading::new(&plan, &header, &besides)?;
    let mut perturbed = Vec::new();
    rows.rows(watch, &mut |cells| {
        let cells = cells.iter().copied().collect::<Option<Vec<&str>>>();
        let cells = cells.ok_or_else(|| {
            Error::new(Code::InvalidReport, "a cell is empty; every report has all answers")
        })?;
        if of_plan.is_some_and(|place| !own.iter().any(|own| own == cells[place])) {
            tally.of_another_plan(1);
            return Ok(());
        }
        reading.perturbed(&cells, &mut perturbed)?;
        match id {
            Some(place) => {
                let id = id_of(cells[place].as_bytes())?;
                tally.identified(&Report::from_perturbed(&plan, id, perturbed.as_slice().into())?)
            }
            None => tally.anonymous(&perturbed),
        }
    })
}
