//! The shapes of magic wands, and what is known of those that were packaged.
//!
//! See `wands`, `footprint` and `exchange` for the rules; this is what they remember.

use crate::heap::{Heap, WandId};
use ep_ivl::ast::{Access, ExprId, Resource};
use ep_term::{FunId, Sort, TermId, VarId as Symbol};
use rustc_hash::FxHashMap;

/// Shapes, and what packaged wands do.
#[derive(Default)]
pub struct Wands {
    shapes: Vec<(String, Vec<Sort>)>,
    /// By the symbol of a packaged wand: what it gives for what it takes.
    pub packaged: FxHashMap<TermId, Exchange>,
    pub exchange: Option<FunId>,
}

/// One way through a package.
#[derive(Clone)]
pub struct Way {
    pub condition: TermId,
    pub facts: Vec<TermId>,
    /// That of the right side.
    pub snapshot: TermId,
}

/// A packaged wand.
#[derive(Clone)]
pub struct Exchange {
    /// Stands for the snapshot of the left side.
    pub given: Symbol,
    /// Symbols that were made on the way.
    pub own: Vec<Symbol>,
    pub ways: Vec<Way>,
}

/// What is known of the footprint while a package is executed.
#[derive(Default)]
pub struct Footprint {
    /// Entries of the path condition before the package.
    pub outside: usize,
    /// Scopes of the prover on the path: deeper ones only try something.
    pub depth: usize,
    /// The heap below when nothing was moved.
    pub start: Heap,
    /// What is left of it on this path.
    pub below: Heap,
    /// Something was moved.
    pub moved: bool,
    /// Something was moved only to evaluate an expression, or to try something.
    pub tried: bool,
    /// Paths that ended in a contradiction: their branches, and what was left below.
    pub ended: Vec<(TermId, Heap)>,
    /// A path ended in a contradiction, and it is not clear what it took.
    pub unclear: bool,
}

impl Wands {
    /// The sorts of the arguments of a shape.
    pub fn sorts(&self, w: WandId) -> Vec<Sort> {
        let shape = self.shapes.get(w.0 as usize);
        shape.map_or(Vec::new(), |s| s.1.clone())
    }

    /// The number of a shape.
    pub fn id(&mut self, key: String, sorts: Vec<Sort>) -> WandId {
        let known = self.shapes.iter().position(|s| s.0 == key && s.1 == sorts);
        WandId(match known {
            Some(i) => i as u32,
            None => {
                self.shapes.push((key, sorts));
                self.shapes.len() as u32 - 1
            }
        })
    }
}

/// A wand as an access.
pub fn wand_access(e: ExprId) -> Access {
    Access {
        resource: Resource::Wand(e),
        amount: None,
    }
}

/// The part of a shape that a resource is.
pub fn resource_key(r: &Resource) -> String {
    match r {
        Resource::Field(_, f) => format!("acc.{} ", f.0),
        Resource::Predicate(p, _) => format!("acc:{} ", p.0),
        Resource::Wand(_) => "acc- ".to_owned(),
    }
}
