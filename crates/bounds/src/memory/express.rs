//! The size of a block as an expression over the inputs.
//!
//! Idea: a term of bit-vectors becomes an expression over integers that is
//! never below it on the path at hand. Each rule holds because the operation
//! does not wrap there, which is asked of the solver; what no rule fits becomes
//! its greatest value. Where the value cannot be expressed and has no greatest
//! value below its type's, that one is taken. Source: document 000, Definitions
//! 7 and 8 (EUB), applied to the sum that is left when sizes have cancelled.
//! Cost: a question or two per operation of the term.

use ep_base::entity::Arena;
use ep_base::memory::{Expr, ReadAs, Variable, VariableId, VariableInput};
use ep_base::outcome::{InputSource, InputType, Place};
use ep_machine::driver::Solving;
use ep_machine::inputs::Inputs;
use ep_machine::memory::ledger::Sum;
use ep_smt::PathCondition;
use ep_term::{Op, Sort, TermId, VarId};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// The numbers that bounds are written over.
#[derive(Default)]
pub(super) struct Table {
    pub variables: Arena<VariableId, Variable>,
    /// By the variable of the solver, and how many inputs of its source came before.
    known: FxHashMap<(VarId, usize), VariableId>,
    /// The term of each, with whether it has a sign.
    pub terms: Vec<(TermId, bool)>,
}

/// Operations of one term that are looked at.
const DEPTH: u32 = 24;

/// Makes expressions on one path.
pub(super) struct Express<'a> {
    pub cx: &'a mut Solving,
    pub pc: &'a PathCondition,
    pub inputs: &'a Inputs,
    pub table: &'a mut Table,
    /// Where inputs enter.
    pub place: &'a Place,
}

/// `k * e`, with one number before the rest of a product.
fn scaled(k: impl Into<BigInt>, e: Expr) -> Expr {
    let k = k.into();
    match e {
        Expr::Product(parts) => match <[Expr; 2]>::try_from(parts) {
            Ok([Expr::Number(n), rest]) => Expr::Number(k * n).times(rest),
            Ok([a, b]) => Expr::Number(k).times(Expr::Product(vec![a, b])),
            Err(parts) => Expr::Number(k).times(Expr::Product(parts)),
        },
        e => Expr::Number(k).times(e),
    }
}

impl Express<'_> {
    /// An expression that the sum never exceeds on this path.
    pub fn sum(&mut self, s: &Sum) -> Expr {
        let mut out = Expr::number(s.known);
        for (t, k) in &s.terms {
            let part = if *k < 0 {
                // What is taken away is at least this.
                let least = Sum {
                    known: 0,
                    terms: vec![(*t, 1)],
                }
                .least(&self.cx.pool);
                Expr::number(least)
            } else {
                self.upper(*t)
            };
            out = out.plus(scaled(*k, part));
        }
        out
    }

    /// An expression that the term, read without sign, never exceeds.
    fn upper(&mut self, t: TermId) -> Expr {
        if self.cx.pool.sort(t) == Sort::Bool {
            return Expr::number(1);
        }
        match self.value(t, DEPTH) {
            Some(e) => e,
            None => self.greatest(t),
        }
    }

    fn greatest(&mut self, t: TermId) -> Expr {
        let cx = &mut *self.cx;
        let top = cx.pool.urange(t).1;
        Expr::number(cx.smt.max_value(&mut cx.pool, self.pc, t).unwrap_or(top))
    }

    fn never(&mut self, cond: TermId) -> bool {
        let cx = &mut *self.cx;
        match cx.pool.as_bool(cond) {
            Some(b) => !b,
            None => cx.smt.feasible(&mut cx.pool, self.pc, cond).is_infeasible(),
        }
    }

    /// An upper bound of the term by its operation, if there is a rule.
    fn value(&mut self, t: TermId, depth: u32) -> Option<Expr> {
        if let Some(n) = self.cx.pool.as_bv(t) {
            return Some(Expr::number(n));
        }
        let depth = depth.checked_sub(1)?;
        let args: Vec<TermId> = self.cx.pool.args(t).to_vec();
        let width = self.cx.pool.width(t);
        match (self.cx.pool.op(t), &args[..]) {
            (Op::Var(v), _) => self.variable(v, t),
            (Op::Zext, [x]) => self.value(*x, depth),
            (Op::Sext, [x]) => {
                self.not_negative(*x)?;
                self.value(*x, depth)
            }
            (Op::Concat, [high, low]) => {
                let by = self.cx.pool.width(*low);
                let (h, l) = (self.value(*high, depth)?, self.value(*low, depth)?);
                Some(l.plus(power(by).times(h)))
            }
            // Shifts to the right are parts, too.
            (Op::Extract { hi, lo }, [x]) => {
                let from = self.cx.pool.width(*x);
                let above = u32::from(hi) + 1;
                if above < from {
                    let limit = self.cx.pool.bv(from, 1u128.checked_shl(above)?);
                    let cut = self.cx.pool.uge(*x, limit);
                    self.never(cut).then_some(())?;
                }
                let e = self.value(*x, depth)?;
                Some(match lo {
                    0 => e,
                    lo => Expr::Div(Box::new(e), BigInt::from(1) << lo),
                })
            }
            (Op::BvAdd, [a, b]) => {
                for (x, y) in [(*a, *b), (*b, *a)] {
                    let Some(n) = self.cx.pool.as_bv(x) else {
                        continue;
                    };
                    if n >> (width - 1) == 1 {
                        // Adding a number that is negative takes one away.
                        let back = self.cx.pool.bvneg(x);
                        let less = self.cx.pool.ult(y, back);
                        self.never(less).then_some(())?;
                        let taken = BigInt::from(self.cx.pool.as_bv(back)?);
                        return Some(self.value(y, depth)?.plus(Expr::Number(-taken)));
                    }
                }
                let over = self.cx.pool.uaddo(*a, *b);
                self.never(over).then_some(())?;
                Some(self.value(*a, depth)?.plus(self.value(*b, depth)?))
            }
            (Op::BvMul, [a, b]) => {
                let over = self.cx.pool.umulo(*a, *b);
                self.never(over).then_some(())?;
                let (x, y) = (self.value(*a, depth)?, self.value(*b, depth)?);
                Some(match y.as_number() {
                    Some(_) => y.times(x),
                    None => x.times(y),
                })
            }
            (Op::BvShl, [a, b]) => {
                let by = u32::try_from(self.cx.pool.as_bv(*b)?).ok()?;
                let one = self.cx.pool.bv(width, 1u128.checked_shl(by)?);
                let over = self.cx.pool.umulo(*a, one);
                self.never(over).then_some(())?;
                Some(power(by).times(self.value(*a, depth)?))
            }
            (Op::BvUdiv, [a, b]) => {
                let by = self.cx.pool.as_bv(*b).filter(|n| *n > 0)?;
                let x = self.value(*a, depth)?;
                Some(Expr::Div(Box::new(x), BigInt::from(by)))
            }
            (Op::BvSdiv, [a, b]) => {
                let by = self.cx.pool.as_bv(*b).filter(|n| *n > 0)?;
                (by >> (width - 1) == 0).then_some(())?;
                self.not_negative(*a)?;
                let x = self.value(*a, depth)?;
                Some(Expr::Div(Box::new(x), BigInt::from(by)))
            }
            (Op::BvLshr, [a, b]) => {
                let by = u32::try_from(self.cx.pool.as_bv(*b)?).ok()?;
                let by = BigInt::from(1u128.checked_shl(by)?);
                Some(Expr::Div(Box::new(self.value(*a, depth)?), by))
            }
            (Op::BvAshr, [a, b]) => {
                self.not_negative(*a)?;
                let by = u32::try_from(self.cx.pool.as_bv(*b)?).ok()?;
                let by = BigInt::from(1u128.checked_shl(by)?);
                Some(Expr::Div(Box::new(self.value(*a, depth)?), by))
            }
            (Op::Ite, [c, a, b]) => {
                let not = self.cx.pool.not(*c);
                if self.never(not) {
                    return self.value(*a, depth);
                }
                if self.never(*c) {
                    return self.value(*b, depth);
                }
                Some(self.value(*a, depth)?.max(self.value(*b, depth)?))
            }
            _ => None,
        }
    }

    fn not_negative(&mut self, x: TermId) -> Option<()> {
        let width = self.cx.pool.width(x);
        let zero = self.cx.pool.bv(width, 0);
        let negative = self.cx.pool.slt(x, zero);
        self.never(negative).then_some(())
    }

    /// An input that is one number.
    fn variable(&mut self, v: VarId, t: TermId) -> Option<Expr> {
        let asked = self.inputs.asked();
        let (at, leaf) = (asked.iter().enumerate()).find_map(|(at, a)| {
            let leaf = a.input.leaves.iter().find(|l| l.var == v)?;
            Some((at, *leaf))
        })?;
        let input = asked.get(at)?.input.clone();
        // No run can be given it, so that no bound may speak of it.
        if matches!(input.source, InputSource::External { .. }) {
            return None;
        }
        let before = asked.iter().take(at);
        let before = before.filter(|a| a.input.source == input.source);
        // Of merged paths some asked for it: which of a run's inputs this one is, is
        // another number for each of them.
        if before.clone().any(|a| a.when.is_some()) {
            return None;
        }
        let nth = before.clone().count();
        let alike = before.filter(|a| a.input.name == input.name).count();
        let by_name = input.source == InputSource::MakeSymbolic;
        let signed = sign(&input.ty)?;
        if signed {
            self.not_negative(t)?;
        }
        if let Some(id) = self.table.known.get(&(v, nth)) {
            return Some(Expr::Variable(*id));
        }
        let bits = 8 * leaf.bytes;
        let one = BigInt::from(1);
        let (low, high) = match signed {
            true => (-(&one << (bits - 1)), (&one << (bits - 1)) - 1),
            false => (BigInt::from(0), (&one << bits) - 1),
        };
        let id = self.table.variables.push(Variable {
            name: match (self.cx.pool.var_name(v), alike) {
                (name, 0) => name.to_string(),
                (name, n) => format!("{name}#{}", n + 1),
            },
            place: self.place.clone(),
            low,
            high,
            input: Some(VariableInput {
                source: input.source.clone(),
                // Other runs ask for others before it.
                named: by_name.then(|| input.name.clone()),
                nth: if by_name { alike } else { nth },
                offset: leaf.offset,
                size: u64::from(leaf.bytes),
                read: match signed {
                    true => ReadAs::Signed,
                    false => ReadAs::Natural,
                },
            }),
        });
        self.table.known.insert((v, nth), id);
        self.table.terms.push((t, signed));
        Some(Expr::Variable(id))
    }
}

/// Whether the numbers of an input have a sign; `None` where they have none to
/// be written over.
fn sign(ty: &InputType) -> Option<bool> {
    match ty {
        InputType::Int { signed, .. } => Some(*signed),
        InputType::Char => Some(true),
        InputType::Bool => Some(false),
        InputType::Array { element, .. } => sign(element),
        _ => None,
    }
}

fn power(by: u32) -> Expr {
    Expr::Number(BigInt::from(1) << by)
}
