//! Bounds by the shape of programs whose callees do a part of the work: bodies in place
//! of calls say the same as the calls, and no run needs more than what they show.

#[path = "support/heap.rs"]
mod heap;
#[path = "support/random.rs"]
mod random;

use ep_base::memory::{name_of, Bound};
use ep_ir::inline::{inlined, Limits};
use ep_ir::interp::{self, End, InterpConfig};
use ep_ir::FuncId;
use heap::{by_shape, heap, heap_of, module};
use num_bigint::BigInt;
use random::Random;

const HEAD: &str = "#include <stdlib.h>\n#include <string.h>\n#include <klee/klee.h>\n#define IN (unsigned)klee_int(\"m\")\n";

/// Functions that programs have between a pointer and its block.
const HELPERS: &str = "
struct st { char *buf; unsigned len; };
static void *xmalloc(unsigned n) { void *p = malloc(n); if (!p) exit(1); return p; }
static void set(struct st *s, unsigned n) { free(s->buf); s->buf = malloc(n); s->len = n; }
static void setx(struct st *s, unsigned n) { free(s->buf); s->buf = xmalloc(n); s->len = n; }
static void clear(struct st *s) { free(s->buf); s->buf = 0; s->len = 0; }
static void lose(struct st *s, unsigned n) { s->buf = malloc(n); s->len = n; }
static void give(struct st *from, struct st *to) { free(to->buf); to->buf = from->buf; from->buf = 0; }
static void share(struct st *from, struct st *to) { free(to->buf); to->buf = from->buf; }
static void swap(struct st *a, struct st *b) { struct st c = *a; *a = *b; *b = c; }
static void maybe(struct st *s, unsigned n) { if (IN & 1) { free(s->buf); s->buf = 0; } if (!s->buf) s->buf = malloc(n); }
static struct st *pick(struct st *a, struct st *b) { return IN & 1 ? a : b; }
";

fn text(source: &str) -> String {
    let r = heap(&format!("{HEAD}{HELPERS}{source}"), by_shape);
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { .. } => "unknown".into(),
    }
}

/// What is freed and filled again through a callee holds one block.
#[test]
fn callees_fill_what_their_callers_have() {
    let programs = [
        ("void f(void) { struct st s = {0}; for (;;) { unsigned n = IN; if (n > 512) continue; set(&s, n); } }", "512"),
        ("void f(void) { struct st s = {0}; for (;;) { unsigned n = IN; if (n > 512) continue; setx(&s, n); } }", "512"),
        ("static struct st s; void f(void) { for (;;) { unsigned n = IN; if (n > 64) break; set(&s, n); } clear(&s); }", "64"),
        ("void f(void) { for (;;) { unsigned n = IN; if (n > 64) break; char *p = xmalloc(n); p[0] = 1; free(p); } }", "64"),
        ("void f(void) { char line[100]; for (;;) { klee_make_symbolic(line, 100, \"line\"); line[99] = 0; char *p = xmalloc(strlen(line) + 1); strcpy(p, line); free(p); } }", "100"),
        ("struct ring { void *slot[8]; unsigned at; }; static void put(struct ring *r, unsigned n) { unsigned i = r->at++ % 8; free(r->slot[i]); r->slot[i] = malloc(n % 100); } void f(void) { struct ring r = {{0}, 0}; for (;;) put(&r, IN); }", "792"),
        ("void f(void) { char b[64]; char *last = 0; for (;;) { klee_make_symbolic(b, 64, \"b\"); b[63] = 0; char *d = strdup(b); if (!d) return; free(last); last = d; } }", "128"),
    ];
    let found: Vec<(String, &str)> = programs.iter().map(|p| (text(p.0), p.0)).collect();
    for ((got, source), (_, want)) in found.iter().zip(programs) {
        assert_eq!(got, want, "{source}");
    }
}

/// What a variable got in an earlier round is not what is read in this one, though one
/// instruction sets it, and a value that nobody set may be any.
#[test]
fn values_of_earlier_rounds_are_others() {
    for (source, want) in [
        ("void f(void) { unsigned last, have = 0; for (;;) { unsigned x = IN; if (x > 1000) return; if (x < 10) break; last = x; have = 1; } if (!have) return; free(xmalloc(last)); }", "1,000"),
        ("static unsigned rd(void) { unsigned x = IN; if (x > 5000) exit(0); return x; } static void use(unsigned n) { char *p = malloc(n); if (p) p[0] = 0; free(p); } void f(void) { unsigned a, seen = 0; while (IN) { unsigned b = rd(); if (b > 2000) continue; if (b < 8) { if (seen) use(a); continue; } a = b; seen = 1; } }", "2,000"),
        ("static struct { int n; char *t[8]; } g; static void drop(int i) { free(g.t[i]); g.t[i] = 0; } static void put(int i) { g.t[i] = xmalloc(16); } void f(void) { int prev, have = 0; for (;;) { int cur = IN & 7; if (have) { drop(prev); put(cur); } if (IN) { prev = cur; have = 1; } if (IN == 77) break; } }", "unknown"),
    ] {
        assert_eq!(text(source), want, "{source}");
    }
    let any =
        "void f(void) { int n; if (IN) n = 5; if (n < 0 || n > 1000) return; free(xmalloc(n)); }";
    for (free, want) in [(false, 5), (true, 1_000)] {
        let r = heap(&format!("{HEAD}{HELPERS}{any}"), |o| {
            by_shape(o);
            o.explore.uninit_input = free;
        });
        let found = r.heap.bound.expr().and_then(|e| e.as_number().cloned());
        assert_eq!(found, Some(BigInt::from(want)), "{free}");
    }
}

/// The same with one thing that lets blocks add up.
#[test]
fn callees_that_lose_blocks_have_no_bound() {
    for round in [
        "lose(&s, 8);",
        "if (IN) set(&s, 8); else lose(&s, 8);",
        "set(&s, 8); s.buf = 0;",
        "set(pick(&s, &t), 8); if (IN == 7) s.buf = t.buf;",
        "struct st *p = pick(&s, &t); free(s.buf); p->buf = malloc(8);",
        "struct st u; u.buf = 0; set(&u, 8);",
        "char *p = xmalloc(8); if (IN) continue; free(p);",
        "set(&s, 8); memset(&s, 0, sizeof s);",
        "share(&s, &t); s.buf = malloc(8);",
        "swap(&s, &t); s.buf = malloc(8);",
        "k = IN % 9; free(r.slot[k]); r.slot[k] = malloc(8); r.at = 0;",
        "k = IN % 8; free(r.slot[k]); k = IN % 8; r.slot[k] = malloc(8);",
    ] {
        let source = format!("struct ring {{ void *slot[8]; void *at; }}; void f(void) {{ struct st s = {{0}}, t = {{0}}; struct ring r = {{{{0}}, 0}}; unsigned k = 0; for (;;) {{ {round} }} (void)k; }}");
        assert_eq!(text(&source), "unknown", "{round}");
    }
}

/// A program of rounds that work by helpers. `@` is its number.
fn program(seed: u64) -> String {
    const PARTS: [&str; 26] = [
        "char *p = xmalloc(last); free(p); last = n;",
        "if (n > 16) last = n; else setx(&s, last);",
        "if (i) { free(r.slot[was]); r.slot[was] = 0; r.slot[k] = xmalloc(n); } was = k; k = IN % 4;",
        "was = k; k = IN % 4; free(r.slot[was]); r.slot[was] = xmalloc(last);",
        "set(&s, n);",
        "setx(&s, n);",
        "set(&t, n);",
        "clear(&s);",
        "give(&s, &t);",
        "maybe(&s, n);",
        "maybe(&t, n);",
        "char *p = xmalloc(n); free(p);",
        "char *p = xmalloc(n); if (IN & 1) { free(p); continue; } free(s.buf); s.buf = p;",
        "g@.buf ? clear(&g@) : set(&g@, n);",
        "set(&g@, n);",
        "give(&s, &g@);",
        "swap(&s, &t);",
        "share(&s, &t); s.buf = 0;",
        "lose(&s, n);",
        "set(pick(&s, &t), n);",
        "if (s.len > 20) clear(&s);",
        "for (int j = 0; j < 3; j++) setx(&t, n + j);",
        "k = IN % 4; free(r.slot[k]); r.slot[k] = malloc(n); r.at++;",
        "k = r.at++ % 4; free(r.slot[k]); r.slot[k] = xmalloc(n);",
        "free(r.slot[1]); r.slot[1] = 0; r.slot[1] = malloc(n);",
        "s.buf = realloc(s.buf, n + 1);",
    ];
    let mut random = Random(seed + 77);
    let n = 1 + random.below(4);
    let parts: Vec<&str> = (0..n)
        .map(|_| PARTS[random.below(PARTS.len() as u64) as usize])
        .collect();
    let body: String = parts.iter().map(|p| format!("{{ {p} }} ")).collect();
    let ends =
        ["clear(&s);", "clear(&t);", "", "clear(&g@); lose(&g@, 9);"][random.below(4) as usize];
    format!(
        "static struct st g@; struct ring@ {{ void *slot[4]; unsigned at; }};
         void f@(void) {{ struct st s = {{0}}, t = {{0}}; struct ring@ r = {{{{0}}, 0}}; unsigned k = 0, was = 0, last = 1; for (int i = 0; i < 60; i++) {{ unsigned n = 1 + IN % 32; {body} }} (void)k; (void)was; (void)last; {ends} }}\n"
    )
    .replace('@', &seed.to_string())
}

/// No run needs more than the bound, and a body in place of a call does the same.
/// `EP_COPIED_COUNT` says of how many programs.
#[test]
fn no_run_exceeds_the_bound_of_copies() {
    let number =
        |name: &str, or: u64| std::env::var(name).map_or(or, |n| n.parse().expect("a number"));
    let (count, first) = (number("EP_COPIED_COUNT", 60), number("EP_COPIED_FIRST", 0));
    let seeds: Vec<u64> = (first..first + count).collect();
    let mut source = format!("{HEAD}{HELPERS}");
    seeds.iter().for_each(|s| source += &program(*s));
    let names: Vec<String> = seeds.iter().map(|s| format!("f{s}")).collect();
    let m = module(&source, &names);
    let roots: Vec<FuncId> = names.iter().map(|n| m.function(n).expect("it")).collect();
    let limits = Limits {
        body: 400,
        function: 4_000,
    };
    let copied = inlined(&m, &roots, &|_| true, limits).expect("calls are there");
    let errors = ep_ir::verify::verify(&copied);
    assert!(errors.is_ok(), "{errors:?}");
    let config = InterpConfig {
        max_instructions: 200_000,
        ..InterpConfig::default()
    };
    let (mut runs, mut low) = (0, 0);
    for (seed, (name, f)) in seeds.iter().zip(names.iter().zip(&roots)) {
        let bound = heap_of(&m, name, by_shape);
        let bound = bound.heap.bound.expr().and_then(|e| e.as_number().cloned());
        // 60 rounds of one block of 32 bytes each take more.
        low += u64::from(bound.as_ref().is_some_and(|b| *b < BigInt::from(1_920)));
        for run in 0..8 {
            let out = interp::run(&m, *f, &config, &mut Random(seed * 1_000 + run));
            let same = interp::run(&copied, *f, &config, &mut Random(seed * 1_000 + run));
            assert_eq!(
                (&out.end, out.heap_high_water, out.llvm_instructions),
                (&same.end, same.heap_high_water, same.llvm_instructions),
                "{}",
                program(*seed)
            );
            // What is freed twice has no bound.
            if let (End::Exit { .. }, Some(bound)) = (&out.end, &bound) {
                runs += 1;
                assert!(
                    *bound >= BigInt::from(out.heap_high_water),
                    "{bound} and {} for\n{}",
                    out.heap_high_water,
                    program(*seed)
                );
            }
        }
    }
    println!("{runs} runs, {low} bounds below one block for each round");
    assert!(runs >= count && low * 4 >= count, "{runs}, {low}");
}

/// What outlives a call, or what the call does not give, is not copied.
#[test]
fn what_cannot_be_copied_stays_a_call() {
    let source = "#include <stdarg.h>\n#include <setjmp.h>
        struct big { int a[20]; };
        static jmp_buf env;
        static int by_value(struct big b) { return b.a[3]; }
        static int some(int n, ...) { va_list l; va_start(l, n); int r = va_arg(l, int); va_end(l); return r; }
        static int grows(int n) { char b[n]; b[n - 1] = 1; return b[n - 1]; }
        static int jumps(void) { return setjmp(env); }
        static int down(int n) { return n ? 1 + down(n - 1) : 0; }
        static int small(int n) { int a[4] = {1, 2, 3, n}; return a[n & 3]; }
        int f(void) { struct big b = {{0}}; return by_value(b) + some(1, 2) + grows(3) + jumps() + down(4) + small(5); }";
    let m = module(source, &["f".to_string()]);
    let f = m.function("f").expect("f");
    let limits = Limits {
        body: 400,
        function: 4_000,
    };
    let copied = inlined(&m, &[f], &|_| true, limits).expect("one can be copied");
    let left: Vec<&str> = copied
        .functions
        .iter()
        .filter(|(_, g)| !g.is_declaration())
        .map(|(_, g)| g.name.as_str())
        .collect();
    for name in ["by_value", "some", "grows", "jumps", "down", "f"] {
        assert!(left.contains(&name), "{name}: {left:?}");
    }
    assert!(!left.contains(&"small"), "{left:?}");
    // Too large, or not wanted: nothing is copied.
    assert!(inlined(&m, &[f], &|_| false, limits).is_none());
    assert!(inlined(&m, &[f], &|_| true, Limits { body: 2, ..limits }).is_none());
    assert!(inlined(
        &m,
        &[f],
        &|_| true,
        Limits {
            function: 10,
            ..limits
        }
    )
    .is_none());
}
