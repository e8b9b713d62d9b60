//! Paths end where they come to a state that was met before: random programs that read
//! for ever over few states, whose reachable states are known by enumeration. What is
//! proved is true, what is violated is, and nothing is left open; with states that are
//! rebuilt from their decisions and with several workers, too.

mod common;

use common::random::Random;
use ep_base::outcome::{Bug, Statistics, TestCase, Verdict};
use ep_base::{Budget, Diagnostic};
use ep_explore::forking::journal::Restored;
use ep_explore::{explore_with, Observer, Options, SearchKind};
use std::collections::BTreeSet;
use std::fmt::Write;

struct Silent;

impl Observer for Silent {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
}

/// `if (e == event && guard) update`, the first that fits.
struct Rule {
    event: u64,
    guard: Vec<(usize, u64)>,
    update: Vec<(usize, u64)>,
}

struct System {
    sizes: Vec<u64>,
    events: u64,
    rules: Vec<Rule>,
    first: Vec<u64>,
    bad: Vec<u64>,
}

/// How the program keeps its state.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Globals,
    Bytes,
    /// In a block that is made anew in each round.
    Block,
    Locals,
}

impl System {
    fn new(r: &mut Random) -> System {
        let n = 2 + r.below(3) as usize;
        let sizes: Vec<u64> = (0..n).map(|_| 2 + r.below(3)).collect();
        let events = 2 + r.below(3);
        let pick = |r: &mut Random, most: u64| -> Vec<(usize, u64)> {
            let mut cells: Vec<(usize, u64)> = Vec::new();
            for _ in 0..=r.below(most) {
                let i = r.below(n as u64) as usize;
                if cells.iter().all(|c| c.0 != i) {
                    cells.push((i, r.below(sizes[i])));
                }
            }
            cells
        };
        let rules = (0..5 + r.below(15))
            .map(|_| Rule {
                event: 1 + r.below(events),
                guard: pick(r, 3),
                update: pick(r, 2),
            })
            .collect();
        let first: Vec<u64> = sizes.iter().map(|s| r.below(*s)).collect();
        let bad: Vec<u64> = sizes.iter().map(|s| r.below(*s)).collect();
        System {
            sizes,
            events,
            rules,
            first,
            bad,
        }
    }

    fn next(&self, s: &[u64], event: u64) -> Vec<u64> {
        let mut out = s.to_vec();
        let fits = |r: &&Rule| r.event == event && r.guard.iter().all(|(i, v)| s[*i] == *v);
        if let Some(r) = self.rules.iter().find(fits) {
            r.update.iter().for_each(|(i, v)| out[*i] = *v);
        }
        out
    }

    /// Whether the bad state is reached by an event.
    fn is_violated(&self) -> bool {
        let mut seen = BTreeSet::from([self.first.clone()]);
        let mut todo = vec![self.first.clone()];
        while let Some(s) = todo.pop() {
            for event in 1..=self.events {
                let t = self.next(&s, event);
                if t == self.bad {
                    return true;
                }
                if seen.insert(t.clone()) {
                    todo.push(t);
                }
            }
        }
        false
    }

    fn source(&self, kept: Kept) -> String {
        let n = self.sizes.len();
        let cell = |i: usize| match kept {
            Kept::Globals | Kept::Locals => format!("a{i}"),
            Kept::Bytes => format!("s.v[{i}]"),
            Kept::Block => format!("h[{i}]"),
        };
        let mut out = String::from(
            "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n",
        );
        let values: Vec<String> = self.first.iter().map(u64::to_string).collect();
        let mut locals = String::new();
        match kept {
            Kept::Globals => {
                for (i, v) in values.iter().enumerate() {
                    let _ = writeln!(out, "static int a{i} = {v};");
                }
            }
            Kept::Locals => {
                for (i, v) in values.iter().enumerate() {
                    let _ = writeln!(locals, "  int a{i} = {v};");
                }
            }
            Kept::Bytes => {
                let list = values.join(", ");
                let _ = writeln!(
                    out,
                    "static struct {{ unsigned char v[{n}]; }} s = {{{{{list}}}}};"
                );
            }
            Kept::Block => {
                let _ = writeln!(
                    locals,
                    "  int *h = malloc({n} * sizeof *h);\n  if (!h) return 0;"
                );
                for (i, v) in values.iter().enumerate() {
                    let _ = writeln!(locals, "  h[{i}] = {v};");
                }
            }
        }
        let _ = writeln!(out, "int main(void) {{\n{locals}  for (;;) {{");
        let _ = writeln!(
            out,
            "    int e = __VERIFIER_nondet_int();\n    if (e < 1 || e > {}) return 0;",
            self.events
        );
        if matches!(kept, Kept::Block) {
            let _ = writeln!(
                out,
                "    int *m = malloc({n} * sizeof *m);\n    if (!m) return 0;\n    \
                 for (int i = 0; i < {n}; i++) m[i] = h[i];\n    free(h);\n    h = m;"
            );
        }
        for (k, r) in self.rules.iter().enumerate() {
            let guard: String = (r.guard.iter())
                .map(|(i, v)| format!(" && {} == {v}", cell(*i)))
                .collect();
            let update: String = (r.update.iter())
                .map(|(i, v)| format!("{} = {v}; ", cell(*i)))
                .collect();
            let or = if k == 0 { "" } else { "else " };
            let _ = writeln!(out, "    {or}if (e == {}{guard}) {{ {update}}}", r.event);
        }
        let bad: Vec<String> = (self.bad.iter().enumerate())
            .map(|(i, v)| format!("{} == {v}", cell(i)))
            .collect();
        let _ = writeln!(out, "    assert(!({}));\n  }}\n}}", bad.join(" && "));
        out
    }
}

fn verdict(source: &str, options: &Options, jobs: usize) -> (Verdict, Statistics) {
    let module = common::module(source, &["main"]);
    let observers = (0..jobs).map(|_| Box::new(Silent) as Box<dyn Observer + Send>);
    let e = explore_with(
        &module,
        options,
        &Budget::default(),
        observers.collect(),
        None,
        Restored::default(),
    )
    .expect("explore");
    (e.outcome.verdict, e.outcome.statistics)
}

#[test]
fn what_is_enumerated_is_what_is_found() {
    let (mut violated, mut repeated) = (0, 0);
    for seed in 0..48 {
        let mut r = Random(900 + seed);
        let system = System::new(&mut r);
        let expected = system.is_violated();
        violated += u32::from(expected);
        for kept in [Kept::Globals, Kept::Bytes, Kept::Block, Kept::Locals] {
            if seed % 4 != kept as u64 {
                continue;
            }
            let source = system.source(kept);
            for (max_ready, jobs) in [(None, 1), (Some(1), 1), (None, 3)] {
                let options = Options {
                    subsumption: true,
                    search: SearchKind::Bfs,
                    max_ready,
                    ..Options::default()
                };
                let (found, s) = verdict(&source, &options, jobs);
                let right = match expected {
                    true => found == Verdict::Violated,
                    false => found == Verdict::Proved,
                };
                assert!(
                    right,
                    "{seed} {kept:?} {max_ready:?} {jobs}: {found:?}\n{source}"
                );
                repeated += u32::from(s.paths_repeated > 0);
            }
        }
    }
    assert!((5..43).contains(&violated), "{violated} of 48 are violated");
    assert!(
        repeated > 120,
        "{repeated} of 144 runs came to a known state"
    );
}
