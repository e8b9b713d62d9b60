//! Circuits on encodings of floats: everything that does not round.
//!
//! Idea: comparisons, classification, sign operations, minimum and maximum are
//! a few comparators over the encoding; programs that only compare floats never
//! need a solver with a floating-point theory.
//! Source: IEEE 754-2019, sections 5.5 to 5.11. Cost: about 4n gates each.

use super::gates::{Gates, FALSE, TRUE};
use super::words::Word;
use super::Unsupported;
use crate::sat::{Lit, SatBackend};
use ep_term::{FloatSort, Op};

/// The fields of one encoding.
struct Parts {
    sign: Lit,
    magnitude: Word,
    nan: Lit,
    infinite: Lit,
    zero: Lit,
    subnormal: Lit,
    normal: Lit,
}

fn parts<S: SatBackend>(gates: &mut Gates<S>, sort: FloatSort, word: &[Lit]) -> Parts {
    let stored = sort.sig as usize - 1;
    let top = word.len() - 1;
    let fraction = gates.any(&word[..stored]);
    let exponent = gates.any(&word[stored..top]);
    let mut full = TRUE;
    for &l in &word[stored..top] {
        full = gates.and(full, l);
    }
    let special = gates.or(exponent ^ 1, full);
    Parts {
        sign: word[top],
        magnitude: word[..top].to_vec(),
        nan: gates.and(full, fraction),
        infinite: gates.and(full, fraction ^ 1),
        zero: gates.and(exponent ^ 1, fraction ^ 1),
        subnormal: gates.and(exponent ^ 1, fraction),
        normal: special ^ 1,
    }
}

/// `a < b`, or `a <= b`; false with a NaN.
fn less<S: SatBackend>(gates: &mut Gates<S>, a: &Parts, b: &Parts, or_equal: bool) -> Lit {
    let above = gates.ult(&b.magnitude, &a.magnitude);
    let below = gates.ult(&a.magnitude, &b.magnitude);
    let same = gates.xor(a.sign, b.sign) ^ 1;
    let (positive, negative) = if or_equal {
        (above ^ 1, below ^ 1)
    } else {
        (below, above)
    };
    let aligned = gates.mux(a.sign, negative, positive);
    let ordered = gates.mux(same, aligned, a.sign);
    let zeros = gates.and(a.zero, b.zero);
    let result = gates.mux(zeros, if or_equal { TRUE } else { FALSE }, ordered);
    let nan = gates.or(a.nan, b.nan);
    gates.and(result, nan ^ 1)
}

/// The circuit of a float operator on the encodings of its arguments.
pub(super) fn circuit<S: SatBackend>(
    gates: &mut Gates<S>,
    op: Op,
    sort: FloatSort,
    words: &[Word],
) -> Result<Word, Unsupported> {
    let top = words[0].len() - 1;
    Ok(match op {
        Op::FpNeg | Op::FpAbs => {
            let mut word = words[0].clone();
            word[top] = if op == Op::FpNeg {
                word[top] ^ 1
            } else {
                FALSE
            };
            word
        }
        Op::FpIsNan => vec![parts(gates, sort, &words[0]).nan],
        Op::FpIsInf => vec![parts(gates, sort, &words[0]).infinite],
        Op::FpIsZero => vec![parts(gates, sort, &words[0]).zero],
        Op::FpIsSubnormal => vec![parts(gates, sort, &words[0]).subnormal],
        Op::FpIsNormal => vec![parts(gates, sort, &words[0]).normal],
        Op::FpIsNegative => vec![words[0][top]],
        Op::FpEq => {
            let (a, b) = (parts(gates, sort, &words[0]), parts(gates, sort, &words[1]));
            let same = gates.equal(&words[0], &words[1]);
            let zeros = gates.and(a.zero, b.zero);
            let equal = gates.or(same, zeros);
            // An encoding that equals a NaN's is a NaN's.
            let nan = gates.or(a.nan, b.nan);
            vec![gates.and(equal, nan ^ 1)]
        }
        Op::FpLt | Op::FpLe => {
            let (a, b) = (parts(gates, sort, &words[0]), parts(gates, sort, &words[1]));
            vec![less(gates, &a, &b, op == Op::FpLe)]
        }
        _ => return Err(Unsupported("floating-point arithmetic")),
    })
}
