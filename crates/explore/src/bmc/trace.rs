//! The run that shows a violation, line by line: the input of the finding is
//! followed through the same steps, and each line tells which variables it
//! changed.
//!
//! Cost: one execution on constants.

use super::result::{Trace, TraceStep};
use super::run::Run;
use crate::view::source::SourceVariables;
use ep_base::outcome::{Input, Place};
use ep_machine::driver::{Driver, Sides, Solving};
use ep_machine::machine::{Halt, Machine};
use ep_machine::value::Value;
use ep_smt::{PathCondition, Side, Witness};
use ep_term::{Assignment, Evaluator, Pool, TermId, VarId};
use rustc_hash::FxHashMap;

/// Lines that a trace keeps.
const LONGEST: usize = 2_000;
/// Ops that are executed for one.
const MOST_OPS: u64 = 20_000_000;

/// A state of such a run.
type State = ep_machine::state::State<Given>;

/// Follows given inputs.
#[derive(Default)]
pub struct Given {
    inputs: Vec<Input>,
    values: FxHashMap<VarId, u128>,
    seen: usize,
}

impl Assignment for Given {
    fn value(&self, v: VarId) -> u128 {
        self.values.get(&v).copied().unwrap_or(0)
    }
}

impl Given {
    fn learn(&mut self, st: &State) {
        let asked = st.inputs.asked();
        for a in &asked[self.seen.min(asked.len())..] {
            let given = self.inputs.get(self.seen);
            for l in &a.input.leaves {
                let mut bytes = [0u8; 16];
                if let Some(g) = given {
                    let (at, n) = (l.offset as usize, l.bytes as usize);
                    if let Some(b) = g.bytes.get(at..at + n) {
                        bytes[..n].copy_from_slice(b);
                    }
                }
                self.values.insert(l.var, u128::from_le_bytes(bytes));
            }
            self.seen += 1;
        }
    }

    fn holds(&mut self, pool: &Pool, st: &State, cond: TermId) -> bool {
        self.learn(st);
        Evaluator::new().eval_bool(pool, cond, self)
    }
}

impl Driver for Given {
    type Frame = ();
    type Path = ();

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
            Side::Feasible(Witness::missing())
        } else {
            Side::Infeasible
        }
    }
}

impl Run<'_> {
    /// The run that shows a finding.
    pub(super) fn trace(&mut self, bug: usize) -> Option<Trace> {
        let bug = self.bugs[bug].clone();
        let mut pool = Pool::new();
        let program =
            ep_machine::compile::compile(self.machine.program.module.clone(), &mut pool, |file| {
                !file.is_empty()
            });
        let mut machine = Machine::new(
            std::rc::Rc::new(program),
            self.machine.options.clone(),
            Solving {
                pool,
                smt: ep_smt::Pipeline::new(ep_smt::SmtOptions::default()),
            },
            Given {
                inputs: bug.inputs.clone(),
                ..Given::default()
            },
        );
        let st = machine.initial().ok()?;
        let trace = follow(&mut machine, st);
        // Another end than the finding's is no evidence for it.
        let reached = machine
            .found
            .violations
            .last()
            .is_some_and(|v| v.kind == bug.kind);
        reached.then_some(trace)
    }
}

fn follow(machine: &mut Machine<Given>, mut st: State) -> Trace {
    let program = machine.program.clone();
    let mut trace = Trace::default();
    let mut known: FxHashMap<(u32, String), String> = FxHashMap::default();
    let mut at: Option<(Place, u32)> = None;
    for _ in 0..MOST_OPS {
        let here = line(machine, &st);
        let moved = match (&at, &here) {
            (Some(a), Some(b)) => {
                a.0.line != b.0.line || a.0.function != b.0.function || a.1 != b.1
            }
            (None, Some(_)) => true,
            _ => false,
        };
        if moved {
            if let Some((place, depth)) = at.take() {
                step(machine, &mut st, place, depth, &mut known, &mut trace);
            }
            at = here;
        }
        let done = match st.initial_heap.pending() {
            true => machine.settle_parameters(&mut st),
            false => machine.slow(&program, &mut st),
        };
        match done {
            Ok(()) => {}
            Err(h) => match *h {
                Halt::Join => st.top.ip += 1,
                Halt::Again => {}
                Halt::End(_) | Halt::Late => break,
            },
        }
        machine.found.spawned.clear();
        // Conditions are decided by the input alone.
        st.pc = PathCondition::new();
    }
    if let Some((place, depth)) = at.take() {
        step(machine, &mut st, place, depth, &mut known, &mut trace);
    }
    trace
}

fn line(machine: &Machine<Given>, st: &State) -> Option<(Place, u32)> {
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

/// What the line that was left has changed.
fn step(
    machine: &mut Machine<Given>,
    st: &mut State,
    place: Place,
    depth: u32,
    known: &mut FxHashMap<(u32, String), String>,
    trace: &mut Trace,
) {
    machine.driver.learn(st);
    let mut changes = Vec::new();
    if st.top.depth == depth {
        for (name, value) in values(machine, st) {
            let old = known.insert((depth, name.clone()), value.clone());
            if old.as_ref() != Some(&value) {
                changes.push((name, value));
            }
        }
    }
    if trace.steps.len() >= LONGEST {
        trace.steps.remove(0);
        trace.left_out += 1;
    }
    trace.steps.push(TraceStep {
        place,
        changes,
        depth,
    });
}

/// The source variables of the current function as numbers.
fn values(machine: &mut Machine<Given>, st: &mut State) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (name, v, ty) in machine.source_variables(st) {
        let v = match v {
            Value::Term(t) => {
                let mut e = Evaluator::new();
                match e.eval_bits(&machine.cx.pool, t, &machine.driver) {
                    Some(b) => Value::Int(b as u64),
                    None => continue,
                }
            }
            v => v,
        };
        out.push((name, machine.value_of_type(v, ty)));
    }
    out
}
