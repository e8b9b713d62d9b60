//! `traps.vpr`: programs that must not be proved, about fractions, wildcards, `perm`,
//! aliasing, predicates, old states, jumps, loops, joins, snapshots, inhale-exhale
//! assertions, collections and termination. Each line that ends in `// fails` has an
//! error, and no other line has.

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use ep_ivl::syntax::{load, Loader};
use std::collections::BTreeSet;
use std::path::Path;

const TRAPS: &str = include_str!("traps.vpr");

struct Text;
impl Loader for Text {
    fn load(&mut self, _: &Path) -> Result<String, String> {
        Ok(TRAPS.to_string())
    }
}

/// The lines that end in this.
fn marked(with: &str) -> BTreeSet<u32> {
    let lines = (1..).zip(TRAPS.lines());
    let fails = lines.filter(|(_, l)| l.ends_with(with));
    fails.map(|(n, _)| n).collect()
}

fn all() -> BTreeSet<u32> {
    let mut all = marked("// fails");
    all.extend(marked("// fails uninferred"));
    all
}

fn found(options: &Options) -> BTreeSet<u32> {
    let loaded = load(Path::new("traps.vpr"), &mut Text).expect("the text is there");
    let (program, problems) = ep_ivl::check::check(loaded);
    assert!(problems.is_empty(), "{problems:?}");
    let mut lines = BTreeSet::new();
    for r in verify(&program, options, &Budget::default()) {
        let decided = matches!(r.outcome, Outcome::Verified | Outcome::Failed);
        assert!(decided, "{:?}", r.outcome);
        lines.extend(r.errors.iter().map(|e| e.span.start.line));
    }
    lines
}

#[test]
fn every_trap_is_seen_and_nothing_else() {
    assert!(all().len() >= 90, "{}", all().len());
    assert_eq!(found(&Options::default()), all());
}

#[test]
fn joining_hides_no_trap() {
    let apart = Options {
        joins: false,
        ..Options::default()
    };
    assert_eq!(found(&apart), all());
}

/// Inference proves only what is right.
#[test]
fn inference_closes_no_trap() {
    let inferring = Options {
        infer_open: true,
        infer_close: true,
        ..Options::default()
    };
    assert_eq!(found(&inferring), marked("// fails"));
}
