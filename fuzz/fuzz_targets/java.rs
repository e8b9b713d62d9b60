//! The Java front end: no input makes it panic, and what it accepts is lowered.
#![no_main]

use ep_java::lower::{lower, Options, Overflow};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    if let Ok(program) = ep_java::read(&[("Fuzz.java", input)]) {
        for overflow in [Overflow::Check, Overflow::Wrap, Overflow::Ignore] {
            // A refusal is an answer; a panic is not.
            let _ = lower(&program, Options { overflow });
        }
    }
});
