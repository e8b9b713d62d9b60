//! One memory object: concrete bytes with shadows laid over them.
//!
//! A shadow says of a byte that it is not concrete: uninitialised, byte `k` of
//! a term, or byte `k` of an address. A value that was stored whole is loaded
//! whole, without concatenation. Alternatives: a term per byte (KLEE), which
//! makes every load a concatenation; solver arrays, which make every query
//! slow. Cost: the shadow takes eight bytes per byte and exists only where
//! something is not concrete.
//!
//! A write copies the page that it writes to and a table of pages, not the
//! object: states that differ in a few bytes of a buffer share the rest.

use super::swept::Swept;
use ep_ir::{FuncId, GlobalId, LocId};
use ep_term::TermId;
use std::rc::Rc;

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

/// Bytes that are copied together when one of them changes.
const PAGE: usize = 32;
/// Objects of at most so many bytes are one piece.
const FLAT: usize = 64;

/// A part of a large object, shared by the states in which it is the same.
#[derive(Clone, Debug)]
struct Page {
    bytes: [u8; PAGE],
    /// Absent when all is concrete.
    shadow: Option<Box<[Shadow; PAGE]>>,
}

impl Page {
    /// Nothing was written to it yet.
    fn new(uninit: bool) -> Page {
        Page {
            bytes: [0; PAGE],
            shadow: uninit.then(|| Box::new([Shadow::UNINIT; PAGE])),
        }
    }
}

/// What an object holds.
#[derive(Clone, Debug)]
enum Content {
    /// In one piece: small objects, and tables that never change.
    Flat {
        bytes: Vec<u8>,
        /// As long as `bytes`, or absent when all is concrete.
        shadow: Option<Box<[Shadow]>>,
    },
    /// Pages, absent until something is written there. `len` bytes are present.
    Paged {
        pages: Vec<Option<Rc<Page>>>,
        len: usize,
    },
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
    /// What was not written is uninitialised when true, zero otherwise.
    pub uninit: bool,
    /// May be shorter than the size.
    content: Content,
    /// What stands for the content of an array that a loop sweeps. The bytes
    /// are then all uninitialised.
    swept: Option<Rc<Swept>>,
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
            content: Content::EMPTY,
            swept: None,
        }
    }

    /// An object with this content. It is kept in one piece if it is constant.
    pub fn with_bytes(
        base: u64,
        bytes: Vec<u8>,
        align: u32,
        kind: ObjectKind,
        constant: bool,
    ) -> Self {
        let size = Size::Known(bytes.len() as u64);
        let mut content = Content::Flat {
            bytes,
            shadow: None,
        };
        if !constant && size.max() > FLAT as u64 {
            content.divide(false);
        }
        Object {
            base,
            size,
            align,
            kind,
            constant,
            uninit: false,
            content,
            swept: None,
        }
    }

    /// What stands for the content of an array that a loop sweeps.
    #[inline]
    pub fn swept(&self) -> Option<&Rc<Swept>> {
        self.swept.as_ref()
    }

    /// Makes the content unknown but for what `swept` says.
    pub fn sweep(&mut self, swept: Swept) {
        self.forget();
        self.swept = Some(Rc::new(swept));
    }

    /// Somebody writes bytes past what stands for the content: nothing is known
    /// of it any more. True where that is so.
    #[inline]
    fn spoiled(&mut self) -> bool {
        let Some(s) = &mut self.swept else {
            return false;
        };
        Rc::make_mut(s).spoil();
        true
    }

    /// The concrete bytes at `offset`, if all `len` of them are concrete and
    /// present and stand in one page. The caller has checked the bounds.
    #[inline]
    pub fn concrete(&self, offset: usize, len: usize) -> Option<&[u8]> {
        let (bytes, shadow, at) = match &self.content {
            Content::Flat { bytes, shadow } => (&bytes[..], shadow.as_deref(), offset),
            Content::Paged {
                pages,
                len: present,
            } => {
                if offset + len > *present {
                    return None;
                }
                match pages.get(offset / PAGE)? {
                    Some(p) => (
                        &p.bytes[..],
                        p.shadow.as_ref().map(|s| &s[..]),
                        offset % PAGE,
                    ),
                    None if self.uninit => return None,
                    None => (&[0; PAGE][..], None, offset % PAGE),
                }
            }
        };
        let bytes = bytes.get(at..at + len)?;
        match shadow {
            None => Some(bytes),
            Some(s) => s[at..at + len].iter().all(|s| s.0 == 0).then_some(bytes),
        }
    }

    /// Copies the bytes at `offset`, if all are concrete and present.
    #[inline]
    pub fn copy_concrete(&self, offset: usize, to: &mut [u8]) -> bool {
        self.runs(offset, to.len()).all(|(at, n)| {
            let bytes = self.concrete(at, n);
            bytes.is_some_and(|b| {
                to[at - offset..at - offset + n].copy_from_slice(b);
                true
            })
        })
    }

    /// Whether `len` bytes at `offset` are concrete and present.
    #[inline]
    pub fn is_concrete(&self, offset: usize, len: usize) -> bool {
        self.runs(offset, len)
            .all(|(at, n)| self.concrete(at, n).is_some())
    }

    /// The ranges of a range that stand in one piece each.
    fn runs(&self, offset: usize, len: usize) -> impl Iterator<Item = (usize, usize)> {
        let flat = matches!(self.content, Content::Flat { .. });
        let end = offset + len;
        let mut at = offset;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let next = match flat {
                true => end,
                false => end.min((at / PAGE + 1) * PAGE),
            };
            let run = (at, next - at);
            at = next;
            Some(run)
        })
    }

    /// What one byte holds.
    #[inline]
    pub fn byte(&self, offset: usize) -> (ByteKind, u8) {
        let (shadow, byte) = self.raw(offset);
        (shadow.decode(), byte)
    }

    /// The raw shadow of a byte.
    #[inline]
    pub fn raw(&self, offset: usize) -> (Shadow, u8) {
        let untouched = match self.uninit {
            true => (Shadow::UNINIT, 0),
            false => (Shadow::CONCRETE, 0),
        };
        match &self.content {
            Content::Flat { bytes, shadow } => match bytes.get(offset) {
                None => untouched,
                Some(&b) => (shadow.as_ref().map_or(Shadow::CONCRETE, |s| s[offset]), b),
            },
            Content::Paged { pages, .. } => match pages.get(offset / PAGE) {
                Some(Some(p)) => {
                    let at = offset % PAGE;
                    let shadow = p.shadow.as_ref().map_or(Shadow::CONCRETE, |s| s[at]);
                    (shadow, p.bytes[at])
                }
                _ => untouched,
            },
        }
    }

    /// Each byte that is one of an address: its offset, the entry of the table
    /// of addresses, and which byte of that address it is.
    pub fn each_address(&self, mut f: impl FnMut(usize, u32, u8)) {
        let mut all = |from: usize, shadow: &[Shadow]| {
            for (i, s) in shadow.iter().enumerate() {
                if let ByteKind::Address(entry, k) = s.decode() {
                    f(from + i, entry, k);
                }
            }
        };
        match &self.content {
            Content::Flat { shadow, .. } => all(0, shadow.as_deref().unwrap_or_default()),
            Content::Paged { pages, .. } => {
                for (i, p) in pages.iter().enumerate() {
                    if let Some(s) = p.as_ref().and_then(|p| p.shadow.as_ref()) {
                        all(i * PAGE, &s[..]);
                    }
                }
            }
        }
    }

    /// Makes the first `len` bytes present.
    fn grow(&mut self, len: usize) {
        let old = self.present();
        if len <= old {
            return;
        }
        // Small objects are made whole at once; large ones in powers of two,
        // since most of a large buffer is often never touched.
        let max = self.size.max();
        let want = (len.next_power_of_two().max(64) as u64).min(max.max(len as u64)) as usize;
        if want > FLAT {
            self.content.divide(self.uninit);
        }
        match &mut self.content {
            Content::Flat { bytes, shadow } => {
                bytes.resize(want, 0);
                if shadow.is_some() || self.uninit {
                    let fill = match self.uninit {
                        true => Shadow::UNINIT,
                        false => Shadow::CONCRETE,
                    };
                    let mut s = shadow
                        .take()
                        .map_or_else(|| vec![Shadow::CONCRETE; old], |s| s.into_vec());
                    s.resize(want, fill);
                    *shadow = Some(s.into_boxed_slice());
                }
            }
            Content::Paged { pages, len } => {
                // What was zero or written stays so behind the old end.
                pages.resize(want.div_ceil(PAGE), None);
                *len = want;
            }
        }
    }

    /// The page that holds a byte, to be written.
    fn page(pages: &mut [Option<Rc<Page>>], offset: usize, uninit: bool) -> &mut Page {
        let page = pages[offset / PAGE].get_or_insert_with(|| Rc::new(Page::new(uninit)));
        Rc::make_mut(page)
    }

    /// Writes concrete bytes.
    #[inline]
    pub fn write(&mut self, offset: usize, data: &[u8]) {
        if self.spoiled() {
            return;
        }
        let end = offset + data.len();
        self.grow(end);
        let (bytes, shadow, at) = match &mut self.content {
            Content::Flat { bytes, shadow } => {
                bytes[offset..end].copy_from_slice(data);
                if let Some(s) = shadow {
                    s[offset..end].fill(Shadow::CONCRETE);
                    // Whoever writes it from front to back is done.
                    if end == s.len() && s.iter().all(|s| s.0 == 0) {
                        *shadow = None;
                    }
                }
                return;
            }
            Content::Paged { pages, .. } => {
                if offset % PAGE + data.len() > PAGE {
                    return self.write_pages(offset, data);
                }
                let page = Self::page(pages, offset, self.uninit);
                (&mut page.bytes, &mut page.shadow, offset % PAGE)
            }
        };
        let end = at + data.len();
        bytes[at..end].copy_from_slice(data);
        if let Some(s) = shadow {
            s[at..end].fill(Shadow::CONCRETE);
            if end == PAGE && s.iter().all(|s| s.0 == 0) {
                *shadow = None;
            }
        }
    }

    /// Writes concrete bytes to several pages, which are present.
    fn write_pages(&mut self, offset: usize, data: &[u8]) {
        for (at, n) in self.runs(offset, data.len()) {
            self.write(at, &data[at - offset..at - offset + n]);
        }
    }

    /// Sets the shadows of `len` bytes from `f(index)`.
    pub fn write_shadow(&mut self, offset: usize, len: usize, f: impl Fn(u8) -> Shadow) {
        if self.spoiled() {
            return;
        }
        self.grow(offset + len);
        match &mut self.content {
            Content::Flat { bytes, shadow } => {
                let n = bytes.len();
                let s = shadow.get_or_insert_with(|| vec![Shadow::CONCRETE; n].into_boxed_slice());
                for (i, slot) in s[offset..offset + len].iter_mut().enumerate() {
                    *slot = f(i as u8);
                }
            }
            Content::Paged { pages, .. } => {
                let mut i = 0;
                while i < len {
                    let at = (offset + i) % PAGE;
                    let n = (PAGE - at).min(len - i);
                    let page = Self::page(pages, offset + i, self.uninit);
                    let s = page
                        .shadow
                        .get_or_insert_with(|| Box::new([Shadow::CONCRETE; PAGE]));
                    for (k, slot) in s[at..at + n].iter_mut().enumerate() {
                        *slot = f((i + k) as u8);
                    }
                    i += n;
                }
            }
        }
    }

    /// Sets one byte with its shadow.
    pub fn write_raw(&mut self, offset: usize, raw: (Shadow, u8)) {
        if self.spoiled() {
            return;
        }
        self.grow(offset + 1);
        match &mut self.content {
            Content::Flat { bytes, shadow } => {
                bytes[offset] = raw.1;
                if raw.0 != Shadow::CONCRETE || shadow.is_some() {
                    let n = bytes.len();
                    let s =
                        shadow.get_or_insert_with(|| vec![Shadow::CONCRETE; n].into_boxed_slice());
                    s[offset] = raw.0;
                }
            }
            Content::Paged { pages, .. } => {
                let page = Self::page(pages, offset, self.uninit);
                let at = offset % PAGE;
                page.bytes[at] = raw.1;
                if raw.0 != Shadow::CONCRETE || page.shadow.is_some() {
                    let s = page
                        .shadow
                        .get_or_insert_with(|| Box::new([Shadow::CONCRETE; PAGE]));
                    s[at] = raw.0;
                }
            }
        }
    }

    /// Marks everything uninitialised again.
    #[inline]
    pub fn forget(&mut self) {
        self.content = Content::EMPTY;
        self.uninit = true;
        self.swept = None;
    }

    /// Takes over the first `count` bytes of another object.
    pub fn copy_start(&mut self, from: &Object, count: u64) {
        let count = count as usize;
        let present = from.present().min(count);
        if present > 0 {
            self.grow(present);
        }
        for (at, n) in from.runs(0, present) {
            if let Some(bytes) = from.concrete(at, n) {
                self.write(at, bytes);
                continue;
            }
            for i in at..at + n {
                self.write_raw(i, from.raw(i));
            }
        }
        if !from.uninit && present < count {
            // Zeros that were never touched.
            let zeros = vec![0; count - present];
            self.write(present, &zeros);
        }
    }

    /// Bytes that are present.
    #[inline]
    pub fn present(&self) -> usize {
        match &self.content {
            Content::Flat { bytes, .. } => bytes.len(),
            Content::Paged { len, .. } => *len,
        }
    }

    /// Bytes that it does not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let shadow = std::mem::size_of::<Shadow>();
        let mut n = std::mem::size_of::<Object>();
        match &self.content {
            Content::Flat { bytes, shadow: s } => {
                n += bytes.capacity() + s.as_ref().map_or(0, |s| s.len() * shadow);
            }
            Content::Paged { pages, .. } => {
                n += 8 * pages.capacity();
                for p in pages.iter().flatten() {
                    if seen.insert(Rc::as_ptr(p) as usize) {
                        n += 16 + std::mem::size_of::<Page>();
                        n += p.shadow.as_ref().map_or(0, |s| s.len() * shadow);
                    }
                }
            }
        }
        n
    }
}

impl Content {
    const EMPTY: Content = Content::Flat {
        bytes: Vec::new(),
        shadow: None,
    };

    /// Into pages. What stands behind it is uninitialised or zero.
    fn divide(&mut self, uninit: bool) {
        let Content::Flat { bytes, shadow } = self else {
            return;
        };
        let len = bytes.len();
        let page = |at: usize| {
            let n = PAGE.min(len - at);
            let mut page = Page::new(uninit);
            page.bytes[..n].copy_from_slice(&bytes[at..at + n]);
            let mut all = match uninit {
                true => [Shadow::UNINIT; PAGE],
                false => [Shadow::CONCRETE; PAGE],
            };
            match shadow {
                Some(s) => all[..n].copy_from_slice(&s[at..at + n]),
                None => all[..n].fill(Shadow::CONCRETE),
            }
            let mixed = all.iter().any(|s| s.0 != 0);
            page.shadow = mixed.then(|| Box::new(all));
            Some(Rc::new(page))
        };
        let pages = (0..len).step_by(PAGE).map(page).collect();
        *self = Content::Paged { pages, len };
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

    /// What an object does, byte by byte.
    struct Plain {
        cells: Vec<(Shadow, u8)>,
        uninit: bool,
    }

    impl Plain {
        fn same(&self, o: &Object) {
            let size = self.cells.len();
            for (i, c) in self.cells.iter().enumerate() {
                let (shadow, byte) = o.raw(i);
                assert_eq!(shadow, c.0, "byte {i}");
                if shadow == Shadow::CONCRETE {
                    assert_eq!(byte, c.1, "byte {i}");
                }
            }
            let untouched = match self.uninit {
                true => (Shadow::UNINIT, 0),
                false => (Shadow::CONCRETE, 0),
            };
            for at in 0..size {
                let n = (size - at).min(1 + at % 40);
                let cells = &self.cells[at..at + n];
                let all: Option<Vec<u8>> = cells
                    .iter()
                    .map(|c| (c.0 == Shadow::CONCRETE).then_some(c.1))
                    .collect();
                let mut copy = vec![0; n];
                let present = at + n <= o.present();
                assert_eq!(o.is_concrete(at, n), all.is_some() && present);
                if o.copy_concrete(at, &mut copy) {
                    assert_eq!(Some(&copy), all.as_ref());
                }
                if let Some(b) = o.concrete(at, n) {
                    assert_eq!(Some(b), all.as_deref());
                }
                if !present {
                    assert!(self.cells[o.present()..].iter().all(|c| *c == untouched));
                }
            }
        }
    }

    #[test]
    fn pages_hold_what_an_array_of_bytes_holds() {
        let mut random = ep_base::random::Random::new(3);
        for (size, uninit) in [
            (7, true),
            (64, false),
            (65, true),
            (300, true),
            (1000, false),
        ] {
            let fresh = |uninit| {
                let kind = ObjectKind::Environment;
                Object::new(0, Size::Known(size as u64), 1, kind, uninit)
            };
            let mut o = fresh(uninit);
            let cell = match uninit {
                true => (Shadow::UNINIT, 0),
                false => (Shadow::CONCRETE, 0),
            };
            let mut plain = Plain {
                cells: vec![cell; size],
                uninit,
            };
            for round in 0..300u32 {
                let at = random.below(size);
                let n = 1 + random.below((size - at).min(70));
                let kept = (o.clone(), plain.cells.clone());
                match random.below(8) {
                    0..=3 => {
                        let data: Vec<u8> = (0..n).map(|_| random.bits() as u8).collect();
                        o.write(at, &data);
                        for (c, b) in plain.cells[at..].iter_mut().zip(&data) {
                            *c = (Shadow::CONCRETE, *b);
                        }
                    }
                    4 | 5 => {
                        o.write_shadow(at, n, |i| Shadow::term(TermId(round), i));
                        for i in 0..n {
                            plain.cells[at + i].0 = Shadow::term(TermId(round), i as u8);
                        }
                    }
                    6 => {
                        o.write_raw(at, (Shadow::address(round, 1), 0));
                        plain.cells[at].0 = Shadow::address(round, 1);
                    }
                    _ => {
                        // Into another object, as `realloc` does.
                        let mut other = fresh(true);
                        other.copy_start(&o, n as u64);
                        let mut cells = vec![(Shadow::UNINIT, 0); size];
                        cells[..n].copy_from_slice(&plain.cells[..n]);
                        let other_plain = Plain {
                            cells,
                            uninit: true,
                        };
                        other_plain.same(&other);
                    }
                }
                plain.same(&o);
                // The copy from before does not see it.
                let before = Plain {
                    cells: kept.1,
                    uninit,
                };
                before.same(&kept.0);
            }
        }
    }

    #[test]
    fn a_write_to_a_copy_takes_a_page_and_not_the_object() {
        let mut seen = rustc_hash::FxHashSet::default();
        let bytes = vec![1; 1 << 16];
        let kind = ObjectKind::Environment;
        let o = Object::with_bytes(0, bytes.clone(), 1, kind, false);
        let whole = o.footprint(&mut seen);
        let mut copy = o.clone();
        copy.write_shadow(1000, 4, |i| Shadow::term(TermId(1), i));
        let more = copy.footprint(&mut seen);
        assert!(4 * more < whole, "{more} of {whole} bytes");
        // A table that never changes has no pages.
        let table = Object::with_bytes(0, bytes, 1, kind, true);
        assert_eq!(table.concrete(31, 100), Some(&[1u8; 100][..]));
    }
}
