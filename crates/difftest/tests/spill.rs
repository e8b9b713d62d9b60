//! States that wait only as their decisions are rebuilt as they were: a run
//! that keeps one state ready finds the same paths as one that keeps all. The
//! same for states that wait with their registers packed.

mod common;

use ep_base::outcome::{Bug, ErrorKind, PathEnd, Statistics, TestCase};
use ep_base::{Budget, Diagnostic};
use ep_explore::{explore, Observer, Options, PathView, SearchKind};

const SOURCE: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
struct node { int key; struct node *next; };
int main(void) {
  unsigned char n, code[5];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(code, sizeof code, "code");
  klee_assume(n < 4);
  struct node *head = 0;
  char table[8] = {0};
  for (int i = 0; i < n; i++) {
    struct node *x = malloc(sizeof *x);
    x->key = code[i] & 7;
    x->next = head;
    head = x;
    table[code[i] & 7]++;
  }
  int *p[3] = {&head->key, 0, (int *)table};
  switch (code[4] & 3) {
  case 0: return table[code[0] & 7];
  case 1: if (head && head->key == 3) return 10 / (head->key - code[1]); break;
  case 2: { char *m = malloc(n); if (n) m[code[2] & 3] = 1; free(m); break; }
  default: return *p[code[3] % 3] & 1;
  }
  char s[4] = "ab";
  s[2] = code[0];
  return strlen(s) == 3 && strcmp(s, "abc") == 0;
}
"#;

#[derive(Default)]
struct Paths(Vec<String>);

impl Observer for Paths {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
    fn path(&mut self, p: &PathView<'_>) {
        // Conjuncts as a set: what the solver need not be asked for when a
        // state is rebuilt may stand in another order.
        let mut c: Vec<String> = p.condition.conjuncts().map(|c| p.pool.infix(c)).collect();
        c.sort();
        c.dedup();
        let end = match p.end {
            PathEnd::Exit { status } => format!("exit {status:?}"),
            e => format!("{e:?}"),
        };
        self.0.push(format!("{end}: {}", c.join(" && ")));
    }
}

/// Inputs are asked for, and paths fork, below callers that have locals in
/// registers and in memory, pointers, and arguments beyond the named ones; one
/// function has several activations.
const CALLS: &str = r#"
#include <klee/klee.h>
#include <stdarg.h>
#include <stdlib.h>
struct pair { int a; char *text; };
static int pick(int n, ...) {
  va_list l;
  va_start(l, n);
  int last = 0;
  for (int i = 0; i < n; i++) {
    int x = va_arg(l, int);
    if (x > last) last = x;
  }
  va_end(l);
  return last;
}
static int ask(struct pair *p, int *local) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  if (c < 10) *local += c & 1;
  else if (c == 200) p->text[c & 3] = 'x';
  else p->a -= pick(3, c & 1, c & 2, 1);
  return c & 4 ? 1 : 2;
}
static int deep(struct pair p, int n, long wide) {
  int local = n;
  int other = p.a - 3;
  int got = ask(&p, &local);
  if (n > 0) got += deep(p, n - 1, wide - local);
  wide += other;
  return got + local + (int)(wide & 7) + p.a;
}
int main(void) {
  char text[80] = "abc";
  struct pair p = {5, malloc(40)};
  for (int i = 0; i < 40; i++) p.text[i] = text[i] + i;
  int r = deep(p, 2, -5);
  int s = 0;
  for (int i = 0; i < 40; i++) s += p.text[i];
  if (s == 1) r = 1 / (r - r);
  free(p.text);
  return (r + s) & 63;
}
"#;

fn paths(search: SearchKind, max_ready: Option<usize>) -> (Vec<String>, Statistics) {
    run(SOURCE, search, max_ready, usize::MAX, false)
}

fn run(
    source: &str,
    search: SearchKind,
    max_ready: Option<usize>,
    pack_from: usize,
    leaks: bool,
) -> (Vec<String>, Statistics) {
    let module = common::module(source, &["main"]);
    let mut options = Options {
        search,
        max_ready,
        pack_from,
        seed: 7,
        ..Options::default()
    };
    options.checks = options.checks.with(ErrorKind::Leak, leaks);
    let mut seen = Paths::default();
    let e = explore(&module, &options, &Budget::default(), &mut seen).expect("explore");
    assert!(e.outcome.stopped.is_none());
    assert!(
        e.outcome.incomplete.is_empty(),
        "{:?}",
        e.outcome.incomplete
    );
    seen.0.sort();
    (seen.0, e.outcome.statistics)
}

#[test]
fn spilled_states_are_rebuilt_as_they_were() {
    for search in [SearchKind::Bfs, SearchKind::Dfs, SearchKind::RandomPath] {
        let (all, _) = paths(search, None);
        assert!(all.len() > 30, "the program has paths: {}", all.len());
        let (few, statistics) = paths(search, Some(1));
        assert!(
            statistics.states_spilled > 5,
            "{} spilled",
            statistics.states_spilled
        );
        assert_eq!(all.len(), few.len(), "{search:?}");
        let ends = |v: &[String]| -> Vec<String> {
            let mut e: Vec<String> = v
                .iter()
                .map(|s| s.split(':').next().unwrap_or("").to_string())
                .collect();
            e.sort();
            e
        };
        assert_eq!(ends(&all), ends(&few), "{search:?}");
    }
}

#[test]
fn packed_states_go_on_as_they_were() {
    for source in [SOURCE, CALLS] {
        for search in [SearchKind::Bfs, SearchKind::RandomPath] {
            for leaks in [false, true] {
                let (plain, _) = run(source, search, None, usize::MAX, leaks);
                assert!(plain.len() > 30, "the program has paths: {}", plain.len());
                let (packed, _) = run(source, search, None, 0, leaks);
                assert_eq!(plain, packed, "{search:?}, leaks {leaks}");
            }
        }
    }
}
