//! The integer transition system of a graph (document 004, definition 7 and
//! section 5): a location per cut, a transition per way between cuts, with the
//! LLVM instructions on it as its cost.
//!
//! A guard is what is known at the end of the way: the conditions of both ends
//! of each edge on it. Variables of the cut's slots become variables of the
//! system, inputs keep theirs for the whole run, everything else is a
//! temporary. The system has every run of the program from the start on, so
//! termination and upper bounds carry over. Cost: linear in the facts.

use super::arrival::{CutKey, Slot};
use super::cuts::Cut;
use super::engine::{AreaKey, Engine};
use super::explore::{CutId, Graph, Target};
use super::lin::{Lin, Sym};
use super::products::Products;
use ep_base::entity::EntityId;
use ep_ir::debug::VarStorage;
use ep_its::poly::{Monomial, Poly, Var};
use ep_its::system::{Arm, Atom, Cost, Loc, System, Transition};
use std::collections::BTreeMap;

/// The system with what its parts stand for.
pub struct Translated {
    pub system: System,
    /// How many of its variables, the first ones, are values at the start that nothing
    /// changes.
    pub inputs: usize,
    /// By number of the cut.
    pub locations: Vec<Loc>,
    /// The variables as the source has them.
    pub names: Vec<String>,
    /// The variable of each slot of a cut.
    pub slots: BTreeMap<SlotKey, Var>,
}

/// Names a slot of a cut in the source.
pub fn slot_name(engine: &Engine<'_>, key: &CutKey, slot: &Slot) -> String {
    match slot {
        Slot::Reg(depth, r) => {
            let func = match key.path.get(*depth as usize) {
                Some((f, ..)) => *f,
                None => key.func,
            };
            let function = engine.module.functions.get(func);
            let named = function.and_then(|f| {
                f.vars
                    .iter()
                    .find(|(_, v)| v.storage == VarStorage::Register(*r))
                    .map(|(_, v)| v.name.clone())
            });
            let base = named.unwrap_or_else(|| format!("r{}", r.0));
            if key.path.is_empty() {
                base
            } else {
                let f = function.map(|f| f.name.clone()).unwrap_or_default();
                format!("{f}.{base}")
            }
        }
        Slot::Cell(a, at) => match engine.areas.get(*a).map(|i| &i.key) {
            Some(AreaKey::StandardInput) if *at == 0 => "left(stdin)".to_owned(),
            Some(AreaKey::StandardInput) => "feof(stdin)".to_owned(),
            _ => {
                let area = super::sourced::area_name(engine, *a);
                match (engine.held.get(&(*a, *at)), at) {
                    (Some(name), _) => name.clone(),
                    (None, 0) => area,
                    (None, n) => format!("{area}[+{n}]"),
                }
            }
        },
        Slot::Fill(a, e) => format!("{}{}", format!("{e:?}").to_lowercase(), a.0),
        Slot::Size(a) => format!("size{}", a.0),
        Slot::Measure(n) => match engine.measures.get(*n as usize) {
            Some(text) => text.clone(),
            None => format!("measure{n}"),
        },
        Slot::Look(n) => format!("element{n}"),
    }
}

/// Names of variables at a cut, for printing.
pub fn names_at(engine: &Engine<'_>, cut: Option<&Cut>) -> BTreeMap<Sym, String> {
    let slots: Vec<(Sym, String)> = cut
        .iter()
        .flat_map(|c| c.syms().into_iter().map(move |s| (c, s.0, s.1)))
        .map(|(c, slot, sym)| (sym, slot_name(engine, &c.key, &slot)))
        .collect();
    // A variable that has gone on from what it was has its name.
    let start = |name: &String| match cut.is_some() && slots.iter().any(|s| s.1 == *name) {
        true => format!("{name}0"),
        false => name.clone(),
    };
    let mut out: BTreeMap<Sym, String> = engine
        .inputs
        .iter()
        .map(|i| (i.sym, start(&i.parameter.name)))
        .collect();
    out.extend(slots);
    out
}

/// A name that is one word: `strlen(s)` becomes `strlen_s`.
fn word(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let parts: Vec<&str> = parts.filter(|p| !p.is_empty()).collect();
    parts.join("_")
}

/// A name that no variable has: `b->len` and `b_len` are two.
fn free(variables: &[String], base: String) -> String {
    let mut name = base.clone();
    let mut n = 1;
    while variables.contains(&name) {
        name = format!("{base}_{n}");
        n += 1;
    }
    name
}

/// A slot of the cuts in an activation.
pub type SlotKey = (
    Vec<(ep_ir::FuncId, ep_ir::BlockId, usize)>,
    ep_ir::FuncId,
    Slot,
);

/// A form as a polynomial: a variable that is a product is written as one.
fn polynomial(
    products: &Products,
    vars: &mut BTreeMap<Sym, Var>,
    temporary: &mut dyn FnMut() -> Var,
    f: &Lin,
) -> Poly {
    let mut p = Poly::constant(f.constant().clone());
    for (v, c) in f.terms() {
        let product = products.of(v).filter(|_| !vars.contains_key(&v));
        match product {
            Some((a, b)) => {
                let a = polynomial(products, vars, temporary, a);
                let b = polynomial(products, vars, temporary, b);
                p.add_scaled(&a.times(&b), c);
            }
            None => {
                let var = *vars.entry(v).or_insert_with(&mut *temporary);
                p.insert(Monomial::var(var), c.clone());
            }
        }
    }
    p
}

/// What the names of temporaries begin with: a variable of the program may be `t0`.
fn stem(variables: &[String]) -> String {
    let mut stem = "t".to_owned();
    let number = |v: &String, stem: &str| {
        let rest = v.strip_prefix(stem);
        rest.is_some_and(|r| !r.is_empty() && r.bytes().all(|b| b.is_ascii_digit()))
    };
    while variables.iter().any(|v| number(v, &stem)) {
        stem.push('_');
    }
    stem
}

/// Translates a graph.
pub fn translate(engine: &Engine<'_>, graph: &Graph) -> Translated {
    let mut system = System::new("start");
    let mut names = Vec::new();
    let parameters = engine.parameters();
    for i in &engine.inputs {
        let name = free(&system.variables, word(&i.parameter.name) + "0");
        system.variables.push(name);
        // The value at the start, beside the one of now.
        let name = &i.parameter.name;
        names.push(match word(name) == *name {
            true => format!("{name}0"),
            false => name.clone(),
        });
    }
    for (n, _) in engine.derived.iter().enumerate() {
        system.variables.push(format!("quantity{n}"));
        names.push(format!("quantity {n} of the inputs"));
    }
    let mut slots: BTreeMap<SlotKey, Var> = BTreeMap::new();
    for (_, cut) in graph.cuts.iter() {
        for (slot, _) in cut.syms() {
            let key = (cut.key.path.clone(), cut.key.func, slot);
            slots.entry(key).or_insert_with(|| {
                let shown = slot_name(engine, &cut.key, &slot);
                let base = match slot {
                    Slot::Measure(n) => format!("measure{n}"),
                    _ => word(&shown),
                };
                let name = free(&system.variables, base);
                system.variables.push(name);
                names.push(shown);
                Var::from_index(system.variables.len() - 1)
            });
        }
    }
    for (at, i) in engine.inputs.iter().enumerate() {
        // The start's value is told by the name alone where nothing else has it.
        let name = &i.parameter.name;
        if !names.contains(name) {
            if let Some(slot) = names.get_mut(at) {
                slot.clone_from(name);
            }
        }
    }
    let locations: Vec<Loc> = graph
        .cuts
        .ids()
        .map(|id: CutId| system.locations.push(format!("{id}")))
        .collect();
    let own = |cut: &Cut| -> BTreeMap<Sym, Var> {
        cut.syms()
            .into_iter()
            .filter_map(|(slot, sym)| {
                let key = (cut.key.path.clone(), cut.key.func, slot);
                slots.get(&key).map(|v| (sym, *v))
            })
            .collect()
    };
    let variables = system.variables.len();
    let stem = stem(&system.variables);
    for (origin, arc) in graph.arcs.iter().enumerate() {
        let source_cut = arc.source.and_then(|c| graph.cuts.get(c));
        let mut vars: BTreeMap<Sym, Var> = source_cut.map(&own).unwrap_or_default();
        for (at, (sym, _)) in parameters.iter().enumerate() {
            vars.insert(*sym, Var::from_index(at));
        }
        let mut temporaries = Vec::new();
        let mut poly = |f: &Lin| -> Poly {
            let mut temporary = || {
                temporaries.push(format!("{stem}{}", temporaries.len()));
                Var::from_index(variables + temporaries.len() - 1)
            };
            polynomial(&engine.products, &mut vars, &mut temporary, f)
        };
        let weight = arc.arrival.state.weight();
        let mut cost = poly(&weight.form);
        for (a, b) in &weight.products {
            cost = cost.plus(&poly(a).times(&poly(b)));
        }
        let mut guard = Vec::new();
        for (d, i) in arc.arrival.state.facts.needed() {
            let p = poly(d);
            match (&i.lo, &i.hi) {
                (Some(a), Some(b)) if a == b => {
                    guard.push(Atom::eq0(p.minus(&Poly::constant(a.clone()))))
                }
                (lo, hi) => {
                    if let Some(a) = lo {
                        guard.push(Atom::ge0(p.minus(&Poly::constant(a.clone()))));
                    }
                    if let Some(b) = hi {
                        guard.push(Atom::ge0(Poly::constant(b.clone()).minus(&p)));
                    }
                }
            }
        }
        let mut arms = Vec::new();
        if let Target::Cut(id) = arc.target {
            if let (Some(cut), Some(target)) = (graph.cuts.get(id), locations.get(id.index())) {
                let mu = cut.mu(&arc.arrival);
                let slot_of = own(cut);
                let mut update = vec![Poly::zero(); variables];
                for (at, _) in parameters.iter().enumerate() {
                    if let Some(u) = update.get_mut(at) {
                        *u = Poly::var(Var::from_index(at));
                    }
                }
                for (sym, form) in &mu {
                    let p = poly(form);
                    if let Some(u) = slot_of.get(sym).and_then(|v| update.get_mut(v.index())) {
                        *u = p;
                    }
                }
                arms.push(Arm {
                    target: *target,
                    update,
                });
            }
        }
        let source = arc
            .source
            .and_then(|c| locations.get(c.index()).copied())
            .unwrap_or(system.start);
        system.transitions.push(Transition {
            source,
            guard,
            temporaries,
            arms,
            cost: Cost::exactly(cost),
            origin: origin as u32,
        });
    }
    Translated {
        system,
        inputs: parameters.len(),
        locations,
        names,
        slots,
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn temporaries_have_no_name_of_a_variable() {
        let named = |v: &[&str]| stem(&v.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(named(&["x", "t", "table"]), "t");
        assert_eq!(named(&["x", "t0"]), "t_");
        assert_eq!(named(&["t12", "t_3"]), "t__");
    }
}
