//! Reads reports from CSV with the plan's plain columns and joined columns.

use std::collections::HashMap;

use candor::{Code, Error};
use candor_documents::reports::rows::Reading;
use csv::StringRecord;

use super::Classes;
use crate::columns;
use crate::source::Source;

impl Classes<'_> {
    pub(super) fn rows(&mut self, source: Source) -> Result<(), Error> {
        let mut rows = csv::Reader::from_reader(source);
        let header = rows.headers().map_err(|error| columns::refused(0, &error))?.clone();
        let named: Vec<String> = [self.clear.columns(), self.clear.ignore.clone()].concat();
        if let Some(name) = named.iter().find(|name| !header.iter().any(|column| column == *name)) {
            return Err(Error::new(Code::UnknownColumn, format!("the header has no column {name:?}")));
        }
        let is_declared = |name: &String| self.plan.plain().iter().any(|column| column.name == *name);
        let besides: Vec<String> = named.into_iter().filter(|name| !is_declared(name)).collect();
        let reading = Reading::new(self.plan, &header.iter().collect::<Vec<_>>(), &besides)?;
        let positions: HashMap<&str, usize> = header.iter().zip(0..).collect();
        let (mut cells, mut perturbed, mut row) = (StringRecord::new(), Vec::new(), 1_u64);
        while rows.read_record(&mut cells).map_err(|error| columns::refused(row, &error))? {
            let value = |column: &str| positions.get(column).and_then(|&position| cells.get(position));
            let drawn = self.of_row();
            let read = reading
                .perturbed(&cells.iter().collect::<Vec<_>>(), &mut perturbed)
                .and_then(|()| self.add(&value, &perturbed, drawn));
            read.map_err(|error| error.at(format_args!("row {row}")))?;
            row += 1;
        }
        Ok(())
    }
}
