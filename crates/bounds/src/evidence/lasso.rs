//! Runs that never end because a state of the machine comes again.
//!
//! Idea: the run is watched at its loop heads. A state is kept and compared
//! with each that follows; after a power of two of them the current one takes
//! its place, so that a cycle is found soon after it was entered. What a round
//! reads can be read again, unless it comes from outside of the test (standard
//! input that goes on, a device, an unknown function): such loops wait, and are
//! not claimed. Registers that decide nothing and can end nothing are not compared
//! (a count that nobody reads before the end): with all else as it was, the run goes on
//! as it did, whatever they hold. The run is then repeated for the lines of its stem and of one
//! round. Source: R. Brent, "An improved Monte Carlo factorization algorithm",
//! BIT 20, 1980. Cost: a comparison per loop head, which mostly ends at the
//! first register.

use super::grid::Point;
use super::host::Supply;
use super::Subject;
use crate::time::Relevant;
use ep_base::outcome::{Input, InputSource, Place};
use ep_base::Budget;
use ep_ir::debug::DebugType;
use ep_ir::interp::watch::{Flow, Head, Snapshot, Watch};
use ep_ir::interp::{run_watched, InterpConfig, Outcome};
use ep_ir::{BlockId, FuncId, LocId, Module, Reg, VarId};
use std::collections::HashMap;

/// A state that came again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurrence {
    /// The loop head.
    pub func: FuncId,
    pub block: BlockId,
    /// Loop heads visited until the state was there first, and from then on
    /// until it came again.
    pub before: u64,
    pub period: u64,
    /// LLVM instructions at both times.
    pub from: u64,
    pub to: u64,
    /// Inputs that the machine had counted at both times.
    pub inputs_from: u64,
    pub inputs_to: u64,
    /// A volatile object was read in between.
    pub waits: bool,
    /// What decides came again; a register that decides nothing need not have.
    pub partly: bool,
}

/// What is kept of an earlier state.
struct Kept {
    state: Snapshot,
    visits: u64,
    steps: u64,
    inputs: u64,
    volatiles: u64,
}

/// Loop heads between two looks at the clock.
const LOOKS: u64 = 1 << 12;

/// Bytes of live objects above which a state is not kept: a block of a gigabyte that a
/// number makes is copied at each power of two otherwise, and no limit of time is heard
/// meanwhile. Such a run has no state that comes again, which claims nothing.
const KEPT_BYTES: u64 = 1 << 24;

/// How often a run came back to the head of a loop from inside of it, by its function
/// and block.
pub type Rounds = HashMap<(FuncId, BlockId), u64>;

/// Looks for a state that comes again.
#[derive(Default)]
pub struct Brent<'r> {
    /// What has to come again; everything, if none.
    relevant: Option<&'r Relevant>,
    /// What ends the run from outside.
    budget: Option<Budget>,
    kept: Option<Kept>,
    visits: u64,
    since: u64,
    power: u64,
    /// How often each loop came back to its head.
    rounds: Rounds,
    /// The finding.
    pub found: Option<Recurrence>,
}

impl Watch for Brent<'_> {
    fn compares(&self, f: FuncId, r: Reg) -> bool {
        self.relevant.is_none_or(|all| all.register(f, r))
    }

    fn at_head(&mut self, head: &Head<'_, '_, '_>) -> Flow {
        self.visits += 1;
        self.since += 1;
        if head.again {
            *self.rounds.entry((head.func, head.block)).or_default() += 1;
        }
        let over = |b: &Budget| b.stop_now().is_some();
        if self.visits % LOOKS == 0 && self.budget.as_ref().is_some_and(over) {
            return Flow::Stop;
        }
        if let Some(k) = &self.kept {
            if head.is(&k.state) {
                self.found = Some(Recurrence {
                    func: head.func,
                    block: head.block,
                    before: k.visits,
                    period: self.visits - k.visits,
                    from: k.steps,
                    to: head.llvm_instructions(),
                    inputs_from: k.inputs,
                    inputs_to: head.inputs(),
                    waits: head.volatile_reads() != k.volatiles,
                    partly: head.leaves_out(),
                });
                return Flow::Stop;
            }
        }
        if self.since >= self.power {
            self.kept = (head.bytes() <= KEPT_BYTES).then(|| Kept {
                state: head.snapshot(),
                visits: self.visits,
                steps: head.llvm_instructions(),
                inputs: head.inputs(),
                volatiles: head.volatile_reads(),
            });
            self.power = (self.power * 2).max(1);
            self.since = 0;
        }
        Flow::GoOn
    }
}

/// A run that was watched.
pub struct Watched {
    pub outcome: Outcome,
    pub recurrence: Option<Recurrence>,
    pub inputs: Vec<Input>,
    /// Which of them were counted.
    pub counted: Vec<usize>,
    pub rounds: Rounds,
}

/// Runs a point for at most so many instructions and as long as there is time, looking
/// for a state that comes again, as far as it is relevant.
pub fn run(
    subject: Subject<'_>,
    point: &Point,
    (most, relevant): (u64, &Relevant),
    budget: &Budget,
) -> Watched {
    let mut host = Supply::new(point);
    let mut watch = Brent {
        relevant: Some(relevant),
        budget: Some(budget.clone()),
        ..Brent::default()
    };
    let config = InterpConfig {
        cancel: budget.cancel.clone(),
        ..config(most, point)
    };
    let outcome = run_watched(
        subject.module,
        subject.entry,
        &config,
        &mut host,
        &mut watch,
    );
    Watched {
        outcome,
        recurrence: watch.found,
        inputs: host.inputs,
        counted: host.counted,
        rounds: watch.rounds,
    }
}

pub(super) fn config(most: u64, point: &Point) -> InterpConfig {
    InterpConfig {
        args: point.args.clone(),
        max_instructions: most,
        max_output: 1 << 12,
        ..InterpConfig::default()
    }
}

/// Steps of a stem and of a cycle that are shown.
const SHOWN: usize = 32;

/// The lines of a run, as they are told.
#[derive(Clone, Debug, Default)]
pub struct Story {
    pub stem: Vec<Place>,
    pub cycle: Vec<Place>,
    /// What holds in every round, in source names.
    pub kept: Vec<String>,
}

/// Follows a run that recurs, for its lines.
struct Trace<'m> {
    module: &'m Module,
    r: Recurrence,
    story: Story,
    /// Values of named variables at the head, while they stay.
    values: Option<Vec<(VarId, Option<u128>)>>,
    rounds: u64,
    /// Where the program was last: functions of the library have no lines.
    last: Place,
}

impl Watch for Trace<'_> {
    fn all_blocks(&self) -> bool {
        true
    }

    fn at_head(&mut self, head: &Head<'_, '_, '_>) -> Flow {
        let steps = head.llvm_instructions();
        if steps >= self.r.to {
            return Flow::Stop;
        }
        let at_head = head.func == self.r.func && head.block == self.r.block;
        if steps >= self.r.from && at_head {
            self.rounds += 1;
            let f = &self.module.functions[head.func];
            let now = |v: VarId| head.variable(v).map(|x| x.0);
            match &mut self.values {
                None => self.values = Some(f.vars.iter().map(|(v, _)| (v, now(v))).collect()),
                Some(old) => old.retain(|(v, x)| *x == now(*v)),
            }
        }
        let place = block_place(self.module, head.func, head.block);
        if place.line > 0 {
            self.last = place.clone();
        }
        // A head of the library is met again before the program goes on.
        let around = self.rounds <= 1 || self.story.cycle.is_empty();
        let list = match (steps >= self.r.from, around) {
            (false, _) => &mut self.story.stem,
            (true, true) => &mut self.story.cycle,
            (true, false) => return Flow::GoOn,
        };
        if place.line > 0 && list.last() != Some(&place) {
            list.push(place);
            if list.len() > 2 * SHOWN {
                list.drain(SHOWN / 2..SHOWN);
            }
        }
        Flow::GoOn
    }
}

/// The lines of a recurring run and what holds in it.
pub fn story(subject: Subject<'_>, point: &Point, r: &Recurrence) -> Story {
    let mut host = Supply::new(point);
    let mut watch = Trace {
        module: subject.module,
        r: r.clone(),
        story: Story::default(),
        values: None,
        rounds: 0,
        last: Place::default(),
    };
    let f = &subject.module.functions[subject.entry];
    let first = place_of(subject.module, subject.entry, f.loc);
    watch.story.stem.push(first);
    run_watched(
        subject.module,
        subject.entry,
        &config(r.to.saturating_add(1 << 16), point),
        &mut host,
        &mut watch,
    );
    let mut story = watch.story;
    // A cycle within the library is told by the line from which it was called.
    if story.cycle.is_empty() && watch.last.line > 0 {
        story.cycle.push(watch.last);
    }
    // The cycle ends where it began.
    if let Some(first) = story.cycle.first().cloned() {
        if story.cycle.len() > 1 && story.cycle.last() != Some(&first) {
            story.cycle.push(first);
        }
    }
    for (v, value) in watch.values.into_iter().flatten() {
        let var = &subject.module.functions[r.func].vars[v];
        // Where a pointer points differs from run to run.
        let text = value.and_then(|x| number_text(subject.module, var.ty, x));
        if let Some(text) = text {
            let line = format!("{} == {text}", var.name);
            if !var.name.is_empty() && story.kept.len() < 8 && !story.kept.contains(&line) {
                story.kept.push(line);
            }
        }
    }
    story
}

/// The inputs with which a native run comes to the cycle and once around it, and
/// the first of those that each round reads again; none if a round reads what
/// cannot be read again.
pub fn replayed(
    r: &Recurrence,
    inputs: &[Input],
    counted: &[usize],
) -> Option<(Vec<Input>, Option<u32>)> {
    if r.waits {
        return None;
    }
    let index = |n: u64| counted.get(n as usize).copied().unwrap_or(inputs.len());
    let (a, b) = (index(r.inputs_from), index(r.inputs_to));
    let round = inputs.get(a..b)?;
    let again = |i: &Input| {
        matches!(
            i.source,
            InputSource::Nondet { .. } | InputSource::MakeSymbolic
        )
    };
    if !round.iter().all(again) {
        return None;
    }
    let again = (!round.is_empty()).then_some(a as u32);
    Some((inputs.get(..b)?.to_vec(), again))
}

/// The place of a block's first instruction that has one.
pub fn block_place(module: &Module, func: FuncId, block: BlockId) -> Place {
    let f = &module.functions[func];
    let b = &f.blocks[block];
    let locs = b.insts.iter().map(|i| i.loc).chain([b.term_loc]);
    let known = |l: &LocId| module.locs.get(*l).is_some_and(|p| p.line > 0);
    let loc = locs.into_iter().find(known).unwrap_or(LocId(0));
    place_of(module, func, loc)
}

/// A position with its function.
pub fn place_of(module: &Module, func: FuncId, loc: LocId) -> Place {
    let mut place = Place {
        function: module.functions[func].name.clone(),
        ..Place::default()
    };
    if let Some(p) = module.locs.get(loc) {
        place.file = module.files.get(p.file).cloned().unwrap_or_default();
        place.line = p.line;
        place.column = p.column;
    }
    place
}

/// An integer as C writes it, limits by their names.
fn number_text(module: &Module, ty: ep_ir::DebugTypeId, value: u128) -> Option<String> {
    let mut t = module.debug_types.get(ty);
    while let Some(DebugType::Alias { to, .. }) = t {
        t = module.debug_types.get(*to);
    }
    let (bits, signed) = match t {
        Some(DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. }) => {
            (*bits, *signed)
        }
        Some(DebugType::Char { signed }) => (8, *signed),
        Some(DebugType::Bool) => return Some(value.to_string()),
        _ => return None,
    };
    Some(limit_text(bits, signed, value))
}

/// The value of an integer of this type.
pub fn limit_text(bits: u32, signed: bool, value: u128) -> String {
    let name = match bits {
        8 => "CHAR",
        16 => "SHRT",
        32 => "INT",
        64 => "LLONG",
        _ => return value.to_string(),
    };
    let max = (1u128 << bits) - 1;
    let value = value & max;
    let top = 1u128 << (bits - 1);
    match (signed, value) {
        (false, v) if v == max => format!("U{name}_MAX"),
        (true, v) if v == top => format!("{}{name}_MIN", if bits == 8 { "S" } else { "" }),
        (true, v) if v == top - 1 => format!("{}{name}_MAX", if bits == 8 { "S" } else { "" }),
        (true, v) if v > top => format!("-{}", max - v + 1),
        (_, v) => v.to_string(),
    }
}
