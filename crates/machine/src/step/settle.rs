//! Merged values, and deciding the ones that keep two addresses apart.

use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::state::State;
use crate::value::Value;
use ep_term::TermId;

impl<D: Driver> Machine<D> {
    /// `cond ? a : b`, without a fork.
    pub fn either(
        &mut self,
        st: &mut State<D>,
        cond: TermId,
        a: Value,
        b: Value,
        width: u32,
    ) -> Value {
        if a == b {
            return a;
        }
        if let Some(c) = self.cx.pool.as_bool(cond) {
            return if c { a } else { b };
        }
        if let (Value::Ptr(o, _) | Value::SymPtr(o, _), Value::Ptr(p, _) | Value::SymPtr(p, _)) =
            (a, b)
        {
            if o == p {
                if let (Some(x), Some(y)) = (self.offset_term(a), self.offset_term(b)) {
                    let t = self.cx.pool.ite(cond, x, y);
                    return self.pointer(o, t);
                }
            }
        }
        let number = |v: Value| matches!(v, Value::Int(_) | Value::Term(_));
        let plain = |v: Value| number(v) || v == Value::Undef;
        if plain(a) && plain(b) {
            let (x, y) = (self.term(st, a, width), self.term(st, b, width));
            let (x, y) = self.cx.same_sort(x, y);
            let t = self.cx.pool.ite(cond, x, y);
            self.mark_address(t, &[a, b]);
            return self.cx.value(t);
        }
        // What was chosen by this condition before is chosen by it again.
        let a = match a {
            Value::Choice(c) if self.choices.get(c).0 == cond => self.choices.get(c).1,
            a => a,
        };
        let b = match b {
            Value::Choice(c) if self.choices.get(c).0 == cond => self.choices.get(c).2,
            b => b,
        };
        if a == b {
            return a;
        }
        self.choices.intern(cond, a, b)
    }

    /// Whether an undecided pointer of the initial heap is among the choices.
    pub fn undecided(&self, v: Value) -> bool {
        match v {
            Value::Lazy(_) => true,
            Value::Choice(c) => {
                let (_, a, b) = self.choices.get(c);
                self.undecided(a) || self.undecided(b)
            }
            _ => false,
        }
    }

    /// The value without a choice: the state forks over what it can be.
    pub fn settle(&mut self, st: &mut State<D>, v: Value) -> Step<Value> {
        let mut v = v;
        loop {
            v = match v {
                Value::Choice(c) => {
                    let (cond, a, b) = self.choices.get(c);
                    match self.decide(st, cond)? {
                        true => a,
                        false => b,
                    }
                }
                Value::Lazy(p) => self.settle_lazy(st, p)?,
                v => return Ok(v),
            }
        }
    }
}
