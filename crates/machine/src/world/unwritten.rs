//! What is not initialised as an input of its own (`--uninit input`).
//!
//! Idea: users of CBMC, ESBMC and SV-COMP mean an uninitialised local as "any
//! value", and one value: two reads give the same. So the register or the byte
//! gets a variable when it is read (memory) or when its life begins (the
//! registers that a path could read before it writes them, see
//! `ep_ir::analysis::unwritten`). A copy settles what it copies, so that
//! both are the same.
//! Alternative: a variable for each local and byte at its birth, which a buffer
//! of a million bytes does not allow. Cost: one pass over each function.

use crate::driver::Driver;
use crate::machine::Machine;
use crate::memory::object::{ByteKind, Shadow};
use crate::state::State;
use crate::value::{ObjectId, Value};
use ep_ir::FuncId;

impl<D: Driver> Machine<D> {
    /// Any value for the registers of a new activation that it may read
    /// before it writes them.
    pub(crate) fn any_registers(&mut self, st: &mut State<D>, f: FuncId, regs: &mut [Value]) {
        if !self.options.uninit_input {
            return;
        }
        let program = self.program.clone();
        let function = program.function(f);
        let open = self.unwritten.get(f.0 as usize).cloned();
        for r in open.unwrap_or_default() {
            let (Some(slot), Some(ty)) = (regs.get_mut(r.0 as usize), function.regs.get(r)) else {
                continue;
            };
            if *slot == Value::Undef {
                *slot = Value::Term(self.term(st, Value::Undef, program.bits(*ty)));
            }
        }
    }

    /// The value, or any one where it is not initialised and that is no error.
    #[inline]
    pub(crate) fn any_if_undefined(&mut self, st: &mut State<D>, v: Value, width: u32) -> Value {
        match v {
            Value::Undef if self.options.uninit_input => {
                Value::Term(self.term(st, Value::Undef, width))
            }
            v => v,
        }
    }

    /// Gives the bytes of a range that nobody wrote any values, which stay.
    pub(crate) fn settle_content(&mut self, st: &mut State<D>, o: ObjectId, at: usize, n: usize) {
        let missing: Vec<usize> = match st.heap.get(o) {
            Some(x) => (at..at + n)
                .filter(|i| x.byte(*i).0 == ByteKind::Uninit)
                .collect(),
            None => return,
        };
        let whole = missing.len() == n && n <= 16;
        let pieces = match whole {
            true => vec![(at, n)],
            false => missing.iter().map(|i| (*i, 1)).collect(),
        };
        for (i, bytes) in pieces {
            let t = self.term(st, Value::Undef, 8 * bytes as u32);
            if let Some(x) = st.heap.get_mut(o) {
                x.write_shadow(i, bytes, |k| Shadow::term(t, k));
            }
        }
    }
}
