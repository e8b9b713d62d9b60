//! The semantics of steps. [`fast`] runs concrete code; [`Machine::slow`]
//! executes one op in general. Instruction semantics are shared by all
//! drivers.

pub mod access;
pub mod arith;
pub mod branch;
pub mod call;
pub mod choose;
pub mod device;
pub mod fast;
pub mod float;
mod fmod;
pub mod intrinsic;
pub mod leak;
pub mod math;
mod range;
pub mod rare;
pub mod resolve;
mod rounds;
mod settle;
mod stack;
pub mod swept;
pub mod switch;
mod terms;
pub mod undefined;
mod variadic;

use crate::code::{Op, Program};
use crate::coverage::{ELSE, THEN};
use crate::driver::Driver;
use crate::machine::{Halt, Machine, Step};
use crate::state::State;
use crate::value::{mask, Value};
use ep_base::outcome::{ErrorKind, PathEnd};
use ep_ir::{CastOp, Type};
use std::rc::Rc;

impl<D: Driver> Machine<D> {
    /// Executes the op that the state is at.
    pub fn slow(&mut self, program: &Rc<Program>, st: &mut State<D>) -> Step<()> {
        let code = &program.code[st.top.func.0 as usize];
        let op = code.ops[st.top.ip as usize];
        let reg = |st: &State<D>, r: u32| st.top.regs[r as usize];
        match op {
            Op::Block { block, weight } => {
                st.instructions += u64::from(weight);
                if self.coverage.block(block) {
                    st.new_coverage = true;
                }
            }
            Op::Join { .. } => return Err(Box::new(Halt::Join)),
            Op::ExitTest { block } => D::exit_test(self, st, block),
            Op::Copy { dst, src } => {
                let v = reg(st, src);
                if v == Value::Undef && self.options.uninit_input {
                    let ty = program.function(st.top.func).regs.get(ep_ir::Reg(dst));
                    let width = ty.map_or(self.program.ptr_bits, |t| self.program.bits(*t));
                    st.top.regs[dst as usize] = self.any_if_undefined(st, v, width);
                } else {
                    st.top.regs[dst as usize] = v;
                }
            }
            Op::Bin { op, width, flags, dst, a, b } => {
                let (a, b) = (reg(st, a), reg(st, b));
                let v = self.bin(st, op, u32::from(width), flags, a, b)?;
                st.top.regs[dst as usize] = v;
            }
            Op::Cmp { pred, width, dst, a, b } => {
                let (a, b) = (reg(st, a), reg(st, b));
                let v = if a == Value::Undef || b == Value::Undef {
                    Value::Undef
                } else {
                    let t = self.cmp(st, pred, u32::from(width), a, b);
                    self.cx.value(t)
                };
                st.top.regs[dst as usize] = v;
            }
            Op::CmpBranch { pred, width, a, b, then, els, .. } => {
                let (a, b) = (reg(st, a), reg(st, b));
                if a == Value::Undef || b == Value::Undef {
                    self.undefined_branch(st)?;
                }
                let c = self.cmp(st, pred, u32::from(width), a, b);
                return self.branch(st, c, then, els);
            }
            Op::IntCast { op, from, to, dst, src } => {
                let v = reg(st, src);
                let v = self.int_cast(st, op, u32::from(from), u32::from(to), v)?;
                st.top.regs[dst as usize] = v;
            }
            Op::Select { dst, cond, a, b } => {
                let (c, x, y) = (reg(st, cond), reg(st, a), reg(st, b));
                let v = self.select(st, dst, c, x, y)?;
                st.top.regs[dst as usize] = v;
            }
            Op::Load { dst, addr, bits, .. } => {
                let ty = self.register_type(st, dst, bits);
                let a = reg(st, addr);
                let v = self.load(st, a, ty)?;
                st.top.regs[dst as usize] = v;
            }
            Op::Store { value, addr, bits, .. } => {
                let (v, a) = (reg(st, value), reg(st, addr));
                self.store(st, a, v, Type::Int(u32::from(bits)))?;
            }
            Op::PtrOffset { dst, base, offset } => {
                let w = self.program.ptr_bits;
                let b = reg(st, base);
                let v = if b == Value::Undef {
                    b
                } else {
                    self.bin(st, ep_ir::BinOp::Add, w, 0, b, Value::Int(offset as u64 & mask(w)))?
                };
                st.top.regs[dst as usize] = v;
            }
            Op::PtrIndex { dst, base, index, width, scale, offset } => {
                let w = self.program.ptr_bits;
                let (b, i) = (reg(st, base), reg(st, index));
                let v = self.pointer_index(st, b, i, u32::from(width), i64::from(scale))?;
                let k = Value::Int(i64::from(offset) as u64 & mask(w));
                let v = if offset == 0 { v } else { self.bin(st, ep_ir::BinOp::Add, w, 0, v, k)? };
                st.top.regs[dst as usize] = v;
            }
            Op::Jump { to } => {
                st.top.ip = to;
                return Ok(());
            }
            Op::Branch { cond, then, els } => {
                let v = reg(st, cond);
                if v == Value::Undef {
                    self.undefined_branch(st)?;
                }
                let c = self.condition(st, v);
                return self.branch(st, c, then, els);
            }
            Op::Switch { value, table } => {
                let v = reg(st, value);
                if v == Value::Undef {
                    self.undefined_branch(st)?;
                }
                return self.switch(program, st, v, &code.switches[table as usize]);
            }
            Op::Count { counter, by, on } => {
                // Of what was never set the machine makes something, here it is 0.
                let set = match reg(st, by) {
                    Value::Undef => false,
                    v => {
                        let c = self.condition(st, v);
                        self.cx.smt.eval(&self.cx.pool, &st.pc, c) == 1
                    }
                };
                self.coverage.count(counter, set == on);
            }
            Op::Check { kind, ok } => {
                let v = reg(st, ok);
                let (error, text) = Self::check_error(kind);
                if self.options.checks.has(error) && v != Value::Undef {
                    let c = self.condition(st, v);
                    let not = self.cx.pool.not(c);
                    self.error_if(st, not, error, &|| text.to_string())?;
                }
            }
            Op::Call { call } => return self.call(program, st, &code.calls[call as usize]),
            Op::Return { values, count } => {
                let vs: smallvec::SmallVec<[Value; 2]> = code.returns
                    [values as usize..(values + count) as usize]
                    .iter()
                    .map(|r| reg(st, *r))
                    .collect();
                return self.ret(program, st, &vs);
            }
            Op::Rare { inst } => self.rare(st, &code.rare[inst as usize])?,
            Op::IndirectJump { target } => {
                let v = reg(st, target);
                return self.indirect_jump(st, v);
            }
            Op::Unreachable => {
                return self.error(
                    st,
                    ErrorKind::ReachedUnreachable,
                    "the end of a function that must not return, or `__builtin_unreachable`, was reached".into(),
                )
            }
            Op::UnsupportedEnd { what } => {
                let what = code.unsupported[what as usize].clone();
                return self.unsupported(st, what);
            }
        }
        st.top.ip += 1;
        Ok(())
    }

    /// The type of a loaded register, so that addresses stay addresses.
    fn register_type(&self, _st: &State<D>, _dst: u32, bits: u8) -> Type {
        Type::Int(u32::from(bits))
    }

    /// Whether the state is in the user's code and not in a model.
    fn own(&self, st: &State<D>) -> bool {
        let f = st.top.func.0 as usize;
        let first = self.program.first_block[f] as usize;
        self.program.own_block.get(first).copied().unwrap_or(true)
    }

    /// A branch on a value that was never initialised.
    fn undefined_branch(&mut self, st: &mut State<D>) -> Step<()> {
        if self.options.checks.has(ErrorKind::UninitialisedRead) {
            return self.error(
                st,
                ErrorKind::UninitialisedRead,
                "a value that was never initialised decides a branch".into(),
            );
        }
        D::unset(self, st, None);
        Ok(())
    }

    /// Goes to one of two places.
    fn branch(
        &mut self,
        st: &mut State<D>,
        cond: ep_term::TermId,
        then: u32,
        els: u32,
    ) -> Step<()> {
        let side = self.program.first_op[st.top.func.0 as usize] + st.top.ip;
        let taken = self.decide_to(st, cond, |other| {
            other.top.ip = els;
            other.side = Some((side, ELSE));
        })?;
        st.new_coverage |= self.coverage.side(side, if taken { THEN } else { ELSE });
        st.top.ip = if taken { then } else { els };
        Ok(())
    }

    fn select(&mut self, st: &mut State<D>, dst: u32, c: Value, x: Value, y: Value) -> Step<Value> {
        if x == y {
            return Ok(x);
        }
        match c {
            Value::Int(i) => return Ok(if i & 1 != 0 { x } else { y }),
            Value::Undef if self.own(st) => self.undefined_branch(st)?,
            Value::Undef => return Ok(Value::Undef),
            _ => {}
        }
        let cond = self.condition(st, c);
        if let Some(b) = self.cx.pool.as_bool(cond) {
            return Ok(if b { x } else { y });
        }
        if self.own(st) {
            self.check_initialised(st, cond, "decides a choice")?;
        }
        if x == Value::Undef || y == Value::Undef {
            // Which one it is must stay visible: undefined is not a term.
            return Ok(if self.decide(st, cond)? { x } else { y });
        }
        let function = self.program.function(st.top.func);
        let width = match function.regs.get(ep_ir::Reg(dst)) {
            Some(t) => self.program.bits(*t),
            None => self.program.ptr_bits,
        };
        if let (Value::Ptr(o, _) | Value::SymPtr(o, _), Value::Ptr(p, _) | Value::SymPtr(p, _)) =
            (x, y)
        {
            if o == p {
                if let (Some(a), Some(b)) = (self.offset_term(x), self.offset_term(y)) {
                    let t = self.cx.pool.ite(cond, a, b);
                    return Ok(self.pointer(o, t));
                }
            }
        }
        let address = |v: Value| !matches!(v, Value::Int(_) | Value::Term(_));
        if address(x) || address(y) {
            // Addresses of different objects: their identity matters more
            // than one state less.
            return Ok(if self.decide(st, cond)? { x } else { y });
        }
        let (a, b) = (self.term(st, x, width), self.term(st, y, width));
        let (a, b) = self.cx.same_sort(a, b);
        let t = self.cx.pool.ite(cond, a, b);
        Ok(self.cx.value(t))
    }

    fn indirect_jump(&mut self, st: &mut State<D>, v: Value) -> Step<()> {
        let v = self.settle(st, v)?;
        let (f, b) = match v {
            Value::Label(f, b) => (f, b),
            Value::Term(t) => {
                let a = self.fix(st, t)? as u64;
                let f = st.top.func;
                let first = self.program.label_address(f, ep_ir::BlockId(0));
                (f, ep_ir::BlockId(a.wrapping_sub(first) as u32))
            }
            _ => {
                return self.error(
                    st,
                    ErrorKind::WildCall,
                    "a computed goto to something that is no label".into(),
                )
            }
        };
        match crate::compile::block_start(&self.program, f, b) {
            Some(ip) if f == st.top.func => {
                st.top.ip = ip;
                Ok(())
            }
            _ => self.error(
                st,
                ErrorKind::WildCall,
                "a computed goto out of its function".into(),
            ),
        }
    }

    /// The value of an integer argument as an address-sized value.
    pub fn to_size(&mut self, st: &mut State<D>, v: Value, width: u32) -> Step<Value> {
        let w = self.program.ptr_bits;
        if width == w {
            return Ok(v);
        }
        let op = if width > w {
            CastOp::Trunc
        } else {
            CastOp::ZExt
        };
        self.int_cast(st, op, width, w, v)
    }

    /// Ends the path normally.
    pub fn exit<T>(&mut self, st: &mut State<D>, status: Option<u64>) -> Step<T> {
        if self.options.checks.blocks() {
            if self.contracts.cut() && self.verified(st) {
                // What its callers have lost is not known here.
                self.refuse("a function with a contract ends the program, where leaks are checked");
            }
            self.check_leaks(st)?;
        }
        Err(Halt::end(PathEnd::Exit { status }))
    }
}
