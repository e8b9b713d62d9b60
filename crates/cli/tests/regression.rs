//! The C file of each bug: built with the program it fails while the bug is
//! there, and ends well once it is mended. It needs no header of ours.

use std::path::Path;
use std::process::{Command, ExitStatus};

struct Case {
    name: &'static str,
    flags: &'static [&'static str],
    /// `BUG` is a condition that is true for the input that was found.
    program: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "symbolic",
        flags: &[],
        program: "void ep_symbolic(void *, unsigned long, const char *); void ep_assume(_Bool);
#include <stdlib.h>
int main(void) {
  int n; char text[3]; double d;
  ep_symbolic(&n, sizeof n, \"n\");
  ep_symbolic(text, sizeof text, \"text\");
  ep_symbolic(&d, sizeof d, \"d\");
  ep_assume(n > 3);
  if (n == 77 && text[1] == '\"' && text[2] == 0x7f && d == -0.125 && BUG) abort();
  return 0;
}",
    },
    Case {
        name: "nondet",
        flags: &[],
        program: "int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int);
int main(void) {
  int table[4] = {0, 1, 2, 3}, sum = 0;
  for (int i = 0; i < 3; i++) { int k = __VERIFIER_nondet_int(); __VERIFIER_assume(k > 0 && k < 3); sum += k; }
  if (sum == 6 && __VERIFIER_nondet_uchar() == 200 && BUG) sum = 40;
  return sum < 40 ? 0 : table[sum];
}",
    },
    Case {
        name: "stdin",
        flags: &["--stdin", "3"],
        program: "#include <stdio.h>
int main(void) {
  int a = getchar(), b = getchar(), zero = 0;
  if (a == 'o' && b == 0 && BUG) return a / zero;
  return 0;
}",
    },
    Case {
        name: "arguments",
        flags: &["--args", "-v,sym:4"],
        program: "#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], \"-v\") && !strcmp(argv[2], \"a\\\"b\") && BUG) abort();
  return 0;
}",
    },
    Case {
        name: "entry",
        flags: &["--entry", "get", "--buffer", "4"],
        program: "short get(const short *table, unsigned n, float f, _Bool deep) {
  if (!table) return 0;
  if (table[0] == -2 && f == 0.5f && deep && n == 4 && BUG) return table[n];
  return n < 4 ? table[n] : 0;
}",
    },
    Case {
        name: "uninitialised",
        flags: &[],
        program: "void ep_symbolic(void *, unsigned long, const char *);
int main(void) {
  int n, u; ep_symbolic(&n, sizeof n, \"n\");
  if (n != 7 || !BUG) u = 1;
  volatile int r = 0;
  if (u > 3) r = 1;
  return 0;
}",
    },
    Case {
        name: "overflow",
        flags: &[],
        program: "int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  volatile int r = 0;
  if (k > 5 && BUG) r = k + 2147483640;
  return 0;
}",
    },
    Case {
        name: "conversion of a float, our own header",
        flags: &[],
        program: "#include <everypath.h>
int main(void) {
  double d; ep_symbolic(&d, sizeof d, \"d\"); ep_assume(d == d && d >= 0);
  if (!BUG && d > 100) return 0;
  return (int)d == -5;
}",
    },
    Case {
        name: "files and variables",
        flags: &[
            "--file", "data/in.dat", "2", "--sym-arg", "2", "--env", "MODE=sym:2", "--env", "HOME=/x",
        ],
        program: "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  const char *mode = getenv(\"MODE\"), *home = getenv(\"HOME\");
  FILE *f = fopen(\"data/in.dat\", \"r\");
  if (!f || !mode || !home) return 0;
  int a = getc(f), b = getc(f);
  if (a == 0 && b == '?' && !strcmp(mode, \"w\") && !strcmp(home, \"/x\") && argv[1][0] == '-' && BUG) abort();
  return 0;
}",
    },
    Case {
        name: "blocks that are left",
        flags: &["--check", "+unfreed-memory"],
        program: "#include <stdlib.h>
static int *kept;
int main(void) {
  kept = malloc(4);
  if (!BUG) free(kept);
  return 0;
}",
    },
];

/// One block is lost, the other one is returned: that one is the caller's.
const LOST: &str = "#include <stdlib.h>
struct pair { int n; int *p; };
static struct pair make(int n) {
  struct pair r = {n, malloc(4)};
  int *lost = malloc(8);
  if (n != 7 || !BUG) free(lost);
  return r;
}
int *single(int n) { struct pair r = make(n); return r.p; }
struct pair both(int n) { return make(n); }
";

#[test]
fn what_an_entry_returns_is_no_leak() {
    for entry in ["single", "both", "make"] {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("p.c"), LOST).expect("a program");
        let run = |bug: &str, out: &str| {
            let got = Command::new(env!("CARGO_BIN_EXE_everypath"))
                .args(["test", "p.c", "--check", "+leak", "--entry", entry])
                .args(["--out", out, "--", bug])
                .current_dir(dir.path())
                .output()
                .expect("everypath starts");
            let text = String::from_utf8_lossy(&got.stdout).into_owned();
            (got.status.code(), text)
        };
        let (code, text) = run("-DBUG=1", "o");
        assert_eq!(code, Some(1), "{entry}: {text}");
        assert!(
            text.contains("leak: 8 bytes are never freed, and nothing points there at the end\n")
        );
        assert!(text.contains("LeakSanitizer: leak of 8 bytes"), "{text}");
        let built = |bug: &str| -> Option<i32> {
            let mut clang = Command::new("clang-19");
            clang.args(["-g", "-w", "-Dmain=program_main"]);
            clang.args(["-fsanitize=address,undefined", bug, "o/bugs/bug1.c"]);
            clang.arg(if entry == "make" { "-I." } else { "p.c" });
            let status = clang.args(["-o", "r"]).current_dir(dir.path()).status();
            assert!(status.expect("clang starts").success(), "{entry}");
            let mut regression = Command::new(dir.path().join("r"));
            let ran = regression.current_dir(dir.path()).output();
            ran.expect("it starts").status.code()
        };
        assert_ne!(built("-DBUG=1"), Some(0), "{entry}: the bug does not show");
        assert_eq!(built("-DBUG=0"), Some(0), "{entry}: mended, it fails");
        let (code, text) = run("-DBUG=0", "o2");
        assert_eq!(code, Some(0), "{entry}: {text}");
    }
}

/// Runs what the test's first lines say, in a shell that stands elsewhere.
fn build(bug: &Path, mended: bool) -> ExitStatus {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(bug).expect("a regression test");
    let commands = text.lines().filter_map(|l| l.strip_prefix(" *   "));
    let mut script = String::from("set -e\n");
    for c in commands {
        let flag = if mended { "-DBUG=0" } else { "-DBUG=1" };
        script.push_str(
            &c.replace("-DBUG=1", flag)
                .replace("clang-19 -g", "clang-19 -w -g"),
        );
        script.push('\n');
    }
    assert!(script.contains("clang-19"), "{text}");
    let program = Path::new(env!("CARGO_BIN_EXE_everypath"));
    let folder = program.parent().expect("its folder").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let run = Command::new("sh")
        .args(["-c", &script])
        .env("PATH", path)
        .current_dir(elsewhere.path())
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&run.stderr);
    let built = !told.contains(": error: ") && !told.contains("linker command failed");
    assert!(built, "it does not build: {told}\n{script}");
    run.status
}

#[test]
fn it_fails_until_the_bug_is_mended() {
    for case in CASES {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("p.c"), case.program).expect("a program");
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["test", "p.c", "--out", "o", "--no-native"])
            .args(case.flags)
            .args(["--", "-DBUG=1"])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let text = String::from_utf8_lossy(&out.stdout);
        assert_eq!(out.status.code(), Some(1), "{}: {text}", case.name);
        assert!(text.contains("1 regression test in bugs/"), "{text}");
        let c = std::fs::read_to_string(dir.path().join("o/bugs/bug1.c")).expect("bug1.c");
        assert!(
            !c.contains("#include <everypath.h>") && c.contains("-DBUG=1"),
            "{c}"
        );
        assert!(
            !build(&dir.path().join("o/bugs/bug1.c"), false).success(),
            "{}: the bug does not show",
            case.name
        );
        let mended = build(&dir.path().join("o/bugs/bug1.c"), true);
        assert_eq!(
            mended.code(),
            Some(0),
            "{}: mended, it still fails",
            case.name
        );
    }
}

/// The tests of a program that links nowhere would be no tests.
#[test]
fn what_cannot_be_linked_has_no_regression_test() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "struct pair { long a, b, c; };
struct pair ask(struct pair);
int main(void) {
  struct pair p = {1, 2, 3};
  int n = 1;
  if (n == 2) p = ask(p);
  return 8 / (int)(p.a - 1);
}
";
    std::fs::write(dir.path().join("p.c"), program).expect("a program");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "p.c", "--out", "o"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains("division-by-zero"), "{text}");
    assert!(text.contains("undefined reference to `ask'"), "{text}");
    assert!(!text.contains("regression test"), "{text}");
    assert!(!dir.path().join("o/bugs").exists());
}

/// A driver that was taken out of its project: what its hardware layer gives is chosen
/// by the path, and the native run and the test are given the same.
#[test]
fn functions_without_a_body_are_played() {
    const DRIVER: &str = "#include <stdint.h>
#include <string.h>
struct message { uint8_t address; uint16_t length; uint8_t *buffer; };
int spi_read(uint8_t *to, unsigned long n);
int i2c_transfer(struct message *m, int count);
void delay(unsigned ms);
float temperature(void);
void trace(const char *text, ...);
int parse(void) {
  uint8_t in[32], out[16];
  trace(\"begin %d\", 7);
  if (spi_read(in, sizeof in) != 0) return -1;
  delay(10);
  uint8_t word[2] = {0, 0};
  struct message m = {0x40, 2, word};
  if (i2c_transfer(&m, 1) != 1 || m.buffer != word) return -2;
  if (temperature() < 20.5f) return -3;
  if (in[0] == 0x7e && word[1] == 9 && BUG) memcpy(out, in + 2, in[1] & 31);
  return in[31];
}
int main(void) { return parse() & 1; }
";
    let dir = tempfile::tempdir().expect("a folder");
    let path = |n: &str| dir.path().join(n);
    std::fs::write(path("drv.c"), DRIVER.replace("BUG", "1")).expect("a program");
    for verb in ["test", "check"] {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args([verb, "drv.c", "--external", "havoc", "--out", verb])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let text = String::from_utf8_lossy(&out.stdout);
        assert_eq!(out.status.code(), Some(1), "{text}");
        assert!(text.contains("out-of-bounds"), "{text}");
        assert!(text.contains("confirmed by a native run"), "{text}");
        assert!(!text.contains("uninitialised"), "{text}");
        for f in ["spi_read", "i2c_transfer", "delay", "temperature", "trace"] {
            let told = format!("`{f}` has no body");
            assert!(text.contains(&told), "{verb}: no {told} in {text}");
        }
    }
    let bug = path("test/bugs/bug1.c");
    assert!(!build(&bug, false).success(), "the bug does not show");
    std::fs::write(path("drv.c"), DRIVER.replace("BUG", "0")).expect("a program");
    assert!(build(&bug, false).success(), "the mended program fails");
}

/// A bug on a path that asks nothing of what is missing is confirmed without being
/// told what that does.
#[test]
fn what_is_missing_elsewhere_does_not_matter() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "int spi_read(unsigned char *, unsigned long);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char b[4] = {0};
  int n = __VERIFIER_nondet_int();
  if (n > 3) return spi_read(b, 4);
  return n < 0 ? 0 : 8 / n;
}
";
    std::fs::write(dir.path().join("p.c"), program).expect("a program");
    for how in ["stop", "concrete"] {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["test", "p.c", "--external", how, "--out", how])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let text = String::from_utf8_lossy(&out.stdout);
        assert_eq!(out.status.code(), Some(1), "{text}");
        assert!(text.contains("confirmed by a native run"), "{text}");
        assert!(!build(&dir.path().join(how).join("bugs/bug1.c"), false).success());
    }
}

/// What missing functions can do and what they cannot: one that does not return, one
/// with variable arguments, one that returns an address; and variables that are defined
/// nowhere.
#[test]
fn what_is_missing_does_what_its_declaration_allows() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = |name: &str, source: &str| {
        let file = format!("{name}.c");
        std::fs::write(dir.path().join(&file), source).expect("a program");
        let flags = ["--entry", "f", "--external", "havoc", "--out", name];
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args([&["test", &file][..], &flags[..]].concat())
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        (out.status.code(), text)
    };
    let bug = |name: &str| dir.path().join(name).join("bugs/bug1.c");
    let (code, text) = run(
        "die",
        "_Noreturn void die(int);\nint f(int k) { if (k == 0) die(k); return k == -1 ? 0 : 10 / k; }\n",
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("`die` has no body: it does not return"),
        "{text}"
    );
    let (code, text) = run(
        "ctl",
        "int ctl(int, unsigned long, ...);\nint f(void) { int n = 1, t[4] = {0}; if (ctl(3, 7, &n) < 0 || n < 0) return 0; return t[n]; }\n",
    );
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("out-of-bounds-read"), "{text}");
    assert!(
        !build(&bug("ctl"), false).success(),
        "the bug does not show"
    );
    // Calls that differ say so.
    let (_, text) = run(
        "two",
        "int ctl(int, unsigned long, ...);\nint f(void) { int n = 1; if (ctl(3, 7, &n) < 0) return ctl(3, 8); return 8 / n; }\n",
    );
    assert!(
        text.contains("but for those of its variable arguments"),
        "{text}"
    );
    // An address of nothing that it was given.
    let (_, text) = run(
        "get",
        "int *get(void);\nstatic int own = 5;\nint f(void) { int *p = get(); if (!p) return 0; own = 5; *p = 0; return 10 / own; }\n",
    );
    assert!(
        !text.contains("division-by-zero") && !text.contains("read-only"),
        "{text}"
    );
    // What it was given it can return.
    let (_, text) = run(
        "pass",
        "char *pass(char *);\nint f(void) { char b[4] = {1, 1, 1, 1}; char *p = pass(b); return p == b + 2 ? 8 / (b[0] - 77) : 0; }\n",
    );
    assert!(text.contains("division-by-zero"), "{text}");
    let (code, text) = run(
        "data",
        "extern int limit;\nextern const short table[3];\nint f(void) { if (limit > 2) return 100 / table[1]; return 0; }\n",
    );
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("`limit` is defined nowhere"), "{text}");
    assert!(text.contains("confirmed by a native run"), "{text}");
    assert!(
        !build(&bug("data"), false).success(),
        "the bug does not show"
    );
}

/// A function of a library is the library's: nobody plays it.
#[test]
fn what_a_library_has_is_not_played() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "int getdtablesize(void);
int main(void) { return 8 / (getdtablesize() - 77); }
";
    std::fs::write(dir.path().join("p.c"), program).expect("a program");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "p.c", "--external", "havoc", "--out", "o"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains("what getdtablesize returned"), "{text}");
    assert!(!text.contains("has no body: it returns"), "{text}");
}

/// Bitcode is prepared by the tools of the clang that builds the test.
#[test]
fn a_test_of_bitcode_is_built_by_its_command() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "extern int __VERIFIER_nondet_int(void);
int table[4];
int main(void) { int i = __VERIFIER_nondet_int(); return i >= 0 && i < 5 ? table[i] : 0; }
";
    std::fs::write(dir.path().join("p.c"), program).expect("a program");
    let clang = Command::new("clang-19")
        .args(["-g", "-O0", "-c", "-emit-llvm", "p.c", "-o", "p.bc"])
        .current_dir(dir.path())
        .status();
    assert!(clang.expect("clang starts").success());
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "p.bc", "--no-native", "--out", "o"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{text}");
    let bug = dir.path().join("o/bugs/bug1.c");
    let c = std::fs::read_to_string(&bug).expect("bug1.c");
    assert!(c.contains(" *   llvm-dis-19 p.bc "), "{c}");
    assert!(!build(&bug, false).success());
    assert!(!dir.path().join("p-test.ll").exists(), "beside the source");
}

/// Where no shell finds it, the command names the program by its path.
#[test]
fn the_headers_are_asked_for_by_a_path_that_works() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "#include <everypath.h>
#include <stdlib.h>
int main(void) { int n; ep_symbolic(&n, sizeof n, \"n\"); if (n == 5) abort(); return 0; }
";
    std::fs::write(dir.path().join("p.c"), program).expect("a program");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "p.c", "--no-native", "--out", "o"])
        .env("PATH", "/usr/bin:/bin")
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    assert_eq!(out.status.code(), Some(1));
    let c = std::fs::read_to_string(dir.path().join("o/bugs/bug1.c")).expect("bug1.c");
    let whole = format!("$({} --print include)", env!("CARGO_BIN_EXE_everypath"));
    assert!(c.contains(&whole), "no {whole} in {c}");
}

/// The first input of the site lands in another block, where the sanitizer sees
/// nothing; a later one does not.
#[test]
fn a_bug_is_confirmed_by_any_of_its_inputs() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "#include <stdlib.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
static char *block[64];
static int get(const char *p, int i) { return p[i]; }
int main(void) {
  unsigned short i = __VERIFIER_nondet_ushort();
  for (int k = 0; k < 64; k++) {
    block[k] = malloc(16);
    for (int j = 0; j < 16; j++) block[k][j] = 0;
  }
  if (i == FIRST) return get(block[20], i);
  if (i == SECOND) return get(block[20], i);
  return 0;
}
";
    std::fs::write(dir.path().join("p.c"), program).expect("a program");
    // Blocks of 16 bytes lie 32 bytes apart under AddressSanitizer.
    for (first, second) in [("320", "16"), ("16", "320")] {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["test", "p.c", "--out", &format!("o{first}"), "--"])
            .args([format!("-DFIRST={first}"), format!("-DSECOND={second}")])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(text.contains("reached on 2 paths"), "{text}");
        assert!(text.contains("AddressSanitizer"), "{first}: {text}");
        assert!(text.contains(" = 16\n"), "the input that shows it: {text}");
    }
}
