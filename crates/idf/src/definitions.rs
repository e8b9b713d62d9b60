//! What is known of the functions of a program, and in which order it is found.

use ep_ivl::ast::{ExprKind, FunctionId, Program};
use ep_ivl::graph;
use ep_term::{FunId, Pool, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of a function, over its own symbols.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// The snapshot, then the parameters.
    pub symbols: Vec<VarId>,
    /// What the precondition says besides permissions.
    pub guard: Option<TermId>,
    pub posts: Vec<TermId>,
    pub body: Vec<TermId>,
    pub recursive: bool,
    /// The body is used where it is revealed only.
    pub opaque: bool,
    /// Something is wrong with the contract.
    pub wrong: bool,
}

/// All functions of the program.
#[derive(Default)]
pub struct Functions {
    pub known: FxHashMap<FunctionId, Definition>,
    pub symbols: FxHashMap<FunId, FunctionId>,
    /// Calls inside definitions that were assumed, by their snapshot.
    pub waiting: FxHashMap<TermId, Vec<(FunctionId, TermId)>>,
    /// Snapshots that were taken apart or put together.
    pub revealed: FxHashSet<TermId>,
    /// How many unrollings led to a call that stands in a definition, all of them over
    /// the snapshot that it reads itself.
    pub again: FxHashMap<TermId, u32>,
    pub numberings: FxHashMap<Vec<TermId>, FunId>,
    /// Second names of recursive functions, for the calls inside of their definitions
    /// under quantifiers.
    pub limited: FxHashMap<FunId, FunId>,
    /// Functions that are called under quantifiers.
    pub under_binder: FxHashSet<FunctionId>,
}

impl Functions {
    /// The symbol stands for a function of the program.
    pub fn is_call(&self, symbol: FunId) -> bool {
        self.symbols.contains_key(&symbol)
    }

    /// An injection that numbers these receivers.
    pub fn numbering(&mut self, pool: &mut Pool, receivers: &[TermId], sort: Sort) -> FunId {
        *self
            .numberings
            .entry(receivers.to_vec())
            .or_insert_with(|| pool.declare_fun("number", &[sort], Sort::Int))
    }
}

/// Functions in the order of their calls, callees first, and those that are
/// recursive.
pub fn call_order(program: &Program) -> (Vec<FunctionId>, FxHashSet<FunctionId>) {
    graph::components(&graph::function_calls(program))
}

/// Functions that are called in axioms or under quantifiers.
pub fn called_under_binders(program: &Program) -> FxHashSet<FunctionId> {
    let mut roots: Vec<_> = program
        .axioms
        .ids()
        .map(|a| program.axioms[a].body)
        .collect();
    for (_, e) in program.exprs.iter() {
        if let ExprKind::Quantified(binder) = &e.kind {
            roots.push(binder.body);
        }
    }
    let mut found = FxHashSet::default();
    for root in roots {
        program.walk_expr(root, &mut |_, x| {
            if let ExprKind::Call(f, _) = x.kind {
                found.insert(f);
            }
            true
        });
    }
    found
}
