//! What a register holds where a block begins, by the ways on which it comes there.
//!
//! Idea: `if (n > room) n = room;` sets a parameter on one way, and on the other one a
//! test has said that it is no more: on each it is at most `room`. So a register that is
//! set in several places is, at a block, what one of the instructions has set of which a
//! way leads here without another one, and on each way the tests at its edges count. A
//! cycle on which nothing sets it brings nothing that did not come in; what is set from
//! itself is not followed. Source: reaching definitions (M. Hecht, "Flow Analysis of
//! Computer Programs", 1977) with the conditions of gated single assignment (Ottenstein
//! and others, PLDI 1990). Alternative: an interval analysis, which has no bounds over
//! inputs. Cost: the blocks between the place and what sets the register, and the bound
//! of what each sets.

use super::against::{against, side_of};
use super::guards;
use super::numbers::Reading;
use super::values::Value;
use super::{Context, Sites};
use ep_ir::{visit, BlockId, InstKind, Reg};
use std::collections::BTreeMap;

/// Blocks of one walk.
const MOST: usize = 120;
/// What one walk costs of the depth of an expression.
const DEEPER: u32 = 3;

/// What comes over some way.
#[derive(Clone)]
enum Came {
    /// No run, but over a cycle that is looked at.
    Nothing,
    /// A value of which nothing is known.
    Anything,
    Value(Value),
}

impl Came {
    fn or(self, other: Came) -> Came {
        match (self, other) {
            (Came::Nothing, x) | (x, Came::Nothing) => x,
            (Came::Value(a), Came::Value(b)) => Came::Value(Value {
                low: a.low.min(b.low),
                upper: a.upper.max(&b.upper),
                exact: None,
            }),
            _ => Came::Anything,
        }
    }

    fn of(v: Option<Value>) -> Came {
        v.map_or(Came::Anything, Came::Value)
    }
}

/// A walk.
struct Walk {
    of: (Reg, u32, Reading),
    depth: u32,
    budget: usize,
    /// Blocks that are looked at now.
    open: Vec<BlockId>,
    /// What comes to the begin of blocks that lie on no open cycle.
    known: BTreeMap<BlockId, Came>,
    /// A cycle was left out.
    cut: bool,
}

impl<'m> Sites<'m> {
    /// What a register that is set in several places holds in a block that does not set it.
    pub(super) fn arriving(
        &mut self,
        cx: &Context<'m>,
        at: BlockId,
        (r, w, how): (Reg, u32, Reading),
        depth: u32,
    ) -> Option<Value> {
        let depth = depth.checked_sub(DEEPER)?;
        let here = cx.facts.defs(r).iter().any(|d| d.0 == at);
        (!here && !self.arriving.contains(&(r, cx.id))).then_some(())?;
        self.arriving.push((r, cx.id));
        let mut walk = Walk {
            of: (r, w, how),
            depth,
            budget: MOST,
            open: Vec::new(),
            known: BTreeMap::new(),
            cut: false,
        };
        let found = self.begin_of(cx, at, &mut walk);
        self.arriving.pop();
        match found? {
            Came::Value(v) => Some(v),
            Came::Nothing | Came::Anything => None,
        }
    }

    /// What comes to the begin of a block; none where that is too much to look at.
    fn begin_of(&mut self, cx: &Context<'m>, b: BlockId, walk: &mut Walk) -> Option<Came> {
        if let Some(v) = walk.known.get(&b) {
            return Some(v.clone());
        }
        if walk.open.contains(&b) {
            walk.cut = true;
            return Some(Came::Nothing);
        }
        walk.budget = walk.budget.checked_sub(1)?;
        walk.open.push(b);
        let before = std::mem::replace(&mut walk.cut, false);
        let mut all = match b {
            BlockId(0) => self.handed(cx, walk.of),
            _ => Came::Nothing,
        };
        for p in cx.facts.cfg.predecessors(b).to_vec() {
            all = all.or(self.end_of(cx, p, b, walk)?);
        }
        walk.open.pop();
        // Where a cycle was left out, this is not all that comes.
        if !walk.cut {
            walk.known.insert(b, all.clone());
        }
        walk.cut |= before;
        Some(all)
    }

    /// What the caller gives.
    fn handed(&self, cx: &Context<'m>, (r, _, how): (Reg, u32, Reading)) -> Came {
        let i = cx.function.params.iter().position(|p| p.reg == r);
        let given = i.and_then(|i| cx.args.get(i));
        Came::of(given.and_then(|g| match how {
            Reading::Signed => g.signed.clone(),
            Reading::Unsigned => g.unsigned.clone(),
        }))
    }

    /// What comes over an edge.
    fn end_of(
        &mut self,
        cx: &Context<'m>,
        p: BlockId,
        to: BlockId,
        walk: &mut Walk,
    ) -> Option<Came> {
        let (r, w, how) = walk.of;
        let insts = &cx.function.blocks.get(p)?.insts;
        let sets = |k: &InstKind| {
            let mut any = false;
            visit::defs(k, &mut |d| any |= *d == r);
            any
        };
        let last = insts.iter().rposition(|i| sets(&i.kind));
        let came = match last {
            None => self.begin_of(cx, p, walk)?,
            Some(i) => {
                let depth = walk.depth;
                Came::of(self.standing_at(Some(p), |s| s.set_by(cx, (p, i), w, how, depth)))
            }
        };
        let mut v = match came {
            Came::Nothing => return Some(Came::Nothing),
            Came::Anything => None,
            Came::Value(v) => Some(v),
        };
        let code = (cx.function, cx.facts.as_ref());
        let Some(side) = side_of(code, p, to) else {
            return Some(Came::of(v));
        };
        let behind = |from: usize| last.is_none_or(|i| i < from);
        if let Some(t) = guards::edge(code, p, side, r, (w, how), behind) {
            v = self.narrowed(v, &t, w, how);
        }
        if let Some(t) = against(code, p, side, r).filter(|t| behind(t.from)) {
            if let Some(x) = self.below(cx, p, &t, (r, w, how), walk.depth) {
                // Where both say as much, what the other ways are more likely to have.
                v = Some(match v {
                    Some(v) => self.tighter(Some(x), v),
                    None => x,
                });
            }
        }
        Some(Came::of(v))
    }
}
