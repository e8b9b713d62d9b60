//! What is known of an integer: an interval as an unsigned and one as a signed
//! number.
//!
//! Idea: C mixes both readings of the same bits, so both intervals are kept and
//! tell each other what they know (reduced product). Source: P. Cousot,
//! R. Cousot, POPL 1977 and POPL 1979. Alternative: one interval modulo `2^w`;
//! its join has no least element. All bounds are inclusive, and no interval is
//! empty: what would make one empty is `None`. Cost: constant.

use ep_ir::IntPred;

/// An integer of `bits` bits, at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Range {
    pub bits: u32,
    pub umin: i128,
    pub umax: i128,
    pub smin: i128,
    pub smax: i128,
}

impl Range {
    /// Any value.
    pub fn full(bits: u32) -> Range {
        Range {
            bits,
            umin: 0,
            umax: (1i128 << bits) - 1,
            smin: -(1i128 << (bits - 1)),
            smax: (1i128 << (bits - 1)) - 1,
        }
    }

    pub fn single(bits: u32, value: u64) -> Range {
        let s = i128::from(ep_ir::scalar::sext64(bits, value));
        let u = i128::from(value);
        Range {
            bits,
            umin: u,
            umax: u,
            smin: s,
            smax: s,
        }
    }

    /// The value, if there is only one.
    pub fn value(&self) -> Option<u64> {
        if self.umin == self.umax {
            u64::try_from(self.umin).ok()
        } else {
            None
        }
    }

    /// What both intervals say together.
    pub fn reduced(mut self) -> Option<Range> {
        let full = Range::full(self.bits);
        let wrap = 1i128 << self.bits;
        for _ in 0..2 {
            self.umin = self.umin.max(full.umin);
            self.umax = self.umax.min(full.umax);
            self.smin = self.smin.max(full.smin);
            self.smax = self.smax.min(full.smax);
            if self.umin > self.umax || self.smin > self.smax {
                return None;
            }
            if self.smin >= 0 {
                self.umin = self.umin.max(self.smin);
                self.umax = self.umax.min(self.smax);
            } else if self.smax < 0 {
                self.umin = self.umin.max(self.smin + wrap);
                self.umax = self.umax.min(self.smax + wrap);
            }
            if self.umax <= full.smax {
                self.smin = self.smin.max(self.umin);
                self.smax = self.smax.min(self.umax);
            } else if self.umin > full.smax {
                self.smin = self.smin.max(self.umin - wrap);
                self.smax = self.smax.min(self.umax - wrap);
            }
        }
        (self.umin <= self.umax && self.smin <= self.smax).then_some(self)
    }

    /// From an exact signed interval, which may leave the type: then nothing
    /// is known.
    pub fn signed(bits: u32, low: i128, high: i128) -> Range {
        let full = Range::full(bits);
        if low < full.smin || high > full.smax {
            return full;
        }
        let r = Range {
            smin: low,
            smax: high,
            ..full
        };
        r.reduced().unwrap_or(full)
    }

    /// From an exact unsigned interval.
    pub fn unsigned(bits: u32, low: i128, high: i128) -> Range {
        let full = Range::full(bits);
        if low < full.umin || high > full.umax {
            return full;
        }
        let r = Range {
            umin: low,
            umax: high,
            ..full
        };
        r.reduced().unwrap_or(full)
    }

    /// What both say of the same value.
    pub fn meet(&self, other: &Range) -> Option<Range> {
        Range {
            bits: self.bits,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        }
        .reduced()
    }

    /// The least that has both.
    pub fn hull(&self, other: &Range) -> Range {
        Range {
            bits: self.bits,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    pub fn contains(&self, other: &Range) -> bool {
        self.bits == other.bits
            && self.umin <= other.umin
            && self.umax >= other.umax
            && self.smin <= other.smin
            && self.smax >= other.smax
    }

    /// Bounds that grew since `old` go to the next threshold.
    pub fn widened(&self, old: &Range, thresholds: &[i128]) -> Range {
        let full = Range::full(self.bits);
        let below = |x: i128, least: i128| {
            let t = thresholds.iter().rev().find(|t| **t <= x && **t >= least);
            t.copied().unwrap_or(least)
        };
        let above = |x: i128, most: i128| {
            let t = thresholds.iter().find(|t| **t >= x && **t <= most);
            t.copied().unwrap_or(most)
        };
        Range {
            bits: self.bits,
            umin: if self.umin < old.umin {
                below(self.umin, full.umin)
            } else {
                self.umin
            },
            umax: if self.umax > old.umax {
                above(self.umax, full.umax)
            } else {
                self.umax
            },
            smin: if self.smin < old.smin {
                below(self.smin, full.smin)
            } else {
                self.smin
            },
            smax: if self.smax > old.smax {
                above(self.smax, full.smax)
            } else {
                self.smax
            },
        }
    }

    /// Both values after a comparison that was true; `None` where it cannot be.
    pub fn compared(pred: IntPred, a: &Range, b: &Range) -> Option<(Range, Range)> {
        use IntPred::*;
        let (mut x, mut y) = (*a, *b);
        match pred {
            Eq => {
                x = a.meet(b)?;
                y = x;
            }
            Ne => {
                if let Some(v) = b.value() {
                    x = x.without(v)?;
                }
                if let Some(v) = a.value() {
                    y = y.without(v)?;
                }
            }
            Ult => {
                x.umax = x.umax.min(b.umax - 1);
                y.umin = y.umin.max(a.umin + 1);
            }
            Ule => {
                x.umax = x.umax.min(b.umax);
                y.umin = y.umin.max(a.umin);
            }
            Slt => {
                x.smax = x.smax.min(b.smax - 1);
                y.smin = y.smin.max(a.smin + 1);
            }
            Sle => {
                x.smax = x.smax.min(b.smax);
                y.smin = y.smin.max(a.smin);
            }
            Ugt | Uge | Sgt | Sge => {
                let (y, x) = Range::compared(pred.swapped(), b, a)?;
                return Some((x, y));
            }
        }
        Some((x.reduced()?, y.reduced()?))
    }

    /// Without a value at an end.
    fn without(mut self, v: u64) -> Option<Range> {
        let u = i128::from(v);
        let s = i128::from(ep_ir::scalar::sext64(self.bits, v));
        if self.umin == u {
            self.umin += 1;
        }
        if self.umax == u {
            self.umax -= 1;
        }
        if self.smin == s {
            self.smin += 1;
        }
        if self.smax == s {
            self.smax -= 1;
        }
        self.reduced()
    }
}
