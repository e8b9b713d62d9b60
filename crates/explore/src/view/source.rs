//! The variables of the function that a state is in, by their source names.

use ep_ir::debug::VarStorage;
use ep_ir::{scalar, DebugType, DebugTypeId};
use ep_machine::driver::Driver;
use ep_machine::machine::Machine;
use ep_machine::memory::object::ByteKind;
use ep_machine::memory::Size;
use ep_machine::state::State;
use ep_machine::value::{value_text, Value};
use ep_machine::world::shape;

/// What a state holds under the names of the source.
pub(crate) trait SourceVariables<D: Driver> {
    /// A value as its type writes it.
    fn value_of_type(&self, v: Value, ty: DebugTypeId) -> String;

    /// The initialised scalar variables of the current function.
    fn source_variables(&mut self, st: &mut State<D>) -> Vec<(String, Value, DebugTypeId)>;
}

impl<D: Driver> SourceVariables<D> for Machine<D> {
    fn value_of_type(&self, v: Value, ty: DebugTypeId) -> String {
        match (v, shape::strip(&self.program.module, ty)) {
            (
                Value::Int(x),
                DebugType::Int {
                    bits, signed: true, ..
                },
            ) => scalar::sext64(*bits, x).to_string(),
            (v, _) => value_text(&self.cx.pool, v),
        }
    }

    fn source_variables(&mut self, st: &mut State<D>) -> Vec<(String, Value, DebugTypeId)> {
        let program = self.program.clone();
        let function = program.function(st.top.func);
        let mut out = Vec::new();
        for (_, var) in function.vars.iter() {
            let v = match var.storage {
                VarStorage::Register(r) => st.top.regs.get(r.0 as usize).copied(),
                VarStorage::Memory(r) => match st.top.regs.get(r.0 as usize) {
                    Some(Value::Ptr(o, 0)) => {
                        let size = shape::size_of(&program.module, var.ty);
                        let whole = st.heap.get(*o).is_some_and(|x| x.size == Size::Known(size));
                        if whole && (1..=8).contains(&size) {
                            let o = *o;
                            let defined = st
                                .heap
                                .get(o)
                                .is_some_and(|x| x.byte(0).0 != ByteKind::Uninit);
                            defined.then(|| self.read(st, o, 0, size as u32))
                        } else {
                            None
                        }
                    }
                    _ => None,
                },
                VarStorage::None => None,
            };
            if let Some(v) = v.filter(|v| *v != Value::Undef) {
                out.push((var.name.clone(), v, var.ty));
            }
        }
        out
    }
}
