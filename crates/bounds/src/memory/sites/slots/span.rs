//! Between which offsets of its object a write is.
//!
//! Idea: `t[i % 8]` beside a counter of the same structure: by its stride alone the slot
//! could lie over the counter. Where each register of the offset has a range at the
//! place of the write, the offset has one. Source: interval analysis (Cousot and Cousot,
//! ISOP 1976) of one expression. Cost: a look at the instructions that make the index.
//!
//! What must never happen: a range of a number that its conversion to the width of an
//! address changes. So the number is not negative, and fits into every width on the way.

use super::super::numbers::Reading;
use super::super::slot::{Slot, Span};
use super::super::{Context, Facts, Given, Sites};
use ep_ir::{BlockId, FuncId, Type};
use num_traits::ToPrimitive;
use std::rc::Rc;

impl<'m> Sites<'m> {
    /// The range of a slot's offset at the end of this block's instructions before it.
    pub(super) fn span(&mut self, id: FuncId, at: BlockId, slot: &Slot) -> Option<Span> {
        let (mut low, mut high) = (slot.offset, slot.offset);
        if slot.terms.is_empty() {
            return Some((low, high));
        }
        let module = self.module;
        let function = module.functions.get(id)?;
        let facts = self.facts.entry(id);
        let facts = facts
            .or_insert_with(|| Rc::new(Facts::new(function)))
            .clone();
        // Tests are understood where loops have one head.
        facts.loops.irreducible.is_empty().then_some(())?;
        let cx = Context {
            id,
            function,
            facts,
            args: vec![Given::default(); function.params.len()],
        };
        for (index, scale) in &slot.terms {
            let ty = *function.regs.get(index.root)?;
            let Type::Int(own) = ty else { return None };
            let widths = index.casts.iter().flat_map(|c| [c.1, c.2]);
            let least = widths.chain([own]).min()?;
            let mut best: Option<(i64, i64)> = None;
            for how in [Reading::Signed, Reading::Unsigned] {
                let read = |s: &mut Self| s.read_any(&cx, index.root.into(), ty, how);
                let Some(v) = self.standing_at(Some(at), read) else {
                    continue;
                };
                let most = v.upper.most(&self.variables).and_then(|n| n.to_i64());
                let (Some(a), Some(b)) = (v.low.to_i64(), most) else {
                    continue;
                };
                let stays = a >= 0 && least > 1 && b < (1i64 << (least - 1).min(62));
                if stays && best.is_none_or(|(_, x)| b < x) {
                    best = Some((a, b));
                }
            }
            let (a, b) = best?;
            let (x, y) = (a.checked_mul(*scale)?, b.checked_mul(*scale)?);
            low = low.checked_add(x.min(y))?;
            high = high.checked_add(x.max(y))?;
        }
        Some((low, high))
    }
}

/// Whether two writes of so many bytes have none in common.
pub(super) fn apart((a, a_bytes): (Option<Span>, u64), (b, b_bytes): (Option<Span>, u64)) -> bool {
    let (Some(a), Some(b)) = (a, b) else {
        return false;
    };
    let end = |s: Span, bytes: u64| i64::try_from(bytes).ok().and_then(|n| s.1.checked_add(n));
    let before = |a: Span, bytes, b: Span| end(a, bytes).is_some_and(|end| end <= b.0);
    before(a, a_bytes, b) || before(b, b_bytes, a)
}
