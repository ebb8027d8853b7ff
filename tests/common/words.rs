//! The random words of the sampler: laws whose weights suit narrow words, and the purpose of each word.

use candor::law::{Block, Form, Law, Pattern, Unit};

/// The law with every weight rounded down to a multiple of 2^(64 − bits). In a block the remainder goes to the uniform part;
/// among forms, each of which keeps at least one word, it goes to the first.
pub fn rounded(law: &Law, bits: u32) -> Law {
    let kept = |form: &Form| floor(form.weight(), bits).max(1 << (64 - bits));
    let others: u128 = law.forms().iter().skip(1).map(kept).sum();
    let form = |(index, form): (usize, &Form)| {
        let weight = if index == 0 { (1 << 64) - others } else { kept(form) };
        let blocks = form.blocks().iter().map(|block| rounded_block(block, bits)).collect();
        Form::new(weight, form.exchange().to_vec(), form.units().to_vec(), blocks)
    };
    Law::labelled(law.sizes().to_vec(), law.forms().iter().enumerate().map(form).collect()).unwrap()
}

fn rounded_block(block: &Block, bits: u32) -> Block {
    let weight = |p: &Pattern| u64::try_from(floor(p.weight().into(), bits)).unwrap();
    let patterns: Vec<Pattern> =
        block.patterns().iter().map(|p| Pattern::new(p.changes().into(), weight(p))).collect();
    let excess: u128 = patterns.iter().map(|p| u128::from(p.weight())).sum();
    Block::new(block.units().to_vec(), block.classes().to_vec(), (1 << 64) - excess, patterns).unwrap()
}

fn floor(weight: u128, bits: u32) -> u128 {
    weight >> (64 - bits) << (64 - bits)
}

/// The bounds of the words of a record under a form, in the order in which they are drawn. A word of which every value counts
/// has 0: the one that chooses among several forms, and the first of each block. Then come the number of labels of the form
/// and, for each unit, how many units of its class are still to come, followed by its cells: D and D − 1 for a unit that
/// reports one cell; D, d and the D − 1 other cells, the last first, for a subset. Bounds of 1 are left out.
pub fn bounds(law: &Law, form: usize) -> Vec<u32> {
    let of_form = |label: &u32| law.questionnaire(*label).is_some_and(|asked| asked.form == form);
    let labels = (0..law.labels()).filter(of_form).count();
    let mut bounds = vec![0; usize::from(law.forms().len() > 1)];
    bounds.extend(u32::try_from(labels).ok().filter(|&labels| labels > 1));
    let form = &law.forms()[form];
    for block in form.blocks() {
        bounds.push(0);
        for class in block.classes() {
            for (passed, &position) in class.iter().enumerate() {
                let coming = u32::try_from(class.len() - passed).unwrap();
                let unit = &form.units()[block.units()[position]];
                let drawn = [coming].into_iter().chain(cells(unit, law.sizes()));
                bounds.extend(drawn.filter(|&bound| bound > 1));
            }
        }
    }
    bounds
}

fn cells(unit: &Unit, sizes: &[u32]) -> Vec<u32> {
    let cells: u32 = unit.attributes().iter().map(|&i| sizes[i]).product();
    match unit.subset_size() {
        1 => vec![cells, cells - 1],
        subset => [cells, subset].into_iter().chain((1..cells).rev()).collect(),
    }
}
