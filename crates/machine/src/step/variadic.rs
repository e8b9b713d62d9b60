//! Variable arguments as the processor's calling convention passes them.
//!
//! On x86-64 the first ones are in registers, integers and addresses apart from
//! floating-point numbers, and the rest on the stack (System V ABI, 3.2.3). The
//! code of `va_arg` reads registers from a save area, whose places it counts.
//! Here the save area ends behind what was passed in registers, so reading one
//! more goes to the stack, and behind its end; and so does reading a `double`
//! where an integer was passed, which is undefined (C17 7.16.1.1, 2) and finds
//! no such register. On i386 all are on the stack (2.2.3).
//! Must never happen: an argument that is read as one that was not passed.
//! Cost: one object for each `va_start`.

use crate::code::CallSite;
use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::memory::{Object, ObjectKind, Size};
use crate::state::State;
use crate::value::Value;
use ep_ir::{FloatFormat, Function, Type};
use std::rc::Rc;

/// Registers that arguments are passed in.
const INTEGERS: u64 = 6;
const FLOATS: u64 = 8;
/// Where those for floating-point numbers begin in the save area, and end.
const FLOATS_AT: u64 = 8 * INTEGERS;
const SAVED: u64 = FLOATS_AT + 16 * FLOATS;

/// The arguments beyond the named ones: those in registers first, integers and
/// then floating-point numbers, and how many these are.
type Beyond = (Rc<Vec<(Value, Type)>>, [u8; 2]);

/// Registers that an argument of a type takes: integers, floating-point ones.
/// None where it is passed in memory.
fn registers(ty: Type) -> Option<[u64; 2]> {
    match ty {
        Type::Int(w) if w > 64 => Some([2, 0]),
        Type::Int(_) | Type::Ptr => Some([1, 0]),
        Type::Float(FloatFormat::F80) => None,
        Type::Float(_) => Some([0, 1]),
    }
}

impl<D: Driver> Machine<D> {
    /// What a call passes beyond the named parameters.
    pub(super) fn beyond_named(
        &mut self,
        st: &mut State<D>,
        function: &Function,
        site: &CallSite,
    ) -> Step<Beyond> {
        let named = function.params.len();
        if !function.variadic || site.args.len() <= named {
            return Ok((Rc::new(Vec::new()), [0; 2]));
        }
        let mut left = match self.program.ptr_bits {
            64 => [INTEGERS, FLOATS],
            _ => [0, 0],
        };
        let mut take = |ty: Type| {
            let [i, f] = registers(ty)?;
            let fits = i <= left[0] && f <= left[1];
            if fits {
                left = [left[0] - i, left[1] - f];
            }
            fits.then_some(f > 0)
        };
        for p in &function.params {
            if p.byval.is_none() {
                take(p.ty);
            }
        }
        let (mut integers, mut floats, mut stack) = (Vec::new(), Vec::new(), Vec::new());
        for a in &site.args[named..] {
            let v = st.top.regs[a.value as usize];
            let Some((size, align)) = a.byval else {
                match take(a.ty) {
                    Some(false) => integers.push((v, a.ty)),
                    Some(true) => floats.push((v, a.ty)),
                    None => stack.push((v, a.ty)),
                }
                continue;
            };
            if align > 8 {
                return self.unsupported(
                    st,
                    "a structure aligned to 16 bytes among variable arguments",
                );
            }
            // Passed in memory: its bytes stand in the area itself.
            for k in 0..size.div_ceil(8) {
                let n = (size - 8 * k).min(8) as u32;
                let w = self.program.ptr_bits;
                let at = self.bin(st, ep_ir::BinOp::Add, w, 0, v, Value::Int(8 * k))?;
                let word = self.load(st, at, Type::Int(8 * n))?;
                stack.push((word, Type::Int(8 * n)));
            }
        }
        let counts = [integers.len() as u8, floats.len() as u8];
        integers.append(&mut floats);
        integers.append(&mut stack);
        Ok((Rc::new(integers), counts))
    }

    /// `va_start`: an area with all unnamed arguments, first the registers and
    /// behind them the stack, and a list that makes the code of `va_arg` read
    /// from it.
    pub fn va_start(&mut self, st: &mut State<D>, list: Value) -> Step<()> {
        let entry = matches!(self.options.entry, crate::options::Entry::Function { .. });
        if entry && st.top.caller.is_none() {
            return self.entry_va_start(st, list);
        }
        let args = st.top.varargs.clone();
        let [integers, floats] = st.top.in_registers.map(usize::from);
        let word: u64 = if self.program.ptr_bits == 64 { 8 } else { 4 };
        let words = |(_, ty): &(Value, Type)| self.program.bits(*ty).div_ceil(64).max(1);
        let of_integers: u64 = args[..integers].iter().map(|a| u64::from(words(a))).sum();
        let first = [FLOATS_AT - 8 * of_integers, SAVED - 16 * floats as u64];
        let stack = if word == 8 { SAVED } else { 0 };
        let mut layout = Vec::with_capacity(args.len());
        let mut next = [first[0], first[1], stack];
        for (k, (v, ty)) in args.iter().enumerate() {
            let size = self.program.module.layout.store_size(*ty);
            let (place, slot) = match k {
                k if k < integers => (0, size.next_multiple_of(8)),
                k if k < integers + floats => (1, 16),
                // long double and 16-byte integers are aligned to 16.
                _ if word == 8 && size > 8 => {
                    next[2] = next[2].next_multiple_of(16);
                    (2, 16)
                }
                _ => (2, size.next_multiple_of(word)),
            };
            layout.push((next[place], *v, *ty));
            next[place] += slot;
        }
        let size = Size::Known(next[2]);
        let kind = ObjectKind::Stack(st.top.func);
        let made = st
            .heap
            .allocate(size, 16, |base| Object::new(base, size, 16, kind, true));
        let Some(area) = made else {
            return self.unsupported(st, "no room for arguments");
        };
        st.top.allocas.push(area);
        for (at, v, ty) in layout {
            let bits = self.program.bits(ty);
            let bytes = bits.div_ceil(8);
            let v = match v {
                Value::Term(t) if bits % 8 != 0 => {
                    let t = self.cx.pool.zext(t, bytes * 8);
                    self.cx.value(t)
                }
                v => v,
            };
            self.write(st, area, at, bytes, v);
        }
        if word == 4 {
            return self.store(st, list, Value::Ptr(area, 0), Type::Ptr);
        }
        let count = Type::Int(32);
        let fields = [
            (0, Value::Int(first[0]), count),
            (4, Value::Int(first[1]), count),
            (8, Value::Ptr(area, SAVED as i64), Type::Ptr),
            (16, Value::Ptr(area, 0), Type::Ptr),
        ];
        for (at, v, ty) in fields {
            let p = self.bin(st, ep_ir::BinOp::Add, 64, 0, list, Value::Int(at))?;
            self.store(st, p, v, ty)?;
        }
        Ok(())
    }
}
