//! The respondent's module, as published, under an interpreter that counts its instructions.
//!
//! What JavaScript does around it is done here: the module asks its host for the numbers of a law and of a record
//! (`candor::device`), and gives it those of a report. Randomness is what the caller says, so that a run can be repeated.
//!
//! A module that lacks an export, asks for an unknown import, or traps gives `invalid-module`.

use candor::law::{Block, Form, Law, Pattern, Unit};
use candor::plan::Plan;
use candor::{Code, Error};
use wasmi::{Caller, Config, Engine, Extern, Instance, Linker, Module, Store, WasmParams, WasmResults};

/// A running module, with the law of a plan.
pub struct Shipped {
    module: Module,
    store: Store<Host>,
    instance: Instance,
    sampler: i32,
    /// How many numbers follow those of a report: four of its id, and sixteen of a wave.
    following: usize,
}

/// One report, and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The perturbed numbers.
    pub perturbed: Vec<u32>,
    /// The report's id, as four numbers.
    pub id: [u32; 4],
    /// The interpreter's fuel: roughly a unit an instruction, and more where many bytes are moved.
    pub fuel: u64,
}

/// What surrounds the module.
#[derive(Default)]
struct Host {
    /// What is still to be handed over, the next number last.
    numbers: Vec<u32>,
    given: Vec<u32>,
    /// What the system gives for randomness; nothing where it fails.
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

    /// Another instance of the same module, which knows nothing of this one, as the next respondent's.
    ///
    /// # Errors
    /// Those of [`Shipped::start`].
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

    /// Perturbs a record, given by its categories, with `seed` for the system's randomness; none where it fails.
    ///
    /// # Errors
    /// `invalid-module`, also where the module gives nothing for want of randomness.
    pub fn perturb(&mut self, record: &[u32], seed: Option<[u8; 32]>) -> Result<Answered, Error> {
        self.perturbed(record, None, seed).map_err(|error| invalid(&error))
    }

    /// The same under a label that was drawn before.
    ///
    /// # Errors
    /// Those of [`Shipped::perturb`].
    pub fn perturb_under(&mut self, label: u32, record: &[u32], seed: [u8; 32]) -> Result<Answered, Error> {
        self.perturbed(record, Some(label), Some(seed)).map_err(|error| invalid(&error))
    }

    /// The label that is drawn before anything is asked.
    ///
    /// # Errors
    /// Those of [`Shipped::perturb`].
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

    /// What the module draws for a record, without a secret of an earlier wave; at least one number.
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

    /// An exported 64-bit global, such as an instrumented module has.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<i64> {
        self.instance.get_global(&self.store, name)?.get(&self.store).i64()
    }

    /// All of the module's memory.
    ///
    /// # Errors
    /// `invalid-module` where it has none.
    pub fn memory(&self) -> Result<&[u8], Error> {
        let memory = self.instance.get_memory(&self.store, "memory");
        let memory = memory.ok_or_else(|| invalid(&wasmi::Error::new("it has no memory")))?;
        Ok(memory.data(&self.store))
    }

    /// Calls a function, for which these numbers are ready.
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

/// More than any call takes.
const FUEL: u64 = u64::MAX / 2;

/// What the module asks of its host.
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

/// Fills a seed in the module's memory.
fn random(mut caller: Caller<'_, Host>, place: u32) -> Result<u32, wasmi::Error> {
    let Some(seed) = caller.data().seed else { return Ok(0) };
    let memory = caller.get_export("memory").and_then(Extern::into_memory);
    let memory = memory.ok_or_else(|| wasmi::Error::new("it has no memory"))?;
    memory.write(&mut caller, usize::try_from(place).unwrap_or(usize::MAX), &seed)?;
    Ok(1)
}

/// A list as the module reads it, its length first.
fn listed(numbers: &[u32]) -> Vec<u32> {
    [&[narrow(numbers.len())], numbers].concat()
}

/// The number of every four bytes, the first the most significant.
fn words(bytes: &[u8]) -> Vec<u32> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    bytes.chunks(4).map(number).collect()
}

/// A law as the module reads it: `src/device/numbers.rs` says how.
#[must_use]
pub fn numbers_of(law: &Law) -> Vec<u32> {
    [listed(law.sizes()), all(law.forms(), form)].concat()
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
