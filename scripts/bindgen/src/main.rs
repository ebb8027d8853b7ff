//! `candor-bindgen MODULE.wasm DIRECTORY NAME` writes the JavaScript glue of a module of the package.
//!
//! It calls the library that the `wasm-bindgen` command wraps, at the version that `Cargo.lock` pins, so
//! that a build needs no tool other than cargo.

use core::error::Error;

use wasm_bindgen_cli_support::{Bindgen, EncodeInto};

fn main() -> Result<(), Box<dyn Error>> {
    let [module, directory, name] = arguments()?;
    Bindgen::new()
        .input_path(module)
        .out_name(&name)
        .web(true)?
        .typescript(true)
        .encode_into(EncodeInto::Always)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .reset_state_function(true)
        .generate(directory)?;
    Ok(())
}

fn arguments() -> Result<[String; 3], Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    given.try_into().map_err(|_| "usage: candor-bindgen MODULE.wasm DIRECTORY NAME".into())
}
