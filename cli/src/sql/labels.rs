//! Counts reports with labels. They have one column of numbers: the label, if there are several, then for every unit of its form either a
//! cell or the bits of a subset of cells, 32 in each number.
//!
//! Plain columns are columns of their own. In the law they are the last units of every form; here their categories are the last numbers.
//!
//! Equal reports are grouped first, which leaves few if forms are small. Then every report is joined to the cells that each unit names, one
//! row per cell; for several units this gives their products, as [`candor::count::ViewCounts`] counts them.

use candor::count::Table;
use candor::law::Unit;
use candor::plan::Plan;
use candor::{Code, Error};

use super::categories::category;
use super::dialect::Dialect;
use super::rows::{positions, row};
use super::shown::{Projected, Shown, by_label};
use candor_documents::reports::rows::PERTURBED;

/// The most labels that a query lists, which take some megabytes at worst.
const MOST_LABELS: u32 = 1 << 16;

/// The number of bits in each number.
const BITS: usize = 32;

/// A plan and the SQL dialect.
pub(super) struct Labels<'p> {
    pub(super) plan: &'p Plan,
    pub(super) dialect: Dialect,
}

impl Labels<'_> {
    /// Selects distinct reports: label, number of numbers, the numbers, and how often the report occurs.
    pub(super) fn reports(&self, source: &str) -> String {
        let law = self.plan.table_law();
        let most = (0..law.forms().len()).map(|form| self.numbers(form)).max().unwrap_or(0);
        let column = self.dialect.name(PERTURBED);
        let label = if law.labels() > 1 { self.dialect.number(&column, 0) } else { "0".to_owned() };
        let first = usize::from(law.labels() > 1);
        let mut columns =
            vec![format!("{label} AS label"), format!("{} AS numbers", self.dialect.numbers(&column))];
        let place_of = |place: usize| format!("{} AS w{place}", self.dialect.number(&column, first + place));
        columns.extend((0..most).map(place_of));
        let plain = self.plan.columns()..law.sizes().len();
        columns
            .extend(plain.map(|attribute| {
                format!("{} AS p{attribute}", category(self.plan, self.dialect, attribute))
            }));
        let words: String = self.words_of(most);
        let cells = law.forms().iter().flat_map(candor::law::Form::units).map(|unit| self.cells(unit)).max();
        let recursive = if self.dialect == Dialect::Sqlite { "RECURSIVE " } else { "" };
        format!(
            "{recursive}{},\nreports_of_plan {} (\n  SELECT label, numbers{words}, count(*) AS times\n  FROM (\n    SELECT {}\n    \
             FROM {source}\n  ) AS numbered\n  GROUP BY label, numbers{words}\n)",
            self.dialect.below(cells.unwrap_or(1)),
            self.dialect.once(),
            columns.join(",\n      "),
        )
    }

    /// The columns of this many numbers, and of the plain columns.
    fn words_of(&self, numbers: usize) -> String {
        let plain = self.plan.columns()..self.plan.table_law().sizes().len();
        let words = (0..numbers).map(|place| format!(", w{place}"));
        words.chain(plain.map(|attribute| format!(", p{attribute}"))).collect()
    }

    /// The attribute of a unit that is a plain column; `None` for other units.
    fn plain(&self, unit: &Unit) -> Option<usize> {
        unit.attributes().first().copied().filter(|attribute| *attribute >= self.plan.columns())
    }

    fn cells(&self, unit: &Unit) -> usize {
        let size = |attribute: &usize| self.plan.table_law().sizes()[*attribute] as usize;
        unit.attributes().iter().map(size).product()
    }

    /// How many numbers a report has for a unit.
    fn words(&self, unit: &Unit) -> usize {
        match (self.plain(unit), unit.subset_size()) {
            (Some(_), _) => 0,
            (None, 1) => 1,
            _ => self.cells(unit).div_ceil(BITS),
        }
    }

    /// How many numbers a report of a form has, without the label.
    fn numbers(&self, form: usize) -> usize {
        self.plan.table_law().forms()[form].units().iter().map(|unit| self.words(unit)).sum()
    }

    /// The rows of counts for every table: cells and reports of every part, and then, for every unit, how many reports name exactly as many
    /// of its cells as required.
    pub(super) fn rows(&self, tables: &[Table]) -> Result<Vec<String>, Error> {
        let labels = self.plan.table_law().labels();
        if labels > MOST_LABELS {
            let message = format!(
                "the plan has {labels} labels, and a query can list only {MOST_LABELS}: use `candor count`"
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        let mut rows = Vec::new();
        for table in tables {
            self.table(table, labels, &mut rows);
        }
        let form_of = |label: &u32| self.plan.table_law().questionnaire(*label).map(|asked| asked.form);
        let all: Vec<u32> = (0..labels).collect();
        for labels in all.chunk_by(|label, next| form_of(label) == form_of(next)) {
            let Some(form) = form_of(&labels[0]) else { continue };
            let units = 0..self.plan.table_law().forms()[form].units().len();
            rows.extend(units.map(|unit| self.reports_naming(form, unit, labels)));
        }
        Ok(rows)
    }

    fn table(&self, table: &Table, labels: u32, rows: &mut Vec<String>) {
        let attributes = positions(table);
        for (shown, labels) in by_label(self.plan.table_law(), labels, table) {
            let Shown { form, part, units } = shown;
            let part = i64::try_from(part).unwrap_or(i64::MAX);
            let of = format!("{} AND ({})", self.of_form(form), among(&labels));
            let joined: String = units.iter().map(|unit| self.joined(form, unit.unit)).collect();
            let cell: Vec<String> = units.iter().map(|unit| self.projected(form, unit)).collect();
            let cell = if cell.is_empty() { "0".to_owned() } else { cell.join(" + ") };
            let from = |joined: &str| format!("FROM reports_of_plan r{joined} WHERE {of}");
            rows.push(row(&attributes, part, &cell, "sum(times)", &from(&joined)));
            rows.push(row(&attributes, part, "-1", "sum(times)", &from("")));
        }
    }

    /// The condition that a report has as many numbers as the form requires.
    fn of_form(&self, form: usize) -> String {
        format!("numbers = {}", self.numbers(form) + usize::from(self.plan.table_law().labels() > 1))
    }

    /// The position of a unit's first number.
    fn first(&self, form: usize, unit: usize) -> usize {
        self.plan.table_law().forms()[form].units()[..unit].iter().map(|unit| self.words(unit)).sum()
    }

    /// The column of a unit that names a single cell.
    fn single(&self, form: usize, unit: usize) -> String {
        match self.plain(&self.plan.table_law().forms()[form].units()[unit]) {
            Some(attribute) => format!("p{attribute}"),
            None => format!("w{}", self.first(form, unit)),
        }
    }

    /// Joins the cells that a report's unit names, one row per cell. A unit that names a single cell needs no join.
    fn joined(&self, form: usize, unit: usize) -> String {
        let own = &self.plan.table_law().forms()[form].units()[unit];
        if own.subset_size() == 1 {
            return String::new();
        }
        format!(" JOIN cells u{unit} ON {}", self.holds(form, unit, &format!("u{unit}.i")))
    }

    /// The condition that a report's unit names the cell `i`.
    fn holds(&self, form: usize, unit: usize, i: &str) -> String {
        let own = &self.plan.table_law().forms()[form].units()[unit];
        let first = self.first(form, unit);
        let bit = |word: usize| match word {
            0 => self.dialect.bit(&format!("r.w{first}"), i),
            _ => self.dialect.bit(&format!("r.w{}", first + word), &format!("({i} - {})", word * BITS)),
        };
        let bits = match self.words(own) {
            1 => bit(0),
            words => {
                let when =
                    (0..words).map(|word| format!(" WHEN {i} < {} THEN {}", (word + 1) * BITS, bit(word)));
                format!("CASE{} END", when.collect::<String>())
            }
        };
        format!("{i} < {} AND {bits} = 1", self.cells(own))
    }

    /// What a unit's cell contributes to the number of the table's cell.
    fn projected(&self, form: usize, Projected { unit, steps }: &Projected) -> String {
        let own = &self.plan.table_law().forms()[form].units()[*unit];
        let cell = match own.subset_size() {
            1 => format!("r.{}", self.single(form, *unit)),
            _ => format!("u{unit}.i"),
        };
        let step = |[after, size, step]: &[usize; 3]| {
            let category = format!("({}) % {size}", self.dialect.quotient(&cell, *after));
            if *step == 1 { category } else { format!("{category} * {step}") }
        };
        steps.iter().map(step).collect::<Vec<_>>().join(" + ")
    }

    /// The row of counts with how many reports of a form name as many cells of a unit as required; the form is its part, the unit its cell.
    fn reports_naming(&self, form: usize, unit: usize, labels: &[u32]) -> String {
        let own = &self.plan.table_law().forms()[form].units()[unit];
        let of = format!("{} AND ({})", self.of_form(form), among(labels));
        let (first, cells) = (self.first(form, unit), self.cells(own));
        let from = match own.subset_size() {
            1 => {
                let own = self.single(form, unit);
                format!("FROM reports_of_plan r WHERE {of} AND {own} >= 0 AND {own} < {cells}")
            }
            size => {
                let words = self.words(own);
                // No bits beyond the last cell may be set.
                let last = cells - (words - 1) * BITS;
                let within: String = (0..words)
                    .map(|word| {
                        let bits = if word + 1 == words { last } else { BITS };
                        format!(" AND w{0} >= 0 AND w{0} < {1}", first + word, 1_u64 << bits)
                    })
                    .collect();
                let all = self.words_of(self.numbers(form));
                format!(
                    "FROM (SELECT label{all}, max(times) AS times, count(*) AS named FROM reports_of_plan r{} WHERE {of}{within} \
                     GROUP BY label{all}) AS subsets WHERE named = {size}",
                    self.joined(form, unit)
                )
            }
        };
        let (part, cell) = (i64::try_from(form).unwrap_or(i64::MAX), unit.to_string());
        row("''", part, &cell, "sum(times)", &from)
    }
}

/// The condition that the label is one of these, given in ascending order.
fn among(labels: &[u32]) -> String {
    let runs = labels.chunk_by(|label, next| label + 1 == *next);
    let run = |run: &[u32]| match run {
        [label] => format!("label = {label}"),
        _ => format!("label BETWEEN {} AND {}", run[0], run[run.len() - 1]),
    };
    runs.map(run).collect::<Vec<_>>().join(" OR ")
}
