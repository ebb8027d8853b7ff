//! Reads reports from Parquet with the plan's plain columns and joined columns.

use std::path::Path;

use candor::Error;

use super::{Classes, declared, of_id};
use crate::reports::parquet::{Besides, Row, read_rows};

impl Classes<'_> {
    pub(super) fn parquet(&mut self, path: &Path) -> Result<(), Error> {
        let (plan, watch) = (self.plan, self.watch);
        let mut joined = self.clear.columns();
        joined.retain(|name| !plan.plain().iter().any(|column| column.name == *name));
        joined.sort();
        joined.dedup();
        let besides = Besides { joined, ignored: self.clear.ignore.clone() };
        let own = plan.fingerprint().to_string();
        let each = |row: &Row<'_>| match row.plan {
            Some(plan) if plan != own => {
                self.summary.other_plan += 1;
                Ok(())
            }
            _ => self.row(row, &besides.joined),
        };
        read_rows(path, plan, &besides, each, watch)
    }

    fn row(&mut self, row: &Row<'_>, joined: &[String]) -> Result<(), Error> {
        let (plan, numbers) = (self.plan, row.numbers()?);
        let drawn = match row.report(plan, &numbers)? {
            Some(report) if self.ids.repeats(&report)? => {
                self.summary.repeated += 1;
                return Ok(());
            }
            Some(report) => of_id(report.id()),
            None => self.of_row(),
        };
        let plain = &numbers[numbers.len().saturating_sub(plan.plain().len())..];
        let value = |name: &str| match joined.iter().position(|column| column == name) {
            Some(place) => Some(row.joined(place)),
            None => declared(plan, plain, name),
        };
        self.add(&value, &numbers, drawn)
    }
}
