//! How deep locations lie in loops.
//!
//! Idea: a loop is a strongly connected part; without the location where it is
//! entered, what is still connected in it is a loop inside. Eliminating the
//! deepest first makes the loops inside single steps before the one around them
//! is put together, so that both never meet at one location. Source: the nesting
//! forest of Havlak, TOPLAS 1997, of which one entry per loop is enough here:
//! it is an order, and nothing rests on it. Cost: one pass over the transitions
//! per level.

use crate::scc::components;
use crate::system::System;
use ep_base::entity::EntityId;
use std::collections::BTreeSet;

/// The number of loops around each location.
pub(super) fn depths(system: &System) -> Vec<u32> {
    let count = system.locations.len();
    let mut next: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    for (_, t) in system.transitions.iter() {
        for arm in &t.arms {
            if let Some(row) = next.get_mut(t.source.index()) {
                row.insert(arm.target.index());
            }
        }
    }
    let mut depth = vec![0; count];
    // Parts of the graph, and where they are entered.
    let mut work: Vec<(Vec<usize>, BTreeSet<usize>)> =
        vec![((0..count).collect(), BTreeSet::from([system.start.index()]))];
    while let Some((part, entered)) = work.pop() {
        for loop_ in loops(&next, &part) {
            for n in &loop_ {
                if let Some(d) = depth.get_mut(*n) {
                    *d += 1;
                }
            }
            let inside: BTreeSet<usize> = loop_.iter().copied().collect();
            let outside = part.iter().filter(|n| !inside.contains(n));
            let mut entries: BTreeSet<usize> = (outside.filter_map(|n| next.get(*n)))
                .flatten()
                .copied()
                .chain(entered.iter().copied())
                .filter(|n| inside.contains(n))
                .collect();
            let head = entries.pop_first().or(loop_.first().copied());
            let rest: Vec<usize> = (loop_.iter().copied())
                .filter(|n| Some(*n) != head)
                .collect();
            let behind = head.and_then(|h| next.get(h)).cloned();
            entries.extend(behind.unwrap_or_default());
            work.push((rest, entries));
        }
    }
    depth
}

/// The loops of a part of the graph.
fn loops(next: &[BTreeSet<usize>], part: &[usize]) -> Vec<Vec<usize>> {
    let place = |n: usize| part.binary_search(&n).ok();
    let edges: Vec<Vec<usize>> = (part.iter())
        .map(|n| {
            let row = next.get(*n).into_iter().flatten();
            row.filter_map(|m| place(*m)).collect()
        })
        .collect();
    let looped = |c: &Vec<usize>| match c.as_slice() {
        [n] => edges.get(*n).is_some_and(|row| row.contains(n)),
        _ => true,
    };
    (components(part.len(), &edges).into_iter())
        .filter(looped)
        .map(|c| c.iter().filter_map(|i| part.get(*i)).copied().collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{read, Format};

    fn of(rules: &str) -> Vec<(String, u32)> {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS s))\n(VAR x)\n(RULES\n{rules})");
        let system = read(Format::Koat, &text).expect("a system");
        let names = system.locations.iter().map(|(_, l)| l.clone());
        names.zip(depths(&system)).collect()
    }

    #[test]
    fn loops_inside_are_deeper() {
        let found = of(
            "s(x) -> a(x)\n a(x) -> b(x)\n b(x) -> c(x)\n c(x) -> b(x)\n \
             b(x) -> d(x)\n d(x) -> d(x)\n d(x) -> a(x)\n a(x) -> e(x)",
        );
        for (name, depth) in [("s", 0), ("a", 1), ("b", 2), ("c", 2), ("d", 2), ("e", 0)] {
            assert!(found.contains(&(name.into(), depth)), "{name}: {found:?}");
        }
    }

    #[test]
    fn the_start_may_be_a_loop() {
        let found = of("s(x) -> s(x)\n s(x) -> a(x)\n a(x) -> s(x)");
        assert!(found.contains(&("s".into(), 1)), "{found:?}");
        assert!(found.contains(&("a".into(), 1)), "{found:?}");
    }
}
