//! Simulated reports: true answers of imagined people, perturbed by the plan's law.

use std::sync::Arc;

use candor::plan::Plan;
use candor::report::respond_with;
use candor::{Code, Error};
use candor_documents::counts::MOST_SUBSET_NUMBERS;
use candor_documents::reports::Tally;
use candor_documents::tables::{Room, Selection};
use candor_input::Watch;
use candor_input::answers::Encoding;
use candor_input::columns::Chosen;
use csv::StringRecord;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::counts::Counted;
use crate::rows::Rows;
use crate::work::Followed;

/// After how many people it is looked whether the work is to stop.
const BETWEEN_LOOKS: u64 = 10_000;

/// Perturbs the answers of imagined people as `candor perturb --seed` does, and counts them into the named tables, all questions and all pairs.
/// With `people`, that many rows are drawn, each from all of them; otherwise every row is one person.
///
/// # Errors
/// Those of [`Encoding`] and of the selection, with the row; `empty-sample` where people are drawn from no row; those of [`Rows::rows`].
pub fn simulate(
    plan: Arc<Plan>,
    truth: impl Rows,
    people: Option<u64>,
    seed: u64,
    tables: &[String],
    followed: &Followed,
) -> Result<Counted, Error> {
    let selection = Selection::new(plan.table_schema(), tables, false, Room::Own)?;
    let selection = selection.with_all_pairs(&plan, Room::Own)?;
    let empty = selection.empty_with_linked(&plan)?.into_iter();
    let empty = empty.map(|table| table.keeping_subsets(MOST_SUBSET_NUMBERS)).collect();
    let mut simulated = Simulated {
        encoding: Encoding::new(&plan, &StringRecord::from(truth.names()), &Chosen::default())?,
        tally: Tally::new(&plan, empty)?,
        plan: &plan,
        noise: ChaCha20Rng::seed_from_u64(seed),
    };
    match people {
        None => truth.rows(followed, &mut |cells| simulated.answer(&record(cells)))?,
        Some(people) => simulated.drawn(truth, people, seed, followed)?,
    }
    let summary = *simulated.tally.summary();
    let tables = simulated.tally.into_tables()?;
    Ok(Counted::new(plan, tables, summary, 1))
}

struct Simulated<'p> {
    plan: &'p Plan,
    encoding: Encoding<'p>,
    tally: Tally,
    noise: ChaCha20Rng,
}

impl Simulated<'_> {
    fn answer(&mut self, cells: &StringRecord) -> Result<(), Error> {
        let report = respond_with(self.plan, self.encoding.record(cells)?, &mut self.noise);
        let report = self.encoding.carried(report, cells)?;
        self.tally.anonymous(&report.numbers())
    }

    /// Answers for people who are drawn from the rows.
    fn drawn(&mut self, truth: impl Rows, people: u64, seed: u64, followed: &Followed) -> Result<(), Error> {
        let mut rows = Vec::new();
        truth.rows(followed, &mut |cells| {
            rows.push(record(cells));
            Ok(())
        })?;
        if rows.is_empty() {
            return Err(Error::new(Code::EmptySample, "there are 0 rows to draw people from"));
        }
        let mut choices = ChaCha20Rng::seed_from_u64(seed);
        choices.set_stream(1);
        for person in 0..people {
            if person % BETWEEN_LOOKS == 0 {
                followed.goes_on()?;
            }
            let place = (u128::from(choices.next_u64()) * rows.len() as u128) >> 64;
            let place = usize::try_from(place).unwrap_or_default();
            self.answer(&rows[place]).map_err(|error| error.at(format_args!("row {}", place + 1)))?;
        }
        Ok(())
    }
}

/// The cells of a row; one that is empty is no answer.
fn record(cells: &[Option<&str>]) -> StringRecord {
    cells.iter().map(|cell| cell.unwrap_or_default()).collect()
}
