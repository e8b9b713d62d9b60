//! Comparisons of pointers: by their offsets in one area, by what is left of
//! their lists, and open where neither says anything; and which comparisons of numbers
//! are nothing but a choice.

use super::engine::Engine;
use super::lin::{Lin, Sym};
use super::rules::{Num, View};
use super::state::{State, Truth, Value};
use ep_base::entity::EntityId;
use ep_ir::{FuncId, Inst, IntPred, Operand, Reg};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeSet;

impl Engine<'_> {
    /// The comparison of two addresses.
    pub(super) fn compare_pointers(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        pred: IntPred,
        a: &Operand,
        b: &Operand,
    ) -> Truth {
        let equal = |is: bool| match pred {
            IntPred::Eq => Truth::Known(is),
            IntPred::Ne => Truth::Known(!is),
            _ => Truth::Open,
        };
        match (self.value(s, a), self.value(s, b)) {
            (Value::Null, Value::Null) => equal(true),
            (v @ Value::Node { .. }, w) | (w, v @ Value::Node { .. }) => {
                self.compare_nodes(s, pred, &v, &w)
            }
            (Value::Function(_), Value::Null) | (Value::Null, Value::Function(_)) => equal(false),
            (Value::Function(f), Value::Function(g)) => equal(f == g),
            (Value::Null, Value::Pointer { area, .. })
            | (Value::Pointer { area, .. }, Value::Null)
                if self.areas.get(area).is_none_or(|a| a.nullable) =>
            {
                Truth::Open
            }
            (Value::Null, Value::Pointer { .. }) | (Value::Pointer { .. }, Value::Null) => {
                let place = self.place(func, inst.loc);
                self.assume("a pointer into an object does not become null", place);
                equal(false)
            }
            (Value::Pointer { area: p, offset: x }, Value::Pointer { area: q, offset: y })
                if p == q && !self.areas.get(p).is_none_or(|i| i.weak) =>
            {
                let place = self.place(func, inst.loc);
                self.assume("compared pointers stay near their object", place);
                // Wide enough that offsets do not wrap.
                let num = |form: Lin| Num {
                    form,
                    view: View::Signed,
                    bits: 128,
                };
                let pred = match pred {
                    IntPred::Ult => IntPred::Slt,
                    IntPred::Ule => IntPred::Sle,
                    IntPred::Ugt => IntPred::Sgt,
                    IntPred::Uge => IntPred::Sge,
                    p => p,
                };
                Truth::Compare {
                    pred,
                    a: num(x),
                    b: num(y),
                }
            }
            _ => Truth::Open,
        }
    }

    /// A node with another pointer: with null by what is left, with nodes of the
    /// same list by their numbers.
    fn compare_nodes(&mut self, s: &State, pred: IntPred, a: &Value, b: &Value) -> Truth {
        let plain = |v: &Value| match v {
            Value::Null => Some((None, Lin::default())),
            Value::Node {
                family,
                left,
                offset,
            } if offset.as_number() == Some(&BigInt::zero()) => Some((Some(*family), left.clone())),
            _ => None,
        };
        if !matches!(pred, IntPred::Eq | IntPred::Ne) {
            return Truth::Open;
        }
        let some = |e: &mut Self, l: &Lin| s.facts.entails(&l.add(&-BigInt::one()), &mut e.count);
        match (plain(a), plain(b)) {
            (Some((f, x)), Some((g, y))) => {
                let list = |f| self.families.get(f).is_some_and(|i| i.links.len() == 1);
                let null = f.is_none() || g.is_none();
                if null || (f == g && f.is_some_and(list)) {
                    let num = |form: Lin| Num {
                        form,
                        view: View::Signed,
                        bits: 128,
                    };
                    return Truth::Compare {
                        pred,
                        a: num(x),
                        b: num(y),
                    };
                }
                let apart = f != g && (some(self, &x) || some(self, &y));
                match apart {
                    true => Truth::Known(pred == IntPred::Ne),
                    false => Truth::Open,
                }
            }
            (Some((_, x)), None) | (None, Some((_, x))) => {
                // An object of its own is no node.
                let other = if plain(a).is_none() { a } else { b };
                let object = matches!(other, Value::Pointer { .. });
                match object && some(self, &x) {
                    true => Truth::Known(pred == IntPred::Ne),
                    false => Truth::Open,
                }
            }
            (None, None) => Truth::Open,
        }
    }

    /// Whether a form may be zero or not whatever else is true, as it has a number that
    /// was read, that nothing is known of, and that nothing but this comparison reads:
    /// `if (random())`. Which of the two it is says nothing then, and neither does the
    /// side of zero that it is on.
    pub(super) fn is_coin(&mut self, s: &State, d: &Lin) -> bool {
        let Some(top) = s.top() else {
            return false;
        };
        let one = |c: &BigInt| c.magnitude().is_one();
        let fresh: BTreeSet<Sym> = (d.terms())
            .filter(|(v, c)| one(c) && !self.is_input(*v) && !s.free.contains_key(v))
            .map(|(v, _)| v)
            .filter(|v| self.products.of(*v).is_none())
            .filter(|v| {
                let mut facts = s.facts.iter().map(|(f, _)| f);
                let alone = |f: &Lin| f.as_var().is_some();
                facts.all(|f| alone(f) || f.coefficient(*v).is_zero())
            })
            .collect();
        if fresh.is_empty() {
            return false;
        }
        let function = self.module.functions.get(top.func);
        let (Some(f), Some(shape)) = (function, self.shape(top.func)) else {
            return false;
        };
        let live = shape.live_at(f, top.block, top.next);
        let mut held: BTreeSet<Sym> = BTreeSet::new();
        let mut hold = |f: &Lin| held.extend(f.terms().map(|t| t.0));
        for (depth, frame) in s.frames.iter().enumerate() {
            let innermost = depth + 1 == s.frames.len();
            for (at, value) in frame.regs.iter().enumerate() {
                if !innermost || live.contains(&Reg::from_index(at)) {
                    forms(value, &mut hold);
                }
            }
        }
        s.cells.values().for_each(|c| forms(&c.value, &mut hold));
        for look in &s.looks {
            hold(&look.offset);
            forms(&look.value, &mut hold);
        }
        for fill in s.fills.values() {
            [&fill.from, &fill.at, &fill.to]
                .into_iter()
                .for_each(&mut hold);
        }
        s.sizes.values().for_each(&mut hold);
        s.children.values().for_each(&mut hold);
        held.extend(s.children.keys().map(|k| k.1));
        fresh.iter().any(|v| !held.contains(v))
    }
}

/// The forms of a value; a truth value is asked for once more at most, and may be
/// anything then.
fn forms(v: &Value, hold: &mut dyn FnMut(&Lin)) {
    match v {
        Value::Int(n) => hold(&n.form),
        Value::Pointer { offset, .. } => hold(offset),
        Value::Node { left, offset, .. } => {
            hold(left);
            hold(offset);
        }
        Value::Truth(_) | Value::Null | Value::Function(_) | Value::Any => {}
    }
}
