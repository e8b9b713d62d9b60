//! The Viper front end: no input makes it panic, and what it accepts without a
//! complaint is printed, read back, and printed the same.
#![no_main]

use ep_ivl::ast::Program;
use ep_ivl::{check, print, problem::Problem, syntax};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

/// One file, and no other to import.
struct Only<'a>(&'a str);

impl syntax::Loader for Only<'_> {
    fn load(&mut self, path: &Path) -> Result<String, String> {
        match path == Path::new("fuzz.vpr") {
            true => Ok(self.0.to_owned()),
            false => Err("there is one file only".to_owned()),
        }
    }
}

fn read(text: &str) -> Option<(Program, Vec<Problem>)> {
    let loaded = syntax::load(Path::new("fuzz.vpr"), &mut Only(text)).ok()?;
    Some(check::check(loaded))
}

fuzz_target!(|input: &str| {
    let Some((program, problems)) = read(input) else {
        return;
    };
    if problems.is_empty() {
        let printed = print::program(&program);
        let (again, problems) = read(&printed).expect("what is printed is read");
        assert!(problems.is_empty(), "{problems:?}\n{printed}");
        assert_eq!(print::program(&again), printed);
    }
});
