//! Simulated surveys with Candor's designs and with other methods at the same record ε.

mod collected;
mod findings;
mod findings_read;
mod methods;
mod pictures;
mod ratio;
mod read;
mod rows;
mod unbiased;

use std::rc::Rc;

use crate::draws::stream;
use crate::experiment::{Experiment, Part, Scale, Supplied};
use crate::records::{Population, chain, nursery};

/// The two forms of estimates whose errors are measured.
const UNBIASED: &str = "as estimated";
const READ: &str = "as read";

/// The simulated surveys of a full run, for tables of one, two and three questions: with fewer cells, errors vary more between surveys.
const RUNS: [u32; 3] = [40, 100, 10];
/// The simulated surveys of a full run of what people read.
const RUNS_READ: u32 = 40;
/// The numbers of people who are asked for what is read, beside everybody.
const RESPONDENTS: [usize; 2] = [2_000, 8_000];

/// The experiment, by people, w and ε.
pub(crate) const COMPARISON: Experiment = Experiment {
    name: "comparison",
    title: "Errors and respondents needed at the same record ε, measured",
    source: "Candor's comparison. Peers: [WangBlockiLiJha17] (SMP by GRR or OUE), [Arcolezi21] (RS+FD), [Zhang18] (CALM), [Ren18] (LoPub), [McKenna20] (the workload-optimised mechanism), [McKenna19] (Private-PGM)",
    method: "Everybody on record, of Adult (32,561 people, six questions), of Nursery (12,960, eight questions; the first five for tables of three) and of a simulated chain (20,000, six questions of four categories, each of which repeats \
             the one before it with probability 1/2), is asked by every method at the same record ε, from 0.5 to 8: all tables of one, of two and of three questions. *Adult, four questions* (race, sex, income and marital status), *Nursery, three questions* and *chain, three questions* (the first) are few enough \
             for the workload-optimised mechanism. The squared error is summed over all cells of all tables. It is measured twice.\n\n\
             **As estimated**: unbiased estimates, each method with the shares of respondents that are published and with the best ones. Means of 40 surveys for tables of one, 100 of two, 10 of three, of LoPub 3 at most.\n\n\
             **As read**: all tables of two questions after the best processing that was published for the reports of each method, at ε from 0.5 to 4. Of Adult, Nursery and chain 2,000 people, 8,000 and everybody are asked, in 40 surveys, of LoPub 3; \
             of each survey the people are the same for all methods. Candor's are read by the best guess of all tables together.\n\n\
             A quick run has 3 surveys of 2,000 people and the first five or three questions of Nursery, tables of one and of two, ε of 1 and 4.",
    remarks: "Ratios are of squared errors: as estimated, to the error of labelled; as read, to that of labelled for the best guess, read by it. Errors of unbiased estimates are in proportion to 1/n, so that their ratio is also how many times the respondents of labelled a method needs. \
              Those of tables as they are read are not. Intervals of 95 % are from the surveys, by the delta method with quantiles of Student's distribution; as read, surveys of the same people are compared one by one. A method is said to have a larger or smaller error where its interval is above or below 1, and else not to be told apart; \
              of many such intervals one in twenty misses.\n\n\
              **How methods ask.** *Labelled* is the design that a survey gets, *labelled for the best guess* the one of a survey that declares what it reads (`reads: best-guess`), for the number of people who are asked and with at most 1.5 times the unbiased error; where all questions have equally many answers, as of the chain, it is the default design. *One random table* asks everybody one table by subset selection of the best size and reads it alone; CALM adds its consistency step. *Even shares*: all tables have as many respondents, as CALM is published. *Best shares*: those with the least expected error of all tables, \
              read alone or made to agree, at a uniform truth (the experiment *respondents* has these expectations); labelled designs are optimised for the same. Tables of one have nothing to agree on. SMP and RS+FD \
              tell of single questions only, since no report holds two true answers; SMP with the best shares is *one random table, best shares* for tables of one. RS+FD has the level that keeps the record ε; which question it answers is secret and uniformly drawn, so that it has no shares to choose. \
              The workload-optimised mechanism is a matrix of four rows for every combination of answers, found by projected gradient descent from random numbers, as published; it ends in local minima, for one question up to a seventh above the best protocol. Its time grows with the cube of these combinations, and Adult's six questions have 33,600. \
              Tables of three are compared as estimated alone: the best guess has no effects of three questions. LoPub is biased: its error stays however many are asked, and the ratio as estimated says how far it is off.\n\n\
              **How tables are read.** *Made consistent*: tables are made to agree on what they have in common, each weighed by one over the variance of its noise, and every table is projected onto the nearest shares, by turns until no cell moves by more than 10⁻⁷; so CALM is published [Zhang18]. \
              *Projected*: every table by itself onto the nearest shares [WangLopuhaa20]. *Likeliest*: the shares that make the counts of a table most probable, the limit of EM [AgrawalAggarwal01], for questions perturbed one by one. *Least squares*: the tables of possible records nearest to the estimated tables, as the workload-optimised mechanism is published (WNNLS). \
              *Private-PGM*: the tables of the distribution of whole records that is nearest to all estimated tables, each weighed by one over the square of its standard error, a graphical model that is found by at most 1,000 steps of mirror descent [McKenna19]. It is given the tables of two methods: the unbiased ones of labelled, and those of CALM with even shares as the reports of each estimate it, before they are made consistent. \
              *Product*: the product of the shares of single questions, each projected, as if all were independent [DomingoFerrer22]: for methods that tell of single questions. LoPub's own EM makes shares. *Hybrid* and *best guess* are Candor's ([mathematics.md](../mathematics.md), §6 and §12).\n\n\
              Where tables of a law are made consistent, the variance of a table is that which is expected at a uniform truth. Nursery's questions are independent, and all its shares equal: that favours products, the best guess, which finds no association there, and EM, which starts there or near. \
              Where nearly all of a table is noise, what is read was rather guessed than measured, and methods come near to each other. Where a method is said to be refused, its noise leaves nothing of some table (a condition above 10⁶), and Candor estimates none. The bound is for unbiased estimates at a uniform truth, and counts the drawing of people too, which measured errors leave out: they can be below it, most at large ε.",
    columns: &[
        ("people", "whose records"),
        ("respondents", "n, how many of them are asked"),
        ("questions_of_a_table", "w: all tables of so many questions are read"),
        ("record_epsilon", "what every method keeps"),
        ("method", "how it is asked; as read, also how tables are made of the reports"),
        ("form", "as estimated, or as read"),
        ("runs", "how many surveys were simulated"),
        ("error", "squared error summed over all cells of all tables, mean over the surveys"),
        ("error_error", "standard error of this mean"),
        (
            "times",
            "the error over that of labelled, which is how many times the respondents are needed for the same; as read, over that of labelled for the best guess, read by it",
        ),
        ("lower", "of an interval of 95 % of it"),
        ("upper", "of the same"),
        (
            "of_bound",
            "as estimated: n times the error over the bound for unbiased estimates from any protocol",
        ),
    ],
    parts,
    findings: findings::findings,
    pictures: pictures::pictures,
};

fn parts(scale: Scale, supplied: &Supplied) -> Vec<Part> {
    let everybody = people(scale, supplied);
    let small: Vec<Rc<Population>> = everybody.iter().filter_map(|people| few_questions(people)).collect();
    let large = everybody.iter().flat_map(|people| unbiased(people, scale));
    let read = everybody.iter().chain(&small).flat_map(|people| read(people, scale));
    large.chain(small.iter().flat_map(|people| unbiased_pairs(people, scale))).chain(read).collect()
}

fn people(scale: Scale, supplied: &Supplied) -> Vec<Rc<Population>> {
    let mut rng = stream("comparison", "people");
    let nursery = nursery().ok().map(|people| scale.either(people.sample(2_000, &mut rng), people.clone()));
    let chain = scale.either(None, chain(20_000, &mut rng).ok());
    let adult = scale.either(None, supplied.adult.clone());
    adult.into_iter().chain(nursery.map(Rc::new)).chain(chain.map(Rc::new)).collect()
}

/// The same people with few enough questions for the workload-optimised mechanism: of Adult race, sex,
/// income and marital status, of others the first three.
fn few_questions(people: &Population) -> Option<Rc<Population>> {
    let (questions, said): (&[usize], _) = match people.name() {
        "Adult" => (&[0, 1, 2, 5], "four"),
        "Nursery" | "chain" => (&[0, 1, 2], "three"),
        _ => return None,
    };
    Some(Rc::new(people.only(questions).named(&format!("{}, {said} questions", people.name()))))
}

/// The parts of unbiased estimates.
fn unbiased(people: &Rc<Population>, scale: Scale) -> Vec<Part> {
    let (orders, epsilons): (&[u32], &[f64]) =
        scale.either((&[1, 2], &[1.0, 4.0]), (&[1, 2, 3], &[0.5, 1.0, 2.0, 4.0, 8.0]));
    let part = |w: u32, epsilon: f64| {
        let few = scale == Scale::Quick || w == 3 && people.sizes().len() > 6;
        let people = if few { Rc::new(people.first(5)) } else { people.clone() };
        of_unbiased(unbiased::Unbiased { people, w, epsilon, runs: scale.either(3, RUNS[w as usize - 1]) })
    };
    orders.iter().flat_map(|&w| epsilons.iter().map(move |&epsilon| part(w, epsilon))).collect()
}

/// The parts of unbiased estimates of pairs of few questions.
fn unbiased_pairs(people: &Rc<Population>, scale: Scale) -> Vec<Part> {
    let part = |&epsilon: &f64| {
        let runs = scale.either(3, RUNS[1]);
        of_unbiased(unbiased::Unbiased { people: people.clone(), w: 2, epsilon, runs })
    };
    epsilons_read(scale).iter().map(part).collect()
}

fn of_unbiased(of: unbiased::Unbiased) -> Part {
    let name = format!("{}-{}-{}-{}", slug(of.people.name()), of.people.rows().len(), of.w, of.epsilon);
    Part::new(name.clone(), move || of.rows(&name))
}

/// The parts of what people read.
fn read(people: &Rc<Population>, scale: Scale) -> Vec<Part> {
    let everybody = people.rows().len();
    let is_large = scale == Scale::Full && people.sizes().len() > 4;
    let fewer = RESPONDENTS.iter().copied().filter(|_| is_large);
    let part = |respondents: usize, epsilon: f64| {
        let runs = scale.either(3, RUNS_READ);
        let people = if scale == Scale::Quick { Rc::new(people.first(5)) } else { people.clone() };
        let name = format!("read-{}-{respondents}-{epsilon}", slug(people.name()));
        let of = read::PairsRead { people, respondents, epsilon, runs };
        Part::new(name.clone(), move || of.rows(&name))
    };
    let respondents = fewer.chain([everybody]);
    respondents.flat_map(|n| epsilons_read(scale).iter().map(move |&epsilon| part(n, epsilon))).collect()
}

fn epsilons_read(scale: Scale) -> &'static [f64] {
    scale.either(&[1.0, 4.0], &[0.5, 1.0, 2.0, 4.0])
}

/// A name of people as part of a file's name.
fn slug(people: &str) -> String {
    people.to_lowercase().replace(", ", "-").replace(' ', "-")
}
