//! Labels: every arrangement of every form, numbered as in docs/mathematics.md, §10, compared with what the law says that a label
//! asks.

use candor::law::{Form, Law};

use crate::common::Dice;
use crate::common::labelled::{Most, random_labelled};

#[test]
fn labels_ask_what_their_numbers_say() {
    let mut dice = Dice::new(10);
    for _ in 0..100 {
        let law = random_labelled(&mut dice, Most { attributes: 6, size: 3, forms: 3, cells: 64 });
        let listed = listed(&law);
        assert_eq!(u32::try_from(listed.len()).unwrap(), law.labels());
        for (label, (form, units)) in (0..).zip(listed) {
            let asked = law.questionnaire(label).unwrap();
            assert_eq!((asked.form, asked.units), (form, units), "label {label} of {law:?}");
        }
    }
}

/// For every label in turn: its form and the attributes of each unit.
fn listed(law: &Law) -> Vec<(usize, Vec<Vec<usize>>)> {
    let of_form = |(index, form): (usize, &Form)| {
        arrangements(form).into_iter().map(|units| (index, units)).collect::<Vec<_>>()
    };
    law.forms().iter().enumerate().flat_map(of_form).collect()
}

/// From one label to the next, the first unit of the first pool changes its combination; the last unit changes least often.
fn arrangements(form: &Form) -> Vec<Vec<Vec<usize>>> {
    let written: Vec<Vec<usize>> = form.units().iter().map(|unit| unit.attributes().to_vec()).collect();
    let draws: Vec<(usize, usize)> = (0..form.exchange().len())
        .flat_map(|pool| (0..written.len()).map(move |unit| (pool, unit)))
        .collect();
    let start = (written.clone(), form.exchange().to_vec());
    let mut all = Vec::new();
    arranged(&written, form.exchange(), &draws, start, &mut vec![], &mut all);
    // Sorted by the last unit's combination, then by that of the unit before it, and so on.
    all.sort_by(|(a, _), (b, _)| a.iter().rev().cmp(b.iter().rev()));
    all.into_iter().map(|(_, units)| units).collect()
}

type State = (Vec<Vec<usize>>, Vec<Vec<usize>>);

fn arranged(
    written: &[Vec<usize>],
    pools: &[Vec<usize>],
    draws: &[(usize, usize)],
    (units, left): State,
    numbers: &mut Vec<usize>,
    all: &mut Vec<(Vec<usize>, Vec<Vec<usize>>)>,
) {
    let Some((&(pool, unit), rest)) = draws.split_first() else {
        all.push((numbers.clone(), units));
        return;
    };
    let places: Vec<usize> =
        (0..written[unit].len()).filter(|&place| pools[pool].contains(&written[unit][place])).collect();
    for (number, chosen) in combinations(&left[pool], places.len()).into_iter().enumerate() {
        let (mut units, mut left) = (units.clone(), left.clone());
        places.iter().zip(&chosen).for_each(|(&place, &attribute)| units[unit][place] = attribute);
        left[pool].retain(|attribute| !chosen.contains(attribute));
        numbers.push(number);
        arranged(written, pools, rest, (units, left), numbers, all);
        numbers.pop();
    }
}

/// All combinations in lexicographic order.
fn combinations(of: &[usize], taken: usize) -> Vec<Vec<usize>> {
    if taken == 0 {
        return vec![vec![]];
    }
    let beginning = |(place, &first): (usize, &usize)| {
        let rest = combinations(&of[place + 1..], taken - 1).into_iter();
        rest.map(|rest| [vec![first], rest].concat()).collect::<Vec<_>>()
    };
    of.iter().enumerate().flat_map(beginning).collect()
}
