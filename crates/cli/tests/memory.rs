//! `everypath memory`: bounds beside what runs reach, and what is refused.

use serde_json::Value;
use std::process::{Command, Output};

struct Bench {
    dir: tempfile::TempDir,
}

impl Bench {
    fn new(files: &[(&str, &str)]) -> Bench {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).unwrap();
        }
        Bench { dir }
    }

    fn run(&self, args: &[&str]) -> Output {
        // What stays open would take all the time that there is.
        let given = args.contains(&"--timeout");
        Command::new(env!("CARGO_BIN_EXE_everypath"))
            .arg("memory")
            .args((!given).then_some("--timeout=15s"))
            .args(args)
            .current_dir(self.dir.path())
            .output()
            .unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> (Value, i32) {
        let mut all = vec!["--json"];
        all.extend(args);
        let out = self.run(&all);
        let text = String::from_utf8_lossy(&out.stdout);
        let value = serde_json::from_str(&text)
            .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
        (value, out.status.code().unwrap())
    }

    #[track_caller]
    fn refused(&self, args: &[&str], word: &str) {
        let out = self.run(args);
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(word), "{args:?}: {text}");
    }
}

const PROGRAM: &str = r#"
#include <stdlib.h>
static int small(int x) { return x + 1; }
static int large(int x) { volatile char room[400]; for (int i = 0; i < 400; i++) room[i] = x; return room[9]; }
static int (*const table[])(int) = {small, large};
int dispatch(unsigned which, int x) {
  return table[which & 1](x);
}
int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
int plain(int x) { return large(x) + small(x); }
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int outside(int n) { return wcscoll(L"a", L"b") + n; }
int vla(int n) { volatile char x[n & 63 | 1]; x[0] = 1; return x[0]; }
static int compare(const void *a, const void *b) { volatile char deep[3000]; deep[0] = *(char *)a; deep[2999] = 1; return deep[0] - *(char *)b; }
int sorted(char *p) { qsort(p, 8, 1, compare); return p[0]; }
int blocks(void) { char *p = malloc(100), *q = malloc(28); free(p); q = realloc(q, 50); free(q); return 0; }
void tick(void) { volatile char x[200]; for (int i = 0; i < 200; i++) x[i] = i; }
"#;

fn bench() -> Bench {
    Bench::new(&[(
        "p.c",
        &PROGRAM.replace(
            "#include <stdlib.h>",
            "#include <stdlib.h>\n#include <wchar.h>",
        ),
    )])
}

fn bound<'a>(v: &'a Value, kind: &str) -> &'a Value {
    &v["entries"][0]["marks"][kind]["bound"]["number"]
}

fn reached(v: &Value, kind: &str) -> u64 {
    v["entries"][0]["marks"][kind]["reached"]["bytes"]
        .as_u64()
        .unwrap()
}

#[test]
fn the_deepest_call_counts_and_a_run_reaches_it() {
    let b = bench();
    let (v, code) = b.json(&["p.c", "--entry", "plain"]);
    assert_eq!(code, 0, "{v:#}");
    let stack = bound(&v, "stack").as_u64().unwrap();
    assert!(
        reached(&v, "stack") <= stack && reached(&v, "stack") * 100 >= stack * 95,
        "{v:#}"
    );
    assert_eq!(bound(&v, "heap"), 0);
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/schema/memory.schema.json")).unwrap();
    jsonschema::validate(&schema, &v).unwrap();
}

#[test]
fn a_table_of_functions_is_resolved_and_its_deepest_counts() {
    let b = bench();
    let (v, code) = b.json(&["p.c", "--entry", "dispatch"]);
    assert_eq!(code, 0, "{v:#}");
    let calls = &v["entries"][0]["indirect_calls"][0];
    assert_eq!(calls["targets"], serde_json::json!(["large", "small"]));
    assert_eq!(calls["how"], "points-to");
    let all = bound(&v, "stack").as_u64().unwrap();
    assert!(all > 400 && reached(&v, "stack") > 400, "{v:#}");
    let (v, _) = b.json(&["p.c", "--entry", "dispatch", "--calls", "p.c:8=small"]);
    // A run takes the call that was ruled out: what was said does not hold.
    assert!(bound(&v, "stack").is_null(), "{v:#}");
    let (v, code) = b.json(&[
        "p.c",
        "--entry",
        "dispatch",
        "--calls",
        "p.c:8=small",
        "--no-native",
    ]);
    assert_eq!(code, 0, "{v:#}");
    assert!(bound(&v, "stack").as_u64().unwrap() < 400);
}

/// The bound assumes that no sum overflows; a run in which one does is none
/// that it speaks of, whatever it took.
#[test]
fn a_run_that_c_does_not_define_is_no_defect() {
    let b = Bench::new(&[(
        "p.c",
        "int f(int n) { return n == 7 ? 0 : 1 + f(n * 3 + 1); }\nint main(void) { return f(7); }\n",
    )]);
    let (v, code) = b.json(&["p.c", "--entry", "f", "--runs", "4", "--search", "1s"]);
    assert_ne!(code, 70, "{v:#}");
    if let Some(most) = bound(&v, "stack").as_u64() {
        assert!(
            v["notes"].to_string().contains("signed integer overflow"),
            "{v:#}"
        );
        assert!(reached(&v, "stack") <= most, "{v:#}");
    }
}

#[test]
fn recursion_without_a_depth_is_unknown_with_its_cycle() {
    let b = bench();
    let (v, code) = b.json(&["p.c", "--entry", "even", "--runs", "1"]);
    assert_eq!(code, 3);
    let missing = &v["entries"][0]["marks"]["stack"]["missing"][0];
    assert_eq!(missing["rule"], "unbounded-recursion");
    assert!(missing["what"].as_str().unwrap().contains("even"));
    let (v, code) = b.json(&[
        "p.c",
        "--entry",
        "depth",
        "--depth",
        "depth=9",
        "--no-native",
    ]);
    assert_eq!(code, 0, "{v:#}");
    let nine = bound(&v, "stack").as_u64().unwrap();
    let (v, _) = b.json(&[
        "p.c",
        "--entry",
        "depth",
        "--depth",
        "depth=18",
        "--no-native",
    ]);
    // All but the entry's own return address is there twice.
    assert_eq!(bound(&v, "stack").as_u64().unwrap() - 8, 2 * (nine - 8));
}

#[test]
fn what_has_no_number_is_named_and_never_nothing() {
    let b = bench();
    let (v, code) = b.json(&["p.c", "--entry", "outside", "--runs", "1"]);
    assert_eq!(code, 3, "{v:#}");
    let missing = &v["entries"][0]["marks"]["stack"]["missing"][0];
    assert_eq!(missing["rule"], "missing-frame", "{v:#}");
    assert!(bound(&v, "stack").is_null() && bound(&v, "both").is_null());
    // An array of variable length has one, where its length has a bound.
    let (v, code) = b.json(&["p.c", "--entry", "vla", "--runs", "4"]);
    assert_eq!(code, 0, "{v:#}");
    let most = bound(&v, "stack").as_u64().unwrap();
    let run = reached(&v, "stack");
    assert!(63 < run && run <= most && most <= run + 48, "{v:#}");
    std::fs::write(
        b.dir.path().join("lib"),
        "wcscoll 900 0 # measured elsewhere\n",
    )
    .unwrap();
    let (v, _) = b.json(&[
        "p.c",
        "--entry",
        "outside",
        "--library",
        "lib",
        "--no-native",
    ]);
    assert!(bound(&v, "stack").as_u64().unwrap() > 900);
}

#[test]
fn what_runs_after_main_is_not_forgotten() {
    let text = "#include <stdlib.h>\nstatic void bye(void) { volatile char x[5000]; x[0] = 1; }\n\
                int main(void) { atexit(bye); return 0; }\n";
    let b = Bench::new(&[("m.c", text)]);
    let (v, code) = b.json(&["m.c", "--runs", "1"]);
    assert_eq!(code, 0, "{v:#}");
    assert!(bound(&v, "stack").as_u64().unwrap() > 5000, "{v:#}");
    // Without a number for what calls it there is none for `main`.
    let (v, code) = b.json(&["m.c", "--no-native"]);
    assert_eq!(code, 3, "{v:#}");
}

/// The marks of a thread are those of its own stack, and what other threads
/// allocate says nothing about how deep this one is.
#[test]
fn each_thread_has_its_own_stack() {
    let b = Bench::new(&[
        (
            "t.c",
            "#include <pthread.h>\n#include <stdlib.h>\n\
             static void *small(void *p) { volatile char c[500]; c[0] = 1; free(malloc(60)); return p; }\n\
             static void *large(void *p) { volatile char c[5000]; for (int i = 0; i < 5000; i++) c[i] = i;\n\
               for (int i = 0; i < 2000; i++) free(malloc(100)); return p; }\n\
             int main(void) { pthread_t a, b; pthread_create(&a, 0, small, 0);\n\
               pthread_create(&b, 0, large, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }\n",
        ),
        ("lib", "pthread_create 6000 0\npthread_join 3000 0\n"),
    ]);
    let args = [
        "t.c", "--entry", "main", "--thread", "small", "--thread", "large=6K",
    ];
    let more = ["--library", "lib", "--search", "1s", "--runs", "2"];
    let (v, code) = b.json(&[&args[..], &more].concat());
    assert_ne!(code, 70, "{v:#}");
    let mark = |e: usize, kind: &str, what: &str| -> u64 {
        let m = &v["entries"][e]["marks"][kind];
        let n = match what {
            "bound" => &m["bound"]["number"],
            _ => &m["reached"]["bytes"],
        };
        n.as_u64()
            .unwrap_or_else(|| panic!("{e} {kind} {what}: {v:#}"))
    };
    // The stack of `large` is none of main's.
    assert!(mark(0, "stack", "bound") < 6000 + 200, "{v:#}");
    let most = mark(0, "stack", "reached") + mark(0, "heap", "reached");
    assert!(mark(0, "both", "reached") <= most, "{v:#}");
    assert!(mark(0, "heap", "reached") <= 160, "{v:#}");
    for (e, own, heap) in [(1, 500, 60), (2, 5000, 100)] {
        let (bound, reached) = (mark(e, "stack", "bound"), mark(e, "stack", "reached"));
        assert!(
            own < reached && reached <= bound && bound < own + 500,
            "{v:#}"
        );
        assert_eq!(mark(e, "heap", "bound"), heap);
        assert_eq!(mark(e, "heap", "reached"), heap);
    }
    assert!(
        v["notes"].to_string().contains("160 bytes of heap"),
        "{v:#}"
    );
}

/// A thread begins with what the program has written until then.
#[test]
fn a_thread_does_not_begin_with_the_program() {
    let b = Bench::new(&[(
        "t.c",
        "#include <pthread.h>\n#include <stdlib.h>\nstatic int size = 8;\n\
         static void *w(void *a) { if (size > 0 && size < 5000) free(malloc(size)); return 0; }\n\
         int main(void) { pthread_t t; size = 1000; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }\n",
    )]);
    for args in [
        &["t.c", "--thread", "w"][..],
        &["t.c", "--entry", "main", "--thread", "w"],
    ] {
        let (v, _) = b.json(&[args, &["--search", "1s", "--runs", "2"]].concat());
        let entries = v["entries"].as_array().unwrap();
        let w = entries.iter().find(|e| e["name"] == "w").unwrap();
        let bound = &w["marks"]["heap"]["bound"]["most"];
        assert!(bound.as_u64().is_none_or(|n| n >= 1000), "{w:#}");
    }
}

#[test]
fn a_function_that_the_library_calls_back_counts() {
    let b = bench();
    let (v, code) = b.json(&["p.c", "--entry", "sorted"]);
    assert_eq!(code, 0, "{v:#}");
    assert!(bound(&v, "stack").as_u64().unwrap() > 3000);
    assert!(reached(&v, "stack") > 3000);
}

#[test]
fn interrupts_come_on_top_and_equal_priorities_do_not_nest() {
    let b = bench();
    let stack = |more: &[&str]| {
        let mut args = vec!["p.c", "--entry", "plain", "--no-native"];
        args.extend(more);
        bound(&b.json(&args).0, "stack").as_u64().unwrap()
    };
    let (none, one) = (
        stack(&[]),
        stack(&["--interrupt", "tick", "--interrupt-frame", "32"]),
    );
    assert!(one >= none + 232);
    assert_eq!(
        one,
        stack(&[
            "--interrupt",
            "tick",
            "--interrupt",
            "tick:0",
            "--interrupt-frame",
            "32"
        ])
    );
    assert_eq!(
        2 * (one - none),
        stack(&[
            "--interrupt",
            "tick",
            "--interrupt",
            "tick:1",
            "--interrupt-frame",
            "32"
        ]) - none
    );
}

#[test]
fn heap_stack_and_budgets() {
    let b = bench();
    let (v, code) = b.json(&["p.c", "--entry", "blocks"]);
    assert_eq!(code, 0, "{v:#}");
    assert_eq!(bound(&v, "heap"), 128);
    assert_eq!(reached(&v, "heap"), 128);
    let code = |budget: &str| {
        b.run(&["p.c", "--entry", "blocks", "--budget", budget])
            .status
            .code()
    };
    assert_eq!(code("heap=128"), Some(0));
    assert_eq!(code("heap=127"), Some(1));
    assert_eq!(
        b.run(&["p.c", "--entry", "even", "--runs", "1", "--budget", "stack=4K"])
            .status
            .code(),
        Some(3)
    );
}

#[test]
fn comparisons_tell_growth_and_fail_on_it() {
    let b = bench();
    let out = b.run(&["--json", "p.c", "--entry", "plain", "--no-native"]);
    std::fs::write(b.dir.path().join("old.json"), &out.stdout).unwrap();
    let grown = PROGRAM.replace("room[400]", "room[600]").replace(
        "#include <stdlib.h>",
        "#include <stdlib.h>\n#include <wchar.h>",
    );
    std::fs::write(b.dir.path().join("p.c"), grown).unwrap();
    let args = [
        "p.c",
        "--entry",
        "plain",
        "--no-native",
        "--compare",
        "old.json",
        "--markdown",
        "t.md",
    ];
    let out = b.run(&args);
    assert_eq!(out.status.code(), Some(0));
    assert!(
        String::from_utf8_lossy(&out.stdout).contains("plain stack:"),
        "{out:?}"
    );
    let table = std::fs::read_to_string(b.dir.path().join("t.md")).unwrap();
    assert!(table.contains("| plain stack |"), "{table}");
    let mut strict = args.to_vec();
    strict.extend(["--fail-on-increase", "100"]);
    let out = b.run(&strict);
    assert_eq!(out.status.code(), Some(1));
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        told.contains("plain stack: grew by") && told.contains("allows 100"),
        "{told}"
    );
    // A checkout elsewhere is the same program, others are not: one message.
    std::fs::create_dir(b.dir.path().join("sub")).unwrap();
    std::fs::rename(b.dir.path().join("p.c"), b.dir.path().join("sub/p.c")).unwrap();
    let elsewhere = [&["sub/p.c"], &args[1..]].concat();
    assert_eq!(b.run(&elsewhere).status.code(), Some(0));
    let stranger = "static int own(int x) { return x; }\nint plain(int x) { return own(x); }\n";
    for name in ["p.c", "q.c"] {
        std::fs::write(b.dir.path().join(name), stranger).unwrap();
        b.refused(&[&[name], &args[1..]].concat(), "another program");
    }
    b.refused(
        &["sub/p.c", "--entry", "depth", "--compare", "old.json"],
        "another program",
    );
    let text = String::from_utf8(out_of(&b, "old.json")).unwrap();
    for (wrong, word) in [
        (text[..text.len() / 2].to_string(), "no JSON"),
        (String::new(), "no JSON"),
        (text.replace("\"version\": 1", "\"version\": 2"), "format 2"),
        (
            text.replace("everypath-memory", "everypath-time"),
            "everypath-time",
        ),
        (text.replace("\"entries\"", "\"entry\""), "damaged"),
        (text.replace("\"stack\"", "\"stuck\""), "damaged"),
    ] {
        std::fs::write(b.dir.path().join("old.json"), wrong).unwrap();
        b.refused(&elsewhere, word);
    }
}

fn out_of(b: &Bench, name: &str) -> Vec<u8> {
    std::fs::read(b.dir.path().join(name)).unwrap()
}

#[test]
fn files_are_written() {
    let b = bench();
    let out = b.run(&[
        "p.c",
        "--entry",
        "even",
        "--runs",
        "1",
        "--sarif",
        "s.sarif",
        "--write-su",
        "p.su",
        "--write-ci",
        "p.ci",
        "--html",
        "page",
    ]);
    assert_eq!(out.status.code(), Some(3), "{out:?}");
    let read = |n: &str| std::fs::read_to_string(b.dir.path().join(n)).unwrap();
    let sarif: Value = serde_json::from_str(&read("s.sarif")).unwrap();
    assert_eq!(
        sarif["runs"][0]["results"][0]["ruleId"],
        "unbounded-recursion"
    );
    assert!(
        read("p.su")
            .lines()
            .any(|l| l.contains(":even\t") && l.ends_with("static")),
        "{}",
        read("p.su")
    );
    assert!(read("p.ci").contains("targetname: \"odd\""));
    assert!(read("page/index.html").contains("<h1>Memory bounds</h1>"));
}

#[test]
fn a_written_call_graph_is_one_that_is_read() {
    let b = bench();
    let stack = |more: &[&str]| {
        let mut args = vec!["p.c", "--entry", "dispatch", "--runs", "1"];
        args.extend(more);
        let (v, _) = b.json(&args);
        let mark = &v["entries"][0]["marks"]["stack"];
        mark["bound"]["number"]
            .as_u64()
            .unwrap_or_else(|| panic!("{mark}"))
    };
    let own = stack(&["--write-ci", "p.ci"]);
    let written = std::fs::read_to_string(b.dir.path().join("p.ci")).unwrap();
    assert!(written.contains("linestyle : dashed"), "{written}");
    // Red zones are added to tables of GCC, and the call of the entry.
    let read = stack(&["--frames", "p.ci"]);
    assert!((own..=own + 136).contains(&read), "{own} {read}");
    // As the compiler has them.
    let lines = |text: &str| -> Vec<(String, String)> {
        let of = |l: &str| {
            let (at, rest) = l.split_once('\t')?;
            let at: Vec<&str> = at.rsplit(':').take(3).collect();
            Some((at.join(":"), rest.split('\t').next()?.to_string()))
        };
        text.lines().filter_map(of).collect()
    };
    stack(&["--cc", "gcc", "--write-su", "own.su"]);
    let done = std::process::Command::new("gcc")
        .args(["-O0", "-fstack-usage", "-w", "-c", "p.c"])
        .current_dir(b.dir.path())
        .status();
    assert!(done.is_ok_and(|s| s.success()));
    let read = |n: &str| std::fs::read_to_string(b.dir.path().join(n)).unwrap();
    let (own, gccs) = (lines(&read("own.su")), lines(&read("p.su")));
    assert!(own.len() > 2, "{own:?}");
    for l in &own {
        assert!(gccs.contains(l), "{l:?}: {gccs:?}");
    }
}

#[test]
fn files_for_output_are_looked_at_before_the_program() {
    let b = bench();
    std::fs::create_dir(b.dir.path().join("full")).unwrap();
    std::fs::write(b.dir.path().join("full/x"), "").unwrap();
    for (flag, path, code) in [
        ("--sarif", "none/x.sarif", 4),
        ("--write-su", "none/x.su", 4),
        ("--write-ci", "none/x.ci", 4),
        ("--html", "full", 2),
    ] {
        // What is wrong with the program would be found later.
        let out = b.run(&["p.c", "--entry", "none", flag, path]);
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(code), "{flag}: {told}");
        assert!(told.contains(path), "{flag}: {told}");
    }
}

#[test]
fn wrong_input_is_refused_with_one_message() {
    let b = bench();
    std::fs::write(b.dir.path().join("bad.json"), "{}").unwrap();
    std::fs::write(b.dir.path().join("lib"), "printf many\n").unwrap();
    b.refused(&["p.c", "--entry", "none"], "none");
    b.refused(
        &["p.c", "--entry", "plain", "--interrupt", "none"],
        "--interrupt",
    );
    b.refused(&["p.c", "--entry", "plain", "--depth", "none=3"], "--depth");
    b.refused(
        &["p.c", "--entry", "dispatch", "--calls", "p.c:1=small"],
        "no indirect call",
    );
    b.refused(&["p.c", "--budget", "heap=lots"], "heap=lots");
    b.refused(&["p.c", "--compare", "bad.json"], "no report");
    b.refused(&["p.c", "--library", "lib"], "want the name");
    b.refused(&["p.c", "--interrupt", "tick:max=x"], "no number");
    b.refused(&["p.c", "--allocator", "buddy"], "buddy");
    b.refused(&["p.c", "--entry", "plain", "--thread", "none"], "none");
    b.refused(&["p.c", "--budget", "pile=3"], "pile");
    b.refused(&["p.c", "--budget", ""], "heap=SIZE");
    b.refused(&["p.c", "--interrupt", "tick:x"], "no priority");
    b.refused(&["p.c", "--interrupt-frame", "-3"], "-3");
    b.refused(&["p.c", "--fail-on-increase", "3"], "--compare");
    b.refused(
        &["p.c", "--entry", "dispatch", "--calls", "p.c:8=zzz"],
        "zzz",
    );
}

#[test]
fn frames_of_a_cross_compiler_with_what_they_leave_out() {
    let b = Bench::new(&[
        (
            "p.c",
            "int outside(int);\nstatic int leaf(int x) { return x + 1; }\nint f(int x) { return leaf(x) + 1; }\n\
             int g(int x) { return outside(x) + 1; }\nint r(int n) { return n ? r(n - 1) : 0; }\n\
             static int (*const t[])(int) = {leaf, f};\nint i(int x) { return t[x & 1](x); }\n",
        ),
        (
            "gcc.su",
            "p.c:2:12:leaf\t24\tstatic\np.c:3:5:f\t40\tstatic\np.c:4:5:g\t32\tdynamic,bounded\n\
             p.c:5:5:r\t48\tstatic\np.c:7:5:i\t56\tdynamic\n",
        ),
        ("clang.su", "p.c:2:leaf\t16\tstatic\np.c:3:f\t32\tstatic\n"),
        (
            "p.ci",
            "graph: { title: \"p.c\"\nnode: { title: \"p.c:leaf\" label: \"leaf\\np.c:2:12\\n24 bytes (static)\\n0 dynamic objects\" }\n\
             node: { title: \"f\" label: \"f\\np.c:3:5\\n40 bytes (static)\\n0 dynamic objects\" }\n\
             edge: { sourcename: \"f\" targetname: \"p.c:leaf\" label: \"p.c:3:23\" }\n\
             node: { title: \"__divdi3\" label: \"__divdi3\\n<built-in>\" shape : ellipse }\n\
             node: { title: \"i\" label: \"i\\np.c:7:5\\n56 bytes (static)\\n0 dynamic objects\" }\n\
             edge: { sourcename: \"i\" targetname: \"__indirect_call\" label: \"p.c:7:23\" }\n\
             edge: { sourcename: \"i\" targetname: \"__divdi3\" label: \"p.c:7:23\" }\n}\n",
        ),
        ("half.su", "p.c:3:5:f\t40\n"),
        ("other.su", "q.c:1:5:other\t40\tstatic\n"),
        ("library", "outside 100 0\n__divdi3 500 0\n"),
    ]);
    let stack = |entry: &str, more: &[&str]| {
        let mut args = vec!["p.c", "--entry", entry, "--no-native"];
        args.extend(more);
        let v = b.json(&args).0;
        let m = &v["entries"][0]["marks"]["stack"];
        match m["bound"]["number"].as_u64() {
            Some(n) => n.to_string(),
            None => m["missing"].to_string(),
        }
    };
    // The red zone of a leaf comes on top, with words of 8 bytes.
    assert_eq!(
        stack("f", &["--frames", "gcc.su"]),
        (40 + 24 + 128).to_string()
    );
    assert_eq!(
        stack("f", &["--frames", "gcc.su", "--m32"]),
        (40 + 24).to_string()
    );
    // Clang leaves the return address out.
    assert_eq!(
        stack("f", &["--frames", "clang.su"]),
        (40 + 24 + 128).to_string()
    );
    assert_eq!(
        stack("f", &["--frames", "p.ci"]),
        (40 + 24 + 128).to_string()
    );
    // A call that no line wrote, and an indirect one.
    assert!(stack("i", &["--frames", "p.ci"]).contains("__divdi3"));
    let both = ["--frames", "p.ci", "--library", "library"];
    assert_eq!(stack("i", &both), (56 + 508).to_string());
    assert!(stack("i", &["--frames", "gcc.su"]).contains("depends on values"));
    assert!(stack("g", &["--frames", "gcc.su"]).contains("outside"));
    let given = ["--frames", "gcc.su", "--library", "library"];
    assert_eq!(stack("g", &given), (32 + 108).to_string());
    assert!(stack("r", &["--frames", "gcc.su"]).contains("--depth r=N"));
    let deep = ["--frames", "gcc.su", "--depth", "r=5"];
    assert_eq!(stack("r", &deep), (5 * 48).to_string());
    let entry = ["p.c", "--entry", "f", "--frames"];
    let with = |table| [&entry[..], &[table]].concat();
    b.refused(&with("half.su"), "half.su:1");
    b.refused(&with("other.su"), "no function `f`");
    b.refused(&with("p.c"), "neither .su nor .ci");
    b.refused(&with("none.su"), "none.su");
    // Those of another program that has an `f`, of an older source, and the
    // half of a graph, whose calls would be missing.
    let text = |name: &str| String::from_utf8(out_of(&b, name)).unwrap();
    for (name, wrong, word) in [
        (
            "a.ci",
            text("p.ci").replace("p.c:3:5", "q.c:3:5"),
            "`f` at q.c:3",
        ),
        (
            "b.su",
            text("gcc.su").replace("p.c:2:12", "p.c:9:12"),
            "`leaf` at p.c:9",
        ),
        (
            "c.ci",
            text("p.ci").lines().take(4).collect::<Vec<_>>().join("\n"),
            "half a file",
        ),
        ("d.ci", String::new(), "want a graph"),
    ] {
        std::fs::write(b.dir.path().join(name), wrong).unwrap();
        b.refused(&with(name), word);
    }
}

/// GCC splits a function: the part that is seldom taken is a frame of its own,
/// which only a `.ci` says who calls.
#[test]
fn a_part_that_the_compiler_split_off_counts() {
    let b = Bench::new(&[
        (
            "p.c",
            "static int slow(int x) { return x; }\nint f(int x) { return slow(x); }\n",
        ),
        (
            "p.su",
            "p.c:1:12:slow.part.0\t3040\tstatic\np.c:1:12:slow\t8\tstatic\n\
             p.c:2:5:f\t32\tstatic\n",
        ),
        (
            "copy.su",
            "p.c:1:12:slow.constprop\t104\tstatic\np.c:2:5:f\t32\tstatic\n",
        ),
    ]);
    let stack = |table: &str| {
        let v = b.json(&["p.c", "--entry", "f", "--no-native", "--frames", table]);
        bound(&v.0, "stack").as_u64().unwrap()
    };
    assert_eq!(stack("p.su"), 32 + 8 + 3040 + 128);
    assert_eq!(stack("copy.su"), 32 + 104 + 128);
}

/// A `.ci` of one file says nothing about the calls of another one's functions.
#[test]
fn tables_of_two_kinds_together_lose_no_call() {
    let b = Bench::new(&[
        (
            "p.c",
            "int g(int x) { volatile char c[500]; c[0] = x; return c[0]; }\n\
             int f(int x) { return g(x) + 1; }\nint h(int x) { return x; }\n",
        ),
        (
            "a.su",
            "p.c:1:5:g\t520\tstatic\np.c:2:5:f\t40\tstatic\n",
        ),
        (
            "h.ci",
            "graph: { title: \"h.c\"\nnode: { title: \"h\" label: \"h\\np.c:3:5\\n24 bytes (static)\" }\n}\n",
        ),
    ]);
    let stack = |tables: &[&str]| {
        let mut args = vec!["p.c", "--entry", "f", "--no-native"];
        args.extend(tables.iter().flat_map(|t| ["--frames", t]));
        bound(&b.json(&args).0, "stack").as_u64()
    };
    let both = Some(40 + 520 + 128);
    assert_eq!(stack(&["a.su"]), both);
    assert_eq!(stack(&["a.su", "h.ci"]), both);
}

#[test]
fn frames_of_the_section_of_clang() {
    let b = Bench::new(&[(
        "p.c",
        "#include <alloca.h>\nvolatile char *sink;\n\
         static int leaf(int x) { volatile char c[500]; c[0] = x; return c[0]; }\n\
         int many(int a, int b, int c, int d, int e, int g, int h, int i, int j, int k) { return leaf(a + k + j); }\n\
         int f(int x) { return many(x, 1, 2, 3, 4, 5, 6, 7, 8, 9) + leaf(x); }\n\
         int v(int n) { sink = alloca(n & 63); return f(n); }\nint w(int n) { return v(n); }\n",
    )]);
    let make = |more: &[&str], out: &str| {
        let made = Command::new("clang-19")
            .args(["-g", "-fstack-size-section", "p.c", "-o", out])
            .args(more)
            .current_dir(b.dir.path())
            .status();
        assert!(made.unwrap().success());
    };
    make(&["-c"], "p.o");
    make(&["-c", "-m32"], "narrow.o");
    make(&["-shared", "-fPIC"], "p.so");
    std::fs::create_dir(b.dir.path().join("build")).unwrap();
    std::fs::copy(b.dir.path().join("p.o"), b.dir.path().join("build/p.o")).unwrap();
    let stack = |entry: &str, more: &[&str]| {
        let mut args = vec!["p.c", "--entry", entry, "--no-native"];
        args.extend(more);
        b.json(&args).0["entries"][0]["marks"]["stack"].clone()
    };
    let number =
        |entry: &str, more: &[&str]| stack(entry, more)["bound"]["number"].as_u64().unwrap();
    // Never below what the machine code of that build takes.
    let code = number("f", &[]);
    let table = number("f", &["--frames", "p.o"]);
    assert!(table >= code && table <= code + 400, "{table} {code}");
    assert_eq!(number("f", &["--frames", "build"]), table);
    assert_eq!(number("f", &["--frames", "p.so"]), table);
    let narrow = number("f", &["--m32", "--frames", "narrow.o"]);
    assert!(narrow >= number("f", &["--m32"]), "{narrow}");
    // What depends on values is left out by the compiler, and so has no number.
    let w = stack("w", &["--frames", "p.o"]);
    assert!(
        w["bound"]["number"].is_null() && w.to_string().contains("`v` is in no table"),
        "{w:#}"
    );
    let entry = ["p.c", "--entry", "f", "--frames"];
    let with = |table| [&entry[..], &[table]].concat();
    b.refused(&with("narrow.o"), "--m32");
    let whole = std::fs::read(b.dir.path().join("p.o")).unwrap();
    std::fs::write(b.dir.path().join("half.o"), &whole[..whole.len() / 2]).unwrap();
    b.refused(&with("half.o"), "half.o");
    let plain = Command::new("clang-19")
        .args(["-c", "p.c", "-o", "plain.o"])
        .current_dir(b.dir.path())
        .status();
    assert!(plain.unwrap().success());
    b.refused(&with("plain.o"), "no section .stack_sizes");
}

#[test]
fn an_allocator_adds_headers_and_rounding() {
    let b = bench();
    let args = ["p.c", "--entry", "blocks", "--allocator", "glibc"];
    let (v, code) = b.json(&args);
    assert_eq!(code, 0, "{v:#}");
    // malloc(100) and malloc(28); both are counted natively too.
    assert_eq!(bound(&v, "heap"), 112 + 48);
    assert_eq!(reached(&v, "heap"), 112 + 48);
    let arena = v["entries"][0]["arena"].as_u64().unwrap();
    assert!(arena > 160 && arena % 16 == 0, "{arena}");
    let arenas = &v["entries"][0]["arenas"];
    let of = |k: &str| arenas[k].as_u64().unwrap();
    assert_eq!(of("first_fit"), arena);
    assert!(
        of("first_fit") <= of("tlsf") && of("tlsf") <= of("half_fit"),
        "{arenas}"
    );
    let (v, _) = b.json(&["p.c", "--entry", "blocks", "--cross-check", "--no-native"]);
    assert!(v["notes"].to_string().contains("in another way"), "{v:#}");
}

#[test]
fn handlers_allocate_too() {
    let b = Bench::new(&[(
        "p.c",
        "#include <stdlib.h>\nint f(void) { char *p = malloc(10); free(p); return 0; }\n\
         void tick(void) { char *p = malloc(20); free(p); }\nstatic void *kept[4]; static int at;\n\
         void leave(void) { kept[at++ & 3] = malloc(8); }\n",
    )]);
    let heap = |interrupt: &str| {
        let args = [
            "p.c",
            "--entry",
            "f",
            "--no-native",
            "--interrupt",
            interrupt,
        ];
        bound(&b.json(&args).0, "heap").as_u64()
    };
    assert_eq!(heap("tick"), Some(30));
    assert_eq!(heap("leave"), None);
    assert_eq!(heap("leave:1:max=2"), Some(10 + 16));
}

/// Each conversion takes stack of its own, most where it is printed first and alone:
/// the program that prints it is run with the number that takes the most.
#[test]
fn printing_takes_what_the_conversion_takes() {
    let printed = [
        ("alone", "double", "\"%f\\n\", 1.7976931348623157e308"),
        ("padded", "int", "\"%5000d\\n\", 7"),
        ("long_float", "int", "\"%Lf\\n\", 1.0e4000L"),
    ];
    for (name, argument, what) in printed {
        let ty = if argument == "double" {
            "double d"
        } else {
            "int d"
        };
        let source =
            format!("#include <stdio.h>\nint {name}({ty}) {{ printf({what}); return d > 1; }}\n");
        let b = Bench::new(&[("p.c", &source)]);
        let (value, _) = b.json(&[
            "p.c",
            "--entry",
            name,
            "--timeout",
            "40s",
            "--search",
            "1s",
            "--runs",
            "2",
        ]);
        let stack = &value["entries"][0]["marks"]["stack"];
        let bound = stack["bound"]["number"].as_u64().unwrap_or(0);
        let reached = stack["reached"]["bytes"].as_u64().unwrap_or(0);
        assert!(reached > 2_000 && reached <= bound, "{name}: {stack:#}");
    }
    // What is not measured has no number.
    let source = "#include <stdio.h>\nint wide(int d) { printf(\"%ls\\n\", L\"abc\"); return d; }\nint place(int d) { printf(\"%2$s %1$d\\n\", 3, \"x\"); return d; }\n";
    let b = Bench::new(&[("p.c", source)]);
    for entry in ["wide", "place"] {
        let out = b.run(&[
            "p.c",
            "--entry",
            entry,
            "--timeout",
            "40s",
            "--search",
            "1s",
            "--runs",
            "2",
        ]);
        let text = String::from_utf8_lossy(&out.stdout);
        assert_eq!(out.status.code(), Some(3), "{entry}: {text}");
        assert!(text.contains("a conversion in"), "{entry}: {text}");
    }
}

#[test]
fn a_peak_holds_no_bytes_below_nothing() {
    let source = "#include <stdlib.h>\nint f(int n) {
  char **b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) b[i] = malloc(16);
  for (int i = 0; i < n; i++) free(b[i]);
  free(b);
  return 0;
}\n";
    let b = Bench::new(&[("p.c", source)]);
    let out = b.run(&["p.c", "--entry", "f", "--timeout", "30s", "--search", "2s"]);
    let text = String::from_utf8_lossy(&out.stdout);
    let peak = text.split("at the heap's peak").nth(1).unwrap_or_default();
    assert!(
        !peak
            .lines()
            .take(4)
            .any(|l| l.trim_start().starts_with('-')),
        "{text}"
    );
}
