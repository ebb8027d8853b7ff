//! Ring: properties. Operators of every shape of table against the definition: Σ_T factor(T) · component T.

use alloc::vec;
use alloc::vec::Vec;

use super::Operator;
use super::factors::Factors;

/// SplitMix64, as numbers in (−1, 1).
struct Dice(u64);

impl Dice {
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / 2_f64.powi(63) - 1.0
    }

    fn numbers(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.number()).collect()
    }
}

fn by_definition(factors: &[f64], sizes: &[u32], cells: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; cells.len()];
    for (set, factor) in factors.iter().enumerate() {
        let mut component = cells.to_vec();
        let mut inner = cells.len();
        for (axis, &a) in sizes.iter().enumerate() {
            let rows = inner;
            inner /= a as usize;
            for block in component.chunks_exact_mut(rows) {
                for column in 0..inner {
                    let mean = block[column..].iter().step_by(inner).sum::<f64>() / f64::from(a);
                    let along = block[column..].iter_mut().step_by(inner);
                    along.for_each(|cell| *cell = if set >> axis & 1 == 1 { *cell - mean } else { mean });
                }
            }
        }
        sum.iter_mut().zip(component).for_each(|(sum, part)| *sum += factor * part);
    }
    sum
}

#[test]
fn two_operators_at_once_act_by_their_definition() {
    let mut dice = Dice(1);
    let shapes: [&[u32]; 18] = [
        &[5],
        &[70],
        &[2, 2],
        &[4, 10],
        &[3, 64],
        &[3, 70],
        &[3, 9000],
        &[2, 2, 2],
        &[3, 2, 2, 2],
        &[2, 2, 2, 2],
        &[3, 3, 4, 5],
        &[3, 2, 2, 4, 11],
        &[3, 2, 3, 70],
        &[5, 2, 2, 4, 3, 7],
        &[2, 3, 3, 9],
        &[2; 8],
        &[2; 11],
        &[3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    ];
    for sizes in shapes {
        let cells = dice.numbers(sizes.iter().map(|&a| a as usize).product());
        let lists = [(); 2].map(|()| dice.numbers(1 << sizes.len()));
        let factors = lists.each_ref().map(|list| Factors::listed(list.clone(), sizes));
        let (mut first, mut second) = (cells.clone(), vec![f64::NAN; cells.len()]);
        Operator::new(factors.each_ref(), sizes).apply([&mut first, &mut second]);
        for (found, list) in [first, second].iter().zip(&lists) {
            let expected = by_definition(list, sizes, &cells);
            let apart = found.iter().zip(&expected).map(|(found, expected)| (found - expected).abs());
            let largest = apart.fold(0.0, f64::max);
            assert!(largest < 1e-11, "{sizes:?}: {largest}");
        }
    }
}

/// Exchangeable axes, spread over the table and reaching over the boundary of what is listed, next to single ones.
#[test]
fn exchangeable_axes_are_told_apart_by_their_number_only() {
    let mut dice = Dice(2);
    let sizes = [2; 13];
    let (classes, single) = ([vec![0, 4, 12], vec![1, 2, 5, 6, 7, 8, 9, 10, 11]], 3);
    let values = dice.numbers(4 * 10);
    let of_single = dice.numbers(2);
    let factors =
        Factors::grouped([(classes.to_vec(), values.clone()), (vec![vec![single]], of_single.clone())], 2);
    let value = |set: usize| {
        let [few, many] =
            classes.each_ref().map(|axes| axes.iter().filter(|&&axis| set >> axis & 1 == 1).count());
        values[few + 4 * many] * of_single[set >> single & 1]
    };
    let expected: Vec<f64> = (0..1 << sizes.len()).map(value).collect();
    assert_eq!(factors.list(sizes.len()), expected);
    let cells = dice.numbers(1 << sizes.len());
    let (mut compact, mut listed) = (cells.clone(), cells);
    super::apply(&factors, &sizes, &mut compact);
    super::apply(&Factors::listed(expected.clone(), &sizes), &sizes, &mut listed);
    assert!(compact.iter().zip(&listed).all(|(one, other)| (one - other).abs() < 1e-12));
    let entries = factors.clone().entries();
    let of_list = Factors::listed(expected.clone(), &sizes).entries();
    let pairs = entries.list(sizes.len()).into_iter().zip(of_list.list(sizes.len()));
    pairs.for_each(|(one, other)| assert!((one - other).abs() < 1e-12, "{one} {other}"));
    let back = entries.of_entries().list(sizes.len());
    assert!(back.iter().zip(&expected).all(|(one, other)| (one - other).abs() < 1e-10));
    let (least, most) = factors.range();
    let [lowest, highest] = [f64::min, f64::max].map(|of| expected.iter().copied().reduce(of));
    assert_eq!((Some(least), Some(most)), (lowest, highest));
    let part = factors.within(&[12, 3, 1]).list(3);
    let places =
        |set: usize| [12, 3, 1].iter().enumerate().map(|(p, axis)| (set >> p & 1) << axis).sum::<usize>();
    let expected: Vec<f64> = (0..8).map(|set| expected[places(set)]).collect();
    assert_eq!(part, expected);
}
