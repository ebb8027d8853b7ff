//! The first report of an instance, which is all that most respondents draw. A module that reports the first answer unchanged then, and
//! perturbs afterwards, is detected only by an audit that makes a new instance for every report.

use candor::design::Survey;
use candor::plan::Plan;
use candor_audit::realised::{Audit, audit};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use walrus::ir::{BinaryOp, Value};
use walrus::{ConstExpr, FunctionBuilder, Module, ValType};

use crate::patched::{imported, replace};
use crate::{module, random_seed, started};

fn plan() -> Plan {
    let survey = r#"{"survey":"once","attributes":[{"name":"a","categories":["0","1"],"epsilon":1}]}"#;
    crate::common::plan_of(&Survey::from_json(survey).unwrap())
}

/// The module, changed so that its first report contains the first answer unchanged. The second number that a call reads, after the list's
/// length, replaces the first number that it returns.
fn truthful_once() -> Vec<u8> {
    let mut module = Module::from_buffer(&module()).unwrap();
    let mut variable =
        || module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
    let [read, answer, told] = [variable(), variable(), variable()];
    let (number, given) = (imported(&module, "number"), imported(&module, "given"));

    let mut reading = FunctionBuilder::new(&mut module.types, &[], &[ValType::I32]);
    let last = module.locals.add(ValType::I32);
    let mut body = reading.func_body();
    body.global_get(read).i32_const(1).binop(BinaryOp::I32Add).global_set(read).call(number).local_set(last);
    body.block(None, |block| {
        let leave = block.id();
        block.global_get(read).i32_const(2).binop(BinaryOp::I32Ne).br_if(leave);
        block.local_get(last).global_set(answer);
    });
    body.local_get(last);
    let reading = reading.finish(vec![], &mut module.funcs);
    replace(&mut module, number, reading);

    let mut giving = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[]);
    let perturbed = module.locals.add(ValType::I32);
    let mut body = giving.func_body();
    body.block(None, |block| {
        let leave = block.id();
        block.global_get(told).br_if(leave).i32_const(1).global_set(told);
        block.global_get(answer).local_set(perturbed);
    });
    body.local_get(perturbed).call(given);
    let giving = giving.finish(vec![perturbed], &mut module.funcs);
    replace(&mut module, given, giving);

    let perturb = module.exports.get_func("perturb").unwrap();
    let mut counted = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[]);
    let sampler = module.locals.add(ValType::I32);
    counted.func_body().i32_const(0).global_set(read).local_get(sampler).call(perturb);
    let counted = counted.finish(vec![sampler], &mut module.funcs);
    module.exports.remove("perturb").unwrap();
    module.exports.add("perturb", counted);
    module.emit_wasm()
}

fn audited(wasm: &[u8], fresh: bool) -> Audit {
    let plan = plan();
    let mut dice = ChaCha20Rng::seed_from_u64(25);
    let mut shipped = started(wasm, &plan);
    audit(&plan, 1000, 25, |record| {
        if fresh {
            shipped = shipped.another(&plan)?;
        }
        Ok(shipped.perturb(record, Some(random_seed(&mut dice)))?.perturbed)
    })
    .unwrap()
}

#[test]
fn a_module_that_tells_the_truth_once_is_accused_when_it_is_fresh() {
    let wasm = truthful_once();
    assert!(!audited(&wasm, false).is_broken());
    assert!(audited(&wasm, true).is_broken());
    assert!(!audited(&module(), true).is_broken());
}
