//! Evaluation under an assignment.
//!
//! Idea: one memo slot per term with an epoch stamp, so nothing is cleared
//! between calls; an explicit stack, so depth costs no machine stack; lazy
//! `ite`, `and`, `or`, so a multiplexer costs one branch. Values of Bool, BitVec
//! and Float are bit patterns in the slot; others live in a side list.
//! Cost: one visit per distinct needed subterm.

use crate::float;
use crate::fold::{self, mask, to_signed};
use crate::op::Op;
use crate::pool::Pool;
use crate::rewrite::{int_div_value, int_low_bits, int_mod_value};
use crate::sort::{Sort, TermId};
use crate::value::{Assignment, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Levels that are evaluated by recursion before the explicit stack takes over.
const RECURSION: u32 = 48;

#[derive(Clone, Copy)]
struct Slot {
    value: u128,
    epoch: u32,
}

/// Reusable scratch space for evaluation.
#[derive(Default)]
pub struct Evaluator {
    slots: Vec<Slot>,
    epoch: u32,
    stack: Vec<TermId>,
    others: Vec<Value>,
}

impl Evaluator {
    /// Empty scratch space.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the values of the last assignment. The `eval` functions do this
    /// themselves; the `continue` functions keep what the last call computed and
    /// are right only when the assignment has not changed since.
    pub fn reset(&mut self) {
        self.others.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.clear();
            self.epoch = 1;
        }
    }

    /// The bit pattern of a BitVec, Float or Bool term. Quantifiers and functions
    /// that the assignment does not know have no value and read as 0: use
    /// [`Evaluator::eval`] where they can occur.
    pub fn eval_bv(&mut self, pool: &Pool, t: TermId, a: &impl Assignment) -> u128 {
        self.reset();
        self.run(pool, t, a).unwrap_or(0)
    }

    /// The truth value; see [`Evaluator::eval_bv`] about terms without a value.
    pub fn eval_bool(&mut self, pool: &Pool, t: TermId, a: &impl Assignment) -> bool {
        self.eval_bv(pool, t, a) & 1 == 1
    }

    /// The value of a term of any sort; `None` if it depends on a quantifier or on
    /// a function that the assignment does not know.
    pub fn eval(&mut self, pool: &Pool, t: TermId, a: &impl Assignment) -> Option<Value> {
        self.reset();
        let v = self.run(pool, t, a)?;
        self.value_of(pool, t, v)
    }

    /// The bit pattern of a Bool, BitVec or Float term, `None` as in
    /// [`Evaluator::eval`].
    pub fn eval_bits(&mut self, pool: &Pool, t: TermId, a: &impl Assignment) -> Option<u128> {
        self.reset();
        self.run(pool, t, a)
    }

    /// [`Evaluator::eval_bits`] under the assignment of the last call, keeping its
    /// memo (see [`Evaluator::reset`]).
    pub fn continue_bits(&mut self, pool: &Pool, t: TermId, a: &impl Assignment) -> Option<u128> {
        if self.epoch == 0 {
            self.reset();
        }
        self.run(pool, t, a)
    }

    fn value_of(&self, pool: &Pool, t: TermId, slot: u128) -> Option<Value> {
        let sort = pool.sort(t);
        match Value::from_bits(sort, slot) {
            Some(v) => Some(v),
            None => self.others.get(slot as usize).cloned(),
        }
    }

    #[inline]
    fn get(&self, pool: &Pool, t: TermId) -> Option<u128> {
        let s = &self.slots[t.0 as usize];
        if s.epoch == self.epoch {
            return Some(s.value);
        }
        pool.literal_bits(t)
    }

    #[inline]
    fn set(&mut self, t: TermId, value: u128) {
        self.slots[t.0 as usize] = Slot {
            value,
            epoch: self.epoch,
        };
    }

    fn set_other(&mut self, t: TermId, value: Value) {
        let index = self.others.len() as u128;
        self.others.push(value);
        self.set(t, index);
    }

    fn run(&mut self, pool: &Pool, root: TermId, a: &impl Assignment) -> Option<u128> {
        if self.slots.len() < pool.len() {
            self.slots.resize(pool.len(), Slot { value: 0, epoch: 0 });
        }
        self.shallow(pool, root, a, RECURSION)
    }

    /// The common case: Booleans and bit vectors of small depth, by recursion.
    fn shallow(&mut self, pool: &Pool, t: TermId, a: &impl Assignment, depth: u32) -> Option<u128> {
        if let Some(v) = self.get(pool, t) {
            return Some(v);
        }
        let (op, args) = (pool.op(t), pool.args(t));
        if depth == 0 || !matches!(pool.sort(t), Sort::Bool | Sort::BitVec(_)) {
            return self.deep(pool, t, a);
        }
        let d = depth - 1;
        let value = match (op, args) {
            (Op::Var(v), _) => a.value(v) & mask(pool.width(t)),
            (Op::Ite, &[c, x, y]) => {
                let c = self.shallow(pool, c, a, d)?;
                self.shallow(pool, if c & 1 == 1 { x } else { y }, a, d)?
            }
            (Op::And | Op::Or, &[x, y]) => {
                let x = self.shallow(pool, x, a, d)?;
                if x == u128::from(op == Op::Or) {
                    x
                } else {
                    self.shallow(pool, y, a, d)?
                }
            }
            (_, &[x]) if pool.width(x) > 0 => {
                let v = [self.shallow(pool, x, a, d)?, 0, 0];
                match scalar(pool, t, op, pool.width(x), &v, args) {
                    Some(v) => v,
                    None => return self.deep(pool, t, a),
                }
            }
            (_, &[x, y]) if pool.width(x) > 0 => {
                let p = self.shallow(pool, x, a, d)?;
                let v = [p, self.shallow(pool, y, a, d)?, 0];
                match scalar(pool, t, op, pool.width(x), &v, args) {
                    Some(v) => v,
                    None => return self.deep(pool, t, a),
                }
            }
            _ => return self.deep(pool, t, a),
        };
        self.set(t, value);
        Some(value)
    }

    /// Any depth and any sort, by an explicit stack.
    fn deep(&mut self, pool: &Pool, root: TermId, a: &impl Assignment) -> Option<u128> {
        self.stack.clear();
        self.stack.push(root);
        while let Some(&t) = self.stack.last() {
            if self.get(pool, t).is_some() {
                self.stack.pop();
                continue;
            }
            let args = pool.args(t);
            let op = pool.op(t);
            match op {
                Op::Ite => {
                    let Some(c) = self.get(pool, args[0]) else {
                        self.stack.push(args[0]);
                        continue;
                    };
                    let branch = args[if c & 1 == 1 { 1 } else { 2 }];
                    match self.get(pool, branch) {
                        Some(v) => self.set(t, v),
                        None => {
                            self.stack.push(branch);
                            continue;
                        }
                    }
                }
                Op::And | Op::Or => {
                    let decided = u128::from(op == Op::Or);
                    let Some(x) = self.get(pool, args[0]) else {
                        self.stack.push(args[0]);
                        continue;
                    };
                    if x == decided {
                        self.set(t, decided);
                    } else {
                        match self.get(pool, args[1]) {
                            Some(v) => self.set(t, v),
                            None => {
                                self.stack.push(args[1]);
                                continue;
                            }
                        }
                    }
                }
                Op::Var(v) => match pool.sort(t) {
                    Sort::Bool => self.set(t, a.value(v) & 1),
                    Sort::BitVec(w) => self.set(t, a.value(v) & mask(w)),
                    Sort::Float(f) => self.set(t, a.value(v) & mask(f.bits())),
                    sort => {
                        let value = match a.other(v) {
                            Some(value) => value,
                            None => default_value(pool, sort)?,
                        };
                        self.set_other(t, value);
                    }
                },
                Op::Forall(_) | Op::Exists(_) => return None,
                _ => {
                    let mut ready = true;
                    for &x in args {
                        if self.get(pool, x).is_none() {
                            self.stack.push(x);
                            ready = false;
                        }
                    }
                    if !ready {
                        continue;
                    }
                    self.compute(pool, t, op, args, a)?;
                }
            }
            self.stack.pop();
        }
        self.get(pool, root)
    }

    /// Sets the slot of a node whose arguments have values.
    fn compute(
        &mut self,
        pool: &Pool,
        t: TermId,
        op: Op,
        args: &[TermId],
        a: &impl Assignment,
    ) -> Option<()> {
        let mut v = [0u128; 3];
        if args.len() <= 3 {
            for (slot, &x) in v.iter_mut().zip(args) {
                *slot = self.get(pool, x)?;
            }
        }
        let w = match args.first() {
            Some(&x) => pool.width(x),
            None => 0,
        };
        if op == Op::Eq && w == 0 {
            // Neither Bool nor BitVec nor Float.
            let equal = self.value_of(pool, args[0], v[0]) == self.value_of(pool, args[1], v[1]);
            self.set(t, u128::from(equal));
            return Some(());
        }
        if let Some(r) = scalar(pool, t, op, w, &v, args) {
            self.set(t, r);
            return Some(());
        }
        if let Some(r) = float_op(pool, t, op, args, &v) {
            self.set(t, r);
            return Some(());
        }
        let mut values = Vec::with_capacity(args.len());
        for &x in args {
            let slot = self.get(pool, x)?;
            values.push(self.value_of(pool, x, slot)?);
        }
        let result = general(pool, t, op, values, a)?;
        match result.bits() {
            Some(bits) => self.set(t, bits),
            None => self.set_other(t, result),
        }
        Some(())
    }
}

fn float_op(pool: &Pool, t: TermId, op: Op, args: &[TermId], v: &[u128; 3]) -> Option<u128> {
    let first = *args.first()?;
    float::apply(op, pool.sort(t), pool.sort(first), &v[..args.len().min(3)])
}

#[inline]
fn scalar(pool: &Pool, t: TermId, op: Op, w: u32, v: &[u128; 3], args: &[TermId]) -> Option<u128> {
    let (x, y) = (v[0], v[1]);
    let b = u128::from;
    Some(match op {
        Op::Not => x ^ 1,
        Op::Eq => b(x == y),
        Op::BvAdd => x.wrapping_add(y) & mask(w),
        Op::BvSub => x.wrapping_sub(y) & mask(w),
        Op::BvMul => x.wrapping_mul(y) & mask(w),
        Op::BvUdiv => fold::udiv(x, y, w),
        Op::BvSdiv => fold::sdiv(x, y, w),
        Op::BvUrem => fold::urem(x, y),
        Op::BvSrem => fold::srem(x, y, w),
        Op::BvAnd => x & y,
        Op::BvOr => x | y,
        Op::BvXor => x ^ y,
        Op::BvNot => !x & mask(w),
        Op::BvNeg => x.wrapping_neg() & mask(w),
        Op::BvShl => fold::shl(x, y, w),
        Op::BvLshr => fold::lshr(x, y, w),
        Op::BvAshr => fold::ashr(x, y, w),
        Op::Concat => x << pool.width(args[1]) | y,
        Op::Extract { hi, lo } => (x >> lo) & mask(u32::from(hi - lo) + 1),
        Op::Zext => x,
        Op::Sext => to_signed(x, w) as u128 & mask(pool.width(t)),
        Op::Ult => b(x < y),
        Op::Ule => b(x <= y),
        Op::Slt => b(to_signed(x, w) < to_signed(y, w)),
        Op::Sle => b(to_signed(x, w) <= to_signed(y, w)),
        Op::Saddo => b(fold::saddo(x, y, w)),
        Op::Ssubo => b(fold::ssubo(x, y, w)),
        Op::Umulo => b(fold::umulo(x, y, w)),
        Op::Smulo => b(fold::smulo(x, y, w)),
        Op::FpFromBits | Op::FpToBits => x,
        _ => return None,
    })
}

/// The value that variables without one have.
pub(crate) fn default_value(pool: &Pool, sort: Sort) -> Option<Value> {
    Some(match sort {
        Sort::Int => Value::Int(BigInt::zero()),
        Sort::Real => Value::Real(BigRational::zero()),
        Sort::Array(id) => Value::Array {
            default: Box::new(default_value(pool, pool.array_sorts_of(id).1)?),
            entries: BTreeMap::new(),
        },
        Sort::Uninterpreted(sort) => Value::Element { sort, index: 0 },
        _ => Value::from_bits(sort, 0)?,
    })
}

fn general(
    pool: &Pool,
    t: TermId,
    op: Op,
    values: Vec<Value>,
    a: &impl Assignment,
) -> Option<Value> {
    use Value::{Array, Bool, Int, Real};
    let mut it = values.into_iter();
    let int = |it: &mut std::vec::IntoIter<Value>| match it.next() {
        Some(Int(x)) => Some(x),
        _ => None,
    };
    let real = |it: &mut std::vec::IntoIter<Value>| match it.next() {
        Some(Real(x)) => Some(x),
        _ => None,
    };
    Some(match op {
        Op::IntConst(_) => Int(pool.as_int(t)?.clone()),
        Op::RealConst(_) => Real(pool.as_real(t)?.clone()),
        Op::IntAdd | Op::IntMul => {
            let add = op == Op::IntAdd;
            let mut acc = if add { BigInt::zero() } else { BigInt::one() };
            while it.len() > 0 {
                let x = int(&mut it)?;
                if add {
                    acc += x;
                } else {
                    acc *= x;
                }
            }
            Int(acc)
        }
        Op::IntDiv => Int(int_div_value(&int(&mut it)?, &int(&mut it)?)),
        Op::IntMod => Int(int_mod_value(&int(&mut it)?, &int(&mut it)?)),
        Op::IntLt => Bool(int(&mut it)? < int(&mut it)?),
        Op::IntLe => Bool(int(&mut it)? <= int(&mut it)?),
        Op::Bv2Nat => Int(BigInt::from(it.next()?.bits()?)),
        Op::Sbv2Int => {
            let w = pool.width(pool.args(t)[0]);
            Int(BigInt::from(to_signed(it.next()?.bits()?, w)))
        }
        Op::Int2Bv => {
            let w = pool.width(t);
            Value::from_bits(Sort::BitVec(w), int_low_bits(&int(&mut it)?, w))?
        }
        Op::RealAdd => Real(real(&mut it)? + real(&mut it)?),
        Op::RealMul => Real(real(&mut it)? * real(&mut it)?),
        Op::RealDiv => {
            let (x, y) = (real(&mut it)?, real(&mut it)?);
            Real(if y.is_zero() { y } else { x / y })
        }
        Op::RealLt => Bool(real(&mut it)? < real(&mut it)?),
        Op::RealLe => Bool(real(&mut it)? <= real(&mut it)?),
        Op::Int2Real => Real(BigRational::from(int(&mut it)?)),
        Op::ConstArray => Array {
            default: Box::new(it.next()?),
            entries: BTreeMap::new(),
        },
        Op::Select => match it.next()? {
            Array { default, entries } => entries.get(&it.next()?).cloned().unwrap_or(*default),
            _ => return None,
        },
        Op::Store => match it.next()? {
            Array {
                default,
                mut entries,
            } => {
                let (i, v) = (it.next()?, it.next()?);
                if v == *default {
                    entries.remove(&i);
                } else {
                    entries.insert(i, v);
                }
                Array { default, entries }
            }
            _ => return None,
        },
        Op::Apply(f) => a.apply(f, it.as_slice())?,
        _ => return None,
    })
}
