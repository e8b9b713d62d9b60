//! What tests of a register against another one say of it.
//!
//! Idea: behind `if (n > strlen(s)) return;` the register is at most what the other one
//! was when the test was made, and that is at most its bound, which holds at all times.
//! So a size that comes from anywhere has a bound over the inputs once it was compared
//! with one that has. The test counts as one against a number does ([`super::guards`]).
//! Source: symbolic ranges, W. Blume and R. Eigenmann, "Symbolic range propagation" (IPPS
//! 1995), without a lattice of its own. Alternative: octagons, which have no products.
//! Cost: a bound of the other register for each such test on the chain of dominators.

use super::amount::{Amount, Linear};
use super::facts::At;
use super::guards::{self, Widened};
use super::numbers::Reading;
use super::values::{smallest, Value, DEPTH};
use super::{Context, Sites};
use ep_ir::{BlockId, Inst, InstKind, IntPred, Operand, Reg, Terminator, Type};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Dominators of a place that are looked at.
const MOST_TESTS: usize = 64;
/// Tests behind one instruction that are looked at.
const MOST_BEHIND: usize = 4;
/// What one more test costs of the depth of an expression.
const DEEPER: u32 = 4;

/// A comparison of a register with another operand that holds.
pub(super) struct Against {
    pred: IntPred,
    other: Operand,
    width: u32,
    widened: Widened,
    /// Where in the block the register was read for it.
    pub from: usize,
}

/// The comparison that holds on one side of the test at the end of a block.
pub(super) fn against(code: guards::Code<'_>, up: BlockId, side: bool, r: Reg) -> Option<Against> {
    let (at, (pred, width, a, b)) = guards::comparison(code, up)?;
    let (Operand::Reg(a), Operand::Reg(b)) = (a, b) else {
        return None;
    };
    let of = |x: Reg| guards::widened(code, up, at, x, r);
    let (pred, other, (widened, from)) = match (of(a), of(b)) {
        (Some(x), None) => (pred, b, x),
        (None, Some(x)) => (pred.swapped(), a, x),
        _ => return None,
    };
    Some(Against {
        pred: if side { pred } else { pred.negated() },
        other: Operand::Reg(other),
        width,
        widened,
        from,
    })
}

/// The side of the test at the end of `up` on which control goes to a block alone.
pub(super) fn side_of(code: guards::Code<'_>, up: BlockId, to: BlockId) -> Option<bool> {
    match code.0.blocks.get(up)?.term {
        Terminator::Branch { then, els, .. } => match (then == to, els == to) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// What a test says: the register is below the limit, or at most that.
pub(super) struct Limit {
    pub low: BigInt,
    pub upper: Amount,
    exact: Option<Linear>,
    pub strict: bool,
}

impl Limit {
    /// What the register is at most.
    fn value(self, sites: &Sites<'_>) -> Value {
        let upper = match self.exact.filter(|_| self.strict) {
            Some(e) => Amount::of(
                &e.plus(&Linear::number(1), &-BigInt::one()),
                &sites.variables,
            ),
            None => self.upper,
        };
        Value {
            low: self.low,
            upper,
            exact: None,
        }
    }

    /// A number or expression that the register is below.
    pub fn end(self) -> Amount {
        match self.strict {
            true => self.upper,
            false => self.upper.plus(&Amount::number(1)),
        }
    }
}

impl<'m> Sites<'m> {
    /// What is known of a register in a block, and what the tests against others say that
    /// every way to the block passes.
    pub(super) fn against_others(
        &mut self,
        cx: &Context<'m>,
        at: BlockId,
        of: (Reg, u32, Reading),
        found: Option<Value>,
        depth: u32,
    ) -> Option<Value> {
        let Some(depth) = depth.checked_sub(DEEPER) else {
            return found;
        };
        let limits = self.limits(cx, (at, &[at]), of, depth);
        limits.into_iter().fold(found, |found, l| {
            let v = l.value(self);
            Some(self.tighter(found, v))
        })
    }

    /// The limit of a register before anything in a block sets it: the least of those that
    /// tests say.
    pub(super) fn limit_at_begin(
        &mut self,
        cx: &Context<'m>,
        at: BlockId,
        of: (Reg, u32, Reading),
    ) -> Option<Limit> {
        let facts = cx.facts.clone();
        let ends = facts.cfg.predecessors(at);
        let all = self.limits(cx, (at, ends), of, DEPTH);
        let most = |s: &Self, l: &Limit| l.upper.most(&s.variables);
        all.into_iter()
            .reduce(|a, b| match (most(self, &a), most(self, &b)) {
                (Some(x), Some(y)) if x <= y => a,
                (Some(_), None) => a,
                _ => b,
            })
    }

    /// What the tests against others say of a register that every way to a block passes,
    /// where nothing sets it between them and the ends.
    fn limits(
        &mut self,
        cx: &Context<'m>,
        (at, ends): (BlockId, &[BlockId]),
        (r, w, how): (Reg, u32, Reading),
        depth: u32,
    ) -> Vec<Limit> {
        let facts = cx.facts.clone();
        let code = (cx.function, facts.as_ref());
        let mut out = Vec::new();
        let mut b = at;
        for _ in 0..MOST_TESTS {
            let Some(up) = facts.dom.immediate(b).filter(|up| *up != b) else {
                break;
            };
            let alone = facts.cfg.predecessors(b) == [up];
            let side = side_of(code, up, b).filter(|_| alone);
            let test = side.and_then(|s| against(code, up, s, r));
            let test = test.filter(|t| guards::unchanged(code, (up, t.from), b, ends, r));
            out.extend(test.and_then(|t| self.limit(cx, up, &t, (r, w, how), at, depth)));
            b = up;
        }
        out
    }

    /// What a register is at most behind an instruction that sets it, where tests that
    /// always hold come before anything can read it.
    pub(super) fn told_behind(
        &mut self,
        cx: &Context<'m>,
        at: At,
        (r, w, how): (Reg, u32, Reading),
    ) -> Option<Value> {
        let (f, facts) = (cx.function, cx.facts.clone());
        let code = (f, facts.as_ref());
        let leads_nowhere = |b: BlockId| {
            let block = f.blocks.get(b);
            block.is_some_and(|b| b.insts.is_empty() && matches!(b.term, Terminator::Unreachable))
        };
        let (mut b, mut from, mut found) = (at.0, at.1 + 1, None);
        for _ in 0..MOST_BEHIND {
            let block = f.blocks.get(b)?;
            // The test alone reads it.
            let mut test = block.insts.iter().skip(from);
            let only = match (test.next(), test.next(), &block.term) {
                (
                    Some(Inst {
                        kind: InstKind::Cmp { dst, .. },
                        ..
                    }),
                    None,
                    Terminator::Branch {
                        cond: Operand::Reg(c),
                        ..
                    },
                ) => c == dst,
                _ => false,
            };
            if !only {
                break;
            }
            let on = facts.cfg.successors(b).to_vec();
            let [next] = on
                .iter()
                .filter(|n| !leads_nowhere(**n))
                .collect::<Vec<_>>()[..]
            else {
                break;
            };
            let side = side_of(code, b, *next)?;
            if let Some(t) = guards::edge(code, b, side, r, (w, how), |n| n >= from) {
                found = self.narrowed(found, &t, w, how);
            }
            if let Some(t) = against(code, b, side, r).filter(|t| t.from >= from) {
                if let Some(v) = self.below(cx, b, &t, (r, w, how), DEPTH / 2) {
                    found = Some(self.tighter(found, v));
                }
            }
            if facts.cfg.predecessors(*next) != [b] {
                break;
            }
            (b, from) = (*next, 0);
        }
        found
    }

    /// What a test says of the register at most.
    pub(super) fn below(
        &mut self,
        cx: &Context<'m>,
        up: BlockId,
        t: &Against,
        of: (Reg, u32, Reading),
        depth: u32,
    ) -> Option<Value> {
        let limit = self.limit(cx, up, t, of, up, depth)?;
        Some(limit.value(self))
    }

    /// The limit that a test says, if it bounds the register from above. What is known
    /// without a test is so at `at`.
    fn limit(
        &mut self,
        cx: &Context<'m>,
        up: BlockId,
        t: &Against,
        (r, w, how): (Reg, u32, Reading),
        at: BlockId,
        depth: u32,
    ) -> Option<Limit> {
        use IntPred::{Eq, Sle, Slt, Ule, Ult};
        use Reading::{Signed as S, Unsigned as U};
        let with_sign = matches!(t.pred, Slt | Sle);
        matches!(t.pred, Slt | Sle | Ult | Ule | Eq).then_some(())?;
        // As what the register is bounded, and by what of the other one.
        let (own, other) = match (t.widened, with_sign, t.pred == Eq) {
            (Widened::Not, _, true) => (how, how),
            (Widened::Not, true, _) => (S, S),
            (Widened::Not, false, _) => (U, U),
            (Widened::Zero, true, _) => (U, S),
            (Widened::Zero, false, _) => (U, U),
            (Widened::Sign, true, _) | (Widened::Sign, _, true) => (S, S),
            (Widened::Sign, false, false) => (S, U),
        };
        let y = self.standing_at(Some(up), |s| {
            s.value(cx, t.other, Type::Int(t.width), other, depth)
        })?;
        let half = |w: u32| BigInt::one() << w.saturating_sub(1);
        let most = y.upper.most(&self.variables)?;
        // Widened with its sign, what is negative is above all of these.
        let from_sign = (own, other) == (S, U);
        (!from_sign || most < half(t.width)).then_some(())?;
        let not_negative = own == U || from_sign || {
            let code = (cx.function, cx.facts.as_ref());
            let low = guards::guarded(code, at, r, w, S).low;
            low.is_some_and(|l| !l.is_negative())
        };
        let same = own == how || not_negative && most < half(w);
        same.then(|| Limit {
            low: match not_negative {
                true => BigInt::zero(),
                false => smallest(w, how),
            },
            upper: y.upper,
            exact: y.exact,
            strict: matches!(t.pred, Slt | Ult),
        })
    }
}
