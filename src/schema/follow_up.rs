//! Which records can occur. A record is *feasible* where every follow-up, a question that is asked only after certain answers, has the category
//! "not asked", its last, exactly if one of its conditions fails, and where the answers to every compound question fit its rule.
//! Cost of a check: O(conditions · categories named + attributes).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::attribute::Attribute;
use super::compound::Compound;
use super::condition::Condition;
use super::questions::Schema;
use crate::error::{Code, Error};
use crate::exact::to_index;

/// The most cells of a table with the attributes that hang on its own.
pub(crate) const MOST_LINKED_CELLS: usize = 1024;

/// The most combinations of answers that are tried to find the cells that cannot occur.
const MOST_COMBINATIONS: usize = 1 << 20;

impl Condition {
    fn holds(&self, record: &[u32]) -> bool {
        self.categories.contains(&record[self.attribute])
    }

    /// Checks the condition of the question at this position.
    fn check(&self, schema: &[Attribute], position: usize) -> Result<(), Error> {
        let name = schema[position].name();
        let refuse = |rule: &str| Err(invalid(message!("the conditions of \"", name, "\" ", rule)));
        if self.attribute >= position {
            return refuse("name a question that does not come before it");
        }
        let parent = &schema[self.attribute];
        let answers = parent.offered();
        let ascend = self.categories.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascend || self.categories.last().is_none_or(|last| *last >= answers) {
            return refuse("name answers that are none of the earlier question, or not in ascending order");
        }
        if self.categories.len() == to_index(answers) && !parent.is_follow_up() {
            return refuse("hold whatever is answered: the question is no follow-up");
        }
        Ok(())
    }
}

fn invalid(message: String) -> Error {
    Error::new(Code::InvalidFollowUp, message)
}

impl Schema {
    /// Checks the conditions of every follow-up.
    pub(super) fn check_conditions(attributes: &[Attribute]) -> Result<(), Error> {
        for (position, attribute) in attributes.iter().enumerate() {
            let conditions = attribute.conditions();
            conditions.iter().try_for_each(|condition| condition.check(attributes, position))?;
            if conditions.windows(2).any(|pair| pair[0].attribute >= pair[1].attribute) {
                let name = attribute.name();
                return Err(invalid(message!("the conditions of \"", name, "\" do not ascend by question")));
            }
        }
        Ok(())
    }

    /// Whether some question is a follow-up, or the answers to some question have a rule, so that some records cannot occur.
    #[must_use]
    pub fn has_impossible_records(&self) -> bool {
        self.attributes().iter().any(Attribute::is_follow_up) || self.tying().next().is_some()
    }

    /// The compound questions that have a rule.
    fn tying(&self) -> impl Iterator<Item = &Compound> {
        self.compounds().iter().filter(|compound| compound.ties(self.attributes()))
    }

    /// The first compound question whose rule this record breaks.
    pub(super) fn broken_compound(&self, record: &[u32]) -> Option<&Compound> {
        self.compounds().iter().find(|compound| !compound.allows(self.attributes(), |i| Some(record[i])))
    }

    /// Whether the question at this position is asked of whoever gave these categories to the questions before it.
    ///
    /// ```
    /// # use candor::{Attribute, Category, Schema, schema::Condition};
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// # let second = yes_no("second")?.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
    /// # let schema = Schema::new(vec![yes_no("first")?, second])?;
    /// assert!(schema.is_asked(0, &[]) && schema.is_asked(1, &[1]) && !schema.is_asked(1, &[0]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Panics
    /// Where there are fewer categories than questions before it that it depends on.
    #[must_use]
    pub fn is_asked(&self, position: usize, before: &[u32]) -> bool {
        self.attributes()[position].conditions().iter().all(|condition| condition.holds(before))
    }

    /// The same questions as if all were always asked: every record can occur, and "not asked" is an answer like any other. A law keeps its promises
    /// for all of these records, so audits try them.
    ///
    /// ```
    /// # use candor::{Attribute, Category, Record, Schema, schema::Condition};
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// # let second = yes_no("second")?.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
    /// let schema = Schema::new(vec![yes_no("first")?, second])?;
    /// assert!(Record::new(&schema, [0, 1]).is_err() && Record::new(&schema.always_asked(), [0, 1]).is_ok());
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn always_asked(&self) -> Self {
        Self::unconditional(self.attributes().iter().cloned().map(Attribute::always_asked).collect())
    }

    /// Whether a record can occur: every follow-up is "not asked" exactly where one of its conditions fails, and the choices of every compound question
    /// fit its rule.
    ///
    /// ```
    /// # use candor::{Attribute, Category, Schema, schema::Condition};
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// // The second is asked of those who say yes to the first.
    /// let second = yes_no("second")?.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
    /// let schema = Schema::new(vec![yes_no("first")?, second])?;
    /// assert!(schema.has_impossible_records() && schema.is_feasible(&[0, 2]) && !schema.is_feasible(&[1, 2]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn is_feasible(&self, record: &[u32]) -> bool {
        (0..self.len()).all(|position| self.is_consistent(position, record))
            && self.broken_compound(record).is_none()
    }

    /// Whether a record can occur that begins with these categories, as far as the rules of compound questions tell.
    ///
    /// ```
    /// # use candor::Survey;
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
    /// #     {"name": "first", "rank": ["pay", "hours", "safety"]}]}"#)?;
    /// // The second item cannot have the place of the first.
    /// assert!(survey.schema().is_possible_start(&[0, 1]) && !survey.schema().is_possible_start(&[0, 0]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn is_possible_start(&self, start: &[u32]) -> bool {
        self.tying().all(|compound| compound.allows(self.attributes(), |i| start.get(i).copied()))
    }

    /// Whether the category at this position is "not asked" exactly where the question is not asked.
    pub(super) fn is_consistent(&self, position: usize, record: &[u32]) -> bool {
        let attribute = &self.attributes()[position];
        let is_answered = Some(record[position]) != attribute.not_asked();
        self.is_asked(position, record) == is_answered
    }

    /// Which cells of the table over these attributes some feasible record falls into, row-major; `None` where all are possible, and where more
    /// than 2²⁰ combinations of answers would have to be tried. The others are structural zeros [Mathematics, §15].
    ///
    /// ```
    /// # use candor::{Attribute, Category, Schema, schema::Condition};
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// # let second = yes_no("second")?.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
    /// # let schema = Schema::new(vec![yes_no("first")?, second])?;
    /// // Whoever says no to the first is not asked the second.
    /// assert_eq!(schema.possible_cells(&[0, 1]), Some(vec![false, false, true, true, true, false]));
    /// assert_eq!(schema.possible_cells(&[1]), None);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn possible_cells(&self, attributes: &[usize]) -> Option<Vec<bool>> {
        let cells = self.table_sizes(attributes).ok()?.into_iter().map(to_index).product();
        let (deciding, sizes) = (self.deciding(attributes)?, self.sizes());
        let mut records = vec![vec![0; self.len()]];
        for (place, &position) in deciding.iter().enumerate() {
            let known = &deciding[..=place];
            let compound = self.tying().find(|compound| compound.attributes.contains(&position));
            let is_allowed = |record: &Vec<u32>| {
                let category = |i: usize| known.contains(&i).then(|| record[i]);
                compound.is_none_or(|compound| compound.allows(self.attributes(), category))
            };
            let categories = |record: &Vec<u32>| {
                let not_asked = self.attributes()[position].not_asked();
                match not_asked {
                    Some(not_asked) if self.is_asked(position, record) => 0..not_asked,
                    Some(not_asked) => not_asked..not_asked + 1,
                    None => 0..sizes[position],
                }
            };
            let combinations: usize = records.iter().map(|record| categories(record).len()).sum();
            if combinations > MOST_COMBINATIONS {
                return None;
            }
            let with = |record: Vec<u32>| {
                categories(&record).map(move |category| {
                    let mut longer = record.clone();
                    longer[position] = category;
                    longer
                })
            };
            records = records.into_iter().flat_map(with).filter(is_allowed).collect();
        }
        let mut possible = vec![false; cells];
        for record in records {
            let cell = attributes.iter().fold(0, |cell, &i| cell * to_index(sizes[i]) + to_index(record[i]));
            possible[cell] = true;
        }
        possible.contains(&false).then_some(possible)
    }

    /// These attributes and all that decide whether they are asked, in order; `None` where all of them are always asked and no rule binds their choices.
    fn deciding(&self, attributes: &[usize]) -> Option<Vec<usize>> {
        let mut is_deciding = vec![false; self.len()];
        attributes.iter().for_each(|attribute| is_deciding[*attribute] = true);
        for (position, attribute) in self.attributes().iter().enumerate().rev() {
            if is_deciding[position] {
                attribute.conditions().iter().for_each(|condition| is_deciding[condition.attribute] = true);
            }
        }
        let deciding: Vec<usize> = (0..self.len()).filter(|position| is_deciding[*position]).collect();
        let is_tied = |position: &usize| self.tying().any(|compound| compound.attributes.contains(position));
        let is_restricted =
            |position: &usize| self.attributes()[*position].is_follow_up() || is_tied(position);
        deciding.iter().any(is_restricted).then_some(deciding)
    }

    /// These attributes, then those that depend on them or on which they depend, directly or through others, as follow-ups or as choices with a rule, as
    /// long as their table has at most 1,024 cells: the estimate of a table gains from them, as they tell which answers cannot occur.
    ///
    /// ```
    /// # use candor::{Attribute, Category, Schema, schema::Condition};
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// # let second = yes_no("second")?.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
    /// let schema = Schema::new(vec![yes_no("first")?, second, yes_no("other")?])?;
    /// assert_eq!((schema.linked(&[1]), schema.linked(&[2, 0]), schema.linked(&[2])), (vec![1, 0], vec![2, 0, 1], vec![2]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn linked(&self, attributes: &[usize]) -> Vec<usize> {
        self.linked_within(attributes, MOST_LINKED_CELLS)
    }

    /// [`Self::linked`] with this limit on the number of cells.
    pub(crate) fn linked_within(&self, attributes: &[usize], most_cells: usize) -> Vec<usize> {
        let (mut linked, sizes) = (attributes.to_vec(), self.sizes());
        let mut cells = attributes.iter().map(|&i| to_index(sizes[i])).fold(1, usize::saturating_mul);
        let hangs_on = |later: usize, earlier: usize| {
            self.attributes()[later].conditions().iter().any(|condition| condition.attribute == earlier)
        };
        let mut next = 0;
        while next < linked.len() {
            let from = linked[next];
            let is_tied = |other: usize| {
                self.tying().any(|compound| {
                    compound.attributes.contains(&from) && compound.attributes.contains(&other)
                })
            };
            let is_linked = |&other: &usize| hangs_on(from, other) || hangs_on(other, from) || is_tied(other);
            for other in (0..self.len()).filter(is_linked) {
                let with = cells.saturating_mul(to_index(sizes[other]));
                if with <= most_cells && !linked.contains(&other) {
                    linked.push(other);
                    cells = with;
                }
            }
            next += 1;
        }
        linked
    }

    /// Whether two attributes are choices of one question, or items of one ranking, that can be exchanged: no rule and no follow-up tells them apart,
    /// among the attributes that [`Self::linked`] finds.
    pub(crate) fn are_alike(&self, first: usize, second: usize) -> bool {
        let swap = |i: usize| {
            if i == first {
                second
            } else if i == second {
                first
            } else {
                i
            }
        };
        let hangs_on =
            |i: usize| self.attributes().iter().flat_map(Attribute::conditions).any(|c| c.attribute == i);
        let of =
            |i: usize| (self.compound_of(i).map(|compound| compound.attributes.clone()), self.sizes()[i]);
        let linked = self.linked(&[first, second]);
        let swapped: Vec<usize> = linked.iter().map(|&i| swap(i)).collect();
        of(first) == of(second)
            && of(first).0.is_some()
            && ![first, second].into_iter().any(hangs_on)
            && self.possible_cells(&linked) == self.possible_cells(&swapped)
    }

    /// F(q) of every attribute, ascending: the attribute itself, all choices of its question where several can be made, or all items that are ranked with it, and all
    /// attributes that depend on these, directly or through others [Mathematics, §15].
    #[must_use]
    pub fn dependents(&self) -> Vec<Vec<usize>> {
        let own = |position: usize| {
            let question = self.compound_of(position).filter(|compound| compound.is_one_answer());
            question.map_or(position..position + 1, |compound| compound.attributes.clone())
        };
        let with_dependents = |position: usize| {
            let mut found: Vec<usize> = own(position).collect();
            for (later, attribute) in self.attributes().iter().enumerate().skip(own(position).end) {
                if attribute.conditions().iter().any(|condition| found.contains(&condition.attribute)) {
                    found.push(later);
                }
            }
            found
        };
        (0..self.len()).map(with_dependents).collect()
    }
}

/// The refusal of an answer to a follow-up that is not asked, and of none to one that is. Which of the two it was would tell an earlier answer.
pub(super) fn inconsistent(attribute: &Attribute) -> Error {
    let name = attribute.name();
    invalid(message!("question \"", name, "\" has to be answered where it is asked, and nowhere else"))
}
