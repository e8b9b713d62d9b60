//! The heap of programs that start threads: what a thread needs is added, and
//! what is not understood gives no bound.

#[path = "support/shown.rs"]
mod shown;

use ep_base::memory::HeapResult;
use ep_bounds::memory::{analyse, Options};
use ep_explore::{Entry, HeapLimits};
use ep_ir::Module;
use shown::text;

fn module(source: &str) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    let file = dir.path().join("p.c");
    let head = "#include <pthread.h>\n#include <stdlib.h>\n";
    std::fs::write(&file, format!("{head}{source}")).expect("write");
    let options = ep_clang::ReadOptions {
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: vec!["f".into(), "w".into()],
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

/// The bound of `f` with `w` as a function that it may start as a thread.
fn with_threads(source: &str) -> HeapResult {
    let m = module(source);
    let id = |name: &str| m.function(name).expect("a function");
    let mut o = Options::default();
    o.explore.entry = Entry::Function {
        name: "f".into(),
        heap: HeapLimits::default(),
    };
    o.budget.timeout = Some(std::time::Duration::from_secs(60));
    o.threads = vec![id("w")];
    analyse(&m, id("f"), &o, &mut |_| {}).expect("analysis")
}

/// What a thread needs comes on top of what its starter needs.
#[test]
fn threads_add_up() {
    let w = "void *w(void *a) { void *p = malloc(32); free(p); return 0; }";
    let once = "int f(void) { pthread_t t; if (pthread_create(&t, 0, w, 0)) return 1;
         void *m = malloc(64); pthread_join(t, 0); free(m); return 0; }";
    let r = with_threads(&format!("{w}\n{once}"));
    assert_eq!(text(&r), "96");
    assert!(
        r.assumptions
            .iter()
            .any(|a| a.contains("`w` starts as a thread")),
        "{:?}",
        r.assumptions
    );
    let twice =
        "int f(void) { pthread_t t[2]; pthread_create(t, 0, w, 0); pthread_create(t + 1, 0, w, 0);
         void *m = malloc(64); pthread_join(t[0], 0); pthread_join(t[1], 0); free(m); return 0; }";
    assert_eq!(text(&with_threads(&format!("{w}\n{twice}"))), "128");
    // One that leaves what it makes to another function.
    let left = "static void *kept; void *w(void *a) { kept = malloc(32); return 0; }";
    let r = with_threads(&format!("{left}\n{once}"));
    let most = r
        .heap
        .bound
        .expr()
        .and_then(|e| ep_bounds::memory::most(e, &r.variables));
    assert!(most.is_some_and(|n| n >= 96.into()), "{}", text(&r));
}

/// Threads that are started in loops and in functions count as often as that.
#[test]
fn threads_count_as_often_as_they_are_started() {
    let w = "void *w(void *a) { void *p = malloc(32); free(p); return 0; }";
    let twice = "void *w(void *a) { free(calloc(2, 16)); return 0; }";
    let go =
        "static void go(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); }";
    for (source, bound) in [
        (format!("{w}\nint f(void) {{ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(t + i, 0, w, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); return 0; }}"), 128),
        // Joined before the next one begins, which is not looked at.
        (format!("{w}\nint f(void) {{ pthread_t t; for (int i = 0; i < 4; i++) {{ pthread_create(&t, 0, w, 0); pthread_join(t, 0); }} free(malloc(50)); return 0; }}"), 178),
        (format!("{w}\n{go}\nint f(void) {{ go(); go(); return 0; }}"), 64),
        (format!("{twice}\n{go}\nint f(void) {{ go(); go(); go(); return 0; }}"), 96),
        (format!("{w}\n{go}\nint f(void) {{ pthread_t t; for (int i = 0; i < 3; i++) go(); pthread_create(&t, 0, w, 0); return 0; }}"), 128),
        // On one of two ways; the entry again; one that leaves its block behind.
        (format!("{w}\n{go}\nint f(int k) {{ if (k) go(); else {{ go(); go(); }} return 0; }}"), 64),
        (format!("{w}\nint f(int n) {{ pthread_t t; pthread_create(&t, 0, w, 0); return n == 0 || n == 1 ? f(n + 1) : 0; }}"), 96),
        ("static void *kept; void *w(void *a) { kept = malloc(40); free(malloc(2)); return 0; }
          int f(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, w, 0); return 0; }".into(), 126),
    ] {
        let r = with_threads(&source);
        let e = r.heap.bound.expr();
        let most = e.and_then(|e| ep_bounds::memory::most(e, &r.variables));
        assert_eq!(most, Some(bound.into()), "{} of {source}", text(&r));
        assert!(r.assumptions.iter().any(|a| a.contains("each time")), "{:?}", r.assumptions);
        // Blocks that stand for threads are none of the program's.
        assert!(r.largest.is_none() && r.blocks.is_none(), "{source}");
    }
    // As often as an input says.
    let source = format!("{w}\nint f(unsigned char n) {{ pthread_t t; for (int i = 0; i < n; i++) pthread_create(&t, 0, w, 0); return 0; }}");
    let r = with_threads(&source);
    let e = r.heap.bound.expr();
    let most = e.and_then(|e| ep_bounds::memory::most(e, &r.variables));
    assert_eq!(most, Some(8_160.into()), "{}", text(&r));
    // What the program reads is anything where such a thread can write it.
    let writes = "static int n = 8; void *w(void *a) { n = 1000; free(malloc(16)); return 0; }
         int f(void) { pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, w, 0); pthread_join(t, 0); } if (n > 0 && n < 2000) free(malloc(n)); return 0; }";
    let r = with_threads(writes);
    let e = r.heap.bound.expr();
    let most = e.and_then(|e| ep_bounds::memory::most(e, &r.variables));
    assert!(most.is_none_or(|n| n >= 1_032.into()), "{}", text(&r));
}

/// Programs whose threads give no bound, or one that knows nothing of memory.
#[test]
fn threads_that_are_not_understood() {
    let w = "void *w(void *a) { void *p = malloc(32); free(p); return 0; }";
    let unknown = [
        // As often as nobody knows; one that starts another, or itself; not named.
        format!("{w}\nextern int more(void); int f(void) {{ pthread_t t; while (more()) pthread_create(&t, 0, w, 0); return 0; }}"),
        "void *v(void *a) { free(malloc(1000)); return 0; } void *w(void *a) { pthread_t t; pthread_create(&t, 0, v, 0); free(malloc(8)); return 0; }
         int f(void) { pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, w, 0); return 0; }".into(),
        "void *w(void *a) { pthread_t t; free(malloc(8)); if (a) pthread_create(&t, 0, w, 0); return 0; }
         int f(void) { pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, w, 0); return 0; }".into(),
        "static void go(void); void *w(void *a) { free(malloc(8)); go(); return 0; } static void go(void) { pthread_t t; pthread_create(&t, 0, w, 0); }
         int f(void) { go(); return 0; }".into(),
        // A block that stands for it would fail.
        "void *w(void *a) { free(malloc(1l << 30)); return 0; } int f(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(t + i, 0, w, 0); return 0; }".into(),
        format!("{w}\nvoid *v(void *a) {{ return malloc(1000); }} int f(void) {{ pthread_t t; pthread_create(&t, 0, v, 0); return 0; }}"),
        // Its result is read, or nobody knows which function it is.
        format!("{w}\nint f(void) {{ pthread_t t; void *r; pthread_create(&t, 0, w, 0); pthread_join(t, &r); free(malloc((long) r)); return 0; }}"),
        format!("{w}\nint f(int k) {{ pthread_t t; pthread_create(&t, 0, k ? w : 0, 0); return 0; }}"),
        // As much as what it is given says.
        "void *w(void *a) { free(malloc(*(int *) a)); return 0; }
         int f(void) { int n = 50; pthread_t t; pthread_create(&t, 0, w, &n); pthread_join(t, 0); return 0; }".into(),
    ];
    for source in &unknown {
        let r = with_threads(source);
        assert!(r.heap.bound.expr().is_none(), "{} of {source}", text(&r));
    }
    // What a thread writes is anything: through a global, and through what it
    // was given.
    for source in [
        "static int n = 8; void *w(void *a) { n = 1000; return 0; }
         int f(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); if (n > 0 && n < 2000) free(malloc(n)); return 0; }",
        "void *w(void *a) { *(int *) a = 1000; return 0; }
         int f(void) { int n = 8; pthread_t t; pthread_create(&t, 0, w, &n); pthread_join(t, 0); if (n > 0 && n < 2000) free(malloc(n)); return 0; }",
        "struct s { int k; int *n; }; void *w(void *a) { *((struct s *) a)->n = 1000; return 0; }
         int f(void) { int n = 8; struct s x = {1, &n}; pthread_t t; pthread_create(&t, 0, w, &x); pthread_join(t, 0); if (n > 0 && n < 2000) free(malloc(n)); return 0; }",
    ] {
        let r = with_threads(source);
        let most = r.heap.bound.expr().and_then(|e| ep_bounds::memory::most(e, &r.variables));
        assert!(most.is_none_or(|n| n >= 1000.into()), "{} of {source}", text(&r));
    }
}

/// A thread begins with what others have written, and what it wrote before.
#[test]
fn a_thread_does_not_begin_with_the_program() {
    let most = |source: &str| {
        let m = module(source);
        let id = |name: &str| m.function(name).expect("a function");
        let mut o = Options::default();
        o.explore.entry = Entry::Function {
            name: "w".into(),
            heap: HeapLimits::default(),
        };
        o.budget.timeout = Some(std::time::Duration::from_secs(60));
        o.beside = Some(vec![id("f")]);
        let r = analyse(&m, id("w"), &o, &mut |_| {}).expect("analysis");
        let e = r.heap.bound.expr();
        e.and_then(|e| ep_bounds::memory::most(e, &r.variables))
    };
    let start = "int f(void) { pthread_t t; before(); pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }";
    // By the others, also through a pointer, and by itself.
    for (source, least) in [
        ("static int n = 8; void *w(void *a) { if (n > 0 && n < 2000) free(malloc(n)); return 0; } static void before(void) { n = 1000; }", 1000),
        ("static int n = 8, *p = &n; void *w(void *a) { if (n > 0 && n < 2000) free(malloc(n)); return 0; } static void before(void) { *p = 1000; }", 1000),
        ("static int n = 8; void *w(void *a) { if (n > 0 && n < 2000) free(malloc(n)); n += 500; return 0; } static void before(void) { }", 508),
        ("static void *kept; void *w(void *a) { free(kept); kept = malloc(40); return 0; } static void before(void) { }", 40),
    ] {
        let n = most(&format!("{source}\n{start}"));
        assert!(n.is_none_or(|n| n >= least.into()), "{source}");
    }
    // What nobody else writes stays what it is.
    for (source, bound) in [
        ("static int n = 8; void *w(void *a) { if (n > 0 && n < 2000) free(malloc(n)); return 0; } static int other; static void before(void) { other = 1000; }", 8),
        ("void *w(void *a) { int k = 3; int *q = &k; *q = 5; free(malloc(k)); return 0; } static void before(void) { }", 5),
    ] {
        assert_eq!(most(&format!("{source}\n{start}")), Some(bound.into()), "{source}");
    }
}
