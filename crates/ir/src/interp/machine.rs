//! The machine: frames, registers, control flow, calls.
//!
//! Idea: one register file for all frames, indexed from the frame's base;
//! upper halves of values of more than 64 bits live in a second file that
//! only functions with such registers use. Blocks are executed in place from
//! the module. Cost: one match per instruction; a call fills its registers.

use super::builtins::Native;
use super::memory::Memory;
use super::result::HeapStep;
use super::stop::{Stop, R};
use super::value::{Value, Wide};
use super::watch::Watched;
use super::{End, Host, InterpConfig};
use crate::scalar::mask64;
use crate::{Block, BlockId, Callee, FuncId, Function, InstKind, LocId, Module, Operand};
use crate::{Reg, Terminator, Type};
use ep_base::entity::EntityId;
use ep_base::outcome::ErrorKind;
use smallvec::SmallVec;

/// Addresses of functions: 16 apart.
const FUNCTIONS: u64 = 0x40_0000;
/// Addresses of labels, one per block.
const LABELS: u64 = 0x1000_0000;
/// Bytes of stack that a call is counted with besides its locals.
const FRAME_BYTES: u64 = 48;

/// An argument of a call in flight.
#[derive(Clone, Copy)]
pub(super) struct Passed {
    pub value: Wide,
    pub ty: Type,
    pub byval: Option<(u64, u32)>,
}

/// Arguments of a call in flight.
pub(super) type PassedArgs = SmallVec<[Passed; 8]>;

/// An activation of a function.
pub(super) struct Frame<'m> {
    pub func: FuncId,
    pub(super) block: BlockId,
    pub(super) next: usize,
    pub(super) base: usize,
    hi_base: usize,
    mark: (usize, u64),
    stack_used: u64,
    /// The stored variadic arguments.
    pub variadic: Value,
    /// Where the caller wants the results.
    dsts: &'m [Reg],
    /// The call's place in the caller.
    pub(super) caller_loc: LocId,
}

impl Frame<'_> {
    /// Live stack objects when the function was entered.
    pub fn mark_count(&self) -> usize {
        self.mark.0
    }
}

/// The state of a run.
pub(super) struct Machine<'m, 'h> {
    pub module: &'m Module,
    pub config: &'h InterpConfig,
    pub host: &'h mut dyn Host,
    pub memory: Memory,
    pub frames: Vec<Frame<'m>>,
    pub(super) regs: Vec<Value>,
    /// Upper halves: bits and undefined bits.
    pub(super) hi: Vec<(u64, u64)>,
    pub(super) base: usize,
    pub(super) hi_base: usize,
    wide_functions: Vec<bool>,
    /// Executed LLVM instructions.
    pub steps: u64,
    /// What charges say, beside the steps; no limit of the run.
    pub charged: u64,
    polls: u64,
    pub loc: LocId,
    pub natives: Vec<Option<Native>>,
    first_label: Vec<u64>,
    pub ptr_bits: u32,
    pub stack_used: u64,
    pub stack_high: u64,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub stdin: Option<Vec<u8>>,
    pub stdin_at: usize,
    /// The results of the outermost function.
    pub result: SmallVec<[Wide; 2]>,
    /// Who looks at the run, and at which blocks.
    pub watched: Option<Watched<'h>>,
    /// Inputs that were asked of the host.
    pub inputs: u64,
    /// Volatile reads.
    pub volatiles: u64,
    /// Executed LLVM instructions of each function.
    pub by_function: Vec<u64>,
    /// Changes of the heap, as many as are kept.
    pub course: Vec<HeapStep>,
}

impl<'m, 'h> Machine<'m, 'h> {
    pub fn new(module: &'m Module, config: &'h InterpConfig, host: &'h mut dyn Host) -> Self {
        let mut labels = LABELS;
        let first_label = module
            .functions
            .iter()
            .map(|(_, f)| {
                let first = labels;
                labels += f.blocks.len() as u64;
                first
            })
            .collect();
        let wide_functions = module
            .functions
            .iter()
            .map(|(_, f)| f.regs.iter().any(|(_, t)| module.layout.bits(*t) > 64))
            .collect();
        let natives = module
            .functions
            .iter()
            .map(|(_, f)| Native::of(&f.name, f.is_declaration()))
            .collect();
        Machine {
            module,
            config,
            host,
            memory: Memory::new(u64::from(module.layout.ptr_bits / 8)),
            frames: Vec::new(),
            regs: Vec::new(),
            hi: Vec::new(),
            base: 0,
            hi_base: 0,
            wide_functions,
            steps: 0,
            charged: 0,
            polls: 0,
            loc: LocId(0),
            natives,
            first_label,
            ptr_bits: module.layout.ptr_bits,
            stack_used: 0,
            stack_high: 0,
            stdout: Vec::new(),
            stderr: Vec::new(),
            stdin: None,
            stdin_at: 0,
            result: SmallVec::new(),
            watched: None,
            inputs: 0,
            volatiles: 0,
            by_function: vec![0; module.functions.len()],
            course: Vec::new(),
        }
    }

    #[inline(always)]
    pub fn bits(&self, ty: Type) -> u32 {
        match ty {
            Type::Int(w) => w,
            Type::Ptr => self.ptr_bits,
            Type::Float(f) => f.bits(),
        }
    }

    /// What the registers of all frames hold.
    pub fn live_registers(&self) -> impl Iterator<Item = Value> + '_ {
        self.regs.iter().copied().filter(|v| v.undef == 0)
    }

    /// The address of a function.
    pub fn function_address(&self, f: FuncId) -> Value {
        Value::int(FUNCTIONS + 16 * u64::from(f.0))
    }

    /// The address of a label.
    pub fn label_address(&self, f: FuncId, b: BlockId) -> Value {
        Value::int(self.first_label[f.index()] + u64::from(b.0))
    }

    /// A value of at most 64 bits. Undefined constants have all bits
    /// undefined, whatever their type: users cut them.
    #[inline(always)]
    pub fn get(&self, op: &Operand) -> Value {
        match *op {
            Operand::Reg(r) => self.regs[self.base + r.0 as usize],
            Operand::Int(v) => Value::int(v),
            _ => self.get_rare(op),
        }
    }

    fn get_rare(&self, op: &Operand) -> Value {
        match *op {
            Operand::Reg(r) => self.regs[self.base + r.0 as usize],
            Operand::Int(v) => Value::int(v),
            Operand::Wide(v) => Value::int(v as u64),
            Operand::Global(g, offset) => {
                let mut v = self.memory.global(g);
                v.bits = v.bits.wrapping_add_signed(offset) & mask64(self.ptr_bits);
                v
            }
            Operand::Func(f) => self.function_address(f),
            Operand::Label(f, b) => self.label_address(f, b),
            Operand::Undef => Value::UNDEF,
        }
    }

    /// A value of any width.
    pub fn get_wide(&self, op: &Operand, bits: u32) -> Wide {
        let low = match *op {
            Operand::Wide(v) => return Wide::int(v).cut(bits),
            Operand::Undef => return Wide::UNDEF.cut(bits),
            _ => self.get(op),
        };
        let mut w = Wide::from(low);
        if bits > 64 {
            if let Operand::Reg(r) = *op {
                let (b, u) = self.hi[self.hi_base + r.0 as usize];
                w.bits |= u128::from(b) << 64;
                w.undef |= u128::from(u) << 64;
            }
        }
        w.cut(bits)
    }

    /// Sets a register of at most 64 bits.
    #[inline(always)]
    pub fn set(&mut self, dst: Reg, v: Value) {
        self.regs[self.base + dst.0 as usize] = v;
    }

    /// Sets a register of any width.
    pub fn set_wide(&mut self, dst: Reg, bits: u32, v: Wide) {
        let v = v.cut(bits);
        self.set(dst, v.low());
        if bits > 64 {
            self.hi[self.hi_base + dst.0 as usize] =
                ((v.bits >> 64) as u64, (v.undef >> 64) as u64);
        }
    }

    /// The function that runs.
    pub fn current(&self) -> Option<(FuncId, &'m Function)> {
        let func = self.frames.last()?.func;
        Some((func, &self.module.functions[func]))
    }

    /// The type of a register of the running function.
    #[inline(always)]
    pub fn reg_bits(&self, func: &Function, r: Reg) -> u32 {
        self.bits(func.regs[r])
    }

    /// A value that decides something must be defined.
    #[inline(always)]
    pub fn decide(&self, v: Value, bits: u32, what: &str) -> R<u64> {
        if v.undef & mask64(bits) == 0 {
            Ok(v.bits)
        } else {
            Err(Stop::error(
                ErrorKind::UninitialisedRead,
                format!("{what} depends on a value that is not initialised"),
            ))
        }
    }

    /// Counts the bytes of the stack.
    #[inline]
    pub fn use_stack(&mut self, bytes: u64) -> R<()> {
        self.stack_used = self.stack_used.saturating_add(bytes);
        if self.stack_used > self.config.max_stack {
            return Err(Stop::error(
                ErrorKind::UnboundedRecursion,
                format!(
                    "the stack needs more than {} bytes, {} calls deep",
                    self.config.max_stack,
                    self.frames.len()
                ),
            ));
        }
        self.stack_high = self.stack_high.max(self.stack_used);
        Ok(())
    }

    /// Begins a call of a function with a body.
    pub fn enter(&mut self, id: FuncId, args: &[Passed], dsts: &'m [Reg]) -> R<()> {
        let func = &self.module.functions[id];
        if self.frames.len() >= self.config.max_depth {
            return Err(Stop::error(
                ErrorKind::UnboundedRecursion,
                format!("{} nested calls", self.frames.len()),
            ));
        }
        let frame = Frame {
            func: id,
            block: BlockId(0),
            next: 0,
            base: self.regs.len(),
            hi_base: self.hi.len(),
            mark: self.memory.stack_mark(),
            stack_used: self.stack_used,
            variadic: Value::int(0),
            dsts,
            caller_loc: self.loc,
        };
        self.use_stack(FRAME_BYTES)?;
        let (base, hi_base) = (frame.base, frame.hi_base);
        self.regs.resize(base + func.regs.len(), Value::UNDEF);
        if self.wide_functions[id.index()] {
            self.hi.resize(hi_base + func.regs.len(), (0, u64::MAX));
        }
        self.frames.push(frame);
        self.base = base;
        self.hi_base = hi_base;
        for (i, param) in func.params.iter().enumerate() {
            let bits = self.bits(param.ty);
            let Some(arg) = args.get(i) else {
                continue;
            };
            let mut value = arg.value;
            if let Some((size, align)) = arg.byval.or(param.byval) {
                let copy = self.memory.push_stack(size, align, self.loc)?;
                self.use_stack(size)?;
                self.memory.copy(copy, value.low(), size)?;
                value = copy.into();
            }
            if bits <= 64 {
                let mut v = value.low();
                if self.bits(arg.ty) != bits || v.undef != 0 {
                    v = Wide::from(v).cut(bits).low();
                }
                self.set(param.reg, v);
            } else {
                self.set_wide(param.reg, bits, value);
            }
        }
        if func.variadic {
            let extra = args.get(func.params.len()..).unwrap_or(&[]);
            let area = self.variadic_area(extra)?;
            if let Some(frame) = self.frames.last_mut() {
                frame.variadic = area;
            }
        }
        Ok(())
    }

    /// Ends the running function.
    fn leave(&mut self, values: &'m [Operand]) {
        let Some((_, func)) = self.current() else {
            return;
        };
        let results: SmallVec<[Wide; 2]> = values
            .iter()
            .zip(&func.rets)
            .map(|(v, ty)| self.get_wide(v, self.bits(*ty)))
            .collect();
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.memory.pop_stack(frame.mark);
        self.regs.truncate(frame.base);
        self.hi.truncate(frame.hi_base);
        self.stack_used = frame.stack_used;
        self.loc = frame.caller_loc;
        match self.frames.last() {
            None => self.result = results,
            Some(caller) => {
                self.base = caller.base;
                self.hi_base = caller.hi_base;
                self.set_results(frame.dsts, &results);
            }
        }
    }

    /// Puts results into registers of the running function; missing ones are
    /// undefined.
    pub fn set_results(&mut self, dsts: &[Reg], results: &[Wide]) {
        let Some((_, func)) = self.current() else {
            return;
        };
        for (i, dst) in dsts.iter().enumerate() {
            let bits = self.reg_bits(func, *dst);
            let v = results.get(i).copied().unwrap_or(Wide::UNDEF);
            self.set_wide(*dst, bits, v);
        }
    }

    /// The call stack, innermost first.
    pub fn stack(&self) -> Vec<super::StackEntry> {
        let mut loc = self.loc;
        let mut out = Vec::with_capacity(self.frames.len().min(256));
        for frame in self.frames.iter().rev().take(256) {
            out.push(super::StackEntry {
                func: frame.func,
                loc,
            });
            loc = frame.caller_loc;
        }
        out
    }

    /// Runs until the frame at this depth has returned.
    pub fn execute(&mut self, depth: usize) -> R<()> {
        while self.frames.len() > depth {
            let before = self.steps;
            let function = self.frames.last().map_or(0, |f| f.func.index());
            let ran = self.run_frame();
            self.by_function[function] += self.steps - before;
            ran?;
        }
        Ok(())
    }

    /// Runs the innermost frame until it calls or returns.
    fn run_frame(&mut self) -> R<()> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let func = &self.module.functions[frame.func];
        let func_id = frame.func;
        let mut next = frame.next;
        let mut block: &'m Block = &func.blocks[frame.block];
        let mut block_id = frame.block;
        loop {
            while let Some(inst) = block.insts.get(next) {
                next += 1;
                self.loc = inst.loc;
                self.steps += u64::from(inst.weight);
                if let InstKind::Call {
                    dsts, callee, args, ..
                } = &inst.kind
                {
                    let target = match callee {
                        Callee::Direct(f) => *f,
                        Callee::Indirect(op) => self.callee(op)?,
                    };
                    let passed: PassedArgs = args
                        .iter()
                        .map(|a| Passed {
                            value: self.get_wide(&a.value, self.bits(a.ty)),
                            ty: a.ty,
                            byval: a.byval,
                        })
                        .collect();
                    if let Some(native) = self.natives[target.index()] {
                        self.call_builtin(native, target, &passed, dsts)?;
                        continue;
                    }
                    if self.module.functions[target].is_declaration() {
                        return Err(Stop::unsupported(format!(
                            "call of external function {}",
                            self.module.functions[target].name
                        )));
                    }
                    if let Some(frame) = self.frames.last_mut() {
                        frame.block = block_id;
                        frame.next = next;
                    }
                    self.poll()?;
                    return self.enter(target, &passed, dsts);
                }
                self.step(func, &inst.kind)?;
            }
            self.loc = block.term_loc;
            self.steps += u64::from(block.term_weight);
            let from = block_id;
            block_id = match &block.term {
                Terminator::Jump(b) => *b,
                Terminator::Branch { cond, then, els } => {
                    let c = self.get(cond);
                    if self.decide(c, 1, "a branch")? & 1 != 0 {
                        *then
                    } else {
                        *els
                    }
                }
                Terminator::Switch {
                    value,
                    ty,
                    cases,
                    default,
                } => {
                    let bits = self.bits(*ty);
                    let v = self.get_wide(value, bits);
                    self.decide_wide(v, "a switch")?;
                    cases
                        .iter()
                        .find(|c| c.value == v.bits)
                        .map_or(*default, |c| c.target)
                }
                Terminator::IndirectJump { target, labels } => {
                    let v = self.get(target);
                    let at = self.decide(v, self.ptr_bits, "a computed goto")?;
                    let found = labels
                        .iter()
                        .find(|l| self.label_address(func_id, **l).bits == at);
                    match found {
                        Some(l) => *l,
                        None => {
                            return Err(Stop::error(
                                ErrorKind::WildPointer,
                                format!("computed goto to {at:#x}, which is no label"),
                            ))
                        }
                    }
                }
                Terminator::Return(values) => {
                    self.leave(values);
                    return Ok(());
                }
                Terminator::Unreachable => {
                    return Err(Stop::error(
                        ErrorKind::ReachedUnreachable,
                        "control reaches a place that was declared unreachable",
                    ))
                }
                Terminator::Unsupported(what) => return Err(Stop::unsupported(what.as_str())),
            };
            block = &func.blocks[block_id];
            next = 0;
            self.poll()?;
            if self.watched.is_some() {
                self.look(func_id, from, block_id)?;
            }
        }
    }

    /// A value that decides something must be defined, at any width.
    pub fn decide_wide(&self, v: Wide, what: &str) -> R<u128> {
        if v.undef == 0 {
            Ok(v.bits)
        } else {
            Err(Stop::error(
                ErrorKind::UninitialisedRead,
                format!("{what} depends on a value that is not initialised"),
            ))
        }
    }

    /// Limits.
    #[inline(always)]
    fn poll(&mut self) -> R<()> {
        self.polls = self.polls.wrapping_add(1);
        // Blocks that weigh nothing must not run for ever.
        if self.steps.max(self.polls / 4) > self.config.max_instructions
            || (self.polls & 0xffff == 0 && self.config.cancel.is_cancelled())
        {
            return Err(Stop::end(End::StepLimit));
        }
        Ok(())
    }

    /// The function that an address leads to.
    fn callee(&self, op: &Operand) -> R<FuncId> {
        let v = self.get(op);
        let at = self.decide(v, self.ptr_bits, "the called address")?;
        let index = at.wrapping_sub(FUNCTIONS) / 16;
        if at >= FUNCTIONS && at % 16 == 0 && index < self.module.functions.len() as u64 {
            return Ok(FuncId(index as u32));
        }
        Err(Stop::error(
            ErrorKind::WildCall,
            if at == 0 {
                "call through a null pointer".to_string()
            } else {
                format!("call through {at:#x}, which is no function")
            },
        ))
    }
}
