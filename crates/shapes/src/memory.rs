//! Reading and writing the cells of regions.
//!
//! A read of exactly a cell has its value; other reads are put together byte
//! by byte where the bytes are known. What must never happen: a byte that was
//! never set is read as a value.

use crate::value::{Cell, Fill, Obj, Object, Ptr, Val};
use ep_ir::module::RelocTarget;
use ep_ir::{Module, Type};

/// One byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    Known(u8),
    /// It was set to something.
    Set,
    Undef,
    /// A piece of an address, or what is not modelled.
    Opaque,
}

/// The byte number `i` of a value.
fn byte(v: &Val, i: u64) -> Byte {
    match v {
        Val::Int(n) if i < 8 => Byte::Known((n >> (8 * i)) as u8),
        Val::Int(_) => Byte::Known(0),
        Val::Sym(_) | Val::Any | Val::Each(_) => Byte::Set,
        Val::Undef => Byte::Undef,
        _ => Byte::Opaque,
    }
}

/// The content of a global of which nothing was written yet.
fn initial(module: &Module, g: ep_ir::GlobalId, off: u64, size: u64) -> Val {
    let Some(init) = module.globals.get(g).and_then(|g| g.init.as_ref()) else {
        return Val::Opaque;
    };
    let word = u64::from(module.layout.ptr_bits / 8);
    let reloc = |r: &&ep_ir::Relocation| r.offset < off + size && off < r.offset + word;
    if let Some(r) = init.relocs.iter().find(reloc) {
        return match r.target {
            _ if r.offset != off || size != word => Val::Opaque,
            RelocTarget::Global(t) => Val::Ptr(Ptr {
                obj: Obj(t.0),
                last: false,
                off: r.addend,
            }),
            RelocTarget::Func(f) if r.addend == 0 => Val::Func(f),
            _ => Val::Opaque,
        };
    }
    let bytes = usize::try_from(off).ok().zip(usize::try_from(size).ok());
    let bytes = bytes.and_then(|(o, n)| init.bytes.get(o..o.checked_add(n)?));
    match bytes {
        Some(b) if size <= 8 => {
            let n = b.iter().rev().fold(0u64, |x, b| x << 8 | u64::from(*b));
            Val::Int(n)
        }
        Some(b) if b.iter().all(|b| *b == 0) => Val::Int(0),
        Some(_) => Val::Any,
        None => Val::Opaque,
    }
}

impl Object {
    /// What lies at `[off, off + size)`, as one value.
    pub fn peek(&self, module: &Module, off: u64, size: u64) -> Val {
        if let Some(c) = self.cells.get(&off).filter(|c| c.size == size) {
            return c.val.clone();
        }
        let mut over = self.overlapping(off, size).peekable();
        if over.peek().is_none() {
            return match self.fill {
                Fill::Undef => Val::Undef,
                Fill::Zero => Val::Int(0),
                Fill::Init(g) => initial(module, g, off, size),
            };
        }
        if size > 64 {
            let all = |v: &Val| over.clone_all(v);
            let covered: u64 = self
                .overlapping(off, size)
                .map(|(o, c)| (o + c.size).min(off + size) - o.max(off))
                .sum();
            let zero = all(&Val::Int(0)) && (covered == size || self.fill == Fill::Zero);
            return if zero { Val::Int(0) } else { Val::Opaque };
        }
        let (mut known, mut set) = (0u64, false);
        let mut undef = false;
        for i in (0..size).rev() {
            let at = off + i;
            let cell = self.overlapping(at, 1).next();
            let b = match (cell, self.fill) {
                (Some((o, c)), _) => byte(&c.val, at - o),
                (None, Fill::Undef) => Byte::Undef,
                (None, Fill::Zero) => Byte::Known(0),
                (None, Fill::Init(g)) => byte(&initial(module, g, at, 1), 0),
            };
            match b {
                Byte::Known(b) => known = known << 8 | u64::from(b),
                Byte::Set => set = true,
                Byte::Undef => undef = true,
                Byte::Opaque => return Val::Opaque,
            }
            if size > 8 && b != Byte::Known(0) {
                set = true;
            }
        }
        match (undef, set) {
            (true, _) => Val::Undef,
            (_, true) => Val::Any,
            _ => Val::Int(known),
        }
    }

    /// The cells that share a byte with `[off, off + size)`.
    pub fn overlapping(&self, off: u64, size: u64) -> Over<'_> {
        let from = self.cells.range(..off).next_back();
        let from = from
            .filter(|(o, c)| *o + c.size > off)
            .map_or(off, |(o, _)| *o);
        Over {
            range: self.cells.range(from..from.max(off.saturating_add(size))),
        }
    }

    /// Makes room: what of a cell lies outside of `[off, off + size)` stays.
    pub fn clear(&mut self, module: &Module, off: u64, size: u64) {
        let over: Vec<(u64, Cell)> = (self.overlapping(off, size))
            .map(|(o, c)| (o, c.clone()))
            .collect();
        for (o, c) in over {
            let end = o + c.size;
            let piece = |this: &Object, from: u64, to: u64| Cell {
                size: to - from,
                val: this.peek(module, from, to - from),
            };
            let before = (o < off).then(|| piece(self, o, off));
            let after = (end > off + size).then(|| piece(self, off + size, end));
            self.cells.remove(&o);
            if let Some(p) = before {
                self.cells.insert(o, p);
            }
            if let Some(p) = after {
                self.cells.insert(off + size, p);
            }
        }
    }

    pub fn write(&mut self, module: &Module, off: u64, size: u64, val: Val) {
        self.clear(module, off, size);
        if size > 0 {
            self.cells.insert(off, Cell { size, val });
        }
    }

    /// Copies bytes of another object here.
    pub fn copy(&mut self, module: &Module, to: u64, src: &Object, from: u64, size: u64) {
        let mut pieces: Vec<(u64, u64, Val)> = Vec::new();
        let mut at = from;
        let word = u64::from(module.layout.ptr_bits / 8);
        let mut gap = |mut a: u64, b: u64| match src.fill {
            Fill::Undef => pieces.push((a, b - a, Val::Undef)),
            Fill::Zero => pieces.push((a, b - a, Val::Int(0))),
            Fill::Init(_) => {
                // By words, where addresses of the initial content lie.
                while a < b {
                    let n = if a % word == 0 && a + word <= b {
                        word
                    } else {
                        1
                    };
                    pieces.push((a, n, src.peek(module, a, n)));
                    a += n;
                }
            }
        };
        let mut cells: Vec<(u64, u64, Val)> = Vec::new();
        for (o, c) in src.overlapping(from, size) {
            let (a, b) = (o.max(from), (o + c.size).min(from + size));
            if a > at {
                gap(at, a);
            }
            cells.push((a, b - a, src.peek(module, a, b - a)));
            at = b;
        }
        if at < from + size {
            gap(at, from + size);
        }
        pieces.extend(cells);
        self.clear(module, to, size);
        for (o, n, val) in pieces {
            if n > 0 {
                self.cells.insert(to + (o - from), Cell { size: n, val });
            }
        }
    }
}

/// Cells in order.
#[derive(Clone)]
pub struct Over<'a> {
    range: std::collections::btree_map::Range<'a, u64, Cell>,
}

impl<'a> Iterator for Over<'a> {
    type Item = (u64, &'a Cell);
    fn next(&mut self) -> Option<Self::Item> {
        self.range.next().map(|(o, c)| (*o, c))
    }
}

/// The same for a look ahead.
trait All {
    fn clone_all(&self, v: &Val) -> bool;
}

impl All for std::iter::Peekable<Over<'_>> {
    fn clone_all(&self, v: &Val) -> bool {
        self.clone().all(|(_, c)| c.val == *v)
    }
}

/// The bits of an integer type that has symbols.
pub fn symbol_bits(module: &Module, ty: Type) -> Option<u32> {
    match ty {
        Type::Int(w) if (1..=64).contains(&w) => Some(w),
        Type::Ptr => Some(module.layout.ptr_bits),
        _ => None,
    }
}
