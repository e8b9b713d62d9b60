//! Finds the bugs of a C file through the library, with the inputs that
//! trigger them: `cargo run -p everypath-verbs --example find_bug FILE.c`.

use ep_base::outcome::Bug;
use ep_base::Diagnostic;
use ep_verbs::test::{self, options::TestOptions};
use ep_verbs::{Observer, Session};

/// Tells of each violation as soon as it is found.
struct Watching;

impl Observer for Watching {
    fn bug(&self, bug: &Bug) {
        eprintln!("found: {} at {}", bug.message, bug.place);
    }
}

fn main() -> Result<(), Diagnostic> {
    let options = TestOptions {
        files: std::env::args_os().skip(1).map(Into::into).collect(),
        ..TestOptions::default()
    };
    let done = test::run(&options, &Session::new(Watching))?;
    for bug in done.report.iter().flat_map(|outcome| &outcome.bugs) {
        println!("{}: {} ({:?})", bug.place, bug.message, bug.confirmation);
        for i in &bug.inputs {
            println!("  {}", ep_harness::literal::assignment(i, &bug.inputs));
        }
    }
    Ok(())
}
