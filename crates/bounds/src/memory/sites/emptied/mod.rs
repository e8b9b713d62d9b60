//! Rounds at whose end no block of theirs lives: a list is made, read and freed.
//!
//! Idea: `while (l) { next = l->next; free(l); l = next; }` ends with no block of the
//! list, whoever counted them. So for each loop and each group of places that make blocks
//! it is asked whether all blocks that a round makes are free again where the next one
//! begins; then one round's count, and the loop needs no number. A walk over a round keeps
//! the values whose chains hold all blocks of the round ([`cover`]): a block counts from
//! where it is made, a store into a member lets it be reached from the block that has the
//! member, and `free` leaves what the members lead to. A function that frees what its
//! argument leads to, itself or by calling itself, is walked the same way. Places are of
//! one group where a `free` may end blocks of both, or blocks of one hold pointers to
//! those of the other. Source: document 000, section 4 (a round that leaves no more than
//! it found), for linked structures; ownership of a structure by its head (Heine and Lam,
//! PLDI 2003). Alternative: shapes of three-valued logic, which follow lists that are cut
//! and joined in the middle; each of their states is a graph. Cost: points-to sets of the
//! program, and a walk of each loop for each group.
//!
//! What must never happen: a block of a round that its end does not see: one whose last
//! pointer is overwritten, that a callee keeps, or that is copied elsewhere by bytes.
//! What is not understood loses everything. The rule rests on points-to sets, so there is
//! none where a number becomes a pointer, where code that is not seen knows blocks of the
//! group, or where functions that it knows do something to them, and none where the program
//! comes back another way than it went.

mod cover;
mod walk;

use super::facts::{builtin, At, Facts};
use super::forged::makes_pointers;
use super::ghosts::{is_named, sites, without_texts};
use super::printed::{self, quiet};
use crate::memory::slice::{places, Made, Marks, Places};
use ep_base::Stop;
use ep_ir::analysis::{Live, LoopId};
use ep_ir::provided::Builtin;
use ep_ir::{BlockId, FuncId, Function, InstKind, Module, Operand, Type};
use std::collections::{BTreeMap, BTreeSet};
use walk::{Calls, Walk};

/// Places that make blocks.
const MOST_SITES: usize = 40;
/// Loops that are walked for a group.
const MOST_LOOPS: usize = 60;

/// What rounds of the entry leave none of.
#[derive(Default)]
pub(super) struct Emptied {
    /// The group of a place.
    pub group: BTreeMap<At, u32>,
    /// Loops whose rounds leave no block of a group.
    pub by: BTreeSet<(LoopId, u32)>,
}

/// A group of places, as the walk asks for it.
pub(super) struct Group {
    /// The places.
    pub made: BTreeSet<Made>,
    /// Where blocks of each hold pointers to blocks of the group.
    pub members: BTreeMap<Made, BTreeSet<i64>>,
    /// The addresses that are stored to there.
    pub addresses: Vec<(FuncId, Operand)>,
}

/// The rounds of a program's entry.
pub(super) fn emptied(module: &Module, entry: FuncId, stop: &Stop) -> Emptied {
    found(module, entry, stop).unwrap_or_default()
}

fn found(module: &Module, entry: FuncId, stop: &Stop) -> Option<Emptied> {
    let mut out = Emptied::default();
    for_each_group(
        module,
        entry,
        stop,
        &mut |n, (f, facts, live), calls, made| {
            let mut any = false;
            for (l, x) in facts.loops.loops.iter().take(MOST_LOOPS) {
                if stop.now() {
                    return None;
                }
                let makes = made.iter().any(|m| x.contains(m.1));
                let walk = || Walk::new((entry, f), facts, live);
                let none = makes
                    && (walk().leaves_none(calls, l) || walk().with_last().leaves_none(calls, l));
                if none {
                    out.by.insert((l, n));
                    any = true;
                }
            }
            if any {
                out.group.extend(made.iter().map(|m| ((m.1, m.2), n)));
            }
            Some(())
        },
    )?;
    Some(out)
}

/// Where none of the blocks of some places lives any more.
pub(super) struct Gone {
    /// The places.
    pub of: BTreeSet<At>,
    /// Ways from a block to the next one.
    pub on: BTreeSet<(BlockId, BlockId)>,
}

/// The ways of an entry that begins once on which a group's blocks are gone: behind
/// `while (head) { … free(h); }` of the one list that holds them all. The whole activation
/// is what is a round elsewhere.
pub(super) fn gone(module: &Module, entry: FuncId, stop: &Stop) -> Vec<Gone> {
    let mut out = Vec::new();
    let whole = for_each_group(
        module,
        entry,
        stop,
        &mut |_, (f, facts, live), calls, made| {
            if stop.now() {
                return None;
            }
            let walk = || Walk::new((entry, f), facts, live);
            let mut on = walk().ways_without(calls);
            if on.is_empty() {
                on = walk().with_last().ways_without(calls);
            }
            if !on.is_empty() {
                let of = made.iter().map(|m| (m.1, m.2)).collect();
                out.push(Gone { of, on });
            }
            Some(())
        },
    );
    whole.map_or_else(Vec::new, |()| out)
}

/// What is asked of a group: its number, the entry, what its callees do, and its places.
type OfGroup<'o> =
    dyn FnMut(u32, (&Function, &Facts, &Live), &mut Calls<'_>, &BTreeSet<Made>) -> Option<()> + 'o;

/// Asks something of each group of places whose blocks nobody knows that is not seen.
fn for_each_group(
    module: &Module,
    entry: FuncId,
    stop: &Stop,
    ask: &mut OfGroup<'_>,
) -> Option<()> {
    let f = module.functions.get(entry)?;
    (!is_named(module, entry)).then_some(())?;
    let sites = sites(module, f);
    ((1..=MOST_SITES).contains(&sites.len())).then_some(())?;
    let facts = Facts::new(f);
    let natural = facts.loops.irreducible.is_empty();
    (natural && facts.loops.loops.iter().next().is_some()).then_some(())?;
    let quiet = quiet(module);
    let whole = self::places(&quiet, &[entry], Marks::default(), stop)?;
    (!makes_pointers(module, entry, &whole)).then_some(())?;
    let module = &printed::without_texts(&quiet, entry, stop)?;
    let f = module.functions.get(entry)?;
    let without = without_texts(module, entry);
    let places = places(&without, &[entry], Marks::default(), stop)?;
    // Who comes back another way than it went leaves a round in the middle.
    let jumps = places.reached().any(|g| {
        let name = module.functions.get(g).map_or("", |g| g.name.as_str());
        name.contains("setjmp")
            || name.contains("longjmp")
            || matches!(name, "vfork" | "getcontext" | "setcontext" | "swapcontext")
    });
    (!jumps).then_some(())?;
    let live = Live::new(f, &facts.cfg);
    for (n, made) in groups(module, entry, &places, sites.keys())
        .into_iter()
        .enumerate()
    {
        let Some(group) = of(module, &places, made) else {
            continue;
        };
        let mut calls = Calls::new(module, &places, &group);
        if places.is_outside(&group.made) || !calls.are_harmless(&places.outside_functions()) {
            continue;
        }
        ask(n as u32, (f, &facts, &live), &mut calls, &group.made)?;
    }
    Some(())
}

/// Places of one group each.
fn groups<'s>(
    module: &Module,
    entry: FuncId,
    places: &Places<'_>,
    sites: impl Iterator<Item = &'s At>,
) -> Vec<BTreeSet<Made>> {
    let mut out: Vec<BTreeSet<Made>> = sites
        .map(|at| BTreeSet::from([(entry, at.0, at.1)]))
        .collect();
    let mut join = |together: &dyn Fn(&BTreeSet<Made>) -> bool| {
        let (one, rest): (Vec<_>, Vec<_>) = out.drain(..).partition(|g| together(g));
        out = rest;
        let one: BTreeSet<Made> = one.into_iter().flatten().collect();
        if !one.is_empty() {
            out.push(one);
        }
    };
    for f in places.reached() {
        let Some(function) = module.functions.get(f) else {
            continue;
        };
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match &i.kind {
                InstKind::Call { args, .. } if builtin(module, &i.kind) == Some(Builtin::Free) => {
                    let Some(a) = args.first() else { continue };
                    join(&|g| places.leads_to_any(f, &a.value, g));
                }
                InstKind::Store { value, addr, .. } => {
                    let holds = out_of(places, (f, value), (f, addr));
                    join(&|g| holds(g));
                }
                _ => {}
            }
        }
    }
    out
}

/// Whether places are those of the address or of the value of a store that puts pointers to
/// blocks into blocks.
fn out_of<'p>(
    places: &'p Places<'_>,
    (f, value): (FuncId, &'p Operand),
    (g, addr): (FuncId, &'p Operand),
) -> impl Fn(&BTreeSet<Made>) -> bool + 'p {
    move |set| {
        let (a, b) = (
            places.leads_to_any(f, value, set),
            places.leads_to_any(g, addr, set),
        );
        a && places.leads_to_made(g, addr) || b && places.leads_to_made(f, value)
    }
}

/// Where blocks of a group hold pointers to its blocks; none where that is not at known
/// places.
fn of(module: &Module, places: &Places<'_>, made: BTreeSet<Made>) -> Option<Group> {
    let mut members: BTreeMap<Made, BTreeSet<i64>> = BTreeMap::new();
    let mut addresses: Vec<(FuncId, Operand)> = Vec::new();
    for f in places.reached() {
        let Some(function) = module.functions.get(f) else {
            continue;
        };
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let InstKind::Store {
                ty, value, addr, ..
            } = &i.kind
            else {
                continue;
            };
            if !places.leads_to_any(f, value, &made) || !places.leads_to_any(f, addr, &made) {
                continue;
            }
            // A chain leads from begin to begin.
            let begins = places.begins_in(f, value, &made);
            (*ty == Type::Ptr && begins).then_some(())?;
            for (m, at) in places.exactly_in(f, addr, &made)? {
                members.entry(m).or_default().insert(at);
            }
            addresses.push((f, *addr));
        }
    }
    Some(Group {
        made,
        members,
        addresses,
    })
}
