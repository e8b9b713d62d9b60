//! Variadic arguments as the target's ABI lays them out.
//!
//! Idea: all variadic arguments are stored in the overflow area on the stack;
//! `va_start` says that the register area is used up (`gp_offset` 48,
//! `fp_offset` 176), so the code that clang expands `va_arg` to reads memory.
//! Source: System V ABI, AMD64 supplement, 3.5.7; i386: a plain pointer to
//! 4-byte slots.

use super::machine::{Machine, Passed};
use super::stop::R;
use super::value::Value;
use crate::{FloatFormat, Type};

impl Machine<'_, '_> {
    /// Stores variadic arguments and returns the address of the first.
    pub(super) fn variadic_area(&mut self, args: &[Passed]) -> R<Value> {
        let slot = u64::from(self.ptr_bits / 8);
        // Pass one: where each argument lies.
        let mut offsets: smallvec::SmallVec<[u64; 8]> = smallvec::SmallVec::new();
        let mut at = 0u64;
        for a in args {
            let (size, align) = match (a.byval, a.ty) {
                (Some((size, align)), _) => (size, if slot == 8 { u64::from(align) } else { 4 }),
                (None, Type::Float(FloatFormat::F80)) if slot == 4 => (12, 4),
                (None, Type::Float(FloatFormat::F80 | FloatFormat::F128)) => (16, 16),
                (None, Type::Int(w)) if w > 64 && slot == 8 => (16, 16),
                (None, ty) => (self.module.layout.store_size(ty), slot),
            };
            at = at.next_multiple_of(align.max(slot));
            offsets.push(at);
            at += size.next_multiple_of(slot);
        }
        let area = self.memory.push_stack(at, 16, self.loc)?;
        self.use_stack(at)?;
        for (a, off) in args.iter().zip(offsets) {
            let mut to = area;
            to.bits += off;
            match a.byval {
                Some((size, _)) => self.memory.copy(to, a.value.low(), size)?,
                None => {
                    let n = self.module.layout.store_size(a.ty) as usize;
                    self.memory.store_wide(to, n, a.value)?;
                }
            }
        }
        Ok(area)
    }

    /// `va_start`.
    pub(super) fn va_start(&mut self, list: Value) -> R<()> {
        let area = self
            .frames
            .last()
            .map_or(Value::int(0), |frame| frame.variadic);
        if self.ptr_bits == 32 {
            return self.memory.store(list, 4, area);
        }
        let field = |offset: u64| Value {
            bits: list.bits.wrapping_add(offset),
            ..list
        };
        self.memory.store(list, 4, Value::int(48))?;
        self.memory.store(field(4), 4, Value::int(176))?;
        self.memory.store(field(8), 8, area)?;
        self.memory.store(field(16), 8, Value::int(0))
    }

    /// `va_copy`.
    pub(super) fn va_copy(&mut self, dst: Value, src: Value) -> R<()> {
        let size = if self.ptr_bits == 32 { 4 } else { 24 };
        self.memory.copy(dst, src, size)
    }
}
