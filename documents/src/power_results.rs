//! Results of a power analysis: the respondents that a test takes, or the power that a number of them gives, under a plan, under independent
//! perturbation with the same record ε, and under any protocol.
//!
//! ```json
//! {"test":"independence","attributes":["smoker","age"],"level":0.05,"power":0.8,"respondents":2000,
//!   "plan":{"record_epsilon":2.0,"respondents":1200,"power":0.96,"noncentrality":0.0091,"degrees_of_freedom":3},
//!   "independent":{"respondents":5100,"power":0.38,…},"bound":{"respondents":640}}
//! ```
//!
//! `respondents` of a plan is null where no number is enough, and `independent` is null where independent perturbation cannot see the table.

use core::fmt;

use candor::Error;
use candor::inference::Prospect;
use serde::Serialize;

use super::Document;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::grouped;

/// The request for a power analysis of a test.
#[derive(Serialize, Clone)]
pub struct Sought {
    /// The kind of test.
    pub test: String,
    /// The attributes of its table.
    pub attributes: Vec<String>,
    /// The level below which a p-value rejects.
    pub level: f64,
    /// The power: the probability with which the test should reject.
    pub power: f64,
    /// A number of respondents whose power is computed as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub respondents: Option<u64>,
}

/// The document of a power analysis.
#[derive(Serialize)]
pub struct Prospects {
    #[serde(flatten)]
    sought: Sought,
    plan: PowerOfLaw,
    independent: Option<PowerOfLaw>,
    bound: Bound,
}

/// The power under one law.
#[derive(Serialize)]
struct PowerOfLaw {
    record_epsilon: f64,
    respondents: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    power: Option<f64>,
    #[serde(flatten)]
    prospect: Prospect,
}

/// The lower bound on respondents for any protocol.
#[derive(Serialize)]
struct Bound {
    /// The bound, rounded up; absent where the expected shares satisfy the hypothesis.
    respondents: Option<f64>,
}

impl PowerOfLaw {
    fn new(record_epsilon: f64, prospect: Prospect, sought: &Sought) -> Result<Self, Error> {
        Ok(Self {
            record_epsilon,
            respondents: prospect.respondents(sought.power, sought.level)?,
            power: sought.respondents.map(|n| prospect.power(n, sought.level)).transpose()?,
            prospect,
        })
    }

    fn row(&self, name: &str) -> Vec<String> {
        let respondents = self.respondents.map_or("none is enough".to_owned(), grouped);
        let power = self.power.map(percent);
        [format!("{name}, record ε {:.4}", self.record_epsilon), respondents]
            .into_iter()
            .chain(power)
            .collect()
    }
}

impl Prospects {
    /// The document for a plan, for independent perturbation where that sees the table, each with its record ε, and for the least number
    /// of respondents that any protocol needs.
    ///
    /// # Errors
    /// `invalid-confidence` for a level or a power outside (0, 1).
    pub fn new(
        sought: Sought,
        (record_epsilon, plan): (f64, Prospect),
        independent: Option<(f64, Prospect)>,
        bound: f64,
    ) -> Result<Self, Error> {
        let independent = independent.map(|(epsilon, prospect)| PowerOfLaw::new(epsilon, prospect, &sought));
        Ok(Self {
            plan: PowerOfLaw::new(record_epsilon, plan, &sought)?,
            independent: independent.transpose()?,
            bound: Bound { respondents: Some(bound.ceil()).filter(|respondents| respondents.is_finite()) },
            sought,
        })
    }

    /// The respondents that the test takes under the plan, and its power with the number that was given.
    pub(crate) fn of_plan(&self) -> (Option<u64>, Option<f64>) {
        (self.plan.respondents, self.plan.power)
    }
}

impl Document for Prospects {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let with = self.sought.respondents.map(|n| format!("power with {}", grouped(n)));
        let needed = format!("respondents for {}", percent(self.sought.power));
        let numbers: Vec<&str> = [needed.as_str()].into_iter().chain(with.as_deref()).collect();
        let mut grid = Grid::new(["design".to_owned()], &numbers);
        grid.push(self.plan.row("this plan"));
        if let Some(independent) = &self.independent {
            grid.push(independent.row("independent perturbation"));
        }
        let bound = self.bound.respondents.map_or("–".to_owned(), |n| format!("{n}"));
        let nothing = self.sought.respondents.map(|_| "–".to_owned());
        grid.push(["bound for any protocol".to_owned(), bound].into_iter().chain(nothing).collect());
        let Sought { test, attributes, level, .. } = &self.sought;
        writeln!(to, "{test} of {} (level {level})\n{grid}", attributes.join(" × "))
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        let Sought { test, attributes, level, power, respondents } = &self.sought;
        let header = [
            "test",
            "table",
            "level",
            "power",
            "design",
            "record_epsilon",
            "respondents",
            "given",
            "power_of_given",
        ];
        to.row(header)?;
        let asked = [test.clone(), attributes.join(","), level.to_string(), power.to_string()];
        let told = |name: &str, told: &PowerOfLaw| {
            let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
            let of_given = told.power.map_or(String::new(), |power| power.to_string());
            let own = [name.to_owned(), told.record_epsilon.to_string(), number(told.respondents)];
            own.into_iter().chain([number(*respondents), of_given]).collect::<Vec<String>>()
        };
        let mut rows = vec![told("plan", &self.plan)];
        rows.extend(self.independent.iter().map(|independent| told("independent", independent)));
        let bound = self.bound.respondents.map_or(String::new(), |n| n.to_string());
        rows.push(vec!["bound".into(), String::new(), bound, String::new(), String::new()]);
        for row in rows {
            to.row(asked.iter().cloned().chain(row))?;
        }
        Ok(())
    }
}

pub(crate) fn percent(power: f64) -> String {
    format!("{:.1} %", 100.0 * power)
}
