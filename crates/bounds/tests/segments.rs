//! Strings, arrays, the heap, calls and lists: what is proved of small programs
//! and with which bound, and programs that look as if they ended.

use ep_base::time::{Report, Verdict};
use ep_base::Budget;
use ep_bounds::time::{analyse, Event, Options};
use ep_clang::{ModelLibrary, ReadOptions};
use ep_ir::Module;
use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

fn compile(source: &Path, entries: &[String], scratch: &Path) -> Module {
    let options = ReadOptions {
        clang_flags: vec!["-fwrapv".into()],
        scratch: scratch.to_path_buf(),
        roots: entries.to_vec(),
        models: vec![ModelLibrary {
            name: "the C library models".into(),
            pointer_bits: Some(64),
            bitcode: Cow::Borrowed(ep_runtime::LIBC_BITCODE_64),
        }],
        ..ReadOptions::default()
    };
    let (module, _) = ep_clang::read(&[source.to_path_buf()], &options)
        .unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    module
}

/// Reports of functions that share a head. Each is called `f` in its text and
/// gets a name of its own.
fn reports(head: &str, functions: &[&str]) -> Vec<Report> {
    let scratch = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..functions.len()).map(|i| format!("f_{i}")).collect();
    let mut text = head.to_owned();
    for (name, f) in names.iter().zip(functions) {
        text.push_str(&f.replace("f(", &format!("{name}(")));
        text.push('\n');
    }
    let source = scratch.path().join("all.c");
    std::fs::write(&source, text).expect("written");
    let module = compile(&source, &names, scratch.path());
    names
        .iter()
        .map(|n| {
            let options = Options {
                bounds: true,
                budget: Budget {
                    timeout: Some(Duration::from_secs(8)),
                    ..Budget::default()
                },
                ..Options::default()
            };
            let entry = module.function(n).expect("it is there");
            let begin = std::time::Instant::now();
            let report = analyse(&module, entry, &options, &mut |e| {
                if let Event::Defect(what) = e {
                    panic!("{n}: {what}");
                }
            });
            if std::env::var_os("SHOW").is_some() {
                eprintln!("{n}: {} in {:?}", report.verdict, begin.elapsed());
                if report.verdict != Verdict::Terminates {
                    eprintln!("{}", report.its);
                }
            }
            report
        })
        .collect()
}

fn bound(r: &Report) -> String {
    let names: Vec<String> = r.parameters.iter().map(|p| p.name.clone()).collect();
    match &r.bounds.upper {
        Some(b) => b.text(&names).join("; "),
        None => "none".to_owned(),
    }
}

/// Each program is proved, with what its bound must name.
fn all_end(head: &str, programs: &[(&str, &str)]) {
    let functions: Vec<&str> = programs.iter().map(|p| p.0).collect();
    let mut bad = Vec::new();
    for ((f, want), r) in programs.iter().zip(reports(head, &functions)) {
        let shown = bound(&r);
        if std::env::var_os("SHOW").is_some() {
            eprintln!(
                "{f}\n  {}: {shown}\n  {:?}",
                r.verdict,
                r.assumptions.iter().map(|a| &a.text).collect::<Vec<_>>()
            );
        }
        if r.verdict != Verdict::Terminates || !shown.contains(want) {
            bad.push(format!("{f}\n  {}: {shown}, want {want}", r.verdict));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// None of these is proved.
fn none_is_proved(head: &str, functions: &[&str]) {
    let mut bad = Vec::new();
    for (f, r) in functions.iter().zip(reports(head, functions)) {
        if r.verdict == Verdict::Terminates {
            let rests: Vec<&str> = r.assumptions.iter().map(|a| a.text.as_str()).collect();
            bad.push(format!(
                "{f}\n  is proved with {}, assuming {rests:?}",
                bound(&r)
            ));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

const TEXT: &str = "#include <stddef.h>\nsize_t strlen(const char *); void *malloc(size_t); void free(void *); void *calloc(size_t, size_t); void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t);\n";

#[test]
fn scans_of_strings_end_at_the_terminator() {
    all_end(
        TEXT,
        &[
            ("void f(const char *s) { while (*s) s++; }", "strlen(s)"),
            ("size_t f(const char *s) { size_t n = 0; while (s[n]) n++; return n; }", "strlen(s)"),
            ("size_t f(const char *s) { return strlen(s); }", "strlen(s)"),
            ("const char *f(const char *s, char c) { for (; *s; s++) if (*s == c) return s; return 0; }", "strlen(s)"),
            ("void f(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s = *s - 32; }", "strlen(s)"),
            ("void f(char *d, const char *s) { while ((*d++ = *s++)) ; }", "strlen(s)"),
            ("int f(const char *a, const char *b) { while (*a && *a == *b) { a++; b++; } return *a - *b; }", ""),
            ("void f(char *d, const char *s) { while (*d) d++; while ((*d++ = *s++)) ; }", "strlen(d)"),
            ("void f(char *s) { for (size_t i = 0; i < strlen(s); i++) if (s[i] == 'x') s[i] = 'y'; }", ""),
            ("int f(unsigned char x) { char s[8] = \"abcdefg\"; s[x & 7] = 0; int n = 0; while (s[n]) n++; return n; }", ""),
            ("int f(void) { const char *s = \"hello\"; int n = 0; while (*s++) n++; return n; }", ""),
            ("int f(unsigned char x) { char s[8] = \"hello!!\", d[8]; s[x & 7] = 0; char *p = s, *q = d; while ((*q++ = *p++)) ; return *d; }", ""),
            ("int f(unsigned n) { if (n > 1000) return 0; char *s = malloc(n + 1); if (!s) return 0; for (unsigned i = 0; i < n; i++) s[i] = 'a'; s[n] = 0; int k = 0; while (s[k]) k++; free(s); return k; }", ""),
            ("int f(unsigned n) { char *s = calloc(n, 1); if (!s) return 0; if (n == 0) return 0; const char *p = s; while (*p) p++; return p - s; }", ""),
            ("int f(const char *s, int n) { int k = 0; while (n-- > 0 && s[k]) k++; return k; }", "n"),
        ],
    );
}

/// Overwritten terminators, lengths that change, contents that nothing is known
/// of: each of these runs forever, or out of its object, for some input.
/// A character that is read twice is the same one, as long as nothing is written.
#[test]
fn what_is_read_twice_is_the_same() {
    let words = "int f(const char *s) { int k = 0; while (*s) { while (*s == ' ') s++;
        if (*s) k++; while (*s && *s != ' ') s++; } return k; }";
    let either = "int f(const char *s) { unsigned long i = 0; while (s[i]) { int k = 0;
        if (s[i] == 'a') k++; if (s[i] != 'a') k++; i += k; } return 0; }";
    all_end("", &[(words, "strlen(s)"), (either, "strlen(s)")]);
}

#[test]
fn what_is_read_twice_may_have_been_written_or_be_another_object() {
    let head = "#include <stdlib.h>\n#include <string.h>
        static void set(char *s, unsigned i) { s[i] = 'b'; }\n";
    let after = |write: &str| {
        format!(
            "void f(char *s, unsigned i) {{ while (s[i]) {{ if (s[i] == 'a') {{ {write} }}
            if (s[i] == 'a') i++; }} }}"
        )
    };
    let mut functions: Vec<String> = ["s[i] = 'b';", "set(s, i);", "memset(s + i, 'b', 1);"]
        .into_iter()
        .map(after)
        .collect();
    functions.push(
        "int f(volatile unsigned char *s, unsigned i) { unsigned k = i; while (k) {
            if (s[i] == 'a') k--; else if (s[i] == 'a') return 1; } return 0; }"
            .into(),
    );
    functions.push(
        "int f(unsigned i) { char *p = 0, *q = 0; for (int k = 0; k < 2; k++) {
            q = p; p = malloc(8); if (!p) return 0; p[i & 7] = (char)k; }
            if (q && q[i & 7] == 0) while (p[i & 7] != 0); return 0; }"
            .into(),
    );
    let functions: Vec<&str> = functions.iter().map(String::as_str).collect();
    none_is_proved(head, &functions);
}

#[test]
fn scans_that_may_miss_the_terminator_are_not_proved() {
    none_is_proved(
        TEXT,
        &[
            "void f(char *s) { while (*s) { } }",
            "void f(char *s) { while (*s) *s = 'x'; }",
            "void f(char *s) { size_t i = 0; while (s[i]) { s[i + 1] = 'x'; i++; } }",
            "void f(char *s) { for (size_t i = 0; i <= strlen(s); i++) s[i] = 'x'; }",
            "void f(char *s, char *d) { char *p = s; while (*p) p++; *p = 'x'; while (*s) s++; }",
            "void f(int *a) { while (*a) a++; }",
            "void f(const char *s) { while (*s != 'x') s++; }",
            "void f(const char *s) { while (*s != 1) s++; }",
            "void f(char *s) { unsigned char i = 0; while (s[i]) i++; }",
            "void f(const char *s) { const char *p = s; while (*p) { if (*p == 'r') p = s; else p++; } }",
            "void f(char *s) { size_t n = strlen(s); s[n] = 'a'; while (*s) s++; }",
            "void f(char *s) { s[0] = 'a'; while (*s) s++; }",
            "void f(char *s) { if (*s) { s[1] = 'a'; while (*s) s++; } }",
            "void f(unsigned char x) { char b[8]; memset(b, 'a', 8); b[x & 7] = 0; char *s = b; while (*s) { b[x & 7] = 'q'; s++; } }",
            "void f(unsigned char x) { char b[16] = \"0123456789\"; char *s = b; while (*s) { *s = 'a'; b[x & 15] = '-'; s = b; } }",
            "void f(char *s) { char *t = s; while (*t) { memcpy(t, t + 1, 1); t = s; } }",
            "void f(const char *s) { while (s[1]) s += 2; }",
            "static void g(char *p) { p[0] = 'z'; } void f(char *s) { size_t n = strlen(s); g(s + n); while (*s) s++; }",
            "void f(size_t n) { char *s = malloc(n); while (*s) s++; }",
            "void f(size_t n) { char *s = calloc(n, 1); if (!s) return; free(s); while (*s) s++; }",
            "void f(char **v) { while (*v) v++; }",
            "char buffer[10]; void f(char *s) { char *p = buffer; while (*p) p++; }",
        ],
    );
}

const LIST: &str = "#include <stddef.h>\nvoid *malloc(size_t); void free(void *); int __VERIFIER_nondet_int(void);\nstruct n { int v; struct n *next; }; struct t { struct t *l, *r; int v; };\n";

#[test]
fn walks_along_lists_end_with_the_list() {
    all_end(
        LIST,
        &[
            ("void f(struct n *p) { while (p) p = p->next; }", "length(p)"),
            ("int f(struct n *p) { int s = 0; for (; p; p = p->next) s += p->v; return s; }", "length(p)"),
            ("struct n *f(struct n *p, int k) { while (p && p->v != k) p = p->next; return p; }", "length(p)"),
            ("void f(struct n *p) { while (p->next) p = p->next; }", "length(p)"),
            ("void f(struct n *p) { for (; p; p = p->next) p->v = 0; }", "length(p)"),
            ("struct n *f(struct n *p) { struct n *q = 0; while (p) { struct n *t = p->next; p->next = q; q = p; p = t; } return q; }", "length(p)"),
            ("void f(struct n *p) { struct n *q = 0; while (p) { struct n *t = p->next; p->next = q; q = p; p = t; } while (q) q = q->next; }", "length(p)"),
            ("void f(struct n *p) { while (p) { struct n *d = p; p = p->next; free(d); } }", "length(p)"),
            ("void f(struct n *p) { struct n *q = p; while (q && q->next) { p = p->next; q = q->next->next; } }", "length(p)"),
            ("void f(struct n *p) { struct n *l = p; while (l->next) l = l->next; struct n *e = malloc(sizeof *e); if (!e) return; e->next = 0; l->next = e; while (p) p = p->next; }", "length(p)"),
            ("void f(struct n *p) { if (p->next) { struct n *d = p->next; p->next = d->next; free(d); } while (p) p = p->next; }", "length(p)"),
            ("void f(struct n *p, int k) { struct n *c = p; while (c->next && c->next->v < k) c = c->next; struct n *e = malloc(sizeof *e); if (!e) return; e->v = k; e->next = c->next; c->next = e; while (p) p = p->next; }", "length(p)"),
            ("void f(struct n *p, int k) { struct n *c = p; while (c->next) { if (c->next->v == k) { struct n *d = c->next; c->next = d->next; free(d); } else c = c->next; } }", "length(p)"),
            ("void f(unsigned char n) { struct n *h = 0; for (int i = 0; i < n; i++) { struct n *e = malloc(sizeof *e); if (!e) break; e->next = h; h = e; } while (h) h = h->next; }", ""),
            ("void f(unsigned char n) { struct n *h = 0; for (int i = 0; i < n; i++) { struct n *e = malloc(sizeof *e); if (!e) break; e->next = h; h = e; } while (h) { struct n *d = h; h = h->next; free(d); } }", ""),
            ("void f(void) { struct n *h = 0; while (__VERIFIER_nondet_int()) { if (h && h->v == 3) return; struct n *e = malloc(sizeof *e); if (!e) return; e->v = 1; e->next = h; h = e; if (__VERIFIER_nondet_int() == 7) break; else break; } while (h) h = h->next; }", ""),
            ("void f(struct n *a, struct n *b) { struct n *l = a; while (l->next) l = l->next; l->next = b; while (a) a = a->next; }", "length(a)"),
        ],
    );
}

#[test]
fn walks_that_may_go_in_a_circle_are_not_proved() {
    none_is_proved(
        LIST,
        &[
            "void f(struct n *p) { p->next = p; while (p) p = p->next; }",
            "void f(struct n *p) { struct n *q = p; while (q->next) q = q->next; q->next = p; while (p) p = p->next; }",
            "void f(struct n *p) { if (p->next) { p->next->next = p; while (p) p = p->next; } }",
            "void f(struct n *p) { struct n *q = p; while (q) { if (q->v) q = p; else q = q->next; } }",
            "void f(struct n *p) { while (p) { struct n *t = p->next; if (p->v == 5 && t) t->next = p; p = t; } }",
            "void f(struct n *a, struct n *b) { struct n *l = a; while (l->next) l = l->next; l->next = b; struct n *m = b; while (m->next) m = m->next; m->next = a; while (a) a = a->next; }",
            "void f(struct n *p) { while (p) { p->v++; if (p->v) p = p->next; } }",
            "void f(struct n *p) { while (p) { struct n *e = malloc(sizeof *e); if (!e) return; e->next = p->next; p->next = e; p = p->next; } }",
            "void f(unsigned char n) { struct n *h = 0, *z = 0; for (int i = 0; i < n; i++) { struct n *e = malloc(sizeof *e); if (!e) break; e->next = h; h = e; if (!z) z = e; } if (z) z->next = h; while (h) h = h->next; }",
            "struct n *g; void f(struct n *p) { g = p; struct n **q = &g; while (*q) { (*q)->next = p; q = &(*q)->next; } }",
            "static void link(struct n *a, struct n *b) { a->next = b; } void f(struct n *p) { struct n *q = p; while (q->next) q = q->next; link(q, p); while (p) p = p->next; }",
            "void f(struct n *p) { struct n *q = p; char *c = (char *)p; while (q->next) q = q->next; *(struct n **)(c + 8) = p; while (p) p = p->next; }",
            "void f(struct n *p, int i) { struct n *x[2] = {p, p}; x[i & 1]->next = p; while (p) p = p->next; }",
            "void f(struct n *p) { struct n *q = p->next; if (q) { q->next = 0; p->next = q; q->next = p; } while (p) p = p->next; }",
            "void f(struct t *t) { while (t) t = t->v ? t->l : t->r ? t->r : t; }",
            "void f(struct t *t) { t->l = t; while (t) t = t->l; }",
        ],
    );
}

/// What a string holds where it is compared with itself: runs of one character, and
/// characters that are kept beside it.
#[test]
fn a_character_that_is_not_the_terminator_stays_one() {
    all_end(
        TEXT,
        &[
            ("unsigned f(const char *s) { size_t i = 0, j; unsigned n = 0; while (s[i]) { j = i; while (s[j] == s[i]) j++; n++; i = j; } return n; }", ""),
            ("int f(const char *s) { int n = 0; while (*s) { const char *t = s; while (*t == *s) t++; n++; s = t; } return n; }", ""),
            ("void f(const char *s, char *o) { while (*s) { char c = *s; int n = 0; while (*s == c && n < 9) { s++; n++; } *o++ = c; *o++ = '0' + n; } *o = 0; }", ""),
            ("int f(const char *s) { char c = *s; if (!c) return 0; while (*s == c) s++; return *s; }", "strlen(s)"),
            ("void f(const char *s, unsigned n) { char c = *s; if (!c) return; while (n > 0) if (c) n--; }", "n"),
            ("void f(const char *s, unsigned n) { char c = *s; if (!c) return; while (n > 0) { n--; if (c == 'x') c = 'y'; if (!c) n = 7; } }", "n"),
        ],
    );
    none_is_proved(
        TEXT,
        &[
            "void f(const char *s, char c) { while (*s == c) s++; }",
            "void f(const char *s) { size_t i = 0, j; do { j = i; while (s[j] == s[i]) j++; i = j; } while (s[i]); }",
            "void f(char *s) { while (*s) { char *t = s; while (*t == *s) { *s = 0; t++; } s = t; } }",
            "void f(const char *s, unsigned n) { char c = *s; if (!c) return; while (n > 0) { if (c) n--; if (n == 5) c = 0; } }",
            "void f(const char *s) { char c = *s; if (!c) return; while (*s == c) { s++; if (*s == 0) c = 0; } }",
            "void f(const char *s) { const char *t = s; while (*s) { while (*t == *s) s++; t = s; while (*t == *s) t++; s = t; } }",
            "void f(const char *s, const char *r) { while (*s) { const char *t = s; while (*t == *r) t++; s = t; } }",
            "void f(const char *s) { while (*s) { const char *t = s; while (*t == *s) t++; } }",
            "void f(char *s, char c) { while (*s) { char *t = s; while (*t == *s) { s[1] = c; t++; } s = t; } }",
        ],
    );
}

const CALL: &str = "#include <stddef.h>\nstruct t { struct t *l, *r; int v; }; struct n { int v; struct n *next; };\n";

#[test]
fn recursion_ends_when_its_arguments_fall() {
    all_end(
        CALL,
        &[
            ("int f(int n) { return n <= 0 ? 0 : f(n - 1); }", "n"),
            ("unsigned f(unsigned n) { if (n == 0) return 1; return n * f(n - 1); }", "n"),
            ("int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }", ""),
            ("static int od(unsigned n); static int ev(unsigned n) { return n == 0 ? 1 : od(n - 1); } static int od(unsigned n) { return n == 0 ? 0 : ev(n - 1); } int f(unsigned n) { return ev(n); }", "n"),
            ("static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; } unsigned f(unsigned a, unsigned b) { return gcd(a, b); }", ""),
            ("static unsigned ack(unsigned m, unsigned n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); } unsigned f(unsigned m, unsigned n) { return ack(m, n); }", ""),
            ("static void hanoi(unsigned char k) { if (k) { hanoi(k - 1); hanoi(k - 1); } } void f(unsigned char k) { hanoi(k); }", ""),
            ("static size_t len(const char *s) { return *s ? 1 + len(s + 1) : 0; } size_t f(const char *s) { return len(s); }", "strlen(s)"),
            ("static int sum(struct n *p) { return p ? p->v + sum(p->next) : 0; } int f(struct n *p) { return sum(p); }", "length(p)"),
            ("static int depth(struct t *t) { if (!t) return 0; int a = depth(t->l), b = depth(t->r); return 1 + (a > b ? a : b); } int f(struct t *t) { return depth(t); }", "size(t)"),
            ("int f(struct t *t, int k) { while (t && t->v != k) t = t->v < k ? t->r : t->l; return t != 0; }", "size(t)"),
            ("static int bs(int *a, int lo, int hi, int k) { if (lo > hi) return -1; int m = lo + (hi - lo) / 2; if (a[m] == k) return m; return a[m] < k ? bs(a, m + 1, hi, k) : bs(a, lo, m - 1, k); } int f(int *a, unsigned short n, int k) { return bs(a, 0, n - 1, k); }", ""),
            ("static int add(int x) { return x + 1; } static int dec(int x) { return x - 1; } int f(unsigned char n, int w) { int (*const op[2])(int) = {add, dec}; int k = n; while (k > 0) k = op[1](k); return k; }", ""),
            ("static void walk(const char *s, void (*g)(int)) { for (; *s; s++) g(*s); } static void nop(int x) { } void f(const char *s) { walk(s, nop); }", "strlen(s)"),
        ],
    );
}

#[test]
fn recursion_whose_arguments_may_stay_is_not_proved() {
    none_is_proved(
        CALL,
        &[
            "int f(int n) { return n == 0 ? 0 : f(n); }",
            "int f(int n) { return n == 0 ? 0 : f(n - 2); }",
            "int f(unsigned char n) { return n == 7 ? 0 : f(n + 2); }",
            "int g; int f(int n) { g++; return n <= 0 ? 0 : f(g & 1 ? n + 1 : n - 1); }",
            "static int q(int n); static int p(int n) { return n <= 0 ? 0 : q(n - 1); } static int q(int n) { return p(n + 1); } int f(int n) { return p(n); }",
            "static int d(int n) { return n > 0 ? d(n - 1) : 0; } int f(int n) { while (n > 0) n = d(n) + 1; return n; }",
            "static int id(int n) { return n <= 0 ? 0 : 1 + id(n - 1); } int f(int n) { return n <= 0 ? 0 : f(id(n)); }",
            "static void down(int *p, int k) { if (k > 0) { (*p)++; down(p, k - 1); } } void f(int n) { int i = n; while (i > 0) { down(&i, 1); i--; } }",
            "int c; static void bump(int k) { if (k > 0) { c++; bump(k - 1); } } void f(int n) { for (c = n; c > 0; c--) bump(1); }",
            "static int len(struct n *p) { return p ? 1 + len(p) : 0; } int f(struct n *p) { return len(p); }",
            "static int up(struct t *t) { if (!t) return 0; if (t->v) return up(t); return up(t->l); } int f(struct t *t) { return up(t); }",
            "static void ring(struct n *p, struct n *q) { if (!p->next) { p->next = q; return; } ring(p->next, q); } void f(struct n *p) { ring(p, p); while (p) p = p->next; }",
            "static int two(int n) { return 2; } static int one(int n) { return n; } int f(int n, int w) { int (*op)(int) = w ? one : two; while (n > 3) n = op(n); return n; }",
        ],
    );
}

/// What is printed between calls writes nothing that the program sees but `errno`;
/// what stores through an argument, and functions that write, do.
#[test]
fn what_prints_leaves_trees_and_lists_as_they_are() {
    // Whose names end like the function's stand apart from their arguments.
    const HEAD: &str = "#include <errno.h>\n#include <stdio.h>\n#include <string.h>\nstruct t { struct t *l, *r; int v; }; struct n { int v; struct n *next; };\n";
    all_end(
        HEAD,
        &[
            ("void f(struct t *t) { if (t) { f(t->l); printf (\"%d\", t->v); f(t->r); } }", "size(t)"),
            ("void f(struct t *t) { if (!t) return; puts(\"(\"); f(t->l); fprintf (stderr, \"%d\\n\", t->v); putchar(')'); f(t->r); }", "size(t)"),
            ("void f(struct n *p) { if (p) { f(p->next); printf (\"%d \", p->v); } }", "length(p)"),
        ],
    );
    none_is_proved(
        HEAD,
        &[
            "void f(struct t *t) { if (t) { f(t->l); printf (\"%d\", t->v); f(t); } }",
            "void f(struct t *t) { if (t) { f(t->l); memset(&t->r, 1, sizeof t->r); f(t->r); } }",
            "static void say(int n) { if (n > 0) { printf (\"%d\", n); say(n - 1); } } void f(int n) { errno = 0; say(n); while (errno) ; }",
        ],
    );
}

/// Numbers whose address is taken are read in one view and written in another;
/// a pointer to one of several functions leads to each in a case of its own.
#[test]
fn cells_have_a_view_and_functions_are_cases() {
    const HEAD: &str = "static int one(int x) { return x - 1; } static int two(int x) { return x - 2; } static int up(int x) { return x + 1; }\n";
    all_end(
        HEAD,
        &[
            ("static void g0(int *a, int *b) { while (*a > 0) { *a -= 1; *b += 1; } } void f(int x, int y) { g0(&x, &y); }", "x"),
            ("static void g1(unsigned *a, int *b) { while (*a > 7) { *a -= 8; *b += 5; } } void f(unsigned x, int y) { g1(&x, &y); }", "x"),
            ("void f(int c, int x) { int (*q)(int) = c > 3 ? two : one; while (x > 0) x = q(x); }", "x"),
            ("void f(int c, int x) { int (*q)(int) = one; if (c > 3) q = two; while (x > 0) { x = q(x); q = q == one ? two : one; } }", "x"),
            ("struct o { int (*q)(int); int n; }; void f(int c, int x) { struct o o = { c ? two : one, x }; while (o.n > 0) o.n = o.q(o.n); }", ""),
        ],
    );
    none_is_proved(
        HEAD,
        &[
            "static void g0(int *a, int *b) { while (*a > 0) { *a -= 1; *b += 1; } } void f(int x) { g0(&x, &x); }",
            "static void g1(unsigned *a, int *b) { while (*a >= 7) { *a -= 8; *b += 5; } } void f(unsigned x, int y) { g1(&x, &y); }",
            "static void g2(int *a, unsigned *b) { while (*a != 0) { *b -= 1; *a = *b; if (*b == 5) *b = -3; } } void f(int x) { unsigned y = x; g2(&x, &y); }",
            "void f(int c, int x) { int (*q)(int) = c > 3 ? up : one; while (x > 0) { x = q(x) & 15; if (c > 9 && !x) x = 1; } }",
            "void f(int c, int x) { int (*q)(int) = one; if (c > 3) q = up; while (x > 0) { x = q(x); q = q == one ? up : one; } }",
            "struct o { int (*q)(int); int n; }; void f(int c, int x) { struct o o = { c ? up : one, x }; while (o.n > 0 && o.n < 9) { o.n = o.q(o.n); if (o.n == 9) o.n = 1; } }",
        ],
    );
}

/// The length of a string counts rounds as well as the distance to the end of a
/// type does: the bound has the length.
#[test]
fn limits_of_types_are_no_counts_where_lengths_are() {
    let programs = [
        "void f(char *s) { for (size_t i = 0; i < strlen(s); i++) if (s[i] == 'x') s[i] = 'y'; }",
        "void f(char *s) { for (size_t i = 0; s[i]; i++) for (size_t j = 0; s[j]; j++) ; }",
    ];
    for (f, r) in programs.iter().zip(reports(TEXT, &programs)) {
        let shown = bound(&r);
        assert_eq!(r.verdict, Verdict::Terminates, "{f}");
        let digits = shown.split(|c: char| !c.is_ascii_digit()).map(str::len);
        assert!(shown.contains("strlen(s)"), "{f}: {shown}");
        assert!(digits.max() < Some(6), "{f}: {shown}");
        let rounds = r.loops.iter().filter_map(|l| l.rounds.upper.as_ref());
        let names: Vec<String> = r.parameters.iter().map(|p| p.name.clone()).collect();
        let rounds: Vec<String> = rounds.map(|b| b.text(&names).join("; ")).collect();
        assert_eq!(rounds.len(), 2, "{f}: {rounds:?}");
        let digits = (rounds.iter()).flat_map(|b| b.split(|c: char| !c.is_ascii_digit()));
        assert!(digits.map(str::len).max() < Some(6), "{f}: {rounds:?}");
    }
}
