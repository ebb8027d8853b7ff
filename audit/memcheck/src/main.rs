//! `valgrind --suppressions=redraws.supp candor-memcheck [leak | leak-in-wave]`: perturbs records whose answers are
//! marked undefined, with noise that is marked undefined, and in waves under a secret that is, and counts what memcheck
//! reports: branches and addresses that depend on any of them. `leak` perturbs as textbooks do instead, and
//! `leak-in-wave` compares what a wave keeps with what an earlier one kept; both must be reported.
//!
//! One branch on noise is overlooked: whether a word is redrawn. The number that is kept is as likely whether or
//! not words were redrawn before it.
//!
//! Exit status: 0 nothing reported, 1 something reported, 2 not under valgrind.

mod request;

use core::convert::Infallible;
use core::hint::black_box;
use std::process::ExitCode;

use candor::perturb::{label, perturb_under};
use candor::plan::Plan;
use candor::report::respond_in_wave;
use candor::report::wave::{Secret, Wave};
use candor::schema::Record;
use candor_audit::plans;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng, TryRng};

/// Secret words.
struct Noise(ChaCha20Rng);

impl TryRng for Noise {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut word = [self.0.next_u32()];
        request::undefine(&mut word);
        Ok(word[0])
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut word = [self.0.next_u64()];
        request::undefine(&mut word);
        Ok(word[0])
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        request::undefine(bytes);
        Ok(())
    }
}

fn main() -> ExitCode {
    if !request::runs_under_valgrind() {
        eprintln!("run this under valgrind");
        return ExitCode::from(2);
    }
    let respond: fn(&Plan, u64) = match std::env::args().nth(1).as_deref() {
        None => respond_secretly,
        Some("leak-in-wave") => compare_waves,
        Some(_) => perturb_as_textbooks_do,
    };
    let (Ok(six), Ok(labelled)) = (plans::six(), plans::labelled()) else { return ExitCode::from(2) };
    for plan in six.into_iter().chain(labelled) {
        (0..50).for_each(|seed| respond(&plan, seed));
        println!("{}: {} reports so far", plan.survey(), request::reported());
    }
    ExitCode::from(u8::from(request::reported() > 0))
}

/// Random answers of a record, and where they lie.
struct Answers {
    categories: Vec<u32>,
    address: usize,
}

impl Answers {
    fn random(plan: &Plan, dice: &mut ChaCha20Rng) -> Self {
        let categories: Vec<u32> = plan.law().sizes().iter().map(|a| dice.next_u32() % a).collect();
        Self { address: categories.as_ptr() as usize, categories }
    }

    /// The record, its answers undefined once they are checked; it takes their memory over.
    fn record(self, plan: &Plan) -> Option<Record> {
        let (address, bytes) = (self.address, size_of_val(&*self.categories));
        let record = Record::new(plan.schema(), self.categories).ok()?;
        request::undefine_at(address, bytes);
        Some(record)
    }

    fn undefined(mut self) -> Vec<u32> {
        request::undefine(&mut self.categories);
        self.categories
    }
}

/// Answers and noise are undefined; then answers and the secret that the noise of a wave is derived from. The label, which a
/// report shows, is not.
fn respond_secretly(plan: &Plan, seed: u64) {
    let mut dice = ChaCha20Rng::seed_from_u64(seed);
    drop(black_box(wave(plan, &mut dice)));
    let label = label(plan.law(), &mut dice);
    if let Some(record) = Answers::random(plan, &mut dice).record(plan) {
        drop(black_box(perturb_under(plan.law(), label, record, &mut Noise(dice))));
    }
}

/// What a device keeps after the report of a wave.
fn wave(plan: &Plan, dice: &mut ChaCha20Rng) -> Option<Wave> {
    let mut secret = [0; 32];
    dice.fill_bytes(&mut secret);
    request::undefine(&mut secret);
    let record = Answers::random(plan, dice).record(plan)?;
    respond_in_wave(plan, record, Some(Secret::new(secret))).ok()?.1
}

/// Keeps an answer or replaces it, as textbooks do: the time tells which.
fn perturb_as_textbooks_do(plan: &Plan, seed: u64) {
    let mut dice = ChaCha20Rng::seed_from_u64(seed);
    let answers = Answers::random(plan, &mut dice).undefined();
    let mut noise = Noise(dice);
    let kept = |(&answer, &a): (&u32, &u32)| {
        if noise.next_u64() >> 63 == 0 { answer } else { noise.next_u32() % a }
    };
    black_box(answers.iter().zip(plan.law().sizes()).map(kept).collect::<Vec<u32>>());
}

/// Compares the mark of a truth with an earlier one until they differ: the time tells where.
fn compare_waves(plan: &Plan, seed: u64) {
    let mut dice = ChaCha20Rng::seed_from_u64(seed);
    if let [Some(one), Some(other)] = [wave(plan, &mut dice), wave(plan, &mut dice)] {
        black_box(one.mark.iter().zip(&other.mark).position(|(one, other)| one != other));
    }
}
