//! Choices that keep what a value is: an address stays the address of one
//! object, and what may do nothing at all is told from what does something.
//!
//! A multiplexer over the slots of a table of pointers would be a number, and
//! a number plus an offset can lie in an object that the program never meant.
//! So a state forks over the objects that a loaded pointer can point into (it
//! would at the first access anyway) and over the slot that a pointer is
//! stored to. Cost: one state for each object, or slot.

use super::resolve::Access;
use crate::driver::Driver;
use crate::machine::{Halt, Machine, Step};
use crate::memory::{Entry, Size};
use crate::state::State;
use crate::value::{ObjectId, Value};
use ep_base::outcome::PathEnd;
use ep_ir::{BlockId, FuncId};
use ep_term::TermId;

/// What a multiplexer must not mix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Number,
    Uninitialised,
    Object(ObjectId),
    Function(FuncId),
    Label(FuncId, BlockId),
    Choice(crate::value::ChoiceId),
    Lazy(crate::value::LazyId),
}

fn class(v: Value) -> Class {
    match v {
        Value::Int(_) | Value::Term(_) => Class::Number,
        Value::Undef => Class::Uninitialised,
        Value::Ptr(o, _) | Value::SymPtr(o, _) => Class::Object(o),
        Value::Func(f) => Class::Function(f),
        Value::Label(f, b) => Class::Label(f, b),
        Value::Choice(c) => Class::Choice(c),
        Value::Lazy(p) => Class::Lazy(p),
    }
}

/// Whether a value has an identity besides its number.
pub fn is_address(v: Value) -> bool {
    !matches!(v, Value::Int(_) | Value::Term(_) | Value::Undef)
}

impl<D: Driver> Machine<D> {
    /// Makes the values at offsets `first`, `first + step`, … that `t` can
    /// choose from addresses of one object, or no addresses. Returns the
    /// object; the values that are excluded become one that is not.
    pub fn choose_object(
        &mut self,
        st: &mut State<D>,
        t: TermId,
        (first, step): (u64, u64),
        values: &mut [Value],
    ) -> Step<Option<ObjectId>> {
        if !values.iter().any(|v| is_address(*v)) {
            return Ok(None);
        }
        let object = |c: Class| match c {
            Class::Object(o) => Some(o),
            _ => None,
        };
        let all = class(values[0]);
        if values.iter().all(|v| class(*v) == all) {
            return Ok(object(all));
        }
        let k = self.candidate(st, |m, st| m.cx.smt.eval(&m.cx.pool, &st.pc, t) as u64)?;
        let chosen = k
            .checked_sub(first)
            .and_then(|d| values.get((d / step) as usize))
            .copied();
        if let Some(chosen) = chosen {
            let w = self.program.ptr_bits;
            let mut inside = self.cx.pool.fls();
            for (i, v) in values.iter().enumerate() {
                if class(*v) == class(chosen) {
                    let off = self.cx.pool.bv(w, u128::from(first + i as u64 * step));
                    let here = self.cx.pool.eq(t, off);
                    inside = self.cx.pool.or(inside, here);
                }
            }
            if self.decide(st, inside)? {
                for v in values.iter_mut().filter(|v| class(**v) != class(chosen)) {
                    *v = chosen;
                }
                return Ok(object(class(chosen)));
            }
        }
        // Only when the solver could not confirm its own model.
        Err(Halt::end(PathEnd::SolverUnknown {
            reason: "no value for an offset".into(),
        }))
    }

    /// Whether an operation on `n` bytes at these addresses does nothing
    /// because `n` is zero. Asked only where an address is not surely in an
    /// object: nothing is wrong with no bytes at a freed or a null address.
    pub fn touches_nothing(
        &mut self,
        st: &mut State<D>,
        n: Option<TermId>,
        addresses: &[(Value, Access)],
    ) -> Step<bool> {
        let Some(n) = n else { return Ok(false) };
        if addresses
            .iter()
            .all(|(a, access)| self.surely_inside(st, *a, *access))
        {
            return Ok(false);
        }
        let zero = self.cx.pool.bv(self.cx.pool.width(n), 0);
        let nothing = self.cx.pool.eq(n, zero);
        self.decide(st, nothing)
    }

    fn surely_inside(&self, st: &State<D>, a: Value, access: Access) -> bool {
        let (o, last) = match a {
            Value::Ptr(o, off) if off >= 0 => (o, off as u128),
            Value::SymPtr(o, t) => (o, self.cx.pool.urange(t).1),
            _ => return false,
        };
        match st.heap.entry(o) {
            Entry::Live(x) if access == Access::Write && x.constant => false,
            Entry::Live(x) => match x.size {
                Size::Known(n) => last <= u128::from(n),
                Size::Symbolic { .. } => last == 0,
            },
            _ => false,
        }
    }
}
