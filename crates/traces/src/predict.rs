//! What a run from an input does: the evidence for a path.
//!
//! The concrete semantics runs from the path's input; its outcome and result
//! must be those that the path predicts (Theorems 2.3, 3.5 and 4.5 for this one
//! state). A difference is a defect of ours and is told as one.

use crate::concrete;
use crate::eval::{self, Obj, Place, State, Valuation, Value};
use crate::explore::{Entry, Explorer, Path};
use crate::expr::{ClassTag, Exprs, Role, VarId};
use crate::machine::Outcome;

/// Transitions of a predicted run.
const STEPS: usize = 2_000_000;
/// Those of a run of which nothing is predicted: its path was cut.
const STEPS_WHEN_CUT: usize = 20_000;

/// An input with what comes of it.
pub struct Prediction {
    /// The state before, with the objects of literals.
    pub before: State,
    /// The number of objects of the input alone.
    pub objects: u32,
    /// The state after.
    pub after: State,
    /// How it ends.
    pub outcome: Outcome,
    /// What was returned.
    pub result: Option<Value>,
    /// The class of an exception that got away.
    pub thrown: Option<ClassTag>,
}

/// The initial state where fresh variables denote what the run created.
struct Created<'a> {
    before: &'a State,
    after: &'a State,
}

impl Valuation for Created<'_> {
    fn var(&self, x: &Exprs, v: VarId) -> Value {
        let info = x.info(v);
        match info.role {
            Role::Fresh(..) if info.text.is_none() => {
                let n = info.name.trim_start_matches("new").parse().unwrap_or(1);
                let n: u32 = n;
                Value::Obj(Obj(self.before.objects + n - 1))
            }
            _ => self.before.get(x, v),
        }
    }
    fn at(&self, x: &Exprs, map: VarId, place: Place) -> Value {
        if map == x.length_map() || map == x.type_map() {
            return self.after.at(x, map, place);
        }
        self.before.at(x, map, place)
    }
}

/// Runs the procedure from an input.
pub fn run(e: &mut Explorer, entry: &Entry, input: &State) -> Prediction {
    run_for(e, entry, input, STEPS)
}

fn run_for(e: &mut Explorer, entry: &Entry, input: &State, steps: usize) -> Prediction {
    let args: Vec<Value> = entry
        .args
        .iter()
        .map(|&a| eval::eval(e.x, input, a).unwrap_or(Value::Nil))
        .collect();
    let mut before = input.clone();
    before.add_literals(e.x);
    let (config, outcome) = concrete::run(e.p, e.x, entry.proc, &args, input.clone(), steps);
    let after = config.world.0;
    let thrown = match outcome {
        Outcome::Throws(_) => match after.get(e.x, e.p.exception) {
            o @ Value::Obj(_) => match after.at(e.x, e.x.type_map(), (o, 0)) {
                Value::Int(tag) => Some(tag as ClassTag),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    Prediction {
        before,
        objects: input.objects,
        result: config.result,
        after,
        outcome,
        thrown,
    }
}

/// Runs the path's input and compares with the path.
///
/// # Errors
/// What differs.
pub fn confirm(
    e: &mut Explorer,
    entry: &Entry,
    path: &Path,
    input: &State,
) -> Result<Prediction, String> {
    let steps = match path.outcome {
        Outcome::Cut(_) => STEPS_WHEN_CUT,
        _ => STEPS,
    };
    let p = run_for(e, entry, input, steps);
    let same = match (&path.outcome, &p.outcome) {
        // Where a symbolic path is cut a concrete one may go on.
        (Outcome::Cut(_), _) => return Ok(p),
        (Outcome::Throws(a), Outcome::Throws(b)) => a.line == b.line,
        (a, b) => a == b,
    };
    if !same {
        return Err(format!(
            "a path that ends with {:?} runs to {:?}",
            path.outcome, p.outcome
        ));
    }
    let at = Created {
        before: &p.before,
        after: &p.after,
    };
    for &c in path.forward.iter().chain(&path.backward).flatten() {
        if !eval::holds(e.x, &at, c) {
            return Err(format!("the input denies {}", e.text(&[c])));
        }
    }
    if let (Some(r), Some(value), Outcome::Returns) = (path.result, p.result, &p.outcome) {
        // Unfolding numbers its created objects alike.
        if eval::eval(e.x, &at, r) != Some(value) {
            return Err("the predicted result is not the one of the run".into());
        }
    }
    Ok(p)
}
