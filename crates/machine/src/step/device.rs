//! Registers of devices at fixed addresses (`--mmio`).
//!
//! A device can do anything between two accesses, so each read is an input of
//! its own and a write leaves nothing behind: a register that is written and
//! read again may give another value. That covers every device, and plain
//! memory too. `goto-instrument --nondet-volatile` of CBMC reads `volatile` in
//! this way; here it is said of addresses, so that a variable that only an
//! interrupt shares stays a variable. Where asked for, a constant that is
//! `volatile` is a device as well: no statement can change it, and C says that
//! it may change (C11 6.7.3, note 132). Cost: a look at the options per access.

use super::resolve::Offset;
use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::memory::{Entry, Heap, Object, ObjectKind, Size};
use crate::options::Device;
use crate::state::State;
use crate::value::{ObjectId, Value};
use ep_base::outcome::{InputSource, InputType};

/// Puts the devices where they are.
pub fn place(heap: &mut Heap, devices: &[Device]) {
    for d in devices {
        heap.place(d.base, d.size, |base| {
            // Without content: no load or store finds bytes there to work on.
            Object::new(base, Size::Known(d.size), 1, ObjectKind::Device, true)
        });
    }
}

impl<D: Driver> Machine<D> {
    /// Whether the object is a device.
    #[inline]
    pub(crate) fn is_device(&self, st: &State<D>, o: ObjectId) -> bool {
        let asked = self.options.volatile_constants || !self.options.devices.is_empty();
        asked && self.is_device_object(st, o)
    }

    fn is_device_object(&self, st: &State<D>, o: ObjectId) -> bool {
        match st.heap.entry(o) {
            Entry::Live(x) => match x.kind {
                ObjectKind::Device => true,
                ObjectKind::Global(g) => {
                    self.options.volatile_constants
                        && self
                            .program
                            .module
                            .globals
                            .get(g)
                            .is_some_and(|g| g.is_device())
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Ends a path that uses a device as memory.
    pub(super) fn refuse_device(&mut self, st: &mut State<D>, o: ObjectId) -> Step<()> {
        if self.is_device(st, o) {
            return self.unsupported(st, "copying, setting or naming a block of a device");
        }
        Ok(())
    }

    /// A read of `bytes` bytes: any value.
    pub(super) fn read_device(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        off: Offset,
        bytes: u64,
    ) -> Step<Value> {
        let off = match off {
            Offset::Known(k) => k,
            // Which register it is belongs to the input.
            Offset::Symbolic(t) => self.fix(st, t)? as u64,
        };
        let bits = bytes as u32 * 8;
        if bits > 128 {
            return self.unsupported(st, "a read of more than 16 bytes from a device");
        }
        let kind = match st.heap.entry(o) {
            Entry::Live(x) => x.kind,
            _ => ObjectKind::Device,
        };
        if let ObjectKind::Global(g) = kind {
            let name = self.program.module.globals[g].name.clone();
            let t = self.havoc_term(st, &name, bits);
            return Ok(Value::Term(t));
        }
        self.assume_note(st, Assumption::Device);
        let address = self.base(st, o).wrapping_add(off);
        let ty = InputType::Int {
            bits,
            signed: false,
        };
        let source = InputSource::Device { address };
        Ok(self.new_input(st, &format!("0x{address:x}"), ty, bits, source))
    }
}
