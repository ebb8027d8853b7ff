//! The module's exports. The host calls [`start`] with a law first. An invalid record or law traps.

use core::convert::Infallible;
use core::hint::black_box;
use std::sync::OnceLock;

use candor::device;
use candor::law::Law;
use candor::perturb::{perturb, perturb_with_width};
use candor::schema::{Attribute, Category, Record, Schema};
use rand_core::TryRng;

#[allow(unsafe_code, reason = "the host has functions of these names and types")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns the next number of the law or of the record.
    safe fn number() -> u32;
    /// Returns the next random word.
    safe fn word() -> u64;
    /// Receives the next perturbed number.
    safe fn answer(number: u32);
}

/// Counts the random words that the host gives.
struct Words(u64);

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("only 64-bit words are drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 += 1;
        Ok(word())
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("only 64-bit words are drawn")
    }
}

static GIVEN: OnceLock<(Law, Schema)> = OnceLock::new();

#[allow(unsafe_code, reason = "exported by name")]
#[unsafe(no_mangle)]
extern "C" fn start() {
    GIVEN.get_or_init(|| {
        let law = device::law(next);
        let schema = schema(&law.sizes()[..law.attributes()]);
        (law, schema)
    });
}

/// Perturbs with words of 8 bits.
#[allow(unsafe_code, reason = "exported by name")]
#[unsafe(no_mangle)]
extern "C" fn narrow() {
    answered(perturb_with_width::<8, Words>);
}

/// Perturbs with words of 64 bits, as on respondents' devices.
#[allow(unsafe_code, reason = "exported by name")]
#[unsafe(no_mangle)]
extern "C" fn full() {
    answered(perturb);
}

/// Like [`full`], but looks at the first answer again if more words were drawn than the number that follows the record.
#[allow(unsafe_code, reason = "exported by name")]
#[unsafe(no_mangle)]
extern "C" fn leaking() {
    let (drawn, first) = answered(perturb);
    if drawn > number().into() && first != 0 {
        black_box(first);
    }
}

/// Perturbs the next record. Returns how many words were drawn, and the first true answer.
fn answered(sampler: fn(&Law, Record, &mut Words) -> Vec<u32>) -> (u64, u32) {
    let (law, schema) = GIVEN.get().expect("started");
    let categories: Vec<u32> = law.sizes()[..law.attributes()].iter().map(|_| number()).collect();
    let first = categories[0];
    let mut words = Words(0);
    let record = Record::new(schema, categories).expect("a record of the law");
    sampler(law, record, &mut words).into_iter().for_each(|number| answer(number));
    (words.0, first)
}

fn schema(sizes: &[u32]) -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&i.to_string(), None, (0..*a).map(category).collect(), false).expect("an attribute")
    };
    Schema::new(sizes.iter().enumerate().map(attribute).collect()).expect("a schema")
}

fn next() -> u32 {
    number()
}
