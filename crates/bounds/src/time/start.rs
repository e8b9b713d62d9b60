//! The state in which an entry begins: integers are parameters of the bounds,
//! pointers point to objects of their own of which nothing is known.

use super::engine::{AreaKey, Engine};
use super::facts::Facts;
use super::lin::Lin;
use super::rules::{Num, View};
use super::state::{Frame, State, Value};
use ep_base::entity::EntityId;
use ep_base::time::ParameterKind;
use ep_ir::{BlockId, DebugType, DebugTypeId, FuncId, Module, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The start state; `None` when the entry is not in the module.
pub fn start(engine: &mut Engine<'_>, entry: FuncId) -> Option<State> {
    let function = engine.module.functions.get(entry)?;
    let mut regs = vec![Value::Any; function.regs.len()];
    let mut facts = Facts::new();
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
                let range = view.range(bits);
                let form = Lin::var(engine.input(name, kind, range.clone()));
                facts.add(&form, &range);
                Value::Int(Num { form, view, bits })
            }
            Type::Ptr => {
                let place = engine.place(entry, function.loc);
                engine.assume(
                    &format!("{name} is not null and points to an object that no other parameter and no global variable leads to"),
                    place,
                );
                let size = param.byval.map(|(n, _)| n);
                let area = engine.area(AreaKey::Behind(index), size, false);
                let offset = Lin::default();
                Value::Pointer { area, offset }
            }
            _ => Value::Any,
        };
        if let Some(slot) = regs.get_mut(param.reg.index()) {
            *slot = value;
        }
    }
    Some(State {
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
        tags: BTreeSet::new(),
        splits: 0,
        again: 0,
        exact: true,
        cost: 0,
        reads: 0,
        fresh_start: true,
        back_edge: false,
    })
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
