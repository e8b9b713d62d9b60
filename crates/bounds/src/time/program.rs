//! A whole program as the entry: `main` with its arguments, and standard input.
//!
//! Idea: `argv` leads to an array of `argc` addresses and a null; each address
//! leads to a string of its own, whose length is a parameter of the bounds
//! where its place is a number and some number where it is not. A read of the
//! array is split at `argc`. All of this is known only while neither the array
//! nor a string was written to: a mark among the cells stands for that, and is
//! gone with the first write that may have been one. Standard input is the
//! number of bytes that are left of it (`input`).
//!
//! What must never happen: a read of a string as it was at the start after it
//! was changed; two names for one string of which one knows too much; an input
//! that grows again (`ungetc` and its like make `getchar` unknown).
//! Alternative: the models of the library, whose buffers and descriptors hide
//! the one number that matters. Cost: a few entailments per access.

use super::callgraph::is_model;
use super::engine::{AreaKey, Engine};
use super::input::{set_cell, MET};
use super::library::{is_input, leaves_input, reader, Reader};
use super::lin::{pow2, Interval, Lin, Sym};
use super::rules::{Case, Ruled, Side};
use super::state::{Area, Cell, Fill, State, Value};
use ep_base::entity::EntityId;
use ep_base::outcome::Place;
use ep_base::time::{Assumption, ParameterKind};
use ep_ir::{Callee, FuncId, InstKind, Module, Operand};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeSet;

/// Where the mark stands: no offset that is read.
const MARK: i64 = -1;
/// Arguments whose lengths are parameters of bounds.
const NAMED: usize = 16;

fn case(form: &Lin, lo: Option<BigInt>, hi: Option<BigInt>) -> Case {
    Case {
        form: form.clone(),
        within: Interval { lo, hi },
        side: Side::None,
    }
}

impl Engine<'_> {
    /// Lengths of objects: a difference of pointers counts them.
    fn lengths(&self) -> Interval {
        Interval::new(0, pow2(self.module.layout.ptr_bits - 1) - 2)
    }

    /// What `argv` is at the start of a program.
    pub(super) fn program_arguments(&mut self, s: &mut State, entry: FuncId) -> Value {
        let place = match self.module.functions.get(entry) {
            Some(f) => self.place(entry, f.loc),
            None => Default::default(),
        };
        let named = (self.module.functions.get(entry)).is_some_and(moves_arguments);
        let text = match named {
            true => "argc is at least 1, as Linux has it, and argv leads to as many strings and a null pointer",
            false => "argc is not negative, and argv leads to as many strings and a null pointer",
        };
        self.assumptions.insert(Assumption {
            text: text.into(),
            place,
        });
        let area = self.area(AreaKey::Arguments, None, false);
        let value = Value::Null;
        s.cells.insert((area, MARK), Cell { bytes: 0, value });
        let offset = Lin::default();
        Value::Pointer { area, offset }
    }

    /// What is read from the array of arguments; none where nothing is known.
    pub(super) fn argument_at(
        &mut self,
        s: &mut State,
        area: Area,
        offset: &Lin,
        place: Place,
    ) -> Option<Ruled<Value>> {
        let own = self.areas.get(area).map(|a| &a.key) == Some(&AreaKey::Arguments);
        if !own || !s.cells.contains_key(&(area, MARK)) {
            return None;
        }
        let width = BigInt::from(self.module.layout.ptr_bits / 8);
        let count = self
            .inputs
            .iter()
            .find(|i| matches!(i.parameter.kind, ParameterKind::Value { index: 0, .. }))?;
        let count = Lin::var(count.sym);
        let (zero, one) = (BigInt::zero(), BigInt::one());
        let index = divided(offset, &width);
        if index.is_none() {
            self.assume("a read of argv is one of an element", place);
        }
        let r = s.facts.range(offset, &mut self.count);
        if r.hi.as_ref().is_some_and(|h| *h < zero) {
            return None;
        }
        if r.lo.as_ref().is_none_or(|l| *l < zero) {
            return Some(Ruled::Refine(vec![
                case(offset, None, Some(-&one)),
                case(offset, Some(zero), None),
            ]));
        }
        // In elements, or in bytes of which no element has a part.
        let (d, step) = match &index {
            Some(index) => (index.minus(&count), one.clone()),
            None => (offset.plus_times(&count, &-&width), width),
        };
        let r = s.facts.range(&d, &mut self.count);
        let below = r.lo.as_ref().is_none_or(|l| *l <= -&step);
        let above = r.hi.as_ref().is_none_or(|h| *h > zero);
        let equal = r.contains(&zero);
        match (below, equal, above) {
            (false, true, false) => return Some(Ruled::Is(Value::Null)),
            (true, false, false) if r.hi.as_ref().is_some_and(|h| *h <= -&step) => {}
            (false, false, _) => return None,
            _ => {
                let all = [
                    (below, case(&d, None, Some(-&step))),
                    (equal, case(&d, Some(zero.clone()), Some(zero))),
                    (above, case(&d, Some(one), None)),
                ];
                let left = all.into_iter().filter(|c| c.0).map(|c| c.1).collect();
                return Some(Ruled::Refine(left));
            }
        }
        let fixed = index.as_ref().and_then(Lin::as_number);
        let fixed = fixed.and_then(|n| usize::try_from(n).ok());
        let (string, length) = match fixed.filter(|k| *k < NAMED) {
            Some(k) => (
                self.area(AreaKey::Argument(k), None, false),
                self.argument_length(k),
            ),
            None => {
                let frame = s.top()?;
                let key = AreaKey::SomeArgument(s.path(), frame.func, frame.block, frame.next);
                let string = self.area(key, None, false);
                if self.is_held(s, string) {
                    // It is another string that this name stands for now.
                    return Some(Ruled::Is(Value::Any));
                }
                s.forget(string);
                s.exact = false;
                (string, self.sym())
            }
        };
        let at = Lin::var(length);
        s.facts.add(&at, &self.lengths());
        s.fills.entry(string).or_insert_with(|| Fill {
            from: Lin::default(),
            to: at.add(&BigInt::one()),
            at,
        });
        let offset = Lin::default();
        Some(Ruled::Is(Value::Pointer {
            area: string,
            offset,
        }))
    }

    /// `strlen(argv[k])`.
    fn argument_length(&mut self, k: usize) -> Sym {
        let kind = ParameterKind::ArgumentLength { index: k as u32 };
        let known = self.inputs.iter().find(|i| i.parameter.kind == kind);
        match known {
            Some(i) => i.sym,
            None => {
                let range = self.lengths();
                self.input(format!("strlen(argv[{k}])"), kind, range)
            }
        }
    }

    /// Whether something that may be read leads to an area.
    fn is_held(&mut self, s: &State, area: Area) -> bool {
        let leads = |v: &Value| matches!(v, Value::Pointer { area: a, .. } if *a == area);
        let live = self.live(s);
        let held = s.frames.iter().zip(live).any(|(f, live)| {
            live.into_iter()
                .any(|r| f.regs.get(r.index()).is_some_and(leads))
        });
        held || s.cells.values().any(|c| leads(&c.value))
    }

    /// An area is written to: the arguments are no longer those of the start,
    /// and other names of the same string know nothing.
    pub(super) fn written(&mut self, s: &mut State, area: Area) {
        let of_arguments = |key: &AreaKey| {
            matches!(
                key,
                AreaKey::Arguments | AreaKey::Argument(_) | AreaKey::SomeArgument(..)
            )
        };
        if !self.areas.get(area).is_some_and(|a| of_arguments(&a.key)) {
            return;
        }
        let others: Vec<Area> = self
            .areas
            .iter()
            .filter(|(a, i)| *a != area && of_arguments(&i.key))
            .map(|(a, _)| a)
            .collect();
        // What was read of them, too.
        s.looks
            .retain(|l| l.area == area || !others.contains(&l.area));
        for a in others {
            s.forget(a);
        }
        s.cells.remove(&(area, MARK));
    }

    /// Makes standard input: its length is a parameter of the bounds.
    pub(super) fn standard_input(&mut self, s: &mut State) {
        let reads = self
            .module
            .functions
            .iter()
            .any(|(_, f)| is_input(&f.name) && is_model(self.module, f));
        if !reads {
            return;
        }
        let range = self.lengths();
        let kind = ParameterKind::InputLength;
        let sym = self.input("length(stdin)".into(), kind, range.clone());
        let form = Lin::var(sym);
        s.facts.add(&form, &range);
        let area = self.area(AreaKey::StandardInput, Some(8), false);
        set_cell(s, area, 0, form);
        let asks = |(_, f): (FuncId, &ep_ir::Function)| {
            reader(&f.name) == Some(Reader::End) && is_model(self.module, f)
        };
        if self.module.functions.iter().any(asks) {
            set_cell(s, area, MET, Lin::default());
        }
    }

    /// A function of the library that the program calls and that may do
    /// something to standard input.
    pub(super) fn beside_input(&mut self) -> Option<String> {
        if self.changes_stream() {
            return Some("an assignment to stdin".into());
        }
        if self.beside.is_none() {
            self.beside = Some(self.find_beside_input());
        }
        self.beside.clone().flatten()
    }

    /// Whether the program does something else to the variable `stdin` than
    /// read it.
    pub(super) fn changes_stream(&mut self) -> bool {
        if let Some(known) = self.changes_stream {
            return known;
        }
        let module = self.module;
        let own = |f: &ep_ir::Function| module.locs.get(f.loc).map_or(0, |p| p.line) > 0;
        let functions = module.functions.iter().filter(|(_, f)| own(f));
        let insts = functions
            .flat_map(|(_, f)| f.blocks.iter())
            .flat_map(|(_, b)| &b.insts);
        let mut found = false;
        for inst in insts.filter(|i| !matches!(i.kind, InstKind::Load { .. })) {
            let mut kind = inst.kind.clone();
            ep_ir::visit::uses_mut(&mut kind, &mut |o: &mut Operand| {
                if let Operand::Global(g, _) = o {
                    found |= module.globals.get(*g).is_some_and(|g| g.name == "stdin");
                }
            });
        }
        self.changes_stream = Some(found);
        found
    }

    fn find_beside_input(&self) -> Option<String> {
        let module = self.module;
        let own = |f: &ep_ir::Function| {
            let line = module.locs.get(f.loc).map_or(0, |p| p.line);
            line > 0
        };
        // The buffer of the stream hides bytes from the descriptor.
        let called = |descriptor: bool| {
            let is = |f: &ep_ir::Function| {
                let what = reader(&f.name).filter(|_| is_model(module, f));
                what.is_some_and(|w| (w == Reader::Descriptor) == descriptor)
            };
            calls_of(module, &own).any(|g| module.functions.get(g).is_some_and(is))
        };
        let mixed = called(true) && called(false);
        let harmless = |f: &ep_ir::Function| {
            let reads = is_input(&f.name) && !(mixed && f.name == "read");
            own(f) || reads || leaves_input(&f.name)
        };
        for (_, f) in module.functions.iter().filter(|(_, f)| own(f)) {
            for (_, block) in f.blocks.iter() {
                for inst in &block.insts {
                    let mut inst = inst.clone();
                    let mut to = None;
                    if let InstKind::Call {
                        callee: Callee::Direct(g),
                        ..
                    } = &inst.kind
                    {
                        to = Some(*g);
                    }
                    let mut other = to.filter(|g| !module.functions.get(*g).is_some_and(harmless));
                    ep_ir::visit::uses_mut(&mut inst.kind, &mut |o: &mut Operand| {
                        if let Operand::Func(g) = o {
                            if !module.functions.get(*g).is_some_and(harmless) {
                                other = Some(*g);
                            }
                        }
                    });
                    if let Some(g) = other {
                        return module.functions.get(g).map(|g| g.name.clone());
                    }
                }
            }
        }
        None
    }
}

/// Whether a program walks along `argv` with a pointer: then it passes by its
/// own name before it looks for the null pointer, and without one it would read
/// what is behind. Systems give each program a name; that is assumed there.
pub(super) fn moves_arguments(main: &ep_ir::Function) -> bool {
    let Some(argv) = main.params.get(1).map(|p| p.reg) else {
        return false;
    };
    let insts = || main.blocks.iter().flat_map(|(_, b)| &b.insts);
    // What is computed from its value without a read.
    let mut from = BTreeSet::from([argv]);
    let mut moved = BTreeSet::new();
    loop {
        let before = (from.len(), moved.len());
        for inst in insts() {
            match &inst.kind {
                InstKind::PtrAdd {
                    dst,
                    base: Operand::Reg(b),
                    ..
                } if from.contains(b) => {
                    from.insert(*dst);
                    moved.insert(*dst);
                }
                InstKind::Copy {
                    dst,
                    src: Operand::Reg(r),
                } if from.contains(r) => {
                    from.insert(*dst);
                }
                _ => {}
            }
        }
        if before == (from.len(), moved.len()) {
            break;
        }
    }
    insts().any(|inst| match &inst.kind {
        InstKind::Copy {
            src: Operand::Reg(r),
            ..
        }
        | InstKind::Store {
            value: Operand::Reg(r),
            ..
        } => moved.contains(r),
        InstKind::PtrAdd {
            base: Operand::Reg(r),
            ..
        } => moved.contains(r),
        InstKind::Call { args, .. } => {
            (args.iter()).any(|a| matches!(a.value, Operand::Reg(r) if moved.contains(&r)))
        }
        _ => false,
    })
}

/// The functions that these functions name, in calls and as addresses.
fn calls_of<'a>(
    module: &'a Module,
    own: &'a dyn Fn(&ep_ir::Function) -> bool,
) -> impl Iterator<Item = FuncId> + 'a {
    let functions = module.functions.iter().filter(|(_, f)| own(f));
    let blocks = functions.flat_map(|(_, f)| f.blocks.iter());
    blocks.flat_map(|(_, b)| &b.insts).flat_map(|inst| {
        let mut kind = inst.kind.clone();
        let mut out = Vec::new();
        if let InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } = &kind
        {
            out.push(*g);
        }
        ep_ir::visit::uses_mut(&mut kind, &mut |o: &mut Operand| {
            if let Operand::Func(g) = o {
                out.push(*g);
            }
        });
        out
    })
}

/// A form whose parts this number divides.
fn divided(f: &Lin, by: &BigInt) -> Option<Lin> {
    let exact = |n: &BigInt| (n % by).is_zero().then(|| n / by);
    let mut out = Lin::number(exact(f.constant())?);
    for (v, c) in f.terms() {
        out = out.plus_times(&Lin::var(v), &exact(c)?);
    }
    Some(out)
}
