//! Finds pairs of questions that a plan makes impossible to estimate, however many reports there are.

use candor::plan::Plan;

/// The most questions whose pairs are checked: 1,770 pairs.
pub const MOST_QUESTIONS: usize = 60;

/// Returns the pairs whose estimates are refused (`unidentifiable-table`), by name, in the order of the plan; `None` if the plan has more
/// questions than [`MOST_QUESTIONS`].
#[must_use]
pub fn unidentifiable(plan: &Plan) -> Option<Vec<[String; 2]>> {
    let questions = plan.schema().attributes();
    if questions.len() > MOST_QUESTIONS {
        return None;
    }
    let pairs = (0..questions.len())
        .flat_map(|first| (first + 1..questions.len()).map(move |second| [first, second]));
    let erased = pairs.filter(|pair| !plan.law().identifies(pair));
    Some(erased.map(|pair| pair.map(|question| questions[question].name().to_owned())).collect())
}
