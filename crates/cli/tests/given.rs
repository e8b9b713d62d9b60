//! What a program finds when it starts: files, variables, arguments whose
//! number is symbolic; and programs that a build system compiled. Each is
//! explored, and what is found is confirmed by a native run that has the same.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn everypath(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(folder)
        .args(args)
        .output()
        .unwrap()
}

/// The JSON of `everypath test FILE ARGS`, in a folder that holds `source`.
fn explored(source: &str, args: &[&str]) -> Value {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("program.c"), source).unwrap();
    fs::write(dir.path().join("given.txt"), "Koo").unwrap();
    let mut all = vec![
        "test",
        "program.c",
        "--json",
        "--timeout",
        "60",
        "--out",
        "out",
    ];
    all.extend(args);
    let out = everypath(dir.path(), &all);
    let text = String::from_utf8_lossy(&out.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}\n{text}{}", String::from_utf8_lossy(&out.stderr)))
}

fn one_confirmed_bug(run: &Value) {
    let bugs = run["bugs"].as_array().unwrap();
    assert_eq!(bugs.len(), 1, "{run}");
    assert_eq!(bugs[0]["confirmation"]["kind"], "confirmed", "{run}");
}

#[test]
fn symbolic_and_given_files_are_found_by_name() {
    let run = explored(
        r#"#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    struct stat s;
    char b[4];
    int fd = open("data", O_RDONLY);
    if (fd < 0 || fstat(fd, &s) || s.st_size != 4 || read(fd, b, 4) != 4)
        return 1;
    FILE *f = fopen("settings", "r");
    if (f == NULL || getc(f) != 'K')
        return 2;
    assert(open("missing", O_RDONLY) < 0);
    assert(!(b[0] == 'P' && b[3] == 'Z'));
    return 0;
}
"#,
        &["--file", "data", "4", "--with-file", "settings=given.txt"],
    );
    one_confirmed_bug(&run);
    let text = run["assumptions"].to_string();
    assert!(text.contains("no files but those given"), "{text}");
    let covered = &run["statistics"]["lines_covered"];
    assert!(covered.as_u64().unwrap() >= 7, "{run}");
}

/// The line that is copied from a script for KLEE.
#[test]
fn files_and_input_have_the_flags_of_klee() {
    let run = explored(
        r#"#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *a = fopen("A", "r"), *b = fopen("B", "r");
    if (a == NULL || b == NULL || fopen("C", "r") != NULL)
        return 1;
    if (getc(a) == 'x' && getc(b) == 'y' && getchar() == 'z' && getchar() == EOF)
        assert(getc(a) != 'w');
    return 0;
}
"#,
        &["--sym-files", "2", "2", "--sym-stdin", "1"],
    );
    one_confirmed_bug(&run);
}

#[test]
fn a_variable_may_be_symbolic() {
    let run = explored(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *home = getenv("PLACE"), *mode = getenv("MODE");
    assert(home != NULL && strcmp(home, "here") == 0);
    assert(mode != NULL && strcmp(mode, "ab") != 0);
    return 0;
}
"#,
        &["--env", "PLACE=here", "--env", "MODE=sym:3"],
    );
    one_confirmed_bug(&run);
}

#[test]
fn the_number_of_arguments_may_be_symbolic() {
    let source = r#"#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    assert(argc >= 2 && argc <= 4 && argv[argc] == 0 && argv[0] != 0);
    assert(strcmp(argv[1], "run") == 0);
    assert(!(argc == 3 && strcmp(argv[2], "x") == 0));
    return 0;
}
"#;
    let run = explored(source, &["--args", "run", "--sym-args", "0", "2", "1"]);
    one_confirmed_bug(&run);
    let run = explored(source, &["--args", "run", "--sym-args", "2", "2", "1"]);
    assert_eq!(run["verdict"]["kind"], "proved", "{run}");
}

#[test]
fn wrong_flags_get_one_message() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.c"), "int main(void) { return 0; }\n").unwrap();
    fs::write(
        dir.path().join("compile_commands.json"),
        r#"[{"directory": "/nowhere", "file": "gone.c", "command": "cc -c gone.c"}]"#,
    )
    .unwrap();
    for (args, says) in [
        (
            &["--sym-files", "27", "1"][..],
            "27 files; there are names for 26",
        ),
        (
            &["--sym-files", "1", "8", "--file", "A", "4"],
            "`A` is given twice",
        ),
        (&["--sym-args", "3", "1", "2"], "MIN 3 is more than MAX 1"),
        (&["--file", "../up", "3"], "not the name of a file"),
        (&["--file", "a", "many"], "want --file NAME N"),
        (
            &["--with-file", "a=/does/not/exist"],
            "cannot read the content",
        ),
        (&["--env", "=x"], "want NAME=VALUE"),
        (&["-p", "."], "not in the database"),
        (&["-p", "nothing"], "cannot read the compilation database"),
    ] {
        let mut all = vec!["test", "a.c"];
        all.extend(args);
        let out = everypath(dir.path(), &all);
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(says), "{args:?}: {text}");
    }
    let out = everypath(dir.path(), &["test", "-p", "."]);
    let text = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2));
    assert!(text.contains("names 1 file that is not there"), "{text}");
}

#[test]
fn a_compile_database_gives_each_file_its_flags() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    fs::create_dir_all(root.join("src/inc")).unwrap();
    fs::write(root.join("src/inc/limit.h"), "#define LIMIT 7\n").unwrap();
    fs::write(
        root.join("src/a.c"),
        "#include \"limit.h\"\n#include <assert.h>\nint half(int);\n\
         int main(int argc, char **argv) { (void)argv; assert(half(LIMIT) == N); return argc; }\n",
    )
    .unwrap();
    fs::write(root.join("src/b.c"), "int half(int x) { return x / D; }\n").unwrap();
    let root_text = root.display();
    fs::write(
        root.join("compile_commands.json"),
        format!(
            r#"[{{"directory": "{root_text}/src", "file": "a.c", "command": "cc -Iinc -DN=3 -O2 -c -o a.o a.c"}},
                {{"directory": "{root_text}/src", "file": "b.c", "arguments": ["cc", "-DD=2", "-c", "b.c"]}}]"#
        ),
    )
    .unwrap();
    for args in [&["src/a.c", "src/b.c"][..], &[]] {
        let mut all = vec!["test", "-p", "."];
        all.extend(args);
        all.push("--quiet");
        let out = everypath(&root, &all);
        assert_eq!(
            out.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&out.stderr)
        );
    }
}

/// A library in an archive: the member that is not taken is not in the program.
#[test]
fn a_wrapped_compiler_keeps_the_whole_program() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    fs::write(at.join("used.c"), "int used(int x) { return 100 / x; }\n").unwrap();
    fs::write(at.join("unused.c"), "int unused(void) { return 1; }\n").unwrap();
    fs::write(
        at.join("main.c"),
        "int used(int);\nint main(int argc, char **argv) { return used(argv[1] ? argv[1][0] : argc); }\n",
    )
    .unwrap();
    let cc = |args: &[&str]| {
        let mut all = vec!["cc"];
        all.extend(args);
        let out = everypath(at, &all);
        let text = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success() && text.is_empty(), "{args:?}: {text}");
    };
    cc(&["-O2", "-c", "used.c"]);
    cc(&["-O2", "-c", "unused.c", "-o", "unused.o"]);
    let ar = Command::new("ar")
        .current_dir(at)
        .args(["rcs", "libx.a", "used.o", "unused.o"])
        .status();
    assert!(ar.unwrap().success());
    cc(&["-O2", "main.c", "-L.", "-lx", "-o", "program"]);
    assert!(Command::new(at.join("program")).status().is_ok());
    let out = everypath(
        at,
        &[
            "test",
            "program.bc",
            "--sym-arg",
            "1",
            "--json",
            "--out",
            "out",
        ],
    );
    let text = String::from_utf8_lossy(&out.stdout);
    let run: Value = serde_json::from_str(&text).unwrap();
    let bugs = run["bugs"].as_array().unwrap();
    assert_eq!(bugs.len(), 1, "{run}");
    assert_eq!(bugs[0]["kind"], "division-by-zero", "{run}");
    // The bitcode holds the check as a trap, which the native run reports.
    let confirmation = &bugs[0]["confirmation"];
    assert_eq!(confirmation["kind"], "confirmed", "{run}");
    assert!(
        confirmation["message"]
            .as_str()
            .unwrap()
            .starts_with("trap of the check for division at used.c:1"),
        "{run}"
    );
    let names = Command::new("llvm-nm-19")
        .arg(at.join("program.bc"))
        .output();
    let names = names.expect("llvm-nm starts").stdout;
    let names = String::from_utf8_lossy(&names);
    assert!(names.contains(" T used\n"), "{names}");
    assert!(!names.contains(" unused\n"), "only what is needed: {names}");
    // A compiler's errors are clang's, and its exit code too.
    let out = everypath(at, &["cc", "-c", "none.c"]);
    assert_eq!(out.status.code(), Some(1));
}

/// Each line of the function is an error of another kind.
const ERRORS: &str = "#include <stdio.h>
#include <stdlib.h>
int shifted(int x, int n) { return x << n; }
int product(int x) { return x * 30000000; }
int converted(double d) { return (int)d; }
int rest(int a, int b) { return a % b; }
int element(int i) { int a[4] = {1, 2, 3, 4}; return a[i]; }
int main(void) {
  int c = getchar(), d = getchar();
  switch (c) {
    case 's': return shifted(1, d);
    case 'o': return product(d);
    case 'f': return converted(d * 1e8);
    case 'd': return rest(5, d);
    case 'm': return rest(-2147483647 - 1, d - 200);
    case 'a': return element(d);
    case 'p': { int *p = malloc(4); if (p) p[d > 100] = 1; free(p); }
  }
  return 0;
}
";

/// What the wrapper keeps is explored as the source is, and the files of its
/// bugs fail when they are built as their first lines say.
#[test]
fn kept_bitcode_is_as_good_as_its_source() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    fs::write(at.join("p.c"), ERRORS).unwrap();
    let out = everypath(at, &["cc", "-O2", "p.c", "-o", "p"]);
    assert!(out.status.success(), "{out:?}");
    let found = |file: &str, folder: &str| -> Vec<(String, u64, String)> {
        let args = ["test", file, "--stdin", "2", "--json", "--out", folder];
        let out = everypath(at, &args);
        let run: Value = serde_json::from_slice(&out.stdout).unwrap();
        let bugs = run["bugs"].as_array().unwrap();
        let text = |v: &Value| v.as_str().unwrap().to_string();
        let mut all: Vec<_> = bugs
            .iter()
            .map(|b| {
                let line = b["place"]["line"].as_u64().unwrap();
                (text(&b["kind"]), line, text(&b["confirmation"]["kind"]))
            })
            .collect();
        all.sort();
        all
    };
    let source = found("p.c", "source");
    assert_eq!(source.len(), 8, "{source:?}");
    assert!(source.iter().all(|b| b.2 == "confirmed"), "{source:?}");
    assert_eq!(found("p.bc", "kept"), source);
    for i in 1..=source.len() {
        let name = format!("bug{i}.c");
        fs::copy(at.join("kept/bugs").join(&name), at.join(&name)).unwrap();
        let text = fs::read_to_string(at.join(&name)).unwrap();
        let steps = text
            .lines()
            .filter_map(|l| l.strip_prefix(" *   "))
            .filter(|l| !l.starts_with("./"))
            .map(|l| {
                l.replace("clang ", "clang-19 ")
                    .replace("llvm-dis ", "llvm-dis-19 ")
            });
        for step in steps {
            let done = Command::new("sh")
                .current_dir(at)
                .args(["-c", &step])
                .output();
            let done = done.unwrap();
            assert!(done.status.success(), "{step}: {done:?}");
        }
        let run = Command::new(at.join("regression")).current_dir(at).output();
        assert!(
            !run.unwrap().status.success(),
            "{name} does not fail: {text}"
        );
    }
}
