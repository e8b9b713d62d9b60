//! Counted and watched native runs.

mod common;

use common::{bytes, native};
use ep_base::outcome::{Input, InputSource};
use ep_native::{CountedEnd, Entry, ParamShape, Signature, WatchedEnd};
use std::time::Duration;

const TIME: Duration = Duration::from_secs(20);

fn entry(name: &str, params: usize) -> Entry {
    Entry::Function(Signature {
        name: name.into(),
        params: vec![
            ParamShape::Scalar {
                c_type: "unsigned int".into(),
                size: 4,
            };
            params
        ],
        ..Signature::default()
    })
}

fn given(value: u32) -> Vec<Input> {
    let source = InputSource::Parameter { index: 0 };
    vec![bytes("x", source, &value.to_le_bytes())]
}

/// The document's weights: 7 for the way, 7 for each round.
#[test]
fn llvm_instructions_are_counted() {
    let text = "void g(unsigned int j) {\n  while (j > 0)\n    j++;\n}\n";
    let (_folder, mut n) = native(text, |p| p.entry = entry("g", 1));
    for (j, want) in [(0, 7), (u32::MAX, 14), (u32::MAX - 9, 77)] {
        let got = n.count(&given(j), TIME);
        assert_eq!(got, Ok(CountedEnd::Exited(want)), "j = {j}");
    }
}

#[test]
fn what_is_called_may_end_the_program() {
    // alloca, store, load, call: the instructions behind it are not executed.
    let text = "void exit(int);\nvoid f(unsigned x) { exit(x); x = x + 1; }\n";
    let (_folder, mut n) = native(text, |p| p.entry = entry("f", 1));
    assert_eq!(n.count(&given(0), TIME), Ok(CountedEnd::Exited(4)));
    let text = "void f(unsigned x) { while (x) ; }\n";
    let (_folder, mut n) = native(text, |p| p.entry = entry("f", 1));
    let short = Duration::from_millis(500);
    assert_eq!(n.count(&given(1), short), Ok(CountedEnd::TimedOut));
}

/// clang writes `a * b + c` as one `llvm.fmuladd`, and so it counts.
#[test]
fn a_product_and_a_sum_may_be_one_instruction() {
    let text = "int f(unsigned x) { float t = x; return (1 - t) * 3 + t * t > 2; }\n";
    let (_folder, mut n) = native(text, |p| p.entry = entry("f", 1));
    assert_eq!(n.count(&given(3), TIME), Ok(CountedEnd::Exited(15)));
}

fn watched(text: &str, x: u32, time: Duration) -> WatchedEnd {
    let (_folder, mut n) = native(text, |p| p.entry = entry("f", 1));
    n.watch(&given(x), None, time).expect("it builds")
}

#[test]
fn a_state_that_comes_again_is_seen() {
    let local = "void f(unsigned x) {\n  unsigned char c = 0;\n  while (c <= x)\n    c++;\n}\n";
    let end = watched(local, 255, TIME);
    let WatchedEnd::Recurs {
        function,
        line,
        period,
        ..
    } = end
    else {
        panic!("{end:?}");
    };
    assert_eq!((function.as_str(), line, period), ("f", 3, 256));
    assert!(matches!(watched(local, 254, TIME), WatchedEnd::Other(_)));
    // The state is a global, a zeroed global and a block of the heap.
    for state in [
        "static unsigned char c = 1, *p = &c;",
        "static unsigned char c, *p = &c;",
        "void *malloc(unsigned long); static unsigned char *p;",
    ] {
        let begin = if state.contains("malloc") {
            "p = malloc(1); *p = 0;"
        } else {
            ""
        };
        let text = format!("{state}\nvoid f(unsigned x) {{ {begin}\n for (;;) *p += x; }}\n");
        let end = watched(&text, 1, TIME);
        assert!(
            matches!(end, WatchedEnd::Recurs { period: 256, .. }),
            "{end:?} {text}"
        );
    }
}

#[test]
fn a_long_period_is_still_running() {
    let text = "void f(unsigned x) {\n  unsigned j = 0;\n  while (j <= x)\n    j++;\n}\n";
    let end = watched(text, u32::MAX, Duration::from_millis(300));
    assert!(
        matches!(end, WatchedEnd::Running { line: 3, .. }),
        "{end:?}"
    );
}
