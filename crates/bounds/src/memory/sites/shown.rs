//! Addresses that become numbers.
//!
//! Idea: a function of the program shows an address where it casts a pointer to a number
//! that is used for more than the difference of two which lead to texts: variables that
//! hold no pointers. (One of two others can be null, and then the difference is an
//! address.) The models of the C
//! library do so in one place, for `%p`, which every `printf` could come to: they show an
//! address only where a format may have it. Formats are looked at where functions with
//! variable arguments are called that lead there, by the program or by models: the last
//! named argument is the format. What leads there without such a call (`vprintf`, a
//! function whose address is taken) is taken to show one. Source: provenance by exposure
//! (see [`super::forged`]). Alternative: the values of formats by the analysis of
//! pointers, which a constant in the call does not need. Cost: linear in the functions
//! that are reached, times the depth of calls to `%p`.

use crate::memory::slice::Places;
use ep_ir::{
    visit, BinOp, Callee, CastOp, FuncId, Function, InstKind, LocId, Module, Operand, Reg,
    RelocTarget, Type,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Whether an address is looked at as a number in one of these functions.
pub(super) fn any(module: &Module, reached: &[FuncId], places: &Places<'_>) -> bool {
    let of = |f: &FuncId| module.functions.get(*f);
    let (models, own): (Vec<FuncId>, Vec<FuncId>) =
        (reached.iter().copied()).partition(|f| of(f).is_some_and(|x| is_model(module, x)));
    let text = |f: FuncId, o: &Operand| places.leads_to_texts(f, o);
    if (own.iter()).any(|f| of(f).is_some_and(|x| shows(x, &|o| text(*f, o)))) {
        return true;
    }
    // What models take of two pointers goes no further.
    let shown = |f: &FuncId| of(f).is_some_and(|x| shows(x, &|_| true));
    let ends: BTreeSet<FuncId> = models.iter().copied().filter(shown).collect();
    !ends.is_empty() && may_print(module, reached, &own, ends)
}

/// Whether a format that leads to `ends` may have `%p`.
fn may_print(module: &Module, reached: &[FuncId], own: &[FuncId], ends: BTreeSet<FuncId>) -> bool {
    let mut callers: BTreeMap<FuncId, Vec<FuncId>> = BTreeMap::new();
    let mut taken = self::taken(module, None);
    for f in reached {
        for g in insts(module, *f).filter_map(callee) {
            callers.entry(g).or_default().push(*f);
        }
        taken.extend(self::taken(module, Some(*f)));
    }
    // What leads there, up to functions with variable arguments.
    let mut leads = ends.clone();
    let mut todo: Vec<FuncId> = ends.into_iter().collect();
    let mut formats = BTreeSet::new();
    while let Some(g) = todo.pop() {
        // The program's own may take its format from anywhere.
        let of_library = |f: &Function| f.variadic && is_model(module, f);
        if module.functions.get(g).is_some_and(of_library) {
            formats.insert(g);
            continue;
        }
        for f in callers.get(&g).into_iter().flatten() {
            if leads.insert(*f) {
                todo.push(*f);
            }
        }
    }
    let unseen = own
        .iter()
        .any(|f| leads.contains(f) && !formats.contains(f));
    if unseen || leads.iter().chain(&formats).any(|f| taken.contains(f)) {
        return true;
    }
    let plain = |kind: &InstKind| match callee(kind) {
        Some(g) if formats.contains(&g) => is_plain(module, g, kind),
        _ => true,
    };
    !reached.iter().all(|f| insts(module, *f).all(plain))
}

/// The functions whose address a function has, or a global where none is named.
pub(super) fn taken(module: &Module, f: Option<FuncId>) -> BTreeSet<FuncId> {
    let mut out = BTreeSet::new();
    let mut note = |o: &Operand| {
        if let Operand::Func(g) = o {
            out.insert(*g);
        }
    };
    let Some(f) = f else {
        let globals = module.globals.iter().filter_map(|(_, g)| g.init.as_ref());
        for r in globals.flat_map(|g| &g.relocs) {
            if let RelocTarget::Func(g) = r.target {
                note(&Operand::Func(g));
            }
        }
        return out;
    };
    let function = module.functions.get(f).into_iter();
    for (_, b) in function.flat_map(|f| f.blocks.iter()) {
        for i in &b.insts {
            visit::uses(&i.kind, &mut note);
        }
        visit::term_uses(&b.term, &mut note);
    }
    out
}

pub(super) fn insts(module: &Module, f: FuncId) -> impl Iterator<Item = &InstKind> {
    let blocks = module
        .functions
        .get(f)
        .into_iter()
        .flat_map(|f| f.blocks.iter());
    blocks.flat_map(|(_, b)| b.insts.iter().map(|i| &i.kind))
}

pub(super) fn callee(kind: &InstKind) -> Option<FuncId> {
    match kind {
        InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } => Some(*g),
        _ => None,
    }
}

/// A model has no place, where the program's own functions have one.
pub(super) fn is_model(module: &Module, f: &Function) -> bool {
    module.from_source && f.loc == LocId(0)
}

/// Whether the format of this call is a text of the program without `%p`.
fn is_plain(module: &Module, called: FuncId, kind: &InstKind) -> bool {
    format_of(module, called, kind).is_some_and(|f| !Conversion::Address.is_in(f))
}

/// The format of a call, if it is a text of the program that stays: the last named argument.
pub(super) fn format_of<'m>(
    module: &'m Module,
    called: FuncId,
    kind: &InstKind,
) -> Option<&'m [u8]> {
    let InstKind::Call { args, .. } = kind else {
        return None;
    };
    let named = module.functions.get(called).map_or(0, |f| f.params.len());
    let format = named.checked_sub(1).and_then(|i| args.get(i));
    let Some(Operand::Global(g, 0)) = format.map(|a| a.value) else {
        return None;
    };
    let text = module.globals.get(g).filter(|g| g.constant && !g.volatile);
    let text = text.and_then(|g| g.init.as_ref())?;
    text.relocs.is_empty().then_some(&text.bytes)
}

/// What a format can do with a pointer but read a text there.
#[derive(Clone, Copy)]
pub(super) enum Conversion {
    /// `%p`
    Address,
    /// `%n`
    Count,
}

impl Conversion {
    /// Whether a format has it, whatever stands between.
    pub fn is_in(self, format: &[u8]) -> bool {
        let wanted = match self {
            Conversion::Address => b'p',
            Conversion::Count => b'n',
        };
        let mut inside = false;
        for b in format {
            match (inside, b) {
                (_, 0) => return false,
                (false, b'%') => inside = true,
                (true, b) if *b == wanted => return true,
                // Flags, widths, precisions and lengths.
                (true, b'0'..=b'9' | b' ' | b'#' | b'+' | b'-' | b'\'' | b'.' | b'*' | b'$') => {}
                (true, b'h' | b'l' | b'q' | b'j' | b'z' | b'Z' | b't' | b'L' | b'I') => {}
                (true, _) => inside = false,
                (false, _) => {}
            }
        }
        // It does not end: what follows is not known.
        true
    }
}

/// Whether a pointer of which `of` holds is cast to a number, or compared with another one.
pub(super) fn looked_at(module: &Module, f: FuncId, of: &dyn Fn(&Operand) -> bool) -> bool {
    insts(module, f).any(|kind| match kind {
        InstKind::Cast {
            op: CastOp::PtrToInt,
            src,
            ..
        } => of(src),
        InstKind::Cmp {
            ty: Type::Ptr,
            a,
            b,
            ..
        } => {
            let null = |o: &Operand| matches!(o, Operand::Int(_));
            !null(a) && !null(b) && (of(a) || of(b))
        }
        _ => false,
    })
}

/// Whether a pointer becomes a number here that is used for more than a difference of two
/// of which `text` holds.
fn shows(function: &Function, text: &dyn Fn(&Operand) -> bool) -> bool {
    let insts = || function.blocks.iter().flat_map(|(_, b)| &b.insts);
    let mut numbers: HashMap<Reg, Vec<Operand>> = HashMap::new();
    for i in insts() {
        if let InstKind::Cast {
            op: CastOp::PtrToInt,
            dst,
            src,
            ..
        } = &i.kind
        {
            numbers.entry(*dst).or_default().push(*src);
        }
    }
    if numbers.is_empty() {
        return false;
    }
    let of = |o: &Operand| match o {
        Operand::Reg(r) => numbers.get(r),
        _ => None,
    };
    let is = |o: &Operand| of(o).is_some();
    let texts = |o: &Operand| of(o).is_some_and(|all| all.iter().all(text));
    let in_insts = insts().any(|i| match &i.kind {
        InstKind::Bin {
            op: BinOp::Sub,
            a,
            b,
            ..
        } if texts(a) && texts(b) => false,
        kind => {
            let mut used = false;
            visit::uses(kind, &mut |o| used |= is(o));
            used
        }
    });
    let mut in_ends = false;
    for (_, b) in function.blocks.iter() {
        visit::term_uses(&b.term, &mut |o| in_ends |= is(o));
    }
    in_insts || in_ends
}

#[cfg(test)]
mod tests {
    use super::Conversion::{Address, Count};

    #[test]
    fn an_address_is_found_behind_flags_and_lengths() {
        for f in ["%p\0", "a %d %-20p\0", "%5$*p\0", "%%%p\0"] {
            assert!(Address.is_in(f.as_bytes()), "{f}");
        }
        for f in ["plain\0", "%d p\0", "100%% p\0", "%lu%s\0", "\0%p"] {
            assert!(!Address.is_in(f.as_bytes()), "{f}");
        }
        // Without an end it may go on so.
        assert!(Address.is_in(b"%d"));
    }

    #[test]
    fn a_count_is_told_from_a_letter() {
        for f in ["%n\0", "a%5d%-lln", "%hhn\0", "%Zn\0"] {
            assert!(Count.is_in(f.as_bytes()), "{f}");
        }
        for f in ["no\0", "%dn\0", "%%n\0", "%s\n\0"] {
            assert!(!Count.is_in(f.as_bytes()), "{f}");
        }
    }
}
