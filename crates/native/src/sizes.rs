//! The section `.stack_sizes` of an object or a program.
//!
//! Idea: clang's `-fstack-size-section` writes for each function its address
//! and the bytes that its prologue takes, in unsigned LEB128. In an object the
//! address is a relocation against the function or against its section; in a
//! linked program it is there. Functions whose frame depends on values are left
//! out by the compiler, so that they are in no table here either. Source:
//! LLVM's "Emitting function stack size information" (CodeGenerator).
//!
//! What must never happen: a size is given to another function than the one it
//! was written for. An address that no function begins at is an error.

use object::{Architecture, Object, ObjectSection, ObjectSymbol, RelocationTarget, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};

/// The sizes of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// By function: all its names, and bytes.
    pub functions: Vec<(Vec<String>, u64)>,
    /// Bytes of an address on that machine.
    pub word: u64,
}

/// Whether these bytes are such a file.
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// Where functions begin: section (none in a linked program) and address.
type Starts = BTreeMap<At, Vec<String>>;

/// Section and address.
type At = (Option<usize>, u64);

/// Reads the sizes.
///
/// # Errors
/// One sentence: it is no ELF file, has no such section, or half of one.
pub fn read(bytes: &[u8]) -> Result<Sizes, String> {
    let file = object::File::parse(bytes).map_err(|e| format!("this is no ELF file: {e}"))?;
    let linked = file.kind() != object::ObjectKind::Relocatable;
    // The lowest bit of an address in Thumb code is no part of it.
    let thumb = file.architecture() == Architecture::Arm;
    let clean = |n: u64| if thumb { n & !1 } else { n };
    let home = |s: Option<object::SectionIndex>| s.filter(|_| !linked).map(|s| s.0);
    let mut starts: Starts = BTreeMap::new();
    for s in file.symbols() {
        let (Ok(name), false) = (s.name(), s.is_undefined()) else {
            continue;
        };
        if s.kind() == SymbolKind::Text && !name.is_empty() {
            let at = (home(s.section_index()), clean(s.address()));
            starts.entry(at).or_default().push(name.to_string());
        }
    }
    let mut out = Sizes {
        functions: Vec::new(),
        word: if file.is_64() { 8 } else { 4 },
    };
    let (mut seen, mut sections) = (BTreeSet::new(), 0);
    for section in file.sections() {
        if section.name() != Ok(".stack_sizes") {
            continue;
        }
        sections += 1;
        for (at, bytes) in entries(&file, &section, home, clean)? {
            // What the linker left out has no address.
            if linked && at.1 == 0 {
                continue;
            }
            let Some(names) = starts.get(&at) else {
                return Err(format!(
                    "no function begins at {:#x}, which has a size of {bytes} bytes: the symbols are missing",
                    at.1
                ));
            };
            if seen.insert((at, bytes)) {
                out.functions.push((names.clone(), bytes));
            }
        }
    }
    match sections {
        0 => Err("there is no section .stack_sizes".into()),
        _ => Ok(out),
    }
}

/// The pairs of one section.
fn entries<'d>(
    file: &object::File<'d>,
    section: &object::Section<'d, '_>,
    home: impl Fn(Option<object::SectionIndex>) -> Option<usize>,
    clean: impl Fn(u64) -> u64,
) -> Result<Vec<(At, u64)>, String> {
    let half = || "the section .stack_sizes ends in the middle of an entry".to_string();
    let data = section
        .data()
        .map_err(|e| format!("the section .stack_sizes cannot be read: {e}"))?;
    let word = if file.is_64() { 8 } else { 4 };
    let mut moved = BTreeMap::new();
    for (offset, r) in section.relocations() {
        moved.insert(offset, r);
    }
    let mut out = Vec::new();
    let mut at = 0usize;
    while at < data.len() {
        let end = at.checked_add(word).ok_or_else(half)?;
        let raw = data.get(at..end).ok_or_else(half)?;
        let digit = |n: u64, b: &u8| n << 8 | u64::from(*b);
        let written = match file.is_little_endian() {
            true => raw.iter().rev().fold(0, digit),
            false => raw.iter().fold(0, digit),
        };
        let place = match moved.get(&(at as u64)) {
            None => (None, clean(written)),
            Some(r) => {
                let RelocationTarget::Symbol(index) = r.target() else {
                    return Err("an address in .stack_sizes leads to no symbol".into());
                };
                let symbol = file
                    .symbol_by_index(index)
                    .map_err(|e| format!("an address in .stack_sizes leads to no symbol: {e}"))?;
                let mut address = symbol.address().wrapping_add(r.addend() as u64);
                if r.has_implicit_addend() {
                    address = address.wrapping_add(written);
                }
                let mask = if word == 4 {
                    u64::from(u32::MAX)
                } else {
                    u64::MAX
                };
                (home(symbol.section_index()), clean(address & mask))
            }
        };
        at = end;
        let (mut bytes, mut shift) = (0u64, 0u32);
        loop {
            let b = *data.get(at).ok_or_else(half)?;
            at += 1;
            let part = u64::from(b & 0x7f);
            if shift >= 64 || part << shift >> shift != part {
                return Err("a size in .stack_sizes has more than 64 bits".into());
            }
            bytes |= part << shift;
            shift += 7;
            if b & 0x80 == 0 {
                break;
            }
        }
        out.push((place, bytes));
    }
    Ok(out)
}
