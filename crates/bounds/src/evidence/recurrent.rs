//! Runs that never end because a condition at a loop head is kept.
//!
//! Idea: a loop that counts a 32-bit variable round and round has a period
//! that nobody waits for. From the states that a long run has at a head,
//! candidates are guessed ([`super::facts`]); those that a round breaks are
//! dropped, until all that are left are kept by every round from every state
//! that meets them, wrap-around, calls and reads included ([`super::round`]).
//! The bit-precise engine answers for all states at once. The run that came to
//! the head with all of them is then the stem of a lasso. Source: A. Gupta et
//! al., "Proving non-termination", POPL 2008; C. Flanagan, K. Leino,
//! "Houdini", FME 2001. Cost: one small question per round of dropping.

use super::decide::{decide, Effort};
use super::facts::{candidates, Fact};
use super::grid::Point;
use super::host::Supply;
use super::lasso::{block_place, config};
use super::round::{self, Cell, State, CHECK, LEFT, ROUND};
use super::Subject;
use ep_base::outcome::{Input, Place, Verdict};
use ep_base::{Budget, Diagnostic};
use ep_ir::interp::watch::{Flow, Head, Watch};
use ep_ir::interp::{run, run_watched, End, InterpConfig, ReplayHost};
use ep_ir::{BlockId, FuncId, Module, Operand};
use std::collections::HashMap;

/// A recurrent set and a run that reaches it.
#[derive(Clone, Debug)]
pub struct Set {
    pub func: FuncId,
    pub block: BlockId,
    pub place: Place,
    /// What every round keeps, in source names where there are some.
    pub kept: Vec<String>,
    /// The inputs of the run, to a state of the set and on to the next visit.
    pub inputs: Vec<Input>,
    /// Those from this one on may be read over and over: a round of the set
    /// goes on whatever it reads.
    pub again: Option<u32>,
    /// LLVM instructions at the first and the second visit of the head.
    pub from: u64,
    pub to: u64,
}

/// Visits of one head that are looked at, and first ones at which the set may
/// have been reached already.
const STATES: usize = 48;
const EARLY: usize = 8;
/// Questions for one loop.
const QUESTIONS: usize = 40;
/// What one of them may cost.
const EFFORT: Effort = Effort {
    conflicts: 5_000,
    instructions: 1 << 15,
};

/// Counts the visits of each head.
#[derive(Default)]
struct Visits {
    count: HashMap<(FuncId, BlockId), u64>,
}

impl Watch for Visits {
    fn at_head(&mut self, head: &Head<'_, '_, '_>) -> Flow {
        *self.count.entry((head.func, head.block)).or_default() += 1;
        Flow::GoOn
    }
}

/// Collects the states at one head.
struct Collect<'a> {
    state: &'a State,
    /// The latest, in order, with the inputs that had been counted.
    states: std::collections::VecDeque<(u64, Vec<u64>)>,
    /// The first ones.
    early: Vec<(u64, Vec<u64>)>,
    /// Something in a state is not a defined number.
    odd: bool,
    /// LLVM instructions at the first visits.
    steps: Vec<u64>,
}

impl Watch for Collect<'_> {
    fn at_head(&mut self, head: &Head<'_, '_, '_>) -> Flow {
        let here = head.func == self.state.func && head.block == self.state.head;
        if !here {
            return Flow::GoOn;
        }
        if self.steps.len() < 2 {
            self.steps.push(head.llvm_instructions());
        }
        let values: Option<Vec<u64>> = self
            .state
            .cells
            .iter()
            .map(|c| match *c {
                Cell::Register(r) => head.register(r).map(|v| v as u64),
                Cell::Local(r, n) => head.local(r, n),
                Cell::Global(g, _) => head.global(g).map(super::grid::number),
            })
            .collect();
        match values {
            Some(v) => {
                if self.states.len() == STATES {
                    self.states.pop_front();
                }
                let state = (head.inputs(), v);
                if self.early.len() < EARLY {
                    self.early.push(state.clone());
                }
                self.states.push_back(state);
            }
            None => self.odd = true,
        }
        Flow::GoOn
    }
}

/// Looks for a recurrent set that the run of a point reaches, at the heads
/// where it spends its time. The run did not end within `most` instructions.
/// Says why none was found.
///
/// # Errors
/// A defect of the engine.
pub fn search(
    subject: Subject<'_>,
    point: &Point,
    most: u64,
    budget: &Budget,
) -> Result<Result<Set, String>, Diagnostic> {
    let mut visits = Visits::default();
    let mut host = Supply::new(point);
    run_watched(
        subject.module,
        subject.entry,
        &config(most, point),
        &mut host,
        &mut visits,
    );
    // Heads that are visited least are the outermost of those that are cycled.
    let mut heads: Vec<((FuncId, BlockId), u64)> =
        visits.count.into_iter().filter(|x| x.1 >= 8).collect();
    heads.sort_by_key(|x| (x.1, x.0));
    let mut why = "the run does not come to a loop head often enough".to_owned();
    for ((func, block), _) in heads.into_iter().take(4) {
        if budget.stop_now().is_some() {
            return Ok(Err("the time is over".into()));
        }
        match at_head(subject, point, most, (func, block), budget)? {
            Ok(set) => return Ok(Ok(set)),
            Err(reason) => why = reason,
        }
    }
    Ok(Err(why))
}

fn at_head(
    subject: Subject<'_>,
    point: &Point,
    most: u64,
    (func, block): (FuncId, BlockId),
    budget: &Budget,
) -> Result<Result<Set, String>, Diagnostic> {
    let state = match round::state(subject.module, func, block) {
        Ok(s) => s,
        Err(why) => return Ok(Err(why)),
    };
    let mut host = Supply::new(point);
    let mut watch = Collect {
        state: &state,
        states: Default::default(),
        early: Vec::new(),
        odd: false,
        steps: Vec::new(),
    };
    run_watched(
        subject.module,
        subject.entry,
        &config(most, point),
        &mut host,
        &mut watch,
    );
    if watch.odd {
        return Ok(Err("the state holds values that are not initialised".into()));
    }
    let (early, latest) = (watch.early, watch.states);
    let states: Vec<Vec<u64>> = latest.iter().map(|s| s.1.clone()).collect();
    let (from, to) = match watch.steps[..] {
        [a, b] => (a, b),
        _ => return Ok(Err("the head is not visited twice".into())),
    };
    let mut facts = candidates(&state.vars, &states, &constants(subject.module, func));
    for _ in 0..QUESTIONS {
        match ask(subject.module, &state, &facts, budget)? {
            Asked::Kept => {
                let facts = fewer(subject.module, &state, facts, budget)?;
                let kept = facts.iter().filter_map(|f| f.text(&state.vars)).collect();
                // Where the set is reached for certain is late in the run, and
                // it may have been there from the first visit on.
                let is_in = |s: &(u64, Vec<u64>)| facts.iter().all(|f| f.holds(&state.vars, &s.1));
                let first = early.windows(2).find(|w| is_in(&w[0]));
                let last = latest.back().map_or(0, |s| s.0);
                let (a, b) = match first {
                    Some([a, b]) if a.0 < b.0 => (a.0, b.0),
                    // That round read nothing; others may.
                    Some([a, _]) => (a.0, last),
                    _ => (latest.front().map_or(0, |s| s.0), last),
                };
                let all = host.inputs.len();
                let index = |n: u64| host.counted.get(n as usize).copied().unwrap_or(all);
                let (from_input, to_input) = (index(a), index(b));
                let mut inputs = host.inputs;
                inputs.truncate(to_input);
                return Ok(Ok(Set {
                    func,
                    block,
                    place: block_place(subject.module, func, block),
                    kept,
                    inputs,
                    again: (from_input < to_input).then_some(from_input as u32),
                    from,
                    to,
                }));
            }
            Asked::Broken(word) => {
                let mut bit = 0;
                facts.retain(|_| {
                    bit += 1;
                    word >> (bit - 1) & 1 == 0
                });
            }
            Asked::Left => return Ok(Err("a round from the guessed set leaves the loop".into())),
            Asked::Unclear(why) => return Ok(Err(why)),
        }
    }
    Ok(Err("the guessed set did not become stable".into()))
}

/// Leaves out facts that the others do not need, the weakest first.
fn fewer(
    module: &Module,
    state: &State,
    facts: Vec<Fact>,
    budget: &Budget,
) -> Result<Vec<Fact>, Diagnostic> {
    // All at once is the common case: nothing but the head is needed.
    let mut kept = facts;
    let mut questions = 12;
    for part in [kept.len(), 8, 1] {
        let mut end = kept.len();
        while end > 0 && questions > 0 {
            questions -= 1;
            let from = end.saturating_sub(part.max(1));
            let mut trial = kept.clone();
            trial.drain(from..end);
            if matches!(ask(module, state, &trial, budget)?, Asked::Kept) {
                kept = trial;
            }
            end = from;
        }
    }
    Ok(kept)
}

/// What one round does to a set.
enum Asked {
    Kept,
    /// These facts do not hold after some round.
    Broken(u64),
    Left,
    Unclear(String),
}

fn ask(
    module: &Module,
    state: &State,
    facts: &[Fact],
    budget: &Budget,
) -> Result<Asked, Diagnostic> {
    let program = round::with_round(module, state, facts);
    let outcome = decide(&program, budget, EFFORT)?;
    if outcome.verdict == Verdict::Proved && outcome.bugs.is_empty() {
        return Ok(Asked::Kept);
    }
    let Some(bug) = outcome.bugs.first() else {
        return Ok(Asked::Unclear(format!(
            "one round is not decided: {}",
            outcome.verdict
        )));
    };
    if bug.place.function != CHECK {
        return Ok(Asked::Unclear(format!(
            "a round may end in an error: {}",
            bug.kind.word()
        )));
    }
    // The same round by the interpreter tells which facts it breaks.
    let Some(entry) = program.function(ROUND) else {
        return Err(Diagnostic::defect("the copy of a loop's round is lost"));
    };
    let limits = InterpConfig {
        max_instructions: 1 << 24,
        ..InterpConfig::default()
    };
    let o = run(&program, entry, &limits, &mut ReplayHost::new(&bug.inputs));
    Ok(match o.end {
        End::Exit { status: Some(0) } => {
            return Err(Diagnostic::defect(
                "two engines do not agree on one round of a loop",
            ))
        }
        End::Exit { status: Some(w) } if w & LEFT != 0 => Asked::Left,
        End::Exit { status: Some(w) } => Asked::Broken(w),
        _ => Asked::Unclear("a round could not be run".into()),
    })
}

/// Numbers that the function compares with.
fn constants(module: &Module, func: FuncId) -> Vec<u64> {
    let mut out = Vec::new();
    for (_, b) in module.functions[func].blocks.iter() {
        for inst in &b.insts {
            if let ep_ir::InstKind::Cmp { a, b, .. } = &inst.kind {
                for o in [a, b] {
                    if let Operand::Int(v) = *o {
                        if v != 0 && !out.contains(&v) && out.len() < 8 {
                            out.push(v);
                        }
                    }
                }
            }
        }
    }
    out
}
