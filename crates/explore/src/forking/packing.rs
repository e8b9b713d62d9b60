//! A waiting state without the registers that nobody reads again.
//!
//! Unoptimised code has a register for each value it ever computed, and all but
//! a few are dead where a state waits or where a call returns to. What is kept
//! of an activation is what is live there and differs from the template of the
//! function, as a string of bytes: most are small numbers and starts of
//! objects. Addresses of variables that have a name are kept besides, since
//! names of inputs are found through them.
//!
//! Callers are shared by the states that fork below them, and so are their
//! packed forms: the last stack is remembered with what it was packed to. A
//! caller is unpacked when it is returned to. Alternative: persistent
//! registers, which cost every step of a running state; this costs only states
//! that wait while many others do. Cost: linear in the live registers of the
//! innermost function, and once for each caller.

use crate::forking::driver::{Frame, State};
use crate::forking::packed::{put_register, Packed};
use crate::merge::HasWay;
use ep_base::entity::EntityId;
use ep_ir::analysis::{Cfg, Live};
use ep_ir::debug::VarStorage;
use ep_ir::{visit, BlockId, FuncId, Function};
use ep_machine::code::Program;
use ep_machine::decision::Writer;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Blocks times registers of a function for which liveness is computed.
const LARGEST: usize = 1 << 24;

/// The live registers of the functions in which states wait.
#[derive(Default)]
pub struct Packer {
    live: FxHashMap<FuncId, Option<Live>>,
    /// What is kept at an op, in ascending order.
    kept: FxHashMap<(FuncId, u32), Rc<[u32]>>,
    /// The callers of the state that was packed last, outermost first, each
    /// with its packed form. It is held as it was, so that it cannot change.
    last: Vec<Option<(Rc<Frame>, Rc<Frame>)>>,
    /// Registers that are dead are roots of what is reachable: none is left out.
    all: bool,
}

impl Packer {
    /// A packer; with `all` it leaves out no register.
    pub fn new(all: bool) -> Packer {
        Packer {
            all,
            ..Packer::default()
        }
    }

    /// Packs the activations of a state that begins to wait.
    pub fn pack(&mut self, program: &Program, st: &mut State) {
        if st.top.extra.packed.is_some() {
            return;
        }
        self.pack_frame(program, &mut st.top);
        // What a contract says is evaluated at the call, and states are merged
        // with their callers as they are.
        if st.top.contract.is_none() && !st.extra.way().merging {
            let caller = st.top.caller.take();
            st.top.caller = self.pack_callers(program, caller);
        }
    }

    /// The callers from here on in their packed form. Below a packed one all
    /// are packed, or are left as they are.
    fn pack_callers(&mut self, program: &Program, top: Option<Rc<Frame>>) -> Option<Rc<Frame>> {
        let mut plain: Vec<Rc<Frame>> = Vec::new();
        let mut next = top;
        let mut at = None;
        while let Some(f) = next.take() {
            let known = self.last.get(f.depth as usize).and_then(Option::as_ref);
            if let Some((_, p)) = known.filter(|(plain, _)| Rc::ptr_eq(plain, &f)) {
                at = Some(p.clone());
            } else if f.extra.packed.is_some() || f.contract.is_some() {
                at = Some(f);
            } else {
                next.clone_from(&f.caller);
                plain.push(f);
            }
        }
        for f in plain.into_iter().rev() {
            let packed = Rc::new(f.packed(f.extra.with(self.encode(program, &f)), at.take()));
            at = Some(packed.clone());
            let level = f.depth as usize;
            self.last.truncate(level);
            self.last.resize_with(level, || None);
            self.last.push(Some((f, packed)));
        }
        at
    }

    fn pack_frame(&mut self, program: &Program, f: &mut Frame) {
        f.extra.packed = Some(self.encode(program, f));
        f.regs = Vec::new();
    }

    fn encode(&mut self, program: &Program, f: &Frame) -> Packed {
        let kept = self.kept(program, f);
        let template = &program.code[f.func.0 as usize].template;
        let mut w = Writer(Vec::with_capacity(4 * kept.len()));
        let mut last = 0;
        for i in kept.iter() {
            let (v, t) = (f.regs[*i as usize], template[*i as usize]);
            if v != t {
                put_register(&mut w, *i - last, v);
                last = *i;
            }
        }
        Packed::new(w)
    }

    /// The registers that are kept of an activation.
    fn kept(&mut self, program: &Program, f: &Frame) -> Rc<[u32]> {
        if let Some(k) = self.kept.get(&(f.func, f.ip)) {
            return k.clone();
        }
        let function = program.function(f.func);
        let regs = function.regs.len();
        let live = self.live.entry(f.func).or_insert_with(|| {
            let size = function.blocks.len() * regs;
            (size <= LARGEST).then(|| Live::new(function, &Cfg::new(function)))
        });
        let code = &program.code[f.func.0 as usize];
        let here = match (live, code.insts.get(f.ip as usize)) {
            (Some(live), Some(inst)) if !self.all => {
                let block = code.block_start.partition_point(|s| *s <= f.ip);
                let block = BlockId(block.saturating_sub(1) as u32);
                let mut here = kept_at(function, live, block, *inst as usize);
                for (_, v) in function.vars.iter() {
                    if let VarStorage::Memory(r) = v.storage {
                        here[r.index()] = true;
                    }
                }
                here
            }
            _ => vec![true; regs],
        };
        let kept: Rc<[u32]> = (0..regs as u32).filter(|r| here[*r as usize]).collect();
        self.kept.insert((f.func, f.ip), kept.clone());
        kept
    }
}

/// Registers that are read from instruction `at` of a block on, or that it
/// writes: what of it is done already may be all but its end.
fn kept_at(f: &Function, live: &Live, block: BlockId, at: usize) -> Vec<bool> {
    let insts = &f.blocks[block].insts;
    // A comparison may be done where the branch on it is.
    let from = at.min(insts.len().saturating_sub(1));
    let mut kept = live.before(f, block, from);
    if let Some(i) = insts.get(from) {
        visit::defs(&i.kind, &mut |x| kept[x.index()] = true);
    }
    kept
}
