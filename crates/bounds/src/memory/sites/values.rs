//! How large a register can be, over the parameters of the entry.
//!
//! Two readings: as a number with sign and as one without. A reading is an
//! upper bound at every time the register has a value, so that no order of
//! instructions matters; where it is exact it is a linear form. What has no
//! flag against wrapping counts as what it is without wrapping only where the
//! ranges allow no wrap, or where wrapping makes it less. Where a place is
//! given, the tests on every way to it count too ([`super::guards`]). Signed overflow is
//! undefined and assumed away, as everywhere in this analysis.
//! Cost: linear in the expression of the register.

use super::again;
use super::amount::{Amount, Linear};
use super::facts::{inst, At};
use super::fields::Held;
use super::floats;
use super::guards::{self, Between};
use super::numbers::{constant, Reading};
use super::rounds::Count;
use super::steps::Steps;
use super::{Context, Given, Sites};
use crate::recursion::walk::Sign;
use ep_ir::inst::Arg;
use ep_ir::{BinOp, BlockId, CastOp, Function, InstKind, Operand, Reg, Type};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// An upper bound of a register.
#[derive(Clone, Debug)]
pub struct Value {
    /// It is never below this.
    pub low: BigInt,
    /// It is never above this (which is never below 0).
    pub upper: Amount,
    /// What it is, where that is known.
    pub exact: Option<Linear>,
}

impl Value {
    /// A number.
    pub fn number(n: impl Into<BigInt>) -> Value {
        let n: BigInt = n.into();
        Value {
            low: n.clone(),
            upper: Amount::number(n.clone()),
            exact: Some(Linear::number(n)),
        }
    }

    pub(super) fn between(low: BigInt, high: BigInt) -> Value {
        Value {
            low,
            upper: Amount::number(high),
            exact: None,
        }
    }
}

use Reading::{Signed as S, Unsigned as U};

/// Instructions of one expression that are looked at.
pub(super) const DEPTH: u32 = 16;

fn one() -> BigInt {
    BigInt::one()
}

impl<'m> Sites<'m> {
    /// What a call gives for each parameter.
    pub(super) fn arguments(
        &mut self,
        cx: &Context<'m>,
        callee: &Function,
        args: &[Arg],
    ) -> Vec<Given> {
        let mut out = Vec::new();
        for (i, p) in callee.params.iter().enumerate() {
            let same = args.get(i).filter(|a| a.ty == p.ty && a.byval.is_none());
            let Some(a) = same else {
                out.push(Given::default());
                continue;
            };
            out.push(Given {
                signed: self.read(cx, a.value, a.ty, Reading::Signed),
                unsigned: self.read(cx, a.value, a.ty, Reading::Unsigned),
                room: match a.ty {
                    Type::Ptr => self.room(cx, a.value),
                    _ => None,
                },
            });
        }
        out
    }

    /// The size that an allocator gets: what is negative or too large fails.
    pub fn size(&mut self, cx: &Context<'m>, a: &Arg) -> Option<Amount> {
        if let Some(v) = self.value(cx, a.value, a.ty, S, DEPTH) {
            return Some(v.upper);
        }
        Some(self.value(cx, a.value, a.ty, U, DEPTH)?.upper)
    }

    /// A value of this type; `None` where nothing is known but its type.
    pub fn read(&mut self, cx: &Context<'m>, o: Operand, ty: Type, how: Reading) -> Option<Value> {
        self.value(cx, o, ty, how, DEPTH)
    }

    /// The same, or the range of the type.
    pub fn read_any(
        &mut self,
        cx: &Context<'m>,
        o: Operand,
        ty: Type,
        how: Reading,
    ) -> Option<Value> {
        self.any(cx, o, ty, how, DEPTH)
    }

    /// Reads registers as they are in this block; nowhere in particular
    /// without one.
    pub fn standing_at<R>(&mut self, at: Option<BlockId>, read: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.at, at);
        let out = read(self);
        self.at = before;
        out
    }

    fn any(
        &mut self,
        cx: &Context<'m>,
        o: Operand,
        ty: Type,
        how: Reading,
        depth: u32,
    ) -> Option<Value> {
        let found = self.value(cx, o, ty, how, depth);
        let Type::Int(w) = ty else { return None };
        found.or_else(|| range_of(w, how))
    }

    /// A value of this type, with what is left of the depth of an expression.
    pub(super) fn value(
        &mut self,
        cx: &Context<'m>,
        o: Operand,
        ty: Type,
        how: Reading,
        depth: u32,
    ) -> Option<Value> {
        let Type::Int(w) = ty else { return None };
        let depth = depth.checked_sub(1)?;
        let r = match o {
            Operand::Int(n) => return Some(Value::number(constant(n, w, how))),
            Operand::Reg(r) => r,
            _ => return None,
        };
        let found = self.unguarded(cx, r, w, how, depth);
        // An expression over the inputs says more than a test.
        if found.as_ref().is_some_and(|v| v.exact.is_some()) {
            return found;
        }
        let Some(at) = self.at else { return found };
        let code = (cx.function, cx.facts.as_ref());
        let found = self.narrowed(found, &guards::guarded(code, at, r, w, how), w, how);
        let place = cx.facts.only(cx.function, r).map(|x| x.0);
        let found = match place.filter(|_| !self.beside) {
            None => found,
            // What was loaded before from there is the same.
            Some(load) => again::before(self.module, cx.function, &cx.facts, load, at)
                .into_iter()
                .fold(found, |found, r| {
                    self.narrowed(found, &guards::guarded(code, at, r, w, how), w, how)
                }),
        };
        let found = self.along(cx, at, (r, w, how), found);
        self.against_others(cx, at, (r, w, how), found, depth)
    }

    /// The tighter one of two bounds of the same register.
    pub(super) fn tighter(&self, found: Option<Value>, other: Value) -> Value {
        let Some(found) = found else { return other };
        let most = |v: &Value| v.upper.most(&self.variables);
        let less = match (most(&found), most(&other)) {
            (Some(a), Some(b)) => b < a,
            (None, Some(_)) => true,
            _ => false,
        };
        let low = found.low.clone().max(other.low.clone());
        match less {
            true => Value { low, ..other },
            false => Value { low, ..found },
        }
    }

    /// What an instruction sets; the block is stood at.
    pub(super) fn set_by(
        &mut self,
        cx: &Context<'m>,
        place: At,
        w: u32,
        how: Reading,
        depth: u32,
    ) -> Option<Value> {
        let i = inst(cx.function, place)?;
        if let Some(v) = self.read_in(cx, place, w, how) {
            return Some(v);
        }
        if let Some(v) = self.of_field(cx, place, w, how) {
            return Some(v);
        }
        self.instruction(cx, &i.kind, w, how, depth)
    }

    /// A register, whatever tests are on the way.
    fn unguarded(
        &mut self,
        cx: &Context<'m>,
        r: Reg,
        w: u32,
        how: Reading,
        depth: u32,
    ) -> Option<Value> {
        let (f, facts) = (cx.function, cx.facts.as_ref());
        let defs = facts.defs(r);
        if defs.is_empty() {
            let i = f.params.iter().position(|p| p.reg == r)?;
            let arg = cx.args.get(i)?;
            return match how {
                S => arg.signed.clone(),
                U => arg.unsigned.clone(),
            };
        }
        if defs.len() > 1 || f.params.iter().any(|p| p.reg == r) {
            let counted = self.counter(cx, r, w, how);
            let looped = |d: &At| facts.loops.innermost(d.0).is_some();
            let Some(at) = self
                .at
                .filter(|_| counted.is_none() || !defs.iter().any(looped))
            else {
                return counted;
            };
            return match self.arriving(cx, at, (r, w, how), depth) {
                Some(v) => Some(match counted {
                    Some(c) => self.tighter(Some(v), c),
                    None => v,
                }),
                None => counted,
            };
        }
        // Its operands are those of the time at which it was set.
        let (place, _) = facts.only(f, r)?;
        let at = self.at.map(|_| place.0);
        self.standing_at(at, |s| s.set_by(cx, place, w, how, depth))
    }

    /// What is known of a register, and what tests say of it.
    pub(super) fn narrowed(
        &self,
        found: Option<Value>,
        tests: &Between,
        w: u32,
        how: Reading,
    ) -> Option<Value> {
        let low = |l: BigInt| tests.low.clone().map_or(l.clone(), |t| t.max(l));
        let high = tests.high.clone().map(|h| h.max(BigInt::zero()));
        match (found, high) {
            (None, None) => None,
            (None, Some(high)) => Some(Value::between(low(smallest(w, how)), high)),
            (Some(v), None) => Some(Value {
                low: low(v.low.clone()),
                ..v
            }),
            (Some(v), Some(high)) => {
                let less = v.upper.most(&self.variables).is_some_and(|m| m <= high);
                Some(Value {
                    low: low(v.low.clone()),
                    upper: match less {
                        true => v.upper,
                        false => Amount::number(high),
                    },
                    exact: None,
                })
            }
        }
    }

    fn instruction(
        &mut self,
        cx: &Context<'m>,
        kind: &InstKind,
        w: u32,
        how: Reading,
        depth: u32,
    ) -> Option<Value> {
        match kind {
            InstKind::Copy { src, .. } | InstKind::Freeze { src, .. } => {
                self.value(cx, *src, Type::Int(w), how, depth)
            }
            InstKind::Select { cond, a, b, .. } => {
                let code = (cx.function, cx.facts.as_ref());
                let chosen = |o: Operand, is: bool| guards::chosen(code, *cond, o, is, w, how);
                let (if_so, else_so) = (chosen(*a, true), chosen(*b, false));
                if guards::is_lesser(code, *cond, (*a, *b), how) {
                    let all = [*a, *b].map(|o| self.value(cx, o, Type::Int(w), how, depth));
                    let all = all.into_iter().flatten();
                    let least = |x: Value, y: Value| Value {
                        low: x.low.min(y.low),
                        upper: x.upper.min(&y.upper),
                        exact: None,
                    };
                    let found = all.reduce(least)?;
                    let low = smallest(w, how);
                    return Some(Value {
                        low: found.low.min(low),
                        exact: None,
                        ..found
                    });
                }
                let a = self.any(cx, *a, Type::Int(w), how, depth);
                let b = self.any(cx, *b, Type::Int(w), how, depth);
                // The other side is never chosen.
                if let Some(v) = a.as_ref().filter(|v| self.implies(v, &if_so)) {
                    return Some(v.clone());
                }
                let a = self.narrowed(a, &if_so, w, how)?;
                let b = self.narrowed(b, &else_so, w, how)?;
                Some(Value {
                    low: a.low.min(b.low),
                    upper: a.upper.max(&b.upper),
                    exact: None,
                })
            }
            InstKind::Cast {
                op,
                from: from @ Type::Int(_),
                src,
                ..
            } => match (op, how) {
                (CastOp::ZExt, _) => self.any(cx, *src, *from, U, depth),
                (CastOp::SExt, S) => self.any(cx, *src, *from, S, depth),
                (CastOp::SExt, U) => {
                    let v = self.any(cx, *src, *from, S, depth)?;
                    (!v.low.is_negative()).then_some(v)
                }
                (CastOp::Trunc, _) => {
                    let v = self.value(cx, *src, *from, how, depth)?;
                    self.fits(&v, w, how).then_some(v)
                }
                _ => None,
            },
            InstKind::Cast {
                op: op @ (CastOp::FpToUi | CastOp::FpToSi),
                src: Operand::Reg(x),
                ..
            } => {
                // What does not fit is undefined.
                let tests = floats::between((cx.function, &cx.facts), self.at?, *x);
                let least = match op {
                    CastOp::FpToUi => BigInt::zero(),
                    _ => smallest(w, S),
                };
                let low = tests.low.map_or(least.clone(), |l| l.max(least));
                let v = Value::between(low, tests.high?.max(BigInt::zero()));
                self.fits(&v, w, how).then_some(v)
            }
            InstKind::Bin {
                op, flags, a, b, ..
            } => {
                let ty = Type::Int(w);
                let apart = (*op == BinOp::Sub && how == S).then(|| self.distance(cx, *a, *b));
                if let Some(v) = apart.flatten() {
                    return Some(v);
                }
                match (op, how) {
                    (BinOp::Add | BinOp::Sub | BinOp::Mul, S) => {
                        let x = self.any(cx, *a, ty, S, depth)?;
                        let y = self.any(cx, *b, ty, S, depth)?;
                        let v = combine(*op, &x, &y, self)?;
                        (flags.nsw || self.fits(&v, w, S)).then_some(v)
                    }
                    // What wraps becomes less.
                    (BinOp::Add | BinOp::Mul, U) => {
                        let x = self.any(cx, *a, ty, U, depth)?;
                        let y = self.any(cx, *b, ty, U, depth)?;
                        let mut v = combine(*op, &x, &y, self)?;
                        if !self.fits(&v, w, U) {
                            v.low = BigInt::zero();
                            v.exact = None;
                        }
                        Some(v)
                    }
                    (BinOp::Shl, U) => {
                        let x = self.any(cx, *a, ty, U, depth)?;
                        let by = number(*b).filter(|n| *n < u64::from(w))?;
                        let y = Value::number(one() << by);
                        let mut v = combine(BinOp::Mul, &x, &y, self)?;
                        if !self.fits(&v, w, U) {
                            v.low = BigInt::zero();
                            v.exact = None;
                        }
                        Some(v)
                    }
                    (BinOp::Shl, S) => {
                        let x = self.any(cx, *a, ty, S, depth)?;
                        let by = number(*b).filter(|n| *n + 1 < u64::from(w))?;
                        let y = Value::number(one() << by);
                        let v = combine(BinOp::Mul, &x, &y, self)?;
                        (flags.nsw || self.fits(&v, w, S)).then_some(v)
                    }
                    (BinOp::UDiv | BinOp::LShr, _) => {
                        let by = match op {
                            BinOp::UDiv => BigInt::from(number(*b)?),
                            _ => one() << number(*b).filter(|n| *n < u64::from(w))?,
                        };
                        let x = self.any(cx, *a, ty, U, depth)?;
                        let v = divided(&x, &by)?;
                        self.fits(&v, w, how).then_some(v)
                    }
                    (BinOp::SDiv | BinOp::AShr, _) => {
                        let by = match op {
                            BinOp::SDiv => number(*b).map(|n| constant(n, w, S))?,
                            _ => one() << number(*b).filter(|n| *n + 1 < u64::from(w))?,
                        };
                        let x = self.any(cx, *a, ty, S, depth)?;
                        if x.low.is_negative() {
                            // One rounds to zero, the other one down.
                            (how == S && by.is_positive()).then_some(())?;
                            let most = x.upper.most(&self.variables)? / &by;
                            let low = &x.low / &by - BigInt::from(u8::from(*op == BinOp::AShr));
                            return Some(Value::between(low, most));
                        }
                        divided(&x, &by)
                    }
                    (BinOp::URem, _) => {
                        let by = number(*b).filter(|n| *n > 0)?;
                        let top = BigInt::from(by - 1);
                        let v = Value::between(BigInt::zero(), top);
                        self.fits(&v, w, how).then_some(v)
                    }
                    (BinOp::SRem, S) => {
                        let by = number(*b).filter(|n| *n > 0 && *n < 1 << 31)?;
                        let top = BigInt::from(by - 1);
                        let x = self.any(cx, *a, ty, S, depth)?;
                        let low = match x.low.is_negative() {
                            true => -&top,
                            false => BigInt::zero(),
                        };
                        Some(Value::between(low, top))
                    }
                    (BinOp::And, _) => {
                        let mask = number(*b).or_else(|| number(*a))?;
                        let v = Value::between(BigInt::zero(), mask.into());
                        self.fits(&v, w, how).then_some(v)
                    }
                    _ => None,
                }
            }
            InstKind::Load { addr, .. } => {
                let code = (cx.function, cx.facts.as_ref());
                let (low, high) = guards::table(self.module, code, *addr, w, how)?;
                Some(Value::between(low, high.max(BigInt::zero())))
            }
            InstKind::Call { callee, args, .. } => self.length(cx, callee, args),
            // What is returned or computed otherwise is anything.
            _ => None,
        }
    }

    /// Whether a value certainly lies between numbers, of which there is one at least.
    fn implies(&self, v: &Value, tests: &Between) -> bool {
        let some = tests.low.is_some() || tests.high.is_some();
        let least = tests.low.as_ref().is_none_or(|l| v.low >= *l);
        let most = || match &v.exact {
            Some(e) => e.range(&self.variables).map(|r| r.1),
            None => v.upper.most(&self.variables),
        };
        let below = |h: &BigInt| most().is_some_and(|m| m <= *h);
        some && least && tests.high.as_ref().is_none_or(below)
    }

    /// Whether the type holds all of it.
    fn fits(&self, v: &Value, w: u32, how: Reading) -> bool {
        let bits = match how {
            S => w.saturating_sub(1),
            U => w,
        };
        let low_ok = match how {
            S => v.low >= -(one() << bits),
            U => !v.low.is_negative(),
        };
        let most = match &v.exact {
            Some(l) => l.range(&self.variables).map(|r| r.1),
            None => v.upper.most(&self.variables),
        };
        low_ok && most.is_some_and(|m| m < one() << bits)
    }

    /// A register that counts in a loop: between where it begins and where its
    /// test ends it.
    fn counter(&mut self, cx: &Context<'m>, r: Reg, w: u32, how: Reading) -> Option<Value> {
        if self.counting.contains(&(r, how == S)) {
            return None;
        }
        self.counting.push((r, how == S));
        let v = self.counter_range(cx, r, w, how);
        self.counting.pop();
        v
    }

    /// It begins somewhere, and each step that its loop's test lets pass takes
    /// it on from at most where the test ends it.
    fn counter_range(&mut self, cx: &Context<'m>, r: Reg, w: u32, how: Reading) -> Option<Value> {
        let facts = cx.facts.clone();
        let mut upper = Amount::default();
        let mut ends = Amount::default();
        let mut beyond = Amount::default();
        // What the steps of loops make it at most, each.
        let mut over: Vec<Option<Amount>> = Vec::new();
        let mut low: Option<BigInt> = None;
        let take = |v: Value, upper: &mut Amount, low: &mut Option<BigInt>| {
            *upper = upper.max(&v.upper);
            *low = Some(low.take().map_or(v.low.clone(), |l| l.min(v.low)));
        };
        let mut seen = Vec::new();
        let mut steps = Steps::default();
        for at in facts.defs(r).to_vec() {
            let i = inst(cx.function, at)?;
            if let Some((by, wraps)) = super::rounds::step(cx.function, &facts, r, i) {
                let l = facts.counting_loop(r, at.0);
                if l.is_some_and(|l| seen.contains(&l)) {
                    continue;
                }
                let count = l.and_then(|l| self.count(cx, l));
                let own = |c: &Count| c.counter == r && c.how == how && !(c.down && c.wraps);
                match (l, count.filter(own)) {
                    // Never above where it began.
                    (Some(l), Some(c)) if c.down => {
                        seen.push(l);
                        low = Some(smallest(w, how));
                    }
                    (Some(l), Some(c)) => {
                        seen.push(l);
                        ends = ends.max(&c.end);
                        beyond = beyond.plus(&Amount::number(c.step.clone()));
                        over.push(c.over);
                    }
                    _ if by.is_negative() => {
                        let falls = how == S && !wraps || stays_above(cx, (r, w, how), at, &-&by);
                        falls.then_some(())?;
                        low = Some(smallest(w, how));
                    }
                    _ => {
                        let by = Amount::number(by);
                        let within = self.step_counts(cx, (r, w, how), (at, &by), &mut steps)?;
                        if !within && (wraps || how == U) {
                            low = Some(smallest(w, how));
                        }
                    }
                }
                continue;
            }
            if let Some(factor) = super::scaled::factor(cx.function, &facts, r, i) {
                let l = facts.counting_loop(r, at.0);
                let count = l.and_then(|l| self.count(cx, l));
                let own = |c: &Count| c.counter == r && c.how == how;
                match count.filter(own) {
                    // What is divided comes nearer to 0.
                    _ if factor.divides && how == U && factor.unsigned => {
                        low = Some(BigInt::from(0));
                        continue;
                    }
                    Some(c) if !factor.divides => {
                        ends = ends.max(&c.end);
                        beyond = beyond.plus(&Amount::number(c.step.clone()));
                        over.push(None);
                        continue;
                    }
                    _ => {}
                }
            }
            if let Some(v) = self.told_behind(cx, at, (r, w, how)) {
                take(v, &mut upper, &mut low);
                continue;
            }
            if let Some((x, wraps)) = super::rounds::adds(cx.function, &facts, r, i) {
                let (x, ty) = (Operand::Reg(x), Type::Int(w));
                let v = self.standing_at(Some(at.0), |s| s.any(cx, x, ty, how, DEPTH))?;
                (!v.low.is_negative()).then_some(())?;
                let within = self.step_counts(cx, (r, w, how), (at, &v.upper), &mut steps)?;
                if !within && (wraps || how == U) {
                    low = Some(smallest(w, how));
                }
                continue;
            }
            let there = |s: &mut Self| match s.of_field(cx, at, w, how) {
                Some(v) => Some(v),
                None => s.instruction(cx, &i.kind, w, how, DEPTH),
            };
            let v = match self.standing_at(Some(at.0), there) {
                Some(v) => v,
                None => range_of(w, how)?,
            };
            take(v, &mut upper, &mut low);
        }
        if let Some(i) = cx.function.params.iter().position(|p| p.reg == r) {
            let arg = cx.args.get(i)?;
            let v = match how {
                S => arg.signed.clone(),
                U => arg.unsigned.clone(),
            };
            take(v.or_else(|| range_of(w, how))?, &mut upper, &mut low);
        }
        // A step of a loop that tests first goes from below its limit, wherever it begins.
        let tested: Option<Vec<Amount>> = over.into_iter().collect();
        let set = match tested {
            Some(all) => all.iter().fold(upper, |u, o| u.max(o)),
            None => upper.max(&ends).plus(&beyond),
        };
        let most = set.max(&steps.tested).most(&self.variables);
        Some(Value {
            low: low?,
            upper: steps.over(&set, most)?,
            exact: None,
        })
    }
}

/// Whether tests say of a register before a step down that it does not wrap around.
fn stays_above(cx: &Context<'_>, of: (Reg, u32, Reading), at: At, by: &BigInt) -> bool {
    let code = (cx.function, cx.facts.as_ref());
    let Some((tests, other)) = guards::before_step(code, of, at) else {
        return false;
    };
    let not_zero = of.2 == U && by.is_one() && other.iter().any(Zero::is_zero);
    not_zero || tests.low.is_some_and(|l| l >= *by)
}

/// What the type alone says: of use where it is small.
pub(super) fn range_of(w: u32, how: Reading) -> Option<Value> {
    (1..=16).contains(&w).then(|| match how {
        S => Value::between(-(one() << (w - 1)), (one() << (w - 1)) - 1),
        U => Value::between(BigInt::zero(), (one() << w) - 1),
    })
}

/// The least number of a type.
pub(super) fn smallest(w: u32, how: Reading) -> BigInt {
    match how {
        S => -(one() << w.saturating_sub(1)),
        U => BigInt::zero(),
    }
}

fn number(o: Operand) -> Option<u64> {
    match o {
        Operand::Int(n) => Some(n),
        _ => None,
    }
}

fn divided(x: &Value, by: &BigInt) -> Option<Value> {
    by.is_positive().then_some(())?;
    Some(Value {
        low: BigInt::zero(),
        upper: x.upper.quotient(by),
        exact: None,
    })
}

/// Without wrapping.
fn combine(op: BinOp, x: &Value, y: &Value, sites: &Sites<'_>) -> Option<Value> {
    let exact = match (&x.exact, &y.exact, op) {
        (Some(a), Some(b), BinOp::Add) => Some(a.plus(b, &one())),
        (Some(a), Some(b), BinOp::Sub) => Some(a.plus(b, &-one())),
        (Some(a), Some(b), BinOp::Mul) => match (a.as_number(), b.as_number()) {
            (Some(n), _) => Some(b.times(n)),
            (_, Some(n)) => Some(a.times(n)),
            _ => None,
        },
        _ => None,
    };
    if let Some(l) = exact {
        let (low, _) = l.range(&sites.variables)?;
        return Some(Value {
            low,
            upper: Amount::of(&l, &sites.variables),
            exact: Some(l),
        });
    }
    let none = BigInt::zero();
    match op {
        BinOp::Add => Some(Value {
            low: &x.low + &y.low,
            upper: x.upper.plus(&y.upper),
            exact: None,
        }),
        BinOp::Sub => Some(Value {
            low: &x.low - y.upper.most(&sites.variables)?,
            upper: x.upper.plus(&Amount::number(-y.low.clone())),
            exact: None,
        }),
        BinOp::Mul if !x.low.is_negative() && !y.low.is_negative() => Some(Value {
            low: none,
            upper: x.upper.times(&y.upper)?,
            exact: None,
        }),
        // What is negative is no more than 0, times what is not.
        BinOp::Mul => {
            let (signed, factor) = match (x.low.is_negative(), y.low.is_negative()) {
                (true, false) => (x, y),
                (false, true) => (y, x),
                _ => return None,
            };
            Some(Value {
                low: &signed.low * factor.upper.most(&sites.variables)?,
                upper: signed.upper.times(&factor.upper)?,
                exact: None,
            })
        }
        _ => None,
    }
}

/// The value of an argument in one of its readings.
pub(super) fn reading(g: &Given, sign: Sign) -> Option<&Value> {
    match sign {
        Sign::Signed => g.signed.as_ref(),
        Sign::Unsigned => g.unsigned.as_ref(),
    }
}

impl<'m> Sites<'m> {
    /// What a load of a field gives.
    pub(super) fn of_field(
        &mut self,
        cx: &Context<'m>,
        at: At,
        w: u32,
        how: Reading,
    ) -> Option<Value> {
        // A recursion of the entry would store other numbers.
        (self.entry == Some(cx.id) && self.stack.len() == 1).then_some(())?;
        let fields = self.fields.clone();
        let field = fields.loaded(at)?;
        let key = (field, how == S);
        if let Some(known) = self.in_fields.get(&key) {
            return known.clone();
        }
        // A store that reads the field itself is known by the tests before it.
        self.in_fields.insert(key, None);
        let found = self.hull(cx, fields.held(field)?, w, how);
        match self.loading {
            // What rests on a field that is not known yet may be better elsewhere.
            0 => _ = self.in_fields.insert(key, found.clone()),
            _ => _ = self.in_fields.remove(&key),
        }
        found
    }

    fn hull(&mut self, cx: &Context<'m>, held: &[Held], w: u32, how: Reading) -> Option<Value> {
        let ty = Type::Int(w);
        self.loading += 1;
        let mut out: Option<Value> = None;
        let mut whole = true;
        for h in held {
            let v = match h {
                Held::Number(n) => Some(Value::number(constant(*n, w, how))),
                Held::Stored((b, i)) => match inst(cx.function, (*b, *i)).map(|x| &x.kind) {
                    Some(InstKind::Store { value, .. }) => {
                        self.standing_at(Some(*b), |s| s.read_any(cx, *value, ty, how))
                    }
                    _ => None,
                },
            };
            let Some(v) = v else {
                whole = false;
                break;
            };
            out = Some(match out {
                None => v,
                Some(u) => Value::between_of(u, v),
            });
        }
        self.loading -= 1;
        out.filter(|_| whole)
    }
}

impl Value {
    /// A value that is one of two.
    fn between_of(a: Value, b: Value) -> Value {
        Value {
            low: a.low.min(b.low),
            upper: Amount::max(&a.upper, &b.upper),
            exact: None,
        }
    }
}
