//! What a condition says of differences.

use super::{Name, Sign, State, Sum, Walker};
use ep_ir::{IntPred, Operand};

impl Walker<'_> {
    /// A condition holds, or does not.
    pub(super) fn decide(&self, s: &mut State, cond: Operand, yes: bool) {
        let r = match cond {
            Operand::Reg(r) => r,
            Operand::Int(n) => {
                if (n != 0) != yes {
                    s.zone.at_most(0, 0, -1);
                }
                return;
            }
            _ => return,
        };
        if let Some(Name::Compare(pred, a, b, plain)) = s.names.get(&r).cloned() {
            let pred = if plain == yes { pred } else { pred.negated() };
            self.compare(s, pred, a, b);
        }
    }

    pub(super) fn compare(&self, s: &mut State, pred: IntPred, a: Sum, b: Sum) {
        use IntPred::*;
        let less = |s: &mut State, a: Sum, b: Sum, by: i128| {
            s.zone.at_most(a.of, b.of, b.plus - a.plus - by);
        };
        // Where both readings agree: from 0 to half of the type.
        let half = |s: &State, x: Sum| {
            let (l, h) = self.range(s, x);
            l.is_some_and(|l| l >= 0)
                && (self.sign == Sign::Signed || h.is_some_and(|h| h < 1 << 7))
        };
        match pred {
            Eq => {
                less(s, a, b, 0);
                less(s, b, a, 0);
            }
            Ne => {
                let most = |s: &State, a: Sum, b: Sum| {
                    s.zone.most(a.of, b.of).map(|c| c + a.plus - b.plus)
                };
                if most(s, a, b).is_some_and(|c| c <= 0) {
                    less(s, a, b, 1);
                } else if most(s, b, a).is_some_and(|c| c <= 0) {
                    less(s, b, a, 1);
                }
            }
            Ugt | Sgt => self.compare(s, if pred == Ugt { Ult } else { Slt }, b, a),
            Uge | Sge => self.compare(s, if pred == Uge { Ule } else { Sle }, b, a),
            Slt | Sle | Ult | Ule => {
                let by = i128::from(matches!(pred, Slt | Ult));
                let own = matches!(
                    (pred, self.sign),
                    (Slt | Sle, Sign::Signed) | (Ult | Ule, Sign::Unsigned)
                );
                if own {
                    less(s, a, b, by);
                } else if self.sign == Sign::Signed && half(s, b) {
                    // Below a number that is not negative, without sign.
                    let zero = Sum { of: 0, plus: 0 };
                    less(s, zero, a, 0);
                    less(s, a, b, by);
                } else if self.sign == Sign::Unsigned && half(s, a) && half(s, b) {
                    less(s, a, b, by);
                }
            }
        }
    }
}
