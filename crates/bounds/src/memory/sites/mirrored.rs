//! What a field in memory holds, kept in a register beside it.
//!
//! Idea: `q->count++` of a queue that is handed about by pointer, or whose links are walked
//! by `struct node **p = &q->first`, is a step that no rule about registers sees. In a copy
//! of the program each field of an object that is there once has a *mirror*: a register that
//! holds at every place what the field holds. A store to the field sets both, a load reads
//! the mirror, and whatever else may write there (by the points-to sets) is followed by a
//! load that reads the field anew. Memory stays as it is, so that it does not matter who
//! else reads. Source: register promotion (Cooper and Lu, PLDI 1997), with write-through,
//! over the sets of [`crate::memory::slice`]. [`ep_ir::scalars`] takes what nothing else can
//! name, and the object goes. Alternative: to ask at each load what was written in between.
//! Cost: points-to sets of the program, and a look at all writes for each field.
//!
//! What must never happen: a write after which the mirror is not set. So there is none where
//! a pointer may lead where the sets do not say (a number that becomes a pointer, code that
//! is not seen and knows the object), where others run beside, or where the program comes
//! back another way than it went. An object that is made more than once is none: the
//! instruction that makes it is on no loop of the entry, which begins once.

use super::facts::{builtin, moves_the_frame, number_in, only_computes, writes_nothing, At, Facts};
use super::forged::makes_pointers;
use super::ghosts::is_named;
use super::printed::quiet;
use crate::memory::reach::TEXT;
use crate::memory::slice::{places, Home, Marks, Places, Spot};
use ep_base::Stop;
use ep_ir::provided::Builtin;
use ep_ir::{
    undefined, visit, Block, BlockId, FuncId, Function, Inst, InstKind, Module, Operand, Reg, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Fields that have a mirror, at most.
const MOST: usize = 40;

/// A field: where it is, and what is loaded and stored there.
type Field = (Spot, Type);

/// The program with mirrors of fields in its entry; none where there are none.
pub(super) fn mirrored(module: &Module, entry: FuncId, stop: &Stop) -> Option<Module> {
    let f = module.functions.get(entry)?;
    let facts = Facts::new(f);
    let once = facts.cfg.predecessors(BlockId(0)).is_empty() && !is_named(module, entry);
    (once && facts.loops.irreducible.is_empty()).then_some(())?;
    let quiet = quiet(module);
    let places = places(&quiet, &[entry], Marks::default(), stop)?;
    (!makes_pointers(module, entry, &places) && !comes_back(&quiet, &places)).then_some(())?;
    let own = Own {
        module: &quiet,
        entry,
        f: quiet.functions.get(entry)?,
        facts: &facts,
        places: &places,
    };
    let writes = Writes::of(&quiet, entry, &places)?;
    let mut fields: BTreeMap<Field, Mirror> = BTreeMap::new();
    let mut out = f.clone();
    for field in own.fields() {
        if fields.len() == MOST || stop.now() {
            break;
        }
        if let Some(anew) = own.written(&writes, field) {
            let (_, ty) = field;
            // Pointers that are read anew say nothing.
            if ty == Type::Ptr && !anew.is_empty() {
                continue;
            }
            let register = out.regs.push(ty);
            let addr = own.address(&mut out, field.0);
            fields.insert(
                field,
                Mirror {
                    register,
                    addr,
                    anew,
                },
            );
        }
    }
    (!fields.is_empty()).then_some(())?;
    own.rewrite(&mut out, &fields);
    undefined::set_where_it_begins(&mut out);
    let mut module = module.clone();
    module.functions[entry] = out;
    Some(module)
}

/// Whether a program may come back another way than it went.
pub(super) fn comes_back(module: &Module, places: &Places<'_>) -> bool {
    places.reached().any(|g| {
        let name = module.functions.get(g).map_or("", |g| g.name.as_str());
        name.contains("setjmp")
            || name.contains("longjmp")
            || matches!(name, "vfork" | "getcontext" | "setcontext" | "swapcontext")
    })
}

/// A mirror of a field.
struct Mirror {
    register: Reg,
    /// The address of the field, where its object was made.
    addr: Operand,
    /// The instructions after which it is read anew.
    anew: BTreeSet<At>,
}

/// What other functions than the entry call.
struct Writes {
    /// The other functions with bodies that a function calls, itself included.
    calls: BTreeMap<FuncId, BTreeSet<FuncId>>,
}

/// What an instruction may write.
pub(super) enum Written {
    Nothing,
    /// So many bytes there, or to an end that is not known.
    There(Operand, Option<u64>),
    /// What memory leads to from there, and what these functions write.
    From(Vec<Operand>, Vec<FuncId>),
    Anything,
}

pub(super) fn written(module: &Module, places: &Places<'_>, f: FuncId, kind: &InstKind) -> Written {
    let size = |ty: &Type| Some(module.layout.store_size(*ty));
    let length = |o: &Operand| match o {
        Operand::Int(n) => Some(*n),
        _ => None,
    };
    match kind {
        InstKind::Store { ty, addr, .. } => Written::There(*addr, size(ty)),
        InstKind::MemCopy { dst, len, .. } | InstKind::MemSet { dst, len, .. } => {
            Written::There(*dst, length(len))
        }
        InstKind::AtomicRmw { ty, addr, .. } | InstKind::CmpXchg { ty, addr, .. } => {
            Written::There(*addr, size(ty))
        }
        InstKind::Call { callee, args, .. } => {
            if writes_nothing(module, kind) {
                return Written::Nothing;
            }
            if let (Some(Builtin::Memcpy | Builtin::Memmove | Builtin::Memset), [to, _, n, ..]) =
                (builtin(module, kind), &args[..])
            {
                return Written::There(to.value, length(&n.value));
            }
            let Some(targets) = places.known_targets(f, callee) else {
                return Written::Anything;
            };
            let unseen = |g: &FuncId| {
                let g = module.functions.get(*g);
                g.is_none_or(|g| g.is_declaration() || g.name == TEXT)
            };
            let mut bodies = targets.clone();
            let mut from = Vec::new();
            if targets.iter().any(unseen) {
                from.extend(args.iter().map(|a| a.value));
                bodies.extend(args.iter().flat_map(|a| places.functions(f, &a.value)));
            }
            bodies.retain(|g| !unseen(g));
            match from.is_empty() && bodies.is_empty() {
                true => Written::Nothing,
                false => Written::From(from, bodies),
            }
        }
        // What it held is gone.
        InstKind::Lifetime { ptr, .. } => Written::There(*ptr, None),
        kind if only_computes(kind) || moves_the_frame(kind) => Written::Nothing,
        InstKind::VaStart { list } | InstKind::VaEnd { list } => Written::There(*list, None),
        InstKind::VaCopy { dst, .. } => Written::There(*dst, None),
        _ => Written::Anything,
    }
}

/// The number that a write of many bytes leaves in a field: zeros, and what an initialiser
/// of a local says. None where it writes another part of it, or something else.
pub(super) fn filled(
    module: &Module,
    places: &Places<'_>,
    f: FuncId,
    kind: &InstKind,
    (spot, ty): (&Spot, Type),
) -> Option<u64> {
    let size = module.layout.store_size(ty);
    match kind {
        InstKind::MemSet {
            dst,
            value: Operand::Int(0),
            len: Operand::Int(n),
            ..
        } => {
            places.behind(f, (dst, *n), (spot, size))?;
            Some(0)
        }
        InstKind::MemCopy {
            dst,
            src: Operand::Global(g, from),
            len: Operand::Int(n),
            ..
        } => {
            let after = places.behind(f, (dst, *n), (spot, size))?;
            module.globals.get(*g).filter(|g| g.constant)?;
            number_in(module, *g, from.checked_add(after)?, size)
        }
        _ => None,
    }
}

impl Writes {
    /// None where something may call functions that are not seen.
    fn of(module: &Module, entry: FuncId, places: &Places<'_>) -> Option<Writes> {
        let mut calls: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
        for f in places.reached().filter(|f| *f != entry) {
            let mut to = BTreeSet::from([f]);
            let function = module.functions.get(f)?;
            for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
                match written(module, places, f, &i.kind) {
                    Written::Anything => return None,
                    Written::From(_, bodies) => to.extend(bodies),
                    _ => {}
                }
            }
            calls.insert(f, to);
        }
        // Who may be called by code that is not seen.
        let outside = places.outside_functions();
        let seen = |g: &FuncId| {
            let g = module.functions.get(*g);
            g.is_some_and(|g| !g.is_declaration())
        };
        (!outside.iter().any(seen)).then_some(())?;
        loop {
            let before: usize = calls.values().map(BTreeSet::len).sum();
            for f in calls.keys().copied().collect::<Vec<_>>() {
                let own = calls.get(&f).cloned().unwrap_or_default();
                let more: BTreeSet<FuncId> = own
                    .iter()
                    .filter_map(|g| calls.get(g))
                    .flatten()
                    .copied()
                    .collect();
                calls.entry(f).or_default().extend(more);
            }
            if before == calls.values().map(BTreeSet::len).sum::<usize>() {
                return Some(Writes { calls });
            }
        }
    }
}

/// The entry.
struct Own<'a> {
    module: &'a Module,
    entry: FuncId,
    f: &'a Function,
    facts: &'a Facts,
    places: &'a Places<'a>,
}

impl Own<'_> {
    /// The field of an access, where it is of an object that is there once.
    fn field(&self, addr: &Operand, ty: Type) -> Option<Field> {
        let spot = self.places.spot(self.entry, addr)?;
        let whole = ty == Type::Ptr || matches!(ty, Type::Int(8 | 16 | 32 | 64));
        (whole && self.is_there_once(spot.home())).then_some((spot, ty))
    }

    fn is_there_once(&self, home: Home) -> bool {
        match home {
            Home::Global(g) => {
                let g = self.module.globals.get(g);
                g.is_some_and(|g| !g.constant && !g.volatile && g.init.is_some())
            }
            Home::Made((f, b, i)) => {
                let kind = super::facts::inst(self.f, (b, i)).map(|i| &i.kind);
                let dst = kind.and_then(|k| self.maker(k));
                let set_once = dst.is_some_and(|r| self.facts.only(self.f, r).is_some());
                f == self.entry && set_once && self.facts.loops.innermost(b).is_none()
            }
            Home::Other => false,
        }
    }

    /// What gets the address of an object that an instruction makes.
    fn maker(&self, kind: &InstKind) -> Option<Reg> {
        match kind {
            InstKind::Alloca {
                dst, count: None, ..
            } => Some(*dst),
            InstKind::Call { dsts, .. } => match (builtin(self.module, kind), &dsts[..]) {
                (Some(Builtin::Malloc | Builtin::Calloc), [dst]) => Some(*dst),
                _ => None,
            },
            _ => None,
        }
    }

    /// Fields that are loaded and stored, numbers first.
    fn fields(&self) -> Vec<Field> {
        let mut loaded: BTreeSet<Field> = BTreeSet::new();
        let mut stored: BTreeSet<Field> = BTreeSet::new();
        let mut out: BTreeSet<Field> = BTreeSet::new();
        for i in self.f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match &i.kind {
                InstKind::Load {
                    ty, addr, volatile, ..
                } => match (self.field(addr, *ty), volatile) {
                    (Some(f), false) => _ = loaded.insert(f),
                    (Some(f), true) => _ = out.insert(f),
                    _ => {}
                },
                InstKind::Store {
                    ty, addr, volatile, ..
                } => match (self.field(addr, *ty), volatile) {
                    (Some(f), false) => _ = stored.insert(f),
                    (Some(f), true) => _ = out.insert(f),
                    _ => {}
                },
                InstKind::Call { args, .. } => {
                    // An input is read into it.
                    if let (Some(Builtin::MakeSymbolic), [to, ..]) =
                        (builtin(self.module, &i.kind), &args[..])
                    {
                        let spot = self.places.spot(self.entry, &to.value);
                        let same = loaded_at(spot, self);
                        stored.extend(same);
                    }
                }
                _ => {}
            }
        }
        let kept = |f: &&Field| stored.contains(f) && !out.iter().any(|o| o.0 == f.0);
        let (mut numbers, pointers): (Vec<Field>, Vec<Field>) =
            (loaded.iter().filter(kept).copied()).partition(|f| f.1 != Type::Ptr);
        numbers.extend(pointers);
        numbers
    }

    /// The instructions of the entry that may write a field and are no store of it alone;
    /// none where something may write there that is not seen.
    fn written(&self, writes: &Writes, field: Field) -> Option<BTreeSet<At>> {
        let (spot, ty) = field;
        let n = self.module.layout.store_size(ty);
        (!self.places.is_known_outside(&spot)).then_some(())?;
        // Functions that write there themselves.
        let mut others: BTreeSet<FuncId> = BTreeSet::new();
        for f in writes.calls.keys() {
            let function = self.module.functions.get(*f)?;
            for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
                if self.hits(*f, &i.kind, (&spot, n), &mut |_| false) {
                    others.insert(*f);
                }
            }
        }
        let mut through = |g: FuncId| match writes.calls.get(&g) {
            Some(all) => all.iter().any(|g| others.contains(g)),
            // The entry itself, or what the sets do not reach.
            None => true,
        };
        let mut anew = BTreeSet::new();
        for (b, block) in self.f.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                let exact = match &inst.kind {
                    InstKind::Store { ty, addr, .. } => self.field(addr, *ty) == Some(field),
                    _ => false,
                };
                if !exact && self.hits(self.entry, &inst.kind, (&spot, n), &mut through) {
                    anew.insert((b, i));
                }
            }
        }
        Some(anew)
    }

    /// Whether an instruction may write a place.
    fn hits(
        &self,
        f: FuncId,
        kind: &InstKind,
        (spot, n): (&Spot, u64),
        through: &mut dyn FnMut(FuncId) -> bool,
    ) -> bool {
        match written(self.module, self.places, f, kind) {
            Written::Nothing => false,
            Written::There(o, m) => {
                self.places.is_unknown(f, &o) || self.places.hits(f, (&o, m), (spot, n))
            }
            Written::From(from, bodies) => {
                from.iter().any(|o| self.places.reaches(f, o, spot))
                    || bodies.into_iter().any(through)
            }
            Written::Anything => true,
        }
    }

    /// The address of a field, which is there from where its object is made.
    fn address(&self, out: &mut Function, spot: Spot) -> Operand {
        match spot.home() {
            Home::Global(g) => Operand::Global(g, spot.at()),
            _ => Operand::Reg(out.regs.push(Type::Ptr)),
        }
    }

    fn rewrite(&self, out: &mut Function, fields: &BTreeMap<Field, Mirror>) {
        let own: BTreeSet<Reg> = fields.values().map(|m| m.register).collect();
        for (b, block) in self.f.blocks.iter() {
            let mut insts = Vec::new();
            for (i, inst) in block.insts.iter().enumerate() {
                let plain = |kind: InstKind| Inst {
                    kind,
                    loc: inst.loc,
                    weight: 0,
                };
                let (mut kept, mut behind) = (inst.clone(), Vec::new());
                match &inst.kind {
                    InstKind::Load { dst, ty, addr, .. } => {
                        let m = self.field(addr, *ty).and_then(|f| fields.get(&f));
                        if let Some(m) = m {
                            kept.kind = InstKind::Copy {
                                dst: *dst,
                                src: Operand::Reg(m.register),
                            };
                        }
                    }
                    InstKind::Store {
                        ty, addr, value, ..
                    } => {
                        let m = self.field(addr, *ty).and_then(|f| fields.get(&f));
                        behind.extend(m.map(|m| {
                            plain(InstKind::Copy {
                                dst: m.register,
                                src: *value,
                            })
                        }));
                    }
                    kind => {
                        let begun = self.begun((b, i), kind, fields);
                        behind.extend(begun.into_iter().map(plain));
                    }
                }
                let anew = fields.iter().filter(|(_, m)| m.anew.contains(&(b, i)));
                let after =
                    |((spot, ty), m): (&Field, &Mirror)| self.after(&inst.kind, spot, *ty, m);
                behind.extend(anew.map(|x| plain(after(x))));
                insts.push(kept);
                insts.extend(behind);
            }
            out.blocks[b].insts = insts;
            read_directly(&mut out.blocks[b], &own);
            drop_unread(&mut out.blocks[b], &own);
        }
        let begin: Vec<Inst> = (fields.iter())
            .filter_map(|((spot, ty), m)| {
                let Home::Global(_) = spot.home() else {
                    return None;
                };
                let kind = match self.initial(spot, *ty) {
                    Some(n) => InstKind::Copy {
                        dst: m.register,
                        src: Operand::Int(n),
                    },
                    None => load(m, *ty),
                };
                Some(Inst {
                    kind,
                    loc: self.f.loc,
                    weight: 0,
                })
            })
            .collect();
        out.blocks[BlockId(0)].insts.splice(0..0, begin);
    }

    /// What the mirror is set to behind a write: a number that covers the whole field is
    /// known.
    fn after(&self, kind: &InstKind, spot: &Spot, ty: Type, m: &Mirror) -> InstKind {
        match filled(self.module, self.places, self.entry, kind, (spot, ty)) {
            Some(n) => InstKind::Copy {
                dst: m.register,
                src: Operand::Int(n),
            },
            None => load(m, ty),
        }
    }

    /// What an object's fields are where it is made.
    fn begun(&self, at: At, kind: &InstKind, fields: &BTreeMap<Field, Mirror>) -> Vec<InstKind> {
        let mut out = Vec::new();
        let here = Home::Made((self.entry, at.0, at.1));
        let zero = builtin(self.module, kind) == Some(Builtin::Calloc);
        let Some(base) = self.maker(kind) else {
            return out;
        };
        for ((spot, _), m) in fields.iter().filter(|((s, _), _)| s.home() == here) {
            if let Operand::Reg(dst) = m.addr {
                out.push(InstKind::PtrAdd {
                    dst,
                    base: Operand::Reg(base),
                    offset: spot.at(),
                    terms: Vec::new(),
                    inbounds: true,
                });
            }
            out.push(InstKind::Copy {
                dst: m.register,
                src: if zero {
                    Operand::Int(0)
                } else {
                    Operand::Undef
                },
            });
        }
        out
    }

    /// The number that a field of a global holds where the program begins. That globals
    /// hold what they are initialised with is told for any other entry.
    fn initial(&self, spot: &Spot, ty: Type) -> Option<u64> {
        self.module.constructors.is_empty().then_some(())?;
        let Home::Global(g) = spot.home() else {
            return None;
        };
        let n = self.module.layout.store_size(ty);
        number_in(self.module, g, spot.at(), n)
    }
}

fn loaded_at(spot: Option<Spot>, own: &Own<'_>) -> Vec<Field> {
    let widths = [8, 16, 32, 64].map(Type::Int);
    let there = spot.filter(|s| own.is_there_once(s.home()));
    there.map_or(Vec::new(), |s| widths.map(|t| (s, t)).to_vec())
}

fn load(m: &Mirror, ty: Type) -> InstKind {
    InstKind::Load {
        dst: m.register,
        ty,
        addr: m.addr,
        align: 1,
        volatile: false,
    }
}

/// What was read from a mirror is the mirror, as long as that is not set again in its block.
fn read_directly(block: &mut Block, own: &BTreeSet<Reg>) {
    let mut same: BTreeMap<Reg, Reg> = BTreeMap::new();
    let put = |o: &mut Operand, same: &BTreeMap<Reg, Reg>| {
        if let Operand::Reg(r) = o {
            *r = same.get(r).copied().unwrap_or(*r);
        }
    };
    for i in &mut block.insts {
        visit::uses_mut(&mut i.kind, &mut |o| put(o, &same));
        visit::defs(&i.kind, &mut |r| {
            same.retain(|to, from| to != r && from != r)
        });
        if let InstKind::Copy {
            dst,
            src: Operand::Reg(r),
        } = &i.kind
        {
            if own.contains(r) && !own.contains(dst) {
                same.insert(*dst, *r);
            }
        }
    }
    visit::term_uses_mut(&mut block.term, &mut |o| put(o, &same));
}

/// Of an object that is filled where it is made nobody reads what it held before.
fn drop_unread(block: &mut Block, own: &BTreeSet<Reg>) {
    let mut set_again: BTreeSet<Reg> = BTreeSet::new();
    let mut read = Vec::new();
    for i in block.insts.iter_mut().rev() {
        let unset = match &i.kind {
            InstKind::Copy {
                dst,
                src: Operand::Undef,
            } => own.contains(dst) && set_again.contains(dst),
            _ => false,
        };
        if unset {
            i.kind = InstKind::Assume {
                cond: Operand::Int(1),
            };
            continue;
        }
        visit::defs(&i.kind, &mut |r| _ = set_again.insert(*r));
        read.clear();
        visit::uses(&i.kind, &mut |o| {
            if let Operand::Reg(r) = o {
                read.push(*r);
            }
        });
        for r in &read {
            set_again.remove(r);
        }
    }
}
