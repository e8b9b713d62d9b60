//! One state of the exploration: location, symbolic memory, path condition
//! (document 003, page 9), and what is needed to report and rebuild it.

mod extra;

pub use extra::{FrameExtra, PathExtra};

use crate::code::Program;
use crate::contract::Contract;
use crate::decision::{Decision, DecisionLog, Replay};
use crate::driver::Driver;
use crate::inputs::Inputs;
use crate::memory::ledger::Ledger;
use crate::memory::stack::Stack;
use crate::memory::Heap;
use crate::value::{ObjectId, Value};
use crate::world::lazy::InitialHeap;
use crate::world::tried::Tried;
use ep_base::chain::unlink;
use ep_base::outcome::Exactness;
use ep_ir::{FuncId, LocId, Type};
use ep_smt::PathCondition;
use std::borrow::Cow;
use std::rc::Rc;

/// An activation of a function. The caller is shared between forks.
pub struct Frame<D: Driver> {
    pub func: FuncId,
    /// Next op to execute.
    pub ip: u32,
    pub regs: Vec<Value>,
    /// Locals in memory, to end at the return.
    pub allocas: Vec<ObjectId>,
    /// Arguments beyond the named ones.
    pub varargs: Rc<Vec<(Value, Type)>>,
    /// How many of these are in registers: integers, which come first, and
    /// floating-point numbers behind them.
    pub in_registers: [u8; 2],
    pub caller: Option<Rc<Frame<D>>>,
    /// Activations below, this one included.
    pub depth: u32,
    /// Native stack in use, this frame included.
    pub stack: Stack,
    /// Its contract, if it has one.
    pub contract: Option<Rc<Contract>>,
    /// What the mode keeps of it.
    pub extra: D::Frame,
}

impl<D: Driver> Frame<D> {
    /// The outermost activation of a path, at its first op.
    pub fn new(func: FuncId, regs: Vec<Value>, stack: Stack) -> Frame<D> {
        Frame {
            func,
            ip: 0,
            regs,
            allocas: Vec::new(),
            varargs: Rc::new(Vec::new()),
            in_registers: [0; 2],
            caller: None,
            depth: 1,
            stack,
            contract: None,
            extra: D::Frame::default(),
        }
    }

    /// The same without its registers and above this caller: `extra` has them.
    #[inline]
    pub fn packed(&self, extra: D::Frame, caller: Option<Rc<Frame<D>>>) -> Frame<D> {
        Frame {
            func: self.func,
            ip: self.ip,
            regs: Vec::new(),
            allocas: self.allocas.clone(),
            varargs: self.varargs.clone(),
            in_registers: self.in_registers,
            caller,
            depth: self.depth,
            stack: self.stack.clone(),
            contract: self.contract.clone(),
            extra,
        }
    }

    /// The registers as the activation is run.
    #[inline]
    pub fn registers(&self, program: &Program) -> Cow<'_, [Value]> {
        let template = &program.code[self.func.0 as usize].template;
        match self.extra.registers(template) {
            Some(regs) => Cow::Owned(regs),
            None => Cow::Borrowed(&self.regs),
        }
    }

    /// As it is run.
    #[inline]
    pub fn unpack(&mut self, program: &Program) {
        let template = &program.code[self.func.0 as usize].template;
        if let Some(regs) = self.extra.registers(template) {
            self.regs = regs;
            self.extra.unpacked();
        }
    }
}

impl<D: Driver> Clone for Frame<D> {
    fn clone(&self) -> Self {
        Frame {
            func: self.func,
            ip: self.ip,
            regs: self.regs.clone(),
            allocas: self.allocas.clone(),
            varargs: self.varargs.clone(),
            in_registers: self.in_registers,
            caller: self.caller.clone(),
            depth: self.depth,
            stack: self.stack.clone(),
            contract: self.contract.clone(),
            extra: self.extra.clone(),
        }
    }
}

impl<D: Driver> Drop for Frame<D> {
    /// A deep recursion is dropped in a loop, not on the call stack.
    fn drop(&mut self) {
        unlink(self.caller.take(), |frame| frame.caller.take());
    }
}

/// A state. Forking copies the top frame and shares the rest.
pub struct State<D: Driver> {
    pub top: Frame<D>,
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
    /// Variables for uninitialised content made on this path.
    pub uninit_count: u64,
    /// Values that were tried on this path where there is no formula.
    pub tried: Tried,
    /// The allocation call at hand was decided not to fail by chance.
    pub allocation_decided: bool,
    /// Position in standard input.
    pub stdin_at: u64,
    /// The position of the last op that was executed in the slow path.
    pub loc: LocId,
    /// Decisions still to be replayed when the state is being rebuilt.
    pub replay: Option<Rc<Replay>>,
    pub replay_at: usize,
    /// What is decided of the initial heap of an entry function.
    pub initial_heap: Rc<InitialHeap>,
    /// What is allocated, if that is asked for.
    pub ledger: Ledger,
    /// What the mode keeps of the path.
    pub extra: D::Path,
}

impl<D: Driver> Clone for State<D> {
    /// The same state twice, for a run from here that comes to nothing: a path
    /// that goes on in two is one that forks.
    fn clone(&self) -> Self {
        State {
            top: self.top.clone(),
            heap: self.heap.clone(),
            pc: self.pc.clone(),
            inputs: self.inputs.clone(),
            log: self.log.clone(),
            replay: self.replay.clone(),
            initial_heap: self.initial_heap.clone(),
            ledger: self.ledger.clone(),
            extra: self.extra.clone(),
            exactness: self.exactness,
            assumptions: self.assumptions,
            depth: self.depth,
            instructions: self.instructions,
            new_coverage: self.new_coverage,
            side: self.side,
            uninit_count: self.uninit_count,
            tried: self.tried,
            allocation_decided: self.allocation_decided,
            stdin_at: self.stdin_at,
            loc: self.loc,
            replay_at: self.replay_at,
        }
    }
}

impl<D: Driver> State<D> {
    /// A state that begins with this activation, in this memory.
    pub fn new(top: Frame<D>, heap: Heap) -> State<D> {
        State {
            top,
            heap,
            pc: PathCondition::new(),
            inputs: Inputs::default(),
            log: DecisionLog::default(),
            exactness: Exactness::EXACT,
            assumptions: 0,
            depth: 0,
            instructions: 0,
            new_coverage: false,
            side: None,
            uninit_count: 0,
            tried: Tried::default(),
            allocation_decided: false,
            stdin_at: 0,
            loc: LocId(0),
            replay: None,
            replay_at: 0,
            initial_heap: Rc::default(),
            ledger: Ledger::default(),
            extra: D::Path::default(),
        }
    }

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
    #[inline]
    pub fn replaying(&self) -> bool {
        let left = |r: &Rc<Replay>| self.replay_at < r.decisions.len();
        self.replay.as_ref().is_some_and(left)
    }

    /// The other side of a fork. The caller sets what differs.
    pub fn fork(&mut self) -> Box<State<D>> {
        self.depth += 1;
        let extra = self.extra.fork(&self.pc);
        let log = self.log.fork();
        Box::new(State {
            top: self.top.clone(),
            heap: self.heap.clone(),
            pc: self.pc.clone(),
            inputs: self.inputs.clone(),
            log,
            new_coverage: false,
            side: None,
            allocation_decided: false,
            replay: None,
            replay_at: 0,
            initial_heap: self.initial_heap.clone(),
            ledger: self.ledger.clone(),
            extra,
            exactness: self.exactness,
            assumptions: self.assumptions,
            depth: self.depth,
            instructions: self.instructions,
            uninit_count: self.uninit_count,
            tried: self.tried,
            stdin_at: self.stdin_at,
            loc: self.loc,
        })
    }

    /// Bytes that this state does not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let value = std::mem::size_of::<Value>();
        let frame = |f: &Frame<D>| {
            f.regs.capacity() * value + f.allocas.capacity() * 4 + f.extra.footprint()
        };
        let mut n = std::mem::size_of::<State<D>>() + frame(&self.top);
        let mut next = self.top.caller.as_ref();
        while let Some(f) = next {
            if !seen.insert(Rc::as_ptr(f) as usize) {
                break;
            }
            n += std::mem::size_of::<Frame<D>>() + 16 + frame(f);
            next = f.caller.as_ref();
        }
        n + self.heap.footprint(seen)
            + self.pc.footprint(seen)
            + self.log.footprint(seen)
            + self.inputs.footprint(seen)
    }

    /// The functions on the stack with the op each is at, innermost first.
    #[inline]
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
