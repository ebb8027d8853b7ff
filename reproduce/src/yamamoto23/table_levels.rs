//! Record ε of a 3×2 table by the levels of its rows and columns: figure S1.

use candor::design::{Levels, Method, Request};

use crate::axis::Axis;
use crate::experiment::{Experiment, Finding, Part};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

const SIZES: [u32; 2] = [3, 2];
const COLUMN_LEVELS: [f64; 4] = [1.0, 2.0, 4.0, 8.0];

/// The experiment of figure S1.
pub(crate) const TABLE_LEVELS: Experiment = Experiment {
    name: "table-levels",
    title: "Record ε of a 3×2 table by the levels of its rows and columns",
    source: "[Yamamoto23S, Figure S1]",
    method: "Two questions, of three and of two answers, each have a level from 0.5 to 8. Compared are the record ε of the Kronecker product, that of \
             the closed form for pairs, and the certified optimum. A quick run takes every fourth level of the rows.",
    remarks: "The published figure is a surface; here the record ε is drawn by the level of the rows, at four levels of the columns. Its closed form is that of two questions in [Yamamoto24].",
    columns: &[
        ("level_of_rows", "ε of the question of three answers"),
        ("level_of_columns", "ε of the question of two"),
        ("kronecker", "their sum, the record ε of perturbing one by one"),
        ("pair", "record ε of the closed form"),
        ("optimal", "record ε of the optimum over all symmetric laws"),
    ],
    parts: |scale, _| {
        vec![Part::new("grid".to_owned(), move || {
            let rows =
                (1..=16_u32).filter(|step| step % scale.either(4, 1) == 0).map(|step| 0.5 * f64::from(step));
            let grid = rows.flat_map(|row| COLUMN_LEVELS.map(|column| (row, column)));
            grid.map(|(row, column)| {
                let levels = Levels::new(SIZES.to_vec(), vec![row, column])?;
                let record = |method| {
                    let design = Request::levels(&levels).method(method).design()?;
                    Ok::<_, candor::Error>(Value::from(design.law().record_epsilon()))
                };
                Ok(vec![
                    row.into(),
                    column.into(),
                    (row + column).into(),
                    record(Method::Pair)?,
                    record(Method::Optimal)?,
                ])
            })
            .collect()
        })]
    },
    findings,
    pictures,
};

fn findings(table: &Table) -> Vec<Finding> {
    let [kronecker, pair, optimal] = ["kronecker", "pair", "optimal"].map(|column| table.numbers(column));
    let above = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).map(|(one, other)| one - other).fold(f64::NEG_INFINITY, f64::max)
    };
    let gap = above(&pair, &optimal);
    let ratios = || pair.iter().zip(&kronecker).map(|(pair, sum)| pair / sum);
    vec![Finding::claimed(
        format!(
            "The closed form is within {gap:.1e} of the certified optimum everywhere; it is between {:.3} and {:.3} of the sum of the levels.",
            ratios().fold(f64::INFINITY, f64::min),
            ratios().fold(0.0, f64::max)
        ),
        gap < 1e-6 && ratios().all(|ratio| ratio < 1.0),
    )]
}

fn pictures(table: &Table) -> Vec<Picture> {
    let panel = |column: f64| {
        let of = table.with("level_of_columns", column);
        let line = |name: &str| Series {
            label: name.to_owned(),
            mark: Mark::Line,
            points: of.points("level_of_rows", name),
        };
        Panel {
            title: format!("level of the columns {column}"),
            series: ["kronecker", "pair"].map(line).into(),
        }
    };
    vec![Picture {
        name: "table-levels".to_owned(),
        title: "Record ε of a 3×2 table (figure S1)".to_owned(),
        description: "Record epsilon by the level of the rows, at four levels of the columns".to_owned(),
        horizontal: Axis::linear("level of the rows"),
        vertical: Axis::linear("record ε"),
        panels: COLUMN_LEVELS.map(panel).into(),
    }]
}
