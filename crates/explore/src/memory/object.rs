//! One memory object: concrete bytes with shadows laid over them.
//!
//! A shadow says of a byte that it is not concrete: uninitialised, byte `k` of
//! a term, or byte `k` of an address. A value that was stored whole is loaded
//! whole, without concatenation. Alternatives: a term per byte (KLEE), which
//! makes every load a concatenation; solver arrays, which make every query
//! slow. Cost: the shadow takes eight bytes per byte and exists only in objects
//! that hold something that is not concrete.

use ep_ir::{FuncId, GlobalId, LocId};
use ep_term::TermId;

/// Bytes of one object that are kept; a program that uses more ends its path
/// as not modelled.
pub const MAX_USED: u64 = 64 << 20;

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    /// A local of this function.
    Stack(FuncId),
    /// Allocated by `malloc` and its kin at this place of the user's source.
    Heap(FuncId, LocId),
    /// Made by the environment: arguments, files, variables.
    Environment,
    /// Registers of a device at an address that was given (`--mmio`).
    Device,
    /// Behind a pointer that the entry function was given: a block that its
    /// caller allocated.
    Initial,
    /// The variable arguments of the entry.
    Arguments,
}

/// The size of an object in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    Known(u64),
    /// A term of pointer width and its greatest possible value on this path.
    Symbolic {
        term: TermId,
        max: u64,
    },
}

impl Size {
    /// The greatest size that is possible.
    #[inline]
    pub fn max(self) -> u64 {
        match self {
            Size::Known(n) => n,
            Size::Symbolic { max, .. } => max,
        }
    }
}

/// What a byte holds if it is not concrete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Shadow(u64);

/// A decoded [`Shadow`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteKind {
    Concrete,
    Uninit,
    /// Byte `index` (little endian) of a term whose width is a multiple of 8.
    Term(TermId, u8),
    /// Byte `index` of an entry of the worker's table of addresses.
    Address(u32, u8),
}

impl Shadow {
    /// The byte is in `bytes`.
    pub const CONCRETE: Shadow = Shadow(0);
    /// The byte was never written.
    pub const UNINIT: Shadow = Shadow(1);

    /// Byte `index` of `term`.
    #[inline]
    pub fn term(term: TermId, index: u8) -> Shadow {
        Shadow(2 | u64::from(index) << 8 | u64::from(term.0) << 32)
    }
    /// Byte `index` of an address.
    #[inline]
    pub fn address(entry: u32, index: u8) -> Shadow {
        Shadow(3 | u64::from(index) << 8 | u64::from(entry) << 32)
    }
    /// What it says.
    #[inline]
    pub fn decode(self) -> ByteKind {
        let index = (self.0 >> 8) as u8;
        let id = (self.0 >> 32) as u32;
        match self.0 as u8 {
            0 => ByteKind::Concrete,
            1 => ByteKind::Uninit,
            2 => ByteKind::Term(TermId(id), index),
            _ => ByteKind::Address(id, index),
        }
    }
}

/// A live object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Address of its first byte.
    pub base: u64,
    pub size: Size,
    pub align: u32,
    pub kind: ObjectKind,
    /// Writing to it is an error.
    pub constant: bool,
    /// Content beyond `bytes` (of a lazily grown object) is uninitialised
    /// when true, zero otherwise.
    pub uninit: bool,
    /// Concrete content. May be shorter than the size.
    bytes: Vec<u8>,
    /// As long as `bytes`, or absent when all is concrete.
    shadow: Option<Box<[Shadow]>>,
}

impl Object {
    /// An object whose content is zero or uninitialised as `uninit` says.
    pub fn new(base: u64, size: Size, align: u32, kind: ObjectKind, uninit: bool) -> Self {
        Object {
            base,
            size,
            align,
            kind,
            constant: false,
            uninit,
            bytes: Vec::new(),
            shadow: None,
        }
    }

    /// An object with this content.
    pub fn with_bytes(base: u64, bytes: Vec<u8>, align: u32, kind: ObjectKind) -> Self {
        Object {
            base,
            size: Size::Known(bytes.len() as u64),
            align,
            kind,
            constant: false,
            uninit: false,
            bytes,
            shadow: None,
        }
    }

    /// The concrete bytes at `offset`, if all `len` of them are concrete and
    /// present. The caller has checked the bounds.
    #[inline]
    pub fn concrete(&self, offset: usize, len: usize) -> Option<&[u8]> {
        let bytes = self.bytes.get(offset..offset + len)?;
        match &self.shadow {
            None => Some(bytes),
            Some(s) => s[offset..offset + len]
                .iter()
                .all(|s| s.0 == 0)
                .then_some(bytes),
        }
    }

    /// What one byte holds.
    #[inline]
    pub fn byte(&self, offset: usize) -> (ByteKind, u8) {
        match self.bytes.get(offset) {
            None if self.uninit => (ByteKind::Uninit, 0),
            None => (ByteKind::Concrete, 0),
            Some(&b) => match &self.shadow {
                None => (ByteKind::Concrete, b),
                Some(s) => (s[offset].decode(), b),
            },
        }
    }

    /// The raw shadow of a byte.
    #[inline]
    pub fn raw(&self, offset: usize) -> (Shadow, u8) {
        match self.bytes.get(offset) {
            None if self.uninit => (Shadow::UNINIT, 0),
            None => (Shadow::CONCRETE, 0),
            Some(&b) => (
                self.shadow.as_ref().map_or(Shadow::CONCRETE, |s| s[offset]),
                b,
            ),
        }
    }

    /// Makes the first `len` bytes present.
    fn grow(&mut self, len: usize) {
        let old = self.bytes.len();
        if len <= old {
            return;
        }
        // Small objects are made whole at once; large ones in powers of two,
        // since most of a large buffer is often never touched.
        let max = self.size.max();
        let want = (len.next_power_of_two().max(64) as u64).min(max.max(len as u64)) as usize;
        self.bytes.resize(want, 0);
        if self.uninit {
            let mut s = self
                .shadow
                .take()
                .map_or_else(|| vec![Shadow::CONCRETE; old], |s| s.into_vec());
            s.resize(want, Shadow::UNINIT);
            self.shadow = Some(s.into_boxed_slice());
        } else if let Some(s) = self.shadow.take() {
            let mut s = s.into_vec();
            s.resize(want, Shadow::CONCRETE);
            self.shadow = Some(s.into_boxed_slice());
        }
    }

    /// Writes concrete bytes.
    #[inline]
    pub fn write(&mut self, offset: usize, data: &[u8]) {
        self.grow(offset + data.len());
        self.bytes[offset..offset + data.len()].copy_from_slice(data);
        if let Some(s) = &mut self.shadow {
            s[offset..offset + data.len()].fill(Shadow::CONCRETE);
        }
    }

    /// Sets the shadows of `len` bytes from `f(index)`.
    pub fn write_shadow(&mut self, offset: usize, len: usize, f: impl Fn(u8) -> Shadow) {
        self.grow(offset + len);
        let n = self.bytes.len();
        let s = self
            .shadow
            .get_or_insert_with(|| vec![Shadow::CONCRETE; n].into_boxed_slice());
        for (i, slot) in s[offset..offset + len].iter_mut().enumerate() {
            *slot = f(i as u8);
        }
    }

    /// Sets one byte with its shadow.
    pub fn write_raw(&mut self, offset: usize, raw: (Shadow, u8)) {
        self.grow(offset + 1);
        self.bytes[offset] = raw.1;
        if raw.0 != Shadow::CONCRETE || self.shadow.is_some() {
            let n = self.bytes.len();
            let s = self
                .shadow
                .get_or_insert_with(|| vec![Shadow::CONCRETE; n].into_boxed_slice());
            s[offset] = raw.0;
        }
    }

    /// Marks everything uninitialised again.
    pub fn forget(&mut self) {
        self.bytes.clear();
        self.shadow = None;
        self.uninit = true;
    }

    /// Takes over the first `count` bytes of another object.
    pub fn copy_start(&mut self, from: &Object, count: u64) {
        let count = count as usize;
        let present = from.bytes.len().min(count);
        if present > 0 {
            self.grow(present);
            self.bytes[..present].copy_from_slice(&from.bytes[..present]);
            match (&from.shadow, &mut self.shadow) {
                (None, None) => {}
                (None, Some(s)) => s[..present].fill(Shadow::CONCRETE),
                (Some(f), _) => {
                    for (i, s) in f[..present].iter().enumerate() {
                        let byte = self.bytes[i];
                        self.write_raw(i, (*s, byte));
                    }
                }
            }
        }
        if !from.uninit && present < count {
            // Zeros that were never touched.
            let zeros = vec![0; count - present];
            self.write(present, &zeros);
        }
    }

    /// Bytes that are present.
    pub fn present(&self) -> usize {
        self.bytes.len()
    }

    /// An estimate of its memory in bytes.
    pub fn footprint(&self) -> usize {
        std::mem::size_of::<Object>()
            + self.bytes.len()
            + self.shadow.as_ref().map_or(0, |s| s.len() * 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadow_round_trip() {
        assert_eq!(
            Shadow::term(TermId(77), 3).decode(),
            ByteKind::Term(TermId(77), 3)
        );
        assert_eq!(Shadow::address(9, 7).decode(), ByteKind::Address(9, 7));
        assert_eq!(Shadow::UNINIT.decode(), ByteKind::Uninit);
        assert_eq!(Shadow::CONCRETE.decode(), ByteKind::Concrete);
    }

    #[test]
    fn growing_keeps_what_was_written_and_leaves_the_rest_uninitialised() {
        let mut o = Object::new(0, Size::Known(1000), 1, ObjectKind::Environment, true);
        assert_eq!(o.byte(5).0, ByteKind::Uninit);
        o.write(3, &[1, 2]);
        o.write(900, &[7]);
        assert_eq!(o.byte(3), (ByteKind::Concrete, 1));
        assert_eq!(o.byte(5).0, ByteKind::Uninit);
        assert_eq!(o.byte(899).0, ByteKind::Uninit);
        assert_eq!(o.byte(900), (ByteKind::Concrete, 7));
        assert_eq!(o.concrete(3, 2), Some(&[1u8, 2][..]));
        assert_eq!(o.concrete(3, 3), None);
        o.write_shadow(3, 2, |i| Shadow::term(TermId(5), i));
        assert_eq!(o.byte(4).0, ByteKind::Term(TermId(5), 1));
        o.forget();
        assert_eq!(o.byte(900).0, ByteKind::Uninit);
    }
}
