//! What a run of an entry function leaves behind, built by clang without
//! Everypath: `suite.c` passes on the program that it was made from and fails on
//! a changed one; the C file of each bug rebuilds the heap and fails.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/test/entry");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the examples are there")
        .map(|e| e.expect("an entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

/// The flags that a program names in its comments.
fn flags(source: &str) -> Vec<String> {
    let line = source.lines().find_map(|l| l.strip_prefix("// flags: "));
    let words = line.unwrap_or_default().split_whitespace();
    words.map(String::from).collect()
}

fn explore(program: &Path, flags: &[String], out: &Path) -> Output {
    let at = flags.iter().position(|f| f == "--");
    let (own, clang) = flags.split_at(at.unwrap_or(flags.len()));
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("test")
        .arg(program)
        .args(own)
        .args([
            "--all-tests",
            "--no-native",
            "--max-paths",
            "400",
            "--timeout",
            "60s",
        ])
        .arg("--out")
        .arg(out)
        .args(clang)
        .output()
        .expect("everypath starts")
}

/// Builds a C file of a run with the program, and runs it.
fn build_and_run(test: &Path, program: &Path, dir: &Path, more: &[&str]) -> Output {
    build_with("clang-19", test, program, dir, more)
}

fn build_with(compiler: &str, test: &Path, program: &Path, dir: &Path, more: &[&str]) -> Output {
    let exe = dir.join("run");
    let built = Command::new(compiler)
        .args(["-g", "-w"])
        .args(more)
        .arg(test)
        .arg(program)
        .arg("-o")
        .arg(&exe)
        .output()
        .expect("the compiler starts");
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{}: {errors}", test.display());
    Command::new(exe).output().expect("it starts")
}

#[test]
fn every_suite_passes_and_every_bug_file_fails() {
    let (mut suites, mut bugs) = (0, 0);
    for program in examples() {
        let name = program.display();
        let source = std::fs::read_to_string(&program).expect("it is read");
        let dir = tempfile::tempdir().expect("a folder");
        let out = dir.path().join("out");
        let given = flags(&source);
        explore(&program, &given, &out);
        let machine: Vec<&str> = given
            .iter()
            .map(String::as_str)
            .filter_map(|f| match f {
                "--m32" => Some("-m32"),
                f => Some(f).filter(|f| f.starts_with("-m")),
            })
            .collect();
        let suite = out.join("suite.c");
        if suite.exists() {
            // The convention is the same for all compilers.
            for compiler in ["clang-19", "gcc"] {
                let run = build_with(compiler, &suite, &program, dir.path(), &machine);
                let text = String::from_utf8_lossy(&run.stdout);
                assert_eq!(run.status.code(), Some(0), "{name}, {compiler}: {text}");
                assert!(text.contains(" tests ran"), "{name}: {text}");
            }
            suites += 1;
        }
        for i in 1.. {
            let bug = out.join(format!("bugs/bug{i}.c"));
            if !bug.exists() {
                break;
            }
            let mut more = vec!["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
            more.extend(&machine);
            let run = build_and_run(&bug, &program, dir.path(), &more);
            assert!(!run.status.success(), "{name}: bug{i}.c does not fail");
            bugs += 1;
        }
    }
    assert!(suites >= 24 && bugs >= 20, "{suites} suites, {bugs} bugs");
}

#[test]
fn a_suite_fails_on_another_program() {
    let program = "struct node { int v; struct node *next; };
int (*hook)(int);
static int calls;
int count(struct node *n, int (*f)(int), int *last) {
  int k = 0;
  calls++;
  for (; n; n = n->next) {
    k += f(n->v) > 3 ? 1 : 0;
    *last = n->v;
    n->v = CHANGE;
  }
  return k + calls - 1;
}
int main(void) { return 0; }
";
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("p.c");
    std::fs::write(&file, program).expect("it is written");
    let out = dir.path().join("out");
    let given = ["--entry", "count", "--buffer", "1", "--", "-DCHANGE=7"].map(String::from);
    let said = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("test")
        .arg(&file)
        .args(["--no-native", "--out"])
        .arg(&out)
        .args(&given)
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(text.contains(" of them in suite.c"), "{text}");
    let suite = out.join("suite.c");
    let c = std::fs::read_to_string(&suite).expect("suite.c");
    assert!(!c.contains("everypath.h"), "{c}");
    let run = |change: &str| {
        let more = ["-Dmain=program_main", change];
        build_and_run(&suite, &file, dir.path(), &more)
    };
    let same = run("-DCHANGE=7");
    assert_eq!(same.status.code(), Some(0), "{same:?}");
    let other = run("-DCHANGE=8");
    assert_eq!(other.status.code(), Some(1), "{other:?}");
    let text = String::from_utf8_lossy(&other.stdout);
    assert!(text.contains("is not as expected"), "{text}");
}

#[test]
fn what_cannot_be_an_input_is_one_message() {
    let dir = tempfile::tempdir().expect("a folder");
    for (program, entry, wanted) in [
        (
            "struct opaque; int f(struct opaque *p) { return p != 0; }",
            "f",
            "`opaque`, which is incomplete",
        ),
        (
            "struct wide { _BitInt(24) a; }; int f(struct wide b) { return b.a > 0; }",
            "f",
            "passed by value and has a layout that is not supported",
        ),
        (
            "typedef float three __attribute__((ext_vector_type(3))); int f(three b) { return b[2] > 1; }",
            "f",
            "how the parameters of `f` are passed",
        ),
    ] {
        let file = dir.path().join("p.c");
        std::fs::write(&file, program).expect("it is written");
        let out = dir.path().join("out");
        let said = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .arg("test")
            .arg(&file)
            .args(["--entry", entry, "--out"])
            .arg(&out)
            .output()
            .expect("everypath starts");
        let text = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(2), "{text}");
        assert!(text.contains(wanted), "{text}");
        assert_eq!(text.matches("error").count(), 1, "{text}");
    }
}

#[test]
fn a_member_of_an_incomplete_type_is_said_where_it_is_read() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("p.c");
    let program = "struct opaque; struct s { struct opaque *inner; int n; };
int f(struct s *p) {
  if (p->inner) return 1;
  return p->n;
}";
    std::fs::write(&file, program).expect("it is written");
    let said = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("test")
        .arg(&file)
        .args(["--entry", "f", "--no-native", "--out"])
        .arg(dir.path().join("out"))
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&said.stdout);
    assert_eq!(said.status.code(), Some(3), "{text}");
    assert!(
        text.contains("`p->inner` points to `opaque`, which is incomplete"),
        "{text}"
    );
}

fn everypath(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts")
}

#[test]
fn choices_of_the_heap_survive_a_journal_and_are_shown() {
    let dir = tempfile::tempdir().expect("a folder");
    let source = "struct node { struct node *next; int (*get)(int); int v; };
int f(struct node *a, struct node *b) {
  int n = 0;
  for (struct node *p = a; p && n < 3; p = p->next) n += p->v == 3 ? 2 : 1;
  if (b && b->get && b->get(n) == 77) __builtin_abort();
  return n;
}
";
    std::fs::write(dir.path().join("p.c"), source).expect("a program");
    let given = [
        "test",
        "p.c",
        "--entry",
        "f",
        "--may-be-null",
        "--may-alias",
        "--no-native",
    ];
    let with = |more: &[&str]| {
        let args: Vec<&str> = given.iter().chain(more).copied().collect();
        everypath(dir.path(), &args)
    };
    let counts = |folder: &str| {
        let text = std::fs::read(dir.path().join(folder).join("run.json")).expect("run.json");
        let run: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        let s = &run["statistics"];
        let bugs = run["bugs"].as_array().map(Vec::len);
        format!("{} {} {bugs:?}", s["paths_complete"], s["paths_error"])
    };
    with(&["--out", "whole"]);
    with(&["--out", "two", "--jobs", "2"]);
    with(&["--out", "parts", "--max-paths", "4"]);
    everypath(dir.path(), &["test", "--resume", "parts"]);
    assert!(counts("whole").ends_with("Some(1)"), "{}", counts("whole"));
    assert_eq!(counts("two"), counts("whole"));
    assert_eq!(counts("parts"), counts("whole"));
    let list = everypath(dir.path(), &["show", "whole"]);
    let text = String::from_utf8_lossy(&list.stdout);
    assert!(list.status.success() && text.contains("abort"), "{list:?}");
    for path in ["1", "5"] {
        let shown = everypath(dir.path(), &["show", "whole", "--path", path]);
        assert!(shown.status.success(), "{path}: {shown:?}");
    }
}

/// What a pointer may point to is an input of one byte: what that leaves out is
/// told.
#[test]
fn more_targets_than_are_followed_are_a_gap() {
    let dir = tempfile::tempdir().expect("a folder");
    let said = |n: usize| {
        let params: Vec<String> = (0..n).map(|i| format!("int *p{i}")).collect();
        let reads: String = (0..n).map(|i| format!(" s ^= *p{i};")).collect();
        let text = format!(
            "int f({}) {{ int s = 0;{reads} return s; }}\n",
            params.join(", ")
        );
        std::fs::write(dir.path().join("p.c"), text).expect("a program");
        let out = everypath(
            dir.path(),
            &[
                "test",
                "p.c",
                "--entry",
                "f",
                "--may-alias",
                "--max-paths",
                "1",
                "--no-native",
            ],
        );
        String::from_utf8_lossy(&out.stdout).contains("more than 255 objects")
    };
    // Each may be one of those before it, or its own.
    assert!(!said(255));
    assert!(said(256));
}

#[test]
fn the_names_of_a_test_are_not_those_of_the_program_or_a_header() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("p.c");
    // `link` is in <unistd.h>, and its callback returns something, too.
    let program = "struct s { int n; double _Complex (*unused)(void); };
struct s link(struct s a, int (*next)(int), long address) {
  if (a.n == 1) a.n = next(2) - 1;
  if (a.n == 7) a.n = 10 / (a.n - 7);
  return address == 9 ? *(struct s *)address : a;
}
";
    std::fs::write(&file, program).expect("it is written");
    let out = dir.path().join("out");
    // Depth first meets the null pointer before the function that no file of C
    // can stand in for.
    let given = ["--entry", "link", "--search", "dfs"].map(String::from);
    explore(&file, &given, &out);
    let suite = build_and_run(&out.join("suite.c"), &file, dir.path(), &[]);
    assert_eq!(suite.status.code(), Some(0), "{suite:?}");
    for i in 1..=2 {
        let bug = out.join(format!("bugs/bug{i}.c"));
        let more = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let run = build_and_run(&bug, &file, dir.path(), &more);
        assert!(!run.status.success(), "bug{i}.c: {run:?}");
    }
}

#[test]
fn an_input_that_is_an_address_is_no_part_of_a_suite() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("p.c");
    let program = "int f(long x, int *p) { return x ? *(char *)x == 3 : p[0]; }\n";
    std::fs::write(&file, program).expect("it is written");
    let out = dir.path().join("out");
    explore(&file, &["--entry", "f"].map(String::from), &out);
    let suite = build_and_run(&out.join("suite.c"), &file, dir.path(), &[]);
    assert_eq!(suite.status.code(), Some(0), "{suite:?}");
    let text = std::fs::read_to_string(out.join("run.json")).expect("run.json");
    assert!(text.contains("objects lie at the addresses"), "{text}");
}

#[test]
fn check_passes_variable_arguments_too() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "#include <stdarg.h>
static int f(int n, ...) {
  va_list list;
  va_start(list, n);
  int k = va_arg(list, int);
  va_end(list);
  return n == 2 ? 10 / (k ^ 7) : 0;
}
";
    std::fs::write(dir.path().join("p.c"), program).expect("it is written");
    let check = |more: &[&str]| {
        let args = [&["check", "p.c", "--entry", "f", "--out", "out"], more].concat();
        let said = everypath(dir.path(), &args);
        let _ = std::fs::remove_dir_all(dir.path().join("out"));
        String::from_utf8_lossy(&said.stdout).into_owned()
    };
    let none = check(&[]);
    assert!(none.contains("that was not passed"), "{none}");
    let one = check(&["--varargs", "int"]);
    for part in [
        "vararg1 = 7",
        "confirmed by a native run",
        "the one variable argument",
    ] {
        assert!(one.contains(part), "{part}: {one}");
    }
}
