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

use super::facts::{moved, Facts};
use super::numbers::Reading;
use ep_ir::{BinOp, Function, Inst, InstKind, IntPred, Operand, Reg, Type};
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

/// In which reading a test says something of a counter that is scaled so.
pub(super) fn reading(pred: IntPred, factor: &Factor) -> Option<Reading> {
    use IntPred::{Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match (pred, factor.divides) {
        (Ult | Ule, false) => Some(Reading::Unsigned),
        (Slt | Sle, false) => Some(Reading::Signed),
        (Ugt | Uge, true) if factor.unsigned => Some(Reading::Unsigned),
        (Sgt | Sge, true) if !factor.unsigned => Some(Reading::Signed),
        (Ne, true) if factor.unsigned => Some(Reading::Unsigned),
        (Ne, true) if factor.to_zero => Some(Reading::Signed),
        _ => None,
    }
}

/// A test of such a counter, of this many bits, and what it compares with.
pub(super) struct Test {
    pub pred: IntPred,
    pub bits: u32,
    pub how: Reading,
    /// The least and the greatest number that the counter begins with.
    pub begin: (Option<BigInt>, Option<BigInt>),
    /// The same of the limit.
    pub limit: (BigInt, Option<BigInt>),
    /// A round may scale the counter before it is tested.
    pub stepped: bool,
}

/// How often a test lets a round pass.
pub(super) struct Passes {
    pub passes: BigInt,
    /// The greatest number that it lets pass, and what a round adds to it at most.
    pub end: BigInt,
    pub step: BigInt,
}

/// The passes of a test; none where the counter may stay where it is, or begin anew.
pub(super) fn passes(factor: &Factor, test: Test) -> Option<Passes> {
    use IntPred::{Ne, Sge, Sgt, Sle, Uge, Ugt, Ule};
    let signed = test.how == Reading::Signed;
    let highest: BigInt = (BigInt::one() << (test.bits - u32::from(signed))) - BigInt::one();
    let begins = test.begin.1.unwrap_or_else(|| highest.clone());
    let begins = begins.min(highest.clone());
    if factor.divides {
        let ends = match test.pred {
            Ugt | Sgt => test.limit.0 >= BigInt::zero(),
            Uge | Sge => test.limit.0 >= BigInt::one(),
            // Both sides of 0 come to it.
            _ => test.limit.0.is_zero() && test.limit.1 == Some(BigInt::zero()),
        };
        ends.then_some(())?;
        let from = match test.pred {
            Ne if signed => highest + BigInt::one(),
            _ => begins.clone(),
        };
        return Some(Passes {
            passes: digits(from, &factor.by),
            end: begins.clone(),
            step: begins.max(BigInt::zero()),
        });
    }
    let low = test.begin.0.filter(|n| *n >= BigInt::one())?;
    let most = test.limit.1?;
    let end = match test.pred {
        Ule | Sle => most,
        _ => most - BigInt::one(),
    };
    let mut before = end.clone();
    if test.stepped {
        // The first step comes before any test.
        before = before.max(begins);
    }
    let fits = &before * &factor.by <= highest;
    (fits || (factor.no_wrap && signed)).then_some(())?;
    let step: BigInt = &before * (&factor.by - BigInt::one());
    Some(Passes {
        passes: digits(&end / &low, &factor.by),
        end,
        step: step.max(BigInt::zero()),
    })
}
