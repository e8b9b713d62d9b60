//! Calls and returns, variable arguments, calls out of the model.

use crate::code::{CallSite, CallTarget, Program};
use crate::contract::Root;
use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::memory::{ObjectKind, Size};
use crate::options::{External, NO_BODY};
use crate::state::{Frame, FrameExtra, State};
use crate::value::Value;
use ep_base::outcome::ErrorKind;
use ep_ir::{FuncId, Type};
use std::rc::Rc;

/// The function that a piece of inline assembly was lowered to a call of.
pub const ASSEMBLY: &str = "inline assembly";

impl<D: Driver> Machine<D> {
    /// Executes a call.
    pub fn call(&mut self, program: &Rc<Program>, st: &mut State<D>, site: &CallSite) -> Step<()> {
        let f = match site.callee {
            CallTarget::Direct(f) => f,
            CallTarget::Indirect(r) => {
                let v = st.top.regs[r as usize];
                self.callee(st, v)?
            }
        };
        if let Some(b) = program.builtins[f.0 as usize] {
            return self.builtin(st, b, f, site);
        }
        if !program.code[f.0 as usize].has_body {
            return self.external(st, f, site);
        }
        D::called(self, st, f, site);
        self.enter(program, st, f, site)
    }

    /// The function that an address calls.
    fn callee(&mut self, st: &mut State<D>, v: Value) -> Step<FuncId> {
        let v = self.settle(st, v)?;
        match v {
            Value::Func(f) => Ok(f),
            Value::Term(t) => {
                self.check_initialised(st, t, "is called")?;
                let a = self.fix(st, t)? as u64;
                match self.program.function_at(a) {
                    Some(f) => Ok(f),
                    None => self.error(
                        st,
                        ErrorKind::WildCall,
                        format!("the called address 0x{a:x} is no function"),
                    ),
                }
            }
            Value::Int(0) => self.error(st, ErrorKind::WildCall, "a null pointer is called".into()),
            Value::Int(a) => match self.program.function_at(a) {
                Some(f) => Ok(f),
                None => self.error(
                    st,
                    ErrorKind::WildCall,
                    format!("the called address 0x{a:x} is no function"),
                ),
            },
            Value::Undef => self.error(
                st,
                ErrorKind::WildCall,
                "a function pointer that was never initialised is called".into(),
            ),
            _ => self.error(st, ErrorKind::WildCall, "the called address is data".into()),
        }
    }

    /// Enters a function with a body.
    fn enter(
        &mut self,
        program: &Rc<Program>,
        st: &mut State<D>,
        f: FuncId,
        site: &CallSite,
    ) -> Step<()> {
        let code = &program.code[f.0 as usize];
        let function = &program.module.functions[f];
        let stack = st
            .top
            .stack
            .below(code.frame_bytes + passed_in_memory(function, site));
        self.check_stack(st, &stack, Value::Int(0))?;
        self.check_signature(st, f, site)?;
        let mut regs = Vec::with_capacity(code.template.len());
        regs.extend_from_slice(&code.template);
        let mut allocas = Vec::new();
        for (i, p) in code.params.iter().enumerate() {
            let Some(arg) = site.args.get(i) else { break };
            let v = st.top.regs[arg.value as usize];
            let byval = arg.byval.or(function.params[i].byval);
            regs[*p as usize] = match byval {
                None => v,
                Some((size, align)) => {
                    let copy = self.byval_copy(st, f, v, size, align)?;
                    if let Value::Ptr(o, _) = copy {
                        allocas.push(o);
                    }
                    copy
                }
            };
        }
        let (varargs, in_registers) = self.beyond_named(st, function, site)?;
        self.begin_structure(st, code.structure, &regs, &code.params);
        self.any_registers(st, f, &mut regs);
        let mut frame = Frame::new(f, regs, stack);
        frame.allocas = allocas;
        frame.varargs = varargs;
        frame.in_registers = in_registers;
        frame.depth = st.top.depth + 1;
        frame.extra = D::Frame::entered(st.depth);
        self.begin_contract(&mut frame, Root::Called);
        let mut caller = std::mem::replace(&mut st.top, frame);
        caller.ip += 1;
        st.top.caller = Some(Rc::new(caller));
        Ok(())
    }

    /// A call whose types differ in width from the function's own has no
    /// meaning in C, and registers of the wrong width here.
    fn check_signature(&mut self, st: &mut State<D>, f: FuncId, site: &CallSite) -> Step<()> {
        let bits = |t: &Type| self.program.bits(*t);
        let function = self.program.function(f);
        let rets = site.rets.iter().map(bits);
        let same_rets = rets.eq(function.rets.iter().map(bits)) || site.dsts.is_empty();
        let same_args = site
            .args
            .iter()
            .zip(&function.params)
            .all(|(a, p)| bits(&a.ty) == bits(&p.ty));
        if same_rets && same_args {
            return Ok(());
        }
        let name = function.name.clone();
        self.unsupported(
            st,
            format!("a call of `{name}` with other types than it has"),
        )
    }

    fn byval_copy(
        &mut self,
        st: &mut State<D>,
        f: FuncId,
        src: Value,
        size: u64,
        align: u32,
    ) -> Step<Value> {
        let kind = ObjectKind::Stack(f);
        let copy = self.allocate(st, Value::Int(size), align, kind, true)?;
        self.copy(st, copy, src, Value::Int(size))?;
        Ok(copy)
    }

    /// The memory of a structure that is returned is new: what an earlier call
    /// left in its place is not there, though compilers build the result right
    /// in the caller's memory.
    fn begin_structure(&mut self, st: &mut State<D>, size: u64, regs: &[Value], params: &[u32]) {
        let first = params.first().filter(|_| size > 0);
        let Some(Value::Ptr(o, at)) = first.map(|r| regs[*r as usize]) else {
            return;
        };
        let (Some(object), Ok(at)) = (st.heap.get(o), u64::try_from(at)) else {
            return;
        };
        let Size::Known(there) = object.size else {
            return;
        };
        if at == 0 && there == size {
            if let Some(object) = st.heap.get_mut(o) {
                object.forget();
            }
            return;
        }
        for k in at..there.min(at + size) {
            self.write(st, o, k, 1, Value::Undef);
        }
    }

    /// Returns from the current function.
    pub fn ret(&mut self, program: &Rc<Program>, st: &mut State<D>, values: &[Value]) -> Step<()> {
        if st.top.contract.is_some() && self.returns_to_contract(st, values)? {
            return Ok(());
        }
        for o in std::mem::take(&mut st.top.allocas) {
            st.heap.kill(o);
        }
        self.leave_activation(program, st, values)
    }

    /// Goes on behind the call, with the results.
    pub(crate) fn leave_activation(
        &mut self,
        program: &Rc<Program>,
        st: &mut State<D>,
        values: &[Value],
    ) -> Step<()> {
        let Some(caller) = st.top.caller.take() else {
            return self.end_of_entry(program, st, values);
        };
        st.top = Rc::try_unwrap(caller).unwrap_or_else(|rc| (*rc).clone());
        st.top.unpack(program);
        if st.top.ip > 0 {
            let code = &program.code[st.top.func.0 as usize];
            if let crate::code::Op::Call { call } = code.ops[st.top.ip as usize - 1] {
                let dsts = &code.calls[call as usize].dsts;
                for (d, v) in dsts.iter().zip(values) {
                    let ty = program.function(st.top.func).regs.get(ep_ir::Reg(*d));
                    let width = ty.map_or(self.program.ptr_bits, |t| self.program.bits(*t));
                    st.top.regs[*d as usize] = self.any_if_undefined(st, *v, width);
                }
            }
        }
        Ok(())
    }

    /// The entry function has returned.
    fn end_of_entry(
        &mut self,
        program: &Rc<Program>,
        st: &mut State<D>,
        values: &[Value],
    ) -> Step<()> {
        let is_main = program.function(st.top.func).name == "main";
        if is_main {
            // The environment looks at it (C17 5.1.2.2.3).
            match values.first() {
                Some(Value::Undef) if !self.options.uninit_input => {
                    return self.error(
                        st,
                        ErrorKind::UninitialisedRead,
                        "the result of main was never initialised".into(),
                    );
                }
                Some(Value::Term(t)) => self.check_initialised(st, *t, "is the result of main")?,
                _ => {}
            }
        }
        // What `atexit` registered runs in the model of `exit`.
        if is_main
            && program
                .module
                .function("atexit")
                .is_some_and(|f| program.code[f.0 as usize].has_body)
        {
            if let Some(exit) = program.module.function("exit") {
                let code = &program.code[exit.0 as usize];
                if code.has_body && code.params.len() == 1 {
                    let mut regs = code.template.clone();
                    regs[code.params[0] as usize] =
                        values.first().copied().unwrap_or(Value::Int(0));
                    st.top.func = exit;
                    st.top.ip = 0;
                    st.top.regs = regs;
                    // The loops of `main` are none of this function's.
                    st.top.extra = D::Frame::default();
                    return Ok(());
                }
            }
        }
        if !is_main {
            self.found.returned = Some(values.to_vec());
        }
        let status = match values.first() {
            Some(Value::Int(x)) => Some(if is_main { x & 0xff } else { *x }),
            Some(_) => None,
            None => Some(0),
        };
        if self.options.checks.has(ErrorKind::Leak) {
            // The entry's locals are gone: what only they point to is lost.
            // What it returns is its caller's to free.
            st.top.regs = if is_main { Vec::new() } else { values.to_vec() };
        }
        D::entry_returns(self, values);
        self.exit(st, status)
    }

    /// A call to a function without body or model.
    pub fn external(&mut self, st: &mut State<D>, f: FuncId, site: &CallSite) -> Step<()> {
        let name = self.program.function(f).name.clone();
        if crate::world::pointers::declared(&name).is_some() {
            return self.call_behind_pointer(st, f, site);
        }
        if name == ASSEMBLY && !D::FOLLOWS {
            return self.unsupported(st, name);
        }
        match self.options.external {
            External::Stop => self.unsupported(st, format!("call to `{name}`{NO_BODY}")),
            External::Havoc => {
                self.assume_note(st, Assumption::Havoc);
                if self.program.function(f).noreturn && name != ASSEMBLY {
                    return self.exit(st, Some(1));
                }
                for (i, a) in site.args.iter().enumerate() {
                    if a.ty == Type::Ptr && a.byval.is_none() && name != ASSEMBLY {
                        let at = st.top.regs[a.value as usize];
                        self.written_outside(st, &format!("{name}(): argument {}", i + 1), at)?;
                    }
                }
                for (d, ty) in site.dsts.iter().zip(&site.rets) {
                    let w = self.program.bits(*ty);
                    let t = self.havoc_term(st, &name, w);
                    st.top.regs[*d as usize] = Value::Term(t);
                }
                st.top.ip += 1;
                Ok(())
            }
            External::Concrete => {
                // The first value that the model has; the others are left out.
                for a in &site.args {
                    if let Value::Term(t) = st.top.regs[a.value as usize] {
                        if self.cx.pool.as_bv(t).is_none() {
                            self.concretise(st, t)?;
                        }
                    }
                }
                self.assume_note(st, Assumption::Concretised);
                // Assembly may have several outputs, a function has one result.
                let mut result = None;
                for (d, ty) in site.dsts.iter().zip(&site.rets) {
                    if result.is_none() || name == ASSEMBLY {
                        result = self.driver.returned(&name);
                    }
                    if D::FOLLOWS && result.is_none() {
                        self.gap(st, format!("call to `{name}`: its result is taken as zero"));
                    }
                    let w = self.program.bits(*ty);
                    let bits = result.unwrap_or(0) & crate::value::mask(w);
                    st.top.regs[*d as usize] = Value::Int(bits);
                }
                st.top.ip += 1;
                Ok(())
            }
        }
    }

    /// Fixes a term to its value in the path's model and records that as a
    /// condition; the path leaves the other values out.
    pub fn concretise(&mut self, st: &mut State<D>, t: ep_term::TermId) -> Step<u64> {
        let v = self.candidate(st, |m, st| m.cx.smt.eval(&m.cx.pool, &st.pc, t) as u64)?;
        let w = self.cx.pool.width(t);
        let k = self.cx.pool.bv(w, u128::from(v));
        let is = self.cx.pool.eq(t, k);
        self.assume_user(st, is)?;
        Ok(v)
    }
}

/// Bytes of the stack that hold arguments: structures by value, and what is
/// passed beyond the named parameters.
fn passed_in_memory(function: &ep_ir::Function, site: &CallSite) -> u64 {
    let named = function.params.len();
    let all = site.args.iter().enumerate();
    all.map(|(i, a)| {
        let byval = a.byval.or(function.params.get(i).and_then(|p| p.byval));
        match byval {
            Some((size, _)) => size.next_multiple_of(8),
            None if i >= named => 8,
            None => 0,
        }
    })
    .sum()
}
