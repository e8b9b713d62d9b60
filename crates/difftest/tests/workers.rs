//! Several workers explore the same paths as one: on written programs and on
//! generated ones that live in memory.

mod common;

use common::listen::Frames;
use common::random::Random;
use ep_base::outcome::{Bug, PathEnd, Statistics, TestCase};
use ep_base::{Budget, Diagnostic, StopReason};
use ep_explore::forking::journal::Restored;
use ep_explore::{explore_with, Observer, Options, PathView, SearchKind};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Ends(Arc<Mutex<Vec<String>>>);

impl Observer for Ends {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
    fn path(&mut self, p: &PathView<'_>) {
        let end = match p.end {
            PathEnd::Exit { status } => format!("exit {status:?}"),
            e => format!("{e:?}"),
        };
        let text = format!("{end} after {} conditions", p.condition.len());
        self.0.lock().expect("no panic").push(text);
    }
}

#[derive(PartialEq, Debug)]
struct Result_ {
    ends: Vec<String>,
    bugs: Vec<(String, u32, u64)>,
    counts: [u64; 6],
    lines: Vec<(String, Vec<u32>)>,
}

fn result(ends: &Ends, outcome: ep_base::outcome::Outcome) -> Result_ {
    let s = outcome.statistics;
    let mut bugs: Vec<_> = outcome
        .bugs
        .iter()
        .map(|b| (b.kind.word().to_string(), b.place.line, b.paths))
        .collect();
    bugs.sort();
    let mut ends = ends.0.lock().expect("no panic").clone();
    ends.sort();
    Result_ {
        ends,
        bugs,
        counts: [
            s.paths_complete,
            s.paths_error,
            s.paths_incomplete,
            s.llvm_instructions,
            s.lines_covered,
            s.branches_covered,
        ],
        lines: outcome
            .coverage
            .into_iter()
            .map(|(f, c)| (f, c.covered))
            .collect(),
    }
}

fn run(module: &ep_ir::Module, options: &Options, jobs: usize) -> Result_ {
    let ends = Ends::default();
    let observers = (0..jobs)
        .map(|_| Box::new(ends.clone()) as Box<dyn Observer + Send>)
        .collect();
    let budget = Budget::default();
    let done = explore_with(
        module,
        options,
        &budget,
        observers,
        None,
        Restored::default(),
    )
    .expect("explore");
    assert!(done.outcome.stopped.is_none());
    assert_eq!(done.outcome.statistics.workers, jobs as u64);
    result(&ends, done.outcome)
}

/// Without the number of conditions. The values of a length are told apart in the
/// order of the models, which depends on what the caches hold: the paths are the
/// same, the number of conditions by which a value is reached is not.
fn paths(mut r: Result_) -> Result_ {
    for end in &mut r.ends {
        if let Some((kind, _)) = end.split_once(" after ") {
            *end = kind.to_string();
        }
    }
    r.ends.sort();
    r
}

const WRITTEN: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
struct node { int key; struct node *next; };
int main(void) {
  unsigned char n, code[6];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(code, sizeof code, "code");
  klee_assume(n < 5);
  struct node *head = 0;
  char table[8] = {0}, raw[4];
  for (int i = 0; i < n; i++) {
    struct node *x = malloc(sizeof *x);
    x->key = code[i] & 7;
    x->next = head;
    head = x;
    table[code[i] & 7]++;
  }
  int *p[3] = {&head->key, 0, (int *)table};
  for (int i = 0; i < 2; i++)
  switch (code[4 + i] & 7) {
  case 0: if (table[code[0] & 7] > 2) return 1; break;
  case 1: if (head && head->key == 3) return 10 / (head->key - code[1]); break;
  case 2: { char *m = malloc(n); if (n) m[code[2] & 3] = 1; free(m); break; }
  case 3: if (raw[code[1] & 3]) return 2; break;
  case 4: if (code[i] > code[i + 1]) { if (code[i] % 3 == 1) abort(); } break;
  default: return *p[code[3] % 3] & 1;
  }
  char s[4] = "ab";
  s[2] = code[0];
  return strlen(s) == 3 && strcmp(s, "abc") == 0;
}
"#;

#[test]
fn several_workers_find_what_one_finds() {
    let module = common::module(WRITTEN, &["main"]);
    for search in [
        SearchKind::Interleaved,
        SearchKind::Bfs,
        SearchKind::RandomPath,
    ] {
        let options = Options {
            search,
            ..Options::default()
        };
        let one = run(&module, &options, 1);
        assert!(one.ends.len() > 100 && one.bugs.len() >= 3, "{one:?}");
        let one = paths(one);
        for jobs in [2, 4] {
            let several = paths(run(&module, &options, jobs));
            assert_eq!(one, several, "{search:?}, {jobs}");
        }
    }
}

#[test]
fn several_workers_agree_on_generated_programs() {
    let mut r = Random(20);
    for k in 0..10 {
        let (source, _) = common::memory_program::generate(&mut r);
        let module = common::module(&source, &["main"]);
        let options = Options::default();
        let [one, three] = [1, 3].map(|jobs| paths(run(&module, &options, jobs)));
        assert_eq!(one, three, "program {k}:\n{source}");
    }
}

/// A run that is stopped again and again and goes on from its frames ends as
/// one that is not, and each frame alone is a point to go on from.
#[test]
fn every_frame_is_a_point_to_go_on_from() {
    let module = common::module(WRITTEN, &["main"]);
    for jobs in [1, 3] {
        let options = Options {
            all_tests: true,
            ..Options::default()
        };
        let whole = run(&module, &options, jobs);
        let frames = Frames::default();
        let ends = Ends::default();
        let mut outcome = None;
        for part in 1..400u64 {
            let from = frames.restored();
            assert_eq!(from.begun, part > 1);
            let budget = Budget {
                max_paths: Some(part * 9),
                ..Budget::default()
            };
            let observers = (0..jobs)
                .map(|_| Box::new(ends.clone()) as Box<dyn Observer + Send>)
                .collect();
            let done = explore_with(&module, &options, &budget, observers, Some(&frames), from)
                .expect("explore");
            let s = &done.outcome.statistics;
            let finished = done.outcome.stopped.is_none();
            if !finished {
                assert_eq!(done.outcome.stopped, Some(StopReason::Paths));
                // The limit holds for all workers together. Several errors
                // may come with the path that reaches it.
                assert!(s.paths_complete <= part * 9, "{s:?}");
            }
            outcome = Some(done.outcome);
            if finished {
                break;
            }
        }
        let outcome = outcome.expect("at least one part");
        assert_eq!(outcome.statistics.states_waiting, 0, "not finished");
        let parts = result(&ends, outcome);
        assert_eq!(paths(whole), paths(parts), "{jobs} workers");
    }
}
