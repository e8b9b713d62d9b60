//! What the terminal shows, in full: a change here is seen in review.

mod common;

use common::{outcome, SOURCE};
use ep_base::outcome::*;
use ep_report::source::Sources;
use ep_report::style::Style;
use ep_report::summary::summary;

fn plain(outcome: &Outcome) -> String {
    summary(
        outcome,
        &mut Sources::new().with("prog.c", SOURCE),
        Style::PLAIN,
    )
}

#[test]
fn a_run_with_bugs() {
    let want = "\
violated (under: behaviours were left out), 2 bugs
  assuming: allocation does not fail

bug 1: out-of-bounds-read: 4 bytes are read at offset 16 of `a` (16 bytes)
   --> prog.c:2:9 in f
    |
  2 |  return p[k] / \"ä\"[0];
    |         ^
  called from prog.c:6:10 in main
  input: k = 4
         buf = \"ab\\x00\"
         stdin = \"\\x1b\\x02\"
  confirmed by a native run (AddressSanitizer: stack-buffer-overflow (read of 4 bytes) at prog.c:2 in f)
  test: test000002, reached on 3 paths

bug 2: division-by-zero: the divisor is 0 \u{fffd}[31m
   --> prog.c:2:14 in f
    |
  2 |  return p[k] / \"ä\"[0];
    |              ^
  called from prog.c:6:10 in main
  input: none is needed
  not confirmed by a native run: the native run ended normally with status 0
  the path is over
  test: test000002

not explored in full:
  call of `qsort`, which is not modelled at prog.c:5:3 in main (7 times)

11 paths, 5 with an error, 7 incomplete, 1,234,567 instructions, 1,234 queries (56 to the solver), 3 of 4 lines with instructions covered
exploration 1.25 s (solver 0.40 s), clang 0.05 s, native runs 0.70 s
";
    assert_eq!(plain(&outcome()), want);
}

#[test]
fn a_proof() {
    let outcome = Outcome {
        verdict: Verdict::Proved,
        exactness: Exactness::EXACT,
        assumptions: vec![],
        bugs: vec![],
        incomplete: vec![],
        statistics: Statistics {
            paths_complete: 3,
            llvm_instructions: 32,
            ..Statistics::default()
        },
        coverage: Default::default(),
        counted: Default::default(),
        measured: None,
        stopped: None,
        hints: vec![],
    };
    assert_eq!(
        plain(&outcome),
        "proved (exact)\n\n3 paths, 32 instructions\nexploration 0.00 s, clang 0.00 s\n"
    );
}

#[test]
fn colours_decorate_and_nothing_else() {
    let mut sources = Sources::new().with("prog.c", SOURCE);
    let coloured = summary(&outcome(), &mut sources, Style::COLOUR);
    assert!(coloured.contains("\x1b[1;31mviolated\x1b[0m"), "{coloured}");
    let mut stripped = String::new();
    let mut parts = coloured.split("\x1b[");
    stripped.push_str(parts.next().unwrap());
    for part in parts {
        stripped.push_str(part.split_once('m').unwrap().1);
    }
    assert_eq!(stripped, plain(&outcome()));
}

#[test]
fn long_inputs_and_missing_sources_are_cut() {
    let mut outcome = outcome();
    outcome.bugs.truncate(1);
    let bug = &mut outcome.bugs[0];
    bug.place.file = "gone.c".into();
    bug.inputs[0].ty = InputType::Bytes;
    bug.inputs[0].bytes = vec![7; 4000];
    for i in 0..30 {
        let copy = bug.inputs[1].clone();
        bug.inputs.push(Input {
            name: format!("x{i}"),
            ..copy
        });
    }
    let text = plain(&outcome);
    assert!(text.contains("… (4000 bytes, see the test)"), "{text}");
    assert!(text.contains("and 17 more, see the test"), "{text}");
    assert!(!text.contains(" | "), "{text}");
    assert!(text.lines().all(|l| l.len() < 400), "{text}");
}

#[test]
fn arguments_are_strings_and_only_those_that_are_there() {
    let mut o = outcome();
    let array = |len| InputType::Array {
        element: Box::new(InputType::Char),
        len,
    };
    let argument = |index: u32, bytes: &[u8]| {
        let source = InputSource::Argument { index };
        let name = format!("argv[{index}]");
        common::input(&name, array(bytes.len() as u64), source, bytes)
    };
    let count = InputSource::ArgumentCount { first: 1, most: 3 };
    let int = InputType::Int {
        bits: 32,
        signed: true,
    };
    o.bugs[0].inputs = vec![
        argument(1, b"-\0\0\0"),
        argument(2, b"x\ty\0"),
        argument(3, b"none"),
        common::input("n_args", int, count, &[2, 0, 0, 0]),
    ];
    let text = plain(&o);
    let want = "  input: argv[1] = \"-\"\n         argv[2] = \"x\\ty\"\n         n_args = 2\n";
    assert!(text.contains(want), "{text}");
}
