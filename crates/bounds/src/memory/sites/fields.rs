//! How large a number can be that is loaded from a field, by all that is stored there.
//!
//! Idea: `r->buf = malloc(r->cap * 2)` loads a size that tests on registers do not bound.
//! What the field holds is what some instruction stored there: so its range is the hull of
//! what the stores of the program can store, of what its object begins with, and nothing
//! more, whichever store was the last. A store that adds to the field itself
//! (`cap *= 2`) is bounded by the tests before it. Source: points-to sets with fields kept
//! apart (Pearce, Kelly and Hankin, PASTE 2004) under an interval analysis that does not
//! follow the order of stores (as for heap locations in M. Hind's survey, PASTE 2001).
//! Alternative: [`super::mirrored`], for fields of objects that are there once; a list's
//! nodes are many. Cost: a look at all writes for each field that is loaded.
//!
//! What must never happen: a write that is no store of the whole field and is not seen. So
//! a field has no range where a pointer may lead that the sets do not know, where bytes are
//! copied over it or read into it, where code that is not seen knows its object, and where
//! a function other than the entry stores anything but a number there.

use super::facts::{builtin, inst, number_in, At};
use super::forged::makes_pointers;
use super::ghosts::is_named;
use super::mirrored::{filled, written, Written};
use super::printed::quiet;
use crate::memory::slice::{places, Home, Marks, Places, Spot};
use ep_base::Stop;
use ep_ir::provided::Builtin;
use ep_ir::{FuncId, InstKind, Module, Operand, Type};
use std::collections::BTreeMap;

/// Fields that are looked at.
const MOST: usize = 60;
/// Objects that one load may read from.
const MOST_OBJECTS: usize = 6;

/// What a field may hold.
#[derive(Clone, Debug)]
pub(super) enum Held {
    Number(u64),
    /// What this instruction of the entry stores.
    Stored(At),
}

/// The fields that loads of the entry read.
#[derive(Default)]
pub(super) struct Fields {
    of: BTreeMap<At, usize>,
    held: Vec<Vec<Held>>,
}

impl Fields {
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The field that a load reads.
    pub fn loaded(&self, at: At) -> Option<usize> {
        self.of.get(&at).copied()
    }

    /// All that a field may hold.
    pub fn held(&self, field: usize) -> Option<&[Held]> {
        self.held.get(field).map(Vec::as_slice)
    }
}

/// What a field is: where, and of which type.
type Key = (Vec<Spot>, Type);

/// The fields of a program's entry; none where it is not known what may be written.
pub(super) fn fields(module: &Module, entry: FuncId, stop: &Stop) -> Fields {
    found(module, entry, stop).unwrap_or_default()
}

fn found(module: &Module, entry: FuncId, stop: &Stop) -> Option<Fields> {
    let f = module.functions.get(entry)?;
    (!is_named(module, entry)).then_some(())?;
    let quiet = quiet(module);
    let places = places(&quiet, &[entry], Marks::default(), stop)?;
    (!makes_pointers(module, entry, &places)).then_some(())?;
    let mut writes: Vec<(FuncId, At, Written)> = Vec::new();
    let reached: Vec<FuncId> = places.reached().collect();
    for g in reached {
        let function = quiet.functions.get(g)?;
        for (b, block) in function.blocks.iter() {
            for (i, x) in block.insts.iter().enumerate() {
                match written(&quiet, &places, g, &x.kind) {
                    Written::Nothing => {}
                    Written::Anything => return None,
                    // What a local held before its block begins is gone.
                    _ if matches!(x.kind, InstKind::Lifetime { .. }) => {}
                    w => writes.push((g, (b, i), w)),
                }
            }
        }
    }
    let own = Own {
        module: &quiet,
        entry,
        places: &places,
        writes: &writes,
    };
    let mut out = Fields::default();
    let mut known: BTreeMap<Key, Option<usize>> = BTreeMap::new();
    for (b, block) in f.blocks.iter() {
        for (i, x) in block.insts.iter().enumerate() {
            let InstKind::Load {
                ty: ty @ Type::Int(8 | 16 | 32 | 64),
                addr,
                volatile: false,
                ..
            } = &x.kind
            else {
                continue;
            };
            if stop.now() {
                return None;
            }
            let Some(spots) = places
                .spots(entry, addr)
                .filter(|s| s.len() <= MOST_OBJECTS)
            else {
                continue;
            };
            let key = (spots, *ty);
            let field = match known.get(&key) {
                Some(field) => *field,
                None if out.held.len() == MOST => None,
                None => {
                    let held: Option<Vec<Vec<Held>>> =
                        key.0.iter().map(|s| own.held(s, *ty)).collect();
                    let field = held.map(|h| {
                        out.held.push(h.into_iter().flatten().collect());
                        out.held.len() - 1
                    });
                    known.insert(key, field);
                    field
                }
            };
            out.of.extend(field.map(|n| ((b, i), n)));
        }
    }
    tracing::debug!(
        loads = known.len(),
        known = out.held.len(),
        "fields of memory"
    );
    Some(out)
}

/// What is asked about fields.
struct Own<'a> {
    module: &'a Module,
    entry: FuncId,
    places: &'a Places<'a>,
    writes: &'a [(FuncId, At, Written)],
}

impl Own<'_> {
    /// All that a field may hold; none where something else may be written there.
    fn held(&self, spot: &Spot, ty: Type) -> Option<Vec<Held>> {
        let n = self.module.layout.store_size(ty);
        (!self.places.is_known_outside(spot)).then_some(())?;
        let mut out: Vec<Held> = self.initial(spot, n)?.into_iter().collect();
        for (f, at, w) in self.writes {
            match w {
                Written::There(o, m) => {
                    if self.places.is_unknown(*f, o) {
                        tracing::trace!(?f, ?at, "a write that may lead anywhere");
                        return None;
                    }
                    if self.places.hits(*f, (o, *m), (spot, n)) {
                        out.push(self.whole(*f, *at, (spot, ty))?);
                    }
                }
                Written::From(from, _) => {
                    if from.iter().any(|o| self.places.reaches(*f, o, spot)) {
                        tracing::trace!(?f, ?at, "a field is written by code that is not seen");
                        return None;
                    }
                }
                Written::Anything => return None,
                Written::Nothing => {}
            }
        }
        Some(out)
    }

    /// What a write of the whole field, or of nothing of it, leaves there.
    fn whole(&self, f: FuncId, at: At, (spot, ty): (&Spot, Type)) -> Option<Held> {
        let function = self.module.functions.get(f)?;
        match &inst(function, at)?.kind {
            InstKind::Store {
                ty: stored,
                addr,
                value,
                ..
            } if *stored == ty => {
                let exact = self.places.only_exactly(f, addr, spot);
                exact.then_some(())?;
                match value {
                    Operand::Int(n) => Some(Held::Number(*n)),
                    _ => (f == self.entry).then_some(Held::Stored(at)),
                }
            }
            kind => {
                let n = filled(self.module, self.places, f, kind, (spot, ty))?;
                Some(Held::Number(n))
            }
        }
    }

    /// What the field holds where its object begins: `Some(None)` where that is not read.
    fn initial(&self, spot: &Spot, n: u64) -> Option<Option<Held>> {
        match spot.home() {
            Home::Global(g) => {
                self.module.constructors.is_empty().then_some(())?;
                let number = number_in(self.module, g, spot.at(), n)?;
                Some(Some(Held::Number(number)))
            }
            Home::Made((f, b, i)) => {
                let function = self.module.functions.get(f)?;
                let kind = &inst(function, (b, i))?.kind;
                match (kind, builtin(self.module, kind)) {
                    (_, Some(Builtin::Calloc)) => Some(Some(Held::Number(0))),
                    // What nobody stored there is not read.
                    (InstKind::Alloca { .. }, _)
                    | (_, Some(Builtin::Malloc | Builtin::AlignedAlloc)) => Some(None),
                    _ => None,
                }
            }
            Home::Other => None,
        }
    }
}
