//! LLVM types as lists of scalars with their places in memory.
//!
//! An aggregate or vector by value becomes one register per scalar leaf. A
//! value of more than [`MAX_LEAVES`] leaves is unsupported: clang never makes
//! one. Lanes of vectors are packed by bits; [`Leaf::packed`] says when a lane
//! does not stand on whole bytes.

use crate::llvm::Ty;
use ep_ir::{FloatFormat, Type};
use llvm_sys::target::*;
use llvm_sys::LLVMTypeKind as K;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More leaves than this are not scalarised.
pub const MAX_LEAVES: usize = 4096;

/// A scalar of a flattened type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    pub ty: Type,
    /// Byte offset in memory.
    pub offset: u64,
    /// Lanes of a vector whose bits are not whole bytes: no own address.
    pub packed: bool,
}

/// Why something cannot be represented; becomes an unsupported instruction.
pub type Unsupported = String;

/// Widths of the registers of an integer of more than 128 bits, lowest first.
pub fn limbs(bits: u32) -> impl Iterator<Item = u32> {
    (0..bits).step_by(64).map(move |at| (bits - at).min(64))
}

/// Layout queries with a cache.
pub struct Layouts {
    td: LLVMTargetDataRef,
    leaves: FxHashMap<Ty, Result<Rc<[Leaf]>, Unsupported>>,
}

impl Layouts {
    pub fn new(td: LLVMTargetDataRef) -> Layouts {
        Layouts {
            td,
            leaves: FxHashMap::default(),
        }
    }
    pub fn ptr_bits(&self) -> u32 {
        // SAFETY: the layout lives as long as its module, which outlives this.
        unsafe { LLVMPointerSize(self.td) * 8 }
    }
    /// Bytes from one array element to the next.
    pub fn alloc_size(&self, ty: Ty) -> u64 {
        // SAFETY: as in `ptr_bits`; `ty` is sized and of the same context.
        unsafe { LLVMABISizeOfType(self.td, ty.0) }
    }
    pub fn store_size(&self, ty: Ty) -> u64 {
        // SAFETY: as in `ptr_bits`; `ty` is sized and of the same context.
        unsafe { LLVMStoreSizeOfType(self.td, ty.0) }
    }
    pub fn align(&self, ty: Ty) -> u32 {
        // SAFETY: as in `ptr_bits`; `ty` is sized and of the same context.
        unsafe { LLVMABIAlignmentOfType(self.td, ty.0) }
    }
    pub fn field_offset(&self, ty: Ty, index: u32) -> u64 {
        // SAFETY: as in `ptr_bits`; `ty` is a structure with such a field.
        unsafe { LLVMOffsetOfElement(self.td, ty.0, index) }
    }

    /// The scalar type, if `ty` is one.
    pub fn scalar(&self, ty: Ty) -> Result<Option<Type>, Unsupported> {
        Ok(Some(match ty.kind() {
            K::LLVMIntegerTypeKind => {
                let bits = ty.int_bits();
                if bits > 128 {
                    return Err(format!("integers of {bits} bits"));
                }
                Type::Int(bits)
            }
            K::LLVMPointerTypeKind => {
                if ty.address_space() != 0 {
                    return Err(format!("pointers to address space {}", ty.address_space()));
                }
                Type::Ptr
            }
            K::LLVMHalfTypeKind => Type::Float(FloatFormat::F16),
            K::LLVMFloatTypeKind => Type::Float(FloatFormat::F32),
            K::LLVMDoubleTypeKind => Type::Float(FloatFormat::F64),
            K::LLVMX86_FP80TypeKind => Type::Float(FloatFormat::F80),
            K::LLVMFP128TypeKind => Type::Float(FloatFormat::F128),
            K::LLVMBFloatTypeKind => return Err("the type bfloat".to_owned()),
            K::LLVMX86_MMXTypeKind => return Err("the type x86_mmx".to_owned()),
            K::LLVMX86_AMXTypeKind => return Err("the type x86_amx".to_owned()),
            K::LLVMPPC_FP128TypeKind => return Err("the type ppc_fp128".to_owned()),
            K::LLVMTokenTypeKind => return Err("tokens".to_owned()),
            K::LLVMScalableVectorTypeKind => return Err("scalable vectors".to_owned()),
            K::LLVMTargetExtTypeKind => return Err("target types".to_owned()),
            _ => return Ok(None),
        }))
    }

    /// The leaves of a first-class type; none for `void` and empty structs.
    pub fn leaves(&mut self, ty: Ty) -> Result<Rc<[Leaf]>, Unsupported> {
        if let Some(found) = self.leaves.get(&ty) {
            return found.clone();
        }
        let mut out = Vec::new();
        let result = self.flatten(ty, 0, &mut out).map(|()| Rc::from(out));
        self.leaves.insert(ty, result.clone());
        result
    }

    fn flatten(&mut self, ty: Ty, at: u64, out: &mut Vec<Leaf>) -> Result<(), Unsupported> {
        if out.len() > MAX_LEAVES {
            return Err("a very large aggregate by value".to_owned());
        }
        if ty.kind() == K::LLVMIntegerTypeKind && ty.int_bits() > 128 {
            for (i, width) in limbs(ty.int_bits()).enumerate() {
                out.push(Leaf {
                    ty: Type::Int(width),
                    offset: at + 8 * i as u64,
                    packed: false,
                });
            }
            return Ok(());
        }
        if let Some(scalar) = self.scalar(ty)? {
            out.push(Leaf {
                ty: scalar,
                offset: at,
                packed: false,
            });
            return Ok(());
        }
        match ty.kind() {
            K::LLVMVoidTypeKind => Ok(()),
            K::LLVMStructTypeKind => {
                for (i, field) in ty.fields().into_iter().enumerate() {
                    let offset = self.field_offset(ty, i as u32);
                    self.flatten(field, at + offset, out)?;
                }
                Ok(())
            }
            K::LLVMArrayTypeKind => {
                let element = ty.element();
                let stride = self.alloc_size(element);
                for i in 0..ty.array_len() {
                    self.flatten(element, at + i * stride, out)?;
                }
                Ok(())
            }
            K::LLVMVectorTypeKind => {
                let Some(lane) = self.scalar(ty.element())? else {
                    return Err("a vector of aggregates".to_owned());
                };
                let bits = u64::from(self.bits(lane));
                for i in 0..u64::from(ty.vector_len()) {
                    out.push(Leaf {
                        ty: lane,
                        offset: at + i * bits / 8,
                        packed: bits % 8 != 0,
                    });
                }
                Ok(())
            }
            _ => Err("a value of an unknown type".to_owned()),
        }
    }

    /// Bits of a scalar in a register.
    pub fn bits(&self, ty: Type) -> u32 {
        match ty {
            Type::Int(w) => w,
            Type::Float(f) => f.bits(),
            Type::Ptr => self.ptr_bits(),
        }
    }

    /// The range of leaves that an index path selects.
    pub fn leaf_range(&mut self, ty: Ty, path: &[u32]) -> Result<(usize, usize), Unsupported> {
        let Some((&first, rest)) = path.split_first() else {
            return Ok((0, self.leaves(ty)?.len()));
        };
        let mut start = 0;
        let inner = match ty.kind() {
            K::LLVMStructTypeKind => {
                let fields = ty.fields();
                for field in fields.iter().take(first as usize) {
                    start += self.leaves(*field)?.len();
                }
                *fields.get(first as usize).ok_or("a wrong index")?
            }
            K::LLVMArrayTypeKind => {
                start += self.leaves(ty.element())?.len() * first as usize;
                ty.element()
            }
            _ => return Err("a wrong index".to_owned()),
        };
        let (inside, len) = self.leaf_range(inner, rest)?;
        Ok((start + inside, len))
    }
}
