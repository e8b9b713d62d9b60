//! Measures of a loop's state that know the width of its integers.
//!
//! Idea: a number without sign that each round makes smaller ends the loop,
//! whatever the arithmetic behind it. The candidates are those of machine
//! integers: the number itself and its distance to each end of its type, how
//! many of its bits are set or clear, where its first and last ones are, and
//! how many steps of a stride are left, which is a product with the inverse of
//! the stride modulo two to the width. Source: issue of `everypath time`;
//! H. Warren, "Hacker's Delight", sections 5 and 10-16 (counting bits, inverses
//! modulo powers of two). Alternative: synthesis over bit-vectors (M. Heizmann
//! et al.), which needs a solver for every guess. What is guessed here is
//! proved by [`super::falls`]. Cost: a few instructions each.

use super::facts::{mask, Var};
use super::round::Builder;
use crate::time::limited;
use ep_ir::{BinOp, CastOp, IntPred, Intrinsic, Operand};
use num_bigint::BigInt;

/// Where a stride leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Number(u64),
    Variable(usize),
}

/// A number without sign of at most 64 bits. Indices are those of the state's
/// variables; `w` is the width of the variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// `x` read as unsigned.
    Value(usize),
    /// `2^w - 1 - x`.
    ToTop(usize),
    /// `x` read as signed, above the smallest one.
    AboveMin(usize),
    /// The largest signed number less `x`.
    BelowMax(usize),
    /// How far `x` is from 0, read as signed.
    FromZero(usize),
    /// Bits that are 1; a round may only clear some.
    Ones(usize),
    /// Bits that are 0; a round may only set some.
    Zeros(usize),
    /// Bits up to the first 1; 0 for 0.
    Length(usize),
    /// The same of a signed number, whose leading ones do not count either.
    SignedLength(usize),
    /// Zeros behind the last 1; `w` for 0.
    Trailing(usize),
    /// Bits from the last 1 on; 0 for 0.
    FromLast(usize),
    /// Steps from `x` to the target by `step * 2^shift` for an odd step, whose
    /// inverse modulo `2^w` is given. The target must be aligned with `x`.
    Steps {
        of: usize,
        to: Target,
        inverse: u64,
        shift: u32,
    },
    /// `x - y` modulo `2^w`.
    Less(usize, usize),
    /// Bits of that.
    LessLength(usize, usize),
    /// `x + y`, of at most 32 bits each.
    Sum(usize, usize),
}

/// The number that multiplies with an odd one to 1 modulo `2^64`.
pub fn inverse(odd: u64) -> u64 {
    // Newton: each step doubles the bits that are right, from 3 on.
    let mut x = odd;
    for _ in 0..5 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

impl Measure {
    /// Its value of a state, whose parts are below two to their widths.
    pub fn value(&self, vars: &[Var], s: &[u64]) -> u64 {
        let v = |i: usize| s.get(i).copied().unwrap_or(0);
        let w = |i: usize| vars.get(i).map_or(64, |x| x.bits);
        let top = |i: usize| 1u64 << (w(i).max(1) - 1);
        let length = |x: u64| u64::from(64 - x.leading_zeros());
        let negative = |i: usize| v(i) & top(i) != 0;
        match *self {
            Measure::Value(i) => v(i),
            Measure::ToTop(i) => mask(w(i)) - v(i),
            Measure::AboveMin(i) => v(i) ^ top(i),
            Measure::BelowMax(i) => (mask(w(i)) - v(i)) ^ top(i),
            Measure::FromZero(i) if negative(i) => mask(w(i)) - v(i) + 1,
            Measure::FromZero(i) => v(i),
            Measure::Ones(i) => v(i).count_ones().into(),
            Measure::Zeros(i) => u64::from(w(i) - v(i).count_ones()),
            Measure::Length(i) => length(v(i)),
            Measure::SignedLength(i) if negative(i) => length(mask(w(i)) - v(i)),
            Measure::SignedLength(i) => length(v(i)),
            Measure::Trailing(i) => u64::from(v(i).trailing_zeros().min(w(i))),
            Measure::FromLast(i) => u64::from(w(i) - v(i).trailing_zeros().min(w(i))),
            Measure::Steps {
                of,
                to,
                inverse,
                shift,
            } => {
                let to = match to {
                    Target::Number(c) => c,
                    Target::Variable(j) => v(j),
                };
                let gap = to.wrapping_sub(v(of)) & mask(w(of));
                (gap >> shift).wrapping_mul(inverse) & mask(w(of) - shift)
            }
            Measure::Less(i, j) => v(i).wrapping_sub(v(j)) & mask(w(i)),
            Measure::LessLength(i, j) => length(v(i).wrapping_sub(v(j)) & mask(w(i))),
            Measure::Sum(i, j) => v(i).wrapping_add(v(j)),
        }
    }

    /// What a round is given of it: the number, or the bits that are counted.
    pub fn word(&self, vars: &[Var], s: &[u64]) -> u64 {
        match *self {
            Measure::Ones(i) => Measure::Value(i).value(vars, s),
            Measure::Zeros(i) => Measure::ToTop(i).value(vars, s),
            _ => self.value(vars, s),
        }
    }

    /// Whether it is smaller, and whether by one, from its words before and
    /// after a round.
    pub(crate) fn falls(&self, b: &mut Builder<'_>, old: Operand, now: Operand) -> [Operand; 2] {
        match self {
            Measure::Ones(_) | Measure::Zeros(_) => {
                // Part of the bits before, and not all of them: for a solver
                // that is a question without sums.
                let same = not(b, 64, old);
                let new = b.bin(BinOp::And, 64, now, same);
                let part = b.cmp(IntPred::Eq, 64, new, Operand::Int(0));
                let other = b.cmp(IntPred::Ne, 64, now, old);
                let smaller = b.bin(BinOp::And, 1, part, other);
                let gone = b.bin(BinOp::Xor, 64, now, old);
                let below = b.bin(BinOp::Sub, 64, gone, Operand::Int(1));
                let rest = b.bin(BinOp::And, 64, gone, below);
                let single = b.cmp(IntPred::Eq, 64, rest, Operand::Int(0));
                [smaller, b.bin(BinOp::And, 1, smaller, single)]
            }
            _ => {
                let smaller = b.cmp(IntPred::Ult, 64, now, old);
                let more = b.bin(BinOp::Add, 64, now, Operand::Int(1));
                let next = b.cmp(IntPred::Eq, 64, more, old);
                [smaller, b.bin(BinOp::And, 1, next, smaller)]
            }
        }
    }

    /// The largest value that it can have.
    pub fn most(&self, vars: &[Var]) -> u128 {
        let w = |i: usize| vars.get(i).map_or(64, |x| x.bits);
        let all = |i: usize| (1u128 << w(i)) - 1;
        match *self {
            Measure::Value(i)
            | Measure::ToTop(i)
            | Measure::AboveMin(i)
            | Measure::BelowMax(i)
            | Measure::FromZero(i)
            | Measure::Less(i, _) => all(i),
            Measure::Steps { of, shift, .. } => all(of) >> shift,
            Measure::Ones(i)
            | Measure::Zeros(i)
            | Measure::Length(i)
            | Measure::Trailing(i)
            | Measure::FromLast(i)
            | Measure::LessLength(i, _) => w(i).into(),
            Measure::SignedLength(i) => u128::from(w(i).max(1) - 1),
            Measure::Sum(i, j) => all(i) + all(j),
        }
    }

    /// Instructions for its word, on the parts of a state.
    pub(crate) fn code(&self, b: &mut Builder<'_>, vars: &[Var], v: &[Operand]) -> Operand {
        let w = |i: usize| vars.get(i).map_or(64, |x| x.bits);
        let at = |i: usize| v.get(i).copied().unwrap_or(Operand::Int(0));
        let top = |i: usize| Operand::Int(1u64 << (w(i).max(1) - 1));
        let number = |n: u64| Operand::Int(n);
        let (bits, out) = match *self {
            Measure::Value(i) | Measure::Ones(i) => (w(i), at(i)),
            Measure::ToTop(i) | Measure::Zeros(i) => (w(i), not(b, w(i), at(i))),
            Measure::AboveMin(i) => (w(i), b.bin(BinOp::Xor, w(i), at(i), top(i))),
            Measure::BelowMax(i) => {
                let x = not(b, w(i), at(i));
                (w(i), b.bin(BinOp::Xor, w(i), x, top(i)))
            }
            Measure::FromZero(i) => {
                let sign = b.bin(BinOp::AShr, w(i), at(i), number(u64::from(w(i)) - 1));
                let x = b.bin(BinOp::Xor, w(i), at(i), sign);
                (w(i), b.bin(BinOp::Sub, w(i), x, sign))
            }
            Measure::Length(i) => (w(i), length(b, w(i), at(i))),
            Measure::SignedLength(i) => {
                let sign = b.bin(BinOp::AShr, w(i), at(i), number(u64::from(w(i)) - 1));
                let x = b.bin(BinOp::Xor, w(i), at(i), sign);
                (w(i), length(b, w(i), x))
            }
            Measure::Trailing(i) => (w(i), b.count(Intrinsic::Cttz, w(i), at(i))),
            Measure::FromLast(i) => {
                let x = b.count(Intrinsic::Cttz, w(i), at(i));
                (w(i), b.bin(BinOp::Sub, w(i), number(w(i).into()), x))
            }
            Measure::Steps {
                of,
                to,
                inverse,
                shift,
            } => {
                let bits = w(of);
                let to = match to {
                    Target::Number(c) => number(c & mask(bits)),
                    Target::Variable(j) => at(j),
                };
                let gap = b.bin(BinOp::Sub, bits, to, at(of));
                let gap = b.bin(BinOp::LShr, bits, gap, number(shift.into()));
                let x = b.bin(BinOp::Mul, bits, gap, number(inverse & mask(bits)));
                (bits, b.bin(BinOp::And, bits, x, number(mask(bits - shift))))
            }
            Measure::Less(i, j) => (w(i), b.bin(BinOp::Sub, w(i), at(i), at(j))),
            Measure::LessLength(i, j) => {
                let x = b.bin(BinOp::Sub, w(i), at(i), at(j));
                (w(i), length(b, w(i), x))
            }
            Measure::Sum(i, j) => {
                let x = wide(b, w(i), at(i));
                let y = wide(b, w(j), at(j));
                (64, b.bin(BinOp::Add, 64, x, y))
            }
        };
        wide(b, bits, out)
    }

    /// In C and the words of bounds; none if a variable has no name.
    pub fn text(&self, vars: &[Var]) -> Option<String> {
        let name = |i: usize| {
            let v = vars.get(i)?;
            (!v.name.is_empty()).then(|| v.name.clone())
        };
        let w = |i: usize| vars.get(i).map_or(64, |x| x.bits);
        let limit = |n: u64| limited(&BigInt::from(n));
        Some(match *self {
            Measure::Value(i) => name(i)?,
            Measure::ToTop(i) => format!("{} - {}", limit(mask(w(i))), name(i)?),
            Measure::AboveMin(i) => {
                let least = limited(&-(BigInt::from(1) << (w(i).max(1) - 1)));
                match least.strip_prefix('-') {
                    Some(most) => format!("{} + {most}", name(i)?),
                    None => format!("{} - {least}", name(i)?),
                }
            }
            Measure::BelowMax(i) => format!("{} - {}", limit(mask(w(i).max(1) - 1)), name(i)?),
            Measure::FromZero(i) => format!("{0} < 0 ? -{0} : {0}", name(i)?),
            Measure::Ones(i) => format!("popcount({})", name(i)?),
            Measure::Zeros(i) => format!("popcount(~{})", name(i)?),
            Measure::Length(i) => format!("bitlength({})", name(i)?),
            Measure::SignedLength(i) => {
                format!("bitlength({0} < 0 ? ~{0} : {0})", name(i)?)
            }
            Measure::Trailing(i) => format!("the zeros at the end of {}", name(i)?),
            Measure::FromLast(i) => format!("{} - the zeros at the end of {}", w(i), name(i)?),
            Measure::Steps {
                of,
                to,
                inverse,
                shift,
            } => {
                let gap = match to {
                    Target::Number(0) => format!("-{}", name(of)?),
                    Target::Number(c) => format!("({} - {})", limit(c), name(of)?),
                    Target::Variable(j) => format!("({} - {})", name(j)?, name(of)?),
                };
                let gap = match shift {
                    0 => gap,
                    s => format!("{gap}/{}", 1u64 << s),
                };
                let inverse = inverse & mask(w(of) - shift);
                match inverse {
                    1 => format!("{gap} mod 2^{}", w(of) - shift),
                    i => format!("{gap}*{i} mod 2^{}", w(of) - shift),
                }
            }
            Measure::Less(i, j) => format!("{} - {} mod 2^{}", name(i)?, name(j)?, w(i)),
            Measure::LessLength(i, j) => {
                format!("bitlength({} - {} mod 2^{})", name(i)?, name(j)?, w(i))
            }
            Measure::Sum(i, j) => format!("{} + {}", name(i)?, name(j)?),
        })
    }
}

fn not(b: &mut Builder<'_>, bits: u32, x: Operand) -> Operand {
    b.bin(BinOp::Xor, bits, x, Operand::Int(mask(bits)))
}

fn length(b: &mut Builder<'_>, bits: u32, x: Operand) -> Operand {
    let zeros = b.count(Intrinsic::Ctlz, bits, x);
    b.bin(BinOp::Sub, bits, Operand::Int(bits.into()), zeros)
}

fn wide(b: &mut Builder<'_>, bits: u32, x: Operand) -> Operand {
    match bits {
        64 => x,
        _ => b.cast(CastOp::ZExt, bits, 64, x),
    }
}

/// Measures of a state that may fall, with the strides and the numbers that
/// the function names.
pub fn candidates(vars: &[Var], strides: &[u64], numbers: &[u64]) -> Vec<Measure> {
    let own: Vec<usize> = (0..vars.len())
        .filter(|i| vars.get(*i).is_some_and(|v| v.bits >= 8))
        .collect();
    let bits = |i: usize| vars.get(i).map_or(64, |v| v.bits);
    let mut out = Vec::new();
    for i in own.iter().copied() {
        out.extend([
            Measure::Ones(i),
            Measure::Length(i),
            Measure::FromLast(i),
            Measure::Trailing(i),
            Measure::Zeros(i),
            Measure::SignedLength(i),
            Measure::Value(i),
            Measure::ToTop(i),
            Measure::AboveMin(i),
            Measure::BelowMax(i),
            Measure::FromZero(i),
        ]);
        let mut targets: Vec<Target> = numbers
            .iter()
            .map(|c| Target::Number(c & mask(bits(i))))
            .collect();
        targets.extend(
            (own.iter())
                .filter(|j| **j != i && bits(**j) == bits(i))
                .map(|j| Target::Variable(*j)),
        );
        for step in strides {
            let step = step & mask(bits(i));
            if step == 0 {
                continue;
            }
            let shift = step.trailing_zeros();
            for to in targets.iter().copied() {
                let m = Measure::Steps {
                    of: i,
                    to,
                    inverse: inverse(step >> shift),
                    shift,
                };
                if !out.contains(&m) {
                    out.push(m);
                }
            }
        }
    }
    for i in own.iter().copied() {
        for j in own.iter().copied().filter(|j| *j != i) {
            if bits(i) == bits(j) {
                out.push(Measure::Less(i, j));
                out.push(Measure::LessLength(i, j));
            }
            if i < j && bits(i) <= 32 && bits(j) <= 32 {
                out.push(Measure::Sum(i, j));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_multiply_to_one() {
        for odd in (1u64..2000).step_by(2).chain([u64::MAX, (1 << 63) + 1]) {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1);
        }
    }

    #[test]
    fn steps_count_the_rounds_of_a_stride() {
        let vars = [Var {
            name: "x".into(),
            bits: 8,
            signed: false,
        }];
        for step in 1u64..256 {
            let shift = step.trailing_zeros();
            let m = Measure::Steps {
                of: 0,
                to: Target::Number(17),
                inverse: inverse(step >> shift),
                shift,
            };
            for x in 0u64..256 {
                let mut at = x;
                let mut rounds = 0;
                while at != 17 && rounds < 300 {
                    at = (at + step) & 255;
                    rounds += 1;
                }
                if rounds < 300 {
                    assert_eq!(m.value(&vars, &[x]), rounds, "{x} by {step}");
                }
            }
        }
    }
}
