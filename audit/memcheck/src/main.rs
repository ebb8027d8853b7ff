//! `valgrind --suppressions=redraws.supp candor-memcheck [leak | leak-in-wave]`: perturbs records while memcheck takes the answers and the
//! noise for undefined, and does the same in waves with an undefined secret. Counts what memcheck reports, which is branches and addresses
//! that depend on any of these. `leak` perturbs as textbooks do instead, and `leak-in-wave` compares what a wave keeps with what an earlier
//! one kept; both must be reported.
//!
//! One branch on noise is suppressed: whether a word is redrawn. The number that is finally kept has the same distribution whether or not
//! words were redrawn before it.
//!
//! Exit status: 0 if nothing was reported, 1 if something was, 2 if not run under valgrind.

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

/// A generator whose words are marked undefined.
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

/// Random answers, and their address.
struct Answers {
    categories: Vec<u32>,
    address: usize,
}

impl Answers {
    fn random(plan: &Plan, dice: &mut ChaCha20Rng) -> Self {
        let categories: Vec<u32> = plan.schema().sizes().iter().map(|a| dice.next_u32() % a).collect();
        Self { address: categories.as_ptr() as usize, categories }
    }

    /// Makes a record, which takes over the memory of the answers. They are marked undefined after validation.
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

/// Perturbs with undefined answers and noise, and before that in a wave with undefined answers and secret, from which a wave's noise is
/// derived. The label stays defined, because a report shows it.
fn respond_secretly(plan: &Plan, seed: u64) {
    let mut dice = ChaCha20Rng::seed_from_u64(seed);
    drop(black_box(wave(plan, &mut dice)));
    let label = label(plan.law(), &mut dice);
    if let Some(record) = Answers::random(plan, &mut dice).record(plan) {
        drop(black_box(perturb_under(plan.law(), label, record, &mut Noise(dice))));
    }
}

/// Responds in a wave; returns what the device keeps afterwards.
fn wave(plan: &Plan, dice: &mut ChaCha20Rng) -> Option<Wave> {
    let mut secret = [0; 32];
    dice.fill_bytes(&mut secret);
    request::undefine(&mut secret);
    let record = Answers::random(plan, dice).record(plan)?;
    respond_in_wave(plan, record, Some(Secret::new(secret))).ok()?.1
}

/// Keeps or replaces each answer in a branch, as textbooks do, so that the time tells which.
fn perturb_as_textbooks_do(plan: &Plan, seed: u64) {
    let mut dice = ChaCha20Rng::seed_from_u64(seed);
    let answers = Answers::random(plan, &mut dice).undefined();
    let mut noise = Noise(dice);
    let kept = |(&answer, &a): (&u32, &u32)| {
        if noise.next_u64() >> 63 == 0 { answer } else { noise.next_u32() % a }
    };
    black_box(answers.iter().zip(plan.law().sizes()).map(kept).collect::<Vec<u32>>());
}

/// Compares the marks of two waves' true answers until they differ, so that the time tells where.
fn compare_waves(plan: &Plan, seed: u64) {
    let mut dice = ChaCha20Rng::seed_from_u64(seed);
    if let [Some(one), Some(other)] = [wave(plan, &mut dice), wave(plan, &mut dice)] {
        black_box(one.mark.iter().zip(&other.mark).position(|(one, other)| one != other));
    }
}
