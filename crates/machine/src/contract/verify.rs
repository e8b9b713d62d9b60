//! The state from which the body of a function with a contract is verified:
//! any arguments, any content of the global variables that it can name, and
//! memory of its own behind each `ep_fresh`.
//!
//! A pointer that no `ep_fresh` speaks of is a number without an object, so
//! that using it is an error. Cost: linear in the program.

use super::cut::MOST_BYTES;
use super::reach::Reach;
use super::record::{Contract, Root};
use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::memory::stack::Stack;
use crate::memory::{ObjectKind, Size};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use crate::world::shape;
use ep_base::outcome::{InputSource, InputType};
use ep_base::Diagnostic;
use ep_ir::{DebugType, DebugTypeId, FuncId, GlobalId, Module, Type};
use ep_term::Sort;
use std::rc::Rc;

/// The types of the parameters in the source.
fn parameter_types(module: &Module, f: FuncId) -> Vec<DebugTypeId> {
    match shape::strip(module, module.functions[f].ty) {
        DebugType::Function { params, .. } => params.clone(),
        _ => Vec::new(),
    }
}

impl<D: Driver> Machine<D> {
    /// The state from which `f` is verified, or why there is none.
    ///
    /// # Errors
    /// The entry does not exist.
    pub fn any_call(&mut self, f: FuncId) -> Result<Result<State<D>, String>, Diagnostic> {
        let mut st = self.initial()?;
        let program = self.program.clone();
        let function = program.function(f);
        let code = &program.code[f.0 as usize];
        let name = &function.name;
        if function.variadic || function.params.iter().any(|p| p.byval.is_some()) {
            return Ok(Err(format!(
                "`{name}` takes structures by value or a variable number of arguments"
            )));
        }
        let stack = Stack::new(code.frame_bytes);
        let mut frame = Frame::new(f, code.template.clone(), stack);
        self.any_registers(&mut st, f, &mut frame.regs);
        let mut open = Vec::new();
        for (i, p) in function.params.iter().enumerate() {
            let named = function.vars.iter().find(|(_, v)| v.arg == i as u32 + 1);
            let text = named.map_or_else(|| format!("p{i}"), |(_, v)| v.name.clone());
            let w = program.bits(p.ty);
            let t = self.cx.pool.fresh_var(&text, Sort::BitVec(w));
            if p.ty == Type::Ptr {
                open.push((i, t));
            }
            frame.regs[p.reg.0 as usize] = Value::Term(t);
        }
        st.top = frame;
        let mut top = st.top.clone();
        self.begin_contract(&mut top, Root::Verified);
        if let Some(c) = &mut top.contract {
            Rc::make_mut(c).open = open;
        }
        st.top = top;
        let reach = Reach::new(&program.module, f);
        for (g, global) in program.module.globals.iter() {
            if global.constant || global.init.is_none() || !reach.global(g) {
                continue;
            }
            if global.size > MOST_BYTES {
                return Ok(Err(format!(
                    "`{}`, which `{name}` can name, has more than {MOST_BYTES} bytes",
                    global.name
                )));
            }
            self.any_global(&mut st, g);
        }
        st.exactness.over = true;
        Ok(Ok(st))
    }

    fn any_global(&mut self, st: &mut State<D>, g: GlobalId) {
        let program = self.program.clone();
        let global = &program.module.globals[g];
        let o = ObjectId(g.0);
        let mut leaves = shape::shape(&program.module, Some(global.ty), 0, global.size).leaves;
        let covered: u64 = leaves.iter().map(|l| u64::from(l.1)).sum();
        if covered != global.size {
            leaves = (0..global.size).map(|k| (k, 1)).collect();
        }
        for (at, n) in leaves {
            let t = self.cx.pool.fresh_var(&global.name, Sort::BitVec(8 * n));
            self.write(st, o, at, n, Value::Term(t));
        }
    }

    /// A parameter points to `n` bytes of its own from here on; the clauses
    /// begin again.
    pub(super) fn bind_parameter(
        &mut self,
        st: &mut State<D>,
        c: &Rc<Contract>,
        index: usize,
        n: Value,
    ) -> Step<()> {
        let f = st.top.func;
        let program = self.program.clone();
        let p = self.allocate(st, n, 16, ObjectKind::Environment, false)?;
        let Value::Ptr(o, _) = p else {
            return self.unsupported(st, "memory of a parameter");
        };
        let size = match st.heap.get(o).map(|x| x.size) {
            Some(Size::Known(n)) => n,
            Some(Size::Symbolic { max, .. }) => max,
            None => 0,
        };
        if size > MOST_BYTES {
            let name = &program.function(f).name;
            return self.refused(format!(
                "a parameter of `{name}` may point to more than {MOST_BYTES} bytes; bound its size by ep_requires before ep_fresh"
            ));
        }
        let types = parameter_types(&program.module, f);
        let to = types
            .get(index)
            .and_then(|t| match shape::strip(&program.module, *t) {
                DebugType::Pointer { to, .. } => Some(*to),
                _ => None,
            });
        // Every byte is an input, padding too.
        let whole = to.filter(|t| {
            let bytes = shape::size_of(&program.module, *t);
            let leaves = shape::shape(&program.module, Some(*t), 0, bytes).leaves;
            bytes > 0
                && size % bytes == 0
                && leaves.iter().map(|l| u64::from(l.1)).sum::<u64>() == bytes
        });
        let function = program.function(f);
        let named = function
            .vars
            .iter()
            .find(|(_, v)| v.arg == index as u32 + 1);
        let text = named.map_or_else(|| format!("p{index}"), |(_, v)| v.name.clone());
        if size > 0 {
            let source = InputSource::Buffer {
                index: index as u32,
            };
            let ty = whole.map_or(InputType::Bytes, |t| {
                let bytes = shape::size_of(&program.module, t);
                let element = shape::input_type(&program.module, t, bytes);
                crate::world::content::array(element, size / bytes)
            });
            self.environment_input(st, o, &text, size, ty, source, whole);
        }
        let mut c = c.clone();
        {
            let c = Rc::make_mut(&mut c);
            if let Some(v) = Rc::make_mut(&mut c.args).get_mut(index) {
                *v = p;
            }
            c.open.retain(|(i, _)| *i != index);
            c.seen = 0;
            c.assigns.clear();
            c.fresh.clear();
        }
        for own in std::mem::take(&mut st.top.allocas) {
            st.heap.kill(own);
        }
        self.restart(st, c);
        Ok(())
    }

    /// The outermost activation is one that is verified from any state.
    pub(crate) fn verified(&self, st: &State<D>) -> bool {
        let mut f = &st.top;
        while let Some(caller) = &f.caller {
            f = caller;
        }
        f.contract
            .as_ref()
            .is_some_and(|c| c.root == Root::Verified)
    }
}
