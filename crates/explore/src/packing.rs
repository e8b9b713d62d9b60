//! A waiting state without the registers that nobody reads again.
//!
//! Unoptimised code has a register for each value it ever computed, and all but
//! a few are dead where a state waits, which is nearly always the start of a
//! block. What is kept is what is live there and differs from the template of
//! the function. Alternative: persistent registers, which cost every step of a
//! running state; this costs only states that wait while many others do.
//! Cost: linear in the registers of the innermost function, twice.

use crate::bmc::live_everywhere;
use crate::code::Program;
use crate::state::State;
use ep_ir::FuncId;
use rustc_hash::FxHashMap;

/// Waiting states before any is packed: what waits in a short list runs soon.
const FROM: usize = 512;
/// Blocks times registers of a function for which liveness is computed.
const LARGEST: usize = 1 << 24;

/// The live registers of the functions in which states wait.
#[derive(Default)]
pub struct Packer {
    live: FxHashMap<FuncId, Option<Vec<Vec<bool>>>>,
}

impl Packer {
    /// Packs the innermost activation of a state that waits among `waiting`
    /// others.
    pub fn pack(&mut self, program: &Program, st: &mut State, waiting: usize) {
        if waiting < FROM || st.packed.is_some() {
            return;
        }
        let func = st.top.func;
        let code = &program.code[func.0 as usize];
        let function = program.function(func);
        let live = self.live.entry(func).or_insert_with(|| {
            let size = function.blocks.len() * function.regs.len();
            (size <= LARGEST).then(|| live_everywhere(function))
        });
        let block = code.block_start.binary_search(&st.top.ip).ok();
        let here = live.as_ref().zip(block).and_then(|(l, b)| l.get(b));
        let read = |i: usize| here.is_none_or(|l| l.get(i) != Some(&false));
        let kept = st
            .top
            .regs
            .iter()
            .zip(&code.template)
            .enumerate()
            .filter(|(i, (v, t))| v != t && read(*i))
            .map(|(i, (v, _))| (i as u32, *v));
        st.packed = Some(kept.collect());
        st.top.regs = Vec::new();
    }

    /// The state as it is run.
    pub fn unpack(program: &Program, st: &mut State) {
        let Some(kept) = st.packed.take() else { return };
        let mut regs = program.code[st.top.func.0 as usize].template.clone();
        for (i, v) in kept.iter() {
            regs[*i as usize] = *v;
        }
        st.top.regs = regs;
    }
}
