//! Functions without a source of which the user says what they take
//! (`--library`): what they return is anything, what they write decides or does
//! not, and one that does not return ends the program. And an analysis whose time is over.

#[path = "support/heap.rs"]
mod heap;

use ep_base::memory::{name_of, Bound, HeapResult};
use ep_base::Budget;
use ep_bounds::memory::{analyse, Event, Options};
use ep_explore::{Entry, HeapLimits};
use ep_ir::interp::{self, InterpConfig, ReplayHost};
use heap::{heap, module};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::time::Duration;

fn told(source: &str, names: &[&str]) -> HeapResult {
    heap(&format!("#include <stdlib.h>\n{source}"), |o| {
        // By paths, so that a path that is lost would be missed.
        o.by_shape = false;
        o.told = names.iter().map(|n| n.to_string()).collect();
    })
}

/// The greatest value of the bound; none where it is unknown.
fn most(source: &str, names: &[&str]) -> Option<u64> {
    let r = told(source, names);
    let Bound::Known(e) = &r.heap.bound else {
        return None;
    };
    let told = r.assumptions.iter().any(|a| a.contains("--library"));
    assert_eq!(told, !names.is_empty(), "{:?}", r.assumptions);
    let n = e.evaluate(&|v| Some(r.variables.get(v)?.high.clone()));
    let n = n.and_then(|n: BigInt| n.to_u64());
    assert!(n.is_some(), "{}", e.text(&|v| name_of(&r.variables, v)));
    n
}

#[test]
fn what_it_returns_is_anything() {
    let source = "int get(int); int f(void) { int n = get(1); if (n < 0 || n > 90) return 0; free(malloc(n)); return 1; }";
    assert_eq!(most(source, &["get"]), Some(90));
    // Each call has its own result.
    let two = "unsigned char get(void); int f(void) { char *p = malloc(get() > 3 ? 40 : 0), *q = malloc(get() > 3 ? 0 : 60); free(p); free(q); return 0; }";
    assert_eq!(most(two, &["get"]), Some(100));
    // Without a line it is not known what it does.
    assert_eq!(most(source, &[]), None);
    assert_eq!(most(source, &["put"]), None);
}

#[test]
fn what_it_writes_is_not_taken_for_what_was_there() {
    // The flag, the slot and what a pointer handed in earlier leads to may be
    // other ones.
    for source in [
        "void fill(int *); int f(void) { int n = 1; fill(&n); free(malloc(n ? 8 : 80)); return 0; }",
        "void later(void); void give(int *); static int n = 1; int f(void) { give(&n); later(); free(malloc(n == 1 ? 8 : 80)); return 0; }",
    ] {
        let found = most(source, &["fill", "later", "give"]);
        assert!(found.is_none_or(|n| n >= 80), "{found:?} for {source}");
    }
    // A buffer that decides nothing may be written.
    let buffer = "int fill(char *, int); int f(int n) { char b[8]; fill(b, 8); if (n < 0 || n > 9) return 0; char *p = malloc(n); p[0] = b[0]; free(p); return 0; }";
    assert_eq!(most(buffer, &["fill"]), Some(9));
}

#[test]
fn what_it_writes_ends_no_path_that_reads_it() {
    // Not initialised, out of an array, divided by: as it was, no path comes further.
    for source in [
        "void fill(char *); int f(void) { char b[8]; int g = 0; fill(b); if (b[3] == 7) g = 1; free(malloc(64)); return g; }",
        "void fill(char *); int f(void) { char b[4] = {9, 9, 9, 9}; volatile int a[8]; fill(b); a[(int)b[0]] = 1; free(malloc(64)); return 0; }",
        "void fill(char *); int f(void) { char b[4] = {0}; fill(b); volatile int g = 8 / b[1]; free(malloc(64)); return g; }",
    ] {
        assert_eq!(most(source, &["fill"]), Some(64), "{source}");
    }
    // What it leaves in `errno` is anything.
    let errno = "#include <errno.h>\nint get(int); int f(void) { errno = 0; if (get(1) < 0 && errno == 4) free(malloc(80)); return 0; }";
    let found = most(errno, &["get"]);
    assert!(found.is_none_or(|n| n >= 80), "{found:?}");
}

#[test]
fn one_that_does_not_return_ends_the_program() {
    let source = "__attribute__((noreturn)) void panic(int); int f(int n) { if (n == 1) { char *p = malloc(100); if (p) panic(1); } return 0; }";
    assert_eq!(most(source, &["panic"]), Some(100));
    // Behind it nothing runs.
    let behind = "__attribute__((noreturn)) void panic(int); int f(int n) { char *p = malloc(10); if (n) panic(1); free(p); free(malloc(n ? 500 : 20)); return 0; }";
    assert_eq!(most(behind, &["panic"]), Some(20));
}

#[test]
fn jumps_and_handlers_are_none_of_these() {
    let jump = "#include <setjmp.h>\nstatic jmp_buf e; int f(void) { if (setjmp(e)) { free(malloc(90)); return 0; } longjmp(e, 1); }";
    assert_eq!(most(jump, &["_setjmp", "setjmp", "longjmp"]), None);
}

/// Slots that the input chooses, with sizes that it chooses: no exploration ends.
const LONG: &str = "#include <stdlib.h>
int f(unsigned char *in) { char *p[8] = {0}; int s = 0;
  for (int r = 0; r < 60; r++) { int k = in[r & 7] & 7; free(p[k]); p[k] = malloc(in[(r * 3) & 7] * (r % 5 + 1));
    if (in[(r + k) & 7] > in[r & 7]) s += k * in[k];
    if (s & 1 && p[0] != p[1]) { free(p[(s >> 1) & 7]); p[(s >> 1) & 7] = malloc(s & 1023); } }
  for (int i = 0; i < 8; i++) free(p[i]); return s; }";

/// What is shown while an analysis runs is what is told when its time is over.
#[test]
fn what_is_shown_is_told() {
    let m = module(LONG, &["f".to_string()]);
    let f = m.function("f").expect("the function");
    for seconds in [2, 5] {
        let mut options = Options::default();
        options.explore.entry = Entry::Function {
            name: "f".into(),
            heap: HeapLimits::default(),
        };
        options.budget = Budget {
            timeout: Some(Duration::from_secs(seconds)),
            ..Budget::default()
        };
        let mut shown = BigInt::from(0);
        let found = analyse(&m, f, &options, &mut |e| {
            if let Event::Progress { highest, .. } = e {
                assert!(highest >= shown, "{highest} after {shown}");
                shown = highest;
            }
        })
        .expect("analysis");
        let inputs = found.heap.witness.expect("an input");
        let mut host = ReplayHost::new(&inputs);
        let ran = interp::run(&m, f, &InterpConfig::default(), &mut host);
        let reached = BigInt::from(ran.heap_high_water);
        assert!(reached >= shown, "{reached} told, {shown} shown");
        let peak: BigInt = (found.heap.peak.iter())
            .filter_map(|l| l.bytes.as_number())
            .sum();
        // The blocks of the peak are those of the path that was seen, or of one below.
        assert!(peak <= reached, "{peak} of {reached}");
    }
}
