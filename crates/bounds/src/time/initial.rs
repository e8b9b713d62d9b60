//! What memory holds when an entry begins, as far as control hangs on it.
//!
//! Idea: `main` begins with what the linker wrote into the variables. Any other entry
//! is called at some time of a run, so that its globals, and the fields of what its
//! parameters lead to, hold anything: they are inputs as the parameters themselves, and
//! a bound may speak of `b->len` and of `count`. Only what a relevant load reads at an
//! offset that is a number becomes one; of the rest nothing is known, as before. What is
//! written later is a store as any other one. Pointers of a structure lead to objects of
//! their own, which is an assumption that is told; else a write through one of them
//! would change the structure itself.
//!
//! Source: document 004, section 2 (the initial state of a symbolic execution) and
//! section 5 (inputs as parameters of the bound). Alternative: an input at the first
//! load; that needs to know on each way that nothing was written since the start.
//! Cost: one pass over the program, a cell per input.

use super::addressed::{addr_of, addresses};
use super::engine::{AreaKey, Engine};
use super::lin::{pow2, Interval, Lin};
use super::rules::{Num, View};
use super::start::links_of;
use super::state::{Area, Cell, FamilyKey, State, Value};
use ep_base::outcome::Place;
use ep_base::time::{Assumption, ParameterKind};
use ep_ir::analysis::addresses_taken;
use ep_ir::{
    Callee, DebugType, DebugTypeId, FuncId, GlobalId, InstKind, Module, Operand, RelocTarget, Type,
};
use ep_machine::world::pointers::target_type;
use ep_machine::world::shape::strip;
use num_bigint::{BigInt, Sign};
use std::collections::BTreeSet;

/// Cells that the start holds at most: each is carried along by every state.
const MOST: usize = 48;
/// Inputs of an entry beside its parameters.
const INPUTS: usize = 12;
/// Elements of an array in a structure that are fields of it.
const ELEMENTS: u64 = 8;

/// An object that a parameter of the entry leads to.
pub(super) struct Behind {
    /// The parameter's number and its name.
    pub index: u32,
    pub name: String,
    /// What the source says the object is.
    pub to: DebugTypeId,
    pub area: Area,
}

/// Loads that matter, at offsets that are numbers.
#[derive(Default)]
struct Reads {
    /// Of variables, by offset and type.
    globals: BTreeSet<(GlobalId, i64, Read)>,
    /// Of what some pointer leads to.
    behind: BTreeSet<(i64, Read)>,
    /// Of what this parameter of the entry leads to, at its beginning.
    direct: BTreeSet<(u32, Read)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Read {
    Integer(u32),
    Pointer,
}

/// A scalar in an object.
struct Leaf {
    offset: u64,
    is: LeafType,
    /// How the source reaches it: `.len`, `.row[2]`.
    path: String,
}

enum LeafType {
    Integer {
        bits: u32,
        signed: bool,
    },
    /// To this type.
    Pointer(DebugTypeId),
}

impl Engine<'_> {
    /// Puts what memory holds at the start into its cells.
    pub(super) fn initial(&mut self, s: &mut State, entry: FuncId, behind: &[Behind]) {
        let program = self.module.functions.get(entry).map(|f| f.name == "main");
        let reads = self.reads(entry);
        if program == Some(true) {
            return self.linked(s, &reads);
        }
        for b in behind {
            self.structure(s, entry, &reads, b);
        }
        // What runs before the entry may have written them.
        if self.module.constructors.is_empty() {
            self.variables(s, entry, &reads);
        }
    }

    fn reads(&self, entry: FuncId) -> Reads {
        let mut out = Reads::default();
        for f in reached(self.module, entry) {
            let Some(function) = self.module.functions.get(f) else {
                continue;
            };
            let at = addresses(function);
            for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
                let InstKind::Load {
                    dst,
                    ty,
                    addr,
                    volatile: false,
                    ..
                } = &inst.kind
                else {
                    continue;
                };
                let read = match ty {
                    Type::Int(bits) if *bits % 8 == 0 && self.relevant.register(f, *dst) => {
                        Read::Integer(*bits)
                    }
                    Type::Ptr => Read::Pointer,
                    _ => continue,
                };
                match (addr, addr_of(addr, &at)) {
                    (_, (Some(g), offset)) => {
                        out.globals.insert((g, offset, read));
                    }
                    (Operand::Reg(r), (None, offset)) => {
                        out.behind.insert((offset, read));
                        let own = function.params.iter().position(|p| p.reg == *r);
                        if let (Some(i), true) = (own, self.entry == Some(f)) {
                            out.direct.insert((i as u32, read));
                        }
                    }
                    _ => {}
                }
            }
        }
        out
    }

    /// What the linker wrote.
    fn linked(&mut self, s: &mut State, reads: &Reads) {
        for (g, offset, read) in reads.globals.iter().take(MOST) {
            let Some(global) = self.module.globals.get(*g) else {
                continue;
            };
            // What models of the library keep, what starts a program has set.
            let own = (self.module.locs.get(global.loc)).is_some_and(|p| p.line > 0);
            if global.constant || global.volatile || !own {
                continue;
            }
            let bytes = self.bytes_of(*read);
            let Some(value) = self.written_at(*g, *offset, bytes, *read) else {
                continue;
            };
            let area = self.area(AreaKey::Global(*g), Some(global.size), false);
            s.cells.insert((area, *offset), Cell { bytes, value });
        }
    }

    fn bytes_of(&self, read: Read) -> u64 {
        match read {
            Read::Integer(bits) => u64::from(bits / 8),
            Read::Pointer => u64::from(self.module.layout.ptr_bits / 8),
        }
    }

    /// The initial content of a variable as a value.
    fn written_at(&mut self, g: GlobalId, offset: i64, bytes: u64, read: Read) -> Option<Value> {
        let init = self.module.globals.get(g)?.init.as_ref()?;
        let from = usize::try_from(offset).ok()?;
        let to = from.checked_add(usize::try_from(bytes).ok()?)?;
        let raw = init.bytes.get(from..to)?;
        let word = u64::from(self.module.layout.ptr_bits / 8);
        let mut over = init
            .relocs
            .iter()
            .filter(|r| r.offset < to as u64 && r.offset.saturating_add(word) > from as u64);
        let reloc = over.next();
        match (read, reloc) {
            (Read::Integer(bits), None) => {
                let view = match self.is_math() {
                    true => View::Signed,
                    false => View::Unsigned,
                };
                let n = BigInt::from_bytes_le(Sign::Plus, raw);
                Some(Value::Int(Num {
                    form: Lin::number(view.convert(bits, &n)),
                    view,
                    bits,
                }))
            }
            (Read::Pointer, None) => raw.iter().all(|b| *b == 0).then_some(Value::Null),
            (Read::Pointer, Some(r)) if r.offset == from as u64 => match r.target {
                RelocTarget::Func(f) if r.addend == 0 => Some(Value::Function(f)),
                RelocTarget::Global(to) => {
                    let offset = Lin::number(r.addend);
                    let size = self.module.globals.get(to).map(|g| g.size);
                    let area = self.area(AreaKey::Global(to), size, false);
                    Some(Value::Pointer { area, offset })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Integers in variables are inputs, and so is how long a list is there.
    fn variables(&mut self, s: &mut State, entry: FuncId, reads: &Reads) {
        let mut left = INPUTS;
        for (g, offset, read) in &reads.globals {
            let Some(global) = self.module.globals.get(*g) else {
                continue;
            };
            let at = u64::try_from(*offset);
            let (Ok(at), false) = (at, global.constant || global.volatile) else {
                continue;
            };
            let own = (self.module.locs.get(global.loc)).is_some_and(|p| p.line > 0);
            // An address there is no number that anybody knows, and leads where it does.
            let width = self.bytes_of(*read);
            let word = u64::from(self.module.layout.ptr_bits / 8);
            let over = |r: &ep_ir::Relocation| r.offset < at + width && r.offset + word > at;
            let linked = global
                .init
                .as_ref()
                .is_none_or(|i| i.relocs.iter().any(over));
            if linked || !own || left == 0 {
                continue;
            }
            let size = Some(global.size);
            let variable = global.name.clone();
            let leaves = leaves(self.module, global.ty);
            let Some(leaf) = leaves
                .into_iter()
                .find(|l| l.offset == at && l.is_read(*read))
            else {
                continue;
            };
            let name = format!("{variable}{}", leaf.path);
            let area = self.area(AreaKey::Global(*g), size, false);
            match leaf.is {
                LeafType::Integer { bits, signed } => {
                    let kind = ParameterKind::Global {
                        variable,
                        offset: at,
                        bits,
                        signed,
                    };
                    self.input_cell(s, (area, *offset), (name, kind), bits, signed);
                }
                LeafType::Pointer(to) if !self.options.may_alias => {
                    let kind = ParameterKind::GlobalNodes {
                        variable,
                        offset: at,
                    };
                    let key = FamilyKey::Global(*g, at);
                    if !self.nodes(s, entry, (area, *offset), to, (name, key, kind)) {
                        continue;
                    }
                }
                LeafType::Pointer(_) => continue,
            }
            left -= 1;
        }
    }

    /// Integers in what a parameter leads to are inputs, pointers lead on.
    fn structure(&mut self, s: &mut State, entry: FuncId, reads: &Reads, b: &Behind) {
        let (index, name, area) = (b.index, &b.name, b.area);
        let ty = target_type(self.module, b.to);
        let record = matches!(strip(self.module, ty), DebugType::Record { .. });
        let mut left = INPUTS;
        let mut leads = false;
        for leaf in leaves(self.module, ty) {
            let Ok(offset) = i64::try_from(leaf.offset) else {
                continue;
            };
            // Without a structure, an offset says little of what is read.
            let read = match record {
                true => reads
                    .behind
                    .iter()
                    .any(|(at, r)| *at == offset && leaf.is_read(*r)),
                false => {
                    let own = reads.direct.iter();
                    offset == 0 && own.clone().any(|(i, r)| *i == index && leaf.is_read(*r))
                }
            };
            if !read || left == 0 {
                continue;
            }
            let own = match leaf.path.strip_prefix('.') {
                Some(path) => format!("{name}->{path}"),
                None if leaf.path.is_empty() => format!("{name}[0]"),
                None => format!("(*{name}){}", leaf.path),
            };
            match leaf.is {
                LeafType::Integer { bits, signed } => {
                    let kind = ParameterKind::Pointee {
                        index,
                        offset: leaf.offset,
                        bits,
                        signed,
                    };
                    self.input_cell(s, (area, offset), (own, kind), bits, signed);
                }
                // One function may be in several fields, and in tables.
                LeafType::Pointer(to) if record && !is_function(self.module, to) => {
                    let key = FamilyKey::Field(index, leaf.offset);
                    let kind = ParameterKind::PointeeNodes {
                        index,
                        offset: leaf.offset,
                    };
                    if !self.nodes(s, entry, (area, offset), to, (own, key, kind)) {
                        self.leads_on(s, (area, offset), AreaKey::Field(index, leaf.offset));
                        leads = true;
                    }
                }
                LeafType::Pointer(_) => continue,
            }
            left -= 1;
        }
        if leads {
            let text = format!(
                "the pointers in *{name} are null (not where they are read or written) or lead to objects that nothing else leads to"
            );
            let place = self.entry_place(entry);
            self.assumptions.insert(Assumption { text, place });
        }
    }

    fn entry_place(&self, entry: FuncId) -> Place {
        let loc = self.module.functions.get(entry).map(|f| f.loc);
        loc.map(|l| self.place(entry, l)).unwrap_or_default()
    }

    /// A cell whose pointer leads to an object of its own.
    fn leads_on(&mut self, s: &mut State, at: (Area, i64), key: AreaKey) {
        let bytes = self.bytes_of(Read::Pointer);
        let area = self.area(key, None, false);
        // What is not there yet is null, as often as not.
        self.nullable(area, true);
        let offset = Lin::default();
        let value = Value::Pointer { area, offset };
        s.cells.insert(at, Cell { bytes, value });
    }

    /// A cell whose pointer leads to a list or a tree of any length, none too; whether
    /// its type is that of one.
    fn nodes(
        &mut self,
        s: &mut State,
        entry: FuncId,
        at: (Area, i64),
        to: DebugTypeId,
        (name, key, kind): (String, FamilyKey, ParameterKind),
    ) -> bool {
        let Some((links, node)) = links_of(self.module, to) else {
            return false;
        };
        let (word, what) = match links.len() {
            1 => ("length", "a list that ends with null"),
            _ => ("size", "a tree, no node of which is reached twice,"),
        };
        let text = format!("{name} is null or leads to {what} and that nothing else leads to");
        let place = self.entry_place(entry);
        self.assumptions.insert(Assumption { text, place });
        let range = Interval::new(0, pow2(self.module.layout.ptr_bits - 1) - 2);
        let sym = self.input(format!("{word}({name})"), kind, range.clone());
        let left = Lin::var(sym);
        s.facts.add(&left, &range);
        let family = self.family(key, &links, Some(node));
        let value = Value::Node {
            family,
            left,
            offset: Lin::default(),
        };
        let bytes = self.bytes_of(Read::Pointer);
        s.cells.insert(at, Cell { bytes, value });
        true
    }

    fn input_cell(
        &mut self,
        s: &mut State,
        at: (Area, i64),
        (name, kind): (String, ParameterKind),
        bits: u32,
        signed: bool,
    ) {
        let view = match signed || self.is_math() {
            true => View::Signed,
            false => View::Unsigned,
        };
        let range = self.input_range(view, bits);
        self.held.insert(at, name.clone());
        let sym = self.input(name, kind, range.clone());
        let form = Lin::var(sym);
        s.facts.add(&form, &range);
        let value = Value::Int(Num { form, view, bits });
        let bytes = u64::from(bits / 8);
        s.cells.insert(at, Cell { bytes, value });
    }
}

/// The functions that the entry may call, at any depth.
fn reached(module: &Module, entry: FuncId) -> BTreeSet<FuncId> {
    let taken = addresses_taken(module);
    let mut out = BTreeSet::new();
    let mut work = vec![entry];
    while let Some(f) = work.pop() {
        if !out.insert(f) {
            continue;
        }
        let blocks = module.functions.get(f).map(|f| f.blocks.iter());
        for inst in blocks.into_iter().flatten().flat_map(|(_, b)| &b.insts) {
            match &inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(to),
                    ..
                } => work.push(*to),
                InstKind::Call { .. } => work.extend(&taken),
                _ => {}
            }
        }
    }
    out
}

fn is_function(m: &Module, ty: DebugTypeId) -> bool {
    matches!(strip(m, target_type(m, ty)), DebugType::Function { .. })
}

impl Leaf {
    fn is_read(&self, read: Read) -> bool {
        match (&self.is, read) {
            (LeafType::Integer { bits, .. }, Read::Integer(width)) => *bits == width,
            (LeafType::Pointer(_), Read::Pointer) => true,
            _ => false,
        }
    }
}

/// The scalars of a type, where no two share a byte.
fn leaves(m: &Module, ty: DebugTypeId) -> Vec<Leaf> {
    let mut out = Vec::new();
    collect(m, ty, (0, ""), 0, &mut out);
    out
}

fn collect(m: &Module, ty: DebugTypeId, at: (u64, &str), depth: u32, out: &mut Vec<Leaf>) {
    if out.len() >= 4 * MOST || depth > 8 {
        return;
    }
    let (offset, path) = at;
    let mut leaf = |is: LeafType| {
        out.push(Leaf {
            offset,
            is,
            path: path.to_owned(),
        });
    };
    match strip(m, ty) {
        DebugType::Char { signed } => leaf(LeafType::Integer {
            bits: 8,
            signed: *signed,
        }),
        DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. }
            if *bits % 8 == 0 && *bits <= 64 =>
        {
            leaf(LeafType::Integer {
                bits: *bits,
                signed: *signed,
            });
        }
        DebugType::Pointer { to, .. } => leaf(LeafType::Pointer(*to)),
        DebugType::Array {
            element,
            count,
            size,
            ..
        } => {
            let n = count.unwrap_or(0);
            let each = size.checked_div(n).unwrap_or(0);
            for i in 0..n.min(ELEMENTS) {
                let path = format!("{path}[{i}]");
                collect(m, *element, (offset + i * each, &path), depth + 1, out);
            }
        }
        DebugType::Record {
            fields,
            union: false,
            ..
        } => {
            for f in fields {
                if f.bit_offset % 8 != 0 || f.bit_field {
                    continue;
                }
                let path = match f.name.is_empty() {
                    true => path.to_owned(),
                    false => format!("{path}.{}", f.name),
                };
                collect(m, f.ty, (offset + f.bit_offset / 8, &path), depth + 1, out);
            }
        }
        _ => {}
    }
}

/// The integers of a type, by offset and bits.
pub(crate) fn integers(module: &Module, ty: DebugTypeId) -> Vec<(u64, u32)> {
    let ty = target_type(module, ty);
    let all = leaves(module, ty).into_iter();
    all.filter_map(|l| match l.is {
        LeafType::Integer { bits, .. } => Some((l.offset, bits)),
        LeafType::Pointer(_) => None,
    })
    .collect()
}
