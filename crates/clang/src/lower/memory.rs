//! Memory: allocas, loads, stores, atomics, and where a variable's life starts.
//!
//! C: each time a declaration without initialiser is reached, its object
//! becomes indeterminate. Clang's debug declaration stands at exactly that
//! place, so in sources compiled by us it ends the old value when the block
//! can run more than once. (Lifetime markers at -O0 would do it too, at the
//! price of a cleanup switch at every `break` and `return`.)

use super::function::{FnLower, Parts};
use crate::layout::{Leaf, Unsupported};
use crate::llvm::{Op, Value};
use ep_ir::debug::VarStorage;
use ep_ir::inst::RmwOp;
use ep_ir::{InstKind, Operand, Reg, Type};
use llvm_sys::LLVMAtomicRMWBinOp as Rmw;
use smallvec::smallvec;

/// What clang calls the memory of a structure that a call returned and that is
/// used in its expression only.
const TEMPORARIES: [&str; 2] = ["tmp", "coerce"];

impl FnLower<'_> {
    pub fn alloca(&mut self, v: Value) -> Result<(), Unsupported> {
        if self.promoted.contains_key(&v) {
            return Ok(());
        }
        let ty = v.allocated_type();
        let size = self.lw.layouts.alloc_size(ty);
        let count = v.operand(0);
        let count = match count.constant_bits() {
            Some((_, 1)) => None,
            _ => Some((self.one(count)?, self.scalar(count)?)),
        };
        let dst = self.new_reg(Type::Ptr);
        let var = self.declared.get(&v).copied();
        if let Some(var) = var {
            self.vars[var].storage = VarStorage::Memory(dst);
        }
        self.emit(InstKind::Alloca {
            dst,
            size,
            align: v.align().max(1),
            count,
            var,
        });
        self.bind(v, smallvec![Operand::Reg(dst)]);
        Ok(())
    }

    /// The old value of a variable ends where its declaration is reached.
    pub fn scope_start(&mut self, v: Value) {
        let Some((address, _)) = v.declare() else {
            return;
        };
        let again = self
            .index
            .get(&self.current)
            .and_then(|b| self.repeated.get(b.0 as usize))
            .copied()
            .unwrap_or(false);
        if !again || !self.lw.module.from_source {
            return;
        }
        match self.declared.get(&address) {
            Some(var) if self.vars[*var].arg == 0 => {}
            _ => return,
        }
        let pending = std::mem::take(&mut self.pending);
        if let Some(&dst) = self.promoted.get(&address) {
            self.emit(InstKind::Copy {
                dst,
                src: Operand::Undef,
            });
        } else if self.is_static_alloca(address) {
            if let Some([ptr]) = self.vals.get(&address).map(|p| p.as_slice()) {
                let ptr = *ptr;
                self.emit(InstKind::Lifetime { ptr, end: false });
            }
        }
        self.pending = pending;
    }

    pub fn is_static_alloca(&self, v: Value) -> bool {
        let entry = self.f.blocks().first().copied();
        v.is_instruction()
            && v.opcode() == Op::LLVMAlloca
            && Some(v.block()) == entry
            && v.operand(0).is_constant_int()
    }

    pub fn load(&mut self, v: Value) -> Result<(), Unsupported> {
        let address = v.operand(0);
        if let Some(&src) = self.promoted.get(&address) {
            let dst = self.new_reg(self.regs[src]);
            self.emit(InstKind::Copy {
                dst,
                src: Operand::Reg(src),
            });
            self.bind(v, smallvec![Operand::Reg(dst)]);
            return Ok(());
        }
        let leaves = self.leaves(v)?;
        let base = self.one(address)?;
        let (align, volatile) = (v.align().max(1), v.is_volatile());
        if volatile {
            // Also where no debug information says what it was declared as.
            let mut root = address;
            while root.is_instruction() && root.opcode() == Op::LLVMGetElementPtr {
                root = root.operand(0);
            }
            if let Operand::Global(g, _) = self.one(root)? {
                self.lw.module.globals[g].volatile = true;
            }
        }
        let mut out = Parts::new();
        if leaves.first().is_some_and(|l| l.packed) {
            // Lanes without an own address: read all bits at once.
            let (ty, whole) = self.packed(&leaves)?;
            let dst = self.new_reg(whole);
            self.emit(InstKind::Load {
                dst,
                ty: whole,
                addr: base,
                align,
                volatile,
            });
            let width = self.lw.layouts.bits(whole);
            let lane = self.lw.layouts.bits(ty);
            for i in 0..leaves.len() as u32 {
                out.push(self.slice(Operand::Reg(dst), width, i * lane, lane));
            }
        } else {
            for leaf in leaves.iter() {
                let addr = self.at(base, leaf.offset);
                let dst = self.new_reg(leaf.ty);
                self.emit(InstKind::Load {
                    dst,
                    ty: leaf.ty,
                    addr,
                    align: leaf_align(align, leaf),
                    volatile,
                });
                out.push(Operand::Reg(dst));
            }
        }
        self.bind(v, out);
        Ok(())
    }

    /// Whether a value is the address of (a part of) what a call returned,
    /// which has no name.
    fn is_in_temporary(&self, mut value: Value) -> bool {
        while value.is_instruction() && value.opcode() == Op::LLVMGetElementPtr {
            value = value.operand(0);
        }
        let unnamed = value.is_instruction()
            && value.opcode() == Op::LLVMAlloca
            && !self.declared.contains_key(&value);
        unnamed && {
            let name = value.name();
            TEMPORARIES.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit()))
        }
    }

    pub fn store(&mut self, v: Value) -> Result<(), Unsupported> {
        let (value, address) = (v.operand(0), v.operand(1));
        if self.lw.in_source_order && self.is_in_temporary(value) {
            return Err("keeping the address of a result that has no name: it ends \
                        with its expression (C17 6.2.4, 8)"
                .into());
        }
        if let Some(&dst) = self.promoted.get(&address) {
            let src = self.one(value)?;
            self.emit(InstKind::Copy { dst, src });
            return Ok(());
        }
        let leaves = self.leaves(value)?;
        let parts = self.parts(value)?;
        let base = self.one(address)?;
        let (align, volatile) = (v.align().max(1), v.is_volatile());
        if leaves.first().is_some_and(|l| l.packed) {
            let (ty, whole) = self.packed(&leaves)?;
            let (lane, width) = (self.lw.layouts.bits(ty), self.lw.layouts.bits(whole));
            let value = self.join(&parts, lane, width);
            self.emit(InstKind::Store {
                ty: whole,
                value,
                addr: base,
                align,
                volatile,
            });
            return Ok(());
        }
        for (leaf, value) in leaves.iter().zip(parts) {
            let addr = self.at(base, leaf.offset);
            self.emit(InstKind::Store {
                ty: leaf.ty,
                value,
                addr,
                align: leaf_align(align, leaf),
                volatile,
            });
        }
        Ok(())
    }

    /// The lane type and the integer that holds all packed lanes.
    fn packed(&self, leaves: &[Leaf]) -> Result<(Type, Type), Unsupported> {
        let ty = leaves.first().map(|l| l.ty).unwrap_or(Type::Int(1));
        let bits = self.lw.layouts.bits(ty) as usize * leaves.len();
        if leaves.iter().any(|l| !l.packed || l.ty != ty) || bits > 128 {
            return Err("a wide vector of packed lanes in memory".to_owned());
        }
        Ok((ty, Type::Int(bits as u32)))
    }

    /// The address `offset` bytes behind `base`.
    fn at(&mut self, base: Operand, offset: u64) -> Operand {
        match base {
            _ if offset == 0 => base,
            Operand::Global(g, o) => Operand::Global(g, o.wrapping_add(offset as i64)),
            _ => {
                let dst = self.new_reg(Type::Ptr);
                self.emit(InstKind::PtrAdd {
                    dst,
                    base,
                    offset: offset as i64,
                    terms: Vec::new(),
                    inbounds: true,
                });
                Operand::Reg(dst)
            }
        }
    }

    pub fn atomic_rmw(&mut self, v: Value) -> Result<(), Unsupported> {
        let op = match v.atomic_op() {
            Rmw::LLVMAtomicRMWBinOpXchg => RmwOp::Xchg,
            Rmw::LLVMAtomicRMWBinOpAdd => RmwOp::Add,
            Rmw::LLVMAtomicRMWBinOpSub => RmwOp::Sub,
            Rmw::LLVMAtomicRMWBinOpAnd => RmwOp::And,
            Rmw::LLVMAtomicRMWBinOpNand => RmwOp::Nand,
            Rmw::LLVMAtomicRMWBinOpOr => RmwOp::Or,
            Rmw::LLVMAtomicRMWBinOpXor => RmwOp::Xor,
            Rmw::LLVMAtomicRMWBinOpMax => RmwOp::Max,
            Rmw::LLVMAtomicRMWBinOpMin => RmwOp::Min,
            Rmw::LLVMAtomicRMWBinOpUMax => RmwOp::UMax,
            Rmw::LLVMAtomicRMWBinOpUMin => RmwOp::UMin,
            Rmw::LLVMAtomicRMWBinOpFAdd => RmwOp::FAdd,
            Rmw::LLVMAtomicRMWBinOpFSub => RmwOp::FSub,
            other => return Err(format!("the atomic operation {other:?}")),
        };
        let addr = self.one(v.operand(0))?;
        let value = self.one(v.operand(1))?;
        let ty = self.scalar(v)?;
        let dst = self.single(v)?;
        self.emit(InstKind::AtomicRmw {
            op,
            ty,
            dst,
            addr,
            value,
        });
        Ok(())
    }

    pub fn compare_exchange(&mut self, v: Value) -> Result<(), Unsupported> {
        let addr = self.one(v.operand(0))?;
        let expected = self.one(v.operand(1))?;
        let new = self.one(v.operand(2))?;
        let ty = self.scalar(v.operand(1))?;
        let [old, success] = self.fresh(v)?[..] else {
            return Err("a compare and exchange of an aggregate".to_owned());
        };
        self.emit(InstKind::CmpXchg {
            ty,
            old,
            success,
            addr,
            expected,
            new,
        });
        Ok(())
    }

    /// A fresh register for a scalar result, bound to `v`.
    pub fn single(&mut self, v: Value) -> Result<Reg, Unsupported> {
        match self.fresh(v)?[..] {
            [reg] => Ok(reg),
            _ => Err("an aggregate where a scalar is expected".to_owned()),
        }
    }
}

/// The alignment that is known at a leaf's offset.
fn leaf_align(align: u32, leaf: &Leaf) -> u32 {
    if leaf.offset == 0 {
        return align;
    }
    let at = 1u64 << leaf.offset.trailing_zeros().min(16);
    align.min(at as u32)
}
