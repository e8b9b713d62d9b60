//! `everypath test`: a path ends where it comes to a state that an earlier one was in.
//! Programs that read for ever over few states are proved; where two states look the
//! same and are not, the error behind the second one is found.

use serde_json::Value;
use std::fs;
use std::process::Command;

const HEAD: &str = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n\
    extern int __VERIFIER_nondet_int(void);\n";

fn explored(source: &str, args: &[&str]) -> Value {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("program.c"), format!("{HEAD}{source}")).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir.path())
        .args(["test", "program.c", "--json", "--no-native", "--out", "out"])
        .args(args)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}\n{text}{}", String::from_utf8_lossy(&out.stderr)))
}

fn verdict(run: &Value) -> &str {
    run["verdict"]["kind"].as_str().unwrap()
}

fn repeated(run: &Value) -> u64 {
    run["statistics"]["paths_repeated"].as_u64().unwrap()
}

/// Each reads for ever, over finitely many states.
const PROVED: [(&str, &str); 8] = [
    (
        "phases",
        "static int phase;
         int main(void) {
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (phase == 0 && c == 1) phase = 1;
             else if (phase == 1 && c > 5) phase = 2;
             else if (phase == 2) phase = 0;
             assert(phase < 3);
           }
         }",
    ),
    (
        "a kept input with a condition",
        "static int last;
         int main(void) {
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c < 0 || c > 9) return 0;
             last = c;
             assert(last <= 9);
           }
         }",
    ),
    (
        "a block that is made anew",
        "int main(void) {
           int *p = malloc(8);
           if (!p) return 0;
           p[0] = 3, p[1] = 4;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             int *q = malloc(8);
             if (!q) return 0;
             q[0] = p[1], q[1] = p[0];
             free(p);
             p = q;
             if (c == 7) break;
             assert(p[0] + p[1] == 7);
           }
           free(p);
           return 0;
         }",
    ),
    (
        "a list of at most three",
        "struct node { struct node *next; };
         static struct node *head;
         static int n;
         int main(void) {
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c > 0 && n < 3) {
               struct node *x = malloc(sizeof *x);
               if (!x) return 0;
               x->next = head, head = x, n++;
             } else if (c < 0 && head) {
               struct node *x = head;
               head = x->next, n--;
               free(x);
             }
             int k = 0;
             for (struct node *x = head; x; x = x->next) k++;
             assert(k == n);
           }
         }",
    ),
    (
        "calls with locals in memory",
        "static int mode;
         static void step(int c) {
           int table[4];
           for (int i = 0; i < 4; i++) table[i] = (i + 1) & 3;
           if (c > 0) mode = table[mode];
         }
         int main(void) {
           for (;;) {
             step(__VERIFIER_nondet_int());
             assert(mode >= 0 && mode < 4);
           }
         }",
    ),
    (
        "nested loops",
        "int main(void) {
           int on = 0;
           while (1) {
             while (__VERIFIER_nondet_int() > 3) on = !on;
             assert(on == 0 || on == 1);
           }
         }",
    ),
    (
        "a variable that nobody reads again",
        "int main(void) {
           int x;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1) { x = 5; if (x != 5) abort(); }
           }
         }",
    ),
    (
        "two inputs with a relation",
        "static int low, high;
         int main(void) {
           for (;;) {
             int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
             if (a < b) low = a, high = b;
             assert(low <= high);
           }
         }",
    ),
];

/// Each has an error behind a state that looks like an earlier one.
const VIOLATED: [(&str, &str); 13] = [
    (
        "a counter",
        "int main(void) {
           for (unsigned n = 0;; n++) {
             if (__VERIFIER_nondet_int() == 0) return 0;
             assert(n < 12);
           }
         }",
    ),
    (
        "what is initialised",
        "int main(void) {
           int x, state = 0;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1) x = 1;
             if (c == 2) { if (x == 1) state = 1; }
             if (c == 3) return state;
           }
         }",
    ),
    (
        "a padding byte that is read",
        "struct s { char a; int b; };
         static int out;
         int main(void) {
           struct s *s = malloc(sizeof *s);
           if (!s) return 0;
           s->a = 1, s->b = 2;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1) memset(s, 0, sizeof *s), s->a = 1, s->b = 2;
             if (c == 2 && ((char *)s)[2] == 1) out = 1;
             if (c == 3) return out;
           }
         }",
    ),
    (
        "a pointer to a block that is gone",
        "int main(void) {
           int *p = malloc(4), *q = p;
           if (!p) return 0;
           *p = 0;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1 && q) free(q), q = 0;
             if (c == 2) return *p;
           }
         }",
    ),
    (
        "a pointer to another object with the same content",
        "static int a, b;
         int main(void) {
           int *p = &a;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1) p = &b;
             if (c == 2) assert(p == &a);
           }
         }",
    ),
    (
        "the condition of a kept input",
        "static int last;
         int main(void) {
           last = __VERIFIER_nondet_int();
           if (last < 10) return 0;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 3) assert(last >= 10);
             if (c > 5) last = c;
           }
         }",
    ),
    (
        "a relation of two kept inputs",
        "static int low, high;
         int main(void) {
           low = 1, high = 2;
           for (;;) {
             int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
             if (a < b) low = a, high = b;
             else if (b == 77) low = b, high = a + 1;
             assert(low < high);
           }
         }",
    ),
    (
        "a relation by an input that is no longer there",
        "static int x, y;
         int main(void) {
           for (;;) {
             int a = __VERIFIER_nondet_int();
             int b = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
             if (b > 100 || b < 0 || d > 100 || d < 0) return 0;
             if (a == 1) { if (b != d) return 0; x = b, y = d; }
             else if (a == 2) { int m = __VERIFIER_nondet_int(); if (m != b || m + 1 != d) return 0; x = b, y = d; }
             else assert(x == y);
           }
         }",
    ),
    (
        "a local of the caller",
        "static int ask(void) {
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c > 0) return c;
           }
         }
         int main(void) {
           for (int n = 0;; n++) {
             ask();
             assert(n < 4);
           }
         }",
    ),
    (
        "the depth of a recursion",
        "static int down(void) {
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 0) return 0;
             if (c == 1) return down() + 1;
           }
         }
         int main(void) { assert(down() < 4); }",
    ),
    (
        "which of two blocks is which",
        "int main(void) {
           int *a = malloc(4), *b = malloc(4);
           if (!a || !b) return 0;
           *a = 1, *b = 1;
           int *p = a;
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1) p = b;
             if (c == 2) { *p = 2; assert(*a == 2); *p = 1; }
           }
         }",
    ),
    (
        "the sign of a zero",
        "static double z;
         int main(void) {
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1) z = -z;
             if (c == 2) assert(!__builtin_signbit(z));
           }
         }",
    ),
    (
        "a function that is called next",
        "static void one(void) {}
         static void two(void) { abort(); }
         static void (*f)(void) = one;
         int main(void) {
           for (;;) {
             int c = __VERIFIER_nondet_int();
             if (c == 1) f = two;
             if (c == 2) f();
           }
         }",
    ),
];

#[test]
fn loops_that_read_for_ever_over_few_states_are_proved() {
    for (name, source) in PROVED {
        let run = explored(source, &["--timeout", "60"]);
        assert_eq!(verdict(&run), "proved", "{name}: {run}");
        assert!(repeated(&run) > 0, "{name}: {run}");
    }
}

#[test]
fn errors_behind_states_that_look_alike_are_found() {
    for (name, source) in VIOLATED {
        for jobs in ["1", "2"] {
            let run = explored(source, &["--timeout", "60", "--first-bug", "--jobs", jobs]);
            assert_eq!(verdict(&run), "violated", "{name} ({jobs}): {run}");
        }
    }
}

/// The order of addresses is the machine's: it proves nothing, and the states are told
/// apart by it.
#[test]
fn the_order_of_two_addresses_is_part_of_a_state() {
    let source = "int main(void) {
          char *a = malloc(4), *b = malloc(4);
          if (!a || !b) return 0;
          int first = a < b;
          for (;;) {
            int c = __VERIFIER_nondet_int();
            if (c == 1) { free(a); a = malloc(4); if (!a) return 0; }
            if (c == 2) { free(b); b = malloc(4); if (!b) return 0; }
            if (c == 3) assert((a < b) == first);
          }
        }";
    let run = explored(source, &["--timeout", "20"]);
    assert_ne!(verdict(&run), "proved", "{run}");
    let found = &run["bugs"][0]["kind"];
    assert_eq!(*found, "assertion-failure", "{run}");
}

/// What a path covered before it came to a state that was met has a test.
#[test]
fn what_is_covered_on_the_way_to_a_known_state_has_a_test() {
    let source = "static int seen;
        static void note(int c) {
          if (c > 10)
            seen = 0;
          else if (c == 4)
            seen = 0;
        }
        int main(void) {
          for (;;) {
            int c = __VERIFIER_nondet_int();
            if (c < 0)
              return seen;
            note(c);
          }
        }";
    let run = explored(source, &["--timeout", "60"]);
    assert_eq!(verdict(&run), "proved", "{run}");
    let s = &run["statistics"];
    assert_eq!(s["lines_covered"], s["lines_total"], "{run}");
    assert_eq!(s["branches_covered"], s["branches_total"], "{run}");
}

/// All that ends is an error that is known.
#[test]
fn what_is_covered_before_a_known_error_has_a_test() {
    let source = "static int marked;
        static void mark(void) {
          marked = 0;
        }
        int main(void) {
          while (1) {
            int e = __VERIFIER_nondet_int();
            if (e == 1)
              abort();
            if (e == 9)
              mark();
          }
        }";
    for search in ["dfs", "bfs", "interleaved"] {
        let run = explored(source, &["--timeout", "60", "--search", search]);
        assert_eq!(verdict(&run), "violated", "{search}: {run}");
        let s = &run["statistics"];
        assert_eq!(s["lines_covered"], s["lines_total"], "{search}: {run}");
    }
}

/// The end is more rounds away than a state that was met.
#[test]
fn what_is_covered_far_from_an_end_has_a_test() {
    let source = "static int marked;
        static void mark(void) {
          marked = 0;
        }
        int main(void) {
          int s = 0;
          while (1) {
            int e = __VERIFIER_nondet_int();
            if (s == 0 && e == 9) {
              mark();
              continue;
            }
            if (e == 1)
              s++;
            if (s == 5)
              return 0;
          }
        }";
    let run = explored(source, &["--timeout", "60"]);
    assert_eq!(verdict(&run), "proved", "{run}");
    let s = &run["statistics"];
    assert_eq!(s["lines_covered"], s["lines_total"], "{run}");
}

/// The same bits in the same memory, of an input and of nobody.
#[test]
fn what_nobody_wrote_is_no_input() {
    let source = "extern unsigned char __VERIFIER_nondet_uchar(void);
        struct s { unsigned char a : 4, b : 4; };
        static void init(struct s *s, int k) {
          if (k)
            *(unsigned char *)s = __VERIFIER_nondet_uchar();
          s->a = 1;
        }
        int main(void) {
          struct s s, t;
          init(&t, 1);
          init(&t, 0);
          t.b = 1;
          init(&s, __VERIFIER_nondet_int());
          for (int i = 0; i < 2; i++) {
            int e = __VERIFIER_nondet_int();
            if (e == 1)
              return 0;
            if (e == 2)
              return s.b == 3;
          }
          return 0;
        }";
    for search in ["dfs", "bfs", "interleaved"] {
        let run = explored(source, &["--timeout", "60", "--search", search]);
        assert_eq!(verdict(&run), "violated", "{search}: {run}");
        assert_eq!(
            run["bugs"][0]["kind"], "uninitialised-read",
            "{search}: {run}"
        );
    }
}

/// A path that a limit ends would stand for one that it does not end.
#[test]
fn with_a_limit_on_depth_no_path_stands_for_another() {
    let source = "int main(void) {
          int k = 0;
          if (__VERIFIER_nondet_int())
            for (int i = 0; i < 8; i++)
              if (__VERIFIER_nondet_int())
                k ^= 1;
          k = 0;
          for (int s = 0; s < 4; s++) {
            int e = __VERIFIER_nondet_int();
            if (e == 1)
              return 0;
            if (s == 3)
              assert(e != 7);
          }
          return 0;
        }";
    let run = explored(source, &["--timeout", "60", "--max-depth", "11"]);
    assert_eq!(verdict(&run), "violated", "{run}");
    assert_eq!(repeated(&run), 0, "{run}");
}

/// The page and `everypath show` count them, too.
#[test]
fn paths_that_end_so_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let source = "extern int __VERIFIER_nondet_int(void);
        int main(void) { while (__VERIFIER_nondet_int() > 3); return 0; }";
    fs::write(dir.path().join("p.c"), source).unwrap();
    let run = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .current_dir(dir.path())
            .args(args)
            .output()
            .unwrap();
        let said = [out.stdout, out.stderr].concat();
        String::from_utf8_lossy(&said).into_owned()
    };
    let told = "1 at a state met before";
    let text = run(&[
        "test",
        "p.c",
        "--no-native",
        "--out",
        "out",
        "--html",
        "page",
    ]);
    assert!(text.contains(told), "{text}");
    let list = run(&["show", "out"]);
    assert!(list.contains(told), "{list}");
    let page = fs::read_to_string(dir.path().join("page/index.html")).unwrap();
    assert!(page.contains("paths at a state met before"), "the page");
    // Its paths can be walked again: the tree has them, and so has `show`.
    assert!(!text.contains("could not be walked again"), "{text}");
    let steps = run(&["show", "out", "--path", "1"]);
    assert!(steps.contains("p.c:2"), "{steps}");
}

#[test]
fn it_can_be_switched_off() {
    let source = "int main(void) {
          for (int i = 0; i < 3; i++)
            if (__VERIFIER_nondet_int() == 5 && __VERIFIER_nondet_int() == 6)
              abort();
          return 0;
        }";
    let (on, off) = (
        explored(source, &["--timeout", "60"]),
        explored(source, &["--timeout", "60", "--no-subsumption"]),
    );
    assert!(repeated(&on) > 0, "{on}");
    assert_eq!(repeated(&off), 0, "{off}");
    for run in [&on, &off] {
        assert_eq!(verdict(run), "violated", "{run}");
        assert_eq!(run["bugs"].as_array().unwrap().len(), 1, "{run}");
    }
}
