//! The stack by what values do, where the graph of the machine code has no
//! number: recursion, and arrays whose size depends on values.
//!
//! Idea: two ways, each sound alone. The shape of the source with the costs of
//! the machine code (`memory::sites`) gives expressions over the parameters;
//! paths of the program with its frames as blocks ([`super::blocks`]) give
//! what values leave. If both know something the smaller counts.
//! Cost: a walk over the source, and an exploration that has a time limit.

use super::blocks::{self, Leaf, Leaves, Rounding};
use super::costs::Costs;
use super::pointers::Calls;
use crate::memory;
use ep_base::entity::Arena;
use ep_base::memory::{Bound, Expr, Live, Missing, Variable, VariableId};
use ep_base::outcome::{Input, Place};
use ep_base::{Budget, Diagnostic};
use ep_explore::outcome::describe;
use ep_ir::{FuncId, Module};
use ep_machine::machine::Assumption;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::time::Duration;

/// How long paths are followed where the shape has a bound.
const BESIDE_SHAPE: Duration = Duration::from_secs(5);

/// What is asked.
pub struct Refine<'a> {
    pub module: &'a Module,
    pub entry: FuncId,
    pub costs: &'a Costs<'a>,
    pub calls: &'a Calls,
    pub rounding: Rounding,
    /// The entry, inputs and surroundings as for the heap.
    pub explore: &'a ep_explore::Options,
    /// The whole of it.
    pub budget: Budget,
    /// The most that the program's own blocks take, if that is known.
    pub heap: Option<BigInt>,
    /// As [`memory::Options::beside`].
    pub beside: Option<Vec<FuncId>>,
    /// As [`memory::Options::told`].
    pub told: BTreeSet<String>,
    /// As [`memory::Options::any_arguments`].
    pub any_arguments: bool,
}

/// What is found.
pub struct Refined {
    /// Bytes below the entry's caller, its return address left out.
    pub bound: Expr,
    pub variables: Arena<VariableId, Variable>,
    /// An input that leads to the deepest point that is known.
    pub witness: Option<Vec<Input>>,
    /// What is on the stack there, outermost first; empty where no path got
    /// anywhere. Over `variables`.
    pub peak: Vec<Live>,
    pub assumptions: Vec<String>,
}

/// Bounds the stack of the entry.
///
/// # Errors
/// A defect, or an entry that cannot be set up.
pub fn refine(r: &Refine<'_>) -> Result<Result<Refined, Vec<Missing>>, Diagnostic> {
    // Numbers that are read are parameters of the shape.
    let played = memory::played_calls(r.module, r.entry, r.explore, &r.budget);
    let read = played.as_ref().unwrap_or(r.module);
    let frames = memory::Frames::new(read, r.costs, r.calls, r.rounding);
    let shape = memory::frames(read, r.entry, r.explore, frames, r.budget.stop());
    let (shaped, missing) = match shape {
        Some(s) => match s.bound {
            Ok(e) => (Some((e, s.variables)), Vec::new()),
            Err(missing) => (None, missing),
        },
        None => (None, Vec::new()),
    };
    let followed = follow(r, shaped.is_some())?;
    let mut assumptions = vec!["no undefined behaviour".to_string()];
    let sized = |f: &ep_ir::Function| !blocks::dynamic(f).is_empty();
    if r.module
        .functions
        .iter()
        .any(|(_, f)| sized(f) && r.costs.varies(&f.name))
    {
        assumptions.push("no array on the stack takes 1 TiB or more".into());
    }
    assumptions.extend(memory::volatile_objects(r.module, [r.entry]));
    let witness = followed.as_ref().and_then(|f| f.witness.clone());
    let (peak, of_paths) = match &followed {
        Some(f) => (f.peak.clone(), f.variables.clone()),
        None => (Vec::new(), Arena::new()),
    };
    let mut out = match (shaped, followed) {
        (Some((shape, variables)), Some(f)) => match f.bound {
            None => (shape, variables),
            Some(number) => {
                assumptions.extend(f.assumptions);
                match (number.as_number(), memory::most(&shape, &variables)) {
                    (Some(n), Some(m)) if m <= *n => (shape, variables),
                    // A number says more to a reader than what is read from a text.
                    (Some(_), _) if played.is_some() => (number, variables),
                    (Some(_), _) => (number.min(shape), variables),
                    (None, _) if shape.as_number().is_some() => (shape, variables),
                    (None, _) => (number, f.variables),
                }
            }
        },
        (Some((shape, variables)), None) => (shape, variables),
        (
            None,
            Some(Followed {
                bound: Some(b),
                variables,
                assumptions: more,
                ..
            }),
        ) => {
            assumptions.extend(more);
            (b, variables)
        }
        (None, _) => return Ok(Err(missing)),
    };
    assumptions.dedup();
    if let Some(n) = memory::constant(&out.0) {
        out.0 = Expr::Number(n);
    }
    let same = of_paths == out.1 && !out.0.variables().is_empty();
    let peak = match same {
        true => peak,
        // The bound is over others: amounts are told for the input.
        false => (peak.into_iter())
            .map(|l| at_input(l, &of_paths, witness.as_deref().unwrap_or_default()))
            .collect(),
    };
    Ok(Ok(Refined {
        bound: out.0,
        variables: out.1,
        peak: along(peak),
        witness,
        assumptions,
    }))
}

/// What following paths gives.
struct Followed {
    bound: Option<Expr>,
    variables: Arena<VariableId, Variable>,
    peak: Vec<Live>,
    witness: Option<Vec<Input>>,
    assumptions: Vec<String>,
}

fn follow(r: &Refine<'_>, known: bool) -> Result<Option<Followed>, Diagnostic> {
    let Some(unit) = unit(r) else { return Ok(None) };
    let Ok(made) = blocks::instrument(r.module, r.costs, unit, r.rounding) else {
        return Ok(None);
    };
    let mut budget = r.budget.clone();
    if known {
        let end = budget.start.elapsed() + BESIDE_SHAPE;
        budget.timeout = Some(budget.timeout.map_or(end, |t| t.min(end)));
    }
    let options = memory::Options {
        explore: r.explore.clone(),
        budget,
        by_shape: false,
        beside: r.beside.clone(),
        told: r.told.clone(),
        any_arguments: r.any_arguments,
        ..memory::Options::default()
    };
    let found = memory::analyse(&made.module, r.entry, &options, &mut |_| {})?;
    let own = Assumption::Malloc.sentence();
    let assumptions = found.assumptions.into_iter().filter(|a| a != own);
    let bound = match found.heap.bound {
        Bound::Known(e) if unit == 1 => Some(e),
        // The program's own blocks are less than one unit.
        Bound::Known(e) => memory::most(&e, &found.variables).map(|n| Expr::Number(n / unit)),
        Bound::Unknown { .. } => None,
    };
    let mut arrays: BTreeSet<Place> = BTreeSet::new();
    for (id, f) in r.module.functions.iter() {
        for (b, i) in blocks::dynamic(f) {
            let inst = f.blocks.get(b).and_then(|x| x.insts.get(i));
            arrays.extend(inst.map(|x| describe::place(r.module, id, x.loc)));
        }
    }
    let frames = (found.heap.peak.into_iter())
        .filter_map(|l| frame(l, unit, &arrays))
        .flat_map(|l| beyond(l, &made.leaves));
    Ok(Some(Followed {
        bound,
        variables: found.variables,
        peak: frames.collect(),
        witness: found.heap.witness,
        assumptions: assumptions.collect(),
    }))
}

/// A block that stands for a frame, or for arrays, as what it stands for; none for
/// blocks of the program's own.
fn frame(l: Live, unit: u64, arrays: &BTreeSet<Place>) -> Option<Live> {
    let bytes = match (l.bytes, unit) {
        (e, 1) => e,
        (e, _) => Expr::Number(e.as_number()? / unit),
    };
    let own = bytes.as_number().is_some_and(|n| *n == BigInt::from(0));
    let function = l.place.function.clone();
    let what = match arrays.contains(&l.place) {
        true => format!("{function} (with its array)"),
        false => function,
    };
    // An array, and the frame below it, are one activation.
    let count = match arrays.contains(&l.place) {
        true => Expr::number(1),
        false => l.count,
    };
    (!own).then_some(Live {
        what,
        bytes,
        count,
        ..l
    })
}

/// The block of a call of the library as two: its caller's frame and itself.
fn beyond(l: Live, leaves: &Leaves) -> Vec<Live> {
    let of_all = |x: &&Leaf| l.bytes.as_number() == Some(&x.deep.into());
    let here = leaves.get(&l.place).into_iter().flatten();
    let Some(leaf) = { here }.find(of_all).filter(|x| x.deep > x.frame) else {
        return vec![l];
    };
    let place = Place {
        function: leaf.callee.clone(),
        ..Place::default()
    };
    let mut path = l.path.clone();
    path.push(place.clone());
    let own = Live {
        what: leaf.callee.clone(),
        place,
        bytes: Expr::number(leaf.deep - leaf.frame),
        count: Expr::number(1),
        path,
    };
    let bytes = Expr::number(leaf.frame);
    vec![Live { bytes, ..l }, own]
}

/// With a number for the input.
fn at_input(l: Live, variables: &Arena<VariableId, Variable>, inputs: &[Input]) -> Live {
    let value = |v: VariableId| {
        let v = variables.get(v)?;
        let there = v.input.as_ref().and_then(|i| i.read(inputs));
        Some(there.unwrap_or_else(|| v.high.clone()))
    };
    let bytes = l.bytes.evaluate(&value).map_or(l.bytes, Expr::Number);
    Live { bytes, ..l }
}

/// From the outermost call inwards, activations of one place together.
fn along(mut peak: Vec<Live>) -> Vec<Live> {
    peak.sort_by_key(|l| l.path.len());
    let mut out: Vec<Live> = Vec::new();
    for l in peak {
        match out.iter_mut().find(|o| o.place == l.place) {
            Some(o) => {
                o.bytes = o.bytes.clone().plus(l.bytes);
                o.count = o.count.clone().plus(l.count);
            }
            None => out.push(l),
        }
    }
    out
}

/// Bytes of a block for each byte of a frame: more than the program's own
/// blocks can ever take, so that they do not reach the next multiple.
fn unit(r: &Refine<'_>) -> Option<u64> {
    let heap = u64::try_from(r.heap.clone()?).ok()?;
    if heap == 0 {
        return Some(1);
    }
    let unit = heap.checked_add(1)?.checked_next_power_of_two()?;
    let wide = r.module.layout.ptr_bits == 64;
    let mut functions = r.module.functions.iter();
    let small = functions.all(|(_, f)| {
        let frame = r.costs.own(&f.name);
        let fits = frame.checked_mul(unit).is_some_and(|n| n < 1 << 39);
        fits && blocks::dynamic(f).is_empty()
    });
    (wide && small).then_some(unit)
}
