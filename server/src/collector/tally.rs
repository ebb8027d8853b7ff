//! The one thread that counts.
//!
//! A table is counted from the database when it is first asked for (about 50 ms for 100,000 reports), kept, and
//! from then on every stored report is added to it: asking again costs nothing however many reports
//! there are. Counting has a connection and a thread of its own, so that no question, however large,
//! makes a report wait.
//!
//! A plan's number of reports only grows, and grows with every transaction: it tells which stored
//! reports a table counted from a snapshot holds already.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use candor::count::Table;
use candor::{Code, Error};
use tokio::sync::oneshot;

use crate::store::{Published, Snapshot};
use crate::tables::{MOST_CELLS, Selection};

/// Where stored reports are told and tables asked for.
#[derive(Clone)]
pub struct Tally {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Stored { plan: i64, perturbed: Vec<Vec<u32>>, total: u64 },
    Count { question: Question, reply: oneshot::Sender<Result<Vec<Table>, Error>> },
}

struct Question {
    published: Arc<Published>,
    selection: Selection,
}

impl Tally {
    /// Starts the thread; it ends when every `Tally` is gone.
    ///
    /// # Errors
    /// `io`.
    pub fn start(database: &Path) -> Result<(Self, JoinHandle<()>), Error> {
        let mut kept = Kept { snapshot: Snapshot::open(database)?, tables: HashMap::new() };
        let (jobs, receiver) = mpsc::channel();
        let thread = thread::spawn(move || receiver.into_iter().for_each(|job| kept.perform(job)));
        Ok((Self { jobs }, thread))
    }

    /// Adds reports that were committed; `total` is how many the plan has with them.
    pub fn stored(&self, plan: i64, perturbed: Vec<Vec<u32>>, total: u64) {
        // Without the thread nobody can ask for tables either.
        drop(self.jobs.send(Job::Stored { plan, perturbed, total }));
    }

    /// The tables selected, with every report stored before this was asked.
    ///
    /// # Errors
    /// `io`.
    pub async fn tables(&self, published: Arc<Published>, selection: Selection) -> Result<Vec<Table>, Error> {
        let (reply, tables) = oneshot::channel();
        let gone = || Error::new(Code::Io, "the collector is shutting down");
        let question = Question { published, selection };
        self.jobs.send(Job::Count { question, reply }).map_err(|_| gone())?;
        tables.await.map_err(|_| gone())?
    }
}

/// The tables kept, by plan number and attribute positions.
struct Kept {
    snapshot: Snapshot,
    tables: HashMap<i64, HashMap<Vec<usize>, Counted>>,
}

/// A table of the first `reports` reports of its plan.
struct Counted {
    table: Table,
    reports: u64,
}

impl Counted {
    fn add(&mut self, answers: &[Vec<u32>], total: u64) -> Result<(), Error> {
        self.reports = total;
        answers.iter().try_for_each(|answers| self.table.add_perturbed(answers))
    }
}

impl Kept {
    fn perform(&mut self, job: Job) {
        match job {
            Job::Stored { plan, perturbed, total } => self.add(plan, &perturbed, total),
            // Who asked may have gone away meanwhile.
            Job::Count { question, reply } => drop(reply.send(self.answer(&question))),
        }
    }

    fn add(&mut self, plan: i64, perturbed: &[Vec<u32>], total: u64) {
        let Some(tables) = self.tables.get_mut(&plan) else { return };
        // A table that refuses a report is counted anew from the database when it is asked for.
        tables.retain(|_, counted| counted.reports >= total || counted.add(perturbed, total).is_ok());
    }

    fn answer(&mut self, question: &Question) -> Result<Vec<Table>, Error> {
        self.count_missing(question)?;
        let tables = self.tables.entry(question.published.number()).or_default();
        let wanted = question.selection.attributes().iter();
        Ok(wanted
            .filter_map(|attributes| tables.get(attributes))
            .map(|counted| counted.table.clone())
            .collect())
    }

    /// Counts the tables not kept yet, in one pass over the reports.
    fn count_missing(&mut self, question: &Question) -> Result<(), Error> {
        let plan = question.published.plan();
        let mut missing = question.selection.empty(plan)?;
        self.make_room(&missing);
        let tables = self.tables.entry(question.published.number()).or_default();
        missing.retain(|table| !tables.contains_key(table.axes().attributes()));
        if missing.is_empty() {
            return Ok(());
        }
        let reports = self
            .snapshot
            .reports(plan, |report| missing.iter_mut().try_for_each(|table| table.add(&report)))?;
        tables.extend(
            missing.into_iter().map(|table| (table.axes().attributes().to_vec(), Counted { table, reports })),
        );
        Ok(())
    }

    /// Forgets everything when the tables asked for would not fit beside what is kept.
    fn make_room(&mut self, wanted: &[Table]) {
        let kept = self.tables.values().flat_map(HashMap::values).map(|counted| counted.table.counts().len());
        let wanted = wanted.iter().map(|table| table.counts().len());
        if kept.chain(wanted).sum::<usize>() > 2 * MOST_CELLS {
            self.tables.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use candor::design::Survey;
    use candor::report::Report;
    use tokio::runtime::{Builder, Runtime};

    use super::*;
    use crate::common::plan_of;
    use crate::store::{Arrival, Store};
    use crate::tables::Room;

    struct Bench {
        runtime: Runtime,
        store: Store,
        published: Arc<Published>,
        tally: Tally,
        _directory: tempfile::TempDir,
    }

    impl Bench {
        fn new() -> Self {
            let survey =
                r#"{"survey":"s","attributes":[{"name":"a","categories":["no","yes"],"epsilon":1}]}"#;
            let survey = Survey::from_json(survey).expect("a survey");
            let directory = tempfile::tempdir().expect("a directory");
            let path = directory.path().join("candor.db");
            let mut store = Store::open(&path).expect("a store");
            store.publish(&plan_of(&survey)).expect("done");
            let published = Arc::new(store.plans().expect("plans").remove(0));
            let (tally, _) = Tally::start(&path).expect("a tally");
            let runtime = Builder::new_current_thread().build().expect("a runtime");
            Self { runtime, store, published, tally, _directory: directory }
        }

        /// Commits reports with these ids; what the tally is to be told of them.
        fn commit(&mut self, ids: core::ops::Range<u8>) -> (i64, Vec<Vec<u32>>, u64) {
            let report =
                |id| Report::from_perturbed(self.published.plan(), [id; 16], vec![1]).expect("a report");
            let published = &self.published;
            let arrivals = ids.map(|id| Arrival { published: Arc::clone(published), report: report(id) });
            let accepted = self.store.accept(&[arrivals.collect()]).expect("done");
            let (plan, (perturbed, total)) = accepted.stored.into_iter().next().expect("something new");
            (plan, perturbed, total)
        }

        fn counted(&self) -> u64 {
            let selection = Selection::new(self.published.plan().schema(), &[], false, Room::Shared)
                .expect("a selection");
            let tables = self.tally.tables(Arc::clone(&self.published), selection);
            self.runtime.block_on(tables).expect("tables")[0].total()
        }
    }

    #[test]
    fn a_report_in_the_snapshot_is_not_added_again_when_it_is_told_late() {
        let mut bench = Bench::new();
        let (plan, perturbed, total) = bench.commit(0..3);
        assert_eq!(bench.counted(), 3);
        bench.tally.stored(plan, perturbed, total);
        assert_eq!(bench.counted(), 3);
    }

    #[test]
    fn a_kept_table_has_what_was_told_since() {
        let mut bench = Bench::new();
        assert_eq!(bench.counted(), 0);
        for (ids, count) in [(0..3, 3), (3..5, 5)] {
            let (plan, perturbed, total) = bench.commit(ids);
            bench.tally.stored(plan, perturbed, total);
            assert_eq!(bench.counted(), count);
        }
    }
}
