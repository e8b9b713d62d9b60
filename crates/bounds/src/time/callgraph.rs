//! Which functions can come back to themselves, and what calls may write.
//!
//! A call through a pointer may lead to each function whose address is used; a
//! write through a pointer that is neither a local of the function nor what the
//! function was given may go anywhere. What it was given leads to what the caller
//! says, as long as each function on the way hands it on as it is or moved: so a
//! recursion that counts in its caller's variable leaves all else alone. Source: J.
//! Banning, "An efficient way to find the side effects of procedure calls" (POPL
//! 1979), for effects by parameter. Cost: linear in the program, for each function
//! that is reached; effects by parameter grow until nothing changes.

use super::library::{
    is_end, is_input, is_output, is_parsing, is_random, known, scans_text, Known,
};
use ep_ir::analysis::addresses_taken;
use ep_ir::{Callee, FuncId, Function, GlobalId, InstKind, Module, Operand, Reg};
use std::collections::{BTreeMap, BTreeSet};

/// What calls of a function may do to memory that its caller can see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    pub anywhere: bool,
    /// It may give objects back, which holds their content only where somebody uses
    /// what was freed.
    pub frees: bool,
    pub globals: BTreeSet<GlobalId>,
    /// Where it may write through these parameters and nowhere else that is unknown.
    pub through: Option<BTreeSet<usize>>,
}

/// Who calls whom.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    recursive: BTreeSet<FuncId>,
    effects: BTreeMap<FuncId, Effects>,
}

impl Calls {
    /// Looks at all functions.
    pub fn of(module: &Module) -> Calls {
        let mut edges: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
        let mut effects: BTreeMap<FuncId, Effects> = BTreeMap::new();
        let taken = addresses_taken(module);
        let errno = module.globals.iter().filter(|(_, g)| is_errno(&g.name));
        let errno: Vec<GlobalId> = errno.map(|(id, _)| id).collect();
        for (f, function) in module.functions.iter() {
            let own = effects.entry(f).or_default();
            own.through = Some(BTreeSet::new());
            let out = edges.entry(f).or_default();
            if function.is_declaration() || is_taken_as_is(module, function) {
                // Models that nobody looks into have streams to write to, which no
                // program sees.
                own.frees = super::library::frees(&function.name);
                own.anywhere = super::library::writes(&function.name);
                own.through = (!own.anywhere).then(BTreeSet::new);
                if sets_errno(&function.name) {
                    own.globals.extend(errno.clone());
                }
                continue;
            }
            for (_, block) in function.blocks.iter() {
                for inst in &block.insts {
                    match &inst.kind {
                        InstKind::Call { callee, .. } => match callee {
                            Callee::Direct(g) => {
                                out.insert(*g);
                            }
                            Callee::Indirect(_) => out.extend(taken.iter().copied()),
                        },
                        kind => own.note(function, kind),
                    }
                }
            }
        }
        let reach = |from: FuncId| {
            let mut seen: BTreeSet<FuncId> = BTreeSet::new();
            let mut work: Vec<FuncId> = edges.get(&from).into_iter().flatten().copied().collect();
            while let Some(g) = work.pop() {
                if seen.insert(g) {
                    work.extend(edges.get(&g).into_iter().flatten().copied());
                }
            }
            seen
        };
        let mut all = Calls::default();
        for f in edges.keys() {
            let reached = reach(*f);
            if reached.contains(f) {
                all.recursive.insert(*f);
            }
            let mut sum = Effects::default();
            for g in reached.iter().chain([f]) {
                if let Some(e) = effects.get(g) {
                    sum.anywhere |= e.anywhere;
                    sum.frees |= e.frees;
                    sum.globals.extend(e.globals.iter().copied());
                }
            }
            all.effects.insert(*f, sum);
        }
        all.by_parameter(module, effects);
        all
    }

    /// What is written through parameters, by functions that are called too.
    fn by_parameter(&mut self, module: &Module, mut own: BTreeMap<FuncId, Effects>) {
        let mut changed = true;
        while changed {
            changed = false;
            for (f, function) in module.functions.iter() {
                if function.is_declaration() || is_taken_as_is(module, function) {
                    continue;
                }
                let insts = function.blocks.iter().flat_map(|(_, b)| &b.insts);
                let mut now = own.get(&f).cloned().unwrap_or_default();
                for inst in insts {
                    let InstKind::Call { callee, args, .. } = &inst.kind else {
                        continue;
                    };
                    let target = match callee {
                        Callee::Direct(g) => own.get(g),
                        Callee::Indirect(_) => None,
                    };
                    now.globals
                        .extend(target.iter().flat_map(|e| &e.globals).copied());
                    let Some(through) = target.and_then(|e| e.through.as_ref()) else {
                        now.through = None;
                        continue;
                    };
                    for i in through {
                        match args.get(*i) {
                            Some(a) if a.byval.is_none() => now.write(function, &a.value),
                            _ => now.through = None,
                        }
                    }
                }
                let old = own.get_mut(&f).filter(|e| **e != now);
                if let Some(old) = old {
                    *old = now;
                    changed = true;
                }
            }
        }
        for (f, all) in &mut self.effects {
            all.through = own.get(f).and_then(|e| e.through.clone());
            // Variables whose addresses are handed on are written where they are used.
            all.globals
                .extend(own.get(f).into_iter().flat_map(|e| &e.globals).copied());
        }
    }

    /// What a call of the function may write; anything, if it is not known.
    pub fn effects(&self, f: FuncId) -> Effects {
        self.effects.get(&f).cloned().unwrap_or(Effects {
            anywhere: true,
            frees: true,
            globals: BTreeSet::new(),
            through: None,
        })
    }

    /// Whether a call of the function can lead to another one.
    pub fn is_recursive(&self, f: FuncId) -> bool {
        self.recursive.contains(&f)
    }
}

impl Effects {
    fn note(&mut self, f: &Function, kind: &InstKind) {
        match kind {
            InstKind::Store { addr, .. } => self.write(f, addr),
            InstKind::MemCopy { dst, .. } | InstKind::MemSet { dst, .. } => self.write(f, dst),
            InstKind::AtomicRmw { addr, .. } | InstKind::CmpXchg { addr, .. } => {
                self.write(f, addr);
            }
            InstKind::VaStart { list } | InstKind::VaEnd { list } => self.write(f, list),
            InstKind::VaCopy { dst, .. } => self.write(f, dst),
            InstKind::Unsupported { .. } => {
                self.anywhere = true;
                self.through = None;
            }
            _ => {}
        }
    }

    fn write(&mut self, f: &Function, addr: &Operand) {
        match addr {
            Operand::Global(g, _) => {
                self.globals.insert(*g);
            }
            Operand::Reg(r) => match origin(f, *r, &mut BTreeSet::new()) {
                Some(of) => {
                    self.anywhere |= !of.is_empty();
                    if let Some(through) = &mut self.through {
                        through.extend(of);
                    }
                }
                None => {
                    self.anywhere = true;
                    self.through = None;
                }
            },
            _ => {
                self.anywhere = true;
                self.through = None;
            }
        }
    }
}

/// The parameters that the addresses in a register come from, besides the function's
/// own locals; nothing where they may be others.
fn origin(f: &Function, r: Reg, seen: &mut BTreeSet<Reg>) -> Option<BTreeSet<usize>> {
    let mut out = BTreeSet::new();
    if !seen.insert(r) {
        return Some(out);
    }
    let mut defined = false;
    if let Some(i) = f.params.iter().position(|p| p.reg == r) {
        // A copy of its own is not told from what the caller has.
        f.params.get(i).filter(|p| p.byval.is_none())?;
        defined = true;
        out.insert(i);
    }
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        let mut sets = false;
        ep_ir::visit::defs(&inst.kind, &mut |d| sets |= *d == r);
        if !sets {
            continue;
        }
        defined = true;
        match &inst.kind {
            InstKind::Alloca { .. } => {}
            InstKind::PtrAdd {
                base: Operand::Reg(b),
                ..
            }
            | InstKind::Copy {
                src: Operand::Reg(b),
                ..
            } => out.extend(origin(f, *b, seen)?),
            _ => return None,
        }
    }
    defined.then_some(out)
}

/// Whether a variable is what the library keeps `errno` in.
pub(super) fn is_errno(name: &str) -> bool {
    name.starts_with("ep_errno")
}

/// Whether a function of the library may set `errno`: all that are not inputs of the
/// analysis.
fn sets_errno(name: &str) -> bool {
    let inputs = matches!(
        known(name),
        Some(Known::Input | Known::Fills | Known::Assume)
    );
    !inputs
}

/// Whether a function is a model of the C library: they have no positions.
pub(super) fn is_model(module: &Module, f: &Function) -> bool {
    let line = module.locs.get(f.loc).map_or(0, |p| p.line);
    !f.is_declaration() && line == 0
}

/// Whether a function is a model of the C library that is not looked into: it
/// is taken to come back, and costs what is said or nothing.
pub(super) fn is_taken_as_is(module: &Module, f: &Function) -> bool {
    let name = &f.name;
    let scanned = is_parsing(name) || scans_text(name);
    let taken = is_output(name) || is_input(name) || scanned;
    let taken = taken || is_random(name) || is_end(name);
    taken && is_model(module, f)
}
