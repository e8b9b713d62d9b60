//! Loops whose counter is multiplied or divided in each round.
//!
//! Idea: `while (p < n) p <<= 1;` and `while (v > 9) { v /= 10; digits++; }` go round no
//! more often than the numbers between the begin and the limit have digits to the base of
//! the factor. Where the counter begins with at least 1 and a product cannot wrap around
//! (what the test lets pass, times the factor, fits its type) each round multiplies it by
//! the factor; a division takes what is above 0 down until it is 0. Source: the counted
//! loops of [`super::rounds`], with powers in place of multiples (geometric progressions,
//! as in the cost functions of E. Albert et al., "Cost analysis of object-oriented
//! bytecode programs", TCS 2012). Alternative: logarithms in amounts; a number is what
//! nearly all of these loops need, as widths limit them. Cost: a look at the step.
//!
//! What must never happen: a factor that leaves the counter where it is (0 times 2, or -1
//! shifted to the right); a product that wraps around and begins anew; a step that a round
//! may leave out.

use super::amount::Amount;
use super::facts::{inst, At, Facts};
use super::numbers::Reading;
use super::rounds::{comes_before, moved, Count};
use super::{Context, Sites};
use ep_ir::analysis::LoopId;
use ep_ir::{BinOp, BlockId, Function, Inst, InstKind, IntPred, Operand, Reg, Type};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// What a round does to a counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Factor {
    /// It is divided by the factor, else multiplied.
    pub divides: bool,
    /// At least 2.
    pub by: BigInt,
    /// The operation is one of numbers without a sign.
    pub unsigned: bool,
    /// It gives 0 for what is between 0 and the factor, whatever the sign.
    pub to_zero: bool,
    /// What does not fit the type with a sign is undefined.
    pub no_wrap: bool,
}

/// The factor of an instruction that sets `r` to itself times or through a number.
pub(super) fn factor(f: &Function, facts: &Facts, r: Reg, i: &Inst) -> Option<Factor> {
    let Some(Type::Int(w @ 2..=64)) = f.regs.get(r).copied() else {
        return None;
    };
    let InstKind::Bin {
        op, flags, a, b, ..
    } = moved(f, facts, r, i)?
    else {
        return None;
    };
    let twice = *op == BinOp::Add && *a == Operand::Reg(r) && a == b;
    let n = match (*a, *b) {
        _ if twice => 2,
        (Operand::Reg(x), Operand::Int(n)) if x == r => n,
        _ => return None,
    };
    let half = 1u64 << (w - 1);
    let by = match op {
        BinOp::Shl | BinOp::LShr | BinOp::AShr => (1..u64::from(w) - 1)
            .contains(&n)
            .then(|| BigInt::one() << n)?,
        BinOp::Mul | BinOp::UDiv | BinOp::SDiv => (2..half).contains(&n).then(|| n.into())?,
        BinOp::Add if twice => 2.into(),
        _ => return None,
    };
    Some(Factor {
        divides: matches!(op, BinOp::LShr | BinOp::AShr | BinOp::UDiv | BinOp::SDiv),
        by,
        unsigned: matches!(op, BinOp::LShr | BinOp::UDiv),
        to_zero: *op != BinOp::AShr,
        no_wrap: flags.nsw,
    })
}

/// The first power of a factor that is above a number: how often that can be divided
/// until it is 0.
fn digits(mut n: BigInt, by: &BigInt) -> BigInt {
    let mut out = BigInt::zero();
    while n >= BigInt::one() {
        n /= by;
        out += 1;
    }
    out
}

impl<'m> Sites<'m> {
    /// The count of a loop whose test compares a counter that each round scales.
    pub(super) fn scaled(
        &mut self,
        cx: &Context<'m>,
        (l, (b, test), inside): (LoopId, At, BlockId),
        counter: Reg,
        pred: IntPred,
        (limit, ty): (Operand, Type),
    ) -> Option<Count> {
        use IntPred::{Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let (f, facts) = (cx.function, cx.facts.clone());
        let x = facts.loops.loops.get(l)?;
        let moves = facts.defs(counter).iter().filter(|d| x.contains(d.0));
        let moves: Vec<At> = moves.copied().collect();
        let [at] = moves[..] else { return None };
        let each = x.latches.iter().all(|t| facts.dom.dominates(at.0, *t));
        (each && facts.loops.innermost(at.0) == Some(l)).then_some(())?;
        let factor = factor(f, &facts, counter, inst(f, at)?)?;
        let Type::Int(w) = ty else { return None };
        let how = match (pred, factor.divides) {
            (Ult | Ule, false) => Reading::Unsigned,
            (Slt | Sle, false) => Reading::Signed,
            (Ugt | Uge, true) if factor.unsigned => Reading::Unsigned,
            (Sgt | Sge, true) if !factor.unsigned => Reading::Signed,
            (Ne, true) if factor.unsigned => Reading::Unsigned,
            (Ne, true) if factor.to_zero => Reading::Signed,
            _ => return None,
        };
        let highest: BigInt =
            (BigInt::one() << (w - u32::from(how == Reading::Signed))) - BigInt::one();
        let begin = self.begin(cx, l, counter, (how, ty));
        let begins = begin.as_ref().and_then(|v| v.upper.most(&self.variables));
        let begins = begins.map_or(highest.clone(), |n| n.min(highest.clone()));
        let limit = self.standing_at(Some(b), |s| s.read_any(cx, limit, ty, how))?;
        let stepped = comes_before(&facts, l, at, (b, test));
        let count = |passes: BigInt, end: Amount, step: BigInt| Count {
            counter,
            how,
            down: factor.divides,
            wraps: false,
            step,
            end,
            passes: Amount::number(passes),
            inside,
            stepped,
        };
        if factor.divides {
            let ends = match pred {
                Ugt | Sgt => !(limit.low < BigInt::zero()),
                Uge | Sge => limit.low >= BigInt::one(),
                // Both sides of 0 come to it.
                _ => limit.exact.as_ref()?.as_number()?.is_zero(),
            };
            ends.then_some(())?;
            let from = match pred {
                Ne if how == Reading::Signed => highest + BigInt::one(),
                _ => begins.clone(),
            };
            let passes = digits(from, &factor.by);
            return Some(count(passes, Amount::number(begins.clone()), begins));
        }
        let low = begin?.low;
        (low >= BigInt::one()).then_some(())?;
        let most = limit.upper.most(&self.variables)?;
        let end = match pred {
            Ule | Sle => most,
            _ => most - BigInt::one(),
        };
        let mut before = end.clone();
        if stepped {
            // The first step comes before any test.
            before = before.max(begins);
        }
        let fits = &before * &factor.by <= highest;
        (fits || (factor.no_wrap && how == Reading::Signed)).then_some(())?;
        let passes = digits(&end / &low, &factor.by);
        let step = &before * (&factor.by - BigInt::one());
        Some(count(passes, Amount::number(end), step.max(BigInt::zero())))
    }
}
