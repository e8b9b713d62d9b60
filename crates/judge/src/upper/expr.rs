//! The language of bounds: read, evaluate, compare.
//!
//! An expression is kept as a polynomial in which `max`, `min`, `div`, `pow`
//! and `bits` stand as variables of their own; equal ones are one variable.
//! So sums and products are multiplied out by the same code as elsewhere, and
//! a comparison is a small search over a difference. Alternative: a solver,
//! which this crate must not have. The search is incomplete and bounded: what
//! it does not see, it does not claim.

use crate::names::{Atom, Cx};
use crate::poly::{Poly, Sym};
use crate::refusal::{Checked, BITS};
use crate::smtlib;
use crate::text::View;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Opaque {
    Max(Vec<Poly>),
    Min(Vec<Poly>),
    /// Floor of a division by a number >= 1.
    Div(Poly, BigInt),
    Pow(BigInt, Poly),
    Bits(Poly),
}

impl Opaque {
    fn args(&self) -> &[Poly] {
        match self {
            Opaque::Max(list) | Opaque::Min(list) => list,
            Opaque::Div(p, _) | Opaque::Pow(_, p) | Opaque::Bits(p) => std::slice::from_ref(p),
        }
    }
}

/// The expressions of one claim.
pub struct Exprs<'c> {
    cx: &'c Cx,
    by_sym: RefCell<FxHashMap<Sym, (Rc<Opaque>, u32)>>,
    by_form: RefCell<FxHashMap<Rc<Opaque>, Sym>>,
    /// What is assumed of initial values, for comparisons.
    pub assumed: Vec<Atom>,
}

/// Steps of one comparison.
const FUEL: u32 = 3000;
/// How deep a comparison follows one thought.
const DEPTH: u32 = 40;
/// How deep expressions stand inside each other.
const NESTING: u32 = 100;

impl<'c> Exprs<'c> {
    pub fn new(cx: &'c Cx, assumed: Vec<Atom>) -> Exprs<'c> {
        Exprs {
            cx,
            by_sym: RefCell::default(),
            by_form: RefCell::default(),
            assumed,
        }
    }

    fn opaque(&self, form: Opaque) -> Checked<Poly> {
        if let Some(&s) = self.by_form.borrow().get(&form) {
            return Ok(Poly::var(s));
        }
        let known = self.by_sym.borrow();
        let inside = form.args().iter().flat_map(|p| p.vars());
        let depth = 1 + inside
            .filter_map(|v| known.get(&v).map(|(_, d)| *d))
            .max()
            .unwrap_or(0);
        if depth > NESTING {
            let why = format!("expressions stand more than {NESTING} deep inside each other");
            return Err(self.cx.meter.refuse(why));
        }
        // No name of a certificate has a quote inside.
        let s = self.cx.sym(&format!("\"{}", known.len()));
        drop(known);
        let form = Rc::new(form);
        self.by_sym.borrow_mut().insert(s, (form.clone(), depth));
        self.by_form.borrow_mut().insert(form, s);
        Ok(Poly::var(s))
    }

    fn form(&self, s: Sym) -> Option<Rc<Opaque>> {
        self.by_sym.borrow().get(&s).map(|(f, _)| f.clone())
    }

    pub fn max(&self, args: Vec<Poly>) -> Checked<Poly> {
        self.extreme(args, true)
    }

    pub fn min(&self, args: Vec<Poly>) -> Checked<Poly> {
        self.extreme(args, false)
    }

    fn extreme(&self, args: Vec<Poly>, max: bool) -> Checked<Poly> {
        let mut list = BTreeSet::new();
        let mut number: Option<BigInt> = None;
        for p in args {
            match p.as_int() {
                Some(c) => {
                    number = Some(match number {
                        Some(d) if max => d.max(c),
                        Some(d) => d.min(c),
                        None => c,
                    });
                }
                None => {
                    list.insert(p);
                }
            }
        }
        list.extend(number.map(Poly::int));
        let mut list: Vec<Poly> = list.into_iter().collect();
        match (list.len(), list.pop()) {
            (1, Some(p)) => Ok(p),
            (_, last) => {
                list.extend(last);
                self.opaque(if max {
                    Opaque::Max(list)
                } else {
                    Opaque::Min(list)
                })
            }
        }
    }

    pub fn at_least_zero(&self, p: Poly) -> Checked<Poly> {
        self.max(vec![Poly::zero(), p])
    }

    pub fn bits(&self, p: Poly) -> Checked<Poly> {
        match p.as_int() {
            Some(c) => Ok(Poly::int(bit_length(&c))),
            None => self.opaque(Opaque::Bits(p)),
        }
    }

    pub fn pow(&self, base: BigInt, e: Poly) -> Checked<Poly> {
        if base.is_one() {
            return Ok(Poly::int(1));
        }
        self.opaque(Opaque::Pow(base, e))
    }

    pub fn read(&self, v: View, scope: &dyn Fn(Sym) -> bool) -> Checked<Poly> {
        let m = &self.cx.meter;
        let Some(mut args) = v.items() else {
            return self.cx.read_poly(v, scope);
        };
        m.at(v.line());
        m.spend(8)?;
        let head = args.need("an operator")?;
        let list = |args: crate::text::Args| {
            args.map(|a| self.read(a, scope))
                .collect::<Checked<Vec<Poly>>>()
        };
        match head.word().unwrap_or("") {
            "+" => list(args)?
                .iter()
                .try_fold(Poly::zero(), |s, p| s.plus(p, m)),
            "*" => list(args)?
                .iter()
                .try_fold(Poly::int(1), |s, p| s.times(p, m)),
            "-" => {
                let list = list(args)?;
                match list.split_first() {
                    None => Err(v.refuse("- without an argument")),
                    Some((p, [])) => p.negated(m),
                    Some((p, rest)) => rest.iter().try_fold(p.clone(), |s, q| s.minus(q, m)),
                }
            }
            "^" => {
                let base = self.read(args.need("a base")?, scope)?;
                let e = args.need("an exponent")?;
                let n = self.cx.read_index(e, "an exponent (a number)")?;
                args.done()?;
                match u32::try_from(n) {
                    Ok(n) if n <= 64 => base.power(n, m),
                    _ => Err(e.refuse("an exponent above 64")),
                }
            }
            op @ ("max" | "min") => {
                let list = list(args)?;
                if list.is_empty() {
                    return Err(v.refuse(format!("{op} without an argument")));
                }
                self.extreme(list, op == "max")
            }
            "div" => {
                let p = self.read(args.need("a dividend")?, scope)?;
                let n = args.need("a divisor")?;
                let d = self.cx.read_int(n, "a divisor (a number)")?;
                args.done()?;
                if !d.is_positive() {
                    return Err(n.refuse("a divisor below 1"));
                }
                match p.as_int() {
                    Some(c) => Ok(Poly::int(c.div_floor(&d))),
                    None if d.is_one() => Ok(p),
                    None => self.opaque(Opaque::Div(p, d)),
                }
            }
            "pow" => {
                let n = args.need("a base")?;
                let base = self.cx.read_int(n, "a base (a number)")?;
                let e = self.read(args.need("an exponent")?, scope)?;
                args.done()?;
                if !base.is_positive() {
                    return Err(n.refuse("a base below 1"));
                }
                self.pow(base, e)
            }
            "bits" => {
                let p = self.read(args.need("an argument")?, scope)?;
                args.done()?;
                self.bits(p)
            }
            _ => Err(v.refuse(format!("`{}` is no expression of a bound", v.shown()))),
        }
    }

    /// The exact value; `None` where a variable has none.
    pub fn value<'a>(
        &self,
        p: &Poly,
        at: &dyn Fn(Sym) -> Option<&'a BigInt>,
    ) -> Checked<Option<BigInt>> {
        let m = &self.cx.meter;
        let mut inner: FxHashMap<Sym, BigInt> = FxHashMap::default();
        for s in p.vars() {
            if let Some(form) = self.form(s) {
                match self.value_of(&form, at)? {
                    Some(x) => inner.insert(s, x),
                    None => return Ok(None),
                };
            }
        }
        let all = |s: Sym| inner.get(&s).or_else(|| at(s));
        Ok(p.value(&all, m)?.map(|r| r.floor().to_integer()))
    }

    fn value_of<'a>(
        &self,
        form: &Opaque,
        at: &dyn Fn(Sym) -> Option<&'a BigInt>,
    ) -> Checked<Option<BigInt>> {
        let m = &self.cx.meter;
        match form {
            Opaque::Max(list) | Opaque::Min(list) => {
                let mut best: Option<BigInt> = None;
                for p in list {
                    let Some(x) = self.value(p, at)? else {
                        return Ok(None);
                    };
                    best = Some(match best {
                        Some(b) if matches!(form, Opaque::Max(_)) => b.max(x),
                        Some(b) => b.min(x),
                        None => x,
                    });
                }
                Ok(best)
            }
            Opaque::Div(p, d) => Ok(self.value(p, at)?.map(|x| x.div_floor(d))),
            Opaque::Bits(p) => Ok(self.value(p, at)?.map(|x| BigInt::from(bit_length(&x)))),
            Opaque::Pow(base, p) => {
                let Some(e) = self.value(p, at)? else {
                    return Ok(None);
                };
                let e = if e.is_negative() { BigInt::zero() } else { e };
                let e = e.to_u64().filter(|e| e.saturating_mul(base.bits()) <= BITS);
                let Some(e) = e else {
                    return Err(m.refuse("the value of a power is too large"));
                };
                let words = e * base.bits() / 64;
                m.spend(words * words / 16)?;
                Ok(Some(base.pow(e as u32)))
            }
        }
    }

    /// Whether `a <= b` is seen to hold wherever the assumptions do.
    pub fn at_most(&self, a: &Poly, b: &Poly) -> Checked<bool> {
        let mut fuel = FUEL;
        self.nonneg(&b.minus(a, &self.cx.meter)?, &mut fuel, DEPTH)
    }

    /// A variable that is seen to be at least 0.
    fn positive(&self, s: Sym, fuel: &mut u32) -> Checked<bool> {
        let m = &self.cx.meter;
        let Some(form) = self.form(s) else {
            for a in &self.assumed {
                // From x + c >= 0 with c <= 0.
                let rest = a.poly.minus(&Poly::var(s), m)?.as_constant();
                if rest.is_some_and(|c| !c.is_positive()) {
                    return Ok(true);
                }
            }
            return Ok(false);
        };
        let want = match &*form {
            Opaque::Pow(..) | Opaque::Bits(_) => return Ok(true),
            Opaque::Max(_) => true,
            Opaque::Min(_) | Opaque::Div(..) => false,
        };
        // One positive argument of max is enough; all of min are needed.
        for p in form.args() {
            if self.terms_positive(p, fuel)? == want {
                return Ok(want);
            }
        }
        Ok(!want)
    }

    fn terms_positive(&self, p: &Poly, fuel: &mut u32) -> Checked<bool> {
        if *fuel == 0 {
            return Ok(false);
        }
        *fuel -= 1;
        self.cx.meter.spend(8 + p.len() as u64)?;
        if p.has_negative() {
            return Ok(false);
        }
        for (m, _) in p.terms() {
            for (v, e) in m {
                if e % 2 == 1 && !self.positive(*v, fuel)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn nonneg(&self, p: &Poly, fuel: &mut u32, depth: u32) -> Checked<bool> {
        let m = &self.cx.meter;
        if *fuel == 0 || depth == 0 {
            return Ok(false);
        }
        *fuel -= 1;
        m.spend(32 + p.len() as u64)?;
        if self.terms_positive(p, fuel)? {
            return Ok(true);
        }
        // The largest number is made last: it stands inside no other.
        let inside: BTreeSet<Sym> = p.vars().filter(|s| self.form(*s).is_some()).collect();
        for &s in inside.iter().rev() {
            let (Some(form), Some((q, r))) = (self.form(s), p.split_at(s)) else {
                continue;
            };
            let up = self.terms_positive(&q, fuel)?;
            let down = self.terms_positive(&q.negated(m)?, fuel)?;
            // What p is at least (one of them is enough), or equal to (all
            // are needed).
            let (by, enough) = match &*form {
                Opaque::Max(list) => (list.clone(), up),
                Opaque::Min(list) => (list.clone(), down),
                Opaque::Div(e, d) if up || down => {
                    // d * floor(e / d) lies between e - d + 1 and e.
                    let one = BigRational::new(BigInt::one(), d.clone());
                    let mut near = Poly::zero();
                    near.add_scaled(&one, e, m)?;
                    if up {
                        let gap = BigRational::new(BigInt::one() - d, d.clone());
                        near = near.plus(&Poly::constant(gap), m)?;
                    }
                    (vec![near], true)
                }
                Opaque::Pow(..) if up => (vec![Poly::int(1)], true),
                Opaque::Bits(_) if up => (vec![Poly::zero()], true),
                _ => continue,
            };
            let (mut any, mut all) = (false, true);
            for a in &by {
                let seen = self.nonneg(&a.times(&q, m)?.plus(&r, m)?, fuel, depth - 1)?;
                any |= seen;
                all &= seen;
                if seen == enough {
                    break;
                }
            }
            if if enough { any } else { all } {
                return Ok(true);
            }
        }
        self.by_assumption(p, fuel, depth)
    }

    /// Takes away the multiple of an assumption that removes a term below 0.
    fn by_assumption(&self, p: &Poly, fuel: &mut u32, depth: u32) -> Checked<bool> {
        let Some((mono, c)) = p.terms().find(|(n, c)| c.is_negative() && !n.is_empty()) else {
            return Ok(false);
        };
        for a in &self.assumed {
            let d = a.poly.terms().find(|(n, _)| *n == mono).map(|(_, d)| d);
            let Some(d) = d.filter(|d| d.is_negative() || a.equation) else {
                continue;
            };
            let mut rest = p.clone();
            rest.add_scaled(&-(c / d), &a.poly, &self.cx.meter)?;
            if self.nonneg(&rest, fuel, depth - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `a <= b` as an obligation for a solver.
    pub fn rest(&self, a: &Poly, b: &Poly, v: View) -> Checked<String> {
        let mut vars = BTreeSet::new();
        let (a, b) = (self.smt(a, &mut vars, v)?, self.smt(b, &mut vars, v)?);
        let mut out = format!(
            "; line {} of the certificate\n(set-logic QF_NIA)\n",
            v.line()
        );
        for x in &self.assumed {
            vars.extend(x.poly.vars());
        }
        out += &smtlib::declare(self.cx, &vars);
        for x in &self.assumed {
            let op = if x.equation { "=" } else { ">=" };
            let mut none = BTreeSet::new();
            out += &format!("(assert ({op} {} 0))\n", self.smt(&x.poly, &mut none, v)?);
        }
        out += &format!("(assert (> {a} {b}))\n(check-sat)\n");
        Ok(out)
    }

    fn smt(&self, p: &Poly, vars: &mut BTreeSet<Sym>, v: View) -> Checked<String> {
        let mut out = String::from("(+ 0");
        for (mono, c) in p.terms() {
            out += &format!(" (* {}", smtlib::number(&c.to_integer()));
            for (s, e) in mono {
                let one = match self.form(*s) {
                    None => {
                        vars.insert(*s);
                        format!("v{}", s.0)
                    }
                    Some(form) => self.smt_of(&form, vars, v)?,
                };
                for _ in 0..*e {
                    self.cx.meter.spend(one.len() as u64)?;
                    out.push(' ');
                    out += &one;
                }
            }
            out.push(')');
            if out.len() > 1_000_000 {
                return Err(v.refuse("an expression is too long for a solver"));
            }
        }
        out.push(')');
        Ok(out)
    }

    fn smt_of(&self, form: &Opaque, vars: &mut BTreeSet<Sym>, v: View) -> Checked<String> {
        Ok(match form {
            Opaque::Max(list) | Opaque::Min(list) => {
                let op = if matches!(form, Opaque::Max(_)) {
                    ">="
                } else {
                    "<="
                };
                let mut out = String::new();
                for p in list {
                    let x = self.smt(p, vars, v)?;
                    out = if out.is_empty() {
                        x
                    } else {
                        format!("(ite ({op} {out} {x}) {out} {x})")
                    };
                    if out.len() > 1_000_000 {
                        return Err(v.refuse("an expression is too long for a solver"));
                    }
                }
                out
            }
            Opaque::Div(p, d) => format!("(div {} {d})", self.smt(p, vars, v)?),
            Opaque::Pow(..) | Opaque::Bits(_) => {
                return Err(v.refuse("powers and bit lengths cannot be left to a solver"))
            }
        })
    }
}

/// 0 for what is not positive.
fn bit_length(c: &BigInt) -> u64 {
    if c.is_positive() {
        c.bits()
    } else {
        0
    }
}
