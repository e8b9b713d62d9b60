//! The state in which an entry begins: integers are parameters of the bounds,
//! pointers point to objects of their own of which nothing is known.

use super::engine::{AreaKey, Engine};
use super::facts::Facts;
use super::lin::Lin;
use super::rules::Num;
use super::state::{Frame, State, Value};
use ep_base::entity::EntityId;
use ep_base::time::ParameterKind;
use ep_ir::{BlockId, FuncId, Type};
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
                let view = engine.views.view(entry, param.reg);
                let kind = ParameterKind::Value {
                    index,
                    bits,
                    signed: view == super::rules::View::Signed,
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
