//! `everypath memory`: counters that bound how many blocks live, where something that has
//! no source, or a text, may leave null pointers or those of other blocks.

use serde_json::Value;
use std::process::Command;

/// What the heap of `f` (or `main`) is at most; none where there is no number.
fn most(source: &str, flags: &[&str], library: Option<&str>) -> Option<u64> {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_everypath"));
    command
        .arg("memory")
        .arg(&file)
        .args(["--json", "--timeout", "10s", "--search", "100ms"]);
    command.args([
        "--entry",
        if source.contains("main(") {
            "main"
        } else {
            "f"
        },
    ]);
    if let Some(text) = library {
        let path = dir.path().join("library");
        std::fs::write(&path, text).expect("written");
        command.arg("--library").arg(path);
    }
    let out = command.args(flags).output().expect("it starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{said}"));
    let heap = &report["entries"][0]["marks"]["heap"];
    assert!(!heap.is_null(), "{report}");
    heap["bound"]["most"].as_u64()
}

const HEAD: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
#define IN __VERIFIER_nondet_int()
struct d { char *h; };
struct n { struct n *next; char *h; };
static struct n *top, *other;
";

/// A loop that frees what `h` holds and fills it; what comes behind may write null.
fn refilled(behind: &str) -> String {
    format!(
        "{HEAD}void wipe(char **); char *same(char *);
        void f(void) {{ struct d *x = malloc(sizeof *x); if (!x) return;
        x->h = malloc(100); if (!x->h) return;
        while (IN) {{ free(x->h); x->h = malloc(100); if (!x->h) return; {behind} }} }}"
    )
}

#[test]
fn a_member_that_is_written_over_may_be_null() {
    let plain = refilled("x->h[0] = 1;");
    assert_eq!(most(&plain, &[], None), Some(208));
    let lost = [
        (
            "for (int i = 0; i < 8; i++) snprintf((char *)&x->h + i, 1, \"\");",
            None,
        ),
        ("recv(0, &x->h, 8, 0);", None),
        ("wipe(&x->h);", Some("wipe 100 0\n")),
    ];
    for (behind, library) in lost {
        let own = most(&refilled(behind), &[], library);
        assert!(own.is_none_or(|n| n >= 40_008), "{behind}: {own:?}");
    }
}

#[test]
fn a_text_that_is_read_may_be_zeros() {
    let source = "#include <stdio.h>\n#include <stdlib.h>
        struct n { struct n *next; union { char *h; char s[8]; }; };
        static struct n *top;
        int main(void) { int k = 0, c;
          while ((c = getchar()) != EOF) {
            if (c == 'a' && k < 5) {
              struct n *x = malloc(sizeof *x); if (!x) return 1;
              char *h = malloc(100); if (!h) return 1;
              x->h = h; x->next = top; top = x; k++;
              if (fread(x->s, 1, 8, stdin) != 8 || x->h) x->h = h;
            } else if (top) { struct n *x = top; top = x->next; free(x->h); free(x); k--; }
          } }";
    let own = most(source, &[], None);
    assert!(own.is_none_or(|n| n >= 5016), "{own:?}");
}

/// A block of another place is freed in the place of one that is counted.
#[test]
fn a_function_without_a_source_may_exchange_pointers() {
    let swapped = |by: &str| {
        format!(
            "{HEAD}void swp(void **, void **); void *same(void *);
            struct b {{ struct b *next; char pad[92]; }};
            void f(void) {{ int k = 0, two = 0, all = 0; while (IN) {{ int w = IN;
            if (w == 1 && k < 5 && all < 30) {{ all++; struct n *x = malloc(96); if (!x) return; x->next = top; top = x; k++; }}
            else if (w == 2 && two < 30) {{ two++; struct n *x = malloc(16); if (!x) return; x->next = other; other = x; }}
            else if (w > 3 && top && other) {{ struct n *b = other, *q = 0; other = b->next;
            if (w == 5) {{ other = b; q = top; top = q->next; }} else {{ {by} }}
            q->h = 0; free(q); k--; }} }} }}"
        )
    };
    let cases = [
        (
            "struct n *s = top; swp((void **)&s, (void **)&b); q = s; if (b != top) return;",
            "swp 100 0\n",
        ),
        (
            "struct n *s = top; q = same(b); if (q == s) return;",
            "same 100 0\n",
        ),
    ];
    for (by, library) in cases {
        let own = most(&swapped(by), &[], Some(library));
        assert!(own.is_none_or(|n| n >= 3200), "{by}: {own:?}");
    }
}

/// A pointer that is read from its digits, or put together from its bits, is one of a block
/// that points-to sets know nothing of.
#[test]
fn a_pointer_that_was_a_number_may_lead_to_any_block() {
    let exchanged = |by: &str| {
        format!(
            "{HEAD}void f(void) {{ int k = 0, two = 0, all = 0; while (IN) {{ int w = IN;
            if (w == 1 && k < 5 && all < 30) {{ all++; struct n *x = malloc(96); if (!x) return; x->next = top; top = x; k++; }}
            else if (w == 2 && two < 30) {{ two++; struct n *x = malloc(16); if (!x) return; x->next = other; other = x; }}
            else if (w == 3 && top && k > 0) {{ struct n *x = top; top = x->next; free(x); k--; }}
            else if (w > 3 && top && other && k > 0) {{ struct n *b = other, *q = top;
            if (w == 5) top = q->next; else {{ other = b->next; {by} }}
            if (q) {{ free(q); k--; }} }} }} }}"
        )
    };
    for by in [
        "char t[24]; snprintf(t, sizeof t, \"%lu\", (unsigned long)b); q = (struct n *)strtoul(t, 0, 10);",
        "unsigned long v = (unsigned long)b, r = 0; for (int i = 0; i < 64; i++) if (v >> i & 1) r |= 1ul << i; q = (struct n *)r;",
        "union { struct n *p; unsigned long v; } u; u.p = b; unsigned long v = u.v, r = 0; for (int i = 0; i < 64; i++) if (v >> i & 1) r |= 1ul << i; u.v = r; q = u.p;",
    ] {
        let own = most(&exchanged(by), &[], None);
        assert!(own.is_none_or(|n| n >= 2376), "{by}: {own:?}");
    }
}

/// Printing makes no pointers, whatever its conversions are, and reading whole numbers
/// over a link makes none of nothing; the bytes of a pointer that are printed do.
#[test]
fn who_prints_has_looked_at_no_pointer() {
    let held = |print: &str, put: &str| {
        format!(
            "{HEAD}struct v {{ struct v *next; long when; char name[16]; }};
            static struct v *first; static int count; static char text[80];
            int main(void) {{ int c; while ((c = getchar()) != EOF) {{
            if (c == 'a' && count < 4) {{ struct v *x = malloc(sizeof *x); if (!x) return 1; x->when = c; {put}
            x->next = first; first = x; count++; {print} }}
            else if (c == 'd' && count > 0) {{ struct v *x = first; first = x->next; free(x); count--; }} }} return 0; }}"
        )
    };
    for (print, put) in [
        (
            "printf(\"%d of %ld\\n\", count, x->when); puts(\"more\");",
            "",
        ),
        (
            "fprintf(stderr, \"%s %5.1f\", x->name, 0.5);",
            "snprintf(x->name, sizeof x->name, \"%d\", c);",
        ),
        (
            "long n; printf(\"%d%ln\\n\", c, &n); x->when = n;",
            "x->name[0] = 0; fputs(x->name, stdout);",
        ),
        ("sprintf(text, \"%c%%p\", c);", "strcpy(x->name, \"none\");"),
    ] {
        assert_eq!(
            most(&held(print, put), &[], None),
            Some(128),
            "{print} {put}"
        );
    }
    for (print, put) in [
        // The bytes of a link are a text here.
        ("snprintf(text, 9, \"%.8s\", (char *)x); for (int i = 0; i < 8; i++) ((char *)&first)[i] = text[i];", ""),
        ("snprintf(text, 40, \"%p\", (void *)x); unsigned long w = strtoul(text, 0, 16); memcpy(&first, &w, 8);", ""),
        ("text[1] = 'p'; snprintf(text + 8, 40, text, (void *)x); unsigned long w = strtoul(text + 8, 0, 16); memcpy(&first, &w, 8);", "text[0] = '%';"),
        ("FILE *f = tmpfile(); if (!f) return 1; fwrite(&x, sizeof x, 1, f); rewind(f); fread(&first, sizeof first, 1, f); fclose(f);", ""),
        ("write(1, &x, sizeof x); read(0, &first, sizeof first);", ""),
    ] {
        assert_eq!(most(&held(print, put), &["--no-native"], None), None, "{print} {put}");
    }
}

/// Memory that holds anything from the begin on holds null as well.
#[test]
fn what_was_never_stored_may_be_null_where_it_is_an_input() {
    let source = format!(
        "{HEAD}void f(void) {{ int k = 0, all = 0; while (IN) {{
        if (IN && k < 5 && all < 30) {{ all++; struct n *x = malloc(16); if (!x) return;
        if (IN == 1) {{ x->h = malloc(100); if (!x->h) return; k++; }} x->next = top; top = x; }}
        else if (top) {{ struct n *x = top; top = x->next; free(x->h); free(x); k--; }} }} }}"
    );
    let own = most(&source, &["--uninit", "input"], None);
    assert!(own.is_none_or(|n| n >= 1972), "{own:?}");
}
