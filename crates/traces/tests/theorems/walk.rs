//! Concrete and symbolic computations side by side.

use crate::genes::Genes;
use crate::programs::World;
use ep_traces::concrete::Concrete;
use ep_traces::eval::{self, Evaluator, Place, State, Valuation, Value};
use ep_traces::lang::ProcId;
use ep_traces::machine::{self, Config, Fork, Next, Why};
use ep_traces::{Exprs, Role, Ty, VarId};

/// A state in which fresh variables denote the objects that a run created.
pub struct Extended<'a> {
    pub start: &'a State,
    /// Lengths and classes of all objects.
    pub last: &'a State,
}

impl Valuation for Extended<'_> {
    fn var(&self, x: &Exprs, v: VarId) -> Value {
        let info = x.info(v);
        match info.role {
            Role::Fresh(..) => {
                let n: u32 = info.name.trim_start_matches("new").parse().expect("number");
                Value::Obj(eval::Obj(self.start.objects + n - 1))
            }
            _ => self.start.get(x, v),
        }
    }
    fn at(&self, x: &Exprs, map: VarId, place: Place) -> Value {
        if map == x.length_map() || map == x.type_map() {
            return self.last.at(x, map, place);
        }
        self.start.at(x, map, place)
    }
}

/// The start of a concrete computation of the main statement.
pub fn concrete(w: &World, main: ProcId, v: &State, errors: bool) -> Config<Concrete> {
    Config::new(&w.p, main, Vec::new(), Concrete(v.clone()), errors)
}

/// Whether a choice is only a part of a transition of the paper.
pub fn goes_on(why: Why, taken: bool) -> bool {
    match why {
        Why::Check(_) => taken,
        Why::Dispatch(_) => !taken,
        _ => false,
    }
}

/// How one transition went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    Step,
    End,
    Stuck,
}

/// One transition of a symbolic computation; `side` chooses at forks.
pub fn transition<W: machine::World>(
    w: &mut World,
    c: &mut Config<W>,
    mut side: impl FnMut(&mut World, &Fork<W::Val>) -> bool,
) -> Moved {
    loop {
        match c.step(&mut w.p, &mut w.x) {
            Next::Step => return Moved::Step,
            Next::End(_) => return Moved::End,
            Next::Stuck => return Moved::Stuck,
            Next::Fork(fork) => {
                let taken = side(w, &fork);
                c.choose(&mut w.p, &mut w.x, &fork, taken);
                if !goes_on(fork.why, taken) {
                    return Moved::Step;
                }
            }
        }
    }
}

/// `V ∘ σ` is the state that was reached: scalars and places of maps.
pub fn same_state(
    w: &World,
    sigma: &impl Fn(VarId) -> ep_traces::ExprId,
    start: &State,
    last: &State,
) -> Result<(), String> {
    let v = Extended { start, last };
    let x = &w.x;
    let mut at = Evaluator::new(x, &v);
    for n in 0..x.var_count() {
        let var = VarId(n as u32);
        let info = x.info(var);
        if !matches!(info.role, Role::Global) || var == x.type_map() || var == x.length_map() {
            continue;
        }
        // Names that unfolding gave to locals have no counterpart.
        if info.name.contains('#') {
            continue;
        }
        match info.ty {
            Ty::Scalar(_) => {
                let found = at.eval(sigma(var));
                let wanted = last.get(x, var);
                if found != Some(wanted) {
                    return Err(format!("{}: {found:?}, not {wanted:?}", info.name));
                }
            }
            Ty::Map(keys, _) => {
                let mut places: Vec<Place> = Vec::new();
                match keys {
                    ep_traces::Keys::Int => {
                        let bound = info.bound.map(|b| last.get(x, b));
                        for i in -8..9 {
                            if bound.is_none_or(|b| matches!(b, Value::Int(n) if 0 <= i && i < n)) {
                                places.push((Value::Int(i), 0));
                            }
                        }
                    }
                    ep_traces::Keys::Ref => {
                        for o in 0..last.objects {
                            places.push((Value::Obj(eval::Obj(o)), 0));
                        }
                    }
                    ep_traces::Keys::RefInt => {
                        for o in 0..last.objects {
                            let o = Value::Obj(eval::Obj(o));
                            if let Value::Int(n) = last.at(x, x.length_map(), (o, 0)) {
                                places.extend((0..n.min(20)).map(|i| (o, i)));
                            }
                        }
                    }
                }
                for place in places {
                    let found = at.look(sigma(var), place);
                    let wanted = last.at(x, var, place);
                    if found != Some(wanted) {
                        return Err(format!(
                            "{}[{place:?}]: {found:?}, not {wanted:?}",
                            info.name
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The number of transitions of a case.
pub fn steps(g: &mut Genes) -> usize {
    4 + g.below(36)
}
