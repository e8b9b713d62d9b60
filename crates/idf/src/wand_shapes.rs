//! The shapes of magic wands, and what is known of those that were packaged.
//!
//! See `wands` for the rules; this is what they remember.

use crate::heap::WandId;
use ep_ivl::ast::{Access, ExprId, Resource};
use ep_term::{FunId, Sort, TermId, VarId as Symbol};
use rustc_hash::FxHashMap;

/// Shapes, and what packaged wands do.
#[derive(Default)]
pub struct Wands {
    shapes: Vec<(String, Vec<Sort>)>,
    /// By the symbol of a packaged wand: the snapshot of `B` over that of `A`.
    pub packaged: FxHashMap<TermId, (Symbol, TermId)>,
    pub exchange: Option<FunId>,
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
