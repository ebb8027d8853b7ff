//! The respondent's module, as published, under an interpreter that counts its instructions.
//!
//! What JavaScript does around it, the glue, is done here by hand: values are handed over by reference, texts
//! and lists through the module's memory. Randomness is what the caller says, so that a run can be repeated.
//!
//! A module that lacks an export, asks for an unknown import, refuses or traps gives `invalid-module`.

mod glue;
mod imports;
mod parts;
mod value;

use candor::plan::Plan;
use candor::{Code, Error};
use wasmi::{Config, Engine, Instance, Linker, Module, Store, Val};

use glue::{Exports, Glue};
use value::{Host, Value};

/// A running module, with the plan it has verified.
pub struct Shipped {
    module: Module,
    store: Store<Host>,
    instance: Instance,
    plan: i32,
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

impl Shipped {
    /// Starts a module and lets it verify a plan, without a cap on the record ε.
    ///
    /// # Errors
    /// `invalid-module`, also where the module refuses the plan.
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
        imports::define(&mut linker, &module)?;
        let instance = linker.instantiate_and_start(&mut store, &module)?;
        store.data_mut().exports = Exports::of(&instance, &store);
        let following = if plan.wave_of().is_some() { 20 } else { 4 };
        let mut shipped = Self { module, store, instance, plan: 0, following };
        shipped.call("__wbindgen_start", &[], 0)?;
        shipped.verify(plan)?;
        Ok(shipped)
    }

    fn verify(&mut self, plan: &Plan) -> Result<(), wasmi::Error> {
        let parts = parts::of(plan)?;
        let written = self.store.pass_list(parts.written.as_bytes(), 1)?;
        let texts = self.store.pass_text(&parts.texts)?;
        let numbers = self.store.pass_reals(&parts.numbers)?;
        let cap = Val::F64(f64::INFINITY.into());
        let passed =
            written.into_iter().chain(texts).chain(numbers).map(Val::I32).chain([cap]).collect::<Vec<_>>();
        self.plan = match self.call("plan_verify", &passed, 3)?[..] {
            [Val::I32(plan), _, Val::I32(0)] => plan,
            [_, Val::I32(thrown), _] => return Err(self.refusal(thrown)),
            _ => return Err(wasmi::Error::new("plan_verify gives something else")),
        };
        Ok(())
    }

    /// Perturbs a record, given by its categories, with `seed` for the system's randomness; none where it fails.
    ///
    /// # Errors
    /// `invalid-module`, also for what the module refuses.
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
        self.drawn_label(seed).map_err(|error| invalid(&error))
    }

    fn drawn_label(&mut self, seed: [u8; 32]) -> Result<u32, wasmi::Error> {
        self.store.data_mut().seed = Some(seed);
        self.store.set_fuel(FUEL)?;
        // Without categories.
        let [plan, none, nowhere] = [self.plan, 0, 0].map(Val::I32);
        let passed = [plan, none.clone(), nowhere.clone(), none, nowhere, Val::F64(NONE.into())];
        let numbers = self.numbers("plan_perturb", &passed)?;
        numbers.first().copied().ok_or_else(|| wasmi::Error::new("plan_perturb gives no number"))
    }

    fn perturbed(
        &mut self,
        record: &[u32],
        label: Option<u32>,
        seed: Option<[u8; 32]>,
    ) -> Result<Answered, wasmi::Error> {
        self.store.data_mut().seed = seed;
        self.store.set_fuel(FUEL)?;
        let [at, length] = self.store.pass_integers(record)?;
        // Without a secret of an earlier wave.
        let [plan, at, length, none, nowhere] = [self.plan, at, length, 0, 0].map(Val::I32);
        let label = Val::F64(label.map_or(NONE, f64::from).into());
        let mut perturbed = self.numbers("plan_perturb", &[plan, at, length, none, nowhere, label])?;
        let fuel = FUEL - self.store.get_fuel()?;
        let mut id = perturbed.split_off(perturbed.len().saturating_sub(self.following));
        id.truncate(4);
        let id = id.try_into().map_err(|_| wasmi::Error::new("plan_perturb gives too few numbers"))?;
        Ok(Answered { perturbed, id, fuel })
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
        self.store.memory().map_err(|error| invalid(&error))
    }

    fn call(&mut self, name: &str, arguments: &[Val], results: usize) -> Result<Vec<Val>, wasmi::Error> {
        let missing = || wasmi::Error::new(format!("it has no function {name}"));
        let function = self.instance.get_func(&self.store, name).ok_or_else(missing)?;
        let mut given = vec![Val::I32(0); results];
        function.call(&mut self.store, arguments, &mut given)?;
        Ok(given)
    }

    /// The numbers that a function gives, or the error that it throws.
    fn numbers(&mut self, name: &str, arguments: &[Val]) -> Result<Vec<u32>, wasmi::Error> {
        match self.call(name, arguments, 4)?[..] {
            [Val::I32(at), Val::I32(length), _, Val::I32(0)] => self.store.take_integers([at, length]),
            [_, _, Val::I32(thrown), _] => Err(self.refusal(thrown)),
            _ => Err(wasmi::Error::new(format!("{name} gives something else"))),
        }
    }

    /// The error that the module has thrown, from its table.
    fn refusal(&mut self, thrown: i32) -> wasmi::Error {
        match self.store.take_reference(thrown) {
            Ok(Value::Error { message, code }) => {
                wasmi::Error::new(format!("it refuses with {code}: {message}"))
            }
            Ok(_) => wasmi::Error::new("it throws something else than an error"),
            Err(error) => error,
        }
    }
}

/// What the glue passes for a number that is not there: the largest whole one that JavaScript has.
const NONE: f64 = 9_007_199_254_740_991.0;

/// More than any call takes.
const FUEL: u64 = u64::MAX / 2;

fn invalid(error: &wasmi::Error) -> Error {
    Error::new(Code::InvalidModule, format!("the module does not do its work: {error}"))
}
