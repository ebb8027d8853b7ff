//! The first report of an instance, which is all that most respondents draw: a module that tells the truth then, and
//! perturbs afterwards, is accused by instances that are made anew for every report, and by no other audit.

use candor::design::Survey;
use candor::plan::Plan;
use candor_audit::realised::{Audit, audit};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use walrus::ir::{LoadKind, MemArg, StoreKind};
use walrus::{ConstExpr, FunctionBuilder, Module, ValType};

use crate::{module, random_seed, started};

fn plan() -> Plan {
    let survey = r#"{"survey":"once","attributes":[{"name":"a","categories":["0","1"],"epsilon":1}]}"#;
    crate::common::plan_of(&Survey::from_json(survey).unwrap())
}

/// The module, whose first report has the first answer as it was given.
fn truthful_once() -> Vec<u8> {
    let mut module = Module::from_buffer(&module()).unwrap();
    let memory = module.memories.iter().next().unwrap().id();
    let perturb = module.exports.get_func("plan_perturb").unwrap();
    let ty = module.types.get(module.funcs.get(perturb).ty());
    let (parameters, results) = (ty.params().to_vec(), ty.results().to_vec());
    let arguments: Vec<_> = parameters.iter().map(|&ty| module.locals.add(ty)).collect();
    let given: Vec<_> = results.iter().map(|&ty| module.locals.add(ty)).collect();
    let answer = module.locals.add(ValType::I32);
    let reports =
        module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(walrus::ir::Value::I32(0)));
    let first = MemArg { align: 4, offset: 0 };
    let mut builder = FunctionBuilder::new(&mut module.types, &parameters, &results);
    let mut body = builder.func_body();
    body.local_get(arguments[1]).load(memory, LoadKind::I32 { atomic: false }, first).local_set(answer);
    for &argument in &arguments {
        body.local_get(argument);
    }
    body.call(perturb);
    for &result in given.iter().rev() {
        body.local_set(result);
    }
    body.block(None, |block| {
        let leave = block.id();
        block.global_get(reports).br_if(leave).i32_const(1).global_set(reports);
        block.local_get(given[0]).local_get(answer).store(memory, StoreKind::I32 { atomic: false }, first);
    });
    for &result in &given {
        body.local_get(result);
    }
    let wrapper = builder.finish(arguments, &mut module.funcs);
    module.exports.remove("plan_perturb").unwrap();
    module.exports.add("plan_perturb", wrapper);
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
