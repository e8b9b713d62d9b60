//! `--cost-of NAME=EXPR`: what a call of a function costs, by what is said.
//!
//! Idea: the program is rewritten, so that the analysis, the interpreter and
//! the bit-precise engine all see one cost. What a call of NAME executes weighs
//! nothing: its body and copies of what it calls by name have no weights. In
//! its place stands a charge, a call of [`CHARGE`] whose arguments are computed
//! by instructions without weight: at the beginning of the body, or before each
//! call where there is no body. Functions that NAME calls through a pointer
//! weigh what they weigh.
//!
//! The arithmetic is one of 128 bits that never wraps around: what could be
//! larger is refused. A negative amount counts as 0. Alternative: a loop of so
//! many rounds, which every engine would have to prove and to run.
//! Cost: linear in the program and the expressions.

use super::amount::{self, Argument, Builder};
use super::callgraph::is_taken_as_is;
use super::cost::{address_taken, without_weights};
use super::library::CHARGE;
use super::options::CostOf;
use super::start::declared;
use crate::evidence::expression;
use ep_base::time::{Expr, Parameter, ParameterKind};
use ep_ir::analysis::addresses_taken;
use ep_ir::inst::Arg;
use ep_ir::{BlockId, Callee, FuncId, Function, Inst, InstKind, LocId, Module, Operand, Type};
use ep_machine::world::pointers::parameter_types;
use std::collections::{BTreeMap, BTreeSet};

/// Why a cost cannot be given, and what would help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    pub what: String,
    pub help: String,
}

fn refused(what: impl Into<String>, help: impl Into<String>) -> Refused {
    Refused {
        what: what.into(),
        help: help.into(),
    }
}

/// The program with these costs in place of what the functions execute.
///
/// # Errors
/// A function that is not there, is not called from the entry, or is the entry;
/// an expression that does not parse or names no integer argument.
pub fn charged(module: &Module, entry: FuncId, wanted: &[CostOf]) -> Result<Module, Refused> {
    let mut costs: Vec<(FuncId, Expr, Vec<Argument>)> = Vec::new();
    let called = reached(module, entry);
    for c in wanted {
        let name = &c.function;
        let Some(f) = module.function(name) else {
            return Err(refused(
                format!("there is no function `{name}` that is called"),
                "want NAME=EXPR with a function that the program calls, as in 'memcpy=n + 3'",
            ));
        };
        if f == entry {
            return Err(refused(
                format!("`{name}` is the entry: its cost is what is asked"),
                "give the cost of a function that it calls",
            ));
        }
        if costs.iter().any(|k| k.0 == f) {
            return Err(refused(
                format!("`{name}` is given twice"),
                "leave one of them out",
            ));
        }
        if !called.contains(&f) {
            let from = module.functions.get(entry).map(|e| e.name.clone());
            return Err(refused(
                format!(
                    "`{name}` is never called from `{}`",
                    from.unwrap_or_default()
                ),
                "give the cost of a function that the entry calls, itself or through others",
            ));
        }
        if !is_followed(module, f) {
            if let Some(g) = address_taken(module, f) {
                return Err(refused(
                    format!("calls of `{name}` are charged where they stand, and `{g}` takes its address"),
                    "calls through a pointer are charged for functions of the program only",
                ));
            }
        }
        let arguments = arguments(module, f);
        let e = read(&c.text, &arguments).map_err(|what| {
            refused(
                format!("the cost of `{name}`: {what}"),
                format!(
                    "want an expression as in '2*n + 20' of numbers, arguments, + - * /, max, min, pow, mod, bitlength, popcount; {}",
                    named(&arguments)
                ),
            )
        })?;
        costs.push((f, e, arguments));
    }
    let mut out = module.clone();
    // What is not looked into costs nothing unless something is said.
    let silent = called
        .iter()
        .filter(|f| is_taken_as_is(module, &module.functions[**f]));
    let given = costs.iter().map(|c| &c.0);
    let bodies: BTreeSet<FuncId> = silent
        .chain(given.filter(|f| !module.functions[**f].is_declaration()))
        .copied()
        .collect();
    if bodies.is_empty() && costs.is_empty() {
        return Ok(out);
    }
    let charge = declare(&mut out);
    let bodies: Vec<FuncId> = bodies.into_iter().collect();
    let inside = inside(module, &mut out, &bodies);
    for f in &bodies {
        without_weights(&mut out.functions[*f]);
        to_inside(&mut out.functions[*f], &inside);
    }
    for (number, (f, e, arguments)) in costs.iter().enumerate() {
        let refuse = |what: String| {
            refused(
                format!("the cost of `{}`: {what}", module.functions[*f].name),
                "the amount is computed with 128 bits; divisors and exponents are numbers",
            )
        };
        if !is_followed(module, *f) {
            let own: Vec<FuncId> = module.functions.ids().collect();
            for g in own.into_iter().filter(|g| !bodies.contains(g)) {
                before_calls(&mut out.functions[g], *f, &|b: &mut Builder<'_>, given| {
                    let arguments: Vec<Argument> = arguments
                        .iter()
                        .filter_map(|a| {
                            let value = given.get(a.index)?;
                            (value.ty == Type::Int(a.bits)).then(|| Argument {
                                value: value.value,
                                ..a.clone()
                            })
                        })
                        .collect();
                    b.charge(charge, number, e, &arguments)
                })
                .map_err(refuse)?;
            }
        } else {
            let function = &mut out.functions[*f];
            let loc = function.loc;
            let mut b = Builder::new(&mut function.regs, loc);
            b.charge(charge, number, e, arguments).map_err(refuse)?;
            let mut insts = b.insts;
            let first = &mut function.blocks[BlockId(0)];
            insts.append(&mut first.insts);
            first.insts = insts;
        }
    }
    Ok(out)
}

/// Reads an expression over the arguments.
fn read(text: &str, arguments: &[Argument]) -> Result<Expr, String> {
    let parameters: Vec<Parameter> = arguments
        .iter()
        .map(|a| Parameter {
            name: a.name.clone(),
            kind: ParameterKind::Value {
                index: a.index as u32,
                bits: a.bits,
                signed: a.signed,
            },
        })
        .collect();
    if text.trim().is_empty() {
        return Err("there is no expression".into());
    }
    expression::read(text, &parameters)
}

fn named(arguments: &[Argument]) -> String {
    let mut names: Vec<&str> = arguments.iter().map(|a| a.name.as_str()).collect();
    names.dedup();
    match names.is_empty() {
        true => "it has no integer arguments".to_owned(),
        false => format!("its integer arguments are {}", names.join(", ")),
    }
}

/// The integer arguments of a function: by their names in C, and by `arg0`.
fn arguments(module: &Module, f: FuncId) -> Vec<Argument> {
    let function = &module.functions[f];
    let types = parameter_types(module, function);
    let plain = types.len() == function.params.len();
    let known = amount::library(&function.name);
    let mut out: Vec<Argument> = Vec::new();
    let mut unnamed = Vec::new();
    for (index, p) in function.params.iter().enumerate() {
        let Type::Int(bits) = p.ty else { continue };
        if !(2..=64).contains(&bits) {
            continue;
        }
        let of_source = (function.vars.iter()).find(|(_, v)| v.arg as usize == index + 1);
        let of_source = of_source.map(|(_, v)| v);
        let ty = of_source
            .map(|v| v.ty)
            .or_else(|| types.get(index).copied().filter(|_| plain));
        let view = ty.and_then(|t| declared(module, t, bits));
        let of_library = known.and_then(|k| k.get(index).copied());
        let signed = match (view, of_library) {
            (Some(v), _) => v == super::rules::View::Signed,
            (None, Some((_, signed))) => signed,
            // `size_t` is what the library passes with 64 bits, `int` else.
            (None, None) => bits < 64,
        };
        let one = |name: String| Argument {
            name,
            index,
            bits,
            signed,
            value: Operand::Reg(p.reg),
        };
        let name = of_source
            .map(|v| v.name.clone())
            .or(of_library.map(|(n, _)| n.to_owned()));
        out.extend(name.filter(|n| !n.is_empty()).map(&one));
        unnamed.push(one(format!("arg{index}")));
    }
    // A parameter that is called `arg0` is that one.
    unnamed.retain(|a| !out.iter().any(|b| b.name == a.name));
    out.extend(unnamed);
    out
}

/// The functions that a run from the entry can come to.
fn reached(module: &Module, entry: FuncId) -> BTreeSet<FuncId> {
    let taken = addresses_taken(module);
    let mut seen = BTreeSet::new();
    let mut work = vec![entry];
    while let Some(f) = work.pop() {
        let Some(function) = module.functions.get(f) else {
            continue;
        };
        let insts = function.blocks.iter().flat_map(|(_, b)| &b.insts);
        for inst in insts {
            let InstKind::Call { callee, .. } = &inst.kind else {
                continue;
            };
            let to: Vec<FuncId> = match callee {
                Callee::Direct(g) => vec![*g],
                Callee::Indirect(_) => taken.iter().copied().collect(),
            };
            for g in to {
                if seen.insert(g) {
                    work.push(g);
                }
            }
        }
    }
    seen
}

/// The declaration of [`CHARGE`].
fn declare(out: &mut Module) -> FuncId {
    out.functions.push(Function {
        name: CHARGE.to_owned(),
        params: Vec::new(),
        rets: Vec::new(),
        variadic: true,
        noreturn: false,
        internal: true,
        blocks: Default::default(),
        regs: Default::default(),
        vars: Default::default(),
        ty: ep_ir::DebugTypeId(0),
        loc: LocId(0),
    })
}

/// Copies without weights of what these functions call by name.
fn inside(module: &Module, out: &mut Module, bodies: &[FuncId]) -> BTreeMap<FuncId, FuncId> {
    let mut seen: BTreeSet<FuncId> = BTreeSet::new();
    let mut work = bodies.to_vec();
    while let Some(f) = work.pop() {
        for (_, block) in module.functions[f].blocks.iter() {
            for inst in &block.insts {
                let InstKind::Call {
                    callee: Callee::Direct(g),
                    ..
                } = &inst.kind
                else {
                    continue;
                };
                let has_body = !module.functions[*g].is_declaration();
                // Reaching these is an error, whatever they do.
                let name = &module.functions[*g].name;
                let ends = matches!(name.as_str(), "reach_error" | "__VERIFIER_error");
                if has_body && !ends && seen.insert(*g) {
                    work.push(*g);
                }
            }
        }
    }
    let mut map = BTreeMap::new();
    for f in seen {
        let mut copy = module.functions[f].clone();
        without_weights(&mut copy);
        copy.name.push_str(".inside");
        map.insert(f, out.functions.push(copy));
    }
    for f in map.values() {
        to_inside(&mut out.functions[*f], &map);
    }
    map
}

fn to_inside(f: &mut Function, map: &BTreeMap<FuncId, FuncId>) {
    for b in f.blocks.ids().collect::<Vec<_>>() {
        for inst in &mut f.blocks[b].insts {
            if let InstKind::Call {
                callee: Callee::Direct(g),
                ..
            } = &mut inst.kind
            {
                if let Some(copy) = map.get(g) {
                    *g = *copy;
                }
            }
        }
    }
}

/// What computes and makes a charge for a call with these arguments.
type Charging<'a> = dyn Fn(&mut Builder<'_>, &[Arg]) -> Result<(), String> + 'a;

/// Puts a charge before each call of a function.
fn before_calls(f: &mut Function, called: FuncId, put: &Charging<'_>) -> Result<(), String> {
    for id in f.blocks.ids().collect::<Vec<_>>() {
        let is = |i: &Inst| matches!(&i.kind, InstKind::Call { callee: Callee::Direct(g), .. } if *g == called);
        if !f.blocks[id].insts.iter().any(is) {
            continue;
        }
        let before = std::mem::take(&mut f.blocks[id].insts);
        let mut after = Vec::with_capacity(before.len() + 8);
        for inst in before {
            if let (true, InstKind::Call { args, .. }) = (is(&inst), &inst.kind) {
                let mut b = Builder::new(&mut f.regs, inst.loc);
                put(&mut b, args)?;
                after.append(&mut b.insts);
            }
            after.push(inst);
        }
        f.blocks[id].insts = after;
    }
    Ok(())
}

/// Whether calls of a function lead the analysis into its body.
fn is_followed(module: &Module, f: FuncId) -> bool {
    let function = &module.functions[f];
    !function.is_declaration() && !is_taken_as_is(module, function)
}

/// Whether a call of the function is a charge.
pub(super) fn is_charge(f: &Function) -> bool {
    f.name == CHARGE && f.blocks.is_empty()
}

/// The number of the cost in a charge.
pub(super) fn number(args: &[Arg]) -> Option<u32> {
    match args.first()?.value {
        Operand::Int(n) => u32::try_from(n).ok(),
        _ => None,
    }
}
