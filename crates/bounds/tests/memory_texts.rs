//! Bounds over the lengths of texts that an entry is handed; and functions whose texts, or
//! cursors, are not what they look like.

#[path = "support/heap.rs"]
mod heap;

use ep_base::memory::{name_of, Bound};
use ep_explore::{Entry, HeapLimits};

const HEAD: &str = "#include <ctype.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char c; };
static struct n *head;
static void push(char c) { struct n *x = malloc(sizeof *x); if (!x) return; x->c = c; x->next = head; head = x; }
";

fn bound(source: &str) -> String {
    bound_of(source, false)
}

/// The shape's bound of `f` with as much behind each pointer as its caller likes.
fn bound_of(source: &str, alias: bool) -> String {
    let r = heap::heap(&format!("{HEAD}{source}"), |o| {
        heap::by_shape(o);
        o.explore.entry = Entry::Function {
            name: "f".into(),
            heap: HeapLimits {
                open: true,
                alias,
                ..HeapLimits::default()
            },
        };
    });
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { .. } => "unknown".into(),
    }
}

fn are(all: &[(&str, &str)]) {
    let found = all.iter().map(|(s, want)| (*s, *want, bound(s)));
    let wrong: Vec<_> = found.filter(|(_, want, b)| b != want).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_bound_is_over_the_length_of_a_text() {
    are(&[
        ("char *f(const char *s) { char *p = malloc(strlen(s) + 1); if (p) strcpy(p, s); return p; }", "1 + strlen(s)"),
        ("char *f(const char *s) { return strdup(s); }", "1 + strlen(s)"),
        ("char *f(const char *a, const char *b) { char *p = malloc(strlen(a) + strlen(b) + 2); return p; }", "2 + strlen(a) + strlen(b)"),
        ("char *f(const char *s) { int n = strlen(s); char *p = malloc(2 * n + 1); return p; }", "1 + 2*strlen(s)"),
        ("char *f(const char *s) { size_t n = 0; while (s[n]) n++; return malloc(n + 1); }", "1 + strlen(s)"),
    ]);
}

#[test]
fn loops_over_a_text_go_round_as_often_as_it_has_characters() {
    are(&[
        ("void f(const char *s) { while (*s) push(*s++); }", "16*strlen(s)"),
        ("void f(const char *s) { for (int i = 0; s[i]; i++) push(s[i]); }", "16*strlen(s)"),
        ("void f(const char *s) { for (size_t i = 0; i < strlen(s); i++) push(s[i]); }", "16*strlen(s)"),
        ("void f(const char *s) { for (const char *p = s; *p != '\\0' && *p != ','; ++p) push(*p); }", "16*strlen(s)"),
        ("void f(const char *s) { while (*s == ' ') { push(*s); s++; } }", "16*strlen(s)"),
        ("void f(const char *s) { char c; while ((c = *s++)) push(c); }", "16*strlen(s)"),
        ("void f(const char *s) { const char *e = s + strlen(s); for (const char *p = s; p < e; p++) push(*p); }", "16*strlen(s)"),
        ("void f(const char *s) { while (isspace((unsigned char)*s)) { push(*s); s++; } }", "16*strlen(s)"),
        ("void f(const unsigned char *s) { while (*s > 31) push(*s++); }", "16*strlen(s)"),
    ]);
}

/// What is cut out of a text is no longer than the text.
#[test]
fn a_part_of_a_text_is_no_longer() {
    are(&[
        ("void f(const char *s) { const char *p = s; while (*p && *p != '=') p++; size_t n = p - s; free(malloc(n + 1)); }", "1 + strlen(s)"),
        ("char *f(const char *s) { while (*s == '/') s++; return strdup(s); }", "1 + strlen(s)"),
        ("char *f(const char *s) { if (*s) s++; return strdup(s); }", "1 + strlen(s)"),
        ("char *f(const char *s) { size_t i, n = strlen(s); for (i = 0; i < n; i++) if (s[i] == '.') break; return strdup(s + i); }", "1 + strlen(s)"),
    ]);
}

/// What the library finds in a text is in it, or null.
#[test]
fn what_is_found_in_a_text_is_a_part_of_it() {
    are(&[
        ("char *f(const char *s) { const char *p = strchr(s, '='); if (!p) return 0; size_t n = p - s; return malloc(n + 1); }", "1 + strlen(s)"),
        ("char *f(const char *s) { const char *p = strrchr(s, '/'); return strdup(p ? p + 1 : s); }", "1 + strlen(s)"),
        ("char *f(const char *s) { const char *p = strpbrk(s, \",;\"); if (p != NULL) { p++; return strdup(p); } return 0; }", "1 + strlen(s)"),
        ("char *f(const char *s) { return malloc(strcspn(s, \",\") + 1); }", "1 + strlen(s)"),
        ("void f(const char *s) { const char *p = s; while ((p = strchr(p, ',')) != NULL) { p++; push(1); } }", "16*strlen(s)"),
        ("void f(const char *s) { for (;;) { const char *q = strchr(s, ','); size_t n = q ? (size_t)(q - s) : strlen(s); free(malloc(n + 1)); if (!q) break; s = q + 1; } }", "1 + strlen(s)"),
        ("char *f(const char *s, const char *w) { const char *p = strstr(s, w); return p ? strdup(p) : 0; }", "1 + strlen(s)"),
        ("char *f(const char *s, size_t n) { return strndup(s, n); }", "1 + min(n, strlen(s))"),
    ]);
}

/// Several characters at a time, and back.
#[test]
fn a_cursor_goes_over_characters_and_back() {
    are(&[
        ("void f(const char *s) { while (*s) { if (*s == '\\\\' && s[1]) { push(s[1]); s += 2; } else { push(*s); s++; } } }", "16*strlen(s)"),
        ("char *f(const char *s) { size_t n = strlen(s); while (n > 0 && s[n - 1] == ' ') n--; return malloc(n + 1); }", "1 + strlen(s)"),
        ("char *f(const char *s) { const char *e = s + strlen(s); while (e > s && e[-1] == ' ') e--; return malloc(e - s + 1); }", "1 + strlen(s)"),
        ("char *f(const char *s) { while (*s == ' ' || *s == '\\t') s++; return strdup(s); }", "1 + strlen(s)"),
        ("char *f(const char *s) { const char *p = s, *e = s + strlen(s); while (p != e) { if (*p == '-') break; p++; } return strdup(p); }", "1 + strlen(s)"),
        ("void f(const char *s) { while (*s) { const char *b = s; while (*s && *s != ' ') s++; free(malloc(s - b + 1)); while (*s == ' ') s++; } }", "1 + strlen(s)"),
    ]);
}

/// None of these may have a bound over the length that the text had.
#[test]
fn what_is_not_the_text_of_the_caller_has_no_length() {
    let all = [
        // Another step than by one, a step that nothing tested, one behind the end.
        "void f(const char *s) { for (int i = 0; s[i]; i += 2) push(s[i]); }",
        "char *f(const char *s) { return strdup(s + 1); }",
        "char *f(const char *s) { while (*s) s++; s++; return strdup(s); }",
        "char *f(const char *s) { const char *p = s; while (*p++) ; return strdup(p); }",
        "char *f(const char *s, int k) { if (*s || k) s++; return strdup(s); }",
        "char *f(const char *s) { if (*s != 'a') s++; return strdup(s); }",
        "char *f(const char *s) { if (*s >= 0) s++; return strdup(s); }",
        "char *f(const char *s) { const char *p = s; if (*s) { p++; p++; } return strdup(p); }",
        "char *f(const char *s) { const char *p = s; char c = *p; p++; if (c) p++; return strdup(p); }",
        "char *f(const char *s) { switch (*s) { case 'a': case 0: s++; } return strdup(s); }",
        "char *f(const char *s, int n) { for (int i = 0; i < n; i++) if (s[0]) s++; return strdup(s + n); }",
        // What was read in an earlier round, or of what the cursor was then.
        "char *f(const char *s, int n) { const char *p = s, *r = s; char c; int k = 0; while (n-- > 0) { const char *t = p; p++; if (k && c) r = p; c = *t; k = 1; } return strdup(r); }",
        "char *f(const char *s, int n) { const char *p = s, *t; char c; int k = 0; while (n-- > 0) { if (k) c = *t; t = p; if (k && c) p++; else if (*p) p++; k = 1; } return strdup(p); }",
        "char *f(const char *s, int n) { const char *p = s; char c = 1; while (n-- > 0) { if (c) p++; c = *s; } return strdup(p); }",
        // Found at the end, or not at all; two steps for one character; back below 0.
        "char *f(const char *s) { const char *p = strchr(s, 0); return strdup(p + 1); }",
        "char *f(const char *s, int c) { const char *p = strchr(s, c); if (!p) return 0; return strdup(p + 1); }",
        "char *f(const char *s, const char *w) { const char *p = strstr(s, w); if (!p) return 0; return strdup(p + 1); }",
        "char *f(const char *s) { const char *p = strchrnul(s, 'x'); return strdup(p + 1); }",
        "void f(const char *s) { while (*s) { push(*s); s += 2; } }",
        "void f(const char *s) { while (*s) { if (s[1]) s += 2; else s++; if (*s != 'a') s++; push(1); } }",
        "char *f(const char *s) { size_t n = strlen(s); n--; return malloc(n); }",
        "char *f(const char *s) { size_t n = strlen(s); while (s[n - 1] == ' ') n--; return malloc(n + 1); }",
        "char *f(const char *s) { const char *p = s, *e = s + 3; while (p != e) p++; return strdup(p); }",
        "char *f(const char *s) { size_t n = strcspn(s, \",\"); s++; s += n; return strdup(s); }",
        "char *f(const char *s) { size_t n = strcspn(s, \",\"); return strdup(s + n + 1); }",
        "char *f(const char *s, int c) { if (iscntrl(c)) s++; return strdup(s); }",
        // A difference of null, and an index below 0 that is compared without its sign.
        "#include <stdint.h>\nvoid *f(const char *s, const int *q) { const char *p = 0; if (*q) p = s; unsigned d = (uintptr_t)p - (uintptr_t)s; return malloc(d); }",
        "void *f(const char *s, const int *q) { int i = 0; while (s[i]) i++; i--; unsigned k = 0, n = *q; while (k < i && k < n) { if (i >= 0 && s[k] == n) break; k++; } return malloc(k); }",
        "void *f(const char *s) { int i = (int)strlen(s) - 1; unsigned n = i; return malloc(n); }",
        // It changes.
        "char *f(char *s) { size_t n = strlen(s); s[n] = 'x'; return strdup(s); }",
        "char *f(char *s, const char *t) { strcat(s, t); return strdup(s); }",
        "static void set(char *p) { *p = 'x'; } char *f(char *s) { set(s + strlen(s)); return strdup(s); }",
        "struct b { char *p; }; char *f(char *s) { struct b x = { s }, *y = &x; y->p[strlen(s)] = 1; return strdup(s); }",
        "static char *at; char *f(char *s) { at = s; at[strlen(s)] = 1; return strdup(s); }",
        // Another text.
        "char *f(const char *s, const char *t, int k) { const char *p = k ? s : t; return strdup(p); }",
        "char *f(const char *const *s) { return strdup(s[0]); }",
        "struct b { const char *p; }; char *f(struct b *b) { return strdup(b->p); }",
    ];
    let wrong: Vec<_> = all
        .iter()
        .map(|s| (*s, bound(s)))
        .filter(|x| x.1 != "unknown")
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Buffers of several parameters are separate, unless they may meet.
#[test]
fn a_write_to_another_buffer_changes_no_text() {
    let other = "char *f(char *d, const char *s) { d[3] = 'x'; return strdup(s); }";
    assert_eq!(bound_of(other, false), "1 + strlen(s)");
    assert_eq!(bound_of(other, true), "unknown");
    let own = "char *f(char *d, const char *s) { d[3] = 'x'; return strdup(d); }";
    assert_eq!(bound_of(own, false), "unknown");
}

/// Who reads at a place of an array is inside of it, so loops that walk over it end.
#[test]
fn a_walk_over_an_array_has_as_many_rounds_as_it_has_elements() {
    let head = "#include <stdio.h>
static void clear(void) { while (head) { struct n *x = head->next; free(head); head = x; } }
static char at[9]; static int numbers[5]; struct r { int used; char text[20]; } record;
static void scan(const char *s) { while (*s) { if (*s == ' ') { s++; continue; } push(*s); s++; } }
";
    let of = |s: &str| bound(&format!("{head}{s}"));
    let lines = |body: &str| {
        of(&format!("void f(void) {{ char line[64]; while (fgets(line, 64, stdin)) {{ {body} clear(); }} }}"))
    };
    assert_eq!(lines("for (char *p = line; *p; p++) push(*p);"), "1,024");
    assert_eq!(
        lines("for (int i = 0; line[i]; i++) push(line[i]);"),
        "1,024"
    );
    assert_eq!(lines("scan(line);"), "1,024");
    assert_eq!(
        of("void f(void) { char *p = at; while (*p++ != 'x') push(*p); }"),
        "128"
    );
    assert_eq!(
        of("void f(void) { int *p = numbers; do push('x'); while (*++p); }"),
        "80"
    );
    assert_eq!(
        of("void f(void) { char line[64]; fgets(line, 64, stdin); char *q = strchr(line, '='); if (q) free(malloc(q - line + 1)); }"),
        "65"
    );
    // In other rounds it may go on, which leaves nothing.
    assert_eq!(
        of("void f(void) { char *p = at; while (getchar() != EOF) { if (getchar() == 'x') push(*p); p++; } }"),
        "144"
    );
    // Another object, one that is not known, a pointer that comes from elsewhere, a step of
    // nothing, a walk that begins again.
    let none = [
        "void f(char *line) { for (char *p = line; p[1]; p++) push(*p); }",
        "void f(int k) { char a[8], *p = a; if (k) p = malloc(900); while (*p) { push(*p); p++; } }",
        "void f(void) { char *p = at; while (getchar() != EOF) { push(*p); if (getchar() == 'x') p++; } }",
        "void f(void) { char *p = at; while (getchar() != EOF) { push(*p); p++; if (p == at + 9) p = at; } }",
        "void f(void) { int i = 0; while (getchar() != EOF) { push(at[i % 9]); i++; } }",
        "void f(void) { int i = 0; while (getchar() != EOF) { push(at[i]); i = (i + 1) % 9; } }",
        "void f(void) { char *p = at; while (getchar() != EOF) { char **q = &p; *q = at; push(*p); p++; } }",
        "extern char there[]; void f(void) { char *p = there; while (*p) { push(*p); p++; } }",
    ];
    let wrong: Vec<_> = none
        .iter()
        .map(|s| (*s, of(s)))
        .filter(|x| x.1 != "unknown")
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
