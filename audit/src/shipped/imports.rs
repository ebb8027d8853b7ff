//! What the module imports of JavaScript, by name: what a browser's glue would do.

use wasmi::{AsContextMut, Caller, Error, Linker, Module, Val};

use super::glue::Glue;
use super::value::{Host, Value, reference};

type Import = fn(&mut Caller<'_, Host>, &[Val]) -> Result<Option<Val>, Error>;

/// Defines everything that `module` imports.
///
/// An import's name is `__wbg_`, what it is, and a hash that changes with every release of the glue's writer.
pub(super) fn define(linker: &mut Linker<Host>, module: &Module) -> Result<(), Error> {
    for import in module.imports() {
        let (from, name) = (import.module(), import.name());
        let unknown = || Error::new(format!("it imports {name}, which is unknown here"));
        let (ty, function) = import.ty().func().zip(known(bare(name))).ok_or_else(unknown)?;
        linker.func_new(from, name, ty.clone(), move |mut caller, arguments, results| {
            let value = function(&mut caller, arguments)?;
            results.iter_mut().zip(value).for_each(|(result, value)| *result = value);
            Ok(())
        })?;
    }
    Ok(())
}

/// The name without prefix and hash.
fn bare(name: &str) -> &str {
    let unprefixed = name.strip_prefix("__wbg_").unwrap_or(name);
    match unprefixed.rsplit_once('_') {
        Some((bare, hash)) if hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => bare,
        _ => unprefixed,
    }
}

fn known(name: &str) -> Option<Import> {
    Some(match name {
        "__wbindgen_init_externref_table" => init_references,
        "__wbindgen_throw" => |caller, arguments| Err(Error::new(caller.text(place(arguments))?)),
        "String" => written_number,
        "getRandomValues" => random_values,
        "new" => |caller, arguments| {
            let message = caller.text(place(arguments))?;
            Ok(Some(Val::from(Value::Error { message, code: String::new() }.held(caller))))
        },
        "set_code" => set_code,
        _ => return None,
    })
}

/// The first two integers among the arguments.
fn place(arguments: &[Val]) -> [i32; 2] {
    let mut integers = arguments.iter().filter_map(Val::i32);
    [integers.next().unwrap_or(0), integers.next().unwrap_or(0)]
}

fn pointer(arguments: &[Val]) -> i32 {
    place(arguments)[0]
}

/// Writes a place where the module asked for it.
fn answer_place(
    caller: &mut Caller<'_, Host>,
    arguments: &[Val],
    [at, length]: [i32; 2],
) -> Result<Option<Val>, Error> {
    caller.write(pointer(arguments) + 4, &length.to_le_bytes())?;
    caller.write(pointer(arguments), &at.to_le_bytes())?;
    Ok(None)
}

fn init_references(caller: &mut Caller<'_, Host>, _: &[Val]) -> Result<Option<Val>, Error> {
    for index in [0, 1024, 1025, 1026, 1027] {
        let held = Value::Constant.held(caller.as_context_mut());
        caller.set_reference(index, held)?;
    }
    Ok(None)
}

fn written_number(caller: &mut Caller<'_, Host>, arguments: &[Val]) -> Result<Option<Val>, Error> {
    let number = arguments.get(1).and_then(Val::f64).map_or(f64::NAN, f64::from);
    let place = caller.pass_text(ryu_js::Buffer::new().format(number))?;
    answer_place(caller, arguments, place)
}

fn random_values(caller: &mut Caller<'_, Host>, arguments: &[Val]) -> Result<Option<Val>, Error> {
    match caller.data().seed {
        Some(seed) => caller.write(pointer(arguments), &seed)?,
        None => {
            let exception = Value::Constant.held(caller.as_context_mut());
            caller.pass_exception(exception)?;
        }
    }
    Ok(None)
}

fn set_code(caller: &mut Caller<'_, Host>, arguments: &[Val]) -> Result<Option<Val>, Error> {
    let given = caller.text(place(arguments))?;
    if let Some(held) = reference(arguments.first())
        && let Value::Error { message, .. } = Value::behind(caller, Some(held))
    {
        Value::Error { message, code: given }.replace(caller, held);
    }
    Ok(None)
}
