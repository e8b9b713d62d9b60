//! Looking at a run from loop head to loop head.
//!
//! Idea: every cycle of a function passes through the head of a natural loop
//! or the target of an edge that makes it irreducible. There a [`Watch`] is
//! asked whether to go on, and can take a [`Snapshot`] of the state: the live
//! registers of the running function, the registers of its callers, the place
//! of each, and what lives in memory. Two equal states have equal futures as
//! long as the same inputs are read, so a state that comes again is a proof
//! that the run can go on for ever.
//!
//! What is compared: values with their undefined bits; addresses by the object
//! they point into and their number. What is not: dead registers, freed
//! objects, where the next block of the heap will lie, what was printed.
//!
//! Alternative: a hash of the state, kept up to date by every store. Comparing
//! is cheap as it is: most states differ in a register. Cost: a test per block
//! when nobody looks; a snapshot copies the memory.

use super::machine::Machine;
use super::memory::Kind;
use super::stop::{Stop, R};
use super::value::Value;
use super::End;
use crate::analysis::{Cfg, Dominators, Live, Loops};
use crate::debug::VarStorage;
use crate::{BlockId, FuncId, Module, Reg, VarId};
use ep_base::entity::EntityId;
use std::collections::HashSet;

/// What a [`Watch`] wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The run goes on.
    GoOn,
    /// It ends with [`End::StepLimit`].
    Stop,
}

/// Looks at a run.
pub trait Watch {
    /// The run stands before the first instruction of a head.
    fn at_head(&mut self, head: &Head<'_, '_, '_>) -> Flow;

    /// Whether a register is compared, of a function that runs: what decides nothing
    /// need not come again.
    fn compares(&self, _: FuncId, _: Reg) -> bool {
        true
    }

    /// Whether all blocks count as heads.
    fn all_blocks(&self) -> bool {
        false
    }
}

/// What is known of a function when it is watched.
struct Watching {
    live: Live,
    /// By block.
    heads: Vec<bool>,
    /// Edges from inside of a loop to its head: from, to.
    back: HashSet<(BlockId, BlockId)>,
    /// By register.
    compared: Vec<bool>,
}

/// The watch of a machine and the analyses that it needs.
pub(super) struct Watched<'h> {
    watch: &'h mut dyn Watch,
    functions: Vec<Option<Watching>>,
}

impl<'h> Watched<'h> {
    pub fn new(module: &Module, watch: &'h mut dyn Watch) -> Watched<'h> {
        let mut functions = Vec::new();
        functions.resize_with(module.functions.len(), || None);
        Watched { watch, functions }
    }
}

/// A place in a run, before the first instruction of a block.
pub struct Head<'a, 'm, 'h> {
    machine: &'a Machine<'m, 'h>,
    watching: &'a Watching,
    /// The running function.
    pub func: FuncId,
    /// The block that comes next.
    pub block: BlockId,
    /// The run comes from inside of the loop that this is the head of.
    pub again: bool,
}

/// The content of an object that lives.
#[derive(PartialEq, Eq)]
struct Content {
    base: u64,
    size: u64,
    out_of_scope: bool,
    data: Vec<u8>,
    init: Vec<u8>,
    /// By pointer-sized slot.
    prov: Vec<u64>,
}

/// The state of a run at a head.
pub struct Snapshot {
    func: FuncId,
    block: BlockId,
    /// Place of each caller.
    callers: Vec<(FuncId, BlockId, usize)>,
    registers: Vec<(u64, u64, u64)>,
    stdin_at: usize,
    memory: Vec<Content>,
}

impl Machine<'_, '_> {
    /// Asks the watch.
    #[cold]
    pub(super) fn look(&mut self, func: FuncId, from: BlockId, block: BlockId) -> R<()> {
        let Some(mut watched) = self.watched.take() else {
            return Ok(());
        };
        let all = watched.watch.all_blocks();
        let f = &self.module.functions[func];
        let watching = watched.functions[func.index()].get_or_insert_with(|| {
            let cfg = Cfg::new(f);
            let dom = Dominators::new(&cfg);
            let loops = Loops::new(&cfg, &dom);
            let mut heads = vec![all; f.blocks.len()];
            let mut back = HashSet::new();
            for (_, l) in loops.loops.iter() {
                heads[l.header.index()] = true;
                let before = cfg.predecessors(l.header).iter().copied();
                back.extend(before.filter(|b| l.contains(*b)).map(|b| (b, l.header)));
            }
            for b in &loops.irreducible {
                heads[b.index()] = true;
            }
            let live = Live::new(f, &cfg);
            let compared = (f.regs.ids())
                .map(|r| watched.watch.compares(func, r))
                .collect();
            Watching {
                live,
                heads,
                back,
                compared,
            }
        });
        let mut flow = Flow::GoOn;
        if watching.heads.get(block.index()) == Some(&true) {
            flow = watched.watch.at_head(&Head {
                machine: self,
                watching,
                func,
                block,
                again: watching.back.contains(&(from, block)),
            });
        }
        self.watched = Some(watched);
        match flow {
            Flow::GoOn => Ok(()),
            Flow::Stop => Err(Stop::end(End::StepLimit)),
        }
    }

    /// The object that an address points into, the same for equal objects of
    /// different rounds: ids carry a generation.
    fn object_name(&self, prov: u64) -> u64 {
        match (prov, self.memory.object(prov)) {
            (0, _) => 0,
            (_, Some(o)) => o.base,
            (_, None) => u64::MAX,
        }
    }
}

impl Head<'_, '_, '_> {
    /// LLVM instructions executed so far, those of models included.
    pub fn llvm_instructions(&self) -> u64 {
        self.machine.steps
    }

    /// Inputs that were asked of the host so far.
    pub fn inputs(&self) -> u64 {
        self.machine.inputs
    }

    /// Volatile reads so far.
    pub fn volatile_reads(&self) -> u64 {
        self.machine.volatiles
    }

    /// Bytes of standard input that were read so far.
    pub fn stdin_at(&self) -> usize {
        self.machine.stdin_at
    }

    /// Functions on the stack.
    pub fn depth(&self) -> usize {
        self.machine.frames.len()
    }

    /// The registers that are live here.
    pub fn live(&self) -> impl Iterator<Item = Reg> + '_ {
        let n = self.machine.module.functions[self.func].regs.len();
        self.watching
            .live
            .at(self.block)
            .take_while(move |r| r.index() < n)
    }

    /// Whether a register that may still be read is not compared.
    pub fn leaves_out(&self) -> bool {
        self.live()
            .any(|r| self.watching.compared.get(r.index()) == Some(&false))
    }

    /// The value of a register of the running function; none if it is not
    /// wholly defined.
    pub fn register(&self, r: Reg) -> Option<u128> {
        let m = self.machine;
        let bits = m.reg_bits(&m.module.functions[self.func], r);
        let v = m.get_wide(&crate::Operand::Reg(r), bits);
        (v.undef == 0).then_some(v.bits)
    }

    /// The value of a named scalar variable of the running function, and its
    /// bytes; none where it is not a live scalar or not wholly defined.
    pub fn variable(&self, v: VarId) -> Option<(u128, u64)> {
        let m = self.machine;
        let f = &m.module.functions[self.func];
        match f.vars[v].storage {
            VarStorage::Register(r) => {
                let size = u64::from(m.bits(f.regs[r]).div_ceil(8));
                self.watching
                    .live
                    .is_live(self.block, r)
                    .then(|| self.register(r))
                    .flatten()
                    .map(|x| (x, size))
            }
            VarStorage::Memory(r) => {
                let at = m.get(&crate::Operand::Reg(r));
                let o = m.memory.object(at.prov)?;
                let size = o.size;
                if !matches!(size, 1 | 2 | 4 | 8) || at.undef != 0 {
                    return None;
                }
                let v = m.memory.load(at, size as usize).ok()?;
                let mask = crate::scalar::mask64(8 * size as u32);
                (v.undef & mask == 0).then_some((u128::from(v.bits & mask), size))
            }
            VarStorage::None => None,
        }
    }

    /// The content of a local of so many bytes (1, 2, 4 or 8) whose address is
    /// in a register; none if it is not wholly defined.
    pub fn local(&self, r: Reg, bytes: u64) -> Option<u64> {
        let m = self.machine;
        let at = m.get(&crate::Operand::Reg(r));
        m.memory.object(at.prov)?;
        let v = m.memory.load(at, bytes as usize).ok()?;
        let mask = crate::scalar::mask64(8 * bytes as u32);
        (v.undef & mask == 0).then_some(v.bits & mask)
    }

    /// The bytes of a global and whether all of them are defined numbers.
    pub fn global(&self, g: crate::GlobalId) -> Option<&[u8]> {
        let m = &self.machine.memory;
        let o = m.object(m.global(g).prov)?;
        let region = m.regions.get(o.region as usize)?;
        let at = (o.base - o.shift) as usize;
        let end = at + o.size as usize;
        let defined = region.init.get(at..end)?.iter().all(|b| *b == 0xff);
        defined.then(|| region.data.get(at..end)).flatten()
    }

    /// The register as it is compared.
    fn compared(&self, v: Value) -> (u64, u64, u64) {
        (v.bits, v.undef, self.machine.object_name(v.prov))
    }

    fn registers(&self) -> Vec<(u64, u64, u64)> {
        let m = self.machine;
        let compared = |r: &Reg| self.watching.compared.get(r.index()) == Some(&true);
        let live = self.live().filter(compared);
        let live = live.map(move |r| m.regs[m.base + r.index()]);
        let own_wide = self
            .live()
            .filter(compared)
            .filter_map(move |r| m.hi.get(m.hi_base + r.index()));
        let callers = m.regs[..m.base].iter().copied();
        let wide = m.hi[..m.hi_base].iter();
        (live.chain(callers).map(|v| self.compared(v)))
            .chain(own_wide.chain(wide).map(|(bits, undef)| (*bits, *undef, 0)))
            .collect()
    }

    fn callers(&self) -> impl Iterator<Item = (FuncId, BlockId, usize)> + '_ {
        let frames = &self.machine.frames;
        let n = frames.len().saturating_sub(1);
        frames[..n].iter().map(|f| (f.func, f.block, f.next))
    }

    /// Live objects in order of address, with the region that holds them.
    fn objects(&self) -> Vec<&super::memory::Object> {
        let mut all: Vec<_> = self
            .machine
            .memory
            .objects
            .iter()
            .filter(|o| o.live && !o.constant && !matches!(o.kind, Kind::External(_)))
            .collect();
        all.sort_by_key(|o| o.base);
        all
    }

    /// Bytes of the live objects: what a snapshot copies.
    pub fn bytes(&self) -> u64 {
        let live = self.machine.memory.objects.iter();
        live.filter(|o| o.live && !o.constant && !matches!(o.kind, Kind::External(_)))
            .fold(0, |sum, o| sum.saturating_add(o.size))
    }

    /// The state as it is.
    pub fn snapshot(&self) -> Snapshot {
        let m = &self.machine.memory;
        let memory = self
            .objects()
            .into_iter()
            .map(|o| {
                let region = &m.regions[o.region as usize];
                let at = (o.base - o.shift) as usize;
                let end = at + o.size as usize;
                Content {
                    base: o.base,
                    size: o.size,
                    out_of_scope: o.out_of_scope,
                    data: region.data[at..end].to_vec(),
                    init: region.init[at..end].to_vec(),
                    prov: self.slots(region, at, end),
                }
            })
            .collect();
        Snapshot {
            func: self.func,
            block: self.block,
            callers: self.callers().collect(),
            registers: self.registers(),
            stdin_at: self.machine.stdin_at,
            memory,
        }
    }

    fn slots(&self, region: &super::memory::Region, at: usize, end: usize) -> Vec<u64> {
        let shift = self.machine.memory.slot_shift;
        (at >> shift..end.div_ceil(1 << shift))
            .map(move |i| {
                region
                    .prov
                    .get(i)
                    .map_or(0, |p| self.machine.object_name(*p))
            })
            .collect()
    }

    /// Whether the state is the one of the snapshot.
    pub fn is(&self, s: &Snapshot) -> bool {
        if self.func != s.func
            || self.block != s.block
            || self.machine.stdin_at != s.stdin_at
            || self.registers() != s.registers
            || !self.callers().eq(s.callers.iter().copied())
        {
            return false;
        }
        let m = &self.machine.memory;
        let objects = self.objects();
        objects.len() == s.memory.len()
            && objects.iter().zip(&s.memory).all(|(o, c)| {
                let region = &m.regions[o.region as usize];
                let at = (o.base - o.shift) as usize;
                let end = at + o.size as usize;
                (o.base, o.size, o.out_of_scope) == (c.base, c.size, c.out_of_scope)
                    && region.data[at..end] == c.data[..]
                    && region.init[at..end] == c.init[..]
                    && self.slots(region, at, end) == c.prov
            })
    }
}
