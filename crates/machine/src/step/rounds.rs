//! A local of a block that is entered again is another object.
//!
//! C: an object with automatic storage lives from the entry into its block
//! until the execution of that block ends; each entry makes a new one (C17
//! 6.2.4, 6). So the address that round `i` of a loop kept is not that of the
//! local of round `i + 1`, which at most compilers has the same place: no
//! sanitizer sees it once the new one has begun.
//!
//! Idea: the local keeps its number, so that rounds of a loop stay alike (a
//! cut of the loop, a merge), and the addresses are changed instead: when the
//! scope is entered again, every register of the activation and every byte of
//! memory that points to the local from now on points to its former self, an
//! object without content beside it. Two former ones are not told apart; any
//! access to them is an error.
//! Alternatives: a new object per round, with which no loop would be cut and
//! every merge would have to choose between objects; a round's number in each
//! address, which makes all of them larger. Cost: a look at the registers of
//! one frame, and at the memory where the address was stored at all.
//! Not seen: an address that was turned into a number in between.

use crate::driver::Driver;
use crate::machine::Machine;
use crate::memory::object::Shadow;
use crate::state::State;
use crate::value::{ObjectId, Value};

impl<D: Driver> Machine<D> {
    /// The block of a local has been entered again: what points to it points
    /// to the local of an earlier round. `own` is the register that stands for
    /// the local itself.
    pub(crate) fn forget_round(&mut self, st: &mut State<D>, local: ObjectId, own: Option<u32>) {
        let Some(former) = st.heap.former_of(local) else {
            return;
        };
        for r in 0..st.top.regs.len() {
            let v = st.top.regs[r];
            if own != Some(r as u32) && self.leads_to(v, local) {
                st.top.regs[r] = self.redirect(v, local, former);
            }
        }
        if !self.addresses.is_stored(local) {
            return;
        }
        let found = st.heap.addresses(|entry| {
            let v = self.addresses.find(entry)?;
            self.leads_to(v, local).then_some(v)
        });
        for (o, at, v, byte) in found {
            let v = self.redirect(v, local, former);
            let entry = self.intern_address(v);
            if let Some(x) = st.heap.get_mut(o) {
                x.write_shadow(at, 1, |_| Shadow::address(entry, byte));
            }
        }
    }

    /// Whether it is, or may be, an address in this object.
    fn leads_to(&self, v: Value, o: ObjectId) -> bool {
        match v {
            Value::Ptr(x, _) | Value::SymPtr(x, _) => x == o,
            Value::Choice(c) => {
                let (_, a, b) = self.choices.get(c);
                self.leads_to(a, o) || self.leads_to(b, o)
            }
            _ => false,
        }
    }

    /// The same address in another object.
    fn redirect(&mut self, v: Value, from: ObjectId, to: ObjectId) -> Value {
        match v {
            Value::Ptr(o, x) if o == from => Value::Ptr(to, x),
            Value::SymPtr(o, t) if o == from => Value::SymPtr(to, t),
            Value::Choice(c) => {
                let (cond, a, b) = self.choices.get(c);
                let (a, b) = (self.redirect(a, from, to), self.redirect(b, from, to));
                self.choices.intern(cond, a, b)
            }
            v => v,
        }
    }
}
