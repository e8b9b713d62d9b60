//! Handlers that fire while a measured run goes on, and blocks that are
//! counted whatever compiler made the counters.

use ep_native::machine::{Code, FunctionId, Target};
use ep_native::measure::{Measured, MeasuredProgram, Measurement};
use ep_native::{Entry, Signature};
use std::path::{Path, PathBuf};

type Handler<'a> = (&'a str, Option<u64>);

fn build(dir: &Path, text: &str, compiler: &str, flags: &[&str], fire: &[Handler]) -> Measurement {
    let source = dir.join("program.c");
    std::fs::write(&source, text).unwrap();
    let entry = Entry::Function(Signature {
        name: "f".into(),
        params: Vec::new(),
        ..Signature::default()
    });
    let mut p = MeasuredProgram::new(vec![source], PathBuf::from(compiler), entry);
    p.flags = flags.iter().map(|f| f.to_string()).collect();
    p.m32 = flags.contains(&"-m32");
    p.handlers = fire.iter().map(|(n, m)| (n.to_string(), *m)).collect();
    Measurement::build(p).unwrap_or_else(|e| panic!("{e}: {compiler} {flags:?}\n{text}"))
}

fn plain(m: &mut Measurement) -> Measured {
    m.run(&[], 1 << 16, &[0]).unwrap()
}

fn interrupted(m: &mut Measurement, frame: u64) -> Vec<(String, Measured)> {
    m.interrupted(&[], 1 << 16, &[0], frame).unwrap()
}

fn most(runs: &[(String, Measured)], of: impl Fn(&Measured) -> u64) -> u64 {
    runs.iter().map(|r| of(&r.1)).max().unwrap_or(0)
}

fn stack(m: &Measured) -> u64 {
    m.stack.unwrap()
}

/// The deepest of a program without libraries, cycles and pointers.
fn deepest(code: &Code, name: &str) -> u64 {
    fn of(code: &Code, id: FunctionId) -> u64 {
        let f = code.get(id).unwrap();
        let calls = f.calls.iter().map(|c| match &c.target {
            Target::Known(to) => c.depth.fixed + of(code, *to),
            _ => panic!("not a known function"),
        });
        calls.max().unwrap_or(0).max(f.own.fixed)
    }
    of(code, code.named(name)[0])
}

const DEEP: &str = "\
static volatile int seen;
static int low(int n) { volatile int a[40]; a[n & 31] = n; return a[3]; }
int f(void) { volatile int b[20]; b[1] = low(3); return b[1] + seen; }
static int count(int n) { volatile int c[10]; c[n & 7] = n; return c[2]; }
void tick(void) { seen += count(seen); }
";

#[test]
fn a_handler_fires_at_the_deepest_point() {
    for compiler in ["clang-19", "gcc"] {
        for flags in [&["-O0", "-mno-red-zone"][..], &["-O2", "-mno-red-zone"]] {
            let dir = tempfile::tempdir().unwrap();
            let mut m = build(dir.path(), DEEP, compiler, flags, &[("tick", None)]);
            let alone = stack(&plain(&mut m));
            let code = m.code().clone();
            let bound = deepest(&code, "f") + 8 + 32 + 8 + deepest(&code, "tick");
            let with = most(&interrupted(&mut m, 32), stack);
            assert!(with <= bound, "{with} of {bound}, {compiler} {flags:?}");
            assert!(with + 24 > bound, "{with} of {bound}, {compiler} {flags:?}");
            assert!(with > alone + 32, "{with} after {alone}");
        }
    }
}

#[test]
fn a_handler_of_32_bits_fires() {
    let dir = tempfile::tempdir().unwrap();
    let mut m = build(dir.path(), DEEP, "gcc", &["-m32"], &[("tick", None)]);
    let code = m.code().clone();
    let bound = deepest(&code, "f") + 4 + 32 + 4 + deepest(&code, "tick");
    let with = most(&interrupted(&mut m, 32), stack);
    assert!(with <= bound && with + 20 > bound, "{with} of {bound}");
}

#[test]
fn one_that_fires_once_fires_last() {
    let dir = tempfile::tempdir().unwrap();
    let text = DEEP.replace("seen += count(seen);", "if (seen == 0) count(1); seen = 1;");
    let mut m = build(
        dir.path(),
        &text,
        "clang-19",
        &["-mno-red-zone"],
        &[("tick", Some(1))],
    );
    let code = m.code().clone();
    let bound = deepest(&code, "f") + 8 + 8 + deepest(&code, "tick");
    let with = most(&interrupted(&mut m, 0), stack);
    assert!(with <= bound && with + 16 > bound, "{with} of {bound}");
}

const FLAG: &str = "\
#include <stdlib.h>
static volatile int ready, made;
static void *volatile kept[8];
void arrive(void) { ready = 1; }
void make(void) { if (made < 3) kept[made++] = malloc(50); }
int f(void) {
  int n = 0;
  for (int i = 0; i < 9; i++)
    if (ready) { ready = 0; void *p = malloc(100); n += p != 0; free(p); }
  return n;
}
";

#[test]
fn what_a_handler_writes_is_read_and_what_it_makes_counts() {
    for compiler in ["clang-19", "gcc"] {
        let dir = tempfile::tempdir().unwrap();
        let fire: &[Handler] = &[("arrive", None), ("make", None)];
        let mut m = build(dir.path(), FLAG, compiler, &[], fire);
        assert_eq!(plain(&mut m).heap, 0);
        let runs = interrupted(&mut m, 0);
        let of = |name: &str| {
            let these: Vec<_> = runs.iter().filter(|r| r.0 == name).cloned().collect();
            most(&these, |m| m.heap)
        };
        assert_eq!((of("arrive"), of("make")), (100, 150), "{compiler}");
        assert_eq!(of("arrive, make"), 250, "{compiler}");
    }
}

#[test]
fn a_run_that_does_not_end_by_itself_is_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let text = DEEP.replace("seen += count(seen);", "__builtin_trap();");
    let mut m = build(dir.path(), &text, "clang-19", &[], &[("tick", None)]);
    assert!(interrupted(&mut m, 0).is_empty());
    assert!(plain(&mut m).returned);
}

/// gcc takes away stores around its own `malloc`, which looks at no variable.
#[test]
fn blocks_are_the_programs_with_both_compilers() {
    let text = "#include <stdlib.h>\n#include <string.h>\nint f(void) { char *p = malloc(70), *q = calloc(3, 10), *r = strdup(\"four\");\n p = realloc(p, 90); int n = !p + !q + !r; free(p); free(q); free(r); return n; }";
    for compiler in ["clang-19", "gcc"] {
        let dir = tempfile::tempdir().unwrap();
        let run = plain(&mut build(dir.path(), text, compiler, &[], &[]));
        assert_eq!((run.heap, run.library), (70 + 30 + 5 + 90, 0), "{compiler}");
        assert_eq!((run.largest, run.net), (90, 0), "{compiler}");
    }
}
