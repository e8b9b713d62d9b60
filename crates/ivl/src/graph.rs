//! Who calls whom in a program, and the strongly connected components of such a
//! graph (Tarjan), callees first. Termination, the order of definitions and the
//! fingerprints ask for them. Cost: linear in the program.

use crate::ast::{ExprKind, FunctionId, MethodId, Program, StmtKind};
use ep_base::entity::EntityId;
use rustc_hash::FxHashSet;

/// The functions that each function calls, in its contract and its body.
pub fn function_calls(program: &Program) -> Vec<Vec<FunctionId>> {
    let calls = |f: FunctionId| {
        let data = &program.functions[f];
        let mut out = Vec::new();
        for &e in data.pres.iter().chain(&data.posts).chain(data.body.iter()) {
            program.walk_expr(e, &mut |_, x| {
                if let ExprKind::Call(g, _) = x.kind {
                    out.push(g);
                }
                true
            });
        }
        out
    };
    program.functions.ids().map(calls).collect()
}

/// The methods that each method calls.
pub fn method_calls(program: &Program) -> Vec<Vec<MethodId>> {
    let calls = |m: MethodId| {
        let mut out = Vec::new();
        if let Some(body) = &program.methods[m].body {
            program.walk_block(body, &mut |_, s| {
                if let StmtKind::Call { method, .. } = &s.kind {
                    out.push(*method);
                }
            });
        }
        out
    };
    program.methods.ids().map(calls).collect()
}

struct Search<'a, T> {
    graph: &'a [Vec<T>],
    index: Vec<Option<u32>>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: u32,
    order: Vec<T>,
    component: Vec<u32>,
    components: u32,
}

/// For each node its component; components are numbered callees first.
pub fn component_of<T: EntityId>(graph: &[Vec<T>]) -> (Vec<T>, Vec<u32>) {
    let n = graph.len();
    let mut s = Search {
        graph,
        index: vec![None; n],
        low: vec![0; n],
        on_stack: vec![false; n],
        stack: Vec::new(),
        next: 0,
        order: Vec::new(),
        component: vec![0; n],
        components: 0,
    };
    for i in 0..n {
        if s.index[i].is_none() {
            s.visit(i);
        }
    }
    (s.order, s.component)
}

/// The nodes callees first, and those that can call themselves.
pub fn components<T: EntityId + std::hash::Hash>(graph: &[Vec<T>]) -> (Vec<T>, FxHashSet<T>) {
    let (order, component) = component_of(graph);
    let mut recursive = FxHashSet::default();
    for (i, callees) in graph.iter().enumerate() {
        if callees.iter().any(|c| component[c.index()] == component[i]) {
            recursive.insert(T::from_index(i));
        }
    }
    (order, recursive)
}

impl<T: EntityId> Search<'_, T> {
    /// Iterative, so that long call chains do not end the stack.
    fn visit(&mut self, root: usize) {
        let mut work: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some(top) = work.last_mut() {
            let (v, i) = *top;
            top.1 += 1;
            if i == 0 {
                self.index[v] = Some(self.next);
                self.low[v] = self.next;
                self.next += 1;
                self.stack.push(v);
                self.on_stack[v] = true;
            }
            if let Some(w) = self.graph[v].get(i).map(|w| w.index()) {
                match self.index[w] {
                    None => work.push((w, 0)),
                    Some(n) if self.on_stack[w] => self.low[v] = self.low[v].min(n),
                    Some(_) => {}
                }
                continue;
            }
            work.pop();
            if let Some(&(parent, _)) = work.last() {
                self.low[parent] = self.low[parent].min(self.low[v]);
            }
            if Some(self.low[v]) == self.index[v] {
                while let Some(w) = self.stack.pop() {
                    self.on_stack[w] = false;
                    self.component[w] = self.components;
                    self.order.push(T::from_index(w));
                    if w == v {
                        break;
                    }
                }
                self.components += 1;
            }
        }
    }
}
