//! The deepest stack over a call graph.
//!
//! Idea: a call costs the depth of its site, then the callee; the bound is the
//! heaviest path from the entry. Over a graph without cycles that is one pass.
//! A cycle needs how often its functions can be active at one time
//! (`--depth f=N`): a path then is at most that many segments from one of them
//! to the next, and a last one. Alternatives: path conditions can rule out
//! paths of this graph; they may only make the number smaller, so this one
//! stands on its own. Cost: linear, and quadratic in the size of a cycle.

use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arc {
    /// The callee.
    pub to: usize,
    /// How deep the caller is at the callee's first instruction.
    pub depth: u64,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    /// The deepest of its own code; none if that is not known.
    pub own: Option<u64>,
    /// Its calls.
    pub calls: Vec<Arc>,
    /// How often it is active at one time, where that was given.
    pub depth: Option<u64>,
}

/// What is found for one entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The heaviest path, what has no number counted as nothing and a cycle
    /// without a depth as one round.
    pub bytes: BigInt,
    /// Functions on the heaviest path, the entry first, each with the index of
    /// the call that goes on. Rounds of a cycle are not repeated.
    pub path: Vec<(usize, Option<usize>)>,
    /// Reachable functions without a number.
    pub unknown: Vec<usize>,
    /// Cycles without a depth, one of their functions first.
    pub cycles: Vec<Vec<usize>>,
    /// The total of each function that was reached.
    pub totals: BTreeMap<usize, BigInt>,
}

/// Components that are strongly connected, callees before callers (Tarjan, made
/// iterative).
pub(crate) fn components(nodes: &[Node], root: usize) -> Vec<Vec<usize>> {
    #[derive(Clone, Copy)]
    struct Seen {
        index: usize,
        low: usize,
        on: bool,
    }
    let mut seen: Vec<Option<Seen>> = vec![None; nodes.len()];
    let mut stack = Vec::new();
    let mut out = Vec::new();
    let mut count = 0;
    let mut work = vec![(root, 0usize)];
    while let Some((v, next)) = work.pop() {
        if next == 0 {
            if let Some(s) = seen.get_mut(v) {
                *s = Some(Seen {
                    index: count,
                    low: count,
                    on: true,
                });
            }
            count += 1;
            stack.push(v);
        }
        let arc = nodes.get(v).and_then(|n| n.calls.get(next));
        if let Some(arc) = arc {
            work.push((v, next + 1));
            match seen.get(arc.to).copied().flatten() {
                None => work.push((arc.to, 0)),
                Some(w) if w.on => {
                    if let Some(Some(s)) = seen.get_mut(v) {
                        s.low = s.low.min(w.index);
                    }
                }
                Some(_) => {}
            }
            continue;
        }
        let Some(s) = seen.get(v).copied().flatten() else {
            continue;
        };
        if s.low == s.index {
            let mut part = Vec::new();
            while let Some(w) = stack.pop() {
                if let Some(Some(x)) = seen.get_mut(w) {
                    x.on = false;
                }
                part.push(w);
                if w == v {
                    break;
                }
            }
            part.reverse();
            out.push(part);
        }
        if let Some((parent, _)) = work.last() {
            if let Some(Some(p)) = seen.get_mut(*parent) {
                p.low = p.low.min(s.low);
            }
        }
    }
    out
}

/// The heaviest path from `root`.
pub fn heaviest(nodes: &[Node], root: usize) -> Found {
    let mut totals: BTreeMap<usize, BigInt> = BTreeMap::new();
    let mut best: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    let mut cycles = Vec::new();
    let mut unknown = BTreeSet::new();
    for part in components(nodes, root) {
        for v in &part {
            if nodes.get(*v).is_some_and(|n| n.own.is_none()) {
                unknown.insert(*v);
            }
        }
        let members: BTreeSet<usize> = part.iter().copied().collect();
        let cyclic = part.iter().any(|v| {
            nodes
                .get(*v)
                .is_some_and(|n| n.calls.iter().any(|a| members.contains(&a.to)))
        });
        if !cyclic {
            for v in part {
                let (t, b) = leaving(nodes, v, &members, &totals);
                totals.insert(v, t);
                best.insert(v, b);
            }
            continue;
        }
        if !cycle(nodes, &part, &members, &mut totals, &mut best) {
            cycles.push(part);
        }
    }
    let mut path = Vec::new();
    let mut at = root;
    let mut been = BTreeSet::new();
    while been.insert(at) {
        let call = best.get(&at).copied().flatten();
        path.push((at, call));
        let next = call.and_then(|c| nodes.get(at).and_then(|n| n.calls.get(c)));
        match next {
            Some(a) => at = a.to,
            None => break,
        }
    }
    Found {
        bytes: totals.get(&root).cloned().unwrap_or_default(),
        path,
        unknown: unknown.into_iter().collect(),
        cycles,
        totals,
    }
}

/// The heaviest that a function reaches without its component.
fn leaving(
    nodes: &[Node],
    v: usize,
    members: &BTreeSet<usize>,
    totals: &BTreeMap<usize, BigInt>,
) -> (BigInt, Option<usize>) {
    let Some(node) = nodes.get(v) else {
        return (BigInt::from(0), None);
    };
    let mut most = BigInt::from(node.own.unwrap_or(0));
    let mut call = None;
    for (i, a) in node.calls.iter().enumerate() {
        if members.contains(&a.to) {
            continue;
        }
        let t = totals.get(&a.to).cloned().unwrap_or_default() + a.depth;
        if t > most {
            most = t;
            call = Some(i);
        }
    }
    (most, call)
}

/// A cycle: totals of its members. False where a way around it has no depth.
fn cycle(
    nodes: &[Node],
    part: &[usize],
    members: &BTreeSet<usize>,
    totals: &mut BTreeMap<usize, BigInt>,
    best: &mut BTreeMap<usize, Option<usize>>,
) -> bool {
    let limited: BTreeSet<usize> = part
        .iter()
        .copied()
        .filter(|v| nodes.get(*v).is_some_and(|n| n.depth.is_some()))
        .collect();
    // The rest in an order in which callees come first, if it has no cycle.
    let mut order = Vec::new();
    let mut state: BTreeMap<usize, bool> = BTreeMap::new();
    let mut acyclic = true;
    for v in part {
        let mut work = vec![(*v, 0usize)];
        if limited.contains(v) || state.contains_key(v) {
            continue;
        }
        state.insert(*v, false);
        while let Some((v, next)) = work.pop() {
            match nodes.get(v).and_then(|n| n.calls.get(next)) {
                Some(a) => {
                    work.push((v, next + 1));
                    if !members.contains(&a.to) || limited.contains(&a.to) {
                        continue;
                    }
                    match state.get(&a.to) {
                        None => {
                            state.insert(a.to, false);
                            work.push((a.to, 0));
                        }
                        Some(false) => acyclic = false,
                        Some(true) => {}
                    }
                }
                None => {
                    state.insert(v, true);
                    order.push(v);
                }
            }
        }
    }
    order.extend(limited.iter().copied());
    let outside: BTreeMap<usize, (BigInt, Option<usize>)> = part
        .iter()
        .map(|v| (*v, leaving(nodes, *v, members, totals)))
        .collect();
    // The heaviest end without another limited function, and the heaviest way
    // to the next one.
    let mut end: BTreeMap<usize, (BigInt, Option<usize>)> = BTreeMap::new();
    let mut reach: BTreeMap<usize, BigInt> = BTreeMap::new();
    for v in &order {
        let (mut e, mut by) = outside.get(v).cloned().unwrap_or_default();
        let mut r: Option<BigInt> = None;
        for (i, a) in nodes
            .get(*v)
            .into_iter()
            .flat_map(|n| n.calls.iter())
            .enumerate()
        {
            if !members.contains(&a.to) {
                continue;
            }
            let d = BigInt::from(a.depth);
            if limited.contains(&a.to) {
                r = r.max(Some(d));
                continue;
            }
            if let Some((x, _)) = end.get(&a.to) {
                let x = x + &d;
                if x > e {
                    e = x;
                    by = Some(i);
                }
            }
            if let Some(x) = reach.get(&a.to) {
                r = r.max(Some(x + &d));
            }
        }
        end.insert(*v, (e, by));
        if let Some(r) = r {
            reach.insert(*v, r);
        }
    }
    if limited.is_empty() || !acyclic {
        // One round, for orientation.
        for v in part {
            let (e, by) = end.get(v).cloned().unwrap_or_default();
            totals.insert(*v, e);
            best.insert(*v, by);
        }
        return false;
    }
    let count = |v: &usize| BigInt::from(nodes.get(*v).and_then(|n| n.depth).unwrap_or(0));
    let way = |v: &usize| reach.get(v).cloned().unwrap_or_default();
    let rounds: BigInt = limited.iter().map(|v| count(v) * way(v)).sum();
    // The last segment ends somewhere; all others lead on.
    let chain = limited
        .iter()
        .filter(|v| count(v) > BigInt::from(0))
        .map(|v| {
            let e = end.get(v).map(|e| e.0.clone()).unwrap_or_default();
            &rounds - way(v) + e
        })
        .max()
        .unwrap_or_default();
    for v in part {
        let (e, by) = end.get(v).cloned().unwrap_or_default();
        let total = match (limited.contains(v), reach.get(v)) {
            (true, _) => chain.clone(),
            (false, Some(r)) => e.max(r + &chain),
            (false, None) => e,
        };
        totals.insert(*v, total);
        let on = nodes
            .get(*v)
            .and_then(|n| n.calls.iter().position(|a| members.contains(&a.to)));
        best.insert(*v, on.or(by));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn node(own: u64, calls: &[(usize, u64)], depth: Option<u64>) -> Node {
        Node {
            own: Some(own),
            calls: calls
                .iter()
                .map(|(to, depth)| Arc {
                    to: *to,
                    depth: *depth,
                })
                .collect(),
            depth,
        }
    }

    fn number(f: &Found) -> u64 {
        u64::try_from(f.bytes.clone()).unwrap()
    }

    #[test]
    fn the_deepest_path_is_not_the_one_with_the_largest_frames_only() {
        // main calls a (deep site) and b (shallow site, large callee).
        let g = [
            node(100, &[(1, 90), (2, 30)], None),
            node(10, &[], None),
            node(200, &[], None),
        ];
        let f = heaviest(&g, 0);
        assert_eq!(number(&f), 230);
        assert_eq!(f.path, [(0, Some(1)), (2, None)]);
    }

    #[test]
    fn own_code_can_be_deeper_than_every_call() {
        let g = [node(500, &[(1, 20)], None), node(10, &[], None)];
        assert_eq!(number(&heaviest(&g, 0)), 500);
    }

    #[test]
    fn what_is_not_known_is_named_even_off_the_path() {
        let mut g = vec![
            node(0, &[(1, 10), (2, 900)], None),
            node(0, &[], None),
            node(5, &[], None),
        ];
        g[1].own = None;
        assert_eq!(heaviest(&g, 0).unknown, [1]);
    }

    #[test]
    fn a_recursion_needs_its_depth() {
        let mut g = vec![
            node(5, &[(1, 50)], None),
            node(7, &[(1, 40), (2, 30)], None),
            node(100, &[], None),
        ];
        assert_eq!(heaviest(&g, 0).cycles, [vec![1]]);
        g[1].depth = Some(3);
        let f = heaviest(&g, 0);
        assert!(f.cycles.is_empty());
        // f, f, f, then the leaf: 50 + 40 + 40 + 30 + 100.
        assert_eq!(number(&f), 260);
        g[1].depth = Some(1);
        assert_eq!(number(&heaviest(&g, 0)), 50 + 130);
    }

    #[test]
    fn a_cycle_beside_the_limited_function_is_still_a_cycle() {
        let g = [
            node(1, &[(1, 10), (2, 10)], Some(5)),
            node(1, &[(0, 10)], None),
            node(1, &[(2, 8), (0, 10)], None),
        ];
        assert_eq!(heaviest(&g, 0).cycles.len(), 1);
    }

    /// All walks with at most the given number of activations, one by one.
    fn exhaustive(g: &[Node], at: usize, active: &mut Vec<u64>) -> u64 {
        active[at] += 1;
        let mut most = g[at].own.unwrap();
        for a in &g[at].calls {
            let limit = g[a.to].depth.unwrap_or(u64::MAX);
            if active[a.to] < limit {
                most = most.max(a.depth + exhaustive(g, a.to, active));
            }
        }
        active[at] -= 1;
        most
    }

    proptest! {
        #[test]
        fn no_walk_is_heavier_and_one_limited_function_is_exact(
            arcs in proptest::collection::vec((0usize..5, 0usize..5, 1u64..50), 0..9),
            own in proptest::collection::vec(0u64..80, 5),
            limits in proptest::collection::vec(proptest::option::of(1u64..4), 5),
        ) {
            let mut g: Vec<Node> = own.iter().zip(&limits).map(|(o, l)| node(*o, &[], *l)).collect();
            for (from, to, depth) in arcs {
                g[from].calls.push(Arc { to, depth });
            }
            let f = heaviest(&g, 0);
            if f.cycles.is_empty() {
                let most = exhaustive(&g, 0, &mut vec![0; 5]);
                prop_assert!(number(&f) >= most, "{} < {most}", number(&f));
                if limits.iter().flatten().count() == 1 || limits.iter().all(|l| l.is_none()) {
                    prop_assert_eq!(number(&f), most);
                }
            }
        }
    }
}
