//! What is known about the value of a bit-vector term: an unsigned range, a
//! signed range and known bits, computed once from those of the arguments.
//!
//! Source: LLVM's `KnownBits` and `ConstantRange`; the three domains refine each
//! other once. Cost: constant per node. Law: every value that the term takes
//! under any assignment lies in all three (tested exhaustively at small widths).

use crate::fold::{from_signed, lshr, mask, smax, smin, to_signed};
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::TermId;

/// Bits that are the same under every assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Bits that are always 0.
    pub zeros: u128,
    /// Bits that are always 1.
    pub ones: u128,
}

/// All facts of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub(crate) ulo: u128,
    pub(crate) uhi: u128,
    pub(crate) slo: i128,
    pub(crate) shi: i128,
    pub(crate) zeros: u128,
    pub(crate) ones: u128,
}

impl Facts {
    /// Nothing but the width.
    pub(crate) fn top(w: u32) -> Facts {
        Facts {
            ulo: 0,
            uhi: mask(w),
            slo: smin(w),
            shi: smax(w),
            zeros: 0,
            ones: 0,
        }
    }

    /// One value.
    pub(crate) fn constant(value: u128, w: u32) -> Facts {
        let s = crate::fold::to_signed(value, w);
        Facts {
            ulo: value,
            uhi: value,
            slo: s,
            shi: s,
            zeros: !value & mask(w),
            ones: value,
        }
    }
}

/// The facts of a node from those of its arguments.
pub(crate) fn compute(pool: &Pool, op: Op, w: u32, args: &[TermId]) -> Facts {
    let top = Facts::top(w);
    let raw = match args {
        [x] => unary(pool, op, w, *x),
        [x, y] => binary(pool, op, w, *x, *y),
        [_, x, y] if op == Op::Ite => hull(pool.facts(*x), pool.facts(*y)),
        _ => return top,
    };
    raw.refine(w)
}

impl Facts {
    fn from_u(ulo: u128, uhi: u128, w: u32) -> Facts {
        Facts {
            ulo,
            uhi,
            ..Facts::top(w)
        }
    }

    fn from_s(slo: i128, shi: i128, w: u32) -> Facts {
        Facts {
            slo,
            shi,
            ..Facts::top(w)
        }
    }

    fn known(&self) -> u128 {
        self.zeros | self.ones
    }

    /// The number of low bits that are known.
    fn low_known(&self) -> u32 {
        self.known().trailing_ones()
    }

    /// Lets each of the three domains sharpen the others.
    fn refine(mut self, w: u32) -> Facts {
        let m = mask(w);
        for _ in 0..2 {
            self.ulo = self.ulo.max(self.ones);
            self.uhi = self.uhi.min(!self.zeros & m);
            let half = smax(w) as u128;
            if self.uhi <= half {
                self.slo = self.slo.max(self.ulo as i128);
                self.shi = self.shi.min(self.uhi as i128);
            } else if self.ulo > half {
                self.slo = self.slo.max(to_signed(self.ulo, w));
                self.shi = self.shi.min(to_signed(self.uhi, w));
            }
            if self.slo >= 0 || self.shi < 0 {
                self.ulo = self.ulo.max(from_signed(self.slo, w));
                self.uhi = self.uhi.min(from_signed(self.shi, w));
            }
            let differ = 128 - (self.ulo ^ self.uhi).leading_zeros();
            let prefix = if differ >= 128 {
                0
            } else {
                m >> differ << differ
            };
            self.ones |= self.ulo & prefix;
            self.zeros |= !self.ulo & prefix;
        }
        self
    }
}

fn hull(x: &Facts, y: &Facts) -> Facts {
    Facts {
        ulo: x.ulo.min(y.ulo),
        uhi: x.uhi.max(y.uhi),
        slo: x.slo.min(y.slo),
        shi: x.shi.max(y.shi),
        zeros: x.zeros & y.zeros,
        ones: x.ones & y.ones,
    }
}

fn unary(pool: &Pool, op: Op, w: u32, x: TermId) -> Facts {
    let from = pool.width(x);
    let f = *pool.facts(x);
    let mut r = Facts::top(w);
    match op {
        Op::Zext => {
            r.ulo = f.ulo;
            r.uhi = f.uhi;
            r.ones = f.ones;
            r.zeros = f.zeros | (mask(w) & !mask(from));
        }
        Op::Sext => {
            r.slo = f.slo;
            r.shi = f.shi;
            r.ones = to_signed(f.ones, from) as u128 & mask(w);
            r.zeros = to_signed(f.zeros, from) as u128 & mask(w);
        }
        Op::Extract { hi, lo } => {
            let (hi, lo) = (u32::from(hi), u32::from(lo));
            r.ones = (f.ones >> lo) & mask(w);
            r.zeros = (f.zeros >> lo) & mask(w);
            if f.uhi <= mask(hi + 1) {
                r.ulo = f.ulo >> lo;
                r.uhi = f.uhi >> lo;
            }
            if smin(hi + 1) <= f.slo && f.shi <= smax(hi + 1) {
                r.slo = f.slo >> lo;
                r.shi = f.shi >> lo;
            }
        }
        Op::BvNot => {
            r.ulo = mask(w) - f.uhi;
            r.uhi = mask(w) - f.ulo;
            r.slo = !f.shi;
            r.shi = !f.slo;
            r.ones = f.zeros;
            r.zeros = f.ones;
        }
        Op::BvNeg => {
            if f.slo > smin(w) {
                r.slo = -f.shi;
                r.shi = -f.slo;
            }
            if f.ulo > 0 {
                r.ulo = f.uhi.wrapping_neg() & mask(w);
                r.uhi = f.ulo.wrapping_neg() & mask(w);
            }
            low_bits(&mut r, &f, &f, |a, _| a.wrapping_neg(), w);
        }
        _ => {}
    }
    r
}

/// Where both arguments know their low bits, so does a ring operator.
fn low_bits(r: &mut Facts, x: &Facts, y: &Facts, op: fn(u128, u128) -> u128, w: u32) {
    let n = x.low_known().min(y.low_known()).min(w);
    if n > 0 {
        let value = op(x.ones, y.ones);
        r.ones |= value & mask(n);
        r.zeros |= !value & mask(n);
    }
}

fn binary(pool: &Pool, op: Op, w: u32, tx: TermId, ty: TermId) -> Facts {
    let (x, y) = (pool.facts(tx), pool.facts(ty));
    let m = mask(w);
    let mut r = Facts::top(w);
    match op {
        Op::BvAdd => {
            let (lo, hi) = (x.ulo.checked_add(y.ulo), x.uhi.checked_add(y.uhi));
            match (lo, hi) {
                (Some(lo), Some(hi)) if hi <= m || lo > m => {
                    r.ulo = lo & m;
                    r.uhi = hi & m;
                }
                // Both ends are over 2^128, where the width is 128.
                (None, None) => {
                    r.ulo = x.ulo.wrapping_add(y.ulo);
                    r.uhi = x.uhi.wrapping_add(y.uhi);
                }
                _ => {}
            }
            signed_fit(
                &mut r,
                x.slo.checked_add(y.slo),
                x.shi.checked_add(y.shi),
                w,
            );
            low_bits(&mut r, x, y, u128::wrapping_add, w);
        }
        Op::BvSub => {
            if x.ulo >= y.uhi {
                r.ulo = x.ulo - y.uhi;
                r.uhi = x.uhi - y.ulo;
            } else if x.uhi < y.ulo {
                r.ulo = x.ulo.wrapping_sub(y.uhi) & m;
                r.uhi = x.uhi.wrapping_sub(y.ulo) & m;
            }
            signed_fit(
                &mut r,
                x.slo.checked_sub(y.shi),
                x.shi.checked_sub(y.slo),
                w,
            );
            low_bits(&mut r, x, y, u128::wrapping_sub, w);
        }
        Op::BvMul => {
            if let Some(hi) = x.uhi.checked_mul(y.uhi).filter(|hi| *hi <= m) {
                r.ulo = x.ulo * y.ulo;
                r.uhi = hi;
            }
            let corners = [
                x.slo.checked_mul(y.slo),
                x.slo.checked_mul(y.shi),
                x.shi.checked_mul(y.slo),
                x.shi.checked_mul(y.shi),
            ];
            if let [Some(a), Some(b), Some(c), Some(d)] = corners {
                let (lo, hi) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
                signed_fit(&mut r, Some(lo), Some(hi), w);
            }
            low_bits(&mut r, x, y, u128::wrapping_mul, w);
            let tz = (x.zeros.trailing_ones() + y.zeros.trailing_ones()).min(w);
            if tz > 0 {
                r.zeros |= mask(tz);
            }
        }
        Op::BvUdiv if y.ulo > 0 => r = Facts::from_u(x.ulo / y.uhi, x.uhi / y.ulo, w),
        Op::BvUrem if y.ulo > 0 => {
            r = if x.uhi < y.ulo {
                *x
            } else {
                Facts::from_u(0, x.uhi.min(y.uhi - 1), w)
            };
        }
        Op::BvUrem => r.uhi = x.uhi,
        Op::BvSdiv if y.slo > 0 => {
            let ends = [x.slo / y.slo, x.slo / y.shi, x.shi / y.slo, x.shi / y.shi];
            let lo = ends.iter().copied().min().unwrap_or(smin(w));
            let hi = ends.iter().copied().max().unwrap_or(smax(w));
            r = Facts::from_s(lo, hi, w);
        }
        Op::BvSrem => {
            r = Facts::from_s(x.slo.min(0), x.shi.max(0), w);
            if y.slo > 0 {
                let most = y.shi - 1;
                r.slo = r.slo.max(-most);
                r.shi = r.shi.min(most);
            }
        }
        Op::BvAnd => {
            r.ones = x.ones & y.ones;
            r.zeros = x.zeros | y.zeros;
            r.uhi = x.uhi.min(y.uhi);
        }
        Op::BvOr => {
            r.ones = x.ones | y.ones;
            r.zeros = x.zeros & y.zeros;
            r.ulo = x.ulo.max(y.ulo);
        }
        Op::BvXor => {
            r.ones = (x.ones & y.zeros) | (x.zeros & y.ones);
            r.zeros = (x.ones & y.ones) | (x.zeros & y.zeros);
        }
        Op::BvShl => {
            let amount = y.ulo.min(u128::from(w)) as u32;
            let tz = (x.zeros.trailing_ones().saturating_add(amount)).min(w);
            if tz > 0 {
                r.zeros |= mask(tz);
            }
        }
        Op::BvLshr => r = Facts::from_u(lshr(x.ulo, y.uhi, w), lshr(x.uhi, y.ulo, w), w),
        Op::BvAshr => r = Facts::from_s(x.slo.min(0), x.shi.max(-1), w),
        Op::Concat => {
            let wl = pool.width(ty);
            r.ulo = x.ulo << wl | y.ulo;
            r.uhi = x.uhi << wl | y.uhi;
            r.slo = x.slo << wl | y.ulo as i128;
            r.shi = x.shi << wl | y.uhi as i128;
            r.ones = x.ones << wl | y.ones;
            r.zeros = x.zeros << wl | y.zeros;
        }
        _ => {}
    }
    r
}

fn signed_fit(r: &mut Facts, lo: Option<i128>, hi: Option<i128>, w: u32) {
    if let (Some(lo), Some(hi)) = (lo, hi) {
        if lo >= smin(w) && hi <= smax(w) {
            r.slo = lo;
            r.shi = hi;
        }
    }
}
