//! Instruments a module to count exactly what it executes: before every stretch of instructions that are executed together or not at all, a
//! global is increased by the length of the stretch.
//!
//! The interpreter's own fuel is charged per block, so leaving a block early costs as much as finishing it, but fuel reflects how many
//! bytes a copy moves. The two together measure the work.

use walrus::ir::{
    BinaryOp, Binop, Const, GlobalGet, GlobalSet, Instr, InstrLocId, InstrSeq, Value, VisitorMut,
    dfs_pre_order_mut,
};
use walrus::{ConstExpr, GlobalId, Module, ValType};

/// The name of the exported count.
pub const EXECUTED: &str = "executed";

/// The same module with counting added.
pub fn counting(mut module: Module) -> Vec<u8> {
    let zero = ConstExpr::Value(Value::I64(0));
    let counter = module.globals.add_local(ValType::I64, true, false, zero);
    module.exports.add(EXECUTED, counter);
    for (_, function) in module.funcs.iter_local_mut() {
        let entry = function.entry_block();
        dfs_pre_order_mut(&mut Counter(counter), function, entry);
    }
    module.emit_wasm()
}

struct Counter(GlobalId);

impl VisitorMut for Counter {
    fn start_instr_seq_mut(&mut self, sequence: &mut InstrSeq) {
        let mut counted = Vec::new();
        for stretch in sequence.instrs.split_inclusive(|(instruction, _)| ends_a_stretch(instruction)) {
            counted.extend(self.count(stretch.len()));
            counted.extend_from_slice(stretch);
        }
        sequence.instrs = counted;
    }
}

impl Counter {
    fn count(&self, length: usize) -> [(Instr, InstrLocId); 4] {
        let value = Value::I64(i64::try_from(length).unwrap());
        [
            Instr::from(GlobalGet { global: self.0 }),
            Instr::from(Const { value }),
            Instr::from(Binop { op: BinaryOp::I64Add }),
            Instr::from(GlobalSet { global: self.0 }),
        ]
        .map(|instruction| (instruction, InstrLocId::default()))
    }
}

/// Whether the instructions after this one may be skipped, or reached from elsewhere.
fn ends_a_stretch(instruction: &Instr) -> bool {
    matches!(
        instruction,
        Instr::Block(_)
            | Instr::Loop(_)
            | Instr::IfElse(_)
            | Instr::Br(_)
            | Instr::BrIf(_)
            | Instr::BrTable(_)
    )
}
