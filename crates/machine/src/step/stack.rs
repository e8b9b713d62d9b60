//! Whether there is room on the stack.
//!
//! A run that needs more than the limit (`--stack-size`) is an error as a
//! recursion without end is: the native one dies in the same way. What is in
//! use ([`crate::memory::stack`]) is an estimate of a frame's overhead, so nothing is
//! said about runs that come within a page or two of the limit.

use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::memory::stack::Stack;
use crate::state::State;
use crate::value::Value;
use ep_base::outcome::ErrorKind;
use ep_ir::{BinOp, IntPred};
use ep_term::TermId;

impl<D: Driver> Machine<D> {
    /// Ends what needs more stack than there is, with `size` bytes more.
    pub(crate) fn check_stack(
        &mut self,
        st: &mut State<D>,
        stack: &Stack,
        size: Value,
    ) -> Step<()> {
        let limit = self.options.stack_bytes;
        let depth = st.top.depth;
        let text = || format!("the stack of {limit} bytes is used up by {depth} activations");
        let kind = ErrorKind::UnboundedRecursion;
        let known = match size {
            Value::Int(n) => stack.bytes.saturating_add(n),
            _ => stack.bytes,
        };
        if known > limit {
            return self.error(st, kind, text());
        }
        if matches!((size, stack.more), (Value::Int(_), Value::Int(0))) {
            return Ok(());
        }
        let w = self.program.ptr_bits;
        let size = self.observe(st, size);
        match size {
            Value::Term(t) => self.check_initialised(st, t, "is used as a size")?,
            Value::Int(_) => {}
            // Whoever allocates it says what is wrong.
            _ => return Ok(()),
        }
        let room = Value::Int(limit - stack.bytes);
        let room = self.bin(st, BinOp::Sub, w, 0, room, stack.more)?;
        let over = self.cmp(st, IntPred::Ugt, w, size, room);
        self.error_if(st, over, kind, &text)
    }

    /// So much more of it is in use; that there is room was checked.
    pub(crate) fn use_stack(&mut self, st: &mut State<D>, size: Value) -> Step<()> {
        match size {
            Value::Int(n) => st.top.stack.bytes = st.top.stack.bytes.saturating_add(n),
            n => {
                let (w, more) = (self.program.ptr_bits, st.top.stack.more);
                let n = self.observe(st, n);
                st.top.stack.more = self.bin(st, BinOp::Add, w, 0, more, n)?;
            }
        }
        Ok(())
    }

    /// What two states have in use that become one.
    pub fn merge_stacks(
        &mut self,
        out: &mut State<D>,
        guard: TermId,
        a: &Stack,
        b: &Stack,
    ) -> Stack {
        let mut merged = a.clone();
        if a == b {
            return merged;
        }
        (merged.bytes, merged.more) =
            self.either_use(out, guard, (a.bytes, a.more), (b.bytes, b.more));
        for (i, m) in merged.marks.iter_mut().enumerate() {
            if let (Some(x), Some(y)) = (a.marks.get(i), b.marks.get(i)) {
                (m.bytes, m.more) =
                    self.either_use(out, guard, (x.bytes, x.more), (y.bytes, y.more));
            }
        }
        merged
    }

    fn either_use(
        &mut self,
        out: &mut State<D>,
        guard: TermId,
        a: (u64, Value),
        b: (u64, Value),
    ) -> (u64, Value) {
        let (w, least) = (self.program.ptr_bits, a.0.min(b.0));
        let mut above = |m: &mut Self, (bytes, more): (u64, Value)| {
            let rest = Value::Int(bytes - least);
            // An addition without flags is no error.
            m.bin(out, BinOp::Add, w, 0, rest, more).unwrap_or(rest)
        };
        let (x, y) = (above(self, a), above(self, b));
        (least, self.either(out, guard, x, y, w))
    }
}
