//! Forms that are found one loop after the other pay for every way, and are as good
//! as those that are found together.

use super::engine::Engine;
use super::explore::{unfold, Graph, Target};
use super::facts::Counters;
use super::forms::Found;
use super::lin::Lin;
use super::potential::{self, Kind};
use super::weight::Weight;
use super::{staged, start, walk_tests, Options};
use ep_base::entity::EntityId;
use num_bigint::BigInt;
use num_traits::One;

/// That the forms add up along each way, by the facts of the way alone.
fn pays(graph: &Graph, found: &Found, kind: Kind, weigh: &dyn Fn(usize) -> Weight) {
    for (n, arc) in graph.arcs.iter().enumerate() {
        let own = match arc.source {
            Some(c) => &found.cuts[c.index()],
            None => &found.starts[&n],
        };
        let (next, divisor) = match arc.target {
            Target::Cut(c) => {
                let mu = graph.cuts.get(c).unwrap().mu(&arc.arrival);
                let q = &found.cuts[c.index()];
                let form = q.form.substitute(&|v| mu.get(&v).cloned());
                (form, q.divisor.clone())
            }
            _ => (Lin::default(), BigInt::one()),
        };
        // own - weight - next, without fractions.
        let rest = own.form.times(&divisor);
        let rest = rest.plus_times(&next, &-&own.divisor);
        let weight = weigh(n).linear().unwrap().clone();
        let rest = rest.plus_times(&weight, &-(&own.divisor * &divisor));
        let facts = &arc.arrival.state.facts;
        let mut count = Counters::default();
        if kind != Kind::Lower {
            assert!(facts.entails(&rest, &mut count), "way {n}: {rest:?}");
        }
        if kind != Kind::Upper {
            let less = rest.times(&-BigInt::one());
            assert!(facts.entails(&less, &mut count), "way {n}: {less:?}");
        }
    }
}

/// Looks at what is found alone and together.
type Check<'a> = dyn FnMut(Kind, &Graph, Option<&Found>, Option<&Found>) + 'a;

/// What each kind finds for the last way out of the start, alone and together, of all
/// that is counted and of the first and last loop.
fn found(c: &str, check: &mut Check<'_>) {
    let module = walk_tests::read(c);
    let f = module.function("f").unwrap();
    let options = Options::default();
    let mut engine = Engine::new(&module, &options, false);
    let s = start::start(&mut engine, f).unwrap();
    let Ok(graph) = unfold(&mut engine, s, &mut |_| {}) else {
        panic!("no graph");
    };
    let stages = graph.stages(&engine).expect("a row of loops");
    let of = |n: usize| graph.arcs[n].arrival.state.weight();
    let loops: Vec<_> = super::measured::loops(&graph).into_iter().collect();
    let back = |n: usize, k: usize| {
        let a = &graph.arcs[n].arrival;
        let key = (a.key.path.clone(), a.key.func, a.key.block);
        Weight::number(u64::from(a.state.back_edge && loops[k] == key))
    };
    let last = loops.len() - 1;
    let (first, end) = (|n: usize| back(n, 0), |n: usize| back(n, last));
    let costs: [&dyn Fn(usize) -> Weight; 3] = [&of, &first, &end];
    for weigh in costs {
        for kind in [Kind::Exact, Kind::Upper, Kind::Lower] {
            let one = staged::solve(&engine, &graph, stages, kind, weigh);
            let all = potential::solve(&engine, &graph, kind, weigh);
            for f in one.iter().chain(&all) {
                pays(&graph, f, kind, weigh);
            }
            check(kind, &graph, one.as_ref(), all.as_ref());
        }
    }
}

/// The largest cost of a way out of the start that these inputs may take.
fn worst(graph: &Graph, found: &Found, at: u64) -> BigInt {
    let put = |f: &Lin| f.substitute(&|_| Some(Lin::number(at))).constant().clone();
    let taken = |n: usize| {
        let mut facts = graph.arcs[n].arrival.state.facts.iter();
        facts.all(|(d, within)| within.contains(&put(d)))
    };
    let starts = found.starts.iter().filter(|(n, _)| taken(**n));
    starts
        .map(|(_, q)| put(&q.form) / &q.divisor)
        .max()
        .unwrap()
}

#[test]
fn exact_costs_of_a_row_are_found_loop_by_loop() {
    let row = "void f(unsigned char n) { for (unsigned a = 0; a < n; a++) ; for (unsigned b = 0; b < n; b++) ; \
        for (unsigned c = 0; c < n; c++) for (unsigned d = 0; d < 3; d++) ; for (unsigned e = n; e > 0; e--) ; \
        for (unsigned g = 0; g < n; g++) ; }";
    found(row, &mut |kind, graph, one, all| {
        if kind == Kind::Exact {
            let (one, all) = (one.expect("alone"), all.expect("together"));
            assert_eq!(worst(graph, one, 200), worst(graph, all, 200));
        }
    });
}

#[test]
fn arguments_that_wrap_have_bounds_that_are_as_good() {
    let calls = "static unsigned g(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s++; return s; }\n\
        unsigned f(unsigned n) { return g(n) + g(n + 1) + g(n + 2) + g(n + 3) + g(n + 4); }";
    let mut bounds = 0;
    found(calls, &mut |kind, graph, one, all| match kind {
        // The last call has its own number of rounds where its argument wraps.
        Kind::Exact => {}
        Kind::Upper => {
            let (one, all) = (one.expect("alone"), all.expect("together"));
            for at in [1, 1000, 4_000_000_000] {
                assert!(worst(graph, one, at) <= worst(graph, all, at), "{at}");
            }
            bounds += 1;
        }
        Kind::Lower => {
            let one = one.expect("alone");
            let all = worst(graph, all.expect("together"), 1 << 20);
            assert!(worst(graph, one, 1 << 20) >= all * 3 / 4);
        }
    });
    assert_eq!(bounds, 3);
}

#[test]
fn what_is_lost_on_the_way_has_no_form() {
    // The second half of the row counts what was read of unknown memory.
    let lost = "void f(unsigned char n, unsigned char *p) { for (unsigned a = 0; a < n; a++) ; for (unsigned b = 0; b < n; b++) ; \
        unsigned k = *p; for (unsigned c = 0; c < k; c++) ; for (unsigned d = 0; d < k; d++) ; }";
    found(lost, &mut |kind, _, one, _| {
        if kind == Kind::Upper {
            // As many rounds as the type has numbers.
            assert!(one.is_some());
        }
    });
}
