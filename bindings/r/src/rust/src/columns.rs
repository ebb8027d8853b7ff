//! Data frames: columns whose cells are text.

use candor::{Code, Error};
use candor_bindings::reading::Origin;
use candor_bindings::rows::{EachRow, Rows};
use candor_input::Watch;
use extendr_api::prelude::*;
use extendr_api::Rany;

/// After how many rows an interrupt is looked for.
const BATCH: usize = 10_000;

/// A data frame, copied so that another thread can read it.
pub(crate) struct Columns {
    names: Vec<String>,
    cells: Vec<Vec<Option<String>>>,
}

impl Columns {
    /// Copies a data frame. Factors have been made text.
    ///
    /// # Errors
    /// `invalid-csv` for a column of neither text nor numbers.
    pub(crate) fn of(frame: &List) -> core::result::Result<Self, Error> {
        let (mut names, mut cells) = (Vec::new(), Vec::new());
        for (name, column) in frame.iter() {
            cells.push(texts(&column).ok_or_else(|| {
                Error::new(Code::InvalidCsv, format!("column {name:?} has to hold either text or numbers"))
            })?);
            names.push(name.to_owned());
        }
        Ok(Self { names, cells })
    }
}

fn texts(column: &Robj) -> Option<Vec<Option<String>>> {
    let number = |number: f64| (!number.is_nan()).then(|| number.to_string());
    Some(match column.as_any() {
        Rany::Strings(cells) => {
            cells.iter().map(|cell| (!cell.is_na()).then(|| cell.as_ref().to_owned())).collect()
        }
        Rany::Doubles(cells) => cells.iter().map(|cell| number(cell.0)).collect(),
        Rany::Integers(cells) => {
            cells.iter().map(|cell| (!cell.is_na()).then(|| cell.0.to_string())).collect()
        }
        // A column of nothing but NA is one of logical values.
        Rany::Logicals(cells) => {
            cells.iter().map(|cell| (!cell.is_na()).then(|| cell.is_true().to_string())).collect()
        }
        _ => return None,
    })
}

impl Rows for Columns {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn rows(self, watch: &dyn Watch, each: &mut EachRow<'_>) -> core::result::Result<(), Error> {
        for row in 0..self.cells.first().map_or(0, Vec::len) {
            if row % BATCH == 0 {
                watch.goes_on()?;
            }
            let cells: Vec<Option<&str>> = self.cells.iter().map(|column| column[row].as_deref()).collect();
            each(&cells).map_err(|error| error.at(format_args!("row {}", row + 1)))?;
        }
        Ok(())
    }
}

/// The files, given by their names, and data frames in a list.
///
/// # Errors
/// Those of [`Columns::of`]; `invalid-options` for what is neither.
pub(crate) fn sources(of: &List) -> core::result::Result<Vec<Origin<Columns>>, Error> {
    let source = |source: Robj| match (source.as_str(), source.as_list()) {
        (Some(path), _) => Ok(Origin::File(path.into())),
        (None, Some(frame)) => Columns::of(&frame).map(Origin::Rows),
        (None, None) => Err(Error::new(Code::InvalidCsv, "a source is the name of a file or a data frame")),
    };
    of.values().map(source).collect()
}
