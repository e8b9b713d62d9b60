//! The run that shows a violation, line by line: the input of the finding is
//! followed through the same steps, each line tells which variables it changed,
//! and the end tells what they hold there.
//!
//! Idea: a driver whose path has the input as its model, so that every condition
//! is evaluated and nothing is asked of a solver. Inputs are found again by where
//! they come from, since an exploration that merges paths numbers them otherwise.
//! Alternative: the decisions of the journal ([`crate::view::walk`]), which give
//! symbolic values and exist where states are not merged.
//!
//! Cost: one execution on constants for each finding, with the variables of the
//! function printed at each line; bounded in ops and by a deadline.

use crate::view::inspect::{Inspect, Scope};
use ep_base::outcome::{Bug, ErrorKind, Input, InputSource, Place};
use ep_base::Diagnostic;
use ep_ir::Module;
use ep_machine::driver::{Driver, Sides, Solving};
use ep_machine::inputs::SymbolicInput;
use ep_machine::machine::{Halt, Machine};
use ep_machine::options::Options;
use ep_smt::{Pipeline, Side, Witness};
use ep_term::{Evaluator, Pool, TermId, VarId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

/// Lines that a trace keeps.
const LONGEST: usize = 2_000;
/// Ops that are executed for one.
const MOST_OPS: u64 = 20_000_000;
/// Activations whose variables are told at the end.
const FRAMES: usize = 16;
/// Ops between two looks at the clock.
const SLICE: u64 = 1 << 12;

/// A line of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    pub place: Place,
    /// Variables that the line changed, with their new values.
    pub changes: Vec<(String, String)>,
    /// Activations below.
    pub depth: u32,
}

/// A run to a violation; its last step is the line of the violation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    pub steps: Vec<TraceStep>,
    /// Lines that were left out at the start.
    pub left_out: u64,
    /// What has a name where it ends: activations, innermost first, and globals.
    pub values: Vec<Scope>,
}

/// A state of such a run.
type State = ep_machine::state::State<Given>;

/// Follows given inputs.
#[derive(Default)]
struct Given {
    inputs: Vec<Input>,
    /// Those that the run has taken.
    taken: Vec<bool>,
    evaluator: Evaluator,
}

impl Given {
    fn begin(&mut self, inputs: &[Input]) {
        self.inputs = inputs.to_vec();
        self.taken = vec![false; inputs.len()];
        self.evaluator.reset();
    }

    /// The first of this origin that was not taken before.
    fn next(&mut self, source: &InputSource) -> Option<&Input> {
        let same = |given: &InputSource| match (given, source) {
            // The name of a file may depend on other inputs.
            (InputSource::File { .. }, InputSource::File { .. }) => true,
            (given, source) => given == source,
        };
        let mut all = self.inputs.iter().zip(&self.taken);
        let at = all.position(|(i, taken)| !taken && same(&i.source))?;
        self.taken[at] = true;
        self.inputs.get(at)
    }

    fn holds(&mut self, pool: &Pool, st: &State, cond: TermId) -> bool {
        self.evaluator.continue_bits(pool, cond, &st.pc) == Some(1)
    }
}

impl Driver for Given {
    type Frame = ();
    type Path = ();

    const FOLLOWS: bool = true;

    fn branch(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        if self.holds(&cx.pool, st, cond) {
            Sides::Then
        } else {
            Sides::Else
        }
    }

    fn switch(&mut self, cx: &mut Solving, st: &State, conds: &[TermId]) -> Vec<Side> {
        conds.iter().map(|c| self.feasible(cx, st, *c)).collect()
    }

    fn feasible(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Side {
        if self.holds(&cx.pool, st, cond) {
            Side::Feasible(Witness::unchanged())
        } else {
            Side::Infeasible
        }
    }

    fn entered(&mut self, cx: &mut Solving, st: &mut State, input: &SymbolicInput) {
        let Some(given) = self.next(&input.source) else {
            return;
        };
        let value = |offset: u64, n: u32| {
            let (at, n) = (offset as usize, n as usize);
            let mut bytes = [0u8; 16];
            if let (Some(to), Some(from)) = (bytes.get_mut(..n), given.bytes.get(at..at + n)) {
                to.copy_from_slice(from);
            }
            u128::from_le_bytes(bytes)
        };
        let leaves = input.leaves.iter();
        let values: Vec<(VarId, u128)> =
            leaves.map(|l| (l.var, value(l.offset, l.bytes))).collect();
        cx.smt.prefer(&mut st.pc, &Witness::from_bits(values));
    }
}

/// Follows inputs through one program.
pub struct Tracer {
    machine: Machine<Given>,
}

impl Tracer {
    /// For the program and options of the run that found them.
    pub fn new(module: &Module, options: &Options) -> Tracer {
        let mut options = options.clone();
        options.tree = false;
        let mut pool = Pool::new();
        let program = ep_machine::compile::compile(module.clone(), &mut pool, |f| !f.is_empty());
        let smt = Pipeline::new(options.smt.clone());
        let solving = Solving { pool, smt };
        Tracer {
            machine: Machine::new(Rc::new(program), options, solving, Given::default()),
        }
    }

    /// The run that shows a finding; none where the input leads elsewhere, or the
    /// run is longer than `deadline` allows.
    ///
    /// # Errors
    /// The entry cannot be set up.
    pub fn trace(&mut self, bug: &Bug, deadline: Instant) -> Result<Option<Trace>, Diagnostic> {
        self.machine.found.clear();
        self.machine.driver.begin(&bug.inputs);
        let st = self.machine.initial()?;
        Ok(self.follow(st, bug.kind, deadline))
    }

    fn follow(&mut self, mut st: State, kind: ErrorKind, deadline: Instant) -> Option<Trace> {
        let program = self.machine.program.clone();
        let mut lines = Lines::default();
        for n in 0..MOST_OPS {
            if n % SLICE == 0 && Instant::now() >= deadline {
                return None;
            }
            let here = line(&self.machine, &st);
            lines.come_to(&mut self.machine, &mut st, here);
            let done = match st.initial_heap.pending() {
                true => self.machine.settle_parameters(&mut st),
                false => self.machine.slow(&program, &mut st),
            };
            self.machine.found.spawned.clear();
            match done.map_err(|h| *h) {
                Ok(()) | Err(Halt::Again) => {}
                Err(Halt::Join) => st.top.ip += 1,
                Err(Halt::End(_)) => {
                    // Another end than the finding's is no evidence for it.
                    let last = self.machine.found.violations.last();
                    return last
                        .is_some_and(|v| v.kind == kind)
                        .then(|| lines.end(&mut self.machine, &mut st));
                }
                Err(Halt::Late) => return None,
            }
        }
        None
    }
}

/// A line of the user's, and the activations below it.
type At = (Place, u32);

fn line(machine: &Machine<Given>, st: &State) -> Option<At> {
    let m = &machine.program.module;
    let p = m.locs.get(machine.loc(st)).filter(|p| p.line > 0)?;
    let place = Place {
        file: m.files[p.file].clone(),
        line: p.line,
        column: p.column,
        function: m.functions[st.top.func].name.clone(),
    };
    Some((place, st.top.depth))
}

/// The lines so far.
#[derive(Default)]
struct Lines {
    steps: VecDeque<TraceStep>,
    left_out: u64,
    /// The line that runs, and is told when it was left.
    at: Option<At>,
    /// The last line of each activation.
    below: Vec<Option<Place>>,
    /// What is known of variables, by the depth of their activation.
    known: FxHashMap<(u32, String), String>,
}

impl Lines {
    /// The run is at a line, which may be another one.
    fn come_to(&mut self, machine: &mut Machine<Given>, st: &mut State, here: Option<At>) {
        let Some(here) = here else { return };
        let moved = self.at.as_ref().is_none_or(|a| {
            (a.0.line, a.1, &a.0.function) != (here.0.line, here.1, &here.0.function)
        });
        if !moved {
            return;
        }
        self.leave(machine, st);
        // What a call has returned is a change of the line that called.
        if let Some(Some(caller)) = self.below.get(here.1 as usize).cloned() {
            if caller.line != here.0.line && caller.function == here.0.function {
                let changes = self.changes(machine, st, here.1);
                if !changes.is_empty() {
                    self.push(caller, changes, here.1);
                }
            }
        }
        self.below.truncate(here.1 as usize);
        self.at = Some(here);
    }

    /// The line that runs is told.
    fn leave(&mut self, machine: &mut Machine<Given>, st: &mut State) {
        let Some((place, depth)) = self.at.take() else {
            return;
        };
        let changes = match st.top.depth == depth {
            true => self.changes(machine, st, depth),
            false => Vec::new(),
        };
        if st.top.depth > depth {
            self.below.resize(depth as usize + 1, None);
            self.below[depth as usize] = Some(place.clone());
        }
        self.push(place, changes, depth);
    }

    fn push(&mut self, place: Place, changes: Vec<(String, String)>, depth: u32) {
        if self.steps.len() >= LONGEST {
            self.steps.pop_front();
            self.left_out += 1;
        }
        self.steps.push_back(TraceStep {
            place,
            changes,
            depth,
        });
    }

    /// What is new of the variables of the innermost activation.
    fn changes(
        &mut self,
        machine: &mut Machine<Given>,
        st: &mut State,
        depth: u32,
    ) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for (name, value) in machine.locals(st) {
            let old = self.known.insert((depth, name.clone()), value.clone());
            if old.as_ref() != Some(&value) {
                out.push((name, value));
            }
        }
        out
    }

    fn end(mut self, machine: &mut Machine<Given>, st: &mut State) -> Trace {
        self.leave(machine, st);
        Trace {
            steps: self.steps.into(),
            left_out: self.left_out,
            values: machine.scopes(st, FRAMES),
        }
    }
}
