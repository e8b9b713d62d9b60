//! Numbers that a program reads, as parameters of the bound.
//!
//! Idea: `scanf("%d", &n)` at the begin of `main`, and `atoi(argv[1])`, give the run one
//! number that does not change: where the copy of the program has such an input
//! ([`super::super::played`]), what is loaded from its variable is that number, as a
//! parameter of the entry is. Alternative: the paths, which know the number too, and do
//! not end where a loop or a recursion goes on for as long as it says. Cost: a walk over
//! the function for each variable that is read.
//!
//! What must never happen: another number is taken for it. So the place that reads is on
//! no loop of the entry, no other one has its name, and nothing but that place writes the
//! variable before the load, which comes behind.

use super::super::played::{within, without_sign, NAMES};
use super::amount::{Amount, Linear};
use super::facts::{inst, At};
use super::numbers::Reading;
use super::values::Value;
use super::{Context, Sites};
use ep_base::memory::{ReadAs, Variable, VariableId, VariableInput};
use ep_base::outcome::{InputSource, InputType};
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{Callee, FuncId, Function, Inst, InstKind, Module, Operand, Type, VarId};
use ep_machine::world::shape::input_type;
use num_bigint::BigInt;

impl<'m> Sites<'m> {
    /// The number that a load reads, where an input of the entry put it there; its range
    /// where it is one of several.
    pub(super) fn read_in(
        &mut self,
        cx: &Context<'m>,
        at: At,
        w: u32,
        how: Reading,
    ) -> Option<Value> {
        self.read_once(cx, at, w, how).or_else(|| {
            let before = inst(cx.function, (at.0, at.1.checked_sub(1)?))?;
            let InstKind::Load { addr, ty, .. } = &inst(cx.function, at)?.kind else {
                return None;
            };
            let (to, bytes, name, own) = input(before, self.module)?;
            let same = to == *addr && *ty == Type::Int(w) && bytes * 8 == u64::from(w);
            let (low, high) = within(&name).filter(|_| same && !own)?;
            Some(Value::between(low.into(), high.into()))
        })
    }

    fn read_once(&mut self, cx: &Context<'m>, at: At, w: u32, how: Reading) -> Option<Value> {
        // A recursion of the entry would read another one.
        (self.entry == Some(cx.id) && self.stack.len() == 1).then_some(())?;
        let InstKind::Load {
            addr,
            ty,
            volatile: false,
            ..
        } = &inst(cx.function, at)?.kind
        else {
            return None;
        };
        (*ty == Type::Int(w)).then_some(())?;
        let (made, signed) = made(self.module, cx, *addr, at)?;
        (signed == (how == Reading::Signed)).then_some(())?;
        let id = match self.read.get(&made) {
            Some(known) => *known,
            None => {
                let new = self.variable_of(cx, made, w, signed);
                self.read.insert(made, new);
                new
            }
        }?;
        let exact = Linear::variable(id);
        let low = exact.range(&self.variables)?.0;
        Some(Value {
            low,
            upper: Amount::of(&exact, &self.variables),
            exact: Some(exact),
        })
    }

    fn variable_of(
        &mut self,
        cx: &Context<'m>,
        made: At,
        w: u32,
        signed: bool,
    ) -> Option<VariableId> {
        let i = inst(cx.function, made)?;
        let (_, bytes, name, own) = input(i, self.module)?;
        (bytes * 8 == u64::from(w)).then_some(())?;
        // Which of several is meant is a question of the path.
        let functions = self.module.functions.iter();
        let insts = functions.flat_map(|(_, f)| f.blocks.iter().flat_map(|(_, b)| &b.insts));
        let alike = insts.filter(|i| input(i, self.module).is_some_and(|x| x.2 == name));
        (alike.count() == 1).then_some(())?;
        let top = BigInt::from(1) << (w - u32::from(signed));
        let low = match signed {
            true => -top.clone(),
            false => BigInt::from(0),
        };
        // What the copy makes of other numbers is one of these.
        let range = within(&name).filter(|_| !own);
        let (low, high) = range.map_or((low, top - 1), |(l, h)| (l.into(), h.into()));
        Some(self.variables.push(Variable {
            name: name.clone(),
            place: self.place(cx, i.loc),
            low,
            high,
            input: Some(VariableInput {
                source: InputSource::MakeSymbolic,
                named: Some(name),
                nth: 0,
                offset: 0,
                size: bytes,
                read: match signed {
                    true => ReadAs::Signed,
                    false => ReadAs::Natural,
                },
            }),
        }))
    }
}

/// Where the variable behind this address is made an input, if that is what a load
/// there reads, and whether the number has a sign.
fn made(module: &Module, cx: &Context<'_>, addr: Operand, load: At) -> Option<(At, bool)> {
    let f = cx.function;
    let made_here = |at: At, i: &Inst| {
        let (to, _, name, _) = input(i, module)?;
        let once = cx.facts.loops.innermost(at.0).is_none();
        (to == addr && once).then_some((at, name))
    };
    // The instruction before it.
    if let Some(before) = load.1.checked_sub(1) {
        let at = (load.0, before);
        if let Some((at, name)) = inst(f, at).and_then(|i| made_here(at, i)) {
            let signed = variable(cx, addr).map_or(!without_sign(&name), |v| signed(module, f, v));
            return Some((at, signed));
        }
    }
    let v = variable(cx, addr)?;
    let before = |a: At, b: At| match a.0 == b.0 {
        true => a.1 < b.1,
        false => cx.facts.dom.dominates(a.0, b.0),
    };
    let (mut made, mut stored) = (None, Vec::new());
    for (b, block) in f.blocks.iter() {
        for (k, i) in block.insts.iter().enumerate() {
            let mut used = false;
            ep_ir::visit::uses(&i.kind, &mut |o| used |= *o == addr);
            if !used {
                continue;
            }
            let at = (b, k);
            match &i.kind {
                InstKind::Load { .. } | InstKind::Lifetime { .. } => {}
                InstKind::Store { value, .. } if *value != addr => stored.push(at),
                _ => {
                    let here = made_here(at, i)?.0;
                    made.replace(here).is_none().then_some(())?;
                }
            }
        }
        let mut used = false;
        ep_ir::visit::term_uses(&block.term, &mut |o| used |= *o == addr);
        (!used).then_some(())?;
    }
    let made = made?;
    let fine = before(made, load) && stored.iter().all(|s| before(*s, made));
    fine.then_some((made, signed(module, f, v)))
}

/// The variable of the source whose address this is.
fn variable(cx: &Context<'_>, addr: Operand) -> Option<VarId> {
    let Operand::Reg(r) = addr else { return None };
    match cx.facts.only(cx.function, r)?.1.kind {
        InstKind::Alloca {
            count: None, var, ..
        } => var,
        _ => None,
    }
}

/// What has no sign in the source has none in the bound.
fn signed(module: &Module, f: &Function, v: VarId) -> bool {
    let unsigned = |ty| matches!(ty, InputType::Int { signed: false, .. });
    let v = f.vars.get(v);
    v.is_some_and(|v| !unsigned(input_type(module, v.ty, 0)))
}

/// The address, the bytes and the name of an input that a call makes, and whether the
/// program makes it itself.
fn input(i: &Inst, module: &Module) -> Option<(Operand, u64, String, bool)> {
    let InstKind::Call {
        callee: Callee::Direct(g),
        args,
        ..
    } = &i.kind
    else {
        return None;
    };
    makes(module, *g).then_some(())?;
    let [to, size, name] = &args[..] else {
        return None;
    };
    let (Operand::Int(bytes), Operand::Global(g, 0)) = (size.value, name.value) else {
        return None;
    };
    let global = module.globals.get(g)?;
    let text = &global.init.as_ref()?.bytes;
    let text = text.split(|b| *b == 0).next()?;
    let own = !global.name.starts_with(NAMES);
    Some((
        to.value,
        bytes,
        String::from_utf8_lossy(text).into_owned(),
        own,
    ))
}

fn makes(module: &Module, g: FuncId) -> bool {
    let f = module.functions.get(g);
    f.is_some_and(|f| f.is_declaration() && lookup(&f.name) == Some(Builtin::MakeSymbolic))
}
