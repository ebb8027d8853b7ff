//! Simulated surveys with Candor's designs and with other methods at the same record ε.

mod findings;
mod methods;
mod needed;
mod pictures;
mod simulated;

use std::rc::Rc;

use crate::draws::stream;
use crate::experiment::{Experiment, Part, Scale, Supplied};
use crate::records::{Population, chain, nursery};

/// The two forms of estimates whose errors are measured.
const RAW: &str = "as estimated";
const PROCESSED: &str = "processed";
const FORMS: [&str; 2] = [RAW, PROCESSED];

/// The simulated surveys of a full run, for tables of one, two and three questions: with fewer cells, errors vary more between surveys.
const RUNS: [u32; 3] = [40, 100, 10];

/// The experiment, by people, w and ε.
pub(crate) const COMPARISON: Experiment = Experiment {
    name: "comparison",
    title: "Respondents needed at the same record ε, measured",
    source: "Candor's comparison. Peers: [WangBlockiLiJha17] (SMP by GRR or OUE), [Arcolezi21] (RS+FD), [Zhang18] (CALM), [Ren18] (LoPub)",
    method: "Everybody on record, of Adult (32,561 people, six questions), of Nursery (12,960, eight questions; the first five for tables of three) and of a simulated chain (20,000, six questions of four categories, each of which repeats \
             the one before it with probability 1/2), is asked by every method at the same record ε, from 0.5 to 8: all tables of one, of two and of three questions. The squared error, summed over all cells of all tables, is the mean of 40 runs \
             for tables of one, 100 of two, 10 of three, of LoPub 3 at most (a quick run: 3 runs of 2,000 people and the first five questions of Nursery, tables of one and of two, ε of 1 and 4). It is measured as estimated, and processed: \
             tables that overlap are made to agree on what they have in common, each weighed by one over the variance of its noise, and every table is projected onto the nearest shares, by turns until no cell moves by more than 10⁻⁷. That is how \
             CALM is published, and it is done to the tables of every method alike, but those of *one random table*, which are projected one by one: made to agree they are CALM's. Labelled is also asked of a fourth of the people, of a sixteenth, and so on down to 500.",
    remarks: "How many times the respondents of labelled a method needs is, as estimated, the ratio of errors: those of unbiased estimates are in proportion to 1/n. Once processed they are not: there it is read off how many respondents labelled needs for the error that \
              the method has with everybody, lines between the measured points on logarithms. Intervals of 95 % are from the runs, by the delta method with quantiles of Student's distribution. A method is said to need fewer or more respondents where its interval is below or above 1, and else not to be told apart; of many such intervals one in twenty misses. \
              LoPub is biased: its error stays however many are asked, and the ratio as estimated says how far it is off. SMP and RS+FD \
              tell of single questions only, since no report holds two true answers. *One random table* asks everybody one table by subset selection of the best size and reads it alone; CALM adds its consistency step. *Even shares*: all tables have as many respondents, as CALM is published. *Best shares*: those with the least expected error of all tables, \
              read alone or made to agree, at a uniform truth (the experiment *respondents* has these expectations); labelled designs are optimised for the same. Tables of one have nothing to agree on. RS+FD has the level that keeps the record ε. Nursery's shares are all equal, which favours no method but EM, which starts there or near. \
              Where tables of a law are processed, the variance of a table is that which is expected at a uniform truth; those of LoPub are taken to have equal ones. \
              Where nearly all of a table is noise, processing leaves shares that were rather guessed than measured, and methods come near to each other. Where a method is said to be refused, its noise leaves nothing of some table (a condition above 10⁶), and Candor estimates none. The bound is for unbiased estimates at a uniform truth, and counts the drawing of people too, which measured errors leave out: they can be below it, most at large ε.",
    columns: &[
        ("people", "whose records"),
        ("respondents", "n, how many of them are asked"),
        ("questions_of_a_table", "w: all tables of so many questions are read"),
        ("record_epsilon", "what every method keeps"),
        ("method", "how it is asked"),
        ("form", "as estimated, or processed: made to agree and to be shares"),
        ("runs", "how many surveys were simulated"),
        ("error", "squared error summed over all cells of all tables, mean over the runs"),
        ("error_error", "standard error of this mean"),
        (
            "times",
            "how many times the respondents of labelled are needed for the same error; nothing where labelled has a smaller one even of the fewest asked",
        ),
        ("lower", "of an interval of 95 % of it"),
        ("upper", "of the same"),
        ("of_bound", "n times the error over the bound for unbiased estimates from any protocol"),
    ],
    parts,
    findings: findings::findings,
    pictures: pictures::pictures,
};

fn parts(scale: Scale, supplied: &Supplied) -> Vec<Part> {
    let (orders, epsilons): (&[u32], &[f64]) =
        scale.either((&[1, 2], &[1.0, 4.0]), (&[1, 2, 3], &[0.5, 1.0, 2.0, 4.0, 8.0]));
    let cases = orders.iter().flat_map(|&w| epsilons.iter().map(move |&epsilon| (w, epsilon)));
    let asked = |people: Rc<Population>| {
        cases.clone().map(move |(w, epsilon)| {
            let few = scale == Scale::Quick || w == 3 && people.sizes().len() > 6;
            let people = if few { Rc::new(people.first(5)) } else { people.clone() };
            let name = format!("{}-{}-{w}-{epsilon}", people.name().to_lowercase(), people.rows().len());
            let of = simulated::Simulated { people, w, epsilon, runs: scale.either(3, RUNS[w as usize - 1]) };
            Part::new(name.clone(), move || of.rows(&name))
        })
    };
    people(scale, supplied).into_iter().flat_map(asked).collect()
}

fn people(scale: Scale, supplied: &Supplied) -> Vec<Rc<Population>> {
    let mut rng = stream("comparison", "people");
    let nursery = nursery().ok().map(|people| scale.either(people.sample(2_000, &mut rng), people.clone()));
    let chain = scale.either(None, chain(20_000, &mut rng).ok());
    let adult = scale.either(None, supplied.adult.clone());
    adult.into_iter().chain(nursery.map(Rc::new)).chain(chain.map(Rc::new)).collect()
}
