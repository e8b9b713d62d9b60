//! The symbols of operations on collections that have been loaded.

use ep_ivl::ast::TypeId;
use ep_term::{FunId, Op, Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What has been loaded.
#[derive(Default)]
pub struct Collections {
    pub functions: FxHashMap<(TypeId, &'static str), FunId>,
    pub loaded: FxHashSet<(TypeId, &'static str)>,
    pub equals: FxHashSet<FunId>,
    /// Symbols by which axioms say what another one says: a trigger is found by both.
    pub names: FxHashMap<FunId, FunId>,
}

impl Collections {
    /// `equal(a, b)` is `a == b`, and its negation is `a != b`.
    pub fn equality_behind(&self, pool: &mut Pool, t: TermId) -> Option<TermId> {
        let of = |t: TermId, pool: &mut Pool| match pool.op(t) {
            Op::Apply(f) if self.equals.contains(&f) => {
                let (a, b) = (pool.args(t)[0], pool.args(t)[1]);
                Some(pool.eq(a, b))
            }
            _ => None,
        };
        if pool.op(t) == Op::Not {
            let inner = pool.args(t)[0];
            let e = of(inner, pool)?;
            return Some(pool.not(e));
        }
        of(t, pool)
    }
}
