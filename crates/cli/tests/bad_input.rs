//! Wrong input: one message, the right exit code, and never a panic.

use std::path::Path;
use std::process::{Command, Output};

const GOOD: &str = "int main(void) { return 0; }\n";

struct Bench {
    dir: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        Bench {
            dir: tempfile::tempdir().expect("a scratch folder"),
        }
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.dir.path().join(name);
        std::fs::write(&path, bytes).expect("a scratch file");
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_everypath"))
            .arg("test")
            .args(args)
            .current_dir(self.dir.path())
            .env_remove("RUST_BACKTRACE")
            .output()
            .expect("everypath starts")
    }
}

/// The exit code and one message that contains all of `words`.
#[track_caller]
fn refused(out: &Output, code: i32, words: &[&str]) {
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(code), "{err}");
    for w in words {
        assert!(err.contains(w), "no `{w}` in: {err}");
    }
    let messages = err.lines().filter(|l| l.contains("error:")).count();
    assert_eq!(messages, 1, "one message: {err}");
    for noise in ["panicked", "RUST_BACKTRACE", "stack backtrace", "Option::"] {
        assert!(!err.contains(noise), "{err}");
    }
}

#[test]
fn a_missing_file() {
    let b = Bench::new();
    refused(&b.run(&["nowhere.c"]), 2, &["nowhere.c"]);
}

#[test]
fn a_folder_instead_of_a_file() {
    let b = Bench::new();
    let dir = b.path("folder.c");
    std::fs::create_dir(&dir).expect("a folder");
    refused(&b.run(&[&dir]), 2, &["folder.c"]);
}

#[test]
fn a_file_of_another_kind() {
    let b = Bench::new();
    let f = b.file("notes.txt", "hello");
    refused(&b.run(&[&f]), 2, &["notes.txt"]);
    // An object, a program, an archive: what was meant is known.
    let objects: [(&str, &[u8]); 2] = [("p.o", b"\x7fELF\x02"), ("l.a", b"!<arch>\n")];
    for (name, bytes) in objects {
        let file = b.file(name, bytes);
        refused(&b.run(&[&file]), 2, &["everypath cc"]);
    }
}

#[test]
fn c_that_does_not_compile() {
    let b = Bench::new();
    let f = b.file("broken.c", "int main(void) { return x; }\n");
    let out = b.run(&[&f]);
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{err}");
    assert!(err.contains("broken.c:1:25"), "clang's own message: {err}");
    assert!(err.contains("undeclared"), "{err}");
}

#[test]
fn an_empty_program() {
    let b = Bench::new();
    let f = b.file("empty.c", "");
    refused(&b.run(&[&f]), 2, &["main"]);
}

#[test]
fn bitcode_that_is_cut_off() {
    let b = Bench::new();
    let c = b.file("whole.c", GOOD);
    let bc = b.path("whole.bc");
    let made = Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-o", &bc, &c])
        .status()
        .expect("clang-19 starts");
    assert!(made.success());
    let bytes = std::fs::read(&bc).expect("bitcode");
    for keep in [0, 3, 4, 100, bytes.len() / 2] {
        let f = b.file("cut.bc", &bytes[..keep]);
        refused(&b.run(&[&f]), 2, &["cut.bc"]);
    }
}

#[test]
fn bytes_that_are_no_bitcode() {
    let b = Bench::new();
    let f = b.file("noise.bc", b"this is not bitcode at all, only text");
    refused(&b.run(&[&f]), 2, &["noise.bc"]);
    let f = b.file("noise.ll", b"define i32 @main( { ret }");
    refused(&b.run(&[&f]), 2, &["noise.ll"]);
}

#[test]
fn flags_that_do_not_exist() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    refused(&b.run(&[&f, "--fast"]), 2, &["--fast"]);
    let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
    refused(
        &c.arg("fly").output().expect("everypath starts"),
        2,
        &["fly"],
    );
}

#[test]
fn flags_that_clang_does_not_know() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    let out = b.run(&[&f, "--", "-fno-such-flag"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("-fno-such-flag"));
}

#[test]
fn absurd_values() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    for (flag, value) in [
        ("--timeout", "0"),
        ("--timeout", "-3"),
        ("--timeout", "soon"),
        ("--timeout", "99999999999h"),
        ("--max-memory", "1"),
        ("--max-memory", "99999999999T"),
        ("--max-memory", "lots"),
        ("--max-paths", "0"),
        ("--max-depth", "-1"),
        ("--max-instructions", "1e9"),
        ("--search", "upwards"),
        ("--check", "everything"),
        ("--stdin", "-1"),
        ("--stdin", "99999999999"),
        ("--args", "sym:x"),
        ("--args", "sym:0"),
        ("--external", "guess"),
        ("--arith", "roman"),
        ("--test-format", "csv"),
        ("--tree", "tree.svg"),
        ("--stack-size", "1"),
        ("--seed", "-1"),
        ("--buffer", "0"),
    ] {
        refused(&b.run(&[&f, flag, value]), 2, &[flag]);
    }
}

#[test]
fn an_unknown_entry() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    refused(&b.run(&[&f, "--entry", "start"]), 2, &["start"]);
    for verb in ["check", "memory", "time"] {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args([verb, &f, "--entry", "start"])
            .current_dir(b.dir.path())
            .output()
            .expect("everypath starts");
        refused(
            &out,
            2,
            &["start", "name one of its functions with --entry: main"],
        );
    }
}

#[test]
fn flags_about_pointers_of_an_entry_need_one() {
    let b = Bench::new();
    let f = b.file("main.c", GOOD);
    for flag in ["--may-be-null", "--may-alias", "--strings"] {
        refused(&b.run(&[&f, flag]), 2, &["--entry <FUNCTION>"]);
    }
    refused(
        &b.run(&[&f, "--pointer-depth", "2"]),
        2,
        &["--entry <FUNCTION>"],
    );
}

#[test]
fn an_entry_with_a_parameter_that_cannot_be_symbolic() {
    let b = Bench::new();
    let f = b.file("wide.c", "int f(_BitInt(100) x) { return x > 1; }\n");
    refused(&b.run(&[&f, "--entry", "f"]), 2, &["parameter 1 of `f`"]);
}

#[test]
fn variable_arguments_that_are_never_passed() {
    let b = Bench::new();
    let f = b.file(
        "va.c",
        "int f(const char *s, ...) { return s[0]; }\nint g(int n) { return n; }\n",
    );
    let with = |entry: &str, list: &str| b.run(&[&f, "--entry", entry, "--varargs", list]);
    refused(
        &with("f", "int,float"),
        2,
        &["`float` is passed as `double`"],
    );
    refused(&with("f", "int,"), 2, &["the type `` is not known"]);
    refused(
        &with("f", "struct none *"),
        2,
        &["`struct none *` is not known"],
    );
    refused(&with("g", "int"), 2, &["`g` takes no variable arguments"]);
    refused(
        &b.run(&[&f, "--varargs", "int"]),
        2,
        &["--entry <FUNCTION>"],
    );
}

#[test]
fn an_output_folder_that_cannot_be_written() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    let inside_a_file = format!("{f}/out");
    refused(&b.run(&[&f, "--out", &inside_a_file]), 4, &["cannot write"]);
    refused(
        &b.run(&[&f, "--out", "/proc/everypath"]),
        4,
        &["cannot write"],
    );
}

#[test]
fn an_output_folder_with_results() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    let out = b.path("out");
    assert_eq!(b.run(&[&f, "--out", &out]).status.code(), Some(0));
    refused(&b.run(&[&f, "--out", &out]), 2, &["not empty"]);
}

#[test]
fn no_clang() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    refused(
        &b.run(&[&f, "--clang", "/nowhere/clang"]),
        4,
        &["/nowhere/clang"],
    );
}

#[test]
fn a_full_disk() {
    // /dev/full refuses every byte, as a full disk does.
    if !Path::new("/dev/full").exists() {
        return;
    }
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    let link = b.path("bugs.sarif");
    std::os::unix::fs::symlink("/dev/full", &link).expect("a link");
    refused(&b.run(&[&f, "--sarif", &link]), 4, &["bugs.sarif"]);
}

/// Runs `script` with the program as `$0`, in a mount namespace of its own.
fn in_own_namespace(b: &Bench, script: &str) -> Option<Output> {
    let run = |script: &str| {
        Command::new("unshare")
            .args(["-rm", "sh", "-c", script])
            .arg(env!("CARGO_BIN_EXE_everypath"))
            .current_dir(b.dir.path())
            .output()
    };
    let allowed = run("mkdir -p disk && mount -t tmpfs tmpfs disk");
    allowed
        .is_ok_and(|o| o.status.success())
        .then(|| run(script).expect("unshare starts again"))
}

/// 256 paths, each with a test.
const MANY: &str = "#include <everypath.h>
int main(void) {
  unsigned char c[8];
  int n = 0;
  ep_symbolic(c, sizeof c, \"c\");
  for (int i = 0; i < 8; i++)
    if (c[i] == 'x') n++;
  return n;
}
";

#[test]
fn a_disk_that_fills_up_during_the_run() {
    let b = Bench::new();
    b.file("many.c", MANY);
    // A disk of 16 KiB: the folder can be made, not all of the tests.
    let script = "mount -t tmpfs -o size=16k tmpfs disk &&
        exec \"$0\" test many.c --no-native --all-tests --out disk/o";
    if let Some(out) = in_own_namespace(&b, script) {
        refused(
            &out,
            4,
            &["cannot write", "No space left", "disk/o", "help:"],
        );
        let told = String::from_utf8_lossy(&out.stdout);
        assert!(told.contains("256 paths"), "{told}");
    }
}

/// What was found is told although nothing of it could be kept.
#[test]
fn a_full_disk_takes_no_finding_away() {
    let b = Bench::new();
    let program = "#include <everypath.h>
#include <stdlib.h>
static char c[65536];
int main(void) {
  ep_symbolic(c, sizeof c, \"c\");
  if (c[3] == 'x') abort();
  return 0;
}
";
    b.file("large.c", program);
    // No file may exceed 32 KiB, and each test has 64.
    let out = Command::new("sh")
        .arg("-c")
        .arg(
            "trap '' XFSZ; ulimit -f 64 &&
            exec \"$0\" test large.c --no-native --test-format raw --out o",
        )
        .arg(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(b.dir.path())
        .output()
        .expect("a shell");
    refused(&out, 4, &["cannot write", "help:"]);
    let told = String::from_utf8_lossy(&out.stdout);
    for part in ["bug 1: abort", "violated", "what could be written"] {
        assert!(told.contains(part), "no {part} in {told}");
    }
    let notes = String::from_utf8_lossy(&out.stderr);
    assert!(notes.contains("the run goes on"), "{notes}");
}

/// A compiler that does something before it compiles.
fn slow_clang(b: &Bench, before: &str) -> String {
    let text = format!("#!/bin/sh\n{before}\nexec clang-19 \"$@\"\n");
    let script = b.file("clang-slow", text);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, mode).expect("made executable");
    script
}

#[test]
fn the_time_limit_ends_the_compiler() {
    let b = Bench::new();
    let clang = slow_clang(&b, "exec sleep 3600");
    b.file("good.c", GOOD);
    for verb in ["test", "check"] {
        let begin = std::time::Instant::now();
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args([verb, "good.c", "--clang", &clang, "--timeout", "1"])
            .current_dir(b.dir.path())
            .output()
            .expect("everypath starts");
        assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
        let told = String::from_utf8_lossy(&out.stdout);
        assert_eq!(out.status.code(), Some(3), "{out:?}");
        let wanted = "unknown (the time limit was reached while compiling: good.c)";
        assert!(told.contains(wanted), "{told}");
    }
}

#[test]
fn as_many_compilers_run_at_once_as_there_are_cores() {
    let b = Bench::new();
    let clang = slow_clang(&b, "echo begin >> log; sleep 0.3; echo end >> log");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut files = vec![b.file("good.c", GOOD)];
    for i in 0..2 * cores {
        files.push(b.file(
            &format!("f{i}.c"),
            format!("int f{i}(void) {{ return {i}; }}\n"),
        ));
    }
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "--no-native", "--clang", &clang])
        .args(&files)
        .current_dir(b.dir.path())
        .output()
        .expect("everypath starts");
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    let log = std::fs::read_to_string(b.dir.path().join("log")).expect("the log");
    let (mut now, mut most) = (0usize, 0usize);
    for line in log.lines() {
        match line {
            "begin" => now += 1,
            _ => now -= 1,
        }
        most = most.max(now);
    }
    assert!((1..=cores).contains(&most), "{most} at once: {log}");
}

#[test]
fn a_pipe_is_waited_for_no_longer_than_the_run() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    let pipe = b.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let begin = std::time::Instant::now();
    let given = format!("data={pipe}");
    let out = b.run(&[&f, "--with-file", &given, "--timeout", "1"]);
    refused(&out, 2, &["nobody writes to this pipe (waited 1 s)"]);
    assert!(begin.elapsed().as_secs() < 8, "{:?}", begin.elapsed());
}

/// The text form of an older LLVM has a data layout of its own.
#[test]
fn text_of_an_older_llvm_is_read() {
    let b = Bench::new();
    b.file(
        "p.c",
        "int main(int n, char **v) { return n == 1 ? 0 : 1 / (n - 1); }\n",
    );
    let clang = Command::new("clang-19")
        .args(["-g", "-O0", "-S", "-emit-llvm", "p.c", "-o", "p.ll"])
        .current_dir(b.dir.path())
        .status();
    assert!(clang.expect("clang starts").success());
    let text = std::fs::read_to_string(b.path("p.ll")).expect("the text");
    let old = text.replacen("-i128:128", "", 1);
    assert_ne!(text, old, "LLVM 14 had no such part");
    let f = b.file("old.ll", &old);
    let out = b.run(&[&f, "--no-native"]);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
}

/// A function that is not there has a hint with the ways out.
#[test]
fn what_is_missing_has_ways_out() {
    let b = Bench::new();
    let f = b.file("p.c", "int spi(void);\nint main(void) { return spi(); }\n");
    let out = b.run(&[&f]);
    assert_eq!(out.status.code(), Some(3));
    let told = String::from_utf8_lossy(&out.stdout);
    for part in [
        "hint: `spi`: name the file that defines it",
        "--external havoc",
    ] {
        assert!(told.contains(part), "no {part} in {told}");
    }
}

/// Functions of GMP have names that only its headers know, and a way of their own.
#[test]
fn functions_of_gmp_are_built_from_its_sources() {
    let b = Bench::new();
    let program = "typedef struct { int alloc, size; unsigned long *limbs; } mpz_t[1];
#define mpz_init __gmpz_init
void mpz_init(mpz_t);
int main(void) { mpz_t n; mpz_init(n); return n->size; }
";
    let f = b.file("p.c", program);
    let out = b.run(&[&f]);
    assert_eq!(out.status.code(), Some(3));
    let told = String::from_utf8_lossy(&out.stdout);
    for part in [
        "call to `__gmpz_init`",
        "`everypath cc` (docs/inputs.md, Libraries)",
    ] {
        assert!(told.contains(part), "no {part} in {told}");
    }
}

/// A model has no line: the user's call of it has.
#[test]
fn what_a_model_lacks_is_told_at_its_caller() {
    let b = Bench::new();
    let program = "#include <unistd.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  return lseek(0, __VERIFIER_nondet_uchar(), 3) > 9;
}
";
    let f = b.file("p.c", program);
    let out = b.run(&[&f, "--json"]);
    let run: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let gap = &run["incomplete"][0];
    assert!(gap.to_string().contains("lseek"), "{run:#}");
    assert!(gap.to_string().contains("\"line\":4"), "{gap:#}");
}

#[test]
fn the_limit_of_the_solver_is_the_users() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    let out = b.run(&[&f, "--solver-limit", "7", "--json"]);
    let run: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(run["options"]["solver_limit"], 7, "{run:#}");
    refused(&b.run(&[&f, "--solver-limit", "0"]), 2, &["--solver-limit"]);
}

#[test]
fn a_file_that_cannot_grow() {
    let b = Bench::new();
    b.file("many.c", MANY);
    // No file may exceed 32 KiB: the tests fit, the tree does not.
    let out = Command::new("sh")
        .arg("-c")
        .arg(
            "trap '' XFSZ; ulimit -f 64 &&
            exec \"$0\" test many.c --no-native --tree tree.json --out o",
        )
        .arg(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(b.dir.path())
        .output()
        .expect("a shell");
    refused(&out, 4, &["cannot write", "help:"]);
    assert!(!b.dir.path().join("tree.json").exists(), "half a tree");
}

#[test]
fn a_limit_on_address_space_is_named_where_it_stops_the_sanitizers() {
    let b = Bench::new();
    b.file(
        "crash.c",
        "int main(int n, char **v) { return 1 / (n - 1); }\n",
    );
    let out = Command::new("sh")
        .arg("-c")
        .arg("ulimit -v 6000000 && exec \"$0\" test crash.c --out o")
        .arg(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(b.dir.path())
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{text}");
    assert!(text.contains("not confirmed by a native run: the sanitizer cannot reserve its memory: lift the limit on address space"), "{text}");
}

#[test]
fn files_of_two_programs_are_told_apart() {
    let b = Bench::new();
    let files = [
        b.file("a.c", "int main(void) { return 0; }\n"),
        b.file("b.c", "int main(void) { return 1; }\n"),
    ];
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("test")
        .args(files)
        .current_dir(b.dir.path())
        .output()
        .expect("everypath starts");
    refused(
        &out,
        2,
        &[
            "symbol multiply defined",
            "help: the files belong to several programs",
        ],
    );
}

#[test]
fn bitcode_for_32_bits_needs_no_flag() {
    let b = Bench::new();
    let source =
        "int main(void) { return sizeof(void *) == 4 ? 0 : 1 / (int)(sizeof(void *) - 8); }";
    let c = b.file("p.c", source);
    let bc = b.path("p.bc");
    let clang = Command::new("clang-19")
        .args(["-m32", "-g", "-c", "-emit-llvm", "-o", &bc, &c])
        .status()
        .expect("clang starts");
    assert!(clang.success());
    let out = b.run(&[&bc]);
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{text}");
    assert!(text.contains("proved"), "{text}");
}

#[test]
fn a_reader_that_goes_away() {
    let b = Bench::new();
    let f = b.file("good.c", GOOD);
    let out = Command::new("sh")
        .arg("-c")
        .arg("\"$0\" test \"$1\" 2>err | true; cat err")
        .args([env!("CARGO_BIN_EXE_everypath"), &f])
        .current_dir(b.dir.path())
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(!text.contains("defect"), "{text}");
}

#[test]
fn the_usage_line_names_the_program_that_the_user_called() {
    let b = Bench::new();
    let out = b.run(&["--no-such-flag"]);
    let err = String::from_utf8_lossy(&out.stderr);
    assert!(err.contains("Usage: everypath test"), "{err}");
    assert!(!err.contains("everypath-engine"), "{err}");
}
