//! A text as a program.

use ep_ivl::ast::Program;
use ep_ivl::syntax::{load, Loader};
use std::path::Path;

struct Text<'a>(&'a str);

impl Loader for Text<'_> {
    fn load(&mut self, _: &Path) -> Result<String, String> {
        Ok(self.0.to_owned())
    }
}

/// The program with this text, called `t.vpr`, which has to be right.
pub fn program(text: &str) -> Program {
    let loaded = load(Path::new("t.vpr"), &mut Text(text)).expect("the text is there");
    let (program, problems) = ep_ivl::check::check(loaded);
    assert!(problems.is_empty(), "{problems:?}");
    program
}
