//! What a proof rests on, in words: the shapes of memory at the heads of the
//! user's loops.
//!
//! `head -> {data == 1}+ -> null` is a row of one or more nodes, `2+` one of two
//! or more, `{…}` a single node; a name behind an arrow is the variable that
//! points there too. Numbers whose value is not known are left out.

use crate::range::Range;
use crate::run::Run;
use crate::state::State;
use crate::value::{Object, Ptr, Val};
use ep_base::entity::EntityId;
use ep_ir::debug::VarStorage;
use ep_ir::{DebugType, DebugTypeId, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Shapes of one loop that are told.
const SHOWN: usize = 4;
/// Objects in a row that are told.
const CHAIN: usize = 6;

/// A line per loop of the user's, in the order of their lines.
pub fn shapes(run: &Run<'_>) -> Vec<String> {
    let module = run.steps.module;
    let mut out: BTreeMap<(u32, String), BTreeSet<String>> = BTreeMap::new();
    for (key, entries) in &run.passed {
        let Some((func, block, _)) = key.last() else {
            continue;
        };
        let Some(line) = run.loop_line(*func, *block) else {
            continue;
        };
        let Some(f) = module.functions.get(*func) else {
            continue;
        };
        let told = out.entry((line, f.name.clone())).or_default();
        for e in entries.iter().filter(|e| e.version.is_some()) {
            told.insert(state(module, &e.state));
        }
    }
    let line = |((line, f), told): ((u32, String), BTreeSet<String>)| {
        let n = told.len();
        let mut shown: Vec<String> = told
            .into_iter()
            .filter(|t| !t.is_empty())
            .take(SHOWN)
            .collect();
        if n > shown.len() && !shown.is_empty() {
            shown.push(format!("{} more", n - shown.len()));
        }
        let shown = (!shown.is_empty()).then(|| shown.join(" or "));
        shown.map(|s| format!("at {f}:{line} {s}"))
    };
    out.into_iter().filter_map(line).collect()
}

/// A name, a value and a type.
type Root = (String, Val, DebugTypeId);

/// The variables of the innermost activation and the globals that were written.
fn roots(module: &Module, st: &State) -> Vec<Root> {
    let mut out = Vec::new();
    if let Some(top) = st.top() {
        let vars = module.functions.get(top.func).map(|f| &f.vars);
        for (_, v) in vars.iter().flat_map(|v| v.iter()) {
            let reg = |r: ep_ir::Reg| top.regs.get(r.index()).cloned();
            let value = match v.storage {
                VarStorage::Register(r) => reg(r),
                VarStorage::Memory(r) => reg(r)
                    .and_then(|v| v.ptr())
                    .and_then(|p| Some((p, st.heap.get(&p.obj)?)))
                    .and_then(|(p, o)| {
                        o.cells
                            .get(&u64::try_from(p.off).ok()?)
                            .map(|c| c.val.clone())
                    }),
                VarStorage::None => None,
            };
            if let Some(value) = value {
                out.push((v.name.clone(), value, v.ty));
            }
        }
    }
    for (id, g) in module.globals.iter() {
        if let Some(c) = st
            .heap
            .get(&crate::value::Obj(id.0))
            .and_then(|o| o.cells.get(&0))
        {
            out.push((g.name.clone(), c.val.clone(), g.ty));
        }
    }
    out
}

fn state(module: &Module, st: &State) -> String {
    let roots = roots(module, st);
    let mut names: BTreeMap<Ptr, String> = BTreeMap::new();
    for (name, v, _) in &roots {
        if let Val::Ptr(p) = v {
            names.entry(*p).or_insert_with(|| name.clone());
        }
    }
    let mut parts = Vec::new();
    for (name, v, ty) in &roots {
        let part = match v {
            Val::Ptr(p) => match names.get(p).filter(|n| *n != name) {
                Some(other) => Some(format!("{name} == {other}")),
                None => Some(format!("{name}{}", chain(module, st, *p, *ty, &names))),
            },
            Val::Int(0) if pointee(module, *ty).is_some() => Some(format!("{name} == null")),
            v => number(module, st, name, v, *ty),
        };
        parts.extend(part);
    }
    parts.dedup();
    parts.join(", ")
}

/// ` -> {…} -> …`.
fn chain(
    module: &Module,
    st: &State,
    from: Ptr,
    ty: DebugTypeId,
    names: &BTreeMap<Ptr, String>,
) -> String {
    let mut out = String::new();
    let mut at = from;
    let mut seen = BTreeSet::new();
    for _ in 0..CHAIN {
        let Some(o) = st.heap.get(&at.obj).filter(|_| seen.insert(at.obj)) else {
            out.push_str(" -> …");
            return out;
        };
        let record = pointee(module, ty);
        let many = match o.seg {
            None => "",
            Some(s) if s.min < 2 => "+",
            Some(_) => "2+",
        };
        let _ = write!(
            out,
            " -> {{{}}}{many}",
            fields(module, st, o, record).join(", ")
        );
        let next = match o.seg {
            // Entered at its other end it is walked the other way.
            Some(s) if at.last => s.prev,
            Some(s) => Some(s.next),
            None => record.and_then(|r| {
                let fresh = |at: &u64| {
                    let to = o.cells.get(at).and_then(|c| c.val.ptr());
                    to.is_some_and(|p| !seen.contains(&p.obj))
                };
                let links = links(module, r);
                links.iter().copied().find(fresh).or(links.first().copied())
            }),
        };
        match next.and_then(|n| o.cells.get(&n)).map(|c| &c.val) {
            Some(Val::Ptr(p)) => match names.get(p) {
                Some(name) => {
                    let _ = write!(out, " -> {name}");
                    return out;
                }
                None => at = *p,
            },
            Some(Val::Int(0)) => {
                out.push_str(" -> null");
                return out;
            }
            _ => return out,
        }
    }
    out.push_str(" -> …");
    out
}

/// Through names of types.
fn plain(module: &Module, mut ty: DebugTypeId) -> Option<&DebugType> {
    for _ in 0..64 {
        match module.debug_types.get(ty)? {
            DebugType::Alias { to, .. } => ty = *to,
            other => return Some(other),
        }
    }
    None
}

/// What a pointer type points to.
fn pointee(module: &Module, ty: DebugTypeId) -> Option<DebugTypeId> {
    match plain(module, ty)? {
        DebugType::Pointer { to, .. } => Some(*to),
        _ => None,
    }
}

/// The members of a structure that point to its like.
fn links(module: &Module, record: DebugTypeId) -> Vec<u64> {
    let own = plain(module, record);
    let Some(DebugType::Record { fields, .. }) = own else {
        return Vec::new();
    };
    let to_own = |ty| pointee(module, ty).and_then(|t| plain(module, t)) == own;
    let found = fields.iter().filter(|f| to_own(f.ty));
    found.map(|f| f.bit_offset / 8).collect()
}

fn fields(module: &Module, st: &State, o: &Object, record: Option<DebugTypeId>) -> Vec<String> {
    let known = record.and_then(|r| plain(module, r));
    let Some(DebugType::Record { fields, .. }) = known else {
        return Vec::new();
    };
    let one = |f: &ep_ir::debug::Field| {
        let c = o
            .cells
            .get(&(f.bit_offset / 8))
            .filter(|c| c.size * 8 == f.bit_size)?;
        match &c.val {
            Val::Int(0) if pointee(module, f.ty).is_some() => None,
            v => number(module, st, &f.name, v, f.ty),
        }
    };
    fields.iter().filter_map(one).collect()
}

/// What is known of a number, as C.
fn number(module: &Module, st: &State, name: &str, v: &Val, ty: DebugTypeId) -> Option<String> {
    let (bits, signed) = match plain(module, ty)? {
        DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. } => {
            (*bits, *signed)
        }
        DebugType::Char { signed } => (8, *signed),
        DebugType::Bool => (8, false),
        _ => return None,
    };
    let r = match v {
        Val::Int(n) => Range::single(bits, n & ep_ir::scalar::mask64(bits.clamp(1, 64))),
        Val::Sym(s) => *st.syms.get(s)?,
        Val::Each(r) => *r,
        _ => return None,
    };
    let full = Range::full(r.bits);
    let (low, high, least, most) = match signed {
        true => (r.smin, r.smax, full.smin, full.smax),
        false => (r.umin, r.umax, full.umin, full.umax),
    };
    match (low > least, high < most) {
        _ if low == high => Some(format!("{name} == {low}")),
        (true, true) => Some(format!("{low} <= {name} <= {high}")),
        (true, false) => Some(format!("{name} >= {low}")),
        (false, true) => Some(format!("{name} <= {high}")),
        (false, false) => None,
    }
}
