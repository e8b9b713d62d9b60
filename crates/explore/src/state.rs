//! One state of the exploration: location, symbolic memory, path condition
//! (document 003, page 9), and what is needed to report and rebuild it.

use crate::decision::DecisionLog;
use crate::inputs::Inputs;
use crate::memory::Heap;
use crate::value::{ObjectId, Value};
use ep_base::outcome::Exactness;
use ep_ir::{FuncId, LocId, Type};
use ep_smt::PathCondition;
use std::rc::Rc;

/// An activation of a function. The caller is shared between forks.
#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    /// Next op to execute.
    pub ip: u32,
    pub regs: Vec<Value>,
    /// Locals in memory, to end at the return.
    pub allocas: Vec<ObjectId>,
    /// Arguments beyond the named ones.
    pub varargs: Rc<Vec<(Value, Type)>>,
    pub caller: Option<Rc<Frame>>,
    /// Activations below, this one included.
    pub depth: u32,
    /// Native stack bytes in use, this frame included.
    pub stack_bytes: u64,
}

impl Drop for Frame {
    /// A deep recursion is dropped in a loop, not on the call stack.
    fn drop(&mut self) {
        let mut next = self.caller.take();
        while let Some(rc) = next {
            match Rc::try_unwrap(rc) {
                Ok(mut f) => next = f.caller.take(),
                Err(_) => break,
            }
        }
    }
}

/// A state. Forking copies the top frame and shares the rest.
#[derive(Clone)]
pub struct State {
    pub top: Frame,
    pub heap: Heap,
    pub pc: PathCondition,
    pub inputs: Inputs,
    pub log: DecisionLog,
    pub exactness: Exactness,
    /// Assumptions that this path made, as bits of `machine::Assumption`.
    pub assumptions: u32,
    /// Forks on this path.
    pub depth: u32,
    /// LLVM instructions executed on this path.
    pub instructions: u64,
    /// A block was covered that no path covered before.
    pub new_coverage: bool,
    /// Variables for uninitialised content made on this path.
    pub uninit_count: u64,
    /// The allocation call at hand was decided not to fail by chance.
    pub allocation_decided: bool,
    /// Position in standard input.
    pub stdin_at: u64,
    /// The node of the execution tree, if it is recorded.
    pub node: u32,
    /// The position of the last op that was executed in the slow path.
    pub loc: LocId,
    /// Decisions still to be replayed when the state is being rebuilt.
    pub replay: Option<Rc<Replay>>,
    pub replay_at: usize,
}

/// Decisions to follow without asking a solver.
#[derive(Debug)]
pub struct Replay {
    pub decisions: Vec<crate::decision::Decision>,
    /// The values of the variables in the model of the state.
    pub model: rustc_hash::FxHashMap<ep_term::VarId, u128>,
}

impl State {
    /// The other side of a fork. The caller sets what differs.
    pub fn fork(&mut self) -> Box<State> {
        self.depth += 1;
        let log = self.log.fork();
        Box::new(State {
            top: self.top.clone(),
            heap: self.heap.clone(),
            pc: self.pc.clone(),
            inputs: self.inputs.clone(),
            log,
            exactness: self.exactness,
            assumptions: self.assumptions,
            depth: self.depth,
            instructions: self.instructions,
            new_coverage: false,
            uninit_count: self.uninit_count,
            allocation_decided: false,
            stdin_at: self.stdin_at,
            node: self.node,
            loc: self.loc,
            replay: None,
            replay_at: 0,
        })
    }

    /// The functions on the stack with the op each is at, innermost first.
    pub fn stack(&self) -> Vec<(FuncId, u32)> {
        let mut out = vec![(self.top.func, self.top.ip)];
        let mut f = self.top.caller.as_ref();
        while let Some(c) = f {
            // A caller's `ip` is behind its call.
            out.push((c.func, c.ip.saturating_sub(1)));
            if out.len() >= 64 {
                break;
            }
            f = c.caller.as_ref();
        }
        out
    }
}
