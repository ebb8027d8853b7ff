//! `valgrind --suppressions=redraws.supp candor-memcheck [leak]`: perturbs records whose answers are marked undefined,
//! with noise that is marked undefined, and counts what memcheck reports: branches and addresses that depend on
//! either. `leak` perturbs as textbooks do instead, which must be reported.
//!
//! One branch on noise is overlooked: whether a word is redrawn. The number that is kept is as likely whether or
//! not words were redrawn before it.
//!
//! Exit status: 0 nothing reported, 1 something reported, 2 not under valgrind.

mod request;

use core::convert::Infallible;
use core::hint::black_box;
use std::process::ExitCode;

use candor::law::Law;
use candor::perturb::perturb;
use candor::plan::Plan;
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
    let leaks = std::env::args().any(|argument| argument == "leak");
    let Ok(plans) = plans::six() else { return ExitCode::from(2) };
    for plan in plans {
        for seed in 0..50 {
            perturb_secretly(&plan, seed, leaks);
        }
        println!("{}: {} reports so far", plan.survey(), request::reported());
    }
    ExitCode::from(u8::from(request::reported() > 0))
}

/// Perturbs a random record that is marked undefined once it is checked.
fn perturb_secretly(plan: &Plan, seed: u64, leaks: bool) {
    let mut dice = ChaCha20Rng::seed_from_u64(seed);
    let mut answers: Vec<u32> = plan.law().sizes().iter().map(|a| dice.next_u32() % a).collect();
    let (address, bytes) = (answers.as_mut_ptr() as usize, size_of_val(&*answers));
    let mut noise = Noise(dice);
    if leaks {
        request::undefine_at(address, bytes);
        black_box(textbook(plan.law(), &answers, &mut noise));
        return;
    }
    if let Ok(record) = Record::new(plan.schema(), answers) {
        request::undefine_at(address, bytes);
        let mut perturbed = perturb(plan.law(), record, &mut noise);
        request::define(&mut perturbed);
        black_box(perturbed);
    }
}

/// Keeps an answer or replaces it, as textbooks do: the time tells which.
fn textbook(law: &Law, answers: &[u32], noise: &mut Noise) -> Vec<u32> {
    let kept = |(&answer, &a): (&u32, &u32)| {
        if noise.next_u64() >> 63 == 0 { answer } else { noise.next_u32() % a }
    };
    answers.iter().zip(law.sizes()).map(kept).collect()
}
