//! What the flow of a function says of a register, where tests on the way do not.
//!
//! Idea: `if (n > 99) n = 99;` leaves `n` at most 99 whichever way was taken, and no
//! test on a dominator says so. Where a register has no bound by its own instructions
//! and by the tests before it, the differences of all registers are walked once
//! ([`crate::recursion::flows`]) and its range in the block counts. Alternative: to walk
//! all functions first; most are never asked about. Cost: one walk for each function
//! and for each way in which its parameters lie, of which some are told apart.

use super::guards::Between;
use super::numbers::Reading;
use super::values::Value;
use super::{Context, Sites};
use crate::recursion::walk::Sign;
use ep_ir::{BlockId, Reg};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Greater than this a number is as good as none: no bound is written for it where
/// something smaller is known.
const LARGE: i128 = 1 << 24;

/// From here on a number comes from a type and not from the program.
const MOST: i128 = 1 << 30;

impl<'m> Sites<'m> {
    /// What is known of a register, and what the flow says of it in this block.
    pub(super) fn along(
        &mut self,
        cx: &Context<'m>,
        at: BlockId,
        (r, w, how): (Reg, u32, Reading),
        found: Option<Value>,
    ) -> Option<Value> {
        let most = found.as_ref().map(|v| v.upper.most(&self.variables));
        let open = |m: &Option<BigInt>| {
            let n = m.as_ref().and_then(ToPrimitive::to_i128);
            n.is_none_or(|n| n > LARGE)
        };
        if most.as_ref().is_some_and(|m| !open(m)) {
            return found;
        }
        let sign = match how {
            Reading::Signed => Sign::Signed,
            Reading::Unsigned => Sign::Unsigned,
        };
        let params = self.ranges(&cx.args, sign);
        let blocks = self.flows.of(self.module, cx.id, sign, params);
        let Some((low, high)) = blocks.and_then(|b| b.get(&(at, r)).copied()) else {
            return found;
        };
        // What only the type says is no bound, and an expression over the inputs stays
        // unless this is a number to speak of.
        let expression = found
            .as_ref()
            .is_some_and(|v| v.upper.as_number().is_none());
        let speaks = match expression {
            true => LARGE,
            false => (1i128 << w.saturating_sub(2).min(120)).min(MOST),
        };
        let says = Between {
            low: low.map(BigInt::from),
            high: high.filter(|h| *h <= speaks).map(BigInt::from),
        };
        self.narrowed(found, &says, w, how)
    }
}
