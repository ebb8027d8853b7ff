//! The respondent's module, as published, under an interpreter that counts its instructions.
//!
//! This replaces the JavaScript around the module: the module asks its host for the numbers of a law and of a record (`candor::device`),
//! and returns those of a report. The caller supplies the randomness, so that a run can be repeated.
//!
//! The error is `invalid-module` if the module lacks an export, asks for an unknown import, or traps.

use candor::law::{Block, Form, Law, Pattern, RoundedScore, Unit};
use candor::plan::Plan;
use candor::{Code, Error};
use wasmi::{Caller, Config, Engine, Extern, Instance, Linker, Module, Store, WasmParams, WasmResults};

/// An instance of the module, started with the law of a plan.
pub struct Shipped {
    module: Module,
    store: Store<Host>,
    instance: Instance,
    sampler: i32,
    /// How many numbers follow the report's own: four of its id, and sixteen of a wave.
    following: usize,
}

/// One report, and its cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The perturbed numbers.
    pub perturbed: Vec<u32>,
    /// The report's id, as four numbers.
    pub id: [u32; 4],
    /// The interpreter's fuel used: roughly one unit per instruction, and more for moving many bytes.
    pub fuel: u64,
}

/// The state of the module's host.
#[derive(Default)]
struct Host {
    /// The numbers still to be handed to the module, in reverse.
    numbers: Vec<u32>,
    given: Vec<u32>,
    /// The seed that stands for the system's randomness; `None` makes it fail.
    seed: Option<[u8; 32]>,
}

impl Shipped {
    /// Starts a module with the law of a plan.
    ///
    /// # Errors
    /// `invalid-module`.
    pub fn start(wasm: &[u8], plan: &Plan) -> Result<Self, Error> {
        let engine = Engine::new(Config::default().consume_fuel(true));
        let module = Module::new(&engine, wasm);
        module.and_then(|module| Self::started(module, plan)).map_err(|error| invalid(&error))
    }

    /// Starts another instance of the same module, which shares nothing with this one, like the next respondent's.
    ///
    /// # Errors
    /// The errors of [`Shipped::start`].
    pub fn another(&self, plan: &Plan) -> Result<Self, Error> {
        Self::started(self.module.clone(), plan).map_err(|error| invalid(&error))
    }

    fn started(module: Module, plan: &Plan) -> Result<Self, wasmi::Error> {
        let mut store = Store::new(module.engine(), Host::default());
        store.set_fuel(FUEL)?;
        let mut linker = Linker::new(module.engine());
        define(&mut linker)?;
        let instance = linker.instantiate_and_start(&mut store, &module)?;
        let following = if plan.wave_of().is_some() { 20 } else { 4 };
        let mut shipped = Self { module, store, instance, sampler: 0, following };
        let digest = plan.mechanism().map(|mechanism| words(mechanism.as_bytes())).unwrap_or_default();
        shipped.sampler = shipped.call("start", (), [listed(&digest), numbers_of(plan.law())].concat())?;
        Ok(shipped)
    }

    /// Perturbs a record, given by its categories, with `seed` as the system's randomness; `None` makes the randomness fail.
    ///
    /// # Errors
    /// `invalid-module`, also if the module returns nothing for lack of randomness.
    pub fn perturb(&mut self, record: &[u32], seed: Option<[u8; 32]>) -> Result<Answered, Error> {
        self.perturbed(record, None, seed).map_err(|error| invalid(&error))
    }

    /// Like [`Shipped::perturb`], under a label that was drawn before.
    ///
    /// # Errors
    /// The errors of [`Shipped::perturb`].
    pub fn perturb_under(&mut self, label: u32, record: &[u32], seed: [u8; 32]) -> Result<Answered, Error> {
        self.perturbed(record, Some(label), Some(seed)).map_err(|error| invalid(&error))
    }

    /// Draws a label, as devices do before they ask any question.
    ///
    /// # Errors
    /// The errors of [`Shipped::perturb`].
    pub fn label(&mut self, seed: [u8; 32]) -> Result<u32, Error> {
        let drawn = self.drawn(&[], None, Some(seed)).map_err(|error| invalid(&error))?;
        Ok(drawn[0])
    }

    fn perturbed(
        &mut self,
        record: &[u32],
        label: Option<u32>,
        seed: Option<[u8; 32]>,
    ) -> Result<Answered, wasmi::Error> {
        let mut perturbed = self.drawn(record, label, seed)?;
        let fuel = FUEL - self.store.get_fuel()?;
        let mut id = perturbed.split_off(perturbed.len().saturating_sub(self.following));
        id.truncate(4);
        let id = id.try_into().map_err(|_| wasmi::Error::new("perturb gives too few numbers"))?;
        Ok(Answered { perturbed, id, fuel })
    }

    /// What the module draws for a record, without the secret of an earlier wave; at least one number.
    fn drawn(
        &mut self,
        record: &[u32],
        label: Option<u32>,
        seed: Option<[u8; 32]>,
    ) -> Result<Vec<u32>, wasmi::Error> {
        self.store.set_fuel(FUEL)?;
        self.store.data_mut().seed = seed;
        let numbers = [listed(record), listed(&[]), listed(label.as_slice())].concat();
        self.call::<_, ()>("perturb", self.sampler, numbers)?;
        let given = core::mem::take(&mut self.store.data_mut().given);
        if given.is_empty() { Err(wasmi::Error::new("it was given no randomness")) } else { Ok(given) }
    }

    /// The value of an exported 64-bit global, such as an instrumented module has.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<i64> {
        self.instance.get_global(&self.store, name)?.get(&self.store).i64()
    }

    /// The module's whole memory.
    ///
    /// # Errors
    /// `invalid-module` if it has no memory.
    pub fn memory(&self) -> Result<&[u8], Error> {
        let memory = self.instance.get_memory(&self.store, "memory");
        let memory = memory.ok_or_else(|| invalid(&wasmi::Error::new("it has no memory")))?;
        Ok(memory.data(&self.store))
    }

    /// Calls a function, with these numbers ready for it to ask for.
    fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &str,
        parameters: P,
        mut numbers: Vec<u32>,
    ) -> Result<R, wasmi::Error> {
        numbers.reverse();
        self.store.data_mut().numbers = numbers;
        self.instance.get_typed_func::<P, R>(&self.store, name)?.call(&mut self.store, parameters)
    }
}

/// More fuel than any call uses.
const FUEL: u64 = u64::MAX / 2;

/// Defines the module's imports.
fn define(linker: &mut Linker<Host>) -> Result<(), wasmi::Error> {
    linker.func_wrap("host", "number", |mut caller: Caller<'_, Host>| {
        caller.data_mut().numbers.pop().unwrap_or_default()
    })?;
    linker.func_wrap("host", "given", |mut caller: Caller<'_, Host>, number: u32| {
        caller.data_mut().given.push(number);
    })?;
    linker.func_wrap("host", "random", random)?;
    Ok(())
}

/// Writes the seed into the module's memory.
fn random(mut caller: Caller<'_, Host>, place: u32) -> Result<u32, wasmi::Error> {
    let Some(seed) = caller.data().seed else { return Ok(0) };
    let memory = caller.get_export("memory").and_then(Extern::into_memory);
    let memory = memory.ok_or_else(|| wasmi::Error::new("it has no memory"))?;
    memory.write(&mut caller, usize::try_from(place).unwrap_or(usize::MAX), &seed)?;
    Ok(1)
}

/// A list in the module's format, which begins with the length.
fn listed(numbers: &[u32]) -> Vec<u32> {
    [&[narrow(numbers.len())], numbers].concat()
}

/// Converts every four bytes to a number, the most significant byte first.
fn words(bytes: &[u8]) -> Vec<u32> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    bytes.chunks(4).map(number).collect()
}

/// A law in the module's format, which `src/device/numbers.rs` describes.
#[must_use]
pub fn numbers_of(law: &Law) -> Vec<u32> {
    [listed(law.sizes()), all(law.scores(), score), all(law.forms(), form)].concat()
}

fn score(score: &RoundedScore) -> Vec<u32> {
    let items: Vec<usize> = score.items().collect();
    let raised: Vec<&[usize]> = items.iter().map(|item| score.raised_steps(*item)).collect();
    [indices(&items), all(&raised, |steps| indices(steps)), listed(score.levels())].concat()
}

fn form(form: &Form) -> Vec<u32> {
    let exchange = all(form.exchange(), |pool| indices(pool));
    [weight(form.weight() - 1), exchange, all(form.units(), unit), all(form.blocks(), block)].concat()
}

fn unit(unit: &Unit) -> Vec<u32> {
    [indices(unit.attributes()), vec![unit.subset_size()]].concat()
}

fn block(block: &Block) -> Vec<u32> {
    let classes = all(block.classes(), |class| indices(class));
    [indices(block.units()), classes, all(block.patterns(), pattern)].concat()
}

fn pattern(pattern: &Pattern) -> Vec<u32> {
    let changes = all(pattern.changes(), |&(class, count)| vec![narrow(class), narrow(count)]);
    [changes, weight(pattern.weight().into())].concat()
}

fn all<T>(elements: &[T], numbers: fn(&T) -> Vec<u32>) -> Vec<u32> {
    core::iter::once(narrow(elements.len())).chain(elements.iter().flat_map(numbers)).collect()
}

fn indices(indices: &[usize]) -> Vec<u32> {
    all(indices, |&index| vec![narrow(index)])
}

/// The upper and the lower half of 64 bits.
fn weight(weight: u128) -> Vec<u32> {
    [weight >> 32, weight & u128::from(u32::MAX)].map(|half| u32::try_from(half).unwrap_or(u32::MAX)).into()
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn invalid(error: &wasmi::Error) -> Error {
    Error::new(Code::InvalidModule, format!("the module does not do its work: {error}"))
}
