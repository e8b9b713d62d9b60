//! How large a float can be that becomes a whole number: by tests on the way.
//!
//! Idea: behind `if (d < 0 || d > 100) return;` the number that `(size_t)d` gives is
//! at most 100, since cutting off what is behind the point keeps the order. A float
//! that is no number fails every test, and one outside of the type is undefined to
//! convert, so that both sides of a test say something. Source: as
//! [`super::guards`], for floats. Cost: a walk over blocks for each test on the
//! chain of dominators that names the register.
//!
//! What must never happen: a test of another value of the register; a constant that
//! is rounded on its way to a whole number.

use super::facts::Facts;
use super::guards::{unchanged, Between};
use ep_ir::inst::FloatPred;
use ep_ir::{BlockId, CastOp, FloatFormat, Function, InstKind, Operand, Reg, Terminator, Type};
use num_bigint::BigInt;

/// Dominators of a place that are looked at.
const MOST_TESTS: usize = 64;

/// Between which whole numbers a float lies at a place, once it is cut off towards
/// zero.
pub(super) fn between(code: (&Function, &Facts), at: BlockId, r: Reg) -> Between {
    let (f, facts) = code;
    let mut out = Between::default();
    let mut b = at;
    for _ in 0..MOST_TESTS {
        let Some(up) = facts.dom.immediate(b).filter(|up| *up != b) else {
            break;
        };
        if let Some((from, side, n)) = test_of((f, facts), up, b, r) {
            if unchanged(code, (up, from), b, &[at], r) {
                if side.below {
                    out.high = Some(out.high.take().map_or(n.clone(), |h| h.min(n.clone())));
                }
                if side.above {
                    out.low = Some(out.low.take().map_or(n.clone(), |l| l.max(n)));
                }
            }
        }
        b = up;
    }
    out
}

/// On which sides of a number a float lies, which counts itself.
struct Side {
    below: bool,
    above: bool,
}

/// What the test at the end of `up` says of a register where it leads to `to`: where
/// the register was read for it, and the number.
fn test_of(
    (f, facts): (&Function, &Facts),
    up: BlockId,
    to: BlockId,
    r: Reg,
) -> Option<(usize, Side, BigInt)> {
    let Terminator::Branch {
        cond: Operand::Reg(c),
        then,
        els,
    } = f.blocks.get(up)?.term
    else {
        return None;
    };
    (then != els && (to == then || to == els) && facts.cfg.predecessors(to) == [up].as_slice())
        .then_some(())?;
    let (place, i) = facts.only(f, c)?;
    (place.0 == up).then_some(())?;
    let InstKind::FloatCmp { pred, ty, a, b, .. } = i.kind else {
        return None;
    };
    let (pred, x, n) = match (a, b) {
        (Operand::Reg(x), n) => (pred, x, n),
        (n, Operand::Reg(x)) => (swapped(pred), x, n),
        _ => return None,
    };
    let n = whole(n, ty)?;
    let from = read_at((f, facts), up, place.1, x, r)?;
    Some((from, holds(pred, to == then)?, n))
}

/// Where in its block the register was read that is compared there, as it is or in a
/// wider format.
fn read_at(
    (f, facts): (&Function, &Facts),
    b: BlockId,
    at: usize,
    x: Reg,
    r: Reg,
) -> Option<usize> {
    let (mut x, mut at) = (x, at);
    for _ in 0..4 {
        if x == r {
            return Some(at);
        }
        let (place, i) = facts.only(f, x)?;
        (place.0 == b && place.1 < at).then_some(())?;
        at = place.1;
        x = match i.kind {
            InstKind::Copy {
                src: Operand::Reg(y),
                ..
            } => y,
            InstKind::Cast {
                op: CastOp::FloatCast,
                from: Type::Float(FloatFormat::F32),
                to: Type::Float(FloatFormat::F64),
                src: Operand::Reg(y),
                ..
            } => y,
            _ => return None,
        };
    }
    None
}

/// What a comparison says on one of its sides of a float that is a number.
fn holds(pred: FloatPred, side: bool) -> Option<Side> {
    use FloatPred::*;
    let (below, above) = match (pred, side) {
        (Olt | Ole | Ult | Ule, true) | (Ogt | Oge | Ugt | Uge, false) => (true, false),
        (Ogt | Oge | Ugt | Uge, true) | (Olt | Ole | Ult | Ule, false) => (false, true),
        (Oeq | Ueq, true) | (One | Une, false) => (true, true),
        _ => return None,
    };
    Some(Side { below, above })
}

fn swapped(pred: FloatPred) -> FloatPred {
    use FloatPred::*;
    match pred {
        Ogt => Olt,
        Oge => Ole,
        Olt => Ogt,
        Ole => Oge,
        Ugt => Ult,
        Uge => Ule,
        Ult => Ugt,
        Ule => Uge,
        same => same,
    }
}

/// The whole part of a constant, exactly; none of what is no number.
fn whole(o: Operand, ty: Type) -> Option<BigInt> {
    let Operand::Int(word) = o else { return None };
    let (fraction, exponent) = match ty {
        Type::Float(FloatFormat::F64) => (52, 11),
        Type::Float(FloatFormat::F32) => (23, 8),
        _ => return None,
    };
    let bias = (1i64 << (exponent - 1)) - 1;
    let e = (word >> fraction) & ((1 << exponent) - 1);
    (e != (1 << exponent) - 1).then_some(())?;
    let mantissa = word & ((1 << fraction) - 1) | u64::from(e > 0) << fraction;
    let shift = i64::try_from(e.max(1)).ok()? - bias - fraction;
    let n = BigInt::from(mantissa);
    let n = match shift {
        s if s >= 0 => n << s as u64,
        s => n >> s.unsigned_abs(),
    };
    Some(match (word >> (fraction + exponent)) & 1 {
        1 => -n,
        _ => n,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_lose_what_is_behind_the_point() {
        let f64s: [(f64, i64); 10] = [
            (0.0, 0),
            (-0.0, 0),
            (0.99, 0),
            (-0.99, 0),
            (100.0, 100),
            (100.7, 100),
            (-7.5, -7),
            (5e-324, 0),
            (2_251_799_813_685_249.5, 2_251_799_813_685_249),
            (1e15, 1_000_000_000_000_000),
        ];
        for (x, want) in f64s {
            let n = whole(Operand::Int(x.to_bits()), Type::Float(FloatFormat::F64));
            assert_eq!(n, Some(BigInt::from(want)), "{x}");
        }
        let x = 16_777_217.9f32;
        let n = whole(
            Operand::Int(u64::from(x.to_bits())),
            Type::Float(FloatFormat::F32),
        );
        assert_eq!(n, Some(BigInt::from(16_777_218)));
        for x in [f64::NAN, f64::INFINITY] {
            let n = whole(Operand::Int(x.to_bits()), Type::Float(FloatFormat::F64));
            assert_eq!(n, None);
        }
        let large = whole(
            Operand::Int(1e300f64.to_bits()),
            Type::Float(FloatFormat::F64),
        );
        assert_eq!(large.map(|n| n.bits()), Some(997));
    }
}
