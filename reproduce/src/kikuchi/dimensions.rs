//! Errors by the number of questions of a table and by its cells: figures 3 to 5, Tables V and VI.

use crate::axis::Axis;
use crate::experiment::{Experiment, Finding};
use crate::measured::rounded;
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

use super::conditions::{
    BY_ORDER, COLUMNS, Condition, HYBRID, IND_JOINT, INDEPENDENT, Reading, TRUNCATED, avd, by_order,
    everybody, mean, methods, panel, without_adult,
};

/// The published ε; whether of each question or of the record is not said.
const EPSILON: f64 = 4.0;

/// Table VI, w from 2 to 6.
const PRINTED: [(&str, [f64; 5]); 4] = [
    (IND_JOINT, [0.0004, 0.0023, 0.0129, 0.0635, 0.3384]),
    (INDEPENDENT, [0.0588, 0.0669, 0.0395, 0.0405, 0.0215]),
    (HYBRID, [0.0004, 0.0023, 0.0129, 0.0405, 0.0215]),
    (TRUNCATED, [0.0004, 0.0019, 0.0068, 0.0182, 0.0223]),
];

/// The experiment, by w.
pub(crate) const DIMENSIONS: Experiment = Experiment {
    name: "dimensions",
    title: "Errors of joint tables by the number of their questions",
    source: "[Kikuchi, Figures 3, 4 and 5, Tables V and VI]",
    method: "The records are the six questions of Adult that the publication uses (32,561 people) and the eight of Nursery (12,960, all combinations \
             of its inputs). Everybody reports once, with every question perturbed by itself, at ε = 4 in both readings. All tables of two to six \
             questions of Adult, and 20 drawn ones of each size of Nursery, are estimated by the published schemes, by Candor's hybrid, which chooses \
             by estimated mean squared error, and by maximum likelihood. RR-Joint perturbs the questions of a table as one, at the sum of their \
             levels. 10 runs; a quick run makes 2, with 3 tables of two to four questions.",
    remarks: "Table V is printed at ε = 1: it is in the experiment on budgets. The AVD printed for RR-Ind-Joint at w = 2 is about a fifth of what \
              comes out where each question has ε = 4, and less than a two-hundredth of what comes out where the record has it; the printed growth \
              with w, 800-fold from w = 2 to 6, fits neither reading: it is 100-fold with ε of the record, and there is none with ε of each question. \
              Nursery's class, its ninth column, is left out. US Census and German Credit are not run, as their records are not available here. \
              RR-Joint is run for all tables, since its matrix need not be built; its error stays small because the levels of six questions add up to \
              24 where each has 4. LoPub and LoCop are in an experiment of their own.",
    columns: COLUMNS,
    parts: |scale, supplied| {
        let people = everybody(supplied.adult.as_ref());
        let cases =
            people.into_iter().flat_map(|people| Reading::BOTH.map(|reading| (people.clone(), reading)));
        let condition = |(people, reading): (std::rc::Rc<crate::records::Population>, Reading)| Condition {
            experiment: "dimensions",
            respondents: people.rows().len(),
            people,
            reading,
            epsilon: EPSILON,
            orders: scale.either(vec![2, 3, 4], (2..=6).collect()),
            tables: scale.either(3, 20),
            runs: scale.either(2, 10),
        };
        cases.map(condition).map(Condition::part).collect()
    },
    findings,
    pictures,
};

fn findings(table: &Table) -> Vec<Finding> {
    let mut findings: Vec<Finding> = without_adult(table).into_iter().collect();
    for people in table.different("people") {
        for reading in Reading::BOTH {
            let of = table.with("people", people.clone()).with("reading", reading.name());
            findings.push(growing(&of, &people, reading));
            findings.push(cut(&of, &people, reading));
            if people == Value::from("Adult") {
                findings.push(beside(&of, reading));
            }
        }
    }
    findings
}

/// How the error of the unbiased inverse depends on w. The published text says that it grows exponentially, which is the case where the noise
/// is large.
fn growing(of: &Table, people: &Value, reading: Reading) -> Finding {
    let orders = of.different("questions_of_a_table").into_iter();
    let by_w: Vec<f64> =
        orders.map(|w| mean(&of.with("questions_of_a_table", w), IND_JOINT, "avd")).collect();
    let printed: Vec<String> = by_w.iter().map(|avd| format!("{avd:.4}")).collect();
    let printed = printed.join(", ");
    match reading {
        Reading::Record => Finding::claimed(
            format!(
                "{people}, ε of record: the AVD of {IND_JOINT} grows with every question of a table: {printed} for w from 2."
            ),
            by_w.is_sorted_by(|one, next| one < next),
        ),
        Reading::Each => Finding::statement(format!(
            "{people}, ε of each question: the AVD of {IND_JOINT} is {printed} for w from 2. There the noise is small beside the shares, which get smaller with w."
        )),
    }
}

/// The errors of all schemes. Truncation to possible shares helps where the noise is large.
fn cut(of: &Table, people: &Value, reading: Reading) -> Finding {
    let (inverted, cut) = (mean(of, IND_JOINT, "avd"), mean(of, TRUNCATED, "avd"));
    let sentence = format!(
        "{people}, ε of {}: over all tables the mean AVD of {IND_JOINT} is {inverted:.4}, truncated to possible shares {cut:.4}.",
        reading.name()
    );
    let finding = match reading {
        Reading::Record => Finding::claimed(sentence, cut < inverted),
        Reading::Each => Finding::statement(sentence),
    };
    let names: Vec<String> = methods(of).iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    finding.showing(by_order(of, &names))
}

/// Table VI, with the reproduced values.
fn beside(of: &Table, reading: Reading) -> Finding {
    let orders = of.different("questions_of_a_table");
    let at = |w: Option<&Value>, method| {
        w.map_or(f64::NAN, |w| mean(&of.with("questions_of_a_table", w.clone()), method, "avd"))
    };
    let growths = PRINTED.map(|(method, printed)| {
        let here = at(orders.last(), method) / at(orders.first(), method);
        let printed = printed[orders.len() - 1] / printed[0];
        format!("{method} {} ({})", rounded(printed, 2), rounded(here, 2))
    });
    let sentence = format!(
        "Table VI, the factor by which the AVD grows from tables of two to the largest, as printed and, in brackets, as it came out with ε of {}: {}.",
        reading.name(),
        growths.join(", ")
    );
    let cell = |of: &Table, w: &Value| {
        let method = of.different("method");
        let printed = PRINTED.iter().find(|(name, _)| method == [Value::from(*name)]);
        let place = orders.iter().position(|order| order == w);
        let printed = printed.zip(place).map_or(f64::NAN, |((_, printed), place)| printed[place]);
        format!("{printed} ({})", avd(of))
    };
    let methods = PRINTED.map(|(method, _)| method);
    Finding::statement(sentence).showing(of.by_method(("AVD", &methods), BY_ORDER, cell))
}

fn pictures(table: &Table) -> Vec<Picture> {
    let each = |people: &Value| {
        let of = table.with("people", people.clone());
        let title = |reading: Reading| format!("ε = {EPSILON} of {}", reading.name());
        let by_w = |reading: Reading| {
            panel(title(reading), &of.with("reading", reading.name()), "questions_of_a_table", "avd")
        };
        let by_cells = |reading: Reading| {
            let of = of.with("reading", reading.name());
            let series = |method: &str| Series {
                label: method.to_owned(),
                mark: Mark::Points,
                points: of.with("method", method).points("cells", "avd"),
            };
            Panel { title: title(reading), series: [IND_JOINT, INDEPENDENT, TRUNCATED].map(series).into() }
        };
        let name = people.to_string().to_lowercase();
        [
            Picture {
                name: format!("dimensions-{name}"),
                title: format!("{people}: AVD by the questions of a table (figures 3 and 5)"),
                description: format!(
                    "Largest error of a cell by the number of questions of a table, for each scheme, on {people}"
                ),
                horizontal: Axis::linear("questions of a table, w"),
                vertical: Axis::logarithmic("AVD"),
                panels: Reading::BOTH.map(by_w).into(),
            },
            Picture {
                name: format!("dimensions-{name}-cells"),
                title: format!("{people}: AVD by the cells of a table (figure 4)"),
                description: format!(
                    "Largest error of a cell by the number of cells of a table, for each scheme, on {people}"
                ),
                horizontal: Axis::logarithmic("cells, |Ω|"),
                vertical: Axis::logarithmic("largest error of a cell"),
                panels: Reading::BOTH.map(by_cells).into(),
            },
        ]
    };
    table.different("people").iter().flat_map(each).collect()
}
