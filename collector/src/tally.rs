//! The only thread that counts.
//!
//! Tables that are counted at rest ([`crate::store::AtRest`]) are read; any other is counted from the database when it is first asked for
//! (about 50 ms for 100,000 reports). Both are cached until the plan's next step, so all tables of a plan cover the same reports, and
//! asking again costs nothing, however many reports there are. Counting has its own connection and thread, so that no request, however
//! large, makes a report wait.
//!
//! Whenever a table is read or counted, what is read is checked against what was stored. After the start the whole database is checked
//! once, while requests are already served.

use std::collections::HashMap;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use candor::count::{Table, Tables};
use candor::estimate::Stop;
use candor::{Code, Error};
use candor_documents::tables::{MOST_KEPT, Selection, is_linked};
use tokio::sync::oneshot;

use super::health::Health;
use crate::store::{Interrupt, Location, Moment, Published, Release, Snapshot};

/// The most numbers of subsets per cell of a table: some fifty megabytes at worst for all tables of a request.
const NUMBERS_A_CELL: usize = 1024;

/// The memory that each distinct subset takes besides its cells, in cells.
const OF_A_SUBSET: usize = 12;

/// A handle to the thread, to ask it for tables.
#[derive(Clone)]
pub struct Tally {
    jobs: mpsc::Sender<Job>,
    interrupts: Arc<[Interrupt]>,
    stop: Stop,
}

/// Tables of one moment, in the order of the request.
pub struct Counted {
    /// The plan's step. Within a step, the table of an attribute set does not change.
    pub step: i64,
    /// The tables.
    pub tables: Vec<Arc<Table>>,
}

enum Job {
    Count(Question),
    End,
}

struct Question {
    published: Arc<Published>,
    selection: Selection,
    /// Whether tables must keep the subsets of labelled reports.
    subsets: bool,
    stop: Stop,
    reply: oneshot::Sender<Result<Counted, Error>>,
}

impl Tally {
    /// Starts the counting thread, and one that checks the database; both end after [`Tally::end`], or when every `Tally` has been dropped.
    ///
    /// # Errors
    /// `io`.
    pub fn start(
        database: &Location,
        release: Release,
        health: Arc<Health>,
    ) -> Result<(Self, JoinHandle<()>), Error> {
        let (snapshot, whole) = (Snapshot::open(database)?, Snapshot::open(database)?);
        let interrupts = Arc::new([snapshot.interrupt(), whole.interrupt()]);
        let (jobs, receiver) = mpsc::channel::<Job>();
        let stop = Stop::default();
        let checking = {
            let (health, stop) = (Arc::clone(&health), stop.clone());
            thread::spawn(move || health.checked(whole.check(&stop).map(drop)))
        };
        let thread = thread::spawn(move || {
            let mut kept = KeptTables { snapshot, release, plans: HashMap::new() };
            while let Ok(Job::Count(question)) = receiver.recv() {
                let counted = health.sound().and_then(|()| kept.count(&question));
                // The requester may have gone away.
                drop(question.reply.send(counted));
            }
            // Its findings are in the health.
            drop(checking.join());
        });
        Ok((Self { jobs, interrupts, stop }, thread))
    }

    /// The flag that [`Tally::end`] raises.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Returns the selected tables of released reports, with the `subsets` of labelled reports if asked for, unless those take more than
    /// `NUMBERS_A_CELL`.
    ///
    /// # Errors
    /// `too-few-reports` before the first release; `stopped`; `damaged-database`; `io`.
    pub async fn tables(
        &self,
        published: Arc<Published>,
        selection: Selection,
        subsets: bool,
        stop: Stop,
    ) -> Result<Counted, Error> {
        let (reply, tables) = oneshot::channel();
        let gone = || Error::new(Code::ShuttingDown, "the collector is shutting down");
        let subsets = subsets && !published.plan().law().is_unlabelled();
        let question = Question { published, selection, subsets, stop, reply };
        self.jobs.send(Job::Count(question)).map_err(|_| gone())?;
        tables.await.map_err(|_| gone())?
    }

    /// Makes both threads end, and interrupts whatever they read. Later requests get the error `shutting-down`.
    pub fn end(&self) {
        self.stop.stop();
        self.interrupts.iter().for_each(Interrupt::interrupt);
        // If nobody receives it, the thread has ended.
        drop(self.jobs.send(Job::End));
    }
}

/// The cached tables, by plan number.
struct KeptTables {
    snapshot: Snapshot,
    release: Release,
    plans: HashMap<i64, Step>,
}

/// The tables of a step, by attribute positions, how many of these were asked for, and whether they keep subsets.
#[derive(Default)]
struct Step {
    number: i64,
    tables: HashMap<(Vec<usize>, usize, bool), Arc<Table>>,
}

impl KeptTables {
    fn count(&mut self, question: &Question) -> Result<Counted, Error> {
        question.stop.check()?;
        let moment = self.moment(&question.published)?;
        let mut missing = question.selection.empty(question.published.plan())?;
        let key = |table: &Table| (table.axes().attributes().to_vec(), table.asked(), question.subsets);
        let wanted: Vec<_> = missing.iter().map(key).collect();
        self.make_room(&missing);
        let step = self.plans.entry(question.published.number()).or_default();
        if step.number != moment.step {
            *step = Step { number: moment.step, tables: HashMap::new() };
        }
        missing.retain(|table| !step.tables.contains_key(&key(table)));
        if question.subsets {
            // Subsets are not counted at rest.
            missing = missing.into_iter().map(keeping_subsets).collect();
        }
        if !question.subsets && !missing.is_empty() {
            let published = &question.published;
            // Tables with the questions that hang on theirs are not counted at rest either.
            let alone = missing.iter().filter(|table| !is_linked(table));
            let alone: Vec<_> = alone.map(|table| table.axes().attributes().to_vec()).collect();
            let (read, found) = self.snapshot.at_rest(published.plan(), published.at_rest(), &alone)?;
            if read.step != moment.step {
                return self.count(question);
            }
            let found = found.into_iter().flatten();
            step.tables.extend(found.map(|table| (key(&table), Arc::new(table))));
            missing.retain(|table| !step.tables.contains_key(&key(table)));
        }
        if !missing.is_empty() {
            (step.number, missing) = count(&self.snapshot, question, missing)?;
            if step.number != moment.step {
                // A new step was released in between: count everything again.
                return self.count(question);
            }
        }
        step.tables.extend(missing.into_iter().map(|table| (key(&table), Arc::new(table))));
        let tables = wanted.iter().filter_map(|key| step.tables.get(key)).cloned().collect();
        Ok(Counted { step: step.number, tables })
    }

    fn moment(&self, published: &Published) -> Result<Moment, Error> {
        let moment = self.snapshot.moment(published.plan())?;
        if self.release.shown(moment.released) == 0 {
            let message = if self.release.at_close {
                "totals are released once, when the survey takes no more reports, unless these are fewer than that needs"
            } else {
                "there are fewer reports than the first release of totals needs"
            };
            return Err(Error::new(Code::TooFewReports, message));
        }
        Ok(moment)
    }

    /// Empties the cache if the requested tables would not fit in memory together with it.
    fn make_room(&mut self, wanted: &[Table]) {
        let kept = self.plans.values().flat_map(|step| step.tables.values()).map(|table| numbers(table));
        let wanted = wanted.iter().map(numbers);
        if kept.chain(wanted).sum::<usize>() > MOST_KEPT {
            self.plans.clear();
        }
    }
}

fn keeping_subsets(table: Table) -> Table {
    let cells = table.counts().len();
    table.keeping_subsets(NUMBERS_A_CELL * cells)
}

/// The memory that a table takes, in cells.
fn numbers(table: &Table) -> usize {
    let subsets = table.by_view().filter_map(|seen| seen.subsets).flat_map(|subsets| subsets.keys());
    table.counts().len() + subsets.map(|subset| subset.len() / 2 + OF_A_SUBSET).sum::<usize>()
}

/// Counts tables in one pass over the reports, and returns their step with them.
fn count(snapshot: &Snapshot, question: &Question, tables: Vec<Table>) -> Result<(i64, Vec<Table>), Error> {
    let mut tables = Tables::new(tables)?;
    let moment = snapshot.released(question.published.plan(), |report| {
        question.stop.check()?;
        tables.add(&report)
    })?;
    Ok((moment.step, tables.into_tables()))
}
