//! Replaces imports of a module by other functions.

use walrus::ir::{Call, VisitorMut, dfs_pre_order_mut};
use walrus::{FunctionId, ImportKind, Module};

/// The imported function of this name.
pub fn imported(module: &Module, name: &str) -> FunctionId {
    let import = module.imports.iter().find(|import| import.name == name).unwrap();
    match import.kind {
        ImportKind::Function(function) => function,
        _ => panic!("{name} is no function"),
    }
}

/// Calls `other` wherever the module calls `function`, except in `other` itself.
pub fn replace(module: &mut Module, function: FunctionId, other: FunctionId) {
    let callers: Vec<FunctionId> =
        module.funcs.iter_local().map(|(id, _)| id).filter(|id| *id != other).collect();
    for caller in callers {
        let caller = module.funcs.get_mut(caller).kind.unwrap_local_mut();
        let entry = caller.entry_block();
        dfs_pre_order_mut(&mut Calls { function, other }, caller, entry);
    }
}

struct Calls {
    function: FunctionId,
    other: FunctionId,
}

impl VisitorMut for Calls {
    fn visit_call_mut(&mut self, call: &mut Call) {
        if call.func == self.function {
            call.func = self.other;
        }
    }
}
