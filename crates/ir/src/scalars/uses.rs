//! Which fields of which objects a function reads and writes, and whether it alone does.

use crate::inst::{CheckKind, Inst, InstKind, IntPred, Operand, Reg};
use crate::module::{BlockId, FuncId, Function, GlobalId, Module, RelocTarget, Type};
use crate::{visit, Callee};
use ep_base::entity::EntityId;
use std::collections::{BTreeMap, BTreeSet};

/// An object that has fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Object {
    Global(GlobalId),
    /// Made by the instruction that sets this register.
    Local(Reg),
    /// The same on the heap: the last one that the instruction made.
    Block(Reg),
}

/// How a call makes a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// It holds anything.
    Fresh,
    /// It holds zeros.
    Zero,
}

/// Whether a call makes a block, by the name of what it calls.
pub(super) fn made(module: &Module, kind: &InstKind) -> Option<(Reg, Made)> {
    let InstKind::Call {
        dsts,
        callee: Callee::Direct(f),
        ..
    } = kind
    else {
        return None;
    };
    let f = module.functions.get(*f).filter(|f| f.is_declaration())?;
    let how = match f.name.as_str() {
        "malloc" => Made::Fresh,
        "calloc" => Made::Zero,
        _ => return None,
    };
    match dsts[..] {
        [p] => Some((p, how)),
        _ => None,
    }
}

/// A place in an object, as wide as its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Field {
    pub object: Object,
    pub offset: i64,
    pub ty: Type,
}

/// Where an address leads.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    object: Object,
    /// The least offset, and how far an index may lead beyond it.
    offset: i64,
    more: i64,
}

/// What is known of the objects of a function.
pub(super) struct Uses<'m> {
    module: &'m Module,
    places: BTreeMap<Reg, Place>,
    globals: BTreeSet<GlobalId>,
    fields: BTreeSet<Field>,
    /// Bytes that something else reaches: of an object, from, to.
    others: BTreeSet<(Object, i64, i64)>,
    lost: BTreeSet<Object>,
}

impl<'m> Uses<'m> {
    /// Of a function, in which no register is read before it is set; none where control
    /// may come back unseen.
    pub fn of(module: &'m Module, (id, f): (FuncId, &Function)) -> Option<Uses<'m>> {
        let mut uses = Uses {
            module,
            places: BTreeMap::new(),
            globals: own_globals(module, id),
            fields: BTreeSet::new(),
            others: BTreeSet::new(),
            lost: BTreeSet::new(),
        };
        uses.find_places(f);
        for (_, b) in f.blocks.iter() {
            for i in &b.insts {
                uses.look(&i.kind)?;
            }
            let mut used = Vec::new();
            visit::term_uses(&b.term, &mut |o| used.push(*o));
            used.into_iter().for_each(|o| uses.lose(o));
        }
        Some(uses)
    }

    /// The fields that are accessed alone and as a whole.
    pub fn fields(&self) -> Vec<Field> {
        let end = |f: &Field| f.offset + self.module.layout.store_size(f.ty) as i64;
        let apart = |f: &&Field| {
            let others = self
                .fields
                .iter()
                .filter(|x| x.object == f.object && x != f);
            let fields = others.map(|x| (x.offset, end(x)));
            let spans = self.others.iter().filter(|x| x.0 == f.object);
            let mut all = fields.chain(spans.map(|x| (x.1, x.2)));
            !self.lost.contains(&f.object) && all.all(|(from, to)| to <= f.offset || end(f) <= from)
        };
        self.fields.iter().filter(apart).copied().collect()
    }

    /// The field at an address.
    pub fn field(&self, addr: Operand, ty: Type) -> Option<Field> {
        let (object, offset) = self.address(addr)?;
        Some(Field { object, offset, ty })
    }

    /// The object and the offset of an address that has one.
    pub fn address(&self, o: Operand) -> Option<(Object, i64)> {
        let p = self.place(o).filter(|p| p.more == 0)?;
        Some((p.object, p.offset))
    }

    fn place(&self, o: Operand) -> Option<Place> {
        match o {
            Operand::Global(g, offset) if self.globals.contains(&g) => Some(Place {
                object: Object::Global(g),
                offset,
                more: 0,
            }),
            Operand::Reg(r) => self.places.get(&r).copied(),
            _ => None,
        }
    }

    /// The registers that lead into objects: those that are set once.
    fn find_places(&mut self, f: &Function) {
        let mut sets: BTreeMap<Reg, u32> = f.params.iter().map(|p| (p.reg, 1)).collect();
        for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            visit::defs(&i.kind, &mut |r| *sets.entry(*r).or_default() += 1);
        }
        let first = BlockId::from_index(0);
        loop {
            let before = self.places.len();
            for (b, block) in f.blocks.iter() {
                for (at, i) in block.insts.iter().enumerate() {
                    let place = match &i.kind {
                        InstKind::Alloca {
                            dst, count: None, ..
                        } if b == first => Some((
                            *dst,
                            Place {
                                object: Object::Local(*dst),
                                offset: 0,
                                more: 0,
                            },
                        )),
                        InstKind::Call { .. } => made(self.module, &i.kind).map(|(p, _)| {
                            let object = Object::Block(p);
                            (
                                p,
                                Place {
                                    object,
                                    offset: 0,
                                    more: 0,
                                },
                            )
                        }),
                        InstKind::Copy { dst, src } => self.place(*src).map(|p| (*dst, p)),
                        InstKind::PtrAdd { dst, .. } => {
                            self.element(&block.insts, at).map(|p| (*dst, p))
                        }
                        _ => None,
                    };
                    if let Some((dst, p)) = place {
                        if sets.get(&dst) == Some(&1) {
                            self.places.insert(dst, p);
                        }
                    }
                }
            }
            if self.places.len() == before {
                return;
            }
        }
    }

    /// Where a sum of an address leads, where that is known: an index is below what a check
    /// right before says.
    fn element(&self, insts: &[Inst], at: usize) -> Option<Place> {
        let InstKind::PtrAdd {
            base,
            offset,
            terms,
            ..
        } = &insts.get(at)?.kind
        else {
            return None;
        };
        let mut p = self.place(*base)?;
        p.offset = p.offset.checked_add(*offset)?;
        for t in terms {
            let Operand::Reg(index) = t.index else {
                return None;
            };
            let most = i64::try_from(below(insts, at, index)?.checked_sub(1)?).ok()?;
            (t.scale > 0).then_some(())?;
            p.more = p.more.checked_add(most.checked_mul(t.scale)?)?;
        }
        Some(p)
    }

    fn lose(&mut self, o: Operand) {
        if let Some(p) = self.place(o) {
            self.lost.insert(p.object);
        }
    }

    fn access(&mut self, addr: Operand, ty: Type, volatile: bool) {
        let Some(p) = self.place(addr) else { return };
        let n = self.module.layout.store_size(ty) as i64;
        let fits = p.offset >= 0 && p.offset.checked_add(p.more).is_some();
        if volatile || !fits {
            self.lost.insert(p.object);
        } else if p.more == 0 {
            self.fields.insert(Field {
                object: p.object,
                offset: p.offset,
                ty,
            });
        } else {
            let to = p.offset + p.more + n;
            self.others.insert((p.object, p.offset, to));
        }
    }

    fn look(&mut self, kind: &InstKind) -> Option<()> {
        match kind {
            InstKind::Unsupported { .. } => return None,
            InstKind::Alloca { .. } | InstKind::Lifetime { .. } => {}
            InstKind::Load {
                ty, addr, volatile, ..
            } => self.access(*addr, *ty, *volatile),
            InstKind::Store {
                ty,
                value,
                addr,
                volatile,
                ..
            } => {
                self.lose(*value);
                self.access(*addr, *ty, *volatile);
            }
            // Where the sum has no place of its own, it may lead anywhere in the object.
            InstKind::Copy { dst, src: base } | InstKind::PtrAdd { dst, base, .. } => {
                if !self.places.contains_key(dst) {
                    self.lose(*base);
                }
            }
            InstKind::MemSet {
                dst, value, len, ..
            } => {
                if let Some(p) = self.place(*dst) {
                    let fits = |n: u64| {
                        let n = i64::try_from(n).ok()?;
                        p.offset.checked_add(n)
                    };
                    match (value, len) {
                        (Operand::Int(0), Operand::Int(n)) if p.more == 0 => match fits(*n) {
                            Some(to) => self.whole(p.object, p.offset, to),
                            None => _ = self.lost.insert(p.object),
                        },
                        _ => _ = self.lost.insert(p.object),
                    }
                }
            }
            // Whether a block was made says nothing of where it is, and its end takes nothing
            // from it that is read again.
            InstKind::Cmp {
                pred: IntPred::Eq | IntPred::Ne,
                b: Operand::Int(0),
                ..
            } => {}
            InstKind::Call {
                callee: Callee::Direct(f),
                args,
                ..
            } if self.is_free(*f) => {
                let block = |p: Place| matches!(p.object, Object::Block(_)) && p.offset == 0;
                for o in args.iter().map(|a| a.value) {
                    if !self.place(o).is_some_and(block) {
                        self.lose(o);
                    }
                }
            }
            other => {
                let mut used = Vec::new();
                visit::uses(other, &mut |o| used.push(*o));
                used.into_iter().for_each(|o| self.lose(o));
            }
        }
        Some(())
    }

    fn is_free(&self, f: FuncId) -> bool {
        let f = self.module.functions.get(f);
        f.is_some_and(|f| f.is_declaration() && f.name == "free")
    }

    /// Bytes that are set to 0: fields that lie over an end of them are none.
    fn whole(&mut self, object: Object, from: i64, to: i64) {
        for end in [from, to] {
            // What has this byte and the one before.
            self.others.insert((object, end, end));
        }
    }
}

/// The number that an index is below at a place, by a check of the sanitizer before it in
/// its block.
fn below(insts: &[Inst], at: usize, index: Reg) -> Option<u64> {
    let mut conditions: Vec<Reg> = Vec::new();
    for i in insts.get(..at)?.iter().rev() {
        match &i.kind {
            InstKind::Check {
                kind: CheckKind::Bounds,
                ok: Operand::Reg(c),
            } => conditions.push(*c),
            InstKind::Cmp {
                pred: IntPred::Ult,
                dst,
                a: Operand::Reg(r),
                b: Operand::Int(n),
                ..
            } if *r == index && conditions.contains(dst) => return Some(*n),
            other => {
                let mut set = false;
                visit::defs(other, &mut |r| set |= *r == index);
                if set {
                    return None;
                }
                visit::defs(other, &mut |r| conditions.retain(|c| c != r));
            }
        }
    }
    None
}

/// Globals that no other function and no initial content names, and that are plain memory.
fn own_globals(module: &Module, id: FuncId) -> BTreeSet<GlobalId> {
    let mut named: BTreeSet<GlobalId> = BTreeSet::new();
    let mut name = |o: &Operand| {
        if let Operand::Global(g, _) = o {
            named.insert(*g);
        }
    };
    for (f, function) in module.functions.iter() {
        for (_, b) in function.blocks.iter().filter(|_| f != id) {
            b.insts.iter().for_each(|i| visit::uses(&i.kind, &mut name));
            visit::term_uses(&b.term, &mut name);
        }
    }
    let relocs = module.globals.iter().flat_map(|(_, g)| &g.init);
    for r in relocs.flat_map(|i| &i.relocs) {
        if let RelocTarget::Global(g) = r.target {
            named.insert(g);
        }
    }
    let plain = |g: GlobalId| {
        let global = module.globals.get(g);
        global.is_some_and(|x| !x.constant && !x.volatile && x.init.is_some())
    };
    let all = module.globals.ids();
    all.filter(|g| !named.contains(g) && plain(*g)).collect()
}
