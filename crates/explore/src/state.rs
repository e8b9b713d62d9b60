//! One state of the exploration: location, symbolic memory, path condition
//! (document 003, page 9), and what is needed to report and rebuild it.

use crate::decision::{Decision, DecisionLog};
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
    /// Native stack in use, this frame included.
    pub stack: crate::stack::Stack,
    /// Loops that this activation is in, outermost first. Kept only where
    /// states are merged.
    pub loops: smallvec::SmallVec<[crate::bmc::LoopAt; 2]>,
    /// `State::depth` when the function was entered.
    pub entered_at: u32,
    /// Its contract, if it has one.
    pub contract: Option<Rc<crate::contract::Contract>>,
    /// Its registers while it waits (see [`crate::packing`]).
    pub packed: Option<Box<[u8]>>,
}

impl Frame {
    /// The same activation with its registers packed, above this caller.
    pub fn packed(&self, registers: Box<[u8]>, caller: Option<Rc<Frame>>) -> Frame {
        Frame {
            func: self.func,
            ip: self.ip,
            regs: Vec::new(),
            allocas: self.allocas.clone(),
            varargs: self.varargs.clone(),
            caller,
            depth: self.depth,
            stack: self.stack.clone(),
            loops: self.loops.clone(),
            entered_at: self.entered_at,
            contract: self.contract.clone(),
            packed: Some(registers),
        }
    }
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
    /// The side of a branch that it came out of when it was forked off; it is
    /// covered once the state runs.
    pub side: Option<(u32, u8)>,
    /// Its number in the journal, if it waits there; 0 if not.
    pub ticket: u64,
    /// Variables for uninitialised content made on this path.
    pub uninit_count: u64,
    /// Values that were tried and left on this path for arguments of functions
    /// without a formula.
    pub values_tried: u8,
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
    /// Where this state forked off, when states are to be merged again.
    pub forks: Option<Rc<crate::merge::Fork>>,
    /// Forks are remembered in `forks`.
    pub merging: bool,
    /// Loops on the stack in a phase whose errors do not count
    /// (see `bmc::Phase`).
    pub hypotheses: u32,
    /// What is decided of the initial heap of an entry function.
    pub initial_heap: Rc<crate::lazy::InitialHeap>,
    /// Coverage that only a part of its inputs reaches, where states are merged.
    pub goals: crate::goals::Goals,
    /// What is allocated, if that is asked for.
    pub ledger: crate::ledger::Ledger,
}

/// Decisions to follow without asking a solver.
#[derive(Clone, Debug)]
pub struct Replay {
    pub decisions: Vec<Decision>,
    /// The values of the variables in the model of the state; zero if not
    /// listed.
    pub model: rustc_hash::FxHashMap<crate::inputs::Origin, u128>,
}

impl State {
    /// Logs a decision that is made at the op that the state is at.
    #[inline]
    pub fn decide(&mut self, d: Decision) {
        let site = self.site();
        self.log.push(d, site);
    }

    /// Where the state is, as a number.
    #[inline]
    pub fn site(&self) -> u64 {
        u64::from(self.top.func.0) << 32 | u64::from(self.top.ip)
    }

    /// Whether decisions are left to be replayed.
    pub fn replaying(&self) -> bool {
        let left = |r: &Rc<Replay>| self.replay_at < r.decisions.len();
        self.replay.as_ref().is_some_and(left)
    }

    /// The other side of a fork. The caller sets what differs.
    pub fn fork(&mut self) -> Box<State> {
        self.depth += 1;
        if self.merging {
            self.forks = Some(crate::merge::Fork::new(&self.pc, self.forks.take()));
        }
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
            side: None,
            ticket: 0,
            uninit_count: self.uninit_count,
            values_tried: self.values_tried,
            allocation_decided: false,
            stdin_at: self.stdin_at,
            node: self.node,
            loc: self.loc,
            replay: None,
            replay_at: 0,
            forks: self.forks.clone(),
            merging: self.merging,
            hypotheses: self.hypotheses,
            initial_heap: self.initial_heap.clone(),
            goals: self.goals.clone(),
            ledger: self.ledger.clone(),
        })
    }

    /// Bytes that this state does not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let value = std::mem::size_of::<crate::value::Value>();
        let frame = |f: &Frame| {
            let packed = f.packed.as_ref().map_or(0, |p| p.len());
            f.regs.capacity() * value + f.allocas.capacity() * 4 + packed
        };
        let mut n = std::mem::size_of::<State>() + frame(&self.top);
        let mut next = self.top.caller.as_ref();
        while let Some(f) = next {
            if !seen.insert(Rc::as_ptr(f) as usize) {
                break;
            }
            n += std::mem::size_of::<Frame>() + 16 + frame(f);
            next = f.caller.as_ref();
        }
        n + self.heap.footprint(seen)
            + self.pc.footprint(seen)
            + self.log.footprint(seen)
            + self.inputs.footprint(seen)
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
