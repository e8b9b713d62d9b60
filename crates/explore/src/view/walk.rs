//! A path that ended, walked again from its decisions: line by line, with what
//! was assumed and what changed. No solver is asked on the way.
//!
//! Source: document 003, pages 34-61: a path of the tree is a sequence of
//! location, memory and condition.
//! Cost: the instructions of the path; printing dominates.

use crate::forking::driver::Forking;
use crate::forking::journal::PathRecord;
use crate::forking::met::marks;
use crate::forking::State;
use crate::outcome::describe::place;
use crate::view::inspect::{Inspect, Scope, Variables};
use ep_base::outcome::{Input, PathEnd, Place};
use ep_base::Diagnostic;
use ep_ir::{FuncId, Module};
use ep_machine::compile::compile_with_joins;
use ep_machine::coverage::{Coverage, SourceMap};
use ep_machine::decision::Decision;
use ep_machine::driver::Solving;
use ep_machine::machine::{Halt, Machine, Stop};
use ep_machine::options::Options;
use ep_smt::Pipeline;
use ep_term::Pool;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Steps of one path that are shown.
const STEPS: usize = 100_000;
/// LLVM instructions between two looks at whether the path has ended.
const SLICE: u64 = 1 << 30;

/// A path, step by step.
#[derive(Debug)]
pub struct Walk {
    pub steps: Vec<WalkStep>,
    pub inputs: Vec<Input>,
    /// There were more steps than are kept.
    pub cut: bool,
}

/// One line that the path came to.
#[derive(Clone, Debug, Default)]
pub struct WalkStep {
    pub place: Place,
    /// Activations on the stack.
    pub depth: u32,
    /// Variables of the function whose values are new here.
    pub changed: Variables,
    /// Conditions that were assumed while the line ran, in infix.
    pub assumed: Vec<String>,
    /// Objects or values that were chosen.
    pub chosen: Vec<u64>,
    /// Conditions that had one side only.
    pub forced: u32,
}

/// Walks paths of one program.
pub struct Walker {
    machine: Machine<Forking>,
    initial: State,
    source: SourceMap,
}

const NOT_WALKED: &str = "the path could not be walked again from its decisions";

impl Walker {
    /// For the program and options of the run.
    ///
    /// # Errors
    /// The entry cannot be set up.
    pub fn new(module: &Module, options: &Options) -> Result<Walker, Diagnostic> {
        let marks = marks(module, options);
        let mut options = options.clone();
        options.tree = false;
        let mut pool = Pool::new();
        let program = compile_with_joins(module.clone(), &mut pool, |f| !f.is_empty(), &marks);
        let source = SourceMap::new(&program);
        let smt = Pipeline::new(options.smt.clone());
        let mut machine = Machine::new(
            Rc::new(program),
            options,
            Solving { pool, smt },
            Forking::default(),
        );
        let initial = machine.initial()?;
        Ok(Walker {
            machine,
            initial,
            source,
        })
    }

    fn start(&mut self, p: &PathRecord) -> State {
        self.clear();
        let mut st = self.initial.clone();
        st.replay = Some(Rc::new(p.replay.clone()));
        st
    }

    fn clear(&mut self) {
        self.machine.found.clear();
    }

    /// The path step by step; with `until`, only so many steps.
    ///
    /// # Errors
    /// The decisions are not those of a path of this program.
    pub fn walk(
        &mut self,
        p: &PathRecord,
        until: Option<usize>,
    ) -> Result<(Walk, State), Diagnostic> {
        let program = self.machine.program.clone();
        let mut st = self.start(p);
        let mut steps: Vec<WalkStep> = Vec::new();
        let mut seen: BTreeMap<(FuncId, u32), Variables> = BTreeMap::new();
        let mut here = None;
        let most = until.unwrap_or(STEPS).min(STEPS);
        let mut cut = false;
        loop {
            let at = self.machine.loc(&st);
            let line = program.module.locs.get(at).map_or(0, |p| p.line);
            let now = (st.top.func, st.top.depth, line);
            if line > 0 && here != Some(now) {
                if steps.len() >= most {
                    cut = until.is_none();
                    break;
                }
                here = Some(now);
                let variables = self.machine.locals(&mut st);
                let known = seen.insert((st.top.func, st.top.depth), variables.clone());
                let known = known.unwrap_or_default();
                steps.push(WalkStep {
                    place: place(&program.module, st.top.func, at),
                    depth: st.top.depth,
                    changed: variables
                        .into_iter()
                        .filter(|v| !known.contains(v))
                        .collect(),
                    ..WalkStep::default()
                });
            }
            let (made, conjuncts) = (st.replay_at, st.pc.len());
            let halt = match st.initial_heap.pending() {
                true => self.machine.settle_parameters(&mut st),
                false => self.machine.slow(&program, &mut st),
            };
            self.note(&st, steps.last_mut(), p, made, conjuncts);
            match halt {
                Ok(()) => {}
                Err(h) => match *h {
                    Halt::Again => {}
                    Halt::Join => st.top.ip += 1,
                    Halt::Late => break,
                    Halt::End(end) => {
                        self.check(&st, p, &end)?;
                        break;
                    }
                },
            }
        }
        let inputs = st.inputs.concrete(&self.machine.cx.pool, &st.pc);
        let walk = Walk { steps, inputs, cut };
        Ok((walk, st))
    }

    /// The memory when the path has made so many steps.
    ///
    /// # Errors
    /// As for [`Walker::walk`].
    pub fn memory(&mut self, p: &PathRecord, steps: usize) -> Result<Vec<Scope>, Diagnostic> {
        let (_, mut st) = self.walk(p, Some(steps))?;
        Ok(self.machine.scopes(&mut st, usize::MAX))
    }

    /// Notes what an op decided.
    fn note(
        &self,
        st: &State,
        step: Option<&mut WalkStep>,
        p: &PathRecord,
        made: usize,
        conjuncts: usize,
    ) {
        let Some(step) = step else { return };
        let decided = p.replay.decisions.get(made..st.replay_at);
        for d in decided.unwrap_or_default() {
            match d {
                Decision::Candidate(v) => step.chosen.push(*v),
                Decision::Side { forked: false, .. } | Decision::Case { forked: false, .. } => {
                    step.forced += 1;
                }
                _ => {}
            }
        }
        let pool = &self.machine.cx.pool;
        let new = st.pc.conjuncts().skip(conjuncts);
        step.assumed.extend(new.map(|c| pool.infix(c)));
    }

    fn check(&self, st: &State, p: &PathRecord, end: &PathEnd) -> Result<(), Diagnostic> {
        let alike = std::mem::discriminant(end) == std::mem::discriminant(&p.end);
        if !alike || st.log.trace() != p.trace || st.replaying() {
            return Err(Diagnostic::defect(NOT_WALKED));
        }
        Ok(())
    }

    /// Whether the path comes to a line (of a file whose name ends like this)
    /// or a function.
    ///
    /// # Errors
    /// As for [`Walker::walk`].
    pub fn passes(&mut self, p: &PathRecord, through: &Through) -> Result<bool, Diagnostic> {
        let program = self.machine.program.clone();
        self.machine.coverage = Coverage::new(&program);
        let mut st = self.start(p);
        loop {
            match self.machine.run(&mut st, SLICE) {
                Stop::Yield | Stop::Join => self.clear(),
                Stop::End(end) => {
                    self.check(&st, p, &end)?;
                    break;
                }
            }
        }
        let covered = &self.machine.coverage;
        Ok(match through {
            Through::Line { file, line } => {
                let files = self.source.files(covered);
                files.iter().any(|(name, c)| {
                    let named = file.as_ref().is_none_or(|f| name.ends_with(f.as_str()));
                    named && c.covered.contains(line)
                })
            }
            Through::Function(f) => program.module.function(f).is_some_and(|f| {
                let first = program.first_block[f.0 as usize] as usize;
                program.code[f.0 as usize].has_body && covered.is_covered(first)
            }),
        })
    }

    /// The place of a record.
    pub fn place(&self, p: &PathRecord) -> Place {
        place(&self.machine.program.module, p.func, p.loc)
    }

    /// Whether the program has a function of this name.
    pub fn has_function(&self, name: &str) -> bool {
        self.machine.program.module.function(name).is_some()
    }
}

/// What a path is asked to pass through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Through {
    Line { file: Option<String>, line: u32 },
    Function(String),
}
