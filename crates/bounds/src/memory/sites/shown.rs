//! Addresses that become numbers.
//!
//! Idea: a function of the program shows an address where it casts a pointer to a number
//! that is used for more than a difference or a comparison of two. The models of the C
//! library do so in one place, for `%p`, which every `printf` could come to: they show an
//! address only where a format may have it. Formats are looked at where functions with
//! variable arguments are called that lead there, by the program or by models: the last
//! named argument is the format. What leads there without such a call (`vprintf`, a
//! function whose address is taken) is taken to show one. Source: provenance by exposure
//! (see [`super::forged`]). Alternative: the values of formats by the analysis of
//! pointers, which a constant in the call does not need. Cost: linear in the functions
//! that are reached, times the depth of calls to `%p`.

use ep_ir::{
    visit, BinOp, Callee, CastOp, FuncId, Function, InstKind, Module, Operand, Reg, RelocTarget,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Whether an address is looked at as a number in one of these functions.
pub(super) fn any(module: &Module, reached: &[FuncId]) -> bool {
    let of = |f: &FuncId| module.functions.get(*f);
    let (models, own): (Vec<FuncId>, Vec<FuncId>) =
        (reached.iter().copied()).partition(|f| of(f).is_some_and(|x| is_model(module, x)));
    let shown = |f: &FuncId| of(f).is_some_and(shows);
    if own.iter().any(shown) {
        return true;
    }
    let ends: BTreeSet<FuncId> = models.iter().copied().filter(shown).collect();
    !ends.is_empty() && may_print(module, reached, &own, ends)
}

/// Whether a format that leads to `ends` may have `%p`.
fn may_print(module: &Module, reached: &[FuncId], own: &[FuncId], ends: BTreeSet<FuncId>) -> bool {
    let mut callers: BTreeMap<FuncId, Vec<FuncId>> = BTreeMap::new();
    let mut taken: BTreeSet<FuncId> = BTreeSet::new();
    for f in reached {
        for kind in insts(module, *f) {
            let called = callee(kind);
            if let Some(g) = called {
                callers.entry(g).or_default().push(*f);
            }
            visit::uses(kind, &mut |o| note(&mut taken, o));
        }
        let blocks = module
            .functions
            .get(*f)
            .into_iter()
            .flat_map(|f| f.blocks.iter());
        for (_, b) in blocks {
            visit::term_uses(&b.term, &mut |o| note(&mut taken, o));
        }
    }
    let globals = module.globals.iter().filter_map(|(_, g)| g.init.as_ref());
    taken.extend(
        globals
            .flat_map(|g| &g.relocs)
            .filter_map(|r| match r.target {
                RelocTarget::Func(f) => Some(f),
                RelocTarget::Global(_) | RelocTarget::Label(..) => None,
            }),
    );
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

fn note(taken: &mut BTreeSet<FuncId>, o: &Operand) {
    if let Operand::Func(g) = o {
        taken.insert(*g);
    }
}

fn insts(module: &Module, f: FuncId) -> impl Iterator<Item = &InstKind> {
    let blocks = module
        .functions
        .get(f)
        .into_iter()
        .flat_map(|f| f.blocks.iter());
    blocks.flat_map(|(_, b)| b.insts.iter().map(|i| &i.kind))
}

fn callee(kind: &InstKind) -> Option<FuncId> {
    match kind {
        InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } => Some(*g),
        _ => None,
    }
}

/// A model has no line.
fn is_model(module: &Module, f: &Function) -> bool {
    module.locs.get(f.loc).map_or(0, |p| p.line) == 0
}

/// Whether the format of this call is a text of the program without `%p`.
fn is_plain(module: &Module, called: FuncId, kind: &InstKind) -> bool {
    let InstKind::Call { args, .. } = kind else {
        return true;
    };
    let named = module.functions.get(called).map_or(0, |f| f.params.len());
    let format = named.checked_sub(1).and_then(|i| args.get(i));
    let Some(Operand::Global(g, 0)) = format.map(|a| a.value) else {
        return false;
    };
    let text = module.globals.get(g).filter(|g| g.constant && !g.volatile);
    let text = text.and_then(|g| g.init.as_ref());
    text.is_some_and(|t| t.relocs.is_empty() && !has_address(&t.bytes))
}

/// Whether a format has `%p`, whatever stands between.
fn has_address(format: &[u8]) -> bool {
    let mut inside = false;
    for b in format {
        match (inside, b) {
            (_, 0) => return false,
            (false, b'%') => inside = true,
            (true, b'p') => return true,
            // Flags, widths, precisions and lengths.
            (true, b'0'..=b'9' | b' ' | b'#' | b'+' | b'-' | b'\'' | b'.' | b'*' | b'$') => {}
            (true, b'h' | b'l' | b'q' | b'j' | b'z' | b't' | b'L' | b'I') => {}
            (true, _) => inside = false,
            (false, _) => {}
        }
    }
    // It does not end: what follows is not known.
    true
}

/// Whether a pointer becomes a number here that is used for more than a difference or a
/// comparison of two pointers.
fn shows(function: &Function) -> bool {
    let insts = || function.blocks.iter().flat_map(|(_, b)| &b.insts);
    let mut numbers: HashSet<Reg> = HashSet::new();
    for i in insts() {
        if let InstKind::Cast {
            op: CastOp::PtrToInt,
            dst,
            ..
        } = &i.kind
        {
            numbers.insert(*dst);
        }
    }
    if numbers.is_empty() {
        return false;
    }
    let is = |o: &Operand| matches!(o, Operand::Reg(r) if numbers.contains(r));
    let in_insts = insts().any(|i| match &i.kind {
        InstKind::Bin {
            op: BinOp::Sub,
            a,
            b,
            ..
        } if is(a) && is(b) => false,
        InstKind::Cmp { a, b, .. } if is(a) && is(b) => false,
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
    use super::has_address;

    #[test]
    fn an_address_is_found_behind_flags_and_lengths() {
        for f in ["%p\0", "a %d %-20p\0", "%5$*p\0", "%%%p\0"] {
            assert!(has_address(f.as_bytes()), "{f}");
        }
        for f in ["plain\0", "%d p\0", "100%% p\0", "%lu%s\0", "\0%p"] {
            assert!(!has_address(f.as_bytes()), "{f}");
        }
        // Without an end it may go on so.
        assert!(has_address(b"%d"));
    }
}
