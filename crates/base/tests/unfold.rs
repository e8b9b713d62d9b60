//! Unfolding of small programs over ranges: whatever a run does, the graph holds it,
//! and can be walked beside it; loops close; limits leave nodes that wait.

use ep_base::graph::{Graph, Kind, NodeId, Status, Words};
use ep_base::random::Random;
use ep_base::unfold::{unfold, Next, Unfold};
use ep_base::Stop;

/// One line of a program over two variables.
#[derive(Clone, Copy, Debug)]
enum Line {
    Add(usize, i64),
    Set(usize, i64),
    /// To the other line where the variable is below the number.
    Below(usize, i64, usize),
}

/// A line and a range for each variable; the ends may be missing.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    line: usize,
    ranges: [(Option<i64>, Option<i64>); 2],
}

impl State {
    fn holds(&self, line: usize, values: [i64; 2]) -> bool {
        let inside = |((low, high), x): (&(Option<i64>, Option<i64>), i64)| {
            low.is_none_or(|l| l <= x) && high.is_none_or(|h| x <= h)
        };
        self.line == line && self.ranges.iter().zip(values).all(inside)
    }
}

struct Program {
    lines: Vec<Line>,
    generalise: bool,
}

impl Words for Program {
    type State = State;
    type Label = usize;
    type Case = bool;
    type Renaming = ();
    type Reason = &'static str;
}

impl Unfold for Program {
    type Place = usize;

    fn place(&self, state: &State) -> usize {
        state.line
    }

    fn next(&mut self, state: &State) -> Result<Vec<Next<Self>>, &'static str> {
        let empty =
            |(low, high): &(Option<i64>, Option<i64>)| low.zip(*high).is_some_and(|(l, h)| l > h);
        if state.ranges.iter().any(empty) {
            return Err("an empty range");
        }
        let Some(line) = self.lines.get(state.line) else {
            return Ok(Vec::new());
        };
        let mut after = state.clone();
        after.line += 1;
        Ok(match *line {
            Line::Add(v, k) => {
                let (low, high) = state.ranges[v];
                after.ranges[v] = (low.map(|l| l + k), high.map(|h| h + k));
                vec![(Kind::Step, Some(state.line), after)]
            }
            Line::Set(v, k) => {
                after.ranges[v] = (Some(k), Some(k));
                vec![(Kind::Step, Some(state.line), after)]
            }
            Line::Below(v, k, to) => {
                let (low, high) = state.ranges[v];
                let mut taken = state.clone();
                taken.line = to;
                taken.ranges[v].1 = Some(high.map_or(k - 1, |h| h.min(k - 1)));
                after.ranges[v].0 = Some(low.map_or(k, |l| l.max(k)));
                vec![
                    (Kind::Fork(true), None, taken),
                    (Kind::Fork(false), None, after),
                ]
            }
        })
    }

    fn covers(&mut self, old: &State, new: &State) -> Option<()> {
        let inside = old.ranges.iter().zip(&new.ranges).all(|(o, n)| {
            o.0.is_none_or(|l| n.0.is_some_and(|m| l <= m))
                && o.1.is_none_or(|h| n.1.is_some_and(|m| m <= h))
        });
        inside.then_some(())
    }

    /// What moved has no end on that side.
    fn join(&mut self, old: &State, new: &State) -> Option<(State, ())> {
        if !self.generalise {
            return None;
        }
        let mut both = old.clone();
        for (b, n) in both.ranges.iter_mut().zip(&new.ranges) {
            b.0 = b.0.filter(|l| n.0.is_some_and(|m| *l <= m));
            b.1 = b.1.filter(|h| n.1.is_some_and(|m| m <= *h));
        }
        Some((both, ()))
    }
}

/// The node in which a state of a run is looked for: what covers a node, or is more
/// general, stands in its place.
fn settled(graph: &Graph<Program>, mut n: NodeId) -> NodeId {
    loop {
        let on = graph
            .leaving(n)
            .find(|e| matches!(e.kind, Kind::Subsumed(()) | Kind::Generalised(())));
        match on {
            Some(e) => n = e.to,
            None => return n,
        }
    }
}

/// Walks a run through the graph.
fn walked(program: &Program, graph: &Graph<Program>, first: NodeId, start: [i64; 2]) -> usize {
    let (mut line, mut values, mut n) = (0, start, settled(graph, first));
    for step in 0..200 {
        let node = graph.get(n).expect("a node");
        assert!(
            node.state.holds(line, values),
            "{values:?} at {line} is not in {:?}",
            node.state
        );
        assert!(
            matches!(node.status, Status::Unfolded),
            "{values:?} at {line}"
        );
        let case = match program.lines.get(line) {
            None => return step,
            Some(Line::Add(v, k)) => {
                values[*v] += k;
                line += 1;
                None
            }
            Some(Line::Set(v, k)) => {
                values[*v] = *k;
                line += 1;
                None
            }
            Some(Line::Below(v, k, to)) => {
                let taken = values[*v] < *k;
                line = if taken { *to } else { line + 1 };
                Some(taken)
            }
        };
        let edge = graph.leaving(n).find(|e| match (&e.kind, case) {
            (Kind::Step, None) => true,
            (Kind::Fork(c), Some(taken)) => *c == taken,
            _ => false,
        });
        n = settled(graph, edge.expect("the step is there").to);
    }
    200
}

fn random(r: &mut Random) -> Program {
    let count = 3 + r.below(5);
    let lines = (0..count).map(|_| {
        let (v, k) = (r.below(2), r.below(9) as i64 - 4);
        match r.below(4) {
            0 => Line::Set(v, k),
            1 => Line::Below(v, k, r.below(count + 1)),
            2 => Line::Below(v, k * 3, r.below(count)),
            _ => Line::Add(v, k),
        }
    });
    Program {
        lines: lines.collect(),
        generalise: true,
    }
}

fn anything() -> State {
    State {
        line: 0,
        ranges: [(None, None); 2],
    }
}

#[test]
fn graphs_hold_all_runs() {
    let mut r = Random::new(14);
    let (mut closed, mut dead, mut steps) = (0, 0, 0);
    for _ in 0..500 {
        let mut program = random(&mut r);
        let graph = unfold(&mut program, anything(), 2_000, &Stop::never());
        assert!(graph.is_whole(), "{:?}", program.lines);
        for (n, node) in graph.nodes() {
            let ends = graph.leaving(n).next().is_none();
            match node.status {
                Status::Infeasible(why) => {
                    assert!(ends && why == "an empty range");
                    dead += 1;
                }
                _ => assert!(!ends || node.state.line >= program.lines.len()),
            }
        }
        closed += graph.edges().iter().filter(|e| e.to <= e.from).count();
        let first = graph.nodes().next().expect("a node").0;
        for x in -6..=6 {
            for y in [-7, -1, 0, 2, 11] {
                steps += walked(&program, &graph, first, [x, y]);
            }
        }
    }
    assert!(
        closed > 200 && dead > 100 && steps > 50_000,
        "{closed} {dead} {steps}"
    );
}

/// Without generalisation a counter has a node for each value, up to the limit.
#[test]
fn what_is_beyond_the_limit_waits() {
    let lines = vec![Line::Set(0, 0), Line::Add(0, 1), Line::Below(1, 5, 1)];
    let mut program = Program {
        lines: lines.clone(),
        generalise: false,
    };
    let graph = unfold(&mut program, anything(), 50, &Stop::never());
    assert!(
        !graph.is_whole() && (50..60).contains(&graph.len()),
        "{}",
        graph.len()
    );
    program.generalise = true;
    let graph = unfold(&mut program, anything(), 50, &Stop::never());
    assert!(graph.is_whole() && graph.len() < 20, "{}", graph.len());
    let back = graph
        .edges()
        .iter()
        .filter(|e| matches!(e.kind, Kind::Subsumed(())));
    assert!(back.count() >= 1);
    let cancel = ep_base::Cancel::new();
    cancel.cancel();
    let budget = ep_base::Budget {
        cancel,
        ..ep_base::Budget::default()
    };
    let graph = unfold(&mut program, anything(), 50, &budget.stop());
    assert!(graph.len() == 1 && !graph.is_whole());
}

/// An edge to a node of another graph is none.
#[test]
fn edges_stay_inside() {
    let mut graph: Graph<Program> = Graph::default();
    assert!(graph.is_empty());
    let n = graph.node(anything());
    graph.edge(n, NodeId(7), Kind::Call, None);
    graph.edge(NodeId(7), n, Kind::Return, None);
    assert!(graph.edges().is_empty() && graph.leaving(n).next().is_none());
    graph.edge(n, n, Kind::Join, None);
    graph.settle(n, Status::Unfolded);
    assert!(graph.is_whole() && graph.leaving(n).count() == 1);
}
