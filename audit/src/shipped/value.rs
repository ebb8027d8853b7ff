//! Values of JavaScript as the module may meet them.

use wasmi::{AsContext, AsContextMut, ExternRef, Nullable};

use super::glue::Exports;

/// What surrounds the module.
#[derive(Default)]
pub(super) struct Host {
    pub(super) exports: Option<Exports>,
    /// What a reference, which holds an index, stands for.
    values: Vec<Value>,
    /// What the system gives for randomness; nothing where it throws.
    pub(super) seed: Option<[u8; 32]>,
}

#[derive(Clone)]
pub(super) enum Value {
    /// Undefined, null, true or false.
    Constant,
    Error {
        message: String,
        code: String,
    },
}

impl Value {
    /// A new reference to the value.
    pub(super) fn held(self, mut context: impl AsContextMut<Data = Host>) -> ExternRef {
        let mut context = context.as_context_mut();
        let index = context.data().values.len();
        context.data_mut().values.push(self);
        ExternRef::new(&mut context, index)
    }

    /// The value behind a reference.
    pub(super) fn behind(context: &impl AsContext<Data = Host>, reference: Option<ExternRef>) -> Self {
        let value = |held| context.as_context().data().values.get(index_of(context, held)).cloned();
        reference.and_then(value).unwrap_or(Self::Constant)
    }

    /// Puts another value behind a reference.
    pub(super) fn replace(self, context: &mut impl AsContextMut<Data = Host>, held: ExternRef) {
        let index = index_of(context, held);
        if let Some(value) = context.as_context_mut().data_mut().values.get_mut(index) {
            *value = self;
        }
    }
}

/// A nullable reference of the interpreter.
pub(super) fn reference(value: Option<&wasmi::Val>) -> Option<ExternRef> {
    match value {
        Some(wasmi::Val::ExternRef(Nullable::Val(held))) => Some(*held),
        _ => None,
    }
}

fn index_of(context: &impl AsContext<Data = Host>, held: ExternRef) -> usize {
    held.data(context.as_context()).downcast_ref().copied().unwrap_or(usize::MAX)
}
