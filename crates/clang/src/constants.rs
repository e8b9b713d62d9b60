//! Constant addresses and the bytes of initialisers.
//!
//! An address constant is a base (global, function, label, or none) plus a
//! byte offset; constant expressions over it (GEP, casts, additions) are
//! folded here. What does not fold is computed by instructions in a function,
//! and makes a global's initial content unknown in an initialiser.

use crate::layout::Unsupported;
use crate::llvm::{Op, Ty, Value};
use crate::lower::Lowerer;
use ep_ir::{Init, Operand, RelocTarget, Relocation};
use llvm_sys::LLVMTypeKind as T;
use llvm_sys::LLVMValueKind as K;

/// A constant address or integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    pub base: Option<RelocTarget>,
    pub offset: i64,
}

impl Address {
    /// As an operand; a function or label with an offset has none.
    pub fn operand(self, ptr_bits: u32) -> Option<Operand> {
        let mask = if ptr_bits == 32 {
            0xffff_ffff
        } else {
            u64::MAX
        };
        match self.base {
            None => Some(Operand::Int(self.offset as u64 & mask)),
            Some(RelocTarget::Global(g)) => Some(Operand::Global(g, self.offset)),
            Some(RelocTarget::Func(f)) if self.offset == 0 => Some(Operand::Func(f)),
            Some(RelocTarget::Label(f, b)) if self.offset == 0 => Some(Operand::Label(f, b)),
            Some(_) => None,
        }
    }
}

impl Lowerer {
    /// Folds a constant of pointer or pointer-sized integer type. `None` when
    /// it is not an address of this simple form.
    pub fn address(&mut self, v: Value) -> Option<Address> {
        let base = |target| {
            Some(Address {
                base: Some(target),
                offset: 0,
            })
        };
        match v.kind() {
            K::LLVMGlobalVariableValueKind => base(RelocTarget::Global(self.global_id(v))),
            K::LLVMFunctionValueKind => base(RelocTarget::Func(self.function_id(v))),
            K::LLVMGlobalAliasValueKind => self.address(v.aliased()),
            K::LLVMBlockAddressValueKind => {
                let (f, bb) = v.labelled();
                let (f, b) = self.label(f, bb);
                base(RelocTarget::Label(f, b))
            }
            K::LLVMConstantPointerNullValueKind => Some(Address {
                base: None,
                offset: 0,
            }),
            K::LLVMConstantIntValueKind => {
                let (width, bits) = v.constant_bits()?;
                if width > 64 {
                    return None;
                }
                let shift = 64 - width;
                Some(Address {
                    base: None,
                    offset: ((bits as u64) << shift) as i64 >> shift,
                })
            }
            K::LLVMConstantExprValueKind => self.address_expression(v),
            _ => None,
        }
    }

    fn address_expression(&mut self, v: Value) -> Option<Address> {
        if v.ty().is_vector() {
            return None;
        }
        match v.const_opcode() {
            Op::LLVMGetElementPtr => {
                let base = self.address(v.operand(0))?;
                let offset = self.constant_gep_offset(v)?;
                Some(Address {
                    base: base.base,
                    offset: base.offset.wrapping_add(offset),
                })
            }
            Op::LLVMPtrToInt | Op::LLVMIntToPtr => {
                // Only without a change of width.
                let bits = |l: &Lowerer, ty: Ty| match ty.kind() {
                    T::LLVMIntegerTypeKind => ty.int_bits(),
                    _ => l.layouts.ptr_bits(),
                };
                let inner = v.operand(0);
                if bits(self, v.ty()) != bits(self, inner.ty()) {
                    return None;
                }
                self.address(inner)
            }
            Op::LLVMBitCast => self.address(v.operand(0)),
            Op::LLVMAdd => {
                let a = self.address(v.operand(0))?;
                let b = self.address(v.operand(1))?;
                if a.base.is_some() && b.base.is_some() {
                    return None;
                }
                Some(Address {
                    base: a.base.or(b.base),
                    offset: a.offset.wrapping_add(b.offset),
                })
            }
            Op::LLVMSub => {
                let a = self.address(v.operand(0))?;
                let b = self.address(v.operand(1))?;
                let base = match b.base {
                    None => a.base,
                    Some(_) if a.base == b.base => None,
                    Some(_) => return None,
                };
                Some(Address {
                    base,
                    offset: a.offset.wrapping_sub(b.offset),
                })
            }
            _ => None,
        }
    }

    /// Bytes that a GEP adds when all its indices are constants.
    fn constant_gep_offset(&mut self, gep: Value) -> Option<i64> {
        let mut ty = gep.source_type();
        let mut offset = 0i64;
        for i in 1..gep.operand_count() {
            let index = self.address(gep.operand(i))?;
            if index.base.is_some() {
                return None;
            }
            let step = if i == 1 {
                self.layouts.alloc_size(ty) as i64
            } else if ty.kind() == T::LLVMStructTypeKind {
                let field = u32::try_from(index.offset).ok()?;
                offset = offset.wrapping_add(self.layouts.field_offset(ty, field) as i64);
                ty = *ty.fields().get(field as usize)?;
                continue;
            } else {
                ty = ty.element();
                self.layouts.alloc_size(ty) as i64
            };
            offset = offset.wrapping_add(index.offset.wrapping_mul(step));
        }
        Some(offset)
    }

    /// Writes a constant of type `ty` at `at`.
    pub fn write_constant(
        &mut self,
        v: Value,
        at: u64,
        init: &mut Init,
    ) -> Result<(), Unsupported> {
        if let Some(data) = v.constant_data() {
            return put(init, at, data);
        }
        match v.kind() {
            K::LLVMUndefValueValueKind
            | K::LLVMPoisonValueKind
            | K::LLVMConstantAggregateZeroValueKind
            | K::LLVMConstantPointerNullValueKind => Ok(()),
            K::LLVMConstantIntValueKind | K::LLVMConstantFPValueKind => {
                let Some((width, bits)) = v.constant_bits() else {
                    return wide_integer(v, at, init);
                };
                let bytes = width.div_ceil(8) as usize;
                put(init, at, &bits.to_le_bytes()[..bytes])
            }
            K::LLVMConstantStructValueKind => {
                let ty = v.ty();
                for i in 0..v.operand_count() {
                    let offset = self.layouts.field_offset(ty, i);
                    self.write_constant(v.operand(i), at + offset, init)?;
                }
                Ok(())
            }
            K::LLVMConstantArrayValueKind | K::LLVMConstantVectorValueKind => {
                let stride = self.layouts.alloc_size(v.ty().element());
                for i in 0..v.operand_count() {
                    self.write_constant(v.operand(i), at + u64::from(i) * stride, init)?;
                }
                Ok(())
            }
            _ => {
                let Some(address) = self.address(v) else {
                    return Err("a computed initial value".to_owned());
                };
                let size = self.layouts.store_size(v.ty());
                match address.base {
                    None => put(
                        init,
                        at,
                        &address.offset.to_le_bytes()[..size.min(8) as usize],
                    ),
                    Some(target) if size * 8 == u64::from(self.layouts.ptr_bits()) => {
                        init.relocs.push(Relocation {
                            offset: at,
                            target,
                            addend: address.offset,
                        });
                        Ok(())
                    }
                    Some(_) => Err("a truncated address as initial value".to_owned()),
                }
            }
        }
    }
}

fn wide_integer(v: Value, at: u64, init: &mut Init) -> Result<(), Unsupported> {
    if v.ty().kind() != T::LLVMIntegerTypeKind {
        return Err("a float of more than 128 bits".to_owned());
    }
    for (i, width) in crate::layout::limbs(v.ty().int_bits()).enumerate() {
        let word = v.constant_word(i as u32).to_le_bytes();
        put(init, at + 8 * i as u64, &word[..width.div_ceil(8) as usize])?;
    }
    Ok(())
}

fn put(init: &mut Init, at: u64, data: &[u8]) -> Result<(), Unsupported> {
    let start = usize::try_from(at).map_err(|_| "a huge initialiser")?;
    let place = start
        .checked_add(data.len())
        .and_then(|end| init.bytes.get_mut(start..end))
        .ok_or("an initial value outside its object")?;
    place.copy_from_slice(data);
    Ok(())
}
