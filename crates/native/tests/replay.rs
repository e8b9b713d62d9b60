//! How inputs reach the program: every way in, every way to leave the path,
//! and the limits.

mod common;

use common::{bug, bytes, int, limits, native, native_with, refused, require_confirmed};
use ep_base::outcome::*;
use ep_native::{End, Entry, Limits, ParamShape, ReplayEnd, Signature};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

fn nondet(function: &str, value: &[u8]) -> Input {
    let source = InputSource::Nondet {
        function: function.into(),
    };
    bytes(function, source, value)
}

fn scalar(c_type: &str, size: u64) -> ParamShape {
    ParamShape::Scalar {
        c_type: c_type.into(),
        size,
    }
}

fn buffer(size: u64) -> ParamShape {
    ParamShape::Buffer {
        c_type: "char *".into(),
        size,
    }
}

fn function(name: &str, params: Vec<ParamShape>) -> Entry {
    Entry::Function(Signature {
        name: name.into(),
        params,
        ..Signature::default()
    })
}

/// The exit status of a plain run.
fn status(native: &mut ep_native::Native, inputs: &[Input]) -> i32 {
    let run = native.run_plain(inputs).expect("it builds");
    match run.end {
        End::Exited(status) => status,
        end => panic!("{end:?} {run:?}"),
    }
}

const NONDET: &str = "#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_schar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  int uc = __VERIFIER_nondet_uchar(), sc = __VERIFIER_nondet_schar();
  int b = __VERIFIER_nondet_bool();
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double();
  long long ll = __VERIFIER_nondet_longlong();
  int us = __VERIFIER_nondet_ushort();
  void *p = __VERIFIER_nondet_pointer();
  printf(\"%d %d %d %d %g %g %lld %d %d\\n\", i, uc, sc, b, f, d, ll, us, p == 0);
  return 0;
}
";

fn nondet_inputs(pointer: usize) -> Vec<Input> {
    vec![
        nondet("__VERIFIER_nondet_int", &(-5i32).to_le_bytes()),
        nondet("__VERIFIER_nondet_uchar", &[200]),
        nondet("__VERIFIER_nondet_schar", &[200]),
        nondet("__VERIFIER_nondet_bool", &[1]),
        nondet("__VERIFIER_nondet_float", &0.5f32.to_le_bytes()),
        nondet("__VERIFIER_nondet_double", &(-2.25f64).to_le_bytes()),
        nondet(
            "__VERIFIER_nondet_longlong",
            &(-3_000_000_000i64).to_le_bytes(),
        ),
        nondet("__VERIFIER_nondet_ushort", &65535u16.to_le_bytes()),
        nondet("__VERIFIER_nondet_pointer", &vec![0; pointer]),
    ]
}

#[test]
fn every_type_of_nondet_in_64_and_32_bits() {
    for (m32, pointer) in [(false, 8), (true, 4)] {
        let (_folder, mut native) = native(NONDET, |p| p.m32 = m32);
        let run = native
            .run_plain(&nondet_inputs(pointer))
            .expect("it builds");
        assert_eq!(
            String::from_utf8_lossy(&run.stdout),
            "-5 200 -56 1 0.5 -2.25 -3000000000 65535 1\n",
            "m32: {m32}"
        );
        assert_eq!(run.replay, ReplayEnd::Followed);
    }
}

#[test]
fn another_order_diverges() {
    let (_folder, mut native) = native(NONDET, |_| {});
    let mut inputs = nondet_inputs(8);
    inputs.swap(0, 1);
    let run = native.run_plain(&inputs).expect("it builds");
    assert_eq!(run.end, End::Exited(113));
    assert!(matches!(run.replay, ReplayEnd::Diverged(_)), "{run:?}");
    inputs.clear();
    let run = native.run_plain(&inputs).expect("it builds");
    let ReplayEnd::Diverged(why) = run.replay else {
        panic!("{run:?}")
    };
    assert!(why.contains("after the last recorded input"), "{why}");
}

const KLEE: &str = "#include <klee/klee.h>\n#include <stdlib.h>
int main(void) {
  int k; klee_make_symbolic(&k, sizeof k, \"k\");
  klee_assume(k > 0);
  int r = klee_range(0, 10, \"r\");
  if (klee_is_symbolic(k)) return 1;
  if (k == 7) klee_silent_exit(3);
  klee_assert(k + r != 12); // BUG
  return 40 + r;
}
";

#[test]
fn a_klee_harness_runs_unchanged() {
    let (_folder, mut native) = native(KLEE, |_| {});
    assert_eq!(status(&mut native, &[int("k", 1), int("r", 2)]), 42);
    let confirmed = native.confirm(&bug(
        KLEE,
        ErrorKind::AssertionFailure,
        vec![int("k", 3), int("r", 9)],
    ));
    require_confirmed(&confirmed, "AddressSanitizer");
    let run = native
        .run_plain(&[int("k", 7), int("r", 2)])
        .expect("it builds");
    assert_eq!((run.end, run.replay), (End::Exited(0), ReplayEnd::Silent));
    for wrong in [[int("k", 0), int("r", 2)], [int("k", 1), int("r", 10)]] {
        let why = refused(&native.confirm(&bug(KLEE, ErrorKind::AssertionFailure, wrong.to_vec())));
        assert!(why.contains("an assumption does not hold"), "{why}");
    }
    let named = [int("other", 1), int("r", 2)];
    let why = refused(&native.confirm(&bug(KLEE, ErrorKind::AssertionFailure, named.to_vec())));
    assert!(why.contains("left the predicted path"), "{why}");
    // A name that was made unique is still that name.
    assert_eq!(status(&mut native, &[int("k_1", 1), int("r", 2)]), 42);
}

#[test]
fn error_functions_count_even_when_the_program_defines_them_empty() {
    let text = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}
void __VERIFIER_assert(int c) {
  if (!c) {
    reach_error(); // BUG
  }
}
int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int() != 3); return 0; }
";
    let (_folder, mut native) = native(text, |_| {});
    let input = |v: i32| vec![nondet("__VERIFIER_nondet_int", &v.to_le_bytes())];
    let confirmed = native.confirm(&bug(text, ErrorKind::AssertionFailure, input(3)));
    require_confirmed(&confirmed, "AddressSanitizer");
    refused(&native.confirm(&bug(text, ErrorKind::AssertionFailure, input(4))));
    // Without sanitizers the program's own definition is the one that runs.
    assert_eq!(status(&mut native, &input(3)), 0);
}

#[test]
fn stdin_and_arguments() {
    let text = "#include <stdio.h>\n#include <string.h>
int main(int argc, char **argv) {
  int c, n = 0; while ((c = getchar()) != EOF) n += c;
  printf(\"%d %s %d\\n\", argc, argv[1], n);
  return argc > 5;
}
";
    let (_folder, mut native) = native(text, |_| {});
    let inputs = [
        bytes("stdin", InputSource::Stdin, &[1, 2, 0, 200]),
        bytes("a", InputSource::Argument { index: 1 }, b"x y\0z"),
    ];
    let run = native.run_plain(&inputs).expect("it builds");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "2 x y 203\n");
}

#[test]
fn an_entry_gets_exact_buffers_beside_a_main() {
    let text = "#include <stdlib.h>
static int f(const char *p, double d, unsigned char c, int n) {
  if (d != 0.5 || c != 200) return 0;
  return p[n]; // BUG
}
int main(void) { return f(\"x\", 1, 2, 0); }
";
    let shape = vec![
        buffer(3),
        scalar("double", 8),
        scalar("unsigned char", 1),
        scalar("int", 4),
    ];
    let input = |n: i32| {
        vec![
            bytes("*p", InputSource::Buffer { index: 0 }, b"abc"),
            bytes(
                "d",
                InputSource::Parameter { index: 1 },
                &0.5f64.to_le_bytes(),
            ),
            bytes("c", InputSource::Parameter { index: 2 }, &[200]),
            bytes("n", InputSource::Parameter { index: 3 }, &n.to_le_bytes()),
        ]
    };
    for m32 in [false, true] {
        let (_folder, mut native) = native(text, |p| {
            p.entry = function("f", shape.clone());
            p.m32 = m32;
        });
        let confirmed = native.confirm(&bug(text, ErrorKind::OutOfBoundsRead, input(3)));
        require_confirmed(&confirmed, "AddressSanitizer");
        let why = refused(&native.confirm(&bug(text, ErrorKind::OutOfBoundsRead, input(2))));
        assert!(why.contains("ended normally"), "{why}");
        // Without a recorded buffer the pointer is null.
        let null = native.confirm(&bug(
            text,
            ErrorKind::NullDereference,
            input(2)[1..].to_vec(),
        ));
        require_confirmed(&null, "AddressSanitizer");
    }
}

#[test]
fn a_static_entry_that_nothing_calls_is_built() {
    let text = "static int f(int k) {\n  return 10 / k; // BUG\n}\n";
    let (_folder, mut native) = native(text, |p| {
        p.entry = function("f", vec![scalar("int", 4)]);
    });
    let source = InputSource::Parameter { index: 0 };
    let inputs = vec![bytes("k", source, &[0; 4])];
    let confirmed = native.confirm(&bug(text, ErrorKind::DivisionByZero, inputs));
    require_confirmed(&confirmed, "UndefinedBehaviorSanitizer");
}

#[test]
fn bitcode_is_instrumented() {
    let text = "#include <everypath.h>\n#include <stdlib.h>
int main(void) {
  char *p = calloc(8, 1); int k; ep_symbolic(&k, 4, \"k\");
  return p[k]; // BUG
}
";
    let (folder, _) = native(text, |_| {});
    let source = folder.path().join("prog.c");
    let include = folder.path().join("include");
    ep_native::runtime::write_headers(&include).expect("written");
    for (flag, name) in [("-c", "prog.bc"), ("-S", "prog.ll")] {
        let file = folder.path().join(name);
        let made = Command::new("clang-19")
            .args([flag, "-emit-llvm", "-g", "-O0", "-I"])
            .arg(&include)
            .arg(&source)
            .arg("-o")
            .arg(&file)
            .status()
            .expect("clang-19 runs");
        assert!(made.success());
        let (_other, mut native) = native(text, |p| p.sources = vec![file]);
        let bug = |k| bug(text, ErrorKind::OutOfBoundsRead, vec![int("k", k)]);
        require_confirmed(&native.confirm(&bug(8)), "AddressSanitizer");
        refused(&native.confirm(&bug(0)));
    }
}

#[test]
fn a_site_in_a_model_of_the_library_is_the_call() {
    let text = "#include <everypath.h>\n#include <string.h>\nstatic char b[4];
int main(void) {
  char s[8]; ep_symbolic(s, 8, \"s\"); s[7] = 0;
  strcpy(b, s); // BUG
  return 0;
}
";
    let (_folder, mut native) = native(text, |p| p.library_prefixes = vec!["<everypath>/".into()]);
    let mut bug = bug(
        text,
        ErrorKind::OutOfBoundsWrite,
        vec![bytes("s", InputSource::MakeSymbolic, b"abcdefg\0")],
    );
    let model = Place {
        file: "<everypath>/string.c".into(),
        line: 77,
        column: 5,
        function: "strcpy".into(),
    };
    bug.place = model.clone();
    bug.stack.insert(0, model);
    require_confirmed(&native.confirm(&bug), "AddressSanitizer");
    // A user's own function in between is not skipped.
    bug.place.file = "prog.c".into();
    bug.stack[0].file = "prog.c".into();
    let why = refused(&native.confirm(&bug));
    assert!(why.contains("another place"), "{why}");
}

#[test]
fn a_hang_is_a_timeout() {
    let text = "int main(void) { for (volatile unsigned i = 0;; i++) {} // BUG\n}\n";
    let short = Limits {
        time: Duration::from_secs(1),
        ..limits()
    };
    let (_folder, mut native) = native_with(text, short, |_| {});
    let start = Instant::now();
    let why = refused(&native.confirm(&bug(text, ErrorKind::Abort, vec![])));
    assert_eq!(why, "timeout after 1 s");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn memory_files_and_the_environment_are_limited() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <signal.h>
int main(void) {
  if (getenv(\"CARGO_MANIFEST_DIR\")) return 1;
  char *p = malloc(1u << 30);
  if (p) return 2;
  signal(SIGXFSZ, SIG_IGN);
  FILE *f = fopen(\"out\", \"wb\");
  if (!f) return 3;
  static char block[1 << 16];
  for (int i = 0; i < 64; i++)
    if (fwrite(block, 1, sizeof block, f) != sizeof block) return 0;
  return 4;
}
";
    let tight = Limits {
        memory: 256 << 20,
        file_size: 1 << 20,
        ..limits()
    };
    let (_folder, mut native) = native_with(text, tight, |_| {});
    assert_eq!(status(&mut native, &[]), 0);
    assert!(!PathBuf::from("out").exists());
}

#[test]
fn a_program_that_does_not_build_says_why() {
    let (_folder, mut native) = native("int main(void) { return undeclared; } // BUG\n", |_| {});
    let text = "// BUG";
    let why = refused(&native.confirm(&bug(text, ErrorKind::Abort, vec![])));
    assert!(why.contains("does not build natively"), "{why}");
    assert!(why.contains("undeclared"), "{why}");
    let e = native.run_plain(&[]).expect_err("no program");
    assert_eq!(e.exit, ep_base::ExitCode::Surroundings);
    let (_folder, mut missing) = common::native("int main(void) { return 0; }", |p| {
        p.clang = PathBuf::from("clang-no-such");
    });
    let why = refused(&missing.confirm(&bug(text, ErrorKind::Abort, vec![])));
    assert!(why.contains("clang-no-such is not installed"), "{why}");
}

#[test]
fn memory_sanitizer_is_missing_for_32_bits() {
    let text = "int main(void) { int x; if (x) return 0; return 0; } // BUG\n";
    let (_folder, mut native) = native(text, |p| p.m32 = true);
    let why = refused(&native.confirm(&bug(text, ErrorKind::UninitialisedRead, vec![])));
    assert!(why.contains("does not exist for 32-bit"), "{why}");
}

#[test]
fn what_a_native_run_cannot_choose_is_said() {
    let text = "int main(void) { return 0; } // BUG\n";
    let (_folder, mut native) = native(text, |_| {});
    let source = InputSource::External {
        function: "getpid".into(),
    };
    let inputs = vec![bytes("getpid", source, &[0; 4])];
    let why = refused(&native.confirm(&bug(text, ErrorKind::Abort, inputs)));
    assert!(why.contains("what getpid returned"), "{why}");
}

#[test]
fn a_ktest_file_is_replayed_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |n: &str| folder.path().join(n);
    std::fs::write(path("prog.c"), KLEE).expect("written");
    std::fs::write(path("replay.c"), ep_native::runtime::REPLAY_C).expect("written");
    ep_native::runtime::write_headers(&path("include")).expect("written");
    let built = Command::new("clang-19")
        .current_dir(folder.path())
        .args(["-Iinclude", "prog.c", "replay.c", "-o", "prog"])
        .status()
        .expect("clang-19 runs");
    assert!(built.success());
    let mut ktest = b"KTEST\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x02".to_vec();
    ktest.extend_from_slice(b"\0\0\0\x01k\0\0\0\x04\x05\0\0\0\0\0\0\x01r\0\0\0\x04\x03\0\0\0");
    std::fs::write(path("t.ktest"), &ktest).expect("written");
    let run = |file: &str| {
        Command::new(path("prog"))
            .env("EVERYPATH_REPLAY", path(file))
            .output()
            .expect("it runs")
    };
    assert_eq!(run("t.ktest").status.code(), Some(43));
    for cut in [0, 4, 20, 30, ktest.len() - 1] {
        std::fs::write(path("cut.ktest"), &ktest[..cut]).expect("written");
        let out = run("cut.ktest");
        assert_eq!(out.status.code(), Some(115), "cut at {cut}");
        assert!(String::from_utf8_lossy(&out.stderr).contains("cut.ktest"));
    }
}
