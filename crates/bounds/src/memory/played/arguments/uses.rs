//! What each instruction does with the text and the elements that stand for all
//! arguments.
//!
//! Idea: an instruction whose pointers may lead to neither stays. One that certainly
//! looks at one is rewritten; one that may lead to another object asks which it is.
//! Moving pointers (copies, stores of them, own functions, comparisons with null) needs
//! nothing. Cost: a few look-ups for each operand.
//!
//! What must never happen: an instruction that looks at either and is in no case here;
//! so the last case refuses.

use super::super::super::formats;
use super::super::super::slice::{Leads, Places};
use super::super::reads::{is_own, of_the_library, slots, Slot, Why};
use super::library::{how, How};
use super::named::name;
use ep_ir::analysis::only_definition;
use ep_ir::inst::Arg;
use ep_ir::provided::lookup;
use ep_ir::{
    BlockId, Callee, CastOp, FuncId, Function, GlobalId, Inst, InstKind, LocId, Module, Operand,
    Reg, RelocTarget, Type,
};
use std::collections::BTreeMap;

/// What stands for all arguments.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    /// One text.
    pub text: GlobalId,
    /// The elements of `argv`.
    pub vector: GlobalId,
}

/// What is to be rewritten, by block.
pub(super) type Plan = BTreeMap<(FuncId, BlockId), Vec<(usize, Use)>>;

/// The pointer that may lead elsewhere too, and where it leads to if not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Guard {
    pub pointer: Operand,
    pub to: GlobalId,
}

/// What stands in place of an instruction.
#[derive(Clone, Debug)]
pub(super) enum Use {
    /// Nothing: a bound does not look at what it writes.
    Nothing,
    /// Its result is any number.
    Any(Option<Guard>),
    /// Its result is the text, or a place in it, or null.
    Place(Option<Guard>),
    /// A store that may write elsewhere.
    Elsewhere(Guard),
    /// A pointer that moves along: it stays.
    Same(Operand, Option<Guard>),
    /// A number that has a name; its end is told there.
    Number {
        name: String,
        end: Option<Operand>,
        guard: Option<Guard>,
    },
    /// A length that has a name.
    Length { name: String, guard: Option<Guard> },
    /// What a format stores.
    Scanned(Vec<Slot>),
    /// The same with any other text.
    Named(Vec<usize>),
    /// Any text there; the result is the address or any number.
    Filled { to: Operand, gives_address: bool },
    /// A block with a copy.
    Duplicated { name: String, most: Option<Arg> },
    /// The next option of the command line.
    Option,
}

/// Looks at instructions.
pub(super) struct Looks<'a> {
    pub module: &'a Module,
    pub places: &'a Places<'a>,
    pub stand: Stand,
    /// The program reads files, which it may have written.
    pub reads_files: bool,
    /// Only what is certain.
    pub certain: bool,
}

type Said = Result<Option<Use>, Why>;

impl Looks<'_> {
    fn leads(&self, f: FuncId, o: &Operand) -> Leads {
        self.places.leads(f, o, self.stand.text, self.stand.vector)
    }

    /// The one that a pointer leads to, and a guard where it may lead elsewhere.
    fn one(
        &self,
        f: FuncId,
        o: &Operand,
        loc: LocId,
    ) -> Result<Option<(GlobalId, Option<Guard>)>, Why> {
        let l = self.leads(f, o);
        let to = match (l.text, l.vector) {
            (false, false) => return Ok(None),
            (true, true) => return refused("what may be `argv` or an argument is looked at", loc),
            (true, false) => self.stand.text,
            (false, true) => self.stand.vector,
        };
        if l.other && self.certain {
            return Ok(None);
        }
        let guard = l.other.then_some(Guard { pointer: *o, to });
        Ok(Some((to, guard)))
    }

    /// What stands in place of an instruction; none where it stays.
    pub fn of(&self, f: FuncId, inst: &Inst, own: bool) -> Said {
        let loc = inst.loc;
        let found = self.instead(f, inst)?;
        match (&found, own) {
            (Some(_), false) => {
                let name = self.module.functions.get(f).map_or("", |f| &f.name);
                refused(&format!("an argument reaches `{name}`"), loc)
            }
            _ => Ok(found),
        }
    }

    fn instead(&self, f: FuncId, inst: &Inst) -> Said {
        let loc = inst.loc;
        match &inst.kind {
            InstKind::Load { ty, addr, .. } => {
                let Some((to, guard)) = self.one(f, addr, loc)? else {
                    return Ok(None);
                };
                match (to == self.stand.vector, ty) {
                    (true, Type::Ptr) => Ok(Some(Use::Place(guard))),
                    (false, Type::Int(_)) => Ok(Some(Use::Any(guard))),
                    _ => refused("an argument is read as another type", loc),
                }
            }
            InstKind::Store { value, addr, .. } => {
                let Some((to, guard)) = self.one(f, addr, loc)? else {
                    return Ok(None);
                };
                if to == self.stand.vector {
                    let l = self.leads(f, value);
                    if l.other || l.vector {
                        return refused("an element of `argv` is set", loc);
                    }
                }
                Ok(Some(guard.map_or(Use::Nothing, Use::Elsewhere)))
            }
            InstKind::PtrAdd { base, terms, .. } => {
                let indices = terms.iter().map(|t| self.leads(f, &t.index));
                if { indices }.any(|l| l.text || l.vector) {
                    return refused("an address is computed from an argument's", loc);
                }
                let found = self.one(f, base, loc)?;
                Ok(found.map(|(to, guard)| Use::Same(Operand::Global(to, 0), guard)))
            }
            InstKind::Cmp { a, b, .. } => {
                let null = |o: &Operand| *o == Operand::Int(0);
                let looked = |o: &Operand| {
                    let l = self.leads(f, o);
                    (l.text || l.vector) && !(l.other && self.certain)
                };
                let any = !null(a) && !null(b) && (looked(a) || looked(b));
                Ok(any.then_some(Use::Any(None)))
            }
            InstKind::Cast {
                op: CastOp::PtrToInt,
                src,
                ..
            } => {
                let l = self.leads(f, src);
                let any = (l.text || l.vector) && !(l.other && self.certain);
                Ok(any.then_some(Use::Any(None)))
            }
            InstKind::MemCopy { dst, src, .. } => self.copied(f, dst, src, loc),
            InstKind::MemSet { dst, .. } => match self.one(f, dst, loc)? {
                None => Ok(None),
                Some((to, None)) if to == self.stand.text => Ok(Some(Use::Nothing)),
                Some(_) => refused("`memset` of what may be an argument", loc),
            },
            InstKind::Call {
                callee: Callee::Direct(g),
                args,
                dsts,
                ..
            } => match of_the_library(self.module, *g) {
                Some(g) => self.call(f, g, args, dsts, loc),
                None => Ok(None),
            },
            InstKind::Call { callee, args, .. } => {
                let handed = args.iter().any(|a| {
                    let l = self.leads(f, &a.value);
                    l.text || l.vector
                });
                let mut targets = self.places.targets(f, callee).into_iter();
                let library = targets.any(|g| of_the_library(self.module, g).is_some());
                match handed && library {
                    true => refused(
                        "an argument is handed on through a pointer to a function",
                        loc,
                    ),
                    false => Ok(None),
                }
            }
            // They move pointers, or have nothing to do with them.
            InstKind::Copy { .. }
            | InstKind::Freeze { .. }
            | InstKind::Select { .. }
            | InstKind::Alloca { .. }
            | InstKind::Check { .. }
            | InstKind::Assume { .. }
            | InstKind::StackSave { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Lifetime { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaEnd { .. }
            | InstKind::VaCopy { .. }
            | InstKind::FloatBin { .. }
            | InstKind::FloatUn { .. }
            | InstKind::FloatCmp { .. }
            | InstKind::Unsupported { .. } => Ok(None),
            other => {
                let mut looked = false;
                ep_ir::visit::uses(other, &mut |o| {
                    let l = self.leads(f, o);
                    looked |= l.text || l.vector;
                });
                match looked {
                    true => refused("what is done with an argument is not followed", loc),
                    false => Ok(None),
                }
            }
        }
    }

    fn copied(&self, f: FuncId, dst: &Operand, src: &Operand, loc: LocId) -> Said {
        let (to, from) = (self.leads(f, dst), self.leads(f, src));
        let any = |l: &Leads| l.text || l.vector;
        if !any(&to) && !any(&from) {
            return Ok(None);
        }
        let mixed = any(&to) && to.other || any(&from) && from.other;
        if mixed && self.certain {
            return Ok(None);
        }
        match (to, from) {
            (to, _) if to.text && !to.vector && !to.other => Ok(Some(Use::Nothing)),
            (to, from) if !any(&to) && !from.vector => Ok(Some(Use::Filled {
                to: *dst,
                gives_address: true,
            })),
            _ => refused("bytes of `argv` are copied", loc),
        }
    }

    /// A call of a function of the library.
    fn call(&self, f: FuncId, g: &Function, args: &[Arg], dsts: &[Reg], loc: LocId) -> Said {
        let all: Vec<Leads> = args.iter().map(|a| self.leads(f, &a.value)).collect();
        let handed = all.iter().any(|l| l.text || l.vector);
        let how = how(&g.name);
        // Variable arguments that were handed on.
        let through = g.name.starts_with('v') && how.is_some() && {
            let (text, vector) = (self.stand.text, self.stand.vector);
            let leads = |a: &Arg| self.places.leads_through(f, &a.value, text, vector);
            args.last().is_some_and(|a| leads(a).text)
        };
        if !handed && !through {
            return Ok(None);
        }
        let mixed = all.iter().any(|l| (l.text || l.vector) && l.other);
        if self.certain && (mixed || through) {
            return Ok(None);
        }
        let unknown = || {
            let caller = self.module.functions.get(f);
            let within = caller.filter(|c| !is_own(self.module, c));
            let what = match within {
                Some(model) => format!("an argument reaches `{}`", model.name),
                None => format!("what `{}` does with an argument is not followed", g.name),
            };
            refused(&what, loc)
        };
        let Some(how) = how else {
            // What has no model is described by the user, or ends the path there.
            let described = g.is_declaration() && lookup(&g.name).is_none();
            return match described {
                true => Ok(None),
                false => unknown(),
            };
        };
        let at = |k: usize| all.get(k).copied().unwrap_or_default();
        let option = matches!(how, How::Option { .. });
        if !option && all.iter().any(|l| l.vector) {
            return unknown();
        }
        // The text that is looked at is an argument, or may be another one.
        let first = |k: usize| {
            let (l, a) = (at(k), args.get(k)?);
            let guard = Guard {
                pointer: a.value,
                to: self.stand.text,
            };
            let others = (0..args.len()).any(|i| i != k && at(i).text);
            (l.text && !others).then_some(l.other.then_some(guard))
        };
        let called = |function: &str| {
            let first = args.iter().zip(&all).find(|(_, l)| l.text);
            let which = first.and_then(|(a, _)| self.which(f, &a.value));
            name(function, which)
        };
        let which = || called(&g.name);
        // An argument as a format finds nowhere to store.
        let stores = |format: Option<usize>| {
            let format = format.and_then(|k| args.get(k).zip(all.get(k)));
            format.is_some_and(|(a, l)| {
                (!l.text || l.other) && formats::may_store(self.module, a.value)
            })
        };
        Ok(Some(match how {
            How::Number { end } => {
                let end = end.and_then(|k| args.get(k)).map(|a| a.value);
                let end = end.filter(|e| *e != Operand::Int(0));
                let Some(guard) = first(0) else {
                    return unknown();
                };
                Use::Number {
                    name: which(),
                    end,
                    guard,
                }
            }
            How::Length => match first(0) {
                Some(guard) => Use::Length {
                    name: which(),
                    guard,
                },
                // The characters that are looked for.
                None => Use::Any(None),
            },
            How::Compared => Use::Any(None),
            How::Within(k) => match (at(k), args.get(k)) {
                (l, Some(a)) if l.text => Use::Place(l.other.then_some(Guard {
                    pointer: a.value,
                    to: self.stand.text,
                })),
                _ => return unknown(),
            },
            How::Scanned => {
                let format = args.get(1).zip(args.get(2..));
                let function = self.module.functions.get(f);
                let found = format
                    .zip(function)
                    .and_then(|((format, to), function)| slots(self.module, function, format, to));
                let into = all.get(2..).unwrap_or_default();
                match found {
                    Some(found) if !into.iter().any(|l| l.text) => Use::Scanned(found),
                    _ => return unknown(),
                }
            }
            How::Part if !mixed => Use::Same(Operand::Global(self.stand.text, 0), None),
            How::Part => return unknown(),
            How::Shown { stream, format } => {
                let standard = |k: usize| {
                    args.get(k).is_some_and(|a| self.is_standard(f, &a.value)) || !self.reads_files
                };
                if stream.is_some_and(|k| !standard(k)) || stores(format) {
                    return unknown();
                }
                Use::Any(None)
            }
            How::Named => Use::Named((0..args.len()).filter(|k| at(*k).text).collect()),
            How::Filled { format, .. } if stores(format) => return unknown(),
            How::Filled {
                to, gives_address, ..
            } => {
                let target = at(to);
                let Some(a) = args.get(to) else {
                    return unknown();
                };
                match (target.text, target.other) {
                    (false, _) => Use::Filled {
                        to: a.value,
                        gives_address,
                    },
                    (true, false) if gives_address => {
                        Use::Same(Operand::Global(self.stand.text, 0), None)
                    }
                    (true, false) => Use::Any(None),
                    (true, true) => return unknown(),
                }
            }
            How::Duplicated { most } => {
                if mixed {
                    return unknown();
                }
                Use::Duplicated {
                    name: called("strlen"),
                    most: most.and_then(|k| args.get(k)).copied(),
                }
            }
            How::Option { long } => {
                let vector = at(1);
                let fine = vector.vector && !vector.other && !dsts.is_empty();
                if !fine || long && !self.only_values(args) {
                    return unknown();
                }
                Use::Option
            }
        }))
    }

    /// A stream of the surroundings, as it is loaded.
    fn is_standard(&self, f: FuncId, o: &Operand) -> bool {
        if matches!(o, Operand::Int(1 | 2)) {
            return true;
        }
        let (Some(function), Operand::Reg(r)) = (self.module.functions.get(f), o) else {
            return false;
        };
        let Some(InstKind::Load {
            addr: Operand::Global(g, 0),
            ..
        }) = only_definition(function, *r)
        else {
            return false;
        };
        let name = self.module.globals.get(*g).map_or("", |g| &g.name);
        matches!(name, "stdout" | "stderr")
    }

    /// Whether a variable is only handed to functions that read options.
    fn only_handed(&self, g: GlobalId) -> bool {
        let is = |o: &Operand| matches!(o, Operand::Global(h, _) if *h == g);
        let reads = |kind: &InstKind| match kind {
            InstKind::Call {
                callee: Callee::Direct(f),
                args,
                ..
            } => {
                let f = of_the_library(self.module, *f);
                let option = f.is_some_and(|f| matches!(how(&f.name), Some(How::Option { .. })));
                option
                    && args
                        .iter()
                        .enumerate()
                        .all(|(k, a)| k == 3 || !is(&a.value))
            }
            _ => false,
        };
        let mut insts = (self.module.functions.iter())
            .flat_map(|(_, f)| f.blocks.iter().flat_map(|(_, b)| &b.insts));
        let mut relocs = (self.module.globals.iter())
            .filter_map(|(_, g)| g.init.as_ref())
            .flat_map(|i| &i.relocs);
        insts.all(|i| {
            let mut used = false;
            ep_ir::visit::uses(&i.kind, &mut |o| used |= is(o));
            !used || reads(&i.kind)
        }) && !relocs.any(|r| matches!(r.target, RelocTarget::Global(h) if h == g))
    }

    /// Whether long options only give values: none sets a variable, and no one asks
    /// for its index.
    fn only_values(&self, args: &[Arg]) -> bool {
        let Some(Operand::Global(g, 0)) = args.get(3).map(|a| a.value) else {
            return false;
        };
        let word = u64::from(self.module.layout.ptr_bits / 8);
        let global = self.module.globals.get(g);
        if !global.is_some_and(|x| x.constant) && !self.only_handed(g) {
            return false;
        }
        let table = global.and_then(|g| g.init.as_ref());
        let sets = |i: &ep_ir::module::Init| {
            let mut relocs = i.relocs.iter();
            // A name, two numbers' room, the variable, the value.
            relocs.any(|r| {
                let place = r.offset % (4 * word);
                place == 2 * word && !matches!(r.target, RelocTarget::Label(..))
            })
        };
        let index = args.get(4).is_some_and(|a| a.value == Operand::Int(0));
        index && table.is_some_and(|t| !sets(t))
    }

    /// The number of the argument that a pointer is, where it is always the same.
    fn which(&self, f: FuncId, o: &Operand) -> Option<u64> {
        let function = self.module.functions.get(f)?;
        let mut at = *o;
        for _ in 0..8 {
            let Operand::Reg(r) = at else { return None };
            match only_definition(function, r)? {
                InstKind::Copy { src, .. } | InstKind::Freeze { src, .. } => at = *src,
                InstKind::Load { addr, .. } => return self.index(function, f, addr),
                // An element that was rewritten is a choice; its index is gone.
                _ => return None,
            }
        }
        None
    }

    fn index(&self, function: &Function, f: FuncId, addr: &Operand) -> Option<u64> {
        let vector = |o: &Operand| {
            let l = self.leads(f, o);
            // Moved along it is another element, and it may be a copy that moved.
            l.vector && *o == Operand::Global(self.stand.vector, 0)
        };
        if vector(addr) {
            return Some(0);
        }
        let Operand::Reg(r) = addr else { return None };
        match only_definition(function, *r)? {
            InstKind::PtrAdd {
                base,
                offset,
                terms,
                ..
            } if vector(base) => {
                let word = i64::from(self.module.layout.ptr_bits / 8);
                let mut at = *offset;
                for t in terms {
                    let Operand::Int(n) = t.index else {
                        return None;
                    };
                    at = at.checked_add(i64::try_from(n).ok()?.checked_mul(t.scale)?)?;
                }
                u64::try_from(at / word).ok()
            }
            _ => None,
        }
    }
}

fn refused<T>(what: &str, loc: LocId) -> Result<T, Why> {
    Err(Why {
        what: what.into(),
        loc,
    })
}
