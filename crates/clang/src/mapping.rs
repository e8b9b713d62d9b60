//! Clang's coverage mapping, read from what it writes into each unit.
//!
//! Idea: before units are linked, the records of their functions are read and
//! their arrays of counters get the numbers of the whole program as names, which
//! linking keeps; functions that several units have (`inline`) are one, by the
//! hash of their name. The instructions that count are found by these names when
//! functions are lowered ([`crate::lower`]).
//! Source: LLVM, "LLVM Code Coverage Mapping Format", versions 6 and 7.
//! Alternatives: `llvm-cov export` of a native build has the regions without
//! their counters; the calls that count before LLVM lowers them are gone only
//! together with its inlining of what is always inlined. Cost: linear in the
//! mapping, which is a tenth of the bitcode.
//!
//! What is not understood leaves the unit without a mapping: what is covered is
//! then told by positions.

use crate::llvm::Value;
use ep_ir::mapping::{Mapped, Mapping, Region, RegionKind, Times};
use ep_ir::{InstKind, Module};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use rustc_hash::FxHashMap;

/// How arrays of counters are called here: with the number of the first one.
pub const COUNTERS: &str = "__ep_counters_";

/// The versions of the format, as they are written.
const VERSIONS: std::ops::RangeInclusive<u128> = 5..=6;

/// Collects the mapping of a program unit by unit.
#[derive(Default)]
pub struct Collector {
    mapping: Mapping,
    /// The function with the name of this hash.
    known: FxHashMap<u64, usize>,
    files: FxHashMap<String, u32>,
    /// A unit came without a mapping.
    incomplete: bool,
}

/// What a record says beside the regions.
struct Record {
    name: u64,
    /// No code was made of the function.
    unused: bool,
    mapped: Mapped,
}

impl Collector {
    /// Takes the mapping of a unit that is not linked yet.
    pub fn unit(&mut self, module: LLVMModuleRef) {
        let globals = globals(module);
        let paths = globals.iter().find_map(|(name, v)| match name.as_str() {
            "__llvm_coverage_mapping" => paths(*v),
            _ => None,
        });
        let arrays: FxHashMap<&str, Value> = globals
            .iter()
            .filter_map(|(name, v)| Some((name.strip_prefix("__profc_")?, *v)))
            .collect();
        let Some(paths) = paths else {
            // A unit without functions has none; what counts all the same is
            // found, and left out.
            self.incomplete |= !arrays.is_empty();
            for array in arrays.values() {
                array.rename(&format!("{COUNTERS}0"));
            }
            return;
        };
        for (_, v) in globals.iter().filter(|g| g.0.starts_with("__covrec_")) {
            match record(*v, &paths, &mut |p| self.file(p)) {
                Some(r) => self.add(r),
                None => self.incomplete = true,
            }
        }
        for (name, v) in &globals {
            let Some(array) = name.strip_prefix("__profd_").and_then(|s| arrays.get(s)) else {
                continue;
            };
            let hash = v.initializer().and_then(|i| number(i, 0));
            let at = hash.and_then(|h| self.known.get(&(h as u64)).copied());
            let Some(mapped) = at.and_then(|at| self.mapping.functions.get_mut(at)) else {
                self.incomplete = true;
                array.rename(&format!("{COUNTERS}0"));
                continue;
            };
            if mapped.counters == 0 {
                mapped.first = self.mapping.counters;
                mapped.counters = u32::try_from(array.value_type().array_len()).unwrap_or(0);
                self.mapping.counters = mapped.first.saturating_add(mapped.counters);
            }
            array.rename(&format!("{COUNTERS}{}", mapped.first));
        }
        for (name, v) in &globals {
            // Two units may have one: each has its own array, of one number.
            if name.starts_with("__prof") {
                v.leave_group();
            }
        }
    }

    /// A unit came that was not made to count.
    pub fn without(&mut self) {
        self.incomplete = true;
    }

    fn add(&mut self, r: Record) {
        let next = self.mapping.functions.len();
        match self.known.get(&r.name) {
            // One that was used is the one that counts.
            Some(at) if !r.unused => {
                if let Some(old) = self.mapping.functions.get_mut(*at) {
                    if old.counters == 0 {
                        *old = r.mapped;
                    }
                }
            }
            Some(_) => {}
            None => {
                self.known.insert(r.name, next);
                self.mapping.functions.push(r.mapped);
            }
        }
    }

    fn file(&mut self, path: &str) -> u32 {
        if let Some(n) = self.files.get(path) {
            return *n;
        }
        let n = self.mapping.files.len() as u32;
        self.mapping.files.push(path.to_owned());
        self.files.insert(path.to_owned(), n);
        n
    }

    /// The mapping of the program, if every unit has one. Files below `not` are
    /// not the user's and lose their names; others are called as positions call them.
    pub fn finish<'f>(
        mut self,
        not: &[String],
        files: impl Iterator<Item = &'f String>,
    ) -> Option<Mapping> {
        if self.incomplete || self.mapping.functions.is_empty() {
            return None;
        }
        let given = files.filter(|f| f.starts_with('/'));
        let given: FxHashMap<String, &String> = given.map(|f| (plain(f), f)).collect();
        for path in &mut self.mapping.files {
            if let Some(name) = given.get(path.as_str()) {
                path.clone_from(name);
            }
        }
        for path in &mut self.mapping.files {
            if not.iter().any(|n| path.starts_with(n.as_str())) {
                path.clear();
            }
        }
        Some(self.mapping)
    }
}

/// Takes the counters out of a program without a mapping.
pub fn drop_counters(module: &mut Module) {
    for (_, f) in module.functions.iter_mut() {
        for (_, block) in f.blocks.iter_mut() {
            block
                .insts
                .retain(|i| !matches!(i.kind, InstKind::Count { .. }));
        }
    }
}

fn globals(module: LLVMModuleRef) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    // SAFETY: the module lives while its unit is read, and so does its list.
    let mut v = unsafe { LLVMGetFirstGlobal(module) };
    while let Some(global) = Value::some(v) {
        out.push((global.name(), global));
        // SAFETY: not null, and of the same list.
        v = unsafe { LLVMGetNextGlobal(v) };
    }
    out
}

fn number(v: Value, i: u32) -> Option<u128> {
    v.constant_element(i)?.constant_bits().map(|b| b.1)
}

/// The paths of the files of a unit: the first one is where clang was run.
fn paths(v: Value) -> Option<Vec<String>> {
    let whole = v.initializer()?;
    let head = whole.constant_element(0)?;
    if !VERSIONS.contains(&number(head, 3)?) {
        return None;
    }
    let mut bytes = Bytes(whole.constant_element(1)?.constant_data()?);
    let count = bytes.number()?;
    let (_, packed) = (bytes.number()?, bytes.number()?);
    if packed != 0 {
        return None;
    }
    let mut out: Vec<String> = Vec::new();
    for _ in 0..count {
        let length = usize::try_from(bytes.number()?).ok()?;
        let text = String::from_utf8_lossy(bytes.take(length)?).into_owned();
        out.push(match out.first() {
            Some(folder) if !text.starts_with('/') => plain(&format!("{folder}/{text}")),
            _ => text,
        });
    }
    Some(out)
}

/// A path without `.` and `..`, which LLVM's tools leave out too.
fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// The record of a function: hash of the name, length, hash of the function,
/// hash of the files, and the mapping.
fn record(v: Value, paths: &[String], file: &mut dyn FnMut(&str) -> u32) -> Option<Record> {
    let whole = v.initializer()?;
    let (name, hash) = (number(whole, 0)? as u64, number(whole, 2)?);
    let mut bytes = Bytes(whole.constant_element(4)?.constant_data()?);
    let mut mapped = Mapped::default();
    for _ in 0..bytes.number()? {
        let path = paths.get(usize::try_from(bytes.number()?).ok()?)?;
        mapped.files.push(file(path));
    }
    for _ in 0..bytes.number()? {
        let (a, b) = (bytes.number()?, bytes.number()?);
        mapped.expressions.push((times(a), times(b)));
    }
    for n in 0..mapped.files.len() as u32 {
        let mut line = 0u32;
        for _ in 0..bytes.number()? {
            let mut region = head(&mut bytes, n)?;
            line = line.checked_add(u32::try_from(bytes.number()?).ok()?)?;
            let column = u32::try_from(bytes.number()?).ok()?;
            let lines = u32::try_from(bytes.number()?).ok()?;
            let mut end = u32::try_from(bytes.number()?).ok()?;
            if end & GAP != 0 {
                region.kind = RegionKind::Gap;
                end &= !GAP;
            }
            // Whole lines.
            let whole = column == 0 && end == 0;
            region.start = (line, if whole { 1 } else { column });
            region.end = (line.checked_add(lines)?, if whole { u32::MAX } else { end });
            mapped.regions.push(region);
        }
    }
    expansions(&mut mapped);
    Some(Record {
        name,
        unused: hash == 0,
        mapped,
    })
}

/// The bit of an end column that makes a region a gap.
const GAP: u32 = 1 << 31;

/// The kind of a region and its counters.
fn head(bytes: &mut Bytes, file: u32) -> Option<Region> {
    let first = bytes.number()?;
    let mut region = Region {
        kind: RegionKind::Code,
        file,
        expanded: 0,
        times: times(first),
        otherwise: Times::Zero,
        start: (0, 0),
        end: (0, 0),
    };
    if first & 3 != 0 {
        return Some(region);
    }
    if first & 4 != 0 {
        region.kind = RegionKind::Expansion;
        region.expanded = u32::try_from(first >> 3).ok()?;
        return Some(region);
    }
    match first >> 3 {
        0 => {}
        2 => region.kind = RegionKind::Skipped,
        4 => {
            region.kind = RegionKind::Branch;
            region.times = times(bytes.number()?);
            region.otherwise = times(bytes.number()?);
        }
        // Decisions of MC/DC, which nobody asked for.
        _ => return None,
    }
    Some(region)
}

fn times(n: u64) -> Times {
    let which = (n >> 2) as u32;
    match n & 3 {
        0 => Times::Zero,
        1 => Times::Counter(which),
        2 => Times::Difference(which),
        _ => Times::Sum(which),
    }
}

/// A macro is used as often as the first region of what it is expanded to.
fn expansions(m: &mut Mapped) {
    for _ in 1..m.files.len() {
        let mut of: Vec<Option<usize>> = vec![None; m.files.len()];
        for (i, r) in m.regions.iter().enumerate() {
            if r.kind == RegionKind::Expansion {
                if let Some(slot) = of.get_mut(r.expanded as usize) {
                    *slot = Some(i);
                }
            }
        }
        for i in 0..m.regions.len() {
            let (file, count) = (m.regions[i].file, m.regions[i].times);
            if let Some(at) = of.get_mut(file as usize).and_then(Option::take) {
                m.regions[at].times = count;
            }
        }
    }
}

/// Numbers in groups of seven bits, lowest first.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn number(&mut self) -> Option<u64> {
        let mut out = 0u64;
        for shift in (0..64).step_by(7) {
            let (first, rest) = self.0.split_first()?;
            self.0 = rest;
            out |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return Some(out);
            }
        }
        None
    }

    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups_of_seven_bits() {
        let mut b = Bytes(&[0x05, 0xa8, 0x80, 0x80, 0x80, 0x08, 0x80]);
        assert_eq!(b.number(), Some(5));
        assert_eq!(b.number(), Some(0x8000_0028));
        assert_eq!(b.number(), None);
    }

    #[test]
    fn paths_are_told_as_llvm_tells_them() {
        assert_eq!(plain("/home/me/./a/../b.c"), "/home/me/b.c");
    }
}
