//! What arithmetic says of how its result lies to its operands.
//!
//! Idea: sums with a number are names or shifts and lose nothing; of the rest
//! the differences to both operands are kept, and patterns ([`Special`]) that
//! no difference of two says. What must never happen: a relation is said of an
//! operation that may wrap around in the sign of this walk. Source: Miné (see
//! [`super::super::zone`]). Cost: a few relations for each operation.

use super::{Frame, Sign, Special, State, Sum, Walker};
use ep_ir::{BinOp, CastOp, InstKind, Operand, Reg, Type};

/// Says that a new value lies so far from a sum: at least and at most.
type Relate<'a> = dyn FnMut(&mut State, Sum, Option<i128>, Option<i128>) + 'a;

impl Walker<'_> {
    pub(super) fn cast(
        &self,
        frame: &Frame<'_>,
        s: &State,
        op: CastOp,
        from: Type,
        src: Operand,
        to: Option<u32>,
    ) -> Option<Sum> {
        let (Type::Int(w), Some(to)) = (from, to) else {
            return None;
        };
        (w <= 64).then_some(())?;
        let x = self.sum(frame, s, src, w)?;
        let low = self.range(s, x).0;
        let high = self.range(s, x).1;
        let same = match (op, self.sign) {
            (CastOp::SExt, Sign::Signed) | (CastOp::ZExt, Sign::Unsigned) => true,
            (CastOp::ZExt, Sign::Signed) => low.is_some_and(|l| l >= 0),
            (CastOp::SExt, Sign::Unsigned) => high.is_some_and(|h| h < 1 << (w - 1)),
            (CastOp::Trunc, _) => self.fits(s, x, to),
            _ => false,
        };
        same.then_some(x)
    }

    pub(super) fn bin(
        &self,
        frame: &Frame<'_>,
        s: &mut State,
        (op, exact, dst, w): (BinOp, bool, Reg, u32),
        both: (Option<Sum>, Option<Sum>),
    ) {
        let (Some(x), Some(y)) = both else {
            return self.renew(frame, s, dst, None);
        };
        // A sum of a variable and a number.
        let plain = match op {
            BinOp::Add if y.of == 0 => Some((x, y.plus)),
            BinOp::Add if x.of == 0 => Some((y, x.plus)),
            BinOp::Sub if y.of == 0 => Some((x, -y.plus)),
            _ => None,
        };
        if let Some((v, by)) = plain {
            let sum = Sum {
                of: v.of,
                plus: v.plus + by,
            };
            if exact || self.fits(s, sum, w) {
                return self.renew(frame, s, dst, Some(sum));
            }
            // Adding the greatest number without sign is taking one.
            let back = Sum {
                of: v.of,
                plus: v.plus + by - (1i128 << w),
            };
            let wraps = self.sign == Sign::Unsigned && self.fits(s, back, w);
            return self.renew(frame, s, dst, wraps.then_some(back));
        }
        if op == BinOp::Sub && x.of == y.of {
            let sum = Sum {
                of: 0,
                plus: x.plus - y.plus,
            };
            let sum = (exact || self.fits(s, sum, w)).then_some(sum);
            return self.renew(frame, s, dst, sum);
        }
        let (dx, dy) = (self.range(s, x), self.range(s, y));
        let special = |s: &State, v: Sum| s.special.get(&v.of).copied().filter(|_| v.plus == 0);
        let below = |s: &State, a: Sum, b: Sum| {
            let c = s.zone.most(a.of, b.of)?;
            Some(c.saturating_add(a.plus).saturating_sub(b.plus))
        };
        let (x_y, y_x) = (below(s, x, y), below(s, y, x));
        self.renew(frame, s, dst, None);
        let Some(v) = frame.vars.get(&dst).copied() else {
            return;
        };
        // An operand that was just overwritten is no operand any more.
        if x.of == v || y.of == v {
            return;
        }
        // Of what was overwritten there is nothing special left.
        let (of_x, of_y) = (special(s, x), special(s, y));
        // Signed division of what has the upper bit is another one.
        let signed = matches!(op, BinOp::SDiv | BinOp::AShr | BinOp::SRem);
        let half = 1i128 << (w - 1);
        let agrees = |d: (Option<i128>, Option<i128>)| {
            self.sign == Sign::Signed || !signed || d.1.is_some_and(|h| h < half)
        };
        let (low, high) = self.limits(w);
        let mut relate = |s: &mut State, a: Sum, from: Option<i128>, to: Option<i128>| {
            if let Some(c) = to {
                s.zone.at_most(v, a.of, c.saturating_add(a.plus));
            }
            if let Some(c) = from {
                let c = c.saturating_add(a.plus);
                s.zone.at_most(a.of, v, c.saturating_neg());
            }
        };
        let zero = Sum { of: 0, plus: 0 };
        let power = |n: Sum| match n.of == 0 && (0..62).contains(&n.plus) {
            true => Some(1i128 << n.plus),
            false => None,
        };
        match op {
            BinOp::Sub => {
                let least = y_x.map(|c| -c);
                let inside = least.is_some_and(|l| l >= low) && x_y.is_some_and(|h| h <= high);
                if exact || inside {
                    relate(s, zero, least, x_y);
                    relate(s, x, dy.1.map(|h| -h), dy.0.map(|l| -l));
                    s.special.insert(v, Special::Difference(x, y));
                }
            }
            BinOp::Add => {
                let sum = |a: Option<i128>, b: Option<i128>| Some(a?.saturating_add(b?));
                let inside = sum(dx.0, dy.0).is_some_and(|l| l >= low)
                    && sum(dx.1, dy.1).is_some_and(|h| h <= high);
                // `low + (high - low) / 2` does not leave what lies between.
                let middle = match (of_x, of_y) {
                    (_, Some(Special::HalfWay(a, b))) if b == x => Some((b, a)),
                    (Some(Special::HalfWay(a, b)), _) if b == y => Some((b, a)),
                    _ => None,
                };
                if let Some((l, h)) = middle {
                    self.middle(s, v, l, h, &mut relate);
                } else if exact || inside {
                    relate(s, x, dy.0, dy.1);
                    relate(s, y, dx.0, dx.1);
                    s.special.insert(v, Special::Both(x, y));
                }
            }
            BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => {
                let by = match op {
                    BinOp::UDiv | BinOp::SDiv => (y.of == 0).then_some(y.plus),
                    _ => power(y),
                };
                let Some(by) = by.filter(|k| *k >= 2) else {
                    return;
                };
                let positive = dx.0.is_some_and(|l| l >= 0) && agrees(dx);
                if let (Some(Special::Both(a, b)), 2) = (of_x, by) {
                    let down = positive || op == BinOp::AShr && self.sign == Sign::Signed;
                    let order = |s: &State, a: Sum, b: Sum| below(s, a, b).is_some_and(|c| c <= 0);
                    if down && order(s, a, b) {
                        return self.middle(s, v, a, b, &mut relate);
                    }
                    if down && order(s, b, a) {
                        return self.middle(s, v, b, a, &mut relate);
                    }
                }
                if !positive {
                    return;
                }
                relate(s, zero, dx.0.map(|l| l / by), dx.1.map(|h| h / by));
                let less = i128::from(dx.0.is_some_and(|l| l >= 1));
                relate(s, x, None, Some(-less));
                match of_x {
                    Some(Special::Difference(a, b)) if by == 2 => {
                        s.special.insert(v, Special::HalfWay(a, b));
                    }
                    _ => {
                        s.special.insert(v, Special::Part(x, by));
                    }
                }
            }
            BinOp::And => {
                let masks = [x, y].into_iter().filter(|m| m.of == 0 && m.plus >= 0);
                let mask = masks.map(|m| m.plus).min();
                relate(s, zero, mask.map(|_| 0), mask);
                for (a, d) in [(x, dx), (y, dy)] {
                    if d.0.is_some_and(|l| l >= 0) {
                        relate(s, zero, Some(0), None);
                        relate(s, a, None, Some(0));
                    }
                }
            }
            BinOp::URem | BinOp::SRem => {
                let positive = dx.0.is_some_and(|l| l >= 0) && agrees(dx);
                let divisor = dy.0.is_some_and(|l| l >= 1) && agrees(dy);
                if positive && divisor {
                    relate(s, zero, Some(0), None);
                    relate(s, x, None, Some(0));
                    relate(s, y, None, Some(-1));
                } else if op == BinOp::SRem && divisor && self.sign == Sign::Signed {
                    relate(s, y, None, Some(-1));
                }
                let own = (op == BinOp::SRem) == (self.sign == Sign::Signed);
                if own || positive && divisor {
                    s.special.insert(v, Special::Rest(x, y));
                }
            }
            BinOp::Mul => {
                let corners = |a: i128, b: i128, c: i128, d: i128| {
                    let all = [
                        a.checked_mul(c)?,
                        a.checked_mul(d)?,
                        b.checked_mul(c)?,
                        b.checked_mul(d)?,
                    ];
                    Some((*all.iter().min()?, *all.iter().max()?))
                };
                if let (Some(a), Some(b), Some(c), Some(d)) = (dx.0, dx.1, dy.0, dy.1) {
                    if let Some((l, h)) = corners(a, b, c, d) {
                        if l >= low && h <= high {
                            relate(s, zero, Some(l), Some(h));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// A middle of two sums that are in this order, rounded down.
    fn middle(&self, s: &mut State, v: usize, low: Sum, high: Sum, relate: &mut Relate<'_>) {
        let gap = s.zone.most(low.of, high.of);
        let gap = gap.map(|c| c.saturating_add(low.plus).saturating_sub(high.plus));
        if gap.is_none_or(|c| c > 0) {
            return;
        }
        relate(s, low, Some(0), None);
        let less = i128::from(gap.is_some_and(|c| c < 0));
        relate(s, high, None, Some(-less));
        s.special.insert(v, Special::Middle { low, high });
    }
}

/// An instruction that gives a name to a sum and not a new value.
pub(super) fn is_simple(kind: &InstKind) -> bool {
    match kind {
        InstKind::Copy { .. } | InstKind::Freeze { .. } | InstKind::Cmp { .. } => true,
        InstKind::Cast { op, .. } => matches!(op, CastOp::SExt | CastOp::ZExt | CastOp::Trunc),
        InstKind::Bin {
            op: BinOp::Add | BinOp::Sub,
            a,
            b,
            ..
        } => matches!(a, Operand::Int(_)) || matches!(b, Operand::Int(_)),
        _ => false,
    }
}

/// A cast after which a number may be another one: it needs a variable to be
/// anything.
pub(super) fn changes(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Cast {
            op: CastOp::ZExt | CastOp::Trunc,
            from: Type::Int(2..),
            ..
        }
    )
}
