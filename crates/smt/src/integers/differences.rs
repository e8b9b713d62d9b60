//! Difference bounds: `x - y <= c` by shortest paths.
//!
//! Idea: columns and a node that stands for 0 are the nodes of a graph, each fact
//! `x - y <= c` is an edge; a question is whether the shortest path says it. The
//! facts along the path are the reason.
//! Alternatives: a closed matrix, which is cubic to build and constant to ask;
//! questions here are fewer than facts.
//! Source: Bellman and Ford; Cormen et al., section 24.4.
//! Cost: edges times the length of the path.

use super::ranges::Reason;
use crate::linear::{Col, Form, Q};

#[derive(Clone, Copy)]
struct Edge {
    /// `to - from <= weight`
    from: u32,
    to: u32,
    weight: i64,
    fact: u32,
}

/// The facts that are differences.
#[derive(Default)]
pub(super) struct Differences {
    edges: Vec<Edge>,
    scopes: Vec<usize>,
}

/// `form <= 0` as `to - from <= weight`; node 0 is the number 0.
fn edge(form: &Form) -> Option<(u32, u32, i64)> {
    let weight = form.constant().negated().as_i64()?;
    let node = |x: &Col| x.0 + 1;
    match form.terms() {
        [(x, c)] if c.is_one() => Some((0, node(x), weight)),
        [(x, c)] if *c == Q::MINUS_ONE => Some((node(x), 0, weight)),
        [(x, a), (y, b)] if a.is_one() && *b == Q::MINUS_ONE => Some((node(y), node(x), weight)),
        [(x, a), (y, b)] if b.is_one() && *a == Q::MINUS_ONE => Some((node(x), node(y), weight)),
        _ => None,
    }
}

impl Differences {
    pub fn push(&mut self) {
        self.scopes.push(self.edges.len());
    }

    pub fn pop(&mut self) {
        if let Some(n) = self.scopes.pop() {
            self.edges.truncate(n);
        }
    }

    /// `form <= 0` holds by this fact.
    pub fn add(&mut self, form: &Form, fact: u32) {
        if let Some((from, to, weight)) = edge(form) {
            self.edges.push(Edge {
                from,
                to,
                weight,
                fact,
            });
        }
    }

    /// Why `form <= 0`, if a path says so.
    pub fn at_most_zero(&self, form: &Form) -> Option<Reason> {
        let (start, goal, bound) = edge(form)?;
        let touches = |n: u32| self.edges.iter().any(|e| e.from == n || e.to == n);
        if !touches(start) || !touches(goal) {
            return None;
        }
        let top = self.edges.iter().map(|e| e.from.max(e.to)).max()?;
        let mut distance: Vec<Option<(i128, u32)>> = vec![None; top as usize + 1];
        *distance.get_mut(start as usize)? = Some((0, u32::MAX));
        // A walk with that many edges has a cycle: the rest is for the simplex.
        for _ in 0..=top {
            let mut changed = false;
            for (i, e) in self.edges.iter().enumerate() {
                let Some((d, _)) = distance[e.from as usize] else {
                    continue;
                };
                let d = d + i128::from(e.weight);
                if e.to != start && distance[e.to as usize].is_none_or(|old| d < old.0) {
                    distance[e.to as usize] = Some((d, i as u32));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let (d, _) = (*distance.get(goal as usize)?)?;
        if d > i128::from(bound) {
            return None;
        }
        // The path is walked back and its weight added up again: with a negative
        // cycle the predecessors need not lead to the start.
        let mut reason = Vec::new();
        let mut at = goal;
        let mut sum = 0i128;
        while at != start {
            if reason.len() > self.edges.len() {
                return None;
            }
            let (_, i) = distance[at as usize]?;
            let e = self.edges.get(i as usize)?;
            reason.push(e.fact);
            sum += i128::from(e.weight);
            at = e.from;
        }
        if sum > i128::from(bound) {
            return None;
        }
        reason.sort_unstable();
        reason.dedup();
        Some(reason.into())
    }
}
