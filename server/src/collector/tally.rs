//! The one thread that counts.
//!
//! A table is counted from the database when it is first asked for (about 50 ms for 100,000 reports) and kept until its
//! plan's totals take their next step: all tables of a plan are of the same reports, and asking again costs nothing however many
//! there are. Counting has a connection and a thread of its own, so that no question, however large, makes a report wait.
//!
//! What is read is compared with what was stored, once as a whole after the start, and whenever a table is counted.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use candor::count::Table;
use candor::estimate::Stop;
use candor::{Code, Error};
use rusqlite::InterruptHandle;
use tokio::sync::oneshot;

use super::health::Health;
use crate::store::{Moment, Published, Snapshot};
use crate::tables::{MOST_CELLS, Selection};

/// The most cells of the tables that are kept.
const MOST_KEPT: usize = 10 * MOST_CELLS;

/// Where tables are asked for.
#[derive(Clone)]
pub struct Tally {
    jobs: mpsc::Sender<Question>,
    interrupt: Arc<InterruptHandle>,
}

/// Tables of one moment, in the order of the question.
pub struct Counted {
    /// The plan's step, at which the tables of the same attributes are the same.
    pub step: i64,
    /// The tables.
    pub tables: Vec<Arc<Table>>,
}

struct Question {
    published: Arc<Published>,
    selection: Selection,
    stop: Stop,
    reply: oneshot::Sender<Result<Counted, Error>>,
}

impl Tally {
    /// Starts the thread, which checks the database first; it ends when every `Tally` is gone.
    ///
    /// # Errors
    /// `io`.
    pub fn start(database: &Path, health: Arc<Health>) -> Result<(Self, JoinHandle<()>), Error> {
        let snapshot = Snapshot::open(database)?;
        let interrupt = Arc::new(snapshot.interrupt());
        let (jobs, receiver) = mpsc::channel::<Question>();
        let thread = thread::spawn(move || {
            health.checked(snapshot.check().map(drop));
            let mut kept = Kept { snapshot, plans: HashMap::new() };
            for question in receiver {
                let counted = health.sound().and_then(|()| kept.counted(&question));
                // Who asked may have gone away meanwhile.
                drop(question.reply.send(counted));
            }
        });
        Ok((Self { jobs, interrupt }, thread))
    }

    /// The tables selected, of the reports that totals are told of.
    ///
    /// # Errors
    /// `too-few-reports` before the first step; `stopped`; `damaged-database`; `io`.
    pub async fn tables(
        &self,
        published: Arc<Published>,
        selection: Selection,
        stop: Stop,
    ) -> Result<Counted, Error> {
        let (reply, tables) = oneshot::channel();
        let gone = || Error::new(Code::ShuttingDown, "the collector is shutting down");
        let question = Question { published, selection, stop, reply };
        self.jobs.send(question).map_err(|_| gone())?;
        tables.await.map_err(|_| gone())?
    }

    /// Breaks off what is being read, before the end.
    pub fn interrupt(&self) {
        self.interrupt.interrupt();
    }
}

/// The tables kept, by plan number.
struct Kept {
    snapshot: Snapshot,
    plans: HashMap<i64, Step>,
}

/// The tables of a step, by attribute positions.
#[derive(Default)]
struct Step {
    number: i64,
    tables: HashMap<Vec<usize>, Arc<Table>>,
}

impl Kept {
    fn counted(&mut self, question: &Question) -> Result<Counted, Error> {
        question.stop.check()?;
        let moment = self.moment(&question.published)?;
        let mut missing = question.selection.empty(question.published.plan())?;
        self.make_room(&missing);
        let step = self.plans.entry(question.published.number()).or_default();
        if step.number != moment.step {
            *step = Step { number: moment.step, tables: HashMap::new() };
        }
        missing.retain(|table| !step.tables.contains_key(table.axes().attributes()));
        if !missing.is_empty() {
            step.number = count(&self.snapshot, question, &mut missing)?;
            if step.number != moment.step {
                // The totals took a step in between: everything is counted again.
                return self.counted(question);
            }
        }
        step.tables
            .extend(missing.into_iter().map(|table| (table.axes().attributes().to_vec(), Arc::new(table))));
        let wanted = question.selection.attributes().iter();
        let tables = wanted.filter_map(|attributes| step.tables.get(attributes)).cloned().collect();
        Ok(Counted { step: step.number, tables })
    }

    fn moment(&self, published: &Published) -> Result<Moment, Error> {
        let moment = self.snapshot.moment(published.plan())?;
        if moment.released == 0 {
            let message = "there are fewer reports than the first totals are told of";
            return Err(Error::new(Code::TooFewReports, message));
        }
        Ok(moment)
    }

    /// Forgets everything when the tables asked for would not fit beside what is kept.
    fn make_room(&mut self, wanted: &[Table]) {
        let kept =
            self.plans.values().flat_map(|step| step.tables.values()).map(|table| table.counts().len());
        let wanted = wanted.iter().map(|table| table.counts().len());
        if kept.chain(wanted).sum::<usize>() > MOST_KEPT {
            self.plans.clear();
        }
    }
}

/// Counts tables in one pass over the reports; the step they are of.
fn count(snapshot: &Snapshot, question: &Question, tables: &mut [Table]) -> Result<i64, Error> {
    let moment = snapshot.reports(question.published.plan(), |stored| {
        question.stop.check()?;
        match stored.is_released {
            true => tables.iter_mut().try_for_each(|table| table.add(&stored.report)),
            false => Ok(()),
        }
    })?;
    Ok(moment.step)
}
