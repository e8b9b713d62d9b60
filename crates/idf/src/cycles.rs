//! Loops that `goto` makes.
//!
//! Idea: the statements of a method are a control-flow graph; an edge from `u` back to
//! a statement `h` that every way to `u` passes closes a natural loop (all that comes to
//! `u` without passing `h`). A label that heads one stands where the condition of a
//! `while` would: its invariants are consumed when control comes to it from outside, the
//! variables that the loop assigns become arbitrary, what the invariants left behind is
//! kept aside until control leaves the loop, and a path that comes back ends in the
//! invariants. A label without invariants says `true`. Loops that can be entered beside
//! their head (irreducible graphs) have no such place.
//! Source: Viper's `goto` as Silicon reads it; natural loops: Aho, Lam, Sethi, Ullman,
//! *Compilers*, section 9.6.
//! Cost: linear in the edges, times the number of edges back.

use crate::heap::Heap;
use ep_ivl::ast::{Block, ExprId, LabelId, Program, StmtId, StmtKind, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A natural loop.
#[derive(Debug, Default)]
pub struct Cycle {
    pub invariants: Vec<ExprId>,
    pub assigned: Vec<VarId>,
    pub inside: FxHashSet<StmtId>,
}

/// A loop that control is in.
#[derive(Debug)]
pub struct InCycle {
    pub cycle: Rc<Cycle>,
    /// What the invariants left behind.
    pub frame: Heap,
    pub outer: Option<Rc<InCycle>>,
}

/// The loops of one method by the label at their head.
#[derive(Debug, Default)]
pub struct Jumps {
    pub heads: FxHashMap<StmtId, Rc<Cycle>>,
    /// A place where a loop without a head was found.
    pub headless: Option<StmtId>,
}

/// The control-flow graph; statements are numbered in text order.
#[derive(Default)]
struct Graph {
    stmts: Vec<StmtId>,
    number: FxHashMap<StmtId, usize>,
    labels: FxHashMap<LabelId, usize>,
    next: Vec<Vec<usize>>,
    /// Edges from the end of a `while` body to the `while`.
    structural: FxHashSet<(usize, usize)>,
}

impl Graph {
    fn new(program: &Program, body: &Block) -> Graph {
        let mut g = Graph::default();
        program.walk_block(body, &mut |id, stmt| {
            g.number.insert(id, g.stmts.len());
            if let StmtKind::Label(l, _) = &stmt.kind {
                g.labels.insert(*l, g.stmts.len());
            }
            g.stmts.push(id);
        });
        g.next = vec![Vec::new(); g.stmts.len()];
        // Blocks with what follows them, and whether that is the loop they belong to.
        let mut work: Vec<(&Block, Option<usize>, bool)> = vec![(body, None, false)];
        while let Some((block, follow, of_loop)) = work.pop() {
            for (i, id) in block.iter().enumerate() {
                let at = g.number[id];
                let inner = block.get(i + 1).map(|n| g.number[n]);
                let after = inner.or(follow);
                let falls = |g: &mut Graph, to: Option<usize>| {
                    if let Some(to) = to {
                        g.next[at].push(to);
                        if to != at && inner.is_none() && of_loop && Some(to) == follow {
                            g.structural.insert((at, to));
                        }
                    }
                };
                match &program.stmt(*id).kind {
                    StmtKind::Goto(l) => {
                        if let Some(&to) = g.labels.get(l) {
                            g.next[at].push(to);
                        }
                    }
                    StmtKind::If(_, a, b) => {
                        for side in [a, b] {
                            match side.first() {
                                Some(first) => g.next[at].push(g.number[first]),
                                None => falls(&mut g, after),
                            }
                            work.push((side, after, inner.is_none() && of_loop));
                        }
                    }
                    StmtKind::While(l) => {
                        if let Some(first) = l.body.first() {
                            g.next[at].push(g.number[first]);
                        }
                        work.push((&l.body, Some(at), true));
                        falls(&mut g, after);
                    }
                    StmtKind::Block(b) if !b.is_empty() => {
                        g.next[at].push(g.number[&b[0]]);
                        work.push((b, after, inner.is_none() && of_loop));
                    }
                    _ => falls(&mut g, after),
                }
            }
        }
        g
    }

    /// The edges that a depth-first search finds going back, and what it reached.
    fn back_edges(&self) -> (Vec<(usize, usize)>, Vec<bool>) {
        let n = self.stmts.len();
        let (mut seen, mut open) = (vec![false; n], vec![false; n]);
        let mut back = Vec::new();
        let mut work = Vec::new();
        if n > 0 {
            work.push((0, 0));
        }
        while let Some(top) = work.last_mut() {
            let (v, i) = *top;
            top.1 += 1;
            if i == 0 {
                seen[v] = true;
                open[v] = true;
            }
            match self.next[v].get(i) {
                Some(&w) if open[w] => {
                    if !self.structural.contains(&(v, w)) {
                        back.push((v, w));
                    }
                }
                Some(&w) if !seen[w] => work.push((w, 0)),
                Some(_) => {}
                None => {
                    open[v] = false;
                    work.pop();
                }
            }
        }
        (back, seen)
    }
}

impl Jumps {
    /// The loops of a body.
    pub fn new(program: &Program, body: &Block) -> Jumps {
        let mut jumps = Jumps::default();
        let mut any = false;
        program.walk_block(body, &mut |_, s| any |= matches!(s.kind, StmtKind::Goto(_)));
        if !any {
            return jumps;
        }
        let g = Graph::new(program, body);
        let (back, seen) = g.back_edges();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); g.stmts.len()];
        for (v, next) in g.next.iter().enumerate().filter(|(v, _)| seen[*v]) {
            next.iter().for_each(|&w| before[w].push(v));
        }
        let mut found: FxHashMap<usize, FxHashSet<usize>> = FxHashMap::default();
        for (from, head) in back {
            let inside = found.entry(head).or_default();
            inside.insert(head);
            let mut work = vec![from];
            while let Some(v) = work.pop() {
                if inside.insert(v) {
                    work.extend(&before[v]);
                }
            }
            let labelled = matches!(program.stmt(g.stmts[head]).kind, StmtKind::Label(..));
            if !labelled || (head != 0 && inside.contains(&0)) {
                jumps.headless = Some(g.stmts[head]);
            }
        }
        for (head, inside) in found {
            let mut cycle = Cycle::default();
            for &v in &inside {
                cycle.inside.insert(g.stmts[v]);
                program
                    .stmt(g.stmts[v])
                    .assigns(&mut |x| cycle.assigned.push(x));
            }
            cycle.assigned.sort_unstable();
            cycle.assigned.dedup();
            if let StmtKind::Label(_, invariants) = &program.stmt(g.stmts[head]).kind {
                cycle.invariants.clone_from(invariants);
            }
            jumps.heads.insert(g.stmts[head], Rc::new(cycle));
        }
        jumps
    }
}

/// Whether both are in the same loops with the same heaps kept aside.
pub fn same_cycles(a: &Option<Rc<InCycle>>, b: &Option<Rc<InCycle>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}
