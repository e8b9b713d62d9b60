//! The concrete fast path: executes ops on machine integers until one needs
//! more (a symbol, an error, a call, the environment).
//!
//! Nothing here decides what is an error: whatever could be one stops the loop
//! and goes to the general semantics. Cost: no allocation, no term, one match
//! per op.

use crate::code::{Op, Program};
use crate::coverage::{Coverage, CASE, ELSE, THEN};
use crate::driver::Driver;
use crate::memory::object::MAX_USED;
use crate::memory::Size;
use crate::state::State;
use crate::value::{mask, Value};
use ep_ir::{scalar, BinOp, CastOp, IntPred};

/// Runs the state. Returns with `st.top.ip` at the op to be executed
/// generally, or with `fuel` below zero.
pub fn run<D: Driver>(program: &Program, st: &mut State<D>, coverage: &Coverage, fuel: &mut i64) {
    let code = &program.code[st.top.func.0 as usize];
    let ops = &code.ops[..];
    let first_op = program.first_op[st.top.func.0 as usize];
    let regs = &mut st.top.regs[..];
    let heap = &mut st.heap;
    let mut ip = st.top.ip as usize;
    let mut executed = 0u64;
    loop {
        match ops[ip] {
            Op::Block { block, weight } => {
                *fuel -= i64::from(weight) + 1;
                if *fuel < 0 {
                    break;
                }
                executed += u64::from(weight);
                if coverage.block(block) {
                    st.new_coverage = true;
                }
            }
            Op::Copy { dst, src } => regs[dst as usize] = regs[src as usize],
            Op::Bin {
                op,
                width,
                flags,
                dst,
                a,
                b,
            } => {
                let (Value::Int(x), Value::Int(y)) = (regs[a as usize], regs[b as usize]) else {
                    break;
                };
                let w = u32::from(width);
                if w > 64 {
                    break;
                }
                let r = match op {
                    BinOp::Add | BinOp::Sub | BinOp::Mul => {
                        if flags != 0 && wraps(op, w, flags, x, y) {
                            break;
                        }
                        let r = match op {
                            BinOp::Add => x.wrapping_add(y),
                            BinOp::Sub => x.wrapping_sub(y),
                            _ => x.wrapping_mul(y),
                        };
                        r & mask(w)
                    }
                    BinOp::And => x & y,
                    BinOp::Or => x | y,
                    BinOp::Xor => x ^ y,
                    BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                        if y >= u64::from(w) || flags != 0 {
                            break;
                        }
                        match op {
                            BinOp::Shl => (x << y) & mask(w),
                            BinOp::LShr => x >> y,
                            _ => (scalar::sext64(w, x) >> y) as u64 & mask(w),
                        }
                    }
                    BinOp::UDiv | BinOp::URem => {
                        if y == 0 || flags != 0 {
                            break;
                        }
                        if op == BinOp::UDiv {
                            x / y
                        } else {
                            x % y
                        }
                    }
                    BinOp::SDiv | BinOp::SRem => {
                        if y == 0 || y == mask(w) || flags != 0 {
                            break;
                        }
                        scalar::bin64(op, w, x, y)
                    }
                };
                regs[dst as usize] = Value::Int(r);
            }
            Op::Cmp {
                pred,
                width,
                dst,
                a,
                b,
            } => {
                let Some(r) = compare(pred, width, regs[a as usize], regs[b as usize]) else {
                    break;
                };
                regs[dst as usize] = Value::Int(u64::from(r));
            }
            Op::CmpBranch {
                pred,
                width,
                a,
                b,
                then,
                els,
                ..
            } => {
                let Some(r) = compare(pred, width, regs[a as usize], regs[b as usize]) else {
                    break;
                };
                if coverage.side(first_op + ip as u32, if r { THEN } else { ELSE }) {
                    st.new_coverage = true;
                }
                ip = if r { then } else { els } as usize;
                continue;
            }
            Op::IntCast {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let Value::Int(x) = regs[src as usize] else {
                    break;
                };
                let r = match op {
                    CastOp::ZExt => x,
                    CastOp::SExt => scalar::sext64(u32::from(from), x) as u64 & mask(u32::from(to)),
                    _ => x & mask(u32::from(to)),
                };
                regs[dst as usize] = Value::Int(r);
            }
            Op::Select { dst, cond, a, b } => {
                let Value::Int(c) = regs[cond as usize] else {
                    break;
                };
                regs[dst as usize] = regs[if c != 0 { a } else { b } as usize];
            }
            Op::PtrOffset { dst, base, offset } => {
                let Value::Ptr(o, off) = regs[base as usize] else {
                    break;
                };
                regs[dst as usize] = Value::Ptr(o, off.wrapping_add(offset));
            }
            Op::PtrIndex {
                dst,
                base,
                index,
                width,
                scale,
                offset,
            } => {
                let (Value::Ptr(o, off), Value::Int(i)) =
                    (regs[base as usize], regs[index as usize])
                else {
                    break;
                };
                let i = scalar::sext64(u32::from(width), i);
                let by = i
                    .wrapping_mul(i64::from(scale))
                    .wrapping_add(i64::from(offset));
                regs[dst as usize] = Value::Ptr(o, off.wrapping_add(by));
            }
            Op::Load {
                dst,
                addr,
                bytes,
                bits,
            } => {
                let Value::Ptr(o, off) = regs[addr as usize] else {
                    break;
                };
                let Some(obj) = heap.get(o) else { break };
                let Size::Known(size) = obj.size else { break };
                let n = bytes as usize;
                if off < 0 || (off as u64).saturating_add(n as u64) > size {
                    break;
                }
                let Some(data) = obj.concrete(off as usize, n) else {
                    break;
                };
                let v = match n {
                    1 => u64::from(data[0]),
                    4 => u64::from(u32::from_le_bytes([data[0], data[1], data[2], data[3]])),
                    8 => {
                        let mut b = [0; 8];
                        b.copy_from_slice(data);
                        u64::from_le_bytes(b)
                    }
                    _ => {
                        let mut b = [0; 8];
                        b[..n].copy_from_slice(data);
                        u64::from_le_bytes(b)
                    }
                };
                regs[dst as usize] = Value::Int(v & mask(u32::from(bits)));
            }
            Op::Store {
                value, addr, bytes, ..
            } => {
                let (Value::Ptr(o, off), Value::Int(v)) =
                    (regs[addr as usize], regs[value as usize])
                else {
                    break;
                };
                let Some(obj) = heap.get_mut(o) else { break };
                let Size::Known(size) = obj.size else { break };
                let n = bytes as usize;
                if off < 0
                    || (off as u64).saturating_add(n as u64) > size
                    || obj.constant
                    || off as u64 >= MAX_USED
                    || obj.swept().is_some()
                {
                    break;
                }
                obj.write(off as usize, &v.to_le_bytes()[..n]);
            }
            Op::Jump { to } => {
                ip = to as usize;
                continue;
            }
            Op::Branch { cond, then, els } => {
                let Value::Int(c) = regs[cond as usize] else {
                    break;
                };
                if coverage.side(first_op + ip as u32, if c != 0 { THEN } else { ELSE }) {
                    st.new_coverage = true;
                }
                ip = if c != 0 { then } else { els } as usize;
                continue;
            }
            Op::Switch { value, table } => {
                let Value::Int(v) = regs[value as usize] else {
                    break;
                };
                let t = &code.switches[table as usize];
                let last = t.targets.len() as u32 - 1;
                let k = t.by_value.get(&v).copied().unwrap_or(last);
                if coverage.side(t.first_side + k, CASE) {
                    st.new_coverage = true;
                }
                ip = t.targets[k as usize] as usize;
                continue;
            }
            Op::Count { counter, by, on } => {
                let Value::Int(v) = regs[by as usize] else {
                    break;
                };
                coverage.count(counter, (v & 1 != 0) == on);
            }
            Op::Check { ok, .. } => {
                let Value::Int(1) = regs[ok as usize] else {
                    break;
                };
            }
            Op::Join { .. }
            | Op::ExitTest { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Rare { .. }
            | Op::IndirectJump { .. }
            | Op::Unreachable
            | Op::UnsupportedEnd { .. } => break,
        }
        ip += 1;
    }
    st.top.ip = ip as u32;
    st.instructions += executed;
}

/// Whether an addition, subtraction or multiplication breaks its flags.
#[inline]
fn wraps(op: BinOp, w: u32, flags: u8, x: u64, y: u64) -> bool {
    if flags & crate::code::NSW != 0 && scalar::wraps_signed64(op, w, x, y) {
        return true;
    }
    flags & crate::code::NUW != 0 && scalar::wraps_unsigned(op, w, u128::from(x), u128::from(y))
}

/// A comparison of concrete integers, or of addresses in one object.
#[inline]
fn compare(pred: IntPred, width: u8, a: Value, b: Value) -> Option<bool> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) if width <= 64 => {
            Some(scalar::cmp64(pred, u32::from(width), x, y))
        }
        // Offsets that lie in an object order as their addresses do.
        (Value::Ptr(o, x), Value::Ptr(p, y)) if o == p && x >= 0 && y >= 0 && width == 64 => {
            Some(scalar::cmp64(pred, 64, x as u64, y as u64))
        }
        _ => None,
    }
}
