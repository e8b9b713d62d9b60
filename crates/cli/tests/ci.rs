//! What a CI server and a package ask for: baselines, JUnit XML, exit codes by
//! policy, the jobs of `docs/ci.md`, completions and manual pages.

use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const FRONT: &str = env!("CARGO_BIN_EXE_everypath");
const ENGINE: &str = env!("CARGO_BIN_EXE_everypath-engine");

fn everypath(dir: &Path, args: &[&str]) -> Output {
    Command::new(FRONT)
        .current_dir(dir)
        .args(args)
        .output()
        .expect("everypath starts")
}

fn code(out: &Output) -> i32 {
    out.status.code().expect("it ended by itself")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

fn junit(path: &Path) -> Report {
    let text = fs::read_to_string(path).expect("a report");
    Report::deserialize_from_str(&text).expect("JUnit XML")
}

/// Kinds and messages of the cases of the only suite.
fn cases(report: &Report) -> Vec<(String, &'static str)> {
    assert_eq!(report.test_suites.len(), 1);
    (report.test_suites[0].test_cases.iter())
        .map(|c| {
            let word = match &c.status {
                TestCaseStatus::Success { .. } => "passed",
                TestCaseStatus::Skipped { .. } => "skipped",
                TestCaseStatus::NonSuccess { kind, .. } => match kind {
                    NonSuccessKind::Failure => "failed",
                    NonSuccessKind::Error => "error",
                },
            };
            (c.name.to_string(), word)
        })
        .collect()
}

/// Divides by zero for one input; `more` comes behind it.
fn program(more: &str) -> String {
    format!(
        "extern int __VERIFIER_nondet_int(void);\n\
         static int f(int x) {{\n  if (x == 3)\n    return 10 / (x - 3);\n{more}  return 0;\n}}\n\
         int main(void) {{ return f(__VERIFIER_nondet_int()); }}\n"
    )
}

const SECOND: &str = "  if (x == 9)\n    return 11 / (x - 9);\n";

#[test]
fn a_baseline_makes_findings_known() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let run = |verb: &str, out: &str, more: &[&str]| {
        let mut args = vec![verb, "a.c", "--no-native", "--out", out];
        args.extend(more);
        everypath(dir.path(), &args)
    };
    fs::write(at("a.c"), program("")).expect("written");
    assert_eq!(code(&run("test", "o1", &["--sarif", "old.sarif"])), 1);
    // The same program moved by a line and indented: known.
    let moved = format!("// a comment\n{}", program("")).replace("    return", "\treturn");
    fs::write(at("a.c"), moved).expect("written");
    for (verb, out) in [("test", "o2"), ("check", "o3")] {
        let out = run(verb, out, &["--baseline", "old.sarif", "--junit", "j.xml"]);
        let told = text(&out.stdout);
        assert_eq!(code(&out), 0, "{verb}: {told}");
        assert!(told.starts_with("violated"), "the verdict stays: {told}");
        assert!(
            told.contains("baseline old.sarif: 0 new, 1 known, 0 not found again"),
            "{told}"
        );
        let words: Vec<&str> = cases(&junit(&at("j.xml"))).iter().map(|c| c.1).collect();
        assert_eq!(words, ["passed", "skipped"], "{verb}");
    }
    fs::write(at("a.c"), program(SECOND)).expect("written");
    let more = [
        "--baseline",
        "old.sarif",
        "--junit",
        "j.xml",
        "--sarif",
        "new.sarif",
    ];
    let out = run("test", "o4", &more);
    assert_eq!(code(&out), 1, "{}", text(&out.stdout));
    let log = json(&at("new.sarif"));
    let states: Vec<(u64, &str)> = (log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter())
    .map(|r| {
        let line = &r["locations"][0]["physicalLocation"]["region"]["startLine"];
        (
            line.as_u64().expect("a line"),
            r["baselineState"].as_str().expect("a state"),
        )
    })
    .collect();
    assert_eq!(states, [(4, "unchanged"), (6, "new")]);
    let mut words = cases(&junit(&at("j.xml")));
    assert_eq!(
        words.remove(0),
        ("everything was looked at".to_owned(), "passed")
    );
    assert_eq!(words[0].1, "skipped");
    assert_eq!(
        words[1],
        ("division-by-zero in f (a.c:6)".to_owned(), "failed")
    );
    let kept = json(&at("o4/run.json"));
    assert_eq!(kept["exit_code"], 1);
    assert_eq!(
        kept["baseline"]["states"],
        serde_json::json!(["unchanged", "new"])
    );
    let schema =
        json(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/run.schema.json"));
    assert!(jsonschema::is_valid(&schema, &kept));
    // What is gone is told and fails nothing.
    fs::write(
        at("a.c"),
        program(SECOND).replace("x == 3", "x == 3 && x == 4"),
    )
    .expect("written");
    let out = run("test", "o5", &["--baseline", "new.sarif"]);
    assert_eq!(code(&out), 0);
    assert!(
        text(&out.stdout).contains("0 new, 1 known, 1 not found again"),
        "{}",
        text(&out.stdout)
    );
    // Known findings do not hide that a limit ended the run.
    let out = run(
        "test",
        "o6",
        &["--baseline", "new.sarif", "--max-paths", "1"],
    );
    assert_eq!(code(&out), 3, "{}", text(&out.stdout));
}

#[test]
fn policies_change_the_exit_code_and_not_the_verdict() {
    let dir = tempfile::tempdir().expect("a folder");
    let loops = "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), s = 1;\n  for (unsigned i = 0; i < n; i++)\n    s = s * 3 + i;\n  return s == 77;\n}\n";
    fs::write(dir.path().join("bug.c"), program("")).expect("written");
    fs::write(dir.path().join("open.c"), loops).expect("written");
    for (i, (file, policy, want, whole)) in [
        ("bug.c", "unknown", 1, "passed"),
        ("bug.c", "violated", 1, "passed"),
        ("bug.c", "never", 0, "passed"),
        ("open.c", "unknown", 3, "error"),
        ("open.c", "violated", 0, "skipped"),
        ("open.c", "never", 0, "skipped"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = format!("o{i}");
        let args = [
            "test",
            file,
            "--fail-on",
            policy,
            "--max-paths",
            "40",
            "--no-native",
            "--out",
            &folder,
            "--junit",
            "j.xml",
        ];
        let out = everypath(dir.path(), &args);
        assert_eq!(code(&out), want, "{file} {policy}: {}", text(&out.stdout));
        let report = junit(&dir.path().join("j.xml"));
        assert_eq!(cases(&report)[0].1, whole, "{file} {policy}");
        let verdict = if file == "bug.c" {
            "violated"
        } else {
            "unknown"
        };
        assert!(text(&out.stdout).starts_with(verdict), "{file} {policy}");
    }
}

#[test]
fn what_cannot_be_read_or_written_is_told_before_the_run() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("a.c"), program("")).expect("written");
    fs::write(
        dir.path().join("other.sarif"),
        r#"{"version":"2.1.0","runs":[]}"#,
    )
    .expect("written");
    for verb in ["test", "check", "fuzz"] {
        for (args, want, told) in [
            (["--baseline", "none.sarif"], 2, "cannot read the baseline"),
            (["--baseline", "a.c"], 2, "no JSON"),
            (["--baseline", "other.sarif"], 2, "no run of Everypath"),
            (["--junit", "nowhere/j.xml"], 4, "nowhere/j.xml"),
            (["--sarif", "nowhere/s.sarif"], 4, "nowhere/s.sarif"),
            (["--fail-on", "sometimes"], 2, "sometimes"),
        ] {
            let out = everypath(dir.path(), &[&[verb, "a.c"][..], &args].concat());
            let message = text(&out.stderr);
            assert_eq!(code(&out), want, "{verb} {args:?}: {message}");
            assert!(message.contains(told), "{verb} {args:?}: {message}");
            assert!(
                !dir.path().join("everypath-out").exists(),
                "nothing was begun"
            );
        }
    }
}

/// A full disk is seen only when the report is written: the rest is kept.
#[test]
fn a_report_that_fails_costs_only_itself() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("a.c"), program("")).expect("written");
    for (verb, folder) in [("test", "o1"), ("check", "o2")] {
        let args = [
            verb,
            "a.c",
            "--no-native",
            "--out",
            folder,
            "--sarif",
            "/dev/full",
            "--junit",
            "j.xml",
        ];
        let out = everypath(dir.path(), &args);
        assert_eq!(code(&out), 4, "{verb}");
        assert!(text(&out.stderr).contains("/dev/full"), "{verb}");
        assert!(
            text(&out.stdout).contains("division-by-zero"),
            "{verb}: the summary"
        );
        let kept = dir.path().join(folder);
        assert_eq!(json(&kept.join("run.json"))["exit_code"], 1, "{verb}");
        assert!(kept.join("bugs.sarif").exists());
        assert_eq!(cases(&junit(&dir.path().join("j.xml"))).len(), 2, "{verb}");
        fs::remove_file(dir.path().join("j.xml")).expect("written");
    }
}

/// The blocks of a kind on the page.
fn blocks(page: &str, kind: &str) -> Vec<String> {
    let open = format!("```{kind}\n");
    (page.split(&open).skip(1))
        .map(|rest| rest.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

/// The script of the page in a project that has what it names, as both jobs run
/// it: a first run, one with its baseline, and one of a change that adds a bug.
#[test]
fn the_jobs_of_the_page_do_what_it_says() {
    let page = include_str!("../../../docs/ci.md");
    let scripts = blocks(page, "sh");
    assert_eq!(scripts.len(), 1);
    let jobs = blocks(page, "yaml");
    assert_eq!(jobs.len(), 2);
    for job in &jobs {
        assert!(job.contains("sh ci/everypath.sh"), "{job}");
        ep_report::yaml::parse(job).unwrap_or_else(|p| panic!("{p:?}\n{job}"));
    }
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    for folder in ["ci", "src"] {
        fs::create_dir(at(folder)).expect("made");
    }
    fs::write(at("ci/everypath.sh"), &scripts[0]).expect("written");
    let parse = "int parse(const char *text, int base) {\n  int n = text[0] - '0';\nMORE  return n % base;\n}\n";
    let write =
        |more: &str| fs::write(at("src/parse.c"), parse.replace("MORE", more)).expect("written");
    let queue = "#include <assert.h>\nint main(int argc, char **argv) {\n  unsigned char head = argc;\n  head = (head + 1) % 16;\n  assert(head < 16);\n  return 0;\n}\n";
    fs::write(at("src/queue.c"), queue).expect("written");
    let job = || {
        let _ = fs::remove_dir_all(at("reports"));
        let folder = Path::new(FRONT)
            .parent()
            .expect("a folder")
            .display()
            .to_string();
        let path = std::env::var("PATH").unwrap_or_default();
        let out = Command::new("sh")
            .arg("ci/everypath.sh")
            .current_dir(dir.path())
            .env("PATH", format!("{folder}:{path}"))
            .output()
            .expect("sh starts");
        (code(&out), text(&out.stdout) + &text(&out.stderr))
    };
    write("");
    let (end, told) = job();
    assert_eq!(end, 1, "division by zero for base 0: {told}");
    for log in ["parse.sarif", "queue.sarif"] {
        fs::copy(at("reports").join(log), at("baseline").join(log)).expect("kept");
    }
    let (end, told) = job();
    assert_eq!(end, 0, "nothing new: {told}");
    write("  if (n == 7)\n    n /= base ^ 5;\n");
    let (end, told) = job();
    assert_eq!(end, 1, "{told}");
    let words = cases(&junit(&at("reports/parse.xml")));
    let new: Vec<&str> = (words.iter())
        .filter(|c| c.1 == "failed")
        .map(|c| c.0.as_str())
        .collect();
    assert_eq!(
        new,
        ["division-by-zero in parse (src/parse.c:4)"],
        "{words:?}"
    );
    assert!(words.iter().any(|c| c.1 == "skipped"), "{words:?}");
    assert_eq!(cases(&junit(&at("reports/queue.xml")))[0].1, "passed");
}

/// Two divisions of one function share a handler in optimised code.
#[test]
fn fuzz_tells_sites_of_one_handler_apart() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("a.c"), program(SECOND)).expect("written");
    let args = ["fuzz", "a.c", "--max-runs", "2000", "--json", "--out", "o"];
    let out = everypath(dir.path(), &args);
    let run: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let mut places: Vec<(&str, u64)> = (run["bugs"].as_array().expect("bugs").iter())
        .map(|b| {
            (
                b["place"]["function"].as_str().expect("a name"),
                b["place"]["line"].as_u64().expect("a line"),
            )
        })
        .collect();
    places.sort_unstable();
    assert_eq!(places, [("f", 4), ("f", 6)], "{run}");
}

#[test]
fn help_and_version_need_no_engine() {
    let dir = tempfile::tempdir().expect("a folder");
    let alone = dir.path().join("everypath");
    fs::copy(FRONT, &alone).expect("copied");
    for arguments in [&["--help"][..], &["-h"], &["help"], &["--version"], &["-V"]] {
        let ours = Command::new(&alone)
            .args(arguments)
            .output()
            .expect("it starts");
        let engine = Command::new(ENGINE)
            .args(arguments)
            .output()
            .expect("it starts");
        assert_eq!(code(&ours), 0, "{arguments:?}");
        assert_eq!(text(&ours.stdout), text(&engine.stdout), "{arguments:?}");
    }
    let out = Command::new(&alone)
        .args(["test", "a.c"])
        .output()
        .expect("it starts");
    assert_eq!(code(&out), 4);
    assert!(text(&out.stderr).contains("install both programs"));
}

#[test]
fn colours_are_as_asked() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("a.c"), program("")).expect("written");
    let run = |n: usize, args: &[&str], env: Option<&str>| {
        let mut c = Command::new(FRONT);
        c.current_dir(dir.path())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        c.args(args)
            .args(["--no-native", "--out", &format!("o{n}")]);
        c.envs(env.map(|name| (name, "1")));
        text(&c.output().expect("it starts").stdout).contains('\u{1b}')
    };
    assert!(!run(0, &["test", "a.c"], None), "a pipe has none");
    assert!(run(1, &["--color", "always", "test", "a.c"], None));
    assert!(run(2, &["test", "a.c", "--color=always"], Some("NO_COLOR")));
    assert!(run(3, &["check", "a.c"], Some("CLICOLOR_FORCE")));
    assert!(!run(
        4,
        &["check", "a.c", "--color", "never"],
        Some("CLICOLOR_FORCE")
    ));
    let out = everypath(dir.path(), &["test", "a.c", "--color", "green"]);
    assert_eq!(code(&out), 2);
    assert!(text(&out.stderr).contains("green"), "{}", text(&out.stderr));
}

#[test]
fn packages_have_completions_and_pages() {
    let dir = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let out = everypath(dir.path(), &["completions", shell]);
        let script = text(&out.stdout);
        assert_eq!(code(&out), 0);
        assert!(
            script.contains("everypath") && script.contains("unwind-loop"),
            "{shell}"
        );
        let file = dir.path().join(shell);
        fs::write(&file, script).expect("written");
        // The one that every machine has reads its own.
        if shell == "bash" {
            let read = Command::new("bash").arg("-n").arg(&file).status();
            assert!(read.expect("bash starts").success());
        }
    }
    let out = everypath(dir.path(), &["man", "man1"]);
    assert_eq!(code(&out), 0, "{}", text(&out.stderr));
    let help = text(&everypath(dir.path(), &["--help"]).stdout);
    let verbs = help
        .split("Commands:")
        .nth(1)
        .and_then(|t| t.split("Options:").next());
    for line in verbs
        .expect("a list")
        .lines()
        .filter(|l| !l.trim().is_empty())
    {
        let verb = line.split_whitespace().next().expect("a word");
        if verb != "help" {
            let page = fs::read_to_string(dir.path().join(format!("man1/everypath-{verb}.1")));
            assert!(page.expect("a page").contains(".SH NAME"), "{verb}");
        }
    }
    assert!(dir.path().join("man1/everypath.1").exists());
    fs::write(dir.path().join("file"), "").expect("written");
    assert_eq!(code(&everypath(dir.path(), &["man", "file"])), 4);
}

#[test]
fn the_compiler_speaks_of_itself_and_goes_without_link_time_optimisation() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = everypath(dir.path(), &["cc", "--help"]);
    assert!(text(&out.stdout).contains("Usage: everypath cc"));
    fs::write(
        dir.path().join("a.c"),
        "int g(int);\nint main(int argc, char **argv) { return g(argc); }\n",
    )
    .expect("written");
    fs::write(
        dir.path().join("b.c"),
        "int g(int x) { return 12 / (x - 3); }\n",
    )
    .expect("written");
    for args in [
        &["cc", "-O2", "-flto", "-c", "a.c"][..],
        &["cc", "-flto=thin", "-c", "b.c"],
    ] {
        let out = everypath(dir.path(), args);
        assert!(
            out.status.success() && out.stderr.is_empty(),
            "{}",
            text(&out.stderr)
        );
    }
    let out = everypath(dir.path(), &["cc", "-flto", "a.o", "b.o", "-o", "p"]);
    assert!(out.status.success());
    assert!(
        text(&out.stderr).contains("-flto is left out"),
        "{}",
        text(&out.stderr)
    );
    let args = [
        "test",
        "p.bc",
        "--sym-args",
        "0",
        "3",
        "1",
        "--json",
        "--out",
        "o",
    ];
    let out = everypath(dir.path(), &args);
    let run: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(run["bugs"][0]["kind"], "division-by-zero", "{run}");
}

/// A run that did not look at everything says so beside its verdict.
#[test]
fn a_violation_does_not_hide_a_limit() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("a.c"), program(SECOND)).expect("written");
    let run = |args: &[&str]| {
        let args = [&["test", "a.c", "--no-native"][..], args].concat();
        text(&everypath(dir.path(), &args).stdout)
    };
    let cut = run(&["--max-paths", "1", "--out", "o1", "--html", "page"]);
    let told = "not everything was looked at: the limit on paths was reached";
    assert!(cut.starts_with("violated") && cut.contains(told), "{cut}");
    assert_eq!(json(&dir.path().join("o1/run.json"))["stopped"], "paths");
    let page = fs::read_to_string(dir.path().join("page/index.html")).expect("a page");
    assert!(page.contains(told));
    let first = run(&["--first-bug", "--out", "o2"]);
    assert!(
        first.contains("not everything was looked at: stopped at the first bug"),
        "{first}"
    );
    let whole = run(&["--out", "o3"]);
    assert!(!whole.contains("not everything"), "{whole}");
    assert!(json(&dir.path().join("o3/run.json"))["stopped"].is_null());
}

/// `check -p`: the files of the database with their flags, or those that are named.
#[test]
fn check_takes_a_compilation_database() {
    let dir = tempfile::tempdir().expect("a folder");
    let root = fs::canonicalize(dir.path()).expect("a folder");
    fs::write(
        root.join("a.c"),
        "int g(void);\nint main(void) { return 10 / (g() - N); }\n",
    )
    .expect("written");
    fs::write(root.join("b.c"), "int g(void) { return M; }\n").expect("written");
    let database = |n: u32| {
        let entry = |file: &str, flag: String| serde_json::json!({ "directory": root, "file": file, "arguments": ["cc", flag, "-c", file] });
        let all = serde_json::json!([
            entry("a.c", format!("-DN={n}")),
            entry("b.c", "-DM=4".into())
        ]);
        fs::write(root.join("compile_commands.json"), all.to_string()).expect("written");
    };
    for (i, (n, files, want)) in [(3, &[][..], 0), (4, &[], 1), (4, &["a.c", "b.c"], 1)]
        .into_iter()
        .enumerate()
    {
        database(n);
        let folder = format!("o{i}");
        let args = [
            &["check", "-p", ".", "--no-native", "--out", &folder][..],
            files,
        ]
        .concat();
        let out = everypath(&root, &args);
        assert_eq!(
            code(&out),
            want,
            "{n} {files:?}: {}{}",
            text(&out.stdout),
            text(&out.stderr)
        );
    }
}
