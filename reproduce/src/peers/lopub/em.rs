//! EM on whole reports: each is shared out among the cells by how likely it is from them \[Ren18, Algorithm 3\].

/// Steps, and the summed change below which there are no more.
const STEPS: u32 = 200;
const SETTLED: f64 = 1e-3;

/// Shares of the cells after ascent from `start`, whose cells at 0 stay there. `likelihoods` are by question and report.
pub(super) fn ascended(likelihoods: &[Vec<Vec<f64>>], start: &[f64]) -> Vec<f64> {
    let sizes: Vec<usize> = likelihoods.iter().map(|of| of.first().map_or(1, Vec::len)).collect();
    let kept: Vec<usize> = (0..start.len()).filter(|&cell| start[cell] > 0.0).collect();
    let places: Vec<Vec<usize>> = kept.iter().map(|&cell| places(&sizes, cell)).collect();
    let reports = likelihoods.first().map_or(0, Vec::len);
    let mut shares: Vec<f64> = kept.iter().map(|&cell| start[cell]).collect();
    let mut weights = vec![0.0; kept.len()];
    for _ in 0..STEPS {
        let mut sums = vec![0.0; kept.len()];
        for report in 0..reports {
            for ((weight, share), places) in weights.iter_mut().zip(&shares).zip(&places) {
                *weight =
                    likelihoods.iter().zip(places).fold(*share, |weight, (of, &at)| weight * of[report][at]);
            }
            let total: f64 = weights.iter().sum();
            // A report that is impossible from the cells that are kept tells nothing of them.
            if total > 0.0 {
                sums.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight / total);
            }
        }
        let total: f64 = sums.iter().sum();
        let next = sums.into_iter().map(|sum| if total > 0.0 { sum / total } else { 0.0 });
        let next: Vec<f64> = next.collect();
        let change: f64 = next.iter().zip(&shares).map(|(next, share)| (next - share).abs()).sum();
        shares = next;
        if change < SETTLED {
            break;
        }
    }
    let mut all = vec![0.0; start.len()];
    kept.iter().zip(shares).for_each(|(&cell, share)| all[cell] = share);
    all
}

/// The categories of a cell.
fn places(sizes: &[usize], mut cell: usize) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::with_capacity(sizes.len());
    for &size in sizes.iter().rev() {
        places.push(cell % size);
        cell /= size;
    }
    places.reverse();
    places
}
