//! Raw expressions: a tree without any rewriting, its own evaluation in terms of
//! big integers (written from the SMT-LIB definitions, not from `fold`), and its
//! construction through a pool. Trees are grown from bytes, so that proptest
//! shrinks them.

use ep_term::{Pool, TermId};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pred {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    Uaddo,
    Saddo,
    Usubo,
    Ssubo,
    Umulo,
    Smulo,
}

const BINS: [Bin; 13] = [
    Bin::Add,
    Bin::Sub,
    Bin::Mul,
    Bin::Udiv,
    Bin::Sdiv,
    Bin::Urem,
    Bin::Srem,
    Bin::And,
    Bin::Or,
    Bin::Xor,
    Bin::Shl,
    Bin::Lshr,
    Bin::Ashr,
];

const PREDS: [Pred; 16] = [
    Pred::Eq,
    Pred::Ne,
    Pred::Ult,
    Pred::Ule,
    Pred::Ugt,
    Pred::Uge,
    Pred::Slt,
    Pred::Sle,
    Pred::Sgt,
    Pred::Sge,
    Pred::Uaddo,
    Pred::Saddo,
    Pred::Usubo,
    Pred::Ssubo,
    Pred::Umulo,
    Pred::Smulo,
];

/// A bit vector (with its width) or a truth value (width 0).
#[derive(Clone, Debug)]
pub enum Raw {
    Var(usize, u32),
    Const(u128, u32),
    Not(Box<Raw>),
    Neg(Box<Raw>),
    Bin(Bin, Box<Raw>, Box<Raw>),
    Concat(Box<Raw>, Box<Raw>),
    Extract(Box<Raw>, u32, u32),
    Zext(Box<Raw>, u32),
    Sext(Box<Raw>, u32),
    Ite(Box<Raw>, Box<Raw>, Box<Raw>),
    OfBool(Box<Raw>),
    Bool(bool),
    Pred(Pred, Box<Raw>, Box<Raw>),
    LNot(Box<Raw>),
    LAnd(Box<Raw>, Box<Raw>),
    LOr(Box<Raw>, Box<Raw>),
    LXor(Box<Raw>, Box<Raw>),
    Implies(Box<Raw>, Box<Raw>),
    LEq(Box<Raw>, Box<Raw>),
    LIte(Box<Raw>, Box<Raw>, Box<Raw>),
    ToBool(Box<Raw>),
}

/// 2 to a power.
fn pow(w: u32) -> BigInt {
    BigInt::one() << w
}

fn signed(x: &BigInt, w: u32) -> BigInt {
    if *x >= pow(w - 1) {
        x - pow(w)
    } else {
        x.clone()
    }
}

fn bit(x: &BigInt, i: u32) -> bool {
    (x >> i).is_odd()
}

fn bitwise(x: &BigInt, y: &BigInt, w: u32, f: fn(bool, bool) -> bool) -> BigInt {
    let mut out = BigInt::zero();
    for i in 0..w {
        if f(bit(x, i), bit(y, i)) {
            out += pow(i);
        }
    }
    out
}

impl Raw {
    pub fn width(&self) -> u32 {
        match self {
            Raw::Var(_, w) | Raw::Const(_, w) => *w,
            Raw::Not(x) | Raw::Neg(x) | Raw::Bin(_, x, _) | Raw::Ite(_, x, _) => x.width(),
            Raw::Concat(x, y) => x.width() + y.width(),
            Raw::Extract(_, hi, lo) => hi - lo + 1,
            Raw::Zext(_, w) | Raw::Sext(_, w) => *w,
            Raw::OfBool(_) => 1,
            _ => 0,
        }
    }

    /// The value under an assignment, as a natural number; truth values as 0 and 1.
    pub fn eval(&self, vars: &[u128]) -> u128 {
        self.big(vars).to_u128().expect("within 128 bits")
    }

    fn truth(&self, vars: &[u128]) -> bool {
        self.big(vars).is_one()
    }

    fn big(&self, vars: &[u128]) -> BigInt {
        let w = self.width();
        let of_bool = |b: bool| BigInt::from(u8::from(b));
        match self {
            Raw::Var(i, _) => BigInt::from(vars[*i]),
            Raw::Const(c, _) => BigInt::from(*c),
            Raw::Not(x) => pow(w) - 1 - x.big(vars),
            Raw::Neg(x) => (-x.big(vars)).mod_floor(&pow(w)),
            Raw::Bin(op, x, y) => Self::bin(*op, &x.big(vars), &y.big(vars), w),
            Raw::Concat(x, y) => x.big(vars) * pow(y.width()) + y.big(vars),
            Raw::Extract(x, _, lo) => (x.big(vars) / pow(*lo)).mod_floor(&pow(w)),
            Raw::Zext(x, _) => x.big(vars),
            Raw::Sext(x, _) => signed(&x.big(vars), x.width()).mod_floor(&pow(w)),
            Raw::Ite(c, x, y) | Raw::LIte(c, x, y) => {
                if c.truth(vars) {
                    x.big(vars)
                } else {
                    y.big(vars)
                }
            }
            Raw::OfBool(b) | Raw::ToBool(b) => b.big(vars),
            Raw::Bool(b) => of_bool(*b),
            Raw::Pred(p, x, y) => of_bool(Self::pred(*p, &x.big(vars), &y.big(vars), x.width())),
            Raw::LNot(x) => of_bool(!x.truth(vars)),
            Raw::LAnd(x, y) => of_bool(x.truth(vars) && y.truth(vars)),
            Raw::LOr(x, y) => of_bool(x.truth(vars) || y.truth(vars)),
            Raw::LXor(x, y) => of_bool(x.truth(vars) != y.truth(vars)),
            Raw::LEq(x, y) => of_bool(x.truth(vars) == y.truth(vars)),
            Raw::Implies(x, y) => of_bool(!x.truth(vars) || y.truth(vars)),
        }
    }

    fn bin(op: Bin, x: &BigInt, y: &BigInt, w: u32) -> BigInt {
        let modulus = pow(w);
        let (sx, sy) = (signed(x, w), signed(y, w));
        let shift = y.to_u32().filter(|k| *k < w);
        let r = match op {
            Bin::Add => x + y,
            Bin::Sub => x - y,
            Bin::Mul => x * y,
            Bin::Udiv if y.is_zero() => &modulus - 1,
            Bin::Udiv => x / y,
            Bin::Urem if y.is_zero() => x.clone(),
            Bin::Urem => x % y,
            // SMT-LIB defines bvsdiv and bvsrem by the unsigned ones on absolute values.
            Bin::Sdiv => {
                let q = Self::bin(Bin::Udiv, &sx.abs(), &sy.abs(), w);
                if sx.is_negative() != sy.is_negative() {
                    -q
                } else {
                    q
                }
            }
            Bin::Srem => {
                let r = Self::bin(Bin::Urem, &sx.abs(), &sy.abs(), w);
                if sx.is_negative() {
                    -r
                } else {
                    r
                }
            }
            Bin::And => bitwise(x, y, w, |a, b| a && b),
            Bin::Or => bitwise(x, y, w, |a, b| a || b),
            Bin::Xor => bitwise(x, y, w, |a, b| a != b),
            Bin::Shl => shift.map_or(BigInt::zero(), |k| x * pow(k)),
            Bin::Lshr => shift.map_or(BigInt::zero(), |k| x / pow(k)),
            Bin::Ashr => sx.div_floor(&pow(shift.unwrap_or(w))),
        };
        r.mod_floor(&modulus)
    }

    fn pred(p: Pred, x: &BigInt, y: &BigInt, w: u32) -> bool {
        let (sx, sy) = (signed(x, w), signed(y, w));
        let unsigned_out = |v: BigInt| v.is_negative() || v >= pow(w);
        let signed_out = |v: BigInt| v < -pow(w - 1) || v >= pow(w - 1);
        match p {
            Pred::Eq => x == y,
            Pred::Ne => x != y,
            Pred::Ult => x < y,
            Pred::Ule => x <= y,
            Pred::Ugt => x > y,
            Pred::Uge => x >= y,
            Pred::Slt => sx < sy,
            Pred::Sle => sx <= sy,
            Pred::Sgt => sx > sy,
            Pred::Sge => sx >= sy,
            Pred::Uaddo => unsigned_out(x + y),
            Pred::Saddo => signed_out(sx + sy),
            Pred::Usubo => unsigned_out(x - y),
            Pred::Ssubo => signed_out(sx - sy),
            Pred::Umulo => unsigned_out(x * y),
            Pred::Smulo => signed_out(sx * sy),
        }
    }

    /// Builds the term; `vars` are the terms of the variables.
    pub fn build(&self, p: &mut Pool, vars: &[TermId]) -> TermId {
        macro_rules! go {
            ($x:expr) => {
                $x.build(p, vars)
            };
        }
        match self {
            Raw::Var(i, _) => vars[*i],
            Raw::Const(c, w) => p.bv(*w, *c),
            Raw::Not(x) => {
                let x = go!(x);
                p.bvnot(x)
            }
            Raw::Neg(x) => {
                let x = go!(x);
                p.bvneg(x)
            }
            Raw::Bin(op, x, y) => {
                let (x, y) = (go!(x), go!(y));
                match op {
                    Bin::Add => p.bvadd(x, y),
                    Bin::Sub => p.bvsub(x, y),
                    Bin::Mul => p.bvmul(x, y),
                    Bin::Udiv => p.bvudiv(x, y),
                    Bin::Sdiv => p.bvsdiv(x, y),
                    Bin::Urem => p.bvurem(x, y),
                    Bin::Srem => p.bvsrem(x, y),
                    Bin::And => p.bvand(x, y),
                    Bin::Or => p.bvor(x, y),
                    Bin::Xor => p.bvxor(x, y),
                    Bin::Shl => p.bvshl(x, y),
                    Bin::Lshr => p.bvlshr(x, y),
                    Bin::Ashr => p.bvashr(x, y),
                }
            }
            Raw::Concat(x, y) => {
                let (x, y) = (go!(x), go!(y));
                p.concat(x, y)
            }
            Raw::Extract(x, hi, lo) => {
                let x = go!(x);
                p.extract(x, *hi, *lo)
            }
            Raw::Zext(x, w) => {
                let x = go!(x);
                p.zext(x, *w)
            }
            Raw::Sext(x, w) => {
                let x = go!(x);
                p.sext(x, *w)
            }
            Raw::Ite(c, x, y) | Raw::LIte(c, x, y) => {
                let (c, x, y) = (go!(c), go!(x), go!(y));
                p.ite(c, x, y)
            }
            Raw::OfBool(b) => {
                let b = go!(b);
                p.bool_to_bv(b)
            }
            Raw::ToBool(b) => {
                let b = go!(b);
                p.bv_to_bool(b)
            }
            Raw::Bool(b) => p.boolean(*b),
            Raw::Pred(q, x, y) => {
                let (x, y) = (go!(x), go!(y));
                match q {
                    Pred::Eq => p.eq(x, y),
                    Pred::Ne => p.ne(x, y),
                    Pred::Ult => p.ult(x, y),
                    Pred::Ule => p.ule(x, y),
                    Pred::Ugt => p.ugt(x, y),
                    Pred::Uge => p.uge(x, y),
                    Pred::Slt => p.slt(x, y),
                    Pred::Sle => p.sle(x, y),
                    Pred::Sgt => p.sgt(x, y),
                    Pred::Sge => p.sge(x, y),
                    Pred::Uaddo => p.uaddo(x, y),
                    Pred::Saddo => p.saddo(x, y),
                    Pred::Usubo => p.usubo(x, y),
                    Pred::Ssubo => p.ssubo(x, y),
                    Pred::Umulo => p.umulo(x, y),
                    Pred::Smulo => p.smulo(x, y),
                }
            }
            Raw::LNot(x) => {
                let x = go!(x);
                p.not(x)
            }
            Raw::LAnd(x, y) => {
                let (x, y) = (go!(x), go!(y));
                p.and(x, y)
            }
            Raw::LOr(x, y) => {
                let (x, y) = (go!(x), go!(y));
                p.or(x, y)
            }
            Raw::LXor(x, y) => {
                let (x, y) = (go!(x), go!(y));
                p.xor(x, y)
            }
            Raw::LEq(x, y) => {
                let (x, y) = (go!(x), go!(y));
                p.eq(x, y)
            }
            Raw::Implies(x, y) => {
                let (x, y) = (go!(x), go!(y));
                p.implies(x, y)
            }
        }
    }
}

/// Grows trees from bytes; when they run out, it grows leaves.
pub struct Grow<'a> {
    bytes: &'a [u8],
    widths: &'a [u32],
    max_width: u32,
}

impl<'a> Grow<'a> {
    pub fn new(bytes: &'a [u8], widths: &'a [u32], max_width: u32) -> Self {
        Grow {
            bytes,
            widths,
            max_width,
        }
    }

    fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((b, rest)) => {
                self.bytes = rest;
                *b
            }
            None => 0,
        }
    }

    fn below(&mut self, n: u32) -> u32 {
        u32::from(self.byte()) % n
    }

    fn constant(&mut self, w: u32) -> Raw {
        let max = u128::MAX >> (128 - w);
        let c = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => max,
            3 => max >> 1,
            4 => (max >> 1) + 1,
            5 => 1 << self.below(w),
            6 => max >> self.below(w),
            _ => (0..16).fold(0, |c, _| c << 8 | u128::from(self.byte())),
        };
        Raw::Const(c & max, w)
    }

    fn leaf(&mut self, w: u32) -> Raw {
        if self.below(4) == 3 {
            return self.constant(w);
        }
        let i = self.below(self.widths.len() as u32) as usize;
        let (v, n) = (Raw::Var(i, self.widths[i]), self.widths[i]);
        if n == w {
            v
        } else if n > w {
            let lo = self.below(n - w + 1);
            Raw::Extract(Box::new(v), lo + w - 1, lo)
        } else if self.below(2) == 0 {
            Raw::Zext(Box::new(v), w)
        } else {
            Raw::Sext(Box::new(v), w)
        }
    }

    /// A bit vector of width `w`.
    pub fn bv(&mut self, depth: u32, w: u32) -> Raw {
        if depth == 0 || self.bytes.is_empty() {
            return self.leaf(w);
        }
        let d = depth - 1;
        let choice = self.below(28);
        let b = Box::new;
        match choice {
            0..=15 => {
                let op = BINS[choice as usize % BINS.len()];
                let x = self.bv(d, w);
                let y = if self.below(3) == 0 {
                    self.constant(w)
                } else {
                    self.bv(d, w)
                };
                if self.below(8) == 0 {
                    Raw::Bin(op, b(y), b(x))
                } else {
                    Raw::Bin(op, b(x), b(y))
                }
            }
            16 => Raw::Not(b(self.bv(d, w))),
            17 => Raw::Neg(b(self.bv(d, w))),
            18 | 19 if w > 1 => {
                let low = 1 + self.below(w - 1);
                Raw::Concat(b(self.bv(d, w - low)), b(self.bv(d, low)))
            }
            20 | 21 if w < self.max_width => {
                let n = w + 1 + self.below(self.max_width - w);
                let lo = self.below(n - w + 1);
                Raw::Extract(b(self.bv(d, n)), lo + w - 1, lo)
            }
            22 | 23 if w > 1 => {
                let n = 1 + self.below(w - 1);
                let x = b(self.bv(d, n));
                if choice == 22 {
                    Raw::Zext(x, w)
                } else {
                    Raw::Sext(x, w)
                }
            }
            24 if w == 1 => Raw::OfBool(b(self.boolean(d))),
            25 if w > 1 => Raw::Zext(b(Raw::OfBool(b(self.boolean(d)))), w),
            _ => Raw::Ite(b(self.boolean(d)), b(self.bv(d, w)), b(self.bv(d, w))),
        }
    }

    /// A truth value.
    pub fn boolean(&mut self, depth: u32) -> Raw {
        if self.bytes.is_empty() {
            return Raw::Bool(false);
        }
        let b = Box::new;
        let d = depth.saturating_sub(1);
        let choice = self.below(if depth == 0 { 16 } else { 28 });
        match choice {
            0..=18 => {
                let w = 1 + self.below(self.max_width);
                let p = PREDS[choice as usize % PREDS.len()];
                let x = self.bv(d, w);
                let y = if self.below(2) == 0 {
                    self.constant(w)
                } else {
                    self.bv(d, w)
                };
                if self.below(4) == 0 {
                    Raw::Pred(p, b(y), b(x))
                } else {
                    Raw::Pred(p, b(x), b(y))
                }
            }
            19 => Raw::LNot(b(self.boolean(d))),
            20 | 21 => Raw::LAnd(b(self.boolean(d)), b(self.boolean(d))),
            22 | 23 => Raw::LOr(b(self.boolean(d)), b(self.boolean(d))),
            24 => Raw::LXor(b(self.boolean(d)), b(self.boolean(d))),
            25 => Raw::Implies(b(self.boolean(d)), b(self.boolean(d))),
            26 => Raw::LIte(b(self.boolean(d)), b(self.boolean(d)), b(self.boolean(d))),
            _ => {
                if self.below(2) == 0 {
                    Raw::ToBool(b(self.bv(d, 1)))
                } else {
                    Raw::LEq(b(self.boolean(d)), b(self.boolean(d)))
                }
            }
        }
    }
}
