//! The amount of a charge as instructions of 128 bits.
//!
//! Idea: each part of the expression is computed together with the range of its
//! values; what could leave 126 bits is refused, so nothing wraps around and a
//! linear expression stays linear for the analysis. Products of two arguments
//! are not multiplied by an instruction where the whole cannot be negative: the
//! charge takes their factors, since a polynomial is what bounds of degree two
//! are made of. Divisors and exponents are numbers. Cost: linear.

use ep_base::time::Expr;
use ep_ir::inst::{Arg, Overflow};
use ep_ir::{
    BinOp, Callee, CastOp, FuncId, Inst, InstKind, IntPred, Intrinsic, LocId, Operand, Reg, Type,
};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The type of amounts.
const WIDE: Type = Type::Int(128);
/// Bits of the largest part.
const MOST: u64 = 126;
/// The largest exponent.
const EXPONENT: u32 = 8;

/// An integer argument of a call.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub name: String,
    /// Among the arguments of the call.
    pub index: usize,
    pub bits: u32,
    pub signed: bool,
    pub value: Operand,
}

/// Parameters of functions of the C library whose declaration has no names
/// here: the name in the manual, and whether it is signed.
pub(super) fn library(name: &str) -> Option<&'static [(&'static str, bool)]> {
    Some(match name {
        "malloc" | "valloc" => &[("size", false)],
        "calloc" => &[("nmemb", false), ("size", false)],
        "realloc" => &[("ptr", false), ("size", false)],
        "aligned_alloc" | "memalign" => &[("alignment", false), ("size", false)],
        "memcpy" | "memmove" => &[("dest", false), ("src", false), ("n", false)],
        "memset" => &[("s", false), ("c", true), ("n", false)],
        "memcmp" => &[("s1", false), ("s2", false), ("n", false)],
        "memchr" => &[("s", false), ("c", true), ("n", false)],
        "strncpy" | "strncat" => &[("dest", false), ("src", false), ("n", false)],
        "strncmp" => &[("s1", false), ("s2", false), ("n", false)],
        "strnlen" => &[("s", false), ("maxlen", false)],
        "strchr" | "strrchr" => &[("s", false), ("c", true)],
        "qsort" => &[
            ("base", false),
            ("nmemb", false),
            ("size", false),
            ("compar", false),
        ],
        "bsearch" => &[
            ("key", false),
            ("base", false),
            ("nmemb", false),
            ("size", false),
            ("compar", false),
        ],
        "snprintf" => &[("str", false), ("size", false), ("format", false)],
        "fread" | "fwrite" => &[
            ("ptr", false),
            ("size", false),
            ("nmemb", false),
            ("stream", false),
        ],
        "read" | "write" => &[("fd", true), ("buf", false), ("count", false)],
        "abs" | "labs" | "llabs" => &[("j", true)],
        "putchar" | "toupper" | "tolower" | "isalpha" | "isdigit" | "isspace" | "isalnum"
        | "isupper" | "islower" => &[("c", true)],
        "exit" => &[("status", true)],
        "srand" => &[("seed", false)],
        _ => return None,
    })
}

/// A value with its range.
struct Part {
    value: Operand,
    lo: BigInt,
    hi: BigInt,
}

/// Makes instructions without weight.
pub(super) struct Builder<'a> {
    regs: &'a mut ep_base::Arena<Reg, Type>,
    loc: LocId,
    pub insts: Vec<Inst>,
}

impl<'a> Builder<'a> {
    pub fn new(regs: &'a mut ep_base::Arena<Reg, Type>, loc: LocId) -> Builder<'a> {
        Builder {
            regs,
            loc,
            insts: Vec::new(),
        }
    }

    /// The charge `number` of this amount.
    ///
    /// # Errors
    /// What cannot be computed, in one clause.
    pub fn charge(
        &mut self,
        charge: FuncId,
        number: usize,
        e: &Expr,
        arguments: &[Argument],
    ) -> Result<(), String> {
        let arg = |value| Arg {
            value,
            ty: WIDE,
            byval: None,
        };
        let mut args = vec![Arg {
            ty: Type::Int(64),
            ..arg(Operand::Int(number as u64))
        }];
        match self.products(e, arguments)? {
            Some((rest, pairs)) => {
                args.push(arg(rest));
                args.extend(pairs.into_iter().flat_map(|(a, b)| [arg(a), arg(b)]));
            }
            None => {
                let whole = self.part(e, arguments)?;
                let whole = match whole.lo.is_negative() {
                    true => {
                        let zero = constant(&BigInt::zero());
                        self.extreme(whole, zero, true)?
                    }
                    false => whole,
                };
                args.push(arg(whole.value));
            }
        }
        self.put(InstKind::Call {
            dsts: Vec::new(),
            callee: Callee::Direct(charge),
            args,
            rets: Vec::new(),
        });
        Ok(())
    }

    /// A sum that is never negative, as what has no product of arguments and
    /// the factors of the products; none where it is no such sum.
    #[allow(clippy::type_complexity)]
    fn products(
        &mut self,
        e: &Expr,
        arguments: &[Argument],
    ) -> Result<Option<(Operand, Vec<(Operand, Operand)>)>, String> {
        let of = match e {
            Expr::Add { of } => of.clone(),
            e => vec![e.clone()],
        };
        let mut rest = Vec::new();
        let mut pairs = Vec::new();
        let from = self.insts.len();
        for p in of {
            let factors: Vec<Expr> = flattened(&p);
            let many = factors.iter().filter(|f| number(f).is_none()).count() > 1;
            if !many {
                rest.push(p);
                continue;
            }
            let Some((last, first)) = factors.split_last() else {
                continue;
            };
            let own = |b: &mut Self, f: &[Expr]| b.part(&Expr::Mul { of: f.to_vec() }, arguments);
            let (a, b) = (own(self, first)?, own(self, std::slice::from_ref(last))?);
            if a.lo.is_negative() || b.lo.is_negative() {
                self.insts.truncate(from);
                return Ok(None);
            }
            pairs.push((a.value, b.value));
        }
        if pairs.is_empty() {
            return Ok(None);
        }
        let sum = self.part(&Expr::Add { of: rest }, arguments)?;
        if sum.lo.is_negative() {
            self.insts.truncate(from);
            return Ok(None);
        }
        Ok(Some((sum.value, pairs)))
    }

    fn part(&mut self, e: &Expr, arguments: &[Argument]) -> Result<Part, String> {
        let out = match e {
            Expr::Number { value } if value.0.is_negative() && value.0.bits() <= MOST => {
                let zero = constant(&BigInt::zero());
                let size = constant(&-&value.0);
                let n = value.0.clone();
                self.bin(BinOp::Sub, &zero, &size, n.clone(), n)?
            }
            Expr::Number { value } if value.0.bits() > MOST => {
                return Err(format!("a number has more than {MOST} bits"))
            }
            Expr::Number { value } => constant(&value.0),
            Expr::Parameter { index } => self.argument(*index, arguments)?,
            Expr::Add { of } => {
                let mut sum = constant(&BigInt::zero());
                let (negative, positive): (Vec<&Expr>, Vec<&Expr>) = of.iter().partition(|e| {
                    let first = flattened(e).first().and_then(number).cloned();
                    first.is_some_and(|n| n.is_negative())
                });
                for p in positive {
                    let p = self.part(p, arguments)?;
                    let (lo, hi) = (&sum.lo + &p.lo, &sum.hi + &p.hi);
                    sum = self.bin(BinOp::Add, &sum, &p, lo, hi)?;
                }
                for p in negative {
                    let p = self.part(&opposite(p), arguments)?;
                    let (lo, hi) = (&sum.lo - &p.hi, &sum.hi - &p.lo);
                    sum = self.bin(BinOp::Sub, &sum, &p, lo, hi)?;
                }
                sum
            }
            Expr::Mul { of } => self.product(of, arguments)?,
            Expr::Max { of } | Expr::Min { of } => {
                let largest = matches!(e, Expr::Max { .. });
                let mut best: Option<Part> = None;
                for p in of {
                    let p = self.part(p, arguments)?;
                    best = Some(match best {
                        None => p,
                        Some(b) => self.extreme(b, p, largest)?,
                    });
                }
                best.ok_or("max or min of nothing")?
            }
            Expr::FloorDiv { of, by } => {
                let of = self.part(of, arguments)?;
                self.quotient(of, &divisor(by)?)?
            }
            Expr::Mod { of, by } => {
                let d = divisor(by)?;
                let a = self.part(of, arguments)?;
                let copy = Part {
                    value: a.value,
                    lo: a.lo.clone(),
                    hi: a.hi.clone(),
                };
                let q = self.quotient(copy, &d)?;
                let (lo, hi) = (&q.lo * &d, &q.hi * &d);
                let whole = self.bin(BinOp::Mul, &q, &constant(&d), lo, hi)?;
                let (lo, hi) = (BigInt::zero(), &d - 1);
                self.bin(BinOp::Sub, &a, &whole, lo, hi)?
            }
            Expr::Power { base, exponent } => {
                let n = number(exponent).and_then(ToPrimitive::to_u32);
                let n = n.filter(|n| *n <= EXPONENT);
                let n = n.ok_or("an exponent is a number up to 8 here")?;
                let of = vec![(**base).clone(); n as usize];
                self.product(&of, arguments)?
            }
            Expr::BitLength { of } => {
                let p = self.part(of, arguments)?;
                let zero = constant(&BigInt::zero());
                let mut x = match p.lo.is_negative() {
                    true => self.extreme(p, zero, true)?,
                    false => p,
                };
                let bits = x.hi.bits();
                // All bits below the highest one are set.
                let mut step = 1u64;
                while step < bits {
                    let most: BigInt = (BigInt::one() << bits) - 1;
                    let by = constant(&step.into());
                    let y = self.bin(BinOp::LShr, &x, &by, BigInt::zero(), most.clone())?;
                    x = self.bin(BinOp::Or, &x, &y, BigInt::zero(), most)?;
                    step *= 2;
                }
                self.ones(x, bits)?
            }
            Expr::PopCount { of } => {
                let p = self.part(of, arguments)?;
                if p.lo.is_negative() {
                    return Err("popcount of what can be negative".into());
                }
                let bits = p.hi.bits();
                self.ones(p, bits)?
            }
            Expr::Unbounded => return Err("it has no value".into()),
        };
        Ok(out)
    }

    fn put(&mut self, kind: InstKind) {
        self.insts.push(Inst {
            kind,
            loc: self.loc,
            weight: 0,
        });
    }

    fn argument(&mut self, index: u32, arguments: &[Argument]) -> Result<Part, String> {
        let a = arguments.get(index as usize);
        let a = a.ok_or("a call passes fewer arguments, or of other types")?;
        let dst = self.regs.push(WIDE);
        let op = match a.signed {
            true => CastOp::SExt,
            false => CastOp::ZExt,
        };
        self.put(InstKind::Cast {
            op,
            from: Type::Int(a.bits),
            to: WIDE,
            dst,
            src: a.value,
        });
        let power = |n: u32| BigInt::one() << n;
        let (lo, hi) = match a.signed {
            true => (-power(a.bits - 1), power(a.bits - 1) - 1),
            false => (BigInt::zero(), power(a.bits) - 1),
        };
        let value = Operand::Reg(dst);
        Ok(Part { value, lo, hi })
    }

    fn bin(
        &mut self,
        op: BinOp,
        a: &Part,
        b: &Part,
        lo: BigInt,
        hi: BigInt,
    ) -> Result<Part, String> {
        if lo.bits().max(hi.bits()) > MOST {
            return Err(format!("its values need more than {MOST} bits"));
        }
        let dst = self.regs.push(WIDE);
        self.put(InstKind::Bin {
            op,
            flags: Overflow::default(),
            dst,
            a: a.value,
            b: b.value,
        });
        let value = Operand::Reg(dst);
        Ok(Part { value, lo, hi })
    }

    fn product(&mut self, of: &[Expr], arguments: &[Argument]) -> Result<Part, String> {
        let all: Vec<Expr> = of.iter().flat_map(flattened).collect();
        let mut factor = BigInt::one();
        let mut product: Option<Part> = None;
        for e in &all {
            if let Some(n) = number(e) {
                factor *= n;
                continue;
            }
            let p = self.part(e, arguments)?;
            product = Some(match product {
                None => p,
                Some(q) => {
                    let ends = [&q.lo * &p.lo, &q.lo * &p.hi, &q.hi * &p.lo, &q.hi * &p.hi];
                    let lo = ends.iter().min().cloned().unwrap_or_default();
                    let hi = ends.iter().max().cloned().unwrap_or_default();
                    self.bin(BinOp::Mul, &q, &p, lo, hi)?
                }
            });
        }
        let Some(product) = product else {
            return self.part(&Expr::number(factor), arguments);
        };
        let size = factor.abs();
        let scaled = match size.is_one() {
            true => product,
            false => {
                let (lo, hi) = (&product.lo * &size, &product.hi * &size);
                self.bin(BinOp::Mul, &product, &constant(&size), lo, hi)?
            }
        };
        match factor.is_negative() {
            false => Ok(scaled),
            true => {
                let zero = constant(&BigInt::zero());
                let (lo, hi) = (-&scaled.hi, -&scaled.lo);
                self.bin(BinOp::Sub, &zero, &scaled, lo, hi)
            }
        }
    }

    /// The larger or the smaller one, as signed numbers.
    fn extreme(&mut self, a: Part, b: Part, largest: bool) -> Result<Part, String> {
        let of = |x: &BigInt, y: &BigInt| match largest {
            true => x.max(y).clone(),
            false => x.min(y).clone(),
        };
        let (lo, hi) = (of(&a.lo, &b.lo), of(&a.hi, &b.hi));
        let pred = match largest {
            true => IntPred::Sge,
            false => IntPred::Sle,
        };
        let cond = self.compare(pred, &a, &b);
        let value = self.select(cond, &a, &b);
        Ok(Part { value, lo, hi })
    }

    fn compare(&mut self, pred: IntPred, a: &Part, b: &Part) -> Reg {
        let dst = self.regs.push(Type::Int(1));
        self.put(InstKind::Cmp {
            pred,
            ty: WIDE,
            dst,
            a: a.value,
            b: b.value,
        });
        dst
    }

    fn select(&mut self, cond: Reg, a: &Part, b: &Part) -> Operand {
        let dst = self.regs.push(WIDE);
        self.put(InstKind::Select {
            dst,
            cond: Operand::Reg(cond),
            a: a.value,
            b: b.value,
        });
        Operand::Reg(dst)
    }

    /// Rounded down; the divisor is positive.
    fn quotient(&mut self, a: Part, d: &BigInt) -> Result<Part, String> {
        let down = |x: &BigInt| super::lin::floor_div(x, d);
        let (lo, hi) = (down(&a.lo), down(&a.hi));
        let by = constant(d);
        if !a.lo.is_negative() {
            return self.bin(BinOp::UDiv, &a, &by, lo, hi);
        }
        // -((d - 1 - a) / d) below zero.
        let zero = constant(&BigInt::zero());
        let below = self.compare(IntPred::Slt, &a, &zero);
        let most = constant(&(d - 1));
        let (l, h) = (d - 1 - &a.hi, d - 1 - &a.lo);
        let turned = self.bin(BinOp::Sub, &most, &a, l, h)?;
        let size = Part {
            value: self.select(below, &turned, &a),
            lo: BigInt::zero(),
            hi: turned.hi.max(a.hi.clone()),
        };
        let (l, h) = (BigInt::zero(), down(&size.hi));
        let q = self.bin(BinOp::UDiv, &size, &by, l, h)?;
        let (l, h) = (-&q.hi, BigInt::zero());
        let back = self.bin(BinOp::Sub, &zero, &q, l, h)?;
        let value = self.select(below, &back, &q);
        Ok(Part { value, lo, hi })
    }

    /// The number of ones, of which there are `bits` at most.
    fn ones(&mut self, a: Part, bits: u64) -> Result<Part, String> {
        let dst = self.regs.push(WIDE);
        self.put(InstKind::Intrinsic {
            op: Intrinsic::CtPop,
            ty: WIDE,
            dsts: vec![dst],
            args: vec![a.value],
        });
        let all = Part {
            value: Operand::Reg(dst),
            lo: BigInt::zero(),
            hi: 128.into(),
        };
        // The analysis knows of the count that it is one of 128 bits.
        self.extreme(all, constant(&bits.into()), false)
    }
}

/// A number that is not negative.
fn constant(n: &BigInt) -> Part {
    let value = match n.to_u64() {
        Some(v) => Operand::Int(v),
        None => Operand::Wide(n.to_u128().unwrap_or(u128::MAX >> 1)),
    };
    Part {
        value,
        lo: n.clone(),
        hi: n.clone(),
    }
}

fn number(e: &Expr) -> Option<&BigInt> {
    match e {
        Expr::Number { value } => Some(&value.0),
        _ => None,
    }
}

/// The factors of a product, numbers first.
fn flattened(e: &Expr) -> Vec<Expr> {
    let mut out = match e {
        Expr::Mul { of } => of.iter().flat_map(flattened).collect(),
        Expr::Power { base, exponent } if number(exponent).is_some_and(|n| *n == 2.into()) => {
            [flattened(base), flattened(base)].concat()
        }
        e => vec![e.clone()],
    };
    let factor: BigInt = out.iter().filter_map(number).product();
    let any = out.iter().any(|e| number(e).is_some());
    out.retain(|e| number(e).is_none());
    if any {
        out.insert(0, Expr::number(factor));
    }
    out
}

/// With the other sign.
fn opposite(e: &Expr) -> Expr {
    Expr::Mul {
        of: vec![Expr::number(-1), e.clone()],
    }
}

fn divisor(e: &Expr) -> Result<BigInt, String> {
    let n = number(e).filter(|n| n.is_positive() && n.bits() <= MOST);
    Ok(n.ok_or("a divisor is a number above 0 here")?.clone())
}
