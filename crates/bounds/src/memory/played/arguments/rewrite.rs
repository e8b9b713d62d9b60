//! Instructions in place of those that look at an argument.
//!
//! Idea: [`super::uses`] says what an instruction may do; here that is written down.
//! Where its pointer may lead elsewhere too, a comparison with the address of what
//! stands for all arguments decides at run time, and the pointer that the instruction
//! then gets is known not to lead there. Cost: a handful of instructions for each.

use super::super::reads::Why;
use super::super::replaced::{Calls, Tools, Writer};
use super::named::{without_sign, PASSED};
use super::uses::{Guard, Plan, Stand, Use};
use ep_ir::inst::Arg;
use ep_ir::{
    BinOp, Callee, FuncId, Inst, InstKind, IntPred, LocId, Module, Operand, Overflow, Reg, Type,
};
use std::collections::HashSet;

/// The copy that is rewritten.
pub(super) struct Rewriting {
    pub module: Module,
    pub tools: Tools,
    pub stand: Stand,
    pub calls: Calls,
    /// Registers that lead to what stands for arguments in no run, as a comparison
    /// before them has found.
    pub guarded: HashSet<(FuncId, Reg)>,
}

impl Rewriting {
    /// Rewrites all that is planned.
    pub fn apply(&mut self, plan: &Plan) -> Result<(), Why> {
        for ((f, block), all) in plan {
            // From the last on, so that places stay.
            for (at, new) in all.iter().rev() {
                let insts = |m: &Module| -> Option<Inst> {
                    (m.functions.get(*f)?.blocks.get(*block)?.insts.get(*at)).cloned()
                };
                let old = insts(&self.module);
                let made = old.as_ref().and_then(|old| self.instead(*f, old, new));
                // A function of the program may have the name of one that is needed.
                let made = made.ok_or_else(|| Why {
                    what: "what is done with an argument cannot be written down".into(),
                    loc: old.map_or(LocId(0), |i| i.loc),
                })?;
                self.module.functions[*f].blocks[*block]
                    .insts
                    .splice(at..=at, made);
            }
        }
        Ok(())
    }

    fn instead(&mut self, f: FuncId, old: &Inst, new: &Use) -> Option<Vec<Inst>> {
        let (text, null) = (Operand::Global(self.stand.text, 0), Operand::Int(0));
        let word = Type::Int(self.module.layout.ptr_bits);
        let calls = self.calls;
        let mut result = None;
        ep_ir::visit::defs(&old.kind, &mut |d| result = result.or(Some(*d)));
        let guarded = &mut self.guarded;
        let mut w = Writer::new(&mut self.module, &mut self.tools, f, old);
        let typed = result.and_then(|r| Some((r, w.type_of(r)?)));
        match new {
            Use::Nothing => {}
            Use::Any(guard) => match (typed, guard) {
                (None, _) => {}
                (Some((dst, ty)), None) => {
                    let any = w.anything(ty);
                    w.put(InstKind::Copy { dst, src: any });
                }
                (Some((dst, ty)), Some(g)) => {
                    let any = w.anything(ty);
                    let (is, read) = elsewhere(&mut w, f, guarded, g, &old.kind)?;
                    w.select(dst, is, any, read);
                }
            },
            Use::Place(guard) => {
                let (dst, _) = typed?;
                let some = w.anything(Type::Int(1));
                match guard {
                    None => w.select(dst, some, text, null),
                    Some(g) => {
                        let element = w.reg(Type::Ptr);
                        w.select(element, some, text, null);
                        let (is, read) = elsewhere(&mut w, f, guarded, g, &old.kind)?;
                        w.select(dst, is, Operand::Reg(element), read);
                    }
                }
            }
            Use::Elsewhere(g) => {
                elsewhere(&mut w, f, guarded, g, &old.kind)?;
            }
            Use::Same(to, guard) => {
                match (typed, guard, &old.kind) {
                    (None, None, _) => {}
                    (Some((dst, _)), None, _) => w.put(InstKind::Copy { dst, src: *to }),
                    (Some((dst, _)), Some(g), InstKind::PtrAdd { offset, terms, .. }) => {
                        let (is, base) = other(&mut w, f, guarded, g)?;
                        let moved = w.reg(Type::Ptr);
                        w.put(InstKind::PtrAdd {
                            dst: moved,
                            base,
                            offset: *offset,
                            terms: terms.clone(),
                            // The zeros are few.
                            inbounds: false,
                        });
                        w.select(dst, is, *to, Operand::Reg(moved));
                    }
                    _ => return None,
                }
            }
            Use::Number { name, end, guard } => {
                let other = match guard {
                    Some(g) => Some(elsewhere(&mut w, f, guarded, g, &old.kind)?),
                    None => None,
                };
                if let Some(end) = end {
                    told(&mut w, *end, text, other)?;
                }
                if let Some((dst, ty)) = typed {
                    let src = match ty {
                        Type::Int(bits @ (32 | 64)) => w.named(bits, !without_sign(name), name)?,
                        ty => w.anything(ty),
                    };
                    w.either(dst, src, other);
                }
            }
            Use::Length { name, guard } => {
                let other = match guard {
                    Some(g) => Some(elsewhere(&mut w, f, guarded, g, &old.kind)?),
                    None => None,
                };
                if let Some((dst, _)) = typed {
                    let src = length(&mut w, name, word)?;
                    w.either(dst, src, other);
                }
            }
            Use::Scanned(all) => w.stored(all, false, typed)?,
            Use::Named(all) => {
                let mut kind = old.kind.clone();
                let InstKind::Call { args, .. } = &mut kind else {
                    return None;
                };
                for k in all {
                    let a = args.get_mut(*k)?;
                    let g = Guard {
                        pointer: a.value,
                        to: self.stand.text,
                    };
                    a.value = other(&mut w, f, guarded, &g)?.1;
                }
                w.put(kind);
            }
            Use::Filled { to, gives_address } => {
                w.text(*to)?;
                if let Some((dst, ty)) = typed {
                    let src = match gives_address {
                        true => *to,
                        false => w.anything(ty),
                    };
                    w.put(InstKind::Copy { dst, src });
                }
            }
            Use::Duplicated { name, most } => {
                let mut n = length(&mut w, name, word)?;
                if let Some(most) = most {
                    let fewer = w.compare(IntPred::Ult, word, most.value, n);
                    let least = w.reg(word);
                    w.select(least, fewer, most.value, n);
                    n = Operand::Reg(least);
                }
                let size = w.reg(word);
                w.put(InstKind::Bin {
                    op: BinOp::Add,
                    flags: Overflow::default(),
                    dst: size,
                    a: n,
                    b: Operand::Int(1),
                });
                let malloc = w.declared("malloc")?;
                let made = result.unwrap_or_else(|| w.reg(Type::Ptr));
                w.put(InstKind::Call {
                    dsts: vec![made],
                    callee: Callee::Direct(malloc),
                    args: vec![Arg {
                        value: Operand::Reg(size),
                        ty: word,
                        byval: None,
                    }],
                    rets: vec![Type::Ptr],
                });
                w.text(Operand::Reg(made))?;
            }
            Use::Option => {
                let (dst, ty) = typed?;
                option(&mut w, text)?;
                let any = w.anything(ty);
                w.put(InstKind::Copy { dst, src: any });
            }
        }
        if matches!(old.kind, InstKind::Call { .. }) {
            errno(&mut w);
        }
        Some(w.done(calls))
    }
}

/// What a call may leave in `errno`, where the program looks at it.
fn errno(w: &mut Writer<'_>) {
    let Some(location) = w.function("__errno_location") else {
        return;
    };
    let to = w.reg(Type::Ptr);
    w.put(InstKind::Call {
        dsts: vec![to],
        callee: Callee::Direct(location),
        args: Vec::new(),
        rets: vec![Type::Ptr],
    });
    let ty = Type::Int(32);
    let value = w.anything(ty);
    w.put(InstKind::Store {
        ty,
        value,
        addr: Operand::Reg(to),
        align: 4,
        volatile: false,
    });
}

/// Whether a pointer leads to what stands for all arguments.
fn asked(w: &mut Writer<'_>, g: &Guard) -> Operand {
    w.compare(IntPred::Eq, Type::Ptr, g.pointer, Operand::Global(g.to, 0))
}

/// That, and the pointer where it leads elsewhere, which leads to zeros else.
fn other(
    w: &mut Writer<'_>,
    f: FuncId,
    guarded: &mut HashSet<(FuncId, Reg)>,
    g: &Guard,
) -> Option<(Operand, Operand)> {
    let is = asked(w, g);
    let zeros = w.room("zeros")?;
    let safe = w.reg(Type::Ptr);
    w.select(safe, is, zeros, g.pointer);
    guarded.insert((f, safe));
    Some((is, Operand::Reg(safe)))
}

/// The instruction with a pointer that leads elsewhere; whether it is not that one,
/// and the instruction's result.
fn elsewhere(
    w: &mut Writer<'_>,
    f: FuncId,
    guarded: &mut HashSet<(FuncId, Reg)>,
    g: &Guard,
    old: &InstKind,
) -> Option<(Operand, Operand)> {
    let wide = |ty: &Type| matches!(ty, Type::Int(n) if *n > 64) || matches!(ty, Type::Float(_));
    match old {
        InstKind::Load { ty, .. } | InstKind::Store { ty, .. } if wide(ty) => return None,
        _ => {}
    }
    let writes = matches!(old, InstKind::Store { .. });
    let (is, safe) = other(w, f, guarded, g)?;
    let safe = match writes {
        false => safe,
        // Zeros stay zeros.
        true => {
            let room = w.room("unread")?;
            let to = w.reg(Type::Ptr);
            w.select(to, is, room, g.pointer);
            guarded.insert((f, to));
            Operand::Reg(to)
        }
    };
    let mut kind = old.clone();
    let mut ty = None;
    ep_ir::visit::defs(old, &mut |d| ty = w.type_of(*d));
    let result = ty.map(|ty| w.reg(ty));
    ep_ir::visit::defs_mut(&mut kind, &mut |d| *d = result.unwrap_or(*d));
    match &mut kind {
        InstKind::Load { addr, .. } | InstKind::Store { addr, .. } => *addr = safe,
        InstKind::Call { args, .. } => {
            for a in args.iter_mut().filter(|a| a.value == g.pointer) {
                a.value = safe;
            }
        }
        _ => return None,
    }
    w.put(kind);
    Some((is, result.map_or(Operand::Undef, Operand::Reg)))
}

/// Stores where a number ends, if that is asked for.
fn told(
    w: &mut Writer<'_>,
    end: Operand,
    text: Operand,
    other: Option<(Operand, Operand)>,
) -> Option<()> {
    let unread = w.room("unread")?;
    let none = w.compare(IntPred::Eq, Type::Ptr, end, Operand::Int(0));
    let to = w.reg(Type::Ptr);
    w.select(to, none, unread, end);
    let to = Operand::Reg(to);
    let value = match other {
        None => text,
        Some((is, _)) => {
            let there = w.loaded(to, Type::Ptr);
            let value = w.reg(Type::Ptr);
            w.select(value, is, text, there);
            Operand::Reg(value)
        }
    };
    w.put(InstKind::Store {
        ty: Type::Ptr,
        value,
        addr: to,
        align: 1,
        volatile: false,
    });
    Some(())
}

/// A number of characters.
fn length(w: &mut Writer<'_>, name: &str, word: Type) -> Option<Operand> {
    let Type::Int(bits) = word else { return None };
    let n = w.named(bits, false, name)?;
    let fits = w.compare(IntPred::Ult, word, n, Operand::Int(PASSED));
    w.assume(fits)?;
    Some(n)
}

/// What `getopt` leaves in its variables.
fn option(w: &mut Writer<'_>, text: Operand) -> Option<()> {
    if let Some(to) = w.global("optarg") {
        let some = w.anything(Type::Int(1));
        let dst = w.reg(Type::Ptr);
        w.select(dst, some, text, Operand::Int(0));
        w.put(InstKind::Store {
            ty: Type::Ptr,
            value: Operand::Reg(dst),
            addr: to,
            align: 8,
            volatile: false,
        });
    }
    let ty = Type::Int(32);
    for (name, at_least) in [("optind", true), ("optopt", false)] {
        let Some(to) = w.global(name) else { continue };
        let mut value = w.anything(ty);
        if at_least {
            let some = w.compare(IntPred::Sgt, ty, value, Operand::Int(0));
            let dst = w.reg(ty);
            w.select(dst, some, value, Operand::Int(1));
            value = Operand::Reg(dst);
        }
        w.put(InstKind::Store {
            ty,
            value,
            addr: to,
            align: 4,
            volatile: false,
        });
    }
    Some(())
}
