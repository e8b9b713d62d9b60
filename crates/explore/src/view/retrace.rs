//! The tree of a run from the decisions of its paths: the paths are walked one
//! after the other in the order of their decisions, and what two neighbours
//! agree in is one piece of the tree. So the tree is the same however many
//! workers explored, in how many parts, and in which order.
//!
//! No solver is asked: where a path's decisions are used up it ends, or waits.
//!
//! Source: document 003, pages 34-61 (the tree) and 70 (an execution that
//! follows given decisions).
//! Cost: the instructions of all paths, each op in the slow path, and a node
//! per new line. Alternative: to record while states run, which costs nothing
//! twice but ties the tree to one worker and one process; so it is done where
//! states are merged, since merged states have no decisions to follow.

use crate::forking::journal::{records, Restored};
use crate::forking::met::marks;
use crate::outcome::describe::end_text;
use crate::view::tree::{Node, Record, Recording, Tree, TreeRecorder};
use ep_base::outcome::{ErrorKind, PathEnd};
use ep_base::{Cancel, Diagnostic};
use ep_ir::Module;
use ep_machine::compile::compile_with_joins;
use ep_machine::decision::Decision;
use ep_machine::decision::Replay;
use ep_machine::driver::{Driver, Sides, Solving};
use ep_machine::machine::{Halt, Machine};
use ep_machine::options::Options;
use ep_machine::value::Value;
use ep_smt::{PathCondition, Pipeline, Side};
use ep_term::{Pool, TermId};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::time::Instant;

/// Ops between two looks at the clock.
const SLICE: u32 = 1 << 14;

/// A tree, and what is not in it.
#[derive(Debug, Default)]
pub struct Retraced {
    pub tree: Tree,
    /// Paths whose decisions did not lead where they had led.
    pub lost: u64,
    /// Why it was cut, if it was.
    pub cut: Option<Cut>,
    /// The paths that have a test.
    pub tests: Vec<TestPath>,
}

/// A path with a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TestPath {
    /// The number of the test.
    pub test: u64,
    /// The number of the path among those of the run that inputs take, from 1.
    pub path: u64,
    /// Where it ends in the tree; none if it is not there.
    pub leaf: Option<u32>,
}

/// Why there is more than a tree shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// It has as many nodes as are kept.
    Full,
    /// There was no time for more.
    Time,
    /// The journal had no room for all paths.
    Journal,
}

/// A path, or the beginning of one.
struct Trail {
    replay: Replay,
    trace: u64,
    /// How the path ended; none for a state that waits.
    end: Option<PathEnd>,
    /// The number of its test, 0 without one.
    test: u64,
    path: u64,
}

/// A state of a path that is walked.
type State = ep_machine::state::State<Silent>;

/// Nobody answers: what was decided is in the log.
#[derive(Default)]
struct Silent {
    tree: Option<TreeRecorder>,
}

const REASON: &str = "the decisions are used up";

impl Driver for Silent {
    type Frame = ();
    type Path = Node;

    fn branch(&mut self, _: &mut Solving, _: &State, _: TermId) -> Sides {
        Sides::Unknown {
            then: None,
            els: None,
            reason: REASON.into(),
        }
    }

    fn switch(&mut self, _: &mut Solving, _: &State, conds: &[TermId]) -> Vec<Side> {
        conds.iter().map(|_| Side::Unknown(REASON.into())).collect()
    }

    fn feasible(&mut self, _: &mut Solving, _: &State, _: TermId) -> Side {
        Side::Unknown(REASON.into())
    }

    fn records(m: &Machine<Self>) -> bool {
        m.driver.tree.is_some()
    }

    fn line(m: &mut Machine<Self>, st: &mut State) {
        m.record_line(st);
    }

    fn forked(m: &mut Machine<Self>, st: &State) {
        m.record_fork(st);
    }

    fn infeasible(m: &mut Machine<Self>, st: &State, cond: TermId, side: bool) {
        m.record_infeasible(st, cond, side);
    }

    fn error_side(m: &mut Machine<Self>, st: &mut State, kind: ErrorKind, pc: &PathCondition) {
        m.record_error_side(st, kind, pc);
    }

    fn entry_returns(m: &mut Machine<Self>, values: &[Value]) {
        m.record_result(values);
    }
}

impl Recording for Silent {
    fn tree(&self) -> Option<&TreeRecorder> {
        self.tree.as_ref()
    }

    fn tree_mut(&mut self) -> Option<&mut TreeRecorder> {
        self.tree.as_mut()
    }
}

/// The tree of the run that a journal tells. It is cut where `cancel` or the
/// deadline say so, and at the most nodes that a tree has.
///
/// # Errors
/// The entry cannot be set up, or the records are damaged.
pub fn tree(
    module: &Module,
    options: &Options,
    run: &Restored,
    cancel: &Cancel,
    deadline: Option<Instant>,
) -> Result<Retraced, Diagnostic> {
    let trails = trails(run)?;
    let marks = marks(module, options);
    let mut options = options.clone();
    options.tree = true;
    let mut pool = Pool::new();
    let program = compile_with_joins(module.clone(), &mut pool, |f| !f.is_empty(), &marks);
    let smt = Pipeline::new(options.smt.clone());
    let mut machine = Machine::new(
        Rc::new(program),
        options,
        Solving { pool, smt },
        Silent::default(),
    );
    let initial = machine.initial()?;
    machine.driver.tree = Some(TreeRecorder::sharing());
    let mut walk = Walk {
        machine,
        cancel,
        deadline,
    };
    let mut lost = 0;
    let mut cut = (run.paths_not_kept > 0).then_some(Cut::Journal);
    let mut before: &[Decision] = &[];
    let with_test = trails.iter().filter(|t| t.test > 0);
    let mut tests: Vec<TestPath> = with_test
        .map(|t| TestPath {
            test: t.test,
            path: t.path,
            leaf: None,
        })
        .collect();
    let mut next_test = 0;
    for t in &trails {
        let agree = before.iter().zip(&t.replay.decisions);
        let common = agree.take_while(|(a, b)| a == b).count();
        before = &t.replay.decisions;
        if let Some(tree) = &mut walk.machine.driver.tree {
            tree.next_path(common);
        }
        let walked = walk.path(&initial, t);
        if t.test > 0 {
            let nodes = walk.machine.driver.tree.as_ref();
            let last = nodes.and_then(|t| t.tree.nodes.len().checked_sub(1));
            if let (Some(at), Walked::Whole) = (tests.get_mut(next_test), &walked) {
                at.leaf = last.map(|n| n as u32);
            }
            next_test += 1;
        }
        match walked {
            Walked::Whole => {}
            Walked::Lost => lost += 1,
            Walked::Stopped(why) => {
                cut = Some(why);
                break;
            }
        }
    }
    let mut tree = walk.machine.driver.tree.map(|t| t.tree).unwrap_or_default();
    if tree.truncated {
        cut = Some(Cut::Full);
    }
    tree.truncated = cut.is_some();
    Ok(Retraced {
        tree,
        lost,
        cut,
        tests,
    })
}

/// Paths and waiting states in the order of their decisions.
fn trails(run: &Restored) -> Result<Vec<Trail>, Diagnostic> {
    let damaged = || Diagnostic::bad_input("the records of paths in the journal are damaged");
    let mut out = Vec::new();
    let mut path = 0;
    for p in records(&run.paths).ok_or_else(damaged)? {
        path += u64::from(p.end != PathEnd::Infeasible);
        out.push(Trail {
            test: p.test,
            path,
            replay: p.replay,
            trace: p.trace,
            end: Some(p.end),
        });
    }
    for s in &run.states {
        let s = s.open().ok_or_else(damaged)?;
        out.push(Trail {
            test: 0,
            path: 0,
            replay: s.replay,
            trace: s.trace,
            end: None,
        });
    }
    out.sort_by(|a, b| {
        let (a, b) = (a.replay.decisions.iter(), b.replay.decisions.iter());
        a.copied().map(rank).cmp(b.copied().map(rank))
    });
    Ok(out)
}

/// Decisions in the order in which a tree has them: what holds first.
fn rank(d: Decision) -> (u8, u64) {
    match d {
        Decision::Side { taken, .. } => (0, u64::from(!taken)),
        Decision::Assumed { taken } => (1, u64::from(!taken)),
        Decision::Case { index, .. } => (2, u64::from(index)),
        Decision::Candidate(v) => (3, v),
    }
}

enum Walked {
    Whole,
    Lost,
    Stopped(Cut),
}

struct Walk<'a> {
    machine: Machine<Silent>,
    cancel: &'a Cancel,
    deadline: Option<Instant>,
}

impl Walk<'_> {
    fn path(&mut self, initial: &State, t: &Trail) -> Walked {
        let mut st = initial.clone();
        st.replay = Some(Rc::new(t.replay.clone()));
        loop {
            if self
                .machine
                .driver
                .tree
                .as_ref()
                .is_none_or(TreeRecorder::is_full)
            {
                return Walked::Stopped(Cut::Full);
            }
            let late = self.deadline.is_some_and(|d| Instant::now() >= d);
            if late || self.cancel.is_cancelled() {
                return Walked::Stopped(Cut::Time);
            }
            // One that was met before ends where its decisions do.
            let waits = matches!(t.end, None | Some(PathEnd::Repeated));
            let ran = catch_unwind(AssertUnwindSafe(|| self.slice(&mut st, waits)));
            self.machine.found.clear();
            let ended = match ran {
                Ok(Slice::More) => continue,
                Ok(Slice::Waits) => t.end.clone(),
                Ok(Slice::End(end)) => Some(end),
                Err(_) => Some(PathEnd::Defect {
                    what: String::new(),
                }),
            };
            let known = !st.replaying() && st.log.trace() == t.trace;
            let Some(end) = &t.end else {
                return if known { Walked::Whole } else { Walked::Lost };
            };
            // Where the solver gave no answer it is not asked again.
            let alike = |e: &PathEnd| std::mem::discriminant(e) == std::mem::discriminant(end);
            let asked = |e: &PathEnd| matches!(e, PathEnd::SolverUnknown { .. });
            if !known || !ended.is_some_and(|e| alike(&e) || asked(&e)) {
                return Walked::Lost;
            }
            let error = matches!(end, PathEnd::Error { .. });
            self.machine.record_end(&mut st, end_text(end), error);
            return Walked::Whole;
        }
    }

    fn slice(&mut self, st: &mut State, waits: bool) -> Slice {
        let program = self.machine.program.clone();
        for _ in 0..SLICE {
            if waits && !st.replaying() {
                return Slice::Waits;
            }
            let halt = match st.initial_heap.pending() {
                true => self.machine.settle_parameters(st),
                false => {
                    self.machine.record_line(st);
                    self.machine.slow(&program, st)
                }
            };
            match halt.map_err(|h| *h) {
                Ok(()) | Err(Halt::Again) => {}
                Err(Halt::Join) => st.top.ip += 1,
                Err(Halt::End(end)) => return Slice::End(end),
                // The caller looks at the clock.
                Err(Halt::Late) => return Slice::More,
            }
        }
        Slice::More
    }
}

enum Slice {
    More,
    Waits,
    End(PathEnd),
}
