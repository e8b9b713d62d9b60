//! The text parser: no input makes it panic, what it reads is printed and
//! read back unchanged, and what the verifier passes runs to some end.
#![no_main]

use ep_ir::interp::{run, InterpConfig, NoInput};
use ep_ir::{text, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let Ok(module) = text::parse(input) else {
        return;
    };
    let again = text::parse(&text::print(&module));
    assert_eq!(again.as_ref(), Ok(&module));
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
