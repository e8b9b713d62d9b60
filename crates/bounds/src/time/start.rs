//! The state in which an entry begins: integers are parameters of the bounds,
//! pointers point to objects of their own of which nothing is known, except
//! that a pointer to characters leads to a string, of any length. An object is
//! no larger than C allows: a pointer difference counts its bytes.

use super::engine::{AreaKey, Engine};
use super::facts::Facts;
use super::initial::Behind;
use super::lin::{pow2, Interval, Lin};
use super::rules::{Num, View};
use super::state::{FamilyKey, Fill, Frame, State, Value};
use ep_base::entity::EntityId;
use ep_base::time::{Assumption, ParameterKind};
use ep_ir::{BlockId, DebugType, DebugTypeId, FuncId, Module, Type};
use ep_machine::world::pointers::{parameter_types, pointer_fields, target_type};
use ep_machine::world::shape::strip;
use std::collections::{BTreeMap, BTreeSet};

/// What a parameter points to.
fn pointed_to(module: &Module, entry: FuncId, index: usize) -> Option<DebugTypeId> {
    let types = parameter_types(module, module.functions.get(entry)?);
    match strip(module, *types.get(index)?) {
        DebugType::Pointer { to, .. } => Some(*to),
        _ => None,
    }
}

/// Whether a parameter is a pointer to characters.
pub fn is_text(module: &Module, entry: FuncId, index: usize) -> bool {
    let Some(function) = module.functions.get(entry) else {
        return false;
    };
    let types = parameter_types(module, function);
    let Some(DebugType::Pointer { to, .. }) = types.get(index).map(|t| strip(module, *t)) else {
        return false;
    };
    matches!(
        strip(module, target_type(module, *to)),
        DebugType::Char { .. }
    )
}

/// The links of what a parameter points to, that is pointers to the same type,
/// and its bytes.
pub fn links(module: &Module, entry: FuncId, index: usize) -> Option<(Vec<u64>, u64)> {
    let types = parameter_types(module, module.functions.get(entry)?);
    let DebugType::Pointer { to, .. } = strip(module, *types.get(index)?) else {
        return None;
    };
    links_of(module, *to)
}

/// Those of a type, and its bytes.
pub(super) fn links_of(module: &Module, ty: DebugTypeId) -> Option<(Vec<u64>, u64)> {
    let own = target_type(module, ty);
    let DebugType::Record {
        size, union: false, ..
    } = strip(module, own)
    else {
        return None;
    };
    let fields: Vec<u64> = pointer_fields(module, own)
        .into_iter()
        .filter(|f| target_type(module, f.to) == own)
        .map(|f| f.offset)
        .collect();
    (!fields.is_empty()).then_some((fields, *size))
}

/// The start state; `None` when the entry is not in the module.
pub fn start(engine: &mut Engine<'_>, entry: FuncId) -> Option<State> {
    engine.entry = Some(entry);
    let function = engine.module.functions.get(entry)?;
    let mut regs = vec![Value::Any; function.regs.len()];
    let program = function.name == "main";
    let mut argv = None;
    let mut facts = Facts::new();
    let mut fills = BTreeMap::new();
    let mut behind = Vec::new();
    // One parameter of the source may be several of the program.
    let plain = parameter_types(engine.module, function).len() == function.params.len();
    for (i, param) in function.params.iter().enumerate() {
        let index = i as u32;
        let named = function.vars.iter().find(|(_, v)| v.arg == index + 1);
        let name = named.map_or_else(|| format!("p{index}"), |(_, v)| v.name.clone());
        let value = match param.ty {
            Type::Int(bits) if bits > 1 => {
                // A bound speaks of the parameter as C reads it, whatever the
                // code does with its bits.
                let declared = named.and_then(|(_, v)| declared(engine.module, v.ty, bits));
                let view = declared.unwrap_or_else(|| engine.views.view(entry, param.reg));
                let kind = ParameterKind::Value {
                    index,
                    bits,
                    signed: view == View::Signed,
                };
                let mut range = engine.input_range(view, bits);
                if program && i == 0 && view == View::Signed {
                    let named = super::program::moves_arguments(function);
                    range.lo = Some(i32::from(named).into());
                }
                let sym = engine.input(name, kind, range.clone());
                // What `argv` leads to is as long as `argc` says.
                let length = program && i == 0;
                if !length && !engine.relevant.register(entry, param.reg) {
                    engine.idle.insert(sym);
                }
                let form = Lin::var(sym);
                facts.add(&form, &range);
                Value::Int(Num { form, view, bits })
            }
            Type::Ptr if program && i == 1 => {
                // It needs the state.
                argv = Some(param.reg);
                Value::Any
            }
            Type::Ptr => {
                let size = param.byval.map(|(n, _)| n);
                let range = Interval::new(0, pow2(engine.module.layout.ptr_bits - 1) - 2);
                let null = engine.options.may_be_null && size.is_none();
                if engine.options.may_alias && size.is_none() {
                    let text = match null {
                        true => format!("{name} points to an object where it is read or written"),
                        false => format!("{name} points to an object"),
                    };
                    let place = engine.place(entry, function.loc);
                    engine.assumptions.insert(Assumption { text, place });
                    continue;
                }
                let is = match null {
                    true => "is null (not where it is read or written) or",
                    false => "is not null and",
                };
                let linked = links(engine.module, entry, i).filter(|_| size.is_none() && plain);
                if let Some((fields, bytes)) = linked {
                    let tree = fields.len() > 1;
                    let what = if tree {
                        "a tree, no node of which is reached twice,"
                    } else {
                        "a list that ends with null"
                    };
                    let text =
                        format!("{name} {is} leads to {what} and that nothing else leads to");
                    let place = engine.place(entry, function.loc);
                    engine.assumptions.insert(Assumption { text, place });
                    let (word, kind) = match fields.as_slice() {
                        [link] => (
                            "length",
                            ParameterKind::ListLength {
                                index,
                                link: *link,
                                bytes,
                            },
                        ),
                        _ => ("size", ParameterKind::TreeSize { index }),
                    };
                    let own = Interval {
                        lo: Some(i32::from(!null).into()),
                        ..range
                    };
                    let sym = engine.input(format!("{word}({name})"), kind, own.clone());
                    let left = Lin::var(sym);
                    facts.add(&left, &own);
                    let key = FamilyKey::Behind(index);
                    let family = engine.family(key, &fields, Some(bytes));
                    if let Some(slot) = regs.get_mut(param.reg.index()) {
                        *slot = Value::Node {
                            family,
                            left,
                            offset: Lin::default(),
                        };
                    }
                    continue;
                }
                let place = engine.place(entry, function.loc);
                engine.assume(
                    &format!("{name} {is} points to an object that no other parameter and no global variable leads to"),
                    place,
                );
                let area = engine.area(AreaKey::Behind(index), size, false);
                // A text has its terminator, and no bytes apart from it.
                let text = is_text(engine.module, entry, i);
                let to = pointed_to(engine.module, entry, i);
                if let (true, false, Some(to)) = (plain, text, to) {
                    behind.push(Behind {
                        index,
                        name: name.clone(),
                        to,
                        area,
                    });
                }
                engine.nullable(area, null);
                let offset = Lin::default();
                if engine.take_strings && plain && is_text(engine.module, entry, i) {
                    let text = match null {
                        true => format!("{name} is null (not where it is read or written) or points to a string"),
                        false => format!("{name} points to a string"),
                    };
                    let place = engine.place(entry, function.loc);
                    engine.strings.insert(index, Assumption { text, place });
                    let kind = ParameterKind::StringLength { index };
                    let sym = engine.input(format!("strlen({name})"), kind, range.clone());
                    let at = Lin::var(sym);
                    facts.add(&at, &range);
                    let fill = Fill {
                        from: Lin::default(),
                        to: at.add(&1.into()),
                        at,
                    };
                    fills.insert(area, fill);
                }
                Value::Pointer { area, offset }
            }
            _ => Value::Any,
        };
        if let Some(slot) = regs.get_mut(param.reg.index()) {
            *slot = value;
        }
    }
    let mut s = State {
        frames: vec![Frame {
            func: entry,
            regs,
            block: BlockId(0),
            next: 0,
            loops: Vec::new(),
            back: None,
        }],
        facts,
        cells: BTreeMap::new(),
        fills,
        sizes: BTreeMap::new(),
        children: BTreeMap::new(),
        free: BTreeMap::new(),
        nonzero: BTreeSet::new(),
        tags: BTreeSet::new(),
        inputs: 0,
        splits: 0,
        again: 0,
        exact: true,
        calls: Vec::new(),
        cost: 0,
        library: 0,
        charges: BTreeMap::new(),
        reads: 0,
        words: Some(0),
        fresh_start: true,
        cases: Vec::new(),
        forked: false,
        entries: BTreeMap::new(),
        looks: Vec::new(),
        back_edge: false,
        alone: BTreeMap::new(),
    };
    if let Some(r) = argv {
        let v = engine.program_arguments(&mut s, entry);
        Engine::set(&mut s, r, v);
    }
    engine.standard_input(&mut s);
    engine.initial(&mut s, entry, &behind);
    if program && !engine.module.constructors.is_empty() {
        let place = engine.place(entry, function.loc);
        engine.give_up("what runs before or after main is not modelled", place);
    }
    Some(s)
}

/// How C reads an integer of this type; `None` if it is not told, or is not an
/// integer of that many bits.
pub(super) fn declared(module: &Module, ty: DebugTypeId, bits: u32) -> Option<View> {
    let mut ty = ty;
    // A chain of names is as long as the table at most.
    for _ in 0..=module.debug_types.len() {
        let (width, signed) = match module.debug_types.get(ty)? {
            DebugType::Alias { to, .. } => {
                ty = *to;
                continue;
            }
            DebugType::Bool => (8, false),
            DebugType::Char { signed } => (8, *signed),
            DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. } => {
                (*bits, *signed)
            }
            _ => return None,
        };
        let view = if signed { View::Signed } else { View::Unsigned };
        return (width == bits).then_some(view);
    }
    None
}
