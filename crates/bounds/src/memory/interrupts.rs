//! The heap of a program whose handlers of interrupts may run at any time.
//!
//! Idea: a handler is bounded by its shape, which knows nothing of memory and
//! so holds whatever the program has written. The program's own bound by
//! exploring holds if no handler writes what its slice reads ([`super::slice`]:
//! then no decision about memory and no size can differ); else only the bound
//! of its shape does. At one time at most one handler of each priority is
//! active, so their peaks add up over priorities; what a handler leaves behind
//! counts as often as the user says that it fires, and is unbounded without
//! that. Of the one that is active its peak counts and not what it leaves, so
//! that its level is how far the peak is above that. What a handler frees is
//! not looked at, which is an upper bound. What must never happen: a bound that
//! rests on a value which a handler may have changed. Cost: the points-to sets
//! of program and handlers.

use super::{sites, Options};
use ep_base::memory::{Bound, Expr, Gap, HeapResult, Live, Missing};
use ep_base::outcome::Place;
use ep_explore::outcome::describe as findings;
use ep_ir::{FuncId, Module};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// A function that may fire between any two instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The function.
    pub func: FuncId,
    /// Those of one priority wait for each other.
    pub priority: u32,
    /// How often it fires at most, if that is said.
    pub max: Option<u64>,
}

/// Whether a handler can write what decides about the program's memory.
pub(super) fn interfere(module: &Module, entry: FuncId, options: &Options) -> bool {
    let list: Vec<FuncId> = options.handlers.iter().map(|h| h.func).collect();
    !list.is_empty() && super::slice::interferes(module, entry, &list, &options.budget.stop())
}

/// Adds what handlers need to the bound of the program.
pub(super) fn add(module: &Module, options: &Options, result: &mut HeapResult) {
    // Of each priority the highest, and whose it is.
    let mut levels: BTreeMap<u32, (BigInt, usize)> = BTreeMap::new();
    let mut lines: Vec<Live> = Vec::new();
    let mut left = BigInt::from(0);
    let mut missing: Vec<Missing> = Vec::new();
    let mut beside = false;
    for h in &options.handlers {
        let function = module.functions.get(h.func);
        let name = function.map_or("", |f| f.name.as_str());
        let place = function.map_or(Place::default(), |f| findings::place(module, h.func, f.loc));
        let (peak, net) = match need(module, h.func, options) {
            Ok(n) => n,
            Err(list) => {
                missing.extend(list);
                continue;
            }
        };
        if super::threads::counted(name, h.max) {
            // A block of the program stands for each of them.
            beside |= peak > BigInt::from(0);
            continue;
        }
        // A firing that goes on takes its peak in the place of what it leaves.
        let mut above = peak;
        let mut own = BigInt::from(0);
        if net > BigInt::from(0) {
            match h.max {
                Some(n) => {
                    // What a thread leaves is part of its peak: nothing else
                    // is at its level.
                    let times = match super::threads::name(name) {
                        Some(_) => n.saturating_sub(1),
                        None => n,
                    };
                    own = &net * BigInt::from(times);
                    left += &own;
                    if super::threads::name(name).is_none() {
                        above = (above - &net).max(BigInt::from(0));
                        result.assumptions.push(format!(
                            "the interrupt `{name}` fires at most {n} times (max={n})"
                        ));
                    }
                }
                None => missing.push(Missing {
                    gap: Gap::UnboundedAllocation,
                    place: place.clone(),
                    what: format!(
                        "the interrupt `{name}` can leave {net} bytes behind each time: say how often it fires with --interrupt {name}:max=N"
                    ),
                }),
            }
        }
        let level = levels.entry(h.priority).or_insert((BigInt::from(0), 0));
        if level.0 < above {
            *level = (above, lines.len());
        }
        lines.push(Live {
            what: match super::threads::name(name) {
                Some(_) => name.to_string(),
                None => format!("interrupt {name}"),
            },
            path: vec![place.clone()],
            place,
            count: Expr::number(1),
            bytes: Expr::Number(own),
        });
    }
    for (above, k) in levels.values() {
        if let Some(l) = lines.get_mut(*k) {
            l.bytes = l.bytes.clone().plus(Expr::Number(above.clone()));
        }
    }
    lines.retain(|l| l.bytes != Expr::zero());
    result.heap.peak.extend(lines);
    let more: BigInt = levels.into_values().map(|l| l.0).sum::<BigInt>() + left;
    let bound = std::mem::replace(
        &mut result.heap.bound,
        Bound::Unknown {
            missing: Vec::new(),
            without: None,
        },
    );
    result.heap.bound = match bound {
        Bound::Known(e) if missing.is_empty() => Bound::Known(e.plus(Expr::Number(more.clone()))),
        Bound::Known(e) => Bound::Unknown {
            missing,
            without: Some(e),
        },
        Bound::Unknown {
            missing: mut own,
            without,
        } => {
            own.extend(missing);
            Bound::Unknown {
                missing: own,
                without,
            }
        }
    };
    if beside || more > BigInt::from(0) {
        // Their blocks are not among those of the program.
        (result.largest, result.blocks, result.net) = (None, None, None);
    }
}

/// The highest point of a handler and what it leaves behind, whatever memory
/// holds.
pub(super) fn need(
    module: &Module,
    f: FuncId,
    options: &Options,
) -> Result<(BigInt, BigInt), Vec<Missing>> {
    if super::reach::makes_nothing(module, f) {
        return Ok((BigInt::from(0), BigInt::from(0)));
    }
    let unbounded = |what: &str| {
        let function = module.functions.get(f);
        vec![Missing {
            gap: Gap::UnboundedAllocation,
            place: function.map_or(Place::default(), |x| findings::place(module, f, x.loc)),
            what: match function.map(|x| x.name.as_str()) {
                Some(n) => match super::threads::name(n) {
                    Some(n) => format!("the thread `{n}` {what}"),
                    None => format!("the interrupt `{n}` {what}"),
                },
                None => what.into(),
            },
        }]
    };
    let asked = sites::Asked {
        entry: f,
        shapes: &[],
        texts: &sites::Texts::default(),
        lengths: &[],
        stdin: None,
        realloc: options.realloc,
        allocator: options.allocator,
        // No place tells what a handler's bound would rest on.
        depths: &BTreeMap::new(),
        beside: true,
        hidden: false,
        stop: options.budget.stop(),
    };
    let shape =
        sites::analyse(module, &asked).ok_or_else(|| unbounded("has no bound by its shape"))?;
    let bound = shape.bound?;
    let most = |e: &Expr| sites::range(e, &shape.variables).map(|r| r.1);
    most(&bound)
        .zip(most(&shape.net))
        .ok_or_else(|| unbounded("allocates as much as its arguments say"))
}
