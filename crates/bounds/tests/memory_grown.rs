//! Blocks that `realloc` grows, slots that are emptied before their block is freed, and
//! allocations that a counter behind them bounds.

#[path = "support/heap.rs"]
mod heap;
#[path = "support/random.rs"]
mod random;

use ep_base::memory::{name_of, Bound};
use ep_ir::interp::{self, End, InterpConfig};
use ep_ir::scalars::in_registers;
use ep_ir::FuncId;
use heap::{by_shape, heap, heap_of, module};
use num_bigint::BigInt;
use random::Random;

const HEAD: &str = "#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#define IN (unsigned)klee_int(\"m\")
struct vec { int *p; unsigned n, cap; };
struct st { char *b; };
struct node { struct node *next; int v; };
struct msg { int kind; char *text; };
struct cnt { unsigned n; char *last; unsigned char few; };
static struct msg *make(unsigned k) { struct msg *m = malloc(sizeof *m); if (!m) exit(1); m->kind = k; m->text = malloc(k + 1); if (!m->text) exit(1); return m; }
static void destroy(struct msg *m) { free(m->text); free(m); }
static void change(struct msg *m, unsigned k) { free(m->text); m->text = malloc(k); }
static char *dupe(const char *s) { unsigned n = strlen(s) + 1; char *p = malloc(n); if (p) memcpy(p, s, n); return p; }
static int push(struct vec *v, int x) {
  if (v->n == v->cap) {
    unsigned c = v->cap ? 2 * v->cap : 4;
    if (c > 64) return -1;
    int *q = realloc(v->p, c * sizeof *q);
    if (!q) return -1;
    v->p = q; v->cap = c;
  }
  v->p[v->n++] = x;
  return 0;
}
";

fn text(source: &str) -> (String, Vec<String>) {
    let r = heap(&format!("{HEAD}{source}"), by_shape);
    let bound = match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { .. } => "unknown".into(),
    };
    (bound, r.assumptions)
}

#[test]
fn what_realloc_grows_is_one_block_and_the_one_on_its_way() {
    for (source, want) in [
        ("void f(void) { struct vec v = {0}; while (IN) push(&v, 1); free(v.p); }", "512"),
        ("static char *buf; static unsigned cap; static void need(unsigned n) { if (n > cap && n < 1000) { buf = realloc(buf, n); cap = n; } } void f(void) { while (IN) need(IN); }", "1,998"),
        ("void f(void) { char *p = 0; while (IN) { p = realloc(p, IN & 63); } free(p); }", "126"),
        ("static char *t[4]; void f(void) { while (IN) { unsigned k = IN & 3; t[k] = realloc(t[k], IN & 31); } }", "155"),
    ] {
        let (bound, assumptions) = text(source);
        assert_eq!(bound, want, "{source}");
        let said = assumptions.iter().any(|a| a.contains("allocation does not fail"));
        assert!(said, "{source}: {assumptions:?}");
    }
}

#[test]
fn what_is_taken_out_and_freed_is_no_longer_there() {
    for source in [
        "static struct st g; void f(void) { while (IN) { char *o = g.b; g.b = 0; free(o); g.b = malloc(IN & 127); } }",
        "void f(void) { struct st s = {0}; while (IN) { char *o = s.b, *c = o; s.b = 0; int k = IN; free(c); s.b = malloc(k & 127); } free(s.b); }",
    ] {
        let (bound, _) = text(source);
        // The number that is read between the two is a call.
        let want = if source.contains("int k") { "unknown" } else { "127" };
        assert_eq!(bound, want, "{source}");
    }
}

#[test]
fn a_counter_behind_an_allocation_bounds_it() {
    for (source, want) in [
        ("void f(void) { struct node *h = 0; int n = 0; while (IN) { if (n < 10) { struct node *x = malloc(sizeof *x); if (!x) break; x->next = h; h = x; n++; } } }", "160"),
        ("void f(void) { unsigned n = 3; while (IN) { if (n <= 10) { char *x = malloc(8); if (IN) n += 2; else { x[0] = 1; n += 3; } } } }", "32"),
        ("void f(void) { int n = 0; for (;;) { if (n >= 5) { if (IN) break; continue; } void *x = malloc(7); if (!x) return; if (IN) { n++; continue; } n += 4; } }", "35"),
    ] {
        assert_eq!(text(source).0, want, "{source}");
    }
}

#[test]
fn fields_that_nothing_else_names_are_registers() {
    for (source, want) in [
        ("void f(void) { struct cnt s = {0}; while (IN) { if (s.n >= 10) continue; char *e = malloc(8); if (!e) continue; s.n++; } }", "80"),
        ("void f(void) { while (IN) { struct msg *m = make(IN & 63); m->text[0] = 1; destroy(m); } }", "80"),
        ("void f(void) { while (IN) { struct msg *m = make(IN & 63); change(m, IN & 127); destroy(m); } }", "207"),
        ("void f(void) { while (IN) { struct msg *m = calloc(1, sizeof *m); if (!m) return; if (IN) m->text = malloc(9); free(m->text); free(m); } }", "25"),
        ("void f(void) { char line[64], *prev = 0; while (IN) { klee_make_symbolic(line, 64, \"line\"); line[63] = 0; char *d = dupe(line); if (!d) break; if (prev && !strcmp(prev, d)) { free(d); continue; } free(prev); prev = d; } free(prev); }", "128"),
    ] {
        assert_eq!(text(source).0, want, "{source}");
    }
}

/// The same with one thing that lets blocks add up.
#[test]
fn what_adds_up_has_no_bound() {
    for body in [
        "int n = 0; while (IN) { if (n < 10) { malloc(8); if (IN) n++; } }",
        "int n = 0; while (IN) { if (n < 10) { malloc(8); if (IN) continue; n++; } }",
        "int n = 0; while (IN) { if (n < 10) { malloc(8); n++; } if (IN) n = 0; }",
        "int n = 0; while (IN) { if (n < 10) { malloc(8); n++; n--; } }",
        "unsigned char n = 0; while (IN) { if (n < 10) { malloc(8); n += 128; } }",
        "int n = 0; while (IN) { malloc(8); if (n < 10) n++; }",
        "int n = 0; while (IN) { if (n < 10) { while (IN) malloc(8); n++; } }",
        "int n = 0, k = IN; while (IN) { if (n < 10) { malloc(8); n += k & 1; } }",
        "int n = 0; while (IN) { if (n < 10) { malloc(8); if (IN) goto on; n++; } on:; }",
        "struct st s = {0}, t = {0}; while (IN) { t.b = realloc(s.b, 8); s.b = malloc(9); }",
        "struct st s = {0}; while (IN) { s.b = realloc(s.b, 8); s.b = malloc(9); }",
        "struct st s = {0}; while (IN) { char *q = realloc(s.b, 8); if (IN) s.b = q; else s.b = 0; }",
        "struct st s = {0}; while (IN) { char *o = s.b; s.b = 0; if (IN) free(o); s.b = malloc(8); }",
        "struct st s = {0}, t = {0}; while (IN) { char *o = s.b; s.b = 0; free(t.b); s.b = malloc(8); t.b = o; if (IN) t.b = 0; }",
        "struct cnt s = {0}, *p = &s; while (IN) { if (s.n >= 10) continue; char *e = malloc(8); if (!e) continue; s.n++; if (IN) p = 0; if (p) p->n = 0; }",
        "struct cnt s = {0}; while (IN) { if (s.n >= 10) continue; char *e = malloc(8); if (!e) continue; s.n++; memset(&s, 0, sizeof s); }",
        "struct cnt s = {0}; while (IN) { if (s.n >= 10) continue; malloc(8); s.n++; *(unsigned char *)&s = 0; }",
        "struct cnt s = {0}, t = {0}; while (IN) { if (s.n >= 10) continue; malloc(8); s.n++; if (IN) s = t; }",
        "while (IN) { struct msg *m = make(8); free(m); }",
        "while (IN) { struct msg *m = make(8); m->text = 0; destroy(m); }",
        "struct msg *old = 0; while (IN) { struct msg *m = make(8); if (old) destroy(old); old = 0; if (IN) old = m; }",
        "char line[64], *prev = 0; while (IN) { klee_make_symbolic(line, 64, \"line\"); line[63] = 0; char *d = dupe(line); if (!d) break; if (prev && !strcmp(prev, d)) continue; free(prev); prev = d; }",
        // An older block of one `malloc`, by a variable that need not be set.
        "struct cnt *q, *p; int r = 0; do { p = calloc(1, sizeof *p); if (!p) return; if (r == 0) q = p; r++; } while (r < 2); while (IN) { if (p->n < 3) { char *d = malloc(1000); if (!d) break; q->n++; } }",
        "struct cnt *q, *p; int r = 0; do { p = calloc(1, sizeof *p); if (!p) return; p->n = r == 0 ? IN : 10; if (r == 0) q = p; r++; } while (r < 2); while (IN) { if (p->n > 10) break; malloc(q->n); }",
        // A size that is negative fails.
        "char *p = 0; while (IN) { int c = (int)(IN & 255) - 40; p = realloc(p, c); }",
        "struct st s = {0}; while (IN) { unsigned n = IN & 7; s.b = realloc(s.b, n - 1ul); }",
        // A step that no test without a sign holds.
        "unsigned one = 1; for (int n = 7; n > one; n -= 5) { malloc(100); if (IN) break; }",
        "int n = -2; while (IN) { if ((unsigned)n < 0xffffffffu) { char *x = malloc(100); if (!x) break; n += 2; } else n = 0; }",
        // The only step stands in a loop inside.
        "unsigned n = 5; while (n != 0) { malloc(100); if (IN) break; do n--; while (n % 2 == 0); }",
        // A block is on its way beside what another loop makes.
        "char *a = 0, *p; for (;;) { p = malloc(100); if (IN) break; free(a); a = p; } for (int i = 0; i < 2; i++) { char *q = malloc(1000); q[0] = 1; free(q); } free(a); a = p; free(a);",
        "char *t[4] = {0}; unsigned k = 0; while (IN) { k = IN & 3; char *o = t[k]; k = IN & 3; t[k] = 0; free(o); t[k] = malloc(8); }",
    ] {
        let source = format!("void f(void) {{ {body} }}");
        assert_eq!(text(&source).0, "unknown", "{body}");
    }
}

/// A `realloc` of a size without a limit may fail, and its old block stays.
#[test]
fn a_realloc_that_may_fail_frees_nothing() {
    for (size, bounded) in [("IN & 1023", true), ("(unsigned long)IN << 20", false)] {
        let source = format!(
            "void f(void) {{ struct st s = {{0}}; while (IN) {{ s.b = realloc(s.b, {size}); }} }}"
        );
        assert_eq!(text(&source).0 != "unknown", bounded, "{size}");
    }
}

/// A program of rounds without end. `@` is its number.
fn program(seed: u64) -> String {
    const PARTS: [&str; 38] = [
        "push(&v, i);",
        "if (IN & 1) { free(v.p); v.p = 0; v.n = v.cap = 0; }",
        "s.b = realloc(s.b, n);",
        "char *q = realloc(s.b, n); if (q) s.b = q;",
        "t.b = realloc(t.b, 1 + (IN & 7));",
        "char *o = s.b; s.b = 0; free(o); s.b = malloc(n);",
        "char *o = t.b; t.b = 0; free(o);",
        "char *o = g@.b; g@.b = 0; free(o); g@.b = malloc(n);",
        "g@.b = realloc(g@.b, n);",
        "char *o = s.b; s.b = t.b; t.b = o;",
        "char *o = s.b; s.b = 0; free(t.b); t.b = o;",
        "r[k] = realloc(r[k], n); k = IN & 3;",
        "char *o = r[k]; r[k] = 0; free(o); r[k] = malloc(n);",
        "k = IN & 3; free(r[k]); r[k] = realloc(0, n);",
        "if (c < 10) { void *x = malloc(n); if (!x) break; c++; }",
        "if (c < 10) { void *x = malloc(n); if (IN & 1) c += 2; else c++; (void)x; }",
        "if (c < 10) { void *x = malloc(n); if (IN & 1) c++; (void)x; }",
        "if (d <= 6) { malloc(n); d += 3; }",
        "if (d <= 6) { char *x = malloc(n); if (IN & 1) continue; d++; (void)x; }",
        "if (IN == 9) c = 0;",
        "if (e < 200) { malloc(2); e += 60; }",
        "for (int j = 0; j < 2; j++) if (d < 9) { malloc(3); d++; }",
        "if (h@.n < 12) { malloc(n); h@.n++; }",
        "if (h@.n < 12 && (IN & 1)) { void *x = malloc(n); if (!x) continue; h@.n += 2; }",
        "if (h@.few < 12) { void *x = malloc(n); if (x) h@.few += 5; }",
        "if (IN == 9) h@.n = 0;",
        "if (h@.n > 10) h@.few++;",
        "if (w.n < 7) { free(w.last); w.last = malloc(n); w.n++; }",
        "free(w.last); w.last = 0; if (IN & 1) w.last = malloc(n);",
        "if (IN == 4) { struct cnt y = {0}; free(w.last); w = y; }",
        "struct msg *m = make(n); destroy(m);",
        "struct msg *m = make(n); if (IN & 1) change(m, n + 3); destroy(m);",
        "struct msg *m = make(n); char *q = m->text; m->text = malloc(3); free(q); destroy(m);",
        "struct msg *m = calloc(1, sizeof *m); if (!m) break; if (IN & 1) m->text = malloc(n); if (IN & 2) { free(m->text); m->text = 0; } destroy(m);",
        "struct msg *m = make(n); if (l) destroy(l); l = 0; if (IN & 1) l = m; else destroy(m);",
        "char *d = malloc(n); if (!d) break; if (IN & 1) { free(d); continue; } free(z); z = d;",
        "p = realloc(p, n);",
        "free(p); p = 0; p = realloc(p, n);",
    ];
    let mut random = Random(seed + 991);
    let n = 1 + random.below(4);
    let parts: Vec<&str> = (0..n)
        .map(|_| PARTS[random.below(PARTS.len() as u64) as usize])
        .collect();
    let body: String = parts.iter().map(|p| format!("{{ {p} }} ")).collect();
    let stop = ["IN < 240", "i < 90", "IN != 3"][random.below(3) as usize];
    format!(
        "static struct st g@; static struct cnt h@;
         void f@(void) {{ struct vec v = {{0}}; struct st s = {{0}}, t = {{0}}; struct cnt w = {{0}}; struct msg *l = 0; char *z = 0; char *r[4] = {{0}}, *p = 0; unsigned k = 0, c = 0; int d = 0; unsigned char e = 0; for (int i = 0; {stop}; i++) {{ unsigned n = 1 + IN % 32; {body} }} (void)k; (void)w; (void)l; (void)z; (void)c; (void)d; (void)e; (void)p; }}\n"
    )
    .replace('@', &seed.to_string())
}

/// No run needs more than the bound. `EP_GROWN_COUNT` says of how many programs.
#[test]
fn no_run_exceeds_the_bound() {
    let number =
        |name: &str, or: u64| std::env::var(name).map_or(or, |n| n.parse().expect("a number"));
    let (count, first) = (number("EP_GROWN_COUNT", 80), number("EP_GROWN_FIRST", 0));
    let seeds: Vec<u64> = (first..first + count).collect();
    let mut source = HEAD.to_string();
    seeds.iter().for_each(|s| source += &program(*s));
    let names: Vec<String> = seeds.iter().map(|s| format!("f{s}")).collect();
    let m = module(&source, &names);
    let roots: Vec<FuncId> = names.iter().map(|n| m.function(n).expect("it")).collect();
    let config = InterpConfig {
        max_instructions: 200_000,
        ..InterpConfig::default()
    };
    let (mut runs, mut bounded, mut changed) = (0, 0, 0);
    for (seed, (name, f)) in seeds.iter().zip(names.iter().zip(&roots)) {
        let bound = heap_of(&m, name, by_shape);
        let bound = bound.heap.bound.expr().and_then(|e| e.as_number().cloned());
        bounded += u64::from(bound.is_some());
        // Fields in registers are the same program.
        let fields = in_registers(&m, *f, false);
        if let Some(other) = &fields {
            let errors = ep_ir::verify::verify(other);
            assert!(errors.is_ok(), "{errors:?} {}", program(*seed));
            changed += 1;
        }
        for run in 0..8 {
            let out = interp::run(&m, *f, &config, &mut Random(seed * 1_000 + run));
            if let Some(other) = &fields {
                let same = interp::run(other, *f, &config, &mut Random(seed * 1_000 + run));
                assert_eq!(
                    (&out.end, out.heap_high_water, out.llvm_instructions),
                    (&same.end, same.heap_high_water, same.llvm_instructions),
                    "{}",
                    program(*seed)
                );
            }
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
    println!("{runs} runs, {bounded} bounds, {changed} with fields in registers");
    assert!(runs >= count && bounded * 5 >= count, "{runs}, {bounded}");
    assert!(changed * 2 >= count, "{changed}");
}
