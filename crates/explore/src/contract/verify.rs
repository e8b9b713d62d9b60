//! The state from which the body of a function with a contract is verified:
//! any arguments, any content of the global variables that it can name, and
//! memory of its own behind each `ep_fresh`.
//!
//! A pointer that no `ep_fresh` speaks of is a number without an object, so
//! that using it is an error. Which functions and variables a function can name is
//! read off the program: what it calls, and what stands in the initial values
//! of the variables that it names. A function that calls through a pointer can
//! name all of them. Cost: linear in the program.

use super::cut::MOST_BYTES;
use super::{Contract, Root};
use crate::compile::for_each_operand;
use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::memory::{ObjectKind, Size};
use crate::shape;
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use ep_base::outcome::{InputSource, InputType};
use ep_base::Diagnostic;
use ep_ir::{
    Callee, DebugType, DebugTypeId, FuncId, GlobalId, InstKind, Module, Operand, RelocTarget,
    Terminator, Type,
};
use ep_term::Sort;
use std::rc::Rc;

/// What a function can name, directly or through what it calls.
pub struct Reach {
    functions: Vec<bool>,
    globals: Vec<bool>,
    all: bool,
}

enum Name {
    Function(FuncId),
    Global(GlobalId),
}

impl Reach {
    /// What `from` can name.
    pub fn new(module: &Module, from: FuncId) -> Reach {
        let mut r = Reach {
            functions: vec![false; module.functions.len()],
            globals: vec![false; module.globals.len()],
            all: false,
        };
        let mut left = vec![Name::Function(from)];
        while let Some(name) = left.pop() {
            match name {
                Name::Function(f) => {
                    if !std::mem::replace(&mut r.functions[f.0 as usize], true) {
                        r.function_names(module, f, &mut left);
                    }
                }
                Name::Global(g) => {
                    if std::mem::replace(&mut r.globals[g.0 as usize], true) {
                        continue;
                    }
                    for reloc in module.globals[g].init.iter().flat_map(|i| &i.relocs) {
                        match reloc.target {
                            RelocTarget::Global(g) => left.push(Name::Global(g)),
                            RelocTarget::Func(f) => left.push(Name::Function(f)),
                            RelocTarget::Label(..) => {}
                        }
                    }
                }
            }
        }
        r
    }

    fn function_names(&mut self, module: &Module, f: FuncId, left: &mut Vec<Name>) {
        let mut indirect = false;
        {
            let mut see = |o: &Operand| match o {
                Operand::Global(g, _) => left.push(Name::Global(*g)),
                Operand::Func(f) => left.push(Name::Function(*f)),
                _ => {}
            };
            for (_, b) in module.functions[f].blocks.iter() {
                for i in &b.insts {
                    for_each_operand(&i.kind, &mut see);
                    if let InstKind::Call { callee, .. } = &i.kind {
                        match callee {
                            Callee::Direct(g) => see(&Operand::Func(*g)),
                            Callee::Indirect(_) => indirect = true,
                        }
                    }
                }
                match &b.term {
                    Terminator::Branch { cond, .. } => see(cond),
                    Terminator::Switch { value, .. } => see(value),
                    Terminator::IndirectJump { target, .. } => see(target),
                    Terminator::Return(vs) => vs.iter().for_each(&mut see),
                    _ => {}
                }
            }
        }
        self.all |= indirect;
    }

    /// Whether the function can be called.
    pub fn function(&self, f: FuncId) -> bool {
        self.all || self.functions[f.0 as usize]
    }

    /// Whether the variable can be named.
    pub fn global(&self, g: GlobalId) -> bool {
        self.all || self.globals[g.0 as usize]
    }
}

/// The size of the structure that a function returns in memory: its first
/// parameter is then the address of that.
pub(super) fn returns_structure(module: &Module, f: FuncId) -> Option<u64> {
    let function = &module.functions[f];
    let DebugType::Function { returns, .. } = shape::strip(module, function.ty) else {
        return None;
    };
    let first = function.params.first()?;
    let size = shape::size_of(module, *returns);
    (function.rets.is_empty() && first.ty == Type::Ptr && size > 0).then_some(size)
}

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
    pub fn any_call(&mut self, f: FuncId) -> Result<Result<State, String>, Diagnostic> {
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
        let mut frame = Frame {
            func: f,
            ip: 0,
            regs: code.template.clone(),
            allocas: Vec::new(),
            varargs: Rc::new(Vec::new()),
            caller: None,
            depth: 1,
            stack: crate::stack::Stack::new(code.frame_bytes),
            loops: smallvec::SmallVec::new(),
            entered_at: 0,
            contract: None,
            packed: None,
        };
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

    fn any_global(&mut self, st: &mut State, g: GlobalId) {
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
        st: &mut State,
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
                crate::content::array(element, size / bytes)
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
    pub(crate) fn verified(&self, st: &State) -> bool {
        let mut f = &st.top;
        while let Some(caller) = &f.caller {
            f = caller;
        }
        f.contract
            .as_ref()
            .is_some_and(|c| c.root == Root::Verified)
    }
}
