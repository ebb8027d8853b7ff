//! What a survey's `"tables"` name: tables of shares, and mean scores of everybody or by groups.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::design::estimands::MeanScore;
use crate::error::{Code, Error};
use crate::schema::{Schema, Score};

/// The tables and the mean scores, each with the position of its score, that lists of names stand for.
pub(super) type TablesAndMeans = (Vec<Vec<usize>>, Vec<(usize, MeanScore)>);

/// Resolves lists of names of questions and of at most one score each. A question with several attributes stands for each of them in turn.
pub(super) fn named(lists: &[Vec<String>], schema: &Schema) -> Result<TablesAndMeans, Error> {
    let (mut tables, mut means) = (Vec::new(), Vec::new());
    for names in lists {
        let score = |name: &str| schema.scores().iter().position(|score| score.name == name);
        let scores: Vec<usize> = names.iter().filter_map(|name| score(name)).collect();
        let questions: Vec<&str> =
            names.iter().map(String::as_str).filter(|name| score(name).is_none()).collect();
        match scores[..] {
            [] => tables.extend(schema.tables_named(&questions)?),
            [place] => {
                let groups = match questions.is_empty() {
                    true => vec![Vec::new()],
                    false => schema.tables_named(&questions)?,
                };
                for by in groups {
                    means.push((place, mean(schema, &schema.scores()[place], by)?));
                }
            }
            _ => {
                let message =
                    format!("the table {names:?} names more than one score; their means are estimated apart");
                return Err(Error::new(Code::InvalidSurvey, message));
            }
        }
    }
    Ok((tables, means))
}

fn mean(schema: &Schema, score: &Score, by: Vec<usize>) -> Result<MeanScore, Error> {
    let items = score.attributes.iter().map(|&item| {
        schema.table_sizes(&[&[item], by.as_slice()].concat())?;
        Ok((item, schema.codes(score, item)))
    });
    Ok(MeanScore::new(items.collect::<Result<_, Error>>()?, by))
}
