//! What is kept of a contract while its activation runs.

use crate::memory::Heap;
use crate::value::{ObjectId, Value};
use ep_ir::{Callee, Function, InstKind, Module};
use ep_term::TermId;
use std::rc::Rc;

/// The function that asks whether a clause speaks now.
const CLAUSE: &str = "__ep_clause";

/// What an activation with a contract is doing. Ordered: a state after the
/// body stands behind all that are still in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// At the clauses before the body.
    Before,
    /// In the body.
    Body,
    /// At the clauses again, with a result.
    After,
}

/// Some bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    pub object: ObjectId,
    /// Offset and length as values of pointer width.
    pub offset: TermId,
    pub length: TermId,
    /// Both, where they are constants.
    pub known: Option<(u64, u64)>,
}

/// What an activation with a contract is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// It was called: the caller has to meet its requirements.
    Called,
    /// The run begins with it.
    Entry,
    /// Its body is verified from any state.
    Verified,
}

/// The contract of one activation.
#[derive(Clone, Debug)]
pub struct Contract {
    pub role: Role,
    /// What the activation is for.
    pub(super) root: Root,
    /// Its body is not run.
    pub(super) cut: bool,
    /// Clauses passed in this role.
    pub(super) seen: u32,
    /// The parameters as they were passed.
    pub(super) args: Rc<Vec<Value>>,
    /// Parameters that may be made to point to memory of their own.
    pub(super) open: Vec<(usize, TermId)>,
    pub(super) assigns: Vec<Region>,
    pub(super) fresh: Vec<Region>,
    /// The memory before the body, and the activation's own locals in it.
    pub(super) before: Option<Rc<Heap>>,
    pub(super) own: Vec<ObjectId>,
    pub(super) stdin_at: u64,
    /// The memory to go on with when the clauses are done.
    pub(super) kept: Option<Rc<Heap>>,
    /// The memory at hand while `ep_old` reads the one before.
    pub(super) aside: Option<Rc<Heap>>,
    pub(super) result: Vec<Value>,
}

impl Contract {
    pub(super) fn new(args: Vec<Value>, root: Root) -> Self {
        Contract {
            role: Role::Before,
            root,
            cut: false,
            seen: 0,
            args: Rc::new(args),
            open: Vec::new(),
            assigns: Vec::new(),
            fresh: Vec::new(),
            before: None,
            own: Vec::new(),
            stdin_at: 0,
            kept: None,
            aside: None,
            result: Vec::new(),
        }
    }

    /// Whether states in these activations can be one.
    pub fn mergeable(a: &Option<Rc<Contract>>, b: &Option<Rc<Contract>>) -> bool {
        let (a, b) = match (a, b) {
            (None, None) => return true,
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return true,
            (Some(a), Some(b)) => (a, b),
            _ => return false,
        };
        let heaps = |x: &Option<Rc<Heap>>, y: &Option<Rc<Heap>>| match (x, y) {
            (None, None) => true,
            (Some(x), Some(y)) => {
                Rc::ptr_eq(x, y) || (x.len() == y.len() && x.differing(y).next().is_none())
            }
            _ => false,
        };
        (a.role, a.root, a.cut, a.seen) == (b.role, b.root, b.cut, b.seen)
            && a.args == b.args
            && a.open == b.open
            && a.assigns == b.assigns
            && a.fresh == b.fresh
            && a.own == b.own
            && a.stdin_at == b.stdin_at
            && a.result == b.result
            && heaps(&a.before, &b.before)
            && heaps(&a.kept, &b.kept)
            && heaps(&a.aside, &b.aside)
    }
}

/// The clauses of each function.
pub fn clauses(module: &Module) -> Vec<u32> {
    let Some(ask) = module.function(CLAUSE) else {
        return vec![0; module.functions.len()];
    };
    let count = |f: &Function| {
        let all = f.blocks.iter().flat_map(|(_, b)| &b.insts);
        all.filter(
            |i| matches!(&i.kind, InstKind::Call { callee: Callee::Direct(g), .. } if *g == ask),
        )
        .count() as u32
    };
    module.functions.iter().map(|(_, f)| count(f)).collect()
}
