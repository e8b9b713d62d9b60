//! Builtins under the models of the C library that compute rather than act:
//! the functions of the machine's libm on known numbers, and numbers of which
//! only bounds are known.
//!
//! A symbolic argument of a transcendental function is one of its values, on a path
//! for each: no theory of the solvers has these functions, and bounds of them would
//! let paths go on that no input takes. Where an argument can have more values than
//! are tried ([`super::tried`]), the verdict says so.
//! Source: `runtime/libc/ep_builtin.h`.

use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::state::State;
use crate::value::Value;
use ep_ir::{scalar, IntPred};
use ep_term::{Sort, VarId};

impl<D: Driver> Machine<D> {
    /// What the function of `math.h` gives, or what it leaves in errno.
    pub fn libm(
        &mut self,
        st: &mut State<D>,
        error: bool,
        name: Value,
        args: [Value; 2],
    ) -> Step<Value> {
        let name = self.c_string(st, name).unwrap_or_default();
        let mut known = [0; 2];
        for (to, v) in known.iter_mut().zip(args) {
            let v = self.observe(st, v);
            match self.cx.concrete_bits(v) {
                Some(bits) => *to = bits as u64,
                None => *to = self.one_value(st, v, Assumption::FewArguments)?,
            }
        }
        match scalar::libm(&name, known[0], known[1]) {
            Some(c) if error => Ok(Value::Int(u64::from(c.errno as u32))),
            Some(c) => Ok(Value::Int(c.bits)),
            None => self.unsupported(st, format!("the function `{name}`")),
        }
    }

    /// `__ep_some_value(value)`: a value of a number that is printed.
    pub fn printed_value(&mut self, st: &mut State<D>, v: Value) -> Step<Value> {
        let v = self.observe(st, v);
        Ok(Value::Int(match self.cx.concrete_bits(v) {
            Some(bits) => bits as u64,
            None => self.one_value(st, v, Assumption::PrintedValue)?,
        }))
    }

    /// A value of a symbolic number, which holds from here on. As long as the path
    /// may try more ([`super::tried`]) it leaves a state that takes others, until
    /// there are none; then nothing is left out.
    fn one_value(&mut self, st: &mut State<D>, v: Value, left_out: Assumption) -> Step<u64> {
        let t = self.term(st, v, 64);
        if D::FOLLOWS {
            return Ok(self.fix(st, t)? as u64);
        }
        let width = |v: &VarId| match self.cx.pool.var_sort(*v) {
            Sort::Bool => 1,
            Sort::BitVec(n) => n,
            Sort::Float(f) => f.bits(),
            _ => u32::MAX,
        };
        let inputs = self.cx.pool.vars(t).iter().map(width);
        let bits = inputs.fold(0, u32::saturating_add);
        if !st.tried.more(bits) {
            self.assume_note(st, left_out);
            return self.concretise(st, t);
        }
        let v = self.candidate(st, |m, st| m.cx.smt.eval(&m.cx.pool, &st.pc, t) as u64)?;
        let k = self.cx.pool.bv(64, u128::from(v));
        let is = self.cx.pool.eq(t, k);
        if self.decide_marking(st, is, |other| other.tried.leave())? {
            st.tried.take();
            return Ok(v);
        }
        // The model was not that of the path.
        self.assume_note(st, left_out);
        self.concretise(st, t)
    }

    /// A fresh number between known bounds.
    pub fn any_number(
        &mut self,
        st: &mut State<D>,
        what: Value,
        least: Value,
        most: Value,
    ) -> Step<Value> {
        let what = self.c_string(st, what).unwrap_or_default();
        if self.math() {
            return self.unsupported(st, format!("{what} with --arith math"));
        }
        let width = self.program.ptr_bits;
        self.assume_note(st, Assumption::Printed);
        let t = self.havoc_term(st, &what, width);
        let v = self.cx.value(t);
        let c = self.cmp(st, IntPred::Sle, width, least, v);
        self.assume_user(st, c)?;
        let c = self.cmp(st, IntPred::Sle, width, v, most);
        self.assume_user(st, c)?;
        Ok(v)
    }
}
