//! Texts, numbers and references through the module's memory and table, as the glue of JavaScript passes them.

use wasmi::{
    AsContext, AsContextMut, Error, ExternRef, Func, Instance, Memory, Nullable, Ref, Store, Table, Val,
};

use super::value::{Host, Value};

/// What the glue uses of the module.
#[derive(Clone, Copy)]
pub(super) struct Exports {
    memory: Memory,
    references: Table,
    malloc: Func,
    realloc: Func,
    free: Func,
    allocate_reference: Func,
    free_reference: Func,
    store_exception: Func,
}

impl Exports {
    pub(super) fn of(instance: &Instance, store: &Store<Host>) -> Option<Self> {
        let function = |name| instance.get_func(store, name);
        Some(Self {
            memory: instance.get_memory(store, "memory")?,
            references: instance.get_table(store, "__wbindgen_externrefs")?,
            malloc: function("__wbindgen_malloc")?,
            realloc: function("__wbindgen_realloc")?,
            free: function("__wbindgen_free")?,
            allocate_reference: function("__externref_table_alloc")?,
            free_reference: function("__externref_table_dealloc")?,
            store_exception: function("__wbindgen_exn_store")?,
        })
    }
}

/// Where something stands in memory: pointer and length.
pub(super) type Place = [i32; 2];

/// The module as its surroundings work on it: a store, or the caller of an import.
pub(super) trait Glue: AsContextMut<Data = Host> + Sized {
    fn exports(&self) -> Result<Exports, Error> {
        self.as_context().data().exports.ok_or_else(|| Error::new("an export of the glue is missing"))
    }

    fn memory(&self) -> Result<&[u8], Error> {
        Ok(self.exports()?.memory.data(self.as_context()))
    }

    fn write(&mut self, at: i32, bytes: &[u8]) -> Result<(), Error> {
        let memory = self.exports()?.memory;
        Ok(memory.write(self.as_context_mut(), offset(at), bytes)?)
    }

    fn text(&self, [at, length]: Place) -> Result<String, Error> {
        let bytes = self.memory()?.get(offset(at)..).and_then(|rest| rest.get(..offset(length)));
        let text = bytes.and_then(|bytes| core::str::from_utf8(bytes).ok());
        text.map(str::to_owned).ok_or_else(|| Error::new("a text lies outside the memory"))
    }

    /// A function that gives one integer.
    fn integer(&mut self, function: Func, arguments: &[i32]) -> Result<i32, Error> {
        let arguments: Vec<Val> = arguments.iter().map(|&argument| Val::I32(argument)).collect();
        let mut results = [Val::I32(0)];
        function.call(self.as_context_mut(), &arguments, &mut results)?;
        results[0].i32().ok_or_else(|| Error::new("a function gives no integer"))
    }

    /// A function that gives nothing.
    fn run(&mut self, function: Func, arguments: &[i32]) -> Result<(), Error> {
        let arguments: Vec<Val> = arguments.iter().map(|&argument| Val::I32(argument)).collect();
        function.call(self.as_context_mut(), &arguments, &mut [])
    }

    /// A text: allocated for its length in UTF-16, and again where it is not ASCII.
    fn pass_text(&mut self, text: &str) -> Result<Place, Error> {
        let Exports { malloc, realloc, .. } = self.exports()?;
        let units = integer_of(text.encode_utf16().count())?;
        let mut at = self.integer(malloc, &[units, 1])?;
        let length = integer_of(text.len())?;
        let ascii = text.bytes().take_while(u8::is_ascii).count();
        if ascii < text.len() {
            let ascii = integer_of(ascii)?;
            let roomy = ascii + (units - ascii) * 3;
            at = self.integer(realloc, &[at, units, roomy, 1])?;
            at = self.integer(realloc, &[at, roomy, length, 1])?;
        }
        self.write(at, text.as_bytes())?;
        Ok([at, length])
    }

    fn pass_reals(&mut self, reals: &[f64]) -> Result<Place, Error> {
        let bytes: Vec<u8> = reals.iter().flat_map(|real| real.to_le_bytes()).collect();
        self.pass_list(&bytes, 8)
    }

    fn pass_integers(&mut self, integers: &[u32]) -> Result<Place, Error> {
        let bytes: Vec<u8> = integers.iter().flat_map(|integer| integer.to_le_bytes()).collect();
        self.pass_list(&bytes, 4)
    }

    /// Elements of `size` bytes each.
    fn pass_list(&mut self, bytes: &[u8], size: i32) -> Result<Place, Error> {
        let malloc = self.exports()?.malloc;
        let length = integer_of(bytes.len())?;
        let at = self.integer(malloc, &[length, size])?;
        self.write(at, bytes)?;
        Ok([at, length / size])
    }

    /// A list of integers, which is freed.
    fn take_integers(&mut self, [at, length]: Place) -> Result<Vec<u32>, Error> {
        let Exports { free, .. } = self.exports()?;
        let bytes = self.memory()?.get(offset(at)..).and_then(|rest| rest.get(..4 * offset(length)));
        let bytes = bytes.ok_or_else(|| Error::new("a list lies outside the memory"))?;
        let integer =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |integer, byte| integer << 8 | u32::from(*byte));
        let integers = bytes.chunks(4).map(integer).collect();
        self.run(free, &[at, length * 4, 4])?;
        Ok(integers)
    }

    fn add_reference(&mut self, reference: ExternRef) -> Result<i32, Error> {
        let Exports { allocate_reference, .. } = self.exports()?;
        let index = self.integer(allocate_reference, &[])?;
        self.set_reference(index, reference)?;
        Ok(index)
    }

    fn set_reference(&mut self, index: i32, reference: ExternRef) -> Result<(), Error> {
        let references = self.exports()?.references;
        let reference = Ref::Extern(Nullable::Val(reference));
        Ok(references.set(self.as_context_mut(), u64::from(index.cast_unsigned()), reference)?)
    }

    /// The value at a place of the table, which is given back.
    fn take_reference(&mut self, index: i32) -> Result<Value, Error> {
        let Exports { references, free_reference, .. } = self.exports()?;
        let held = references.get(self.as_context(), u64::from(index.cast_unsigned()));
        let held = held.and_then(|held| held.as_extern()?.val().copied().copied());
        self.run(free_reference, &[index])?;
        Ok(Value::behind(self, held))
    }

    /// Hands an exception of an import over, which then returns as if nothing had happened.
    fn pass_exception(&mut self, exception: ExternRef) -> Result<(), Error> {
        let Exports { store_exception, .. } = self.exports()?;
        let index = self.add_reference(exception)?;
        self.run(store_exception, &[index])
    }
}

impl<C: AsContextMut<Data = Host>> Glue for C {}

fn offset(at: i32) -> usize {
    usize::try_from(at.cast_unsigned()).unwrap_or(usize::MAX)
}

fn integer_of(length: usize) -> Result<i32, Error> {
    i32::try_from(length).map_err(|_| Error::new("too long for the module's memory"))
}
