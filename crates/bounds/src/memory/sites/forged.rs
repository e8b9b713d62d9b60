//! Programs that may make a pointer of a number.
//!
//! Idea: points-to sets follow what is moved. An address that is printed in digits and
//! read again, or put together bit by bit behind branches, is a number that leads nowhere
//! for them, and a pointer that is made of it would be taken for one that leads to
//! nothing. So what rests on the blocks that a pointer leads to is not asked where a
//! number is cast to a pointer, added to none, or handed on as one by a call of another
//! type. A number, or a part of one (bytes, fills, atomic changes), that is written where
//! a pointer is loaded makes one only of what was known of one. So it counts where
//! something looks at pointers:
//!
//! - a pointer is cast to a number, but for a difference of two that lead to texts of the
//!   program (see [`super::shown`]), or printed;
//! - a number is loaded from where a pointer lies, also behind copies, also from where it
//!   lay at the begin;
//! - two pointers are compared: with one that a number was written over, the address of
//!   the other one can be searched for;
//! - a pointer is one of the variable arguments of a function of the program;
//! - an address may come from elsewhere: the entry is handed values, or a function that is
//!   not seen is.
//!
//! A part that is written from within a pointer on (a byte of it, by a union) moves it to
//! another member of what it leads to, whatever was looked at. One that is written from
//! before on (a text beside a link) ends before it: the text is an array of its own.
//!
//! Functions that print are taken at their contract (see [`super::printed`]).
//! Source: provenance by exposure (Memarian et al., "Exploring C semantics and pointer
//! provenance", POPL 2019). Alternative: such pointers lead to all blocks whose address
//! was taken as a number. Not followed: what undefined behaviour makes of two pointers
//! (the distance of two blocks added to one of them). Numbers are followed through copies
//! of memory, where they lie in what is copied. Cost: a lookup for each store, load and
//! copy.

use super::facts::builtin;
use super::printed::{quiet, Printing};
use super::shown;
use crate::memory::slice::{places, Marks, Places, Way};
use crate::stack::pointers::{resolve, Calls, Trust};
use ep_base::Stop;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{visit, Callee, CastOp, FuncId, Function, InstKind, Module, Operand, Reg, Type};

/// Bytes of a fill whose length is not followed through copies.
const FILL: u64 = 1 << 32;

/// Accesses to memory that a program may come to.
#[derive(Default)]
struct Accesses {
    /// Whole numbers that are stored, with their bytes.
    numbers: Vec<(FuncId, Operand, u64)>,
    /// Other writes that are no pointer: parts, fills, atomic changes.
    parts: Vec<(FuncId, Operand, Option<u64>)>,
    pointers_stored: Vec<(FuncId, Operand, u64)>,
    pointers_loaded: Vec<(FuncId, Operand)>,
    numbers_loaded: Vec<(FuncId, Operand, Option<u64>)>,
    copies: Vec<(FuncId, Operand, Operand)>,
    /// A number becomes a pointer without being stored.
    casts: bool,
    /// One may, as a variable argument.
    given: bool,
    /// Something looks at a pointer as a number, or hands one to where that is not seen.
    looks: bool,
}

/// Whether a function that is reached from there may do so; `places` may be those of the
/// program that prints nothing.
pub(super) fn makes_pointers(module: &Module, entry: FuncId, places: &Places<'_>) -> bool {
    let word = u64::from(module.layout.ptr_bits / 8);
    let reached: Vec<FuncId> = places.reached().collect();
    let a = Accesses::all(module, entry, places, &reached);
    if a.casts {
        tracing::debug!("a number is cast to a pointer");
        return true;
    }
    if !a.writes_over_pointers(places, word) {
        return false;
    }
    if a.moves_pointers(places, word) {
        return true;
    }
    let handed =
        (module.functions.get(entry)).is_none_or(|f| f.name != "main" && !f.params.is_empty());
    let loads = a.loads_of_pointers(places, word);
    let shown = shown::any(module, &reached, places);
    tracing::debug!(
        handed,
        looks = a.looks,
        loads,
        shown,
        "numbers are written over pointers"
    );
    handed || a.looks || loads || shown
}

/// Whether it may make the address of a function so. `places` as above.
fn makes_functions(module: &Module, entry: FuncId, places: &Places<'_>) -> bool {
    let word = u64::from(module.layout.ptr_bits / 8);
    let reached: Vec<FuncId> = places.reached().collect();
    let mut a = Accesses::all(module, entry, places, &reached);
    a.pointers_stored
        .retain(|(f, o, n)| places.holds_function(*f, o, *n));
    let function = |f: FuncId, o: &Operand| !places.functions(f, o).is_empty();
    let looked_at = |f: &FuncId| shown::looked_at(module, *f, &|o| function(*f, o));
    a.moves_pointers(places, word)
        || (a.casts || a.writes_over_pointers(places, word))
            && (a.loads_of_pointers(places, word) || reached.iter().any(looked_at))
}

/// Whether a call through a pointer may come to a function whose address was made of a
/// number: what can run is then not told by what is stored. Where it is stopped, it may.
pub(in super::super) fn calls_numbers(module: &Module, entry: FuncId, stop: &Stop) -> bool {
    let own = module
        .functions
        .iter()
        .filter(|(_, f)| !shown::is_model(module, f));
    let through = |kind: &InstKind| {
        let indirect = |c: &Callee| matches!(c, Callee::Indirect(_));
        matches!(kind, InstKind::Call { callee, .. } if indirect(callee))
    };
    if !own
        .into_iter()
        .any(|(f, _)| shown::insts(module, f).any(through))
    {
        return false;
    }
    let quiet = quiet(module);
    let places = places(&quiet, &[entry], Marks::default(), stop);
    places.is_none_or(|p| makes_functions(module, entry, &p))
}

/// The calls of a program that is entered there, through pointers by what these can be; by
/// signatures where the address of a function may be made of a number. None where it is
/// stopped.
pub fn calls(module: &Module, entry: FuncId, stop: &Stop) -> Option<Calls> {
    let trust = match calls_numbers(module, entry, stop) {
        true => Trust::Signatures,
        false => Trust::Sets,
    };
    resolve(module, &[entry], trust, stop)
}

/// Whether an operand is null wherever it was set: a constant, or a register that gets
/// nothing else.
fn is_null(f: &Function, o: &Operand) -> bool {
    let Operand::Reg(r) = o else {
        return *o == Operand::Int(0);
    };
    let mut sets = 0;
    let mut null = f.params.iter().all(|p| p.reg != *r);
    for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        visit::defs(&i.kind, &mut |d| {
            if d == r {
                sets += 1;
                let zero = Operand::Int(0);
                null &= matches!(&i.kind, InstKind::Copy { src, .. } if *src == zero);
            }
        });
    }
    null && sets > 0
}

impl Accesses {
    /// Those of a program, but for what only printing comes to.
    fn all(module: &Module, entry: FuncId, places: &Places<'_>, reached: &[FuncId]) -> Accesses {
        let mut a = Accesses::default();
        let printing = Printing::of(module);
        for f in printing.without(reached) {
            a.of(module, places, &printing, f);
        }
        a.initial(module, entry, u64::from(module.layout.ptr_bits / 8));
        a
    }

    /// Notes those of a function.
    fn of(&mut self, module: &Module, places: &Places<'_>, printing: &Printing<'_>, f: FuncId) {
        let word = u64::from(module.layout.ptr_bits / 8);
        let Some(function) = module.functions.get(f) else {
            return;
        };
        let own = !shown::is_model(module, function);
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            self.call(module, places, f, &i.kind);
            if let Some(p) = printing.by(&i.kind) {
                self.looks |= p.shows;
                let read = p.read.into_iter().map(|o| (f, o, None));
                self.numbers_loaded.extend(read);
                self.parts.extend(p.text.map(|o| (f, o, None)));
                self.numbers
                    .extend(p.counts.into_iter().map(|o| (f, o, word)));
            }
            match &i.kind {
                InstKind::Cast {
                    op: CastOp::IntToPtr,
                    ..
                } => self.casts = true,
                // Assembly that ties two operands.
                InstKind::Copy {
                    dst,
                    src: Operand::Reg(src),
                } => {
                    let pointer = |r: &Reg| function.regs.get(*r) == Some(&Type::Ptr);
                    self.casts |= pointer(dst) && !pointer(src);
                    self.looks |= !pointer(dst) && pointer(src);
                }
                InstKind::PtrAdd { base, terms, .. } => {
                    let number = matches!(base, Operand::Int(_) | Operand::Wide(_));
                    // A member of null: no run comes there, and no block lies there.
                    let member = terms.is_empty() && is_null(function, base);
                    self.casts |= own && !member && (number || places.is_unknown(f, base));
                }
                InstKind::Cmp { ty, a, b, .. } => {
                    let null = |o: &Operand| matches!(o, Operand::Int(_));
                    self.looks |= own && *ty == Type::Ptr && !null(a) && !null(b);
                }
                InstKind::Unsupported { .. } => self.looks = true,
                InstKind::Store { ty, addr, .. } => {
                    let n = module.layout.store_size(*ty);
                    match *ty {
                        Type::Ptr => self.pointers_stored.push((f, *addr, n)),
                        _ if n >= word => self.numbers.push((f, *addr, n)),
                        _ => self.parts.push((f, *addr, Some(n))),
                    }
                }
                InstKind::Load { ty, addr, .. } => match *ty {
                    Type::Ptr => self.pointers_loaded.push((f, *addr)),
                    _ => {
                        let n = module.layout.store_size(*ty);
                        self.numbers_loaded.push((f, *addr, Some(n)));
                    }
                },
                InstKind::AtomicRmw { ty, addr, .. } | InstKind::CmpXchg { ty, addr, .. } => {
                    let n = module.layout.store_size(*ty);
                    match n >= word {
                        true => self.numbers.push((f, *addr, n)),
                        false => self.parts.push((f, *addr, Some(n))),
                    }
                    self.numbers_loaded.push((f, *addr, Some(n)));
                }
                InstKind::MemSet { dst, len, .. } => self.fill(f, *dst, len, word),
                InstKind::MemCopy { dst, src, len, .. } => self.copy(f, (*dst, *src), len, word),
                InstKind::Call { args, .. } => match (builtin(module, &i.kind), &args[..]) {
                    (Some(Builtin::Memcpy | Builtin::Memmove), [to, from, len]) => {
                        self.copy(f, (to.value, from.value), &len.value, word);
                    }
                    (Some(Builtin::Memset), [to, _, len]) => {
                        self.fill(f, to.value, &len.value, word);
                    }
                    (Some(Builtin::Read), [_, to, ..]) | (Some(Builtin::ReadAny), [to, ..]) => {
                        self.parts.push((f, to.value, None));
                    }
                    (Some(Builtin::Write), [_, from, ..]) => {
                        self.numbers_loaded.push((f, from.value, None));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// A fill with bytes.
    fn fill(&mut self, f: FuncId, to: Operand, len: &Operand, word: u64) {
        match len {
            // Whole members, as `sizeof` says.
            Operand::Int(n) if *n > 0 && n % word == 0 => self.numbers.push((f, to, *n)),
            Operand::Int(n) => self.parts.push((f, to, Some(*n))),
            _ => self.parts.push((f, to, None)),
        }
    }

    fn copy(&mut self, f: FuncId, (to, from): (Operand, Operand), len: &Operand, word: u64) {
        self.copies.push((f, to, from));
        // Bytes of a pointer, or over one.
        if let Operand::Int(n) = len {
            if *n % word != 0 {
                self.parts.push((f, to, Some(*n)));
            }
        }
    }

    /// What a call hands on.
    fn call(&mut self, module: &Module, places: &Places<'_>, f: FuncId, kind: &InstKind) {
        let InstKind::Call {
            callee, args, rets, ..
        } = kind
        else {
            return;
        };
        let targets = match callee {
            Callee::Direct(g) => vec![*g],
            Callee::Indirect(o) => places.functions(f, o),
        };
        for g in targets.iter().map(|g| module.functions.get(*g)) {
            let Some(g) = g.filter(|g| !g.is_declaration()) else {
                let known = g.is_some_and(|g| lookup(&g.name).is_some());
                self.looks |= !known && !args.is_empty();
                continue;
            };
            let other = |a: &Type, b: &Type| (*a == Type::Ptr) != (*b == Type::Ptr);
            let mut both = args.iter().zip(&g.params);
            self.casts |= both.any(|(a, p)| other(&a.ty, &p.ty));
            self.casts |= rets.iter().zip(&g.rets).any(|(a, b)| other(a, b));
            if !shown::is_model(module, g) {
                for a in args.iter().skip(g.params.len()) {
                    self.looks |= a.ty == Type::Ptr;
                    self.given |= a.ty != Type::Ptr || a.byval.is_some();
                }
            }
        }
    }

    /// Pointers that lie in memory from the begin on.
    fn initial(&mut self, module: &Module, entry: FuncId, word: u64) {
        for (id, g) in module.globals.iter() {
            for r in g.init.iter().flat_map(|i| &i.relocs) {
                let at = i64::try_from(r.offset).unwrap_or(0);
                let cell = (entry, Operand::Global(id, at), word);
                self.pointers_stored.push(cell);
            }
        }
    }

    /// Whether a number may come to where a pointer is loaded.
    fn writes_over_pointers(&self, places: &Places<'_>, word: u64) -> bool {
        let whole = self.numbers.iter().map(|(f, o, n)| (*f, *o, Some(*n)));
        let all: Vec<_> = whole.chain(self.parts.iter().copied()).collect();
        let sized = all.iter().map(|(f, o, n)| (*f, *o, n.unwrap_or(FILL)));
        let sized: Vec<_> = sized.collect();
        self.given
            || places.any_overlap(&all, (&self.pointers_loaded, word))
            || places.copied_to(&sized, &self.copies, &self.pointers_loaded, Way::Overlaps)
    }

    /// Whether a part of a pointer is written alone.
    fn moves_pointers(&self, places: &Places<'_>, word: u64) -> bool {
        let parts: Vec<_> = self.parts.iter().map(|(f, o, _)| (*f, *o)).collect();
        let sized: Vec<_> = parts.iter().map(|(f, o)| (*f, *o, 1)).collect();
        let (copies, loaded) = (&self.copies, &self.pointers_loaded);
        places.any_begins_inside(&parts, (loaded, word))
            || places.copied_to(&sized, copies, loaded, Way::BeginsInside)
    }

    /// Whether a number is loaded from where a pointer lies.
    fn loads_of_pointers(&self, places: &Places<'_>, word: u64) -> bool {
        let stored: Vec<_> = (self.pointers_stored.iter())
            .map(|(f, o, _)| (*f, *o))
            .collect();
        let loaded: Vec<_> = (self.numbers_loaded.iter())
            .map(|(f, o, _)| (*f, *o))
            .collect();
        places.any_overlap(&self.numbers_loaded, (&stored, word))
            || places.copied_to(&self.pointers_stored, &self.copies, &loaded, Way::Overlaps)
    }
}
