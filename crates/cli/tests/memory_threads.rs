//! `everypath memory`: threads that are started often, and what leaves functions
//! without returning, held against native runs.

use serde_json::Value;
use std::process::Command;

/// The report and the exit code: 70 where a run took more than its bound says.
fn run(source: &str, args: &[&str]) -> (Value, i32) {
    let dir = tempfile::tempdir().expect("scratch");
    std::fs::write(dir.path().join("t.c"), source).expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "t.c", "--json", "--search", "1s", "--runs", "3"])
        .args(args)
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let v = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)));
    (v, out.status.code().unwrap_or(-1))
}

fn mark<'v>(v: &'v Value, entry: &str, kind: &str) -> &'v Value {
    let entries = v["entries"].as_array().expect("entries");
    let e = entries.iter().find(|e| e["name"] == entry);
    &e.unwrap_or_else(|| panic!("{entry}: {v:#}"))["marks"][kind]
}

const HEAD: &str = "#include <pthread.h>\n#include <setjmp.h>\n#include <stdlib.h>\n";

/// Threads that wait for each other live at one time: the bound is reached.
#[test]
fn threads_of_a_loop_and_of_a_function_add_up() {
    let source = format!(
        "{HEAD}static pthread_barrier_t all;
static void *w(void *a) {{ void *p = malloc(32); pthread_barrier_wait(&all); free(p); return 0; }}
static void *v(void *a) {{ void *p = malloc(48); free(p); return 0; }}
int f(void) {{ pthread_t t[4]; pthread_barrier_init(&all, 0, 5); for (int i = 0; i < 4; i++) pthread_create(t + i, 0, w, 0);
  pthread_barrier_wait(&all); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); return 0; }}
static void go(void) {{ pthread_t t; pthread_create(&t, 0, v, 0); pthread_join(t, 0); }}
int g(void) {{ go(); go(); free(malloc(10)); return 0; }}
int h(unsigned char n) {{ for (int i = 0; i < n % 8; i++) go(); return 0; }}
"
    );
    let args = [
        "--entry", "g", "--entry", "h", "--thread", "v", "--thread", "w",
    ];
    let (v, code) = run(&source, &args);
    assert_ne!(code, 70, "{v:#}");
    for (entry, most, reached) in [("g", 106, 48), ("h", 336, 48)] {
        let m = mark(&v, entry, "heap");
        assert_eq!(m["bound"]["most"], most, "{m:#}");
        assert!(m["reached"]["bytes"].as_u64() >= Some(reached), "{m:#}");
    }
    // Which functions of barriers make blocks is not known: no bound, and no
    // number below the runs.
    let (v, code) = run(&source, &["--entry", "f", "--thread", "w", "--thread", "v"]);
    assert_ne!(code, 70, "{v:#}");
    let m = mark(&v, "f", "heap");
    assert!(
        m["bound"]["most"].as_u64().is_none_or(|n| n >= 128),
        "{m:#}"
    );
    assert!(m["reached"]["bytes"].as_u64() >= Some(128), "{m:#}");
}

/// Starting a thread aligns a frame of the library to a line of the cache: what
/// it takes depends on where the stack is.
#[test]
fn a_library_function_is_measured_at_each_alignment() {
    let mut source = format!("{HEAD}static void *w(void *a) {{ return a; }}\n");
    let mut args = vec!["--thread", "w"];
    for (name, pad) in [("a", 16), ("b", 32), ("c", 48), ("d", 64)] {
        source.push_str(&format!(
            "int {name}(void) {{ pthread_t t; volatile char pad[{pad}]; pad[3] = 1; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return pad[3]; }}\n"
        ));
        args.extend(["--entry", name]);
    }
    let (v, code) = run(&source, &args);
    assert_eq!(code, 0, "{v:#}");
    for name in ["a", "b", "c", "d"] {
        let m = mark(&v, name, "stack");
        let reached = m["reached"]["bytes"].as_u64().expect("a run");
        assert!(m["bound"]["most"].as_u64() >= Some(reached), "{m:#}");
    }
}

/// Who leaves functions without returning has no bound of the heap, and is named
/// with its line; the runs are measured all the same. The stack has one: what runs
/// behind the jump runs in the frame of `setjmp`.
#[test]
fn longjmp_makes_the_heap_unknown_with_its_line() {
    let source = format!(
        "{HEAD}static jmp_buf env;
static void deep(int n) {{ volatile char pad[64]; pad[n & 63] = 1; free(malloc(20));
  if (n & 1)
    longjmp(env, 1);
}}
int f(int n) {{
  if (setjmp(env))
    return 1;
  deep(n);
  return 0;
}}
"
    );
    let (v, code) = run(&source, &["--entry", "f"]);
    assert_eq!(code, 3, "{v:#}");
    let heap = mark(&v, "f", "heap");
    let missing = heap["missing"].as_array().expect("what is missing");
    let told = missing.iter().any(|x| {
        let what = x["what"].as_str().unwrap_or_default();
        what.contains("setjmp") && x["place"]["line"] == 10
    });
    assert!(told, "{heap:#}");
    assert!(heap["reached"]["bytes"].as_u64() >= Some(20), "{heap:#}");
    let stack = mark(&v, "f", "stack");
    let most = stack["bound"]["most"].as_u64();
    let reached = stack["reached"]["bytes"].as_u64();
    assert!(reached >= Some(64) && reached <= most, "{stack:#}");
}
