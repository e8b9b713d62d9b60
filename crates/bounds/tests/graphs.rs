//! What the analyses unfold stands in the graph that they share, with each kind of
//! edge where the program has it.

use ep_base::entity::EntityId;
use ep_base::graph::{Graph, Kind, Status, Words};
use ep_base::memory::{Visited, Visits};
use ep_bounds::time::{analyse, Options};
use ep_clang::ReadOptions;
use ep_ir::Module;

fn module(source: &str) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("write");
    let options = ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        clang_flags: vec!["-fwrapv".into()],
        scratch: dir.path().to_path_buf(),
        roots: vec!["f".into()],
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

/// The kinds of edges, each with its ends.
fn kinds<W: Words>(graph: &Graph<W>) -> Vec<(&'static str, usize, usize)> {
    let word = |k: &Kind<W>| match k {
        Kind::Step => "step",
        Kind::Fork(_) => "fork",
        Kind::Join => "join",
        Kind::Generalised(_) => "generalised",
        Kind::Call => "call",
        Kind::Return => "return",
        Kind::Summary => "summary",
        Kind::Subsumed(_) => "subsumed",
    };
    (graph.edges().iter())
        .map(|e| (word(&e.kind), e.from.index(), e.to.index()))
        .collect()
}

fn timed(source: &str) -> ep_base::time::Graph {
    let m = module(source);
    let f = m.function("f").expect("the entry");
    analyse(&m, f, &Options::default(), &mut |_| {}).graph
}

fn visited(source: &str) -> Visits {
    let m = module(source);
    let f = m.function("f").expect("the entry");
    let mut o = ep_bounds::memory::Options::default();
    o.explore.entry = ep_explore::Entry::Function {
        name: "f".into(),
        heap: ep_explore::HeapLimits::default(),
    };
    o.summaries.told = true;
    let found = ep_bounds::memory::analyse(&m, f, &o, &mut |_| {}).expect("a result");
    found.regions
}

#[test]
fn loops_close_and_calls_stand_beside_their_summaries() {
    let graph = timed("unsigned f(unsigned n) { return n == 0 ? 0 : 1 + f(n - 1); }");
    let all = kinds(&graph);
    let (call, head) = all
        .iter()
        .find(|e| e.0 == "call")
        .map(|e| (e.1, e.2))
        .unwrap_or_else(|| panic!("no call: {all:?}"));
    // Into the function again, over its effect, and out of it.
    for (kind, from) in [
        ("return", head),
        ("call", head),
        ("call", 0),
        ("summary", head),
    ] {
        let there = all.iter().any(|e| e.0 == kind && e.1 == from);
        assert!(there, "{kind} from {from} ({call} calls): {all:?}");
    }
    let paid = timed(
        "static unsigned g(unsigned n) { return n == 0 ? 0 : 1 + g(n - 1); }
         unsigned f(unsigned n) { unsigned s = g(n); while (s) s--; return s; }",
    );
    let all = kinds(&paid);
    assert!(all.iter().any(|e| e.0 == "summary"), "{all:?}");
    assert!(
        all.iter().any(|e| e.0 == "generalised" && e.2 <= e.1),
        "{all:?}"
    );
    assert!(paid.is_whole());
}

#[test]
fn cases_are_forks_and_what_was_not_decided_waits() {
    let graph = timed(
        "#include <stdlib.h>
         unsigned f(unsigned n, unsigned m) {
           unsigned x = 0;
           if (n > 7) exit(1);
           while (m) {
             if (n & 1) x += 3;
             if (n & 2) x += 5;
             if (n & 4) x += 7;
             if (n & 8) x += 11;
             m--;
           }
           return x; }",
    );
    let all = kinds(&graph);
    let forks: Vec<usize> = (all.iter().filter(|e| e.0 == "fork"))
        .map(|e| e.1)
        .collect();
    assert!(forks.contains(&0), "{all:?}");
    let joins: Vec<usize> = (all.iter().filter(|e| e.0 == "join"))
        .map(|e| e.2)
        .collect();
    assert!(joins.len() >= 2, "{all:?}");
    for j in &joins {
        let ways = joins.iter().filter(|k| *k == j).count();
        assert!(ways > 1, "one way alone meets nothing: {all:?}");
    }
    for e in graph.edges() {
        let cases = e.label.as_ref().map_or(0, |w| w.cases.len());
        let fork = matches!(e.kind, Kind::Fork(()));
        assert!(!fork || cases > 0, "a fork without a case: {e:?}");
    }
    assert!(graph.is_whole());
    // An instruction that no rule has leaves a state that waits.
    let open = timed("void f(void (*g)(void), unsigned n) { while (n) { g(); n--; } }");
    assert!(!open.is_whole(), "{:?}", kinds(&open));
}

#[test]
fn visits_of_regions_are_calls_summaries_and_what_subsumes_them() {
    let graph = visited(
        "#include <stdlib.h>
         static void g(unsigned n) { if (n < 9) { void *p = malloc(n); free(p); } }
         static void k(unsigned n) { if (n < 7) { void *p = malloc(n); free(p); } }
         static void h(unsigned a) { if (a < 5) k(a); g(a); g(3); g(4); }
         void f(unsigned a) { h(a); }",
    );
    let all = kinds(&graph);
    for kind in ["call", "summary", "subsumed", "fork"] {
        assert!(all.iter().any(|e| e.0 == kind), "no {kind}: {all:?}");
    }
    for e in graph.edges() {
        let states = (graph.get(e.from), graph.get(e.to));
        let (Some(from), Some(to)) = states else {
            panic!("an edge to nowhere");
        };
        match &e.kind {
            // What stands in for a visit is an older visit of the same function.
            Kind::Subsumed(()) => {
                assert!(e.to.index() < e.from.index());
                let (Visited::Region(a), Visited::Region(b)) = (&from.state, &to.state) else {
                    panic!("{from:?} by {to:?}");
                };
                assert_eq!((a.kind, &a.place), (b.kind, &b.place));
            }
            // A side that was impossible has its reason, and nothing follows it.
            Kind::Fork(()) => {
                assert!(matches!(to.status, Status::Infeasible(_)), "{to:?}");
                assert_eq!(graph.leaving(e.to).count(), 0);
            }
            _ => assert!(matches!(to.state, Visited::Region(_))),
        }
    }
    let reasons: Vec<&String> = (graph.nodes())
        .filter_map(|(_, n)| match &n.status {
            Status::Infeasible(r) => Some(r),
            _ => None,
        })
        .collect();
    assert!(reasons.iter().any(|r| r.contains("n > 6")), "{reasons:?}");
}
