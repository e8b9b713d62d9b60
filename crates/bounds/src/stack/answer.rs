//! What is told of a stack beside its bound: the calls of the heaviest path,
//! the frames that were reached, and what the number rests on.
//!
//! Idea: all of it is read off the finished graph. What must never happen: a
//! number that was measured or given is not named. Cost: linear in the graph.

use super::{graph, sorting, Builder};
use ep_base::memory::{Expr, Frame, Live, Proof};
use ep_base::outcome::Place;
use ep_base::words::count;
use num_bigint::BigInt;
use std::collections::BTreeSet;

impl Builder<'_> {
    pub(super) fn peak(
        &self,
        found: &graph::Found,
        word: u64,
        handlers: &[(usize, BigInt)],
    ) -> Vec<Live> {
        let mut out = Vec::new();
        let mut path: Vec<Place> = Vec::new();
        let mut above = word;
        for (v, call) in &found.path {
            let node = self.nodes.get(*v);
            let own = node.and_then(|n| n.own).unwrap_or(0);
            let arc = call.and_then(|c| node.and_then(|n| n.calls.get(c)));
            // Up to the callee's return address, which is the callee's.
            let bytes = match arc {
                Some(a) => a.depth.saturating_sub(word) + above,
                None => own + above,
            };
            above = match arc {
                Some(a) => word.min(a.depth),
                None => 0,
            };
            let site = call.and_then(|c| self.sites.get(*v).and_then(|s| s.get(c)));
            let mut place = site
                .cloned()
                .or_else(|| self.places.get(*v).cloned())
                .unwrap_or_default();
            place.function = self.names.get(*v).cloned().unwrap_or_default();
            path.push(place.clone());
            out.push(Live {
                what: place.function.clone(),
                place,
                count: Expr::number(1),
                bytes: Expr::number(bytes),
                path: path.clone(),
            });
        }
        for (v, bytes) in handlers {
            let mut place = self.places.get(*v).cloned().unwrap_or_default();
            place.function = self.names.get(*v).cloned().unwrap_or_default();
            out.push(Live {
                what: format!("interrupt {}", place.function),
                path: vec![place.clone()],
                place,
                count: Expr::number(1),
                bytes: Expr::Number(bytes.clone()),
            });
        }
        out
    }

    pub(super) fn frames(&self, found: &graph::Found, word: u64) -> Vec<Frame> {
        let recursive: BTreeSet<usize> = found.cycles.iter().flatten().copied().collect();
        (0..self.nodes.len())
            .map(|v| Frame {
                function: self.names.get(v).cloned().unwrap_or_default(),
                place: self.places.get(v).cloned().unwrap_or_default(),
                bytes: (self.nodes.get(v).and_then(|n| n.own))
                    .map(|n| self.frames.get(v).copied().flatten().map_or(n, |f| f.0) + word),
                listed: (self.frames.get(v).copied().flatten()).map(|f| f.1 + word),
                proof: self.proofs.get(v).copied().unwrap_or(Proof::Proved),
                total: (found.totals.get(&v))
                    .filter(|_| !recursive.contains(&v))
                    .map(|t| t + word),
                variable: self.variable.get(v).copied().unwrap_or(false),
            })
            .collect()
    }

    /// The arrays that `qsort` was measured for.
    fn arrays(&self) -> String {
        if self.q.sorted.is_empty() {
            return "1 million elements".into();
        }
        let one = |s: &sorting::Sorted| {
            format!(
                "{} of {}",
                count(s.elements, "element"),
                count(s.size, "byte")
            )
        };
        let list: Vec<String> = self.q.sorted.iter().map(one).collect();
        list.join(", or ")
    }

    pub(super) fn assumptions(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (f, n) in self.q.depths {
            if self.names.contains(f) {
                out.push(format!(
                    "`{f}` is active at most {} at one time (--depth)",
                    count(*n, "time")
                ));
            }
        }
        if !self.measured.is_empty() {
            let list: Vec<String> = self
                .measured
                .iter()
                .map(|(n, b)| match n.as_str() {
                    // Its recursion is as deep as the logarithm of the count.
                    "qsort" => format!("{n} {b} (arrays of at most {})", self.arrays()),
                    _ => format!("{n} {b}"),
                })
                .collect();
            out.push(format!(
                "library functions take no more stack than was measured: {}",
                list.join(", ")
            ));
        }
        if !self.given.is_empty() {
            let list: Vec<&str> = self.given.iter().map(String::as_str).collect();
            out.push(format!(
                "library functions take what --library says: {}",
                list.join(", ")
            ));
        }
        for g in self.q.given {
            out.push(format!(
                "the call at {}:{} reaches {} only (--calls)",
                g.file,
                g.line,
                g.functions.join(", ")
            ));
        }
        out
    }
}
