//! The boundary between the process that reads bitcode and the one that
//! trusts the result: no bytes make decoding or the verifier panic, and what
//! the verifier passes runs to some end.
#![no_main]

use ep_ir::interp::{run, InterpConfig, NoInput};
use ep_ir::{verify, Module};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(module) = postcard::from_bytes::<Module>(input) else {
        return;
    };
    if verify::verify(&module).is_ok() {
        let config = InterpConfig {
            max_instructions: 10_000,
            ..InterpConfig::default()
        };
        for f in module.functions.ids() {
            run(&module, f, &config, &mut NoInput);
        }
    }
});
