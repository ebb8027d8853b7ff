//! Simulated people at one SNP, and the errors of private statistics on them.

use candor::Error;
use candor::design::{Levels, Method, Request};
use candor::estimate::Reconstruction;
use candor::inference::{Central, chi_squared, cochran_armitage, eigenstrat, transmission_disequilibrium};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;

use super::phenotype::Residuals;
use crate::draws::whole;
use crate::measured::Reported;
use crate::records::Population;

/// The number of people, or of families.
pub(super) const PEOPLE: u32 = 1_000;
const SCORES: [f64; 3] = [0.0, 1.0, 2.0];

/// The statistic computed for a SNP.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Tested {
    Alleles,
    Genotypes,
    Trend,
    Transmission,
    Eigenstrat,
}

impl Tested {
    /// All statistics, in the order of figures S3 to S7.
    pub(super) const ALL: [Self; 5] =
        [Self::Alleles, Self::Genotypes, Self::Trend, Self::Transmission, Self::Eigenstrat];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Alleles => "χ² 2×2",
            Self::Genotypes => "χ² 3×2",
            Self::Trend => "trend",
            Self::Transmission => "TDT",
            Self::Eigenstrat => "EIGENSTRAT",
        }
    }

    /// The name for files.
    pub(super) fn plain(self) -> &'static str {
        match self {
            Self::Alleles => "chi-squared-2x2",
            Self::Genotypes => "chi-squared-3x2",
            Self::Trend => "trend",
            Self::Transmission => "tdt",
            Self::Eigenstrat => "eigenstrat",
        }
    }

    /// The statistic of counts of answers; 0 where it is undefined.
    fn of_counts(self, counts: &[f64]) -> f64 {
        let found = match self {
            Self::Trend => cochran_armitage(counts, &SCORES),
            Self::Transmission => transmission_disequilibrium(counts),
            _ => chi_squared(counts, 2),
        };
        found.map_or(0.0, |found| found.value)
    }
}

/// The true answers at a SNP: each is an allele, a genotype with its phenotype, or a family.
pub(super) struct Snp<'c> {
    tested: Tested,
    categories: u32,
    answers: Vec<u32>,
    /// The principal components that EIGENSTRAT corrects for.
    components: &'c [Vec<f64>],
}

impl<'c> Snp<'c> {
    pub(super) fn new(
        tested: Tested,
        (genotypes, phenotypes): (&[u32], &[u32]),
        components: &'c [Vec<f64>],
        rng: &mut ChaCha20Rng,
    ) -> Self {
        let people = || genotypes.iter().zip(phenotypes);
        let alleles = |(own, phenotype): (&u32, &u32)| {
            [u32::from(*own > 0), u32::from(*own > 1)].map(|allele| 2 * allele + phenotype)
        };
        let (categories, answers) = match tested {
            Tested::Alleles => (4, people().flat_map(alleles).collect()),
            Tested::Transmission => (6, (0..PEOPLE).map(|_| whole(0, 5, rng)).collect()),
            _ => (6, people().map(|(own, phenotype)| 2 * own + phenotype).collect()),
        };
        Self { tested, categories, answers, components }
    }

    /// The true statistic.
    pub(super) fn true_statistic(&self) -> f64 {
        self.of(&self.answers)
    }

    fn of(&self, answers: &[u32]) -> f64 {
        if self.tested == Tested::Eigenstrat {
            let [genotypes, phenotypes] = columns(answers);
            let found = eigenstrat(self.components, &genotypes, &phenotypes);
            return found.map_or(0.0, |found| found.value);
        }
        let mut counts = vec![0.0; self.categories as usize];
        answers.iter().for_each(|&own| counts[own as usize] += 1.0);
        self.tested.of_counts(&counts)
    }

    /// The law of a report, with the answer as its only question.
    pub(super) fn law(&self, epsilon: f64) -> Result<Law, Error> {
        let levels = Levels::new(vec![self.categories], vec![epsilon])?;
        Ok(Request::levels(&levels).method(Method::Independent).design()?.law().clone())
    }

    /// The statistic of perturbed answers: from their inverted counts, or for EIGENSTRAT from the perturbed answers themselves.
    pub(super) fn perturbed(&self, law: &Law, rng: &mut ChaCha20Rng) -> Result<f64, Error> {
        let rows = self.answers.iter().map(|&own| vec![own]).collect();
        let people = Population::new("snp", &["pair"], &[self.categories], rows)?;
        if self.tested == Tested::Eigenstrat {
            let schema = people.schema()?;
            let report = |row: &Vec<u32>| Ok(perturb(law, Record::new(&schema, row.as_slice())?, rng)[0]);
            let reports = people.rows().iter().map(report).collect::<Result<Vec<u32>, Error>>()?;
            return Ok(self.of(&reports));
        }
        let shares = Reported::new(law, &people, rng)?.shares(law, &[0], Reconstruction::Inverse)?;
        let n = self.answers.len() as f64;
        Ok(self.tested.of_counts(&shares.iter().map(|share| share * n).collect::<Vec<_>>()))
    }

    /// The mean absolute error of the statistic that a trusted collector publishes: by formula, or for EIGENSTRAT over `draws` draws.
    pub(super) fn trusted(&self, epsilon: f64, draws: u32, rng: &mut ChaCha20Rng) -> Result<f64, Error> {
        let cases = self.answers.iter().filter(|&&own| own % 2 == 1).count() as u64;
        let controls = self.answers.len() as u64 - cases;
        let central = match self.tested {
            Tested::Alleles | Tested::Genotypes => Central::ChiSquared { cases, controls },
            Tested::Trend => Central::Trend { cases, controls },
            Tested::Transmission => Central::Transmission { families: u64::from(PEOPLE) },
            Tested::Eigenstrat => {
                let [genotypes, phenotypes] = columns(&self.answers);
                let residuals = Residuals::new(self.components, &genotypes, &phenotypes);
                let truth = self.true_statistic();
                let errors = (0..draws).map(|_| (residuals.published(epsilon, rng) - truth).abs());
                return Ok(errors.sum::<f64>() / f64::from(draws));
            }
        };
        central.mean_absolute_error(epsilon)
    }
}

/// The genotypes and the phenotypes of answers.
fn columns(answers: &[u32]) -> [Vec<f64>; 2] {
    [|own: u32| own / 2, |own: u32| own % 2].map(|of| answers.iter().map(|&own| f64::from(of(own))).collect())
}
